import JournalFile
import ProcessStart

/// Counts what is read of a journal's lines for the progress line. Where a person may break off,
/// every read fails once that was asked for: so the code that reads ends, and cleans up on its way
/// out.
struct ReadProgress: ReadWatcher {
  /// Whether reads fail then; those of a writer do not, because it may read to take back what it
  /// wrote.
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
