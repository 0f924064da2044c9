import ByteTools
import JournalFile
import Synchronization

/// The line on a terminal that shows the progress of long work: at most ten times a second, and
/// only if work lasts longer than half a second.
///
/// Code that reads or writes adds the bytes that it did, some hundred kilobytes at a time; code
/// that computes names its current step.
final class ProgressMeter: Sendable {
  /// The meter of this process: there is one standard error.
  static let shared = ProgressMeter()

  /// The current work, its start, and the progress that was shown.
  private struct Work {
    var title: String
    var start: ContinuousClock.Instant
    /// The amount of the work; nil if unknown.
    var total: UInt64?
    var isShown = false
  }

  private let done = Atomic<UInt64>(0)
  private let elements = Atomic<UInt64>(0)
  /// Milliseconds since the start at which it is drawn next; `max`: never.
  private let due = Atomic<Int64>(.max)
  private let origin = ContinuousClock.now
  private let work = Mutex<Work?>(nil)

  private static let firstAfter: Int64 = 500
  private static let interval: Int64 = 100

  /// True if a person looks at standard error and has not declined.
  private let isWanted = Atomic<Bool>(false)

  /// Turns the line on if it is allowed and standard error is a terminal; else off.
  ///
  /// - Parameter isAllowed: true if the person has not declined.
  func want(_ isAllowed: Bool) {
    let isSeen = StandardError.isTerminal && Environment.variable("TERM") != "dumb"
    isWanted.store(isAllowed && isSeen, ordering: .relaxed)
  }

  /// Begins to show the progress of work, with or without a known size.
  func begin(_ title: String, of total: UInt64? = nil) {
    clear()
    guard isWanted.load(ordering: .relaxed) else { return }
    done.store(0, ordering: .relaxed)
    elements.store(0, ordering: .relaxed)
    work.withLock { $0 = Work(title: title, start: .now, total: total) }
    due.store(milliseconds + Self.firstAfter, ordering: .relaxed)
  }

  private var milliseconds: Int64 {
    let time = (ContinuousClock.now - origin).components
    return time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000
  }

  /// Counts bytes that were done, and draws the line where that is due.
  func add(_ bytes: Int) {
    done.wrappingAdd(UInt64(bytes), ordering: .relaxed)
    draw()
  }

  /// Notes the number of bytes and elements done so far, and draws the line if that is due.
  func reach(_ bytes: UInt64, elements count: Int) {
    done.store(bytes, ordering: .relaxed)
    elements.store(UInt64(count), ordering: .relaxed)
    draw()
  }

  /// Notes the step of some work that begins, as `check overlaps: step 5 of 11`; shown if the work
  /// has lasted longer than half a second. The time that steps need is not known beforehand.
  ///
  /// - Parameters:
  ///   - done: the number of steps that are done.
  ///   - start: the start of the first step: what is read in a step has a line of its own.
  func step(_ title: String, _ done: Int, of count: Int, since start: ContinuousClock.Instant) {
    clear()
    let seconds = (ContinuousClock.now - start).seconds
    guard isWanted.load(ordering: .relaxed), seconds * 1000 >= Double(Self.firstAfter) else {
      return
    }
    work.withLock {
      $0 = Work(title: title, start: start, isShown: true)
      Self.write("\(title): step \(done + 1) of \(count)")
    }
  }

  private func draw() {
    let now = milliseconds
    guard now >= due.load(ordering: .relaxed) else { return }
    due.store(now + Self.interval, ordering: .relaxed)
    // Another thread that draws is enough.
    _ = work.withLockIfAvailable { work in
      guard let told = work else { return }
      work?.isShown = true
      let line = Self.line(
        told.title, done: done.load(ordering: .relaxed), of: told.total,
        elements: elements.load(ordering: .relaxed),
        seconds: (ContinuousClock.now - told.start).seconds)
      Self.write(line)
    }
  }

  private static func write(_ line: String) {
    let columns = SystemFacts.terminalColumns(of: 2) ?? 80
    StandardError.write("\r\u{1B}[K" + shown(line, columns: columns))
  }

