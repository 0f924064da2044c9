import ByteTools

/// The server: one thread, which waits for all connections and the page maker at once.
struct Server {
  /// The most connections at a time: more than come while a browser that has connected sends its
  /// request, however many clients there are.
  private static let mostConnections = 512

  private let listener: LoopbackListener
  private var lock: Lock
  private var maker = PageMaker()
  private var connections: [Connection] = []
  private var lastNumber = 0
  /// The numbers of the connections whose requests wait for the page maker, in their order, and
  /// their targets; it makes the page of the first.
  private var questions: [(number: Int, target: [UInt8])] = []
  private var lastUse = ContinuousClock.now
  private var room = [UInt8](repeating: 0, count: 1 << 16)

  init(_ listener: LoopbackListener) {
    self.listener = listener
    lock = Lock(port: listener.port)
  }

  /// Prints the address and answers until the page maker ends, or nobody has asked it for its time.
  mutating func run() throws(BrowseFault) {
    maker.say("address", lock.address)
    while true {
      var awaited = [
        Awaited(PageMaker.input, reads: true), Awaited(PageMaker.output),
        Awaited(listener.descriptor, reads: maker.terms != nil),
      ]
      awaited += connections.map(\.awaited)
      Descriptors.await(&awaited, atMost: timeLeft)
      if awaited[1].isGone { return }
      if awaited[0].isReadable {
        guard try maker.receive(into: &room) else { return }
        try forward()
      }
      for (index, answer) in awaited.dropFirst(3).enumerated() { serve(index, answer) }
      if awaited[2].isReadable { accept() }
      leave()
      if isIdle { return }
    }
  }

  /// The time until the next step of a connection, or the use of the server, has taken too long.
  private var timeLeft: Duration {
    let deadlines = connections.compactMap(\.deadline) + [idleEnd].compactMap { $0 }
    return deadlines.min().map { max(.zero, $0 - .now) } ?? .seconds(3600)
  }

  private var idleEnd: ContinuousClock.Instant? {
    guard questions.isEmpty, let idle = maker.terms?.idle else { return nil }
    return lastUse + idle
  }

  private var isIdle: Bool { idleEnd.map { $0 <= .now } ?? false }

  // MARK: Connections

  private mutating func accept() {
    // Those that are there get their turn in between.
    for _ in 0..<64 {
      guard let descriptor = listener.next() else {
        if [EMFILE, ENFILE].contains(errno) { _ = makeRoom() }
        return
      }
      if connections.count >= Self.mostConnections, !makeRoom() {
        close(descriptor)
        continue
      }
      lastNumber += 1
      connections.append(Connection(lastNumber, descriptor))
    }
  }

  /// Ends the oldest connection that has not shown the cookie, if that is not among the bytes that
  /// have come: a client with many connections does not keep the user out.
  private mutating func makeRoom() -> Bool {
    for index in connections.indices where !connections[index].isKnown {
      receive(index)
      guard !connections[index].isKnown else { continue }
      close(connections.remove(at: index).descriptor)
      return true
    }
    return false
  }

  private mutating func receive(_ index: Int) {
    if connections[index].awaitsBytes { connections[index].receive(into: &room) }
    decide(index)
  }

  private mutating func serve(_ index: Int, _ answer: Awaited) {
    if answer.isWritable, connections[index].step == .writing { connections[index].send() }
    if answer.isReadable || answer.isWritable { receive(index) }
    if answer.isGone { connections[index].lose() }
    if let deadline = connections[index].deadline, deadline <= .now { connections[index].expire() }
  }

  /// Answers the requests of a connection that have come whole, up to one that has to wait.
  private mutating func decide(_ index: Int) {
    do throws(Refusal) {
      while let head = try connections[index].request() {
        let verdict = try lock.verdict(on: head, opens: maker.terms?.opens ?? false)
        connections[index].isKnown = true
        lastUse = .now
        switch verdict {
        case .cookie: redirect(index, lock.cookieField)
        case .cookieByFile: lead(index)
        case .start: redirect(index, "")
        case .page(let target): ask(index, target)
        }
      }
    } catch {
      connections[index].refuse(error)
    }
  }

  private mutating func redirect(_ index: Int, _ fields: String) {
    connections[index].answer(
      AnswerHead(status: "303 See Other", length: 0, fields: "Location: \(lock.path)\r\n" + fields))
  }

  /// Gives the cookie by a page that leads on: after a redirect the browser would still say that
  /// another site led there, and keep the cookie back.
  private mutating func lead(_ index: Int) {
    let page = Array("<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0;url=./\">".utf8)
    connections[index].answer(
      AnswerHead(status: "200 OK", length: page.count, fields: lock.cookieField), page[...])
  }

  private mutating func leave() {
    for index in connections.indices.reversed() where connections[index].step == .over {
      close(connections.remove(at: index).descriptor)
    }
  }

  // MARK: Pages

  private mutating func ask(_ index: Int, _ target: [UInt8]) {
    connections[index].wait()
    questions.append((connections[index].number, target))
    if questions.count == 1 { askNext() }
  }

  private func askNext() {
    guard let next = questions.first else { return }
    maker.say("target", String(decoding: next.target, as: UTF8.self))
  }

  /// Hands the page that has come to the connection that asked for it, if it is still there.
  private mutating func forward() throws(BrowseFault) {
    guard let question = questions.first else {
      if maker.isTalking { throw .unreadable }
      return
    }
    guard let page = try maker.page() else { return }
    questions.removeFirst()
    lastUse = .now
    askNext()
    if let index = connections.firstIndex(where: { $0.number == question.number }) {
      connections[index].answer(
        AnswerHead(
          status: "\(page.status) ", length: page.bytes.count,
          fields: page.again.map { "Refresh: \($0)\r\n" } ?? "",
          sources: maker.terms?.sources ?? ""), page.bytes)
      decide(index)
    }
  }
}
