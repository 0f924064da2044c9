import ByteTools

/// A connection of a client.
struct Connection {
  /// The step at which it stands.
  enum Step: Equatable {
    /// It waits for the rest of a request.
    case reading
    /// Its request waits for the page maker, or is with it.
    case waiting
    /// Its answer is being sent.
    case writing
    /// The answer that ends it was sent. What still comes is thrown away, for a while, since a
    /// connection that is closed before takes the answer back.
    case leaving
    /// It has ended.
    case over
  }

  static let timeForRequest = Duration.seconds(10)
  static let timeForAnswer = Duration.seconds(30)
  static let timeBetween = Duration.seconds(60)
  static let timeToLeave = Duration.seconds(1)

  let number: Int
  let descriptor: Int32
  private(set) var step = Step.reading
  /// True if it has shown the cookie or the token.
  var isKnown = false
  /// The moment at which its step has taken too long; nil: it may take any time.
  private(set) var deadline: ContinuousClock.Instant?
  private var received: [UInt8] = []
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var isLast = false
  /// The request that waits.
  private(set) var isHead = false

  init(_ number: Int, _ descriptor: Int32) {
    (self.number, self.descriptor) = (number, descriptor)
    deadline = .now + Self.timeForRequest
  }

  var awaitsBytes: Bool { step == .reading || step == .leaving }

  var awaited: Awaited { Awaited(descriptor, reads: awaitsBytes, writes: step == .writing) }

  /// Reads what has come, and throws it away while the connection ends.
  mutating func receive(into room: inout [UInt8]) {
    switch Descriptors.read(descriptor, into: &room) {
    case .later: break
    case .over: step = .over
    case .moved(let count) where step == .reading:
      if received.isEmpty { deadline = .now + Self.timeForRequest }
      received += room[..<count]
    case .moved: break
    }
  }

  /// Takes the next request out of what has come; nil: it is not all there yet.
  mutating func request() throws(Refusal) -> RequestHead? {
    guard step == .reading, let head = try RequestHead(received) else { return nil }
    received.removeFirst(head.length)
    (isHead, isLast) = (head.isHead, head.isLast)
    return head
  }

  /// Lets the request wait for its page.
  mutating func wait() { (step, deadline) = (.waiting, nil) }

  /// Answers with a head and a body, which is left out where the head alone was asked for.
  mutating func answer(_ head: AnswerHead, _ body: ArraySlice<UInt8> = []) {
    var head = head
    head.isLast = isLast
    send(head.bytes + (isHead ? [] : body))
  }

  /// Refuses the request and ends the connection.
  mutating func refuse(_ refusal: Refusal) {
    isLast = true
    send(refusal.answer)
  }

  /// Ends it where nobody is left to read the answer.
  mutating func lose() {
    if !awaitsBytes { step = .over }
  }

  /// Ends a step that has taken too long.
  mutating func expire() {
    if step == .reading, !received.isEmpty { refuse(.slow) } else { step = .over }
  }

  /// Sends as much of the answer as there is room for.
  mutating func send() {
    switch Descriptors.write(descriptor, outgoing[sent...]) {
    case .later: return
    case .over: return step = .over
    case .moved(let count): sent += count
    }
    guard sent == outgoing.count else { return }
    (outgoing, sent) = ([], 0)
    if isLast {
      LoopbackListener.finish(descriptor)
      (step, deadline) = (.leaving, .now + Self.timeToLeave)
    } else {
      let time = received.isEmpty ? Self.timeBetween : Self.timeForRequest
      (step, deadline) = (.reading, .now + time)
    }
  }

  private mutating func send(_ bytes: [UInt8]) {
    (outgoing, sent) = (bytes, 0)
    (step, deadline) = (.writing, .now + Self.timeForAnswer)
    send()
  }
}
