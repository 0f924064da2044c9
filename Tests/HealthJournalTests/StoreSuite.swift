import HealthJournal
import TestSupport

/// Tests of a store on a journal in a folder of its own, which goes when the test is over.
protocol StoreSuite {
  /// What holds the journal.
  var home: TemporaryFolder { get }
}

extension StoreSuite {
  /// Where the journal is.
  var folder: String { home.path("health.journal") }

  /// Makes the journal and opens it.
  func withStore(_ body: (HealthStore) async throws -> Void) async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    try await body(try HealthStore(at: folder))
  }
}
