import JournalFile
import ProcessStart

/// Counts what is read of a journal's lines for the progress line. Where a person may break off, no
/// read succeeds once that was asked for: so whatever reads ends by itself, and tidies up on its
/// way.
struct ReadProgress: ReadWatcher {
  /// Whether reads end; those of a writer do not, as it reads to take back what it wrote.
  let isBreakable: Bool

  func opened(_ path: String, of size: UInt64) {
    guard path.hasSuffix("/events.ndjson") else { return }
    ProgressMeter.shared.begin("reading the journal", of: size)
  }

  func read(_ count: Int) { ProgressMeter.shared.add(count) }

  func requireGoingOn() throws(SystemFailure) {
    guard isBreakable, Interruption.signal != nil else { return }
    throw SystemFailure(.read, "the journal", .other(4))
  }
}