  /// Returns a line in a form for a terminal: it escapes names of files, and fits one line.
  static func shown(_ line: String, columns: Int) -> String {
    String(TerminalText.escaped(line).prefix(columns - 1))
  }

  /// Returns the line: `import: 45.2 MB of 120.0 MB (37 %), 812,345 elements, 31.2 MB/s, 3 s left`.
  static func line(
    _ title: String, done: UInt64, of total: UInt64?, elements: UInt64, seconds: Double
  ) -> String {
    let rate = Double(done) / max(seconds, 0.001)
    var parts = [ByteCount.text(done)]
    let rest = total.flatMap { $0 > 0 && done <= $0 ? $0 - done : nil }
    if let total, rest != nil {
      parts[0] += " of \(ByteCount.text(total)) (\(done * 100 / total) %)"
    }
    if elements > 0 {
      parts.append(thousands(String(elements)[...]).joined(separator: ",") + " elements")
    }
    parts.append(ByteCount.text(UInt64(rate)) + "/s")
    // From less than a hundredth nobody can tell how long the rest takes.
    if let rest, rate > 0, done >= rest / 100 {
      parts.append("\(Self.time(Double(rest) / rate)) left")
    }
    return "\(title): " + parts.joined(separator: ", ")
  }

  /// Describes a time: `45 s`, `3 min`, `1 h 05 min`.
  private static func time(_ seconds: Double) -> String {
    let whole = UInt64(min(seconds.rounded(.up), 1e9))
    if whole < 90 { return "\(whole) s" }
    let minutes = (whole + 30) / 60
    guard minutes >= 60 else { return "\(minutes) min" }
    return "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
  }

  /// Takes the line away; to be called before anything else is written to the terminal.
  func clear() {
    due.store(.max, ordering: .relaxed)
    work.withLock { work in
      if work?.isShown == true { StandardError.write("\r\u{1B}[K") }
      work = nil
    }
  }
}

/// Sizes in a form for people.
enum ByteCount {
  /// Describes a size: `812 bytes`, `45.3 MB`.
  static func text(_ bytes: UInt64) -> String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
      as [(UInt64, String)]
    where bytes >= unit {
      let tenths = bytes / (unit / 10)
      return "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(bytes) bytes"
  }
}

/// A counter of the bytes that are read of a journal, for the progress line. If a person may stop
/// the work, every read fails after such a request. So the code that reads ends, and cleans up.
struct ReadProgress: ReadWatcher {
  /// True if reads fail after a request to end. Reads of a writer do not fail, because it may have
  /// to remove lines that it wrote.
  let isBreakable: Bool

  func opened(_ path: String, of size: UInt64) {
    guard path.hasSuffix("/events.ndjson") else { return }
    ProgressMeter.shared.begin("reading the journal", of: size)
  }

  func read(_ count: Int) { ProgressMeter.shared.add(count) }

  func requireWaiting() throws(SystemFailure) {
    guard Interruption.signal != nil else { return }
    throw SystemFailure(.lock, "the journal", .other(4))
  }

  func requireGoingOn() throws(SystemFailure) {
    guard isBreakable, Interruption.signal != nil else { return }
    throw SystemFailure(.read, "the journal", .other(4))
  }
}

/// A request by a person, or the system, to end the program: `Call` adds the state of the work.
struct Interrupted: Error {
  /// Throws where that was asked for.
  static func check() throws(Interrupted) {
    if Interruption.signal != nil { throw Interrupted() }
  }
}

/// Bytes that come until the program is asked to end.
struct BreakableSource: ByteSource {
  private var base: any ByteSource
  /// The pipe or terminal that they come from; nil: a file, which is not waited for.
  private let descriptor: Int32?

  init(_ base: any ByteSource, waitingFor descriptor: Int32?) {
    self.base = base
    self.descriptor = descriptor
  }

  mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    if let descriptor { Interruption.awaitInput(descriptor) }
    try Interrupted.check()
    let count = try base.read(into: &bytes, from: start)
    // If the same signal ended the program that writes to the pipe, what came is no whole file.
    try Interrupted.check()
    return count
  }
}
