import CLibrary

/// Gets a batch to the other side: again and again where it may help, with pauses that grow.
struct Delivery {
  let target: PushTarget
  let headers: [(name: String, value: String)]
  /// How many times a batch is sent again.
  let retries: Int
  /// Seconds that one exchange may take.
  let timeout: Double
  /// Whether the other side has said of an earlier batch that it has it.
  private(set) var hasDelivered = false

  /// The longest pause that the other side may ask for, in seconds; a longer one ends the push.
  private static let longestPause = 600

  /// Posts a body; when this returns, the other side has said that it has it.
  ///
  /// - Throws: a `Failure`: `.refused` where the other side does not want it, `.system` where it
  ///   could not be reached or stayed troubled.
  mutating func send(_ body: [UInt8], key: String, _ console: Console) throws {
    var request = PostRequest(
      target: target, headers: [("Content-Type", "application/json")], timeout: timeout,
      body: body)
    request.headers += [("Idempotency-Key", key)] + headers
    for attempt in 0... {
      let trouble = try trouble(in: try HTTPProgram.post(request), isFirst: attempt == 0)
      guard let trouble else {
        hasDelivered = true
        return
      }
      guard attempt < retries else {
        throw Failure(
          code: .system,
          message: "\(trouble.text); given up, tries: \(attempt + 1). Nothing is lost: push again")
      }
      let pause = try pause(before: attempt + 1, trouble)
      console.remark("\(trouble.text); trying again in \(Self.text(pause)) s")
      usleep(UInt32(pause * 1_000))
    }
  }

  /// What may be over in a while.
  private struct Trouble {
    var text: String
    /// Seconds that the other side asks for.
    var wait: Int?
  }

  /// Nil: the other side has the batch.
  ///
  /// - Parameter isFirst: whether this is the first request with the batch.
  private func trouble(
    in outcome: PostOutcome, isFirst: Bool
  ) throws(Failure) -> Trouble? {
    switch outcome {
    case .noAnswer(let reason): return Trouble(text: "no answer from \(target.shown): \(reason)")
    case .foreign(let reason):
      throw Failure(
        code: .system,
        message: "what answers at \(target.shown) does not speak HTTP: \(reason). The rows and the "
          + "headers may have arrived there; look at the address before you push again")
    case .untrusted(let reason):
      throw Failure(
        code: .system, message: "\(target.shown) cannot be trusted: \(reason); \(unsent(isFirst))")
    case .unreadable(let reason):
      throw .usage("\(target.shown): \(reason); \(unsent(isFirst))")
    case .answered(let answer):
      switch answer.status {
      case 200..<300: return nil
      case 408, 425, 429, 500...:
        return Trouble(text: words(answer), wait: answer.retryAfter)
      case 300..<400:
        let redirect = answer.location.map { " to \($0)" } ?? ""
        throw Failure(
          code: .refused, message: "\(words(answer))\(redirect); name the address where it ends")
      default: throw Failure(code: .refused, message: words(answer))
      }
    }
  }

  /// Says what may have arrived although a request failed: an earlier request with this batch,
  /// which had no answer, and the batches before it.
  private func unsent(_ isFirst: Bool) -> String {
    guard isFirst else { return "an earlier try may have arrived; push again" }
    return hasDelivered
      ? "this batch was not sent, those before it have arrived" : "nothing was sent"
  }

  private func words(_ answer: PostAnswer) -> String {
    let text = String(answer.text.prefix(200))
    return "\(target.shown) answered \(answer.status)" + (text.isEmpty ? "" : ": \(text)")
  }

  /// The pause in milliseconds: half a second, doubled each time, up to a minute, and at random up
  /// to half of it less, so that many clients that were refused together do not return together.
  /// What the other side asks for is the least.
  private func pause(before attempt: Int, _ trouble: Trouble) throws(Failure) -> Int {
    let full = min(60_000, 250 << min(attempt, 20))
    let own = Int.random(in: full / 2...full)
    guard let wait = trouble.wait else { return own }
    guard wait <= Self.longestPause else {
      throw Failure(
        code: .system,
        message: "\(trouble.text); it asks to be left alone for \(wait) s. Push again after that")
    }
    return max(own, wait * 1_000)
  }

  private static func text(_ milliseconds: Int) -> String {
    "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100)"
  }
}
