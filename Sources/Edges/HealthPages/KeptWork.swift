import ByteTools
import HealthModel
import HealthReport
import HealthTables
import HealthViews
import JournalFile
import Synchronization

/// Work that looks at many samples: a thread of its own does each piece once, and the newest
/// results are kept. One piece is done after the other, as each takes the memory of its samples.
final class KeptWork: Sendable {
  private struct Piece: Sendable {
    let key: String
    /// Nil: it is under way.
    var result: Result<any Sendable, any Error>?
  }

  private struct State: Sendable {
    var pieces: [Piece] = []
    var waiting: [(key: String, work: @Sendable () -> Void)] = []
    var isBusy = false

    func index(of key: String) -> Int? { pieces.firstIndex { $0.key == key } }
  }

  /// The most pieces that are kept, and the most that wait: of more, the oldest are given up until
  /// they are asked for again.
  private static let (mostKept, mostWaiting) = (16, 2)

  /// So many samples take less time than the rest of a page.
  let fewSamples: Int
  /// The time since a page was asked for in which a part of it is not said to be under way.
  let milliseconds: Int
  private let state = Mutex(State())

  init(fewSamples: Int = 50_000, milliseconds: Int = 40) {
    (self.fewSamples, self.milliseconds) = (fewSamples, milliseconds)
  }

  /// Returns the result of a piece of work; nil: it is under way.
  ///
  /// - Parameters:
  ///   - key: names the work, and the lines that it looks at.
  ///   - milliseconds: the time for which the caller waits; nil: until the work is done.
  /// - Throws: the errors of the work.
  func result<Value: Sendable>(
    for key: String, within milliseconds: Int?, _ make: @escaping @Sendable () throws -> Value
  ) throws -> Value? {
    begin(key) { try make() }
    var left = milliseconds
    while true {
      if let done = takeResult(of: key) { return try done.get() as? Value }
      if left == 0 { return nil }
      left = left.map { $0 - 1 }
      usleep(1000)
    }
  }

  /// Returns the result of a piece that is done. An error is not kept.
  private func takeResult(of key: String) -> Result<any Sendable, any Error>? {
    state.withLock { state in
      guard let index = state.index(of: key), let result = state.pieces[index].result else {
        return nil
      }
      if case .failure = result { state.pieces.remove(at: index) }
      return result
    }
  }

  /// Has a thread do a piece of work, unless it is known; the newest that waits comes first.
  private func begin(_ key: String, _ make: @escaping @Sendable () throws -> any Sendable) {
    let isIdle = state.withLock { state in
      if state.index(of: key) != nil { return false }
      state.pieces.append(Piece(key: key))
      if state.pieces.count > Self.mostKept {
        state.pieces.firstIndex { $0.result != nil }.map { _ = state.pieces.remove(at: $0) }
      }
      let work = { @Sendable [self] in note(Result(catching: make), of: key) }
      state.waiting.append((key, work))
      if state.waiting.count > Self.mostWaiting {
        let oldest = state.waiting.removeFirst().key
        state.pieces.removeAll { $0.key == oldest }
      }
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard isIdle else { return }
    let all = { @Sendable [self] in while let work = next() { work() } }
    if let thread = ThreadStarter.system.start(all) { thread.detach() } else { all() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.isBusy = !state.waiting.isEmpty
      return state.waiting.popLast()?.work
    }
  }

  private func note(_ result: Result<any Sendable, any Error>, of key: String) {
    state.withLock { state in
      if let index = state.index(of: key) { state.pieces[index].result = result }
    }
  }
}

extension Visit {
  /// A part of a page, and the commands that show its rows.
  private struct Part: Sendable {
    let blocks: [Block]
    let calls: [String]
  }

  /// Returns a part of the page. One that is made of many samples is made once for these lines; a
  /// sentence says so until it is there.
  ///
  /// - Parameters:
  ///   - name: the name of the part among those of the page.
  ///   - samples: about how many samples it is made of.
  mutating func part(
    _ name: String, of samples: Int, _ make: @escaping @Sendable (inout Visit) throws -> [Block]
  ) throws -> [Block] {
    // No page of a site is asked for again, and the rights of a source end by the clock.
    guard samples > work.fewSamples, place.answersForms, !request.values.has(.reader) else {
      return try make(&self)
    }
    // The hour is that of words such as `today`.
    let hour = request.now.microseconds / 3_600_000_000
    let passed = Int((ContinuousClock.now - asked) / .milliseconds(1))
    let left = max(0, work.milliseconds - passed)
    let part = try result(for: [name, address.text, String(hour)], within: left) { [self] in
      var own = self
      return Part(blocks: try make(&own), calls: own.calls)
    }
    guard let part else {
      loadsAgain = true
      return [.note(words(.partUnderWay))]
    }
    calls += part.calls.filter { !calls.contains($0) }
    return part.blocks
  }

  /// Returns the result of work on the lines of this page, which is done once for them; nil: it is
  /// under way. Pages that no server keeps wait for it.
  ///
  /// - Throws: the errors of the work.
  mutating func result<Value: Sendable>(
    for names: [String], within milliseconds: Int,
    _ make: @escaping @Sendable () throws -> Value
  ) throws -> Value? {
    let key = [request.journal.head.chainText, request.values[.reader] ?? ""] + names
    let found = try work.result(
      for: key.joined(separator: " "), within: place.answersForms ? milliseconds : nil, make)
    if found == nil { isUnderWay = true }
    return found
  }
}
