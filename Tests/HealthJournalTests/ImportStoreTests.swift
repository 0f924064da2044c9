import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// Imports from a program: what they say of themselves, a trial, a part, and what vanished.
@Suite(.enabled(if: Zones.arePresent))
struct ImportStoreTests: StoreSuite {
  let home = TemporaryFolder()

  private func export(_ day: String, _ records: [String]) throws -> String {
    let text = """
      <HealthData locale="en_GB"><ExportDate value="\(day) 10:00:00 +0100"/>
      <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      \(records.joined(separator: "\n"))</HealthData>
      """
    let path = home.path("\(day).xml")
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func record(_ hour: Int, version: Int = 1, type: String = "StepCount") -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Phone" sourceVersion="\(version)" \
    unit="count" startDate="2026-01-01 1\(hour):00:00 +0100" endDate="2026-01-01 1\(hour):10:00 +0100" \
    value="\(hour)"/>
    """
  }

  @Test func aSeries() async throws {
    try HealthStore.create(at: folder, timeZone: "Europe/Paris")
    let store = try HealthStore(at: folder)
    let first = try export("2026-02-01", (1...4).map { record($0) })
    let second = try export("2026-03-01", [record(1), record(2, version: 2), record(3), record(5)])
    let summary = try await store.importFile(at: first)
    #expect(summary.types.map(\.saved).reduce(0, +) == 5 && summary.vanished == nil)
    let trial = try await store.importFile(at: second, ImportOptions(isDryRun: true))
    #expect(trial.vanished?.map(\.count) == [1])
    #expect(try await store.view("imports").rows.count == 1)
    let newer = try await store.importFile(at: second, ImportOptions(appliesDeletions: true))
    #expect(newer.types == trial.types && newer.vanished == trial.vanished)
    let steps = try #require(newer.types.first { $0.element.hasSuffix("StepCount") })
    #expect(steps.saved == 1 && steps.corrected == 1 && steps.known == 2)
    let samples = try await store.view("samples", options: ["columns": "value"])
    #expect(samples.rows.map { $0[0] } == [.number(1), .number(2), .number(3), .number(5)])
    // The receipt of the second import ends the journal.
    let receipts = try await store.view("imports", options: ["columns": "seq,corrected,vanished"])
    guard case .whole(let line)? = receipts[1, "seq"] else {
      Issue.record("\(receipts.rows)")
      return
    }
    let changes = try await store.importChanges(inLine: UInt64(line))
    let words = (0..<changes.rows.count).map { changes[$0, "change"] }
    #expect(Set(words) == [.text("new"), .text("corrected"), .text("deleted")])
    await #expect(throws: StoreError.self) { try await store.importChanges(inLine: 2) }
    let part = ImportOptions(
      selection: ImportSelection(types: ["HKQuantityTypeIdentifierStepCount"], sources: ["Pad"]))
    // What goes out as an export says the same.
    let losses = try await store.exportJournal(as: "apple-health", to: home.path("out"))
    #expect(losses.rows.isEmpty, "\(losses.rows)")
    let again = try await store.importFile(at: home.path("out"), ImportOptions(isDryRun: true))
    #expect(again.types.map(\.saved).reduce(0, +) == 0)
    await #expect(throws: StoreError.self) {
      try await store.exportJournal(as: "apple-health", to: home.path("out"))
    }
    await #expect(throws: StoreError.self) {
      try await store.exportJournal(as: "nonsense", to: home.path("other"))
    }
    let nothing = try await store.importFile(at: first, part)
    #expect(nothing.types.map(\.leftOut).reduce(0, +) == 4 && nothing.lines == nil)
  }

  /// Given an import that was reverted, when its file is imported again, then what a person deleted
  /// stays deleted; and what lives again can vanish like the rest.
  @Test(arguments: [false, true]) func aSeriesAfterARevert(hasDeletion: Bool) async throws {
    try HealthStore.create(at: folder, timeZone: "Europe/Paris")
    let store = try HealthStore(at: folder)
    let first = try export("2026-02-01", (1...4).map { record($0) })
    let lines = try #require(try await store.importFile(at: first).lines)
    if hasDeletion {
      try await store.deleteObjects(of: .stepCount, predicate: try HealthPredicate("value = 2"))
    }
    try await store.revert(lines: lines.lowerBound...lines.upperBound + 1)
    let again = try await store.importFile(at: first)
    #expect(again.types.map(\.restored).reduce(0, +) == (hasDeletion ? 4 : 5))
    #expect(again.types.map(\.deleted).reduce(0, +) == (hasDeletion ? 1 : 0))
    let second = try export("2026-03-01", [record(1), record(3), record(4)])
    let newer = try await store.importFile(at: second, ImportOptions(appliesDeletions: true))
    #expect(newer.vanished?.map(\.count).reduce(0, +) == (hasDeletion ? 0 : 1))
    let samples = try await store.view("samples", options: ["columns": "value"])
    #expect(samples.rows.map { $0[0] } == [.number(1), .number(3), .number(4)])
    #expect(try await store.audit() == .unanchored)
  }

  /// A journal is imported by its folder, with what the options ask for besides objects.
  @Test func anotherJournal() async throws {
    let (laptop, phone) = (home.path("laptop.journal"), home.path("phone.journal"))
    for path in [laptop, phone] { try HealthStore.create(at: path, timeZone: "Europe/Paris") }
    let other = try HealthStore(at: phone)
    _ = try await other.importFile(at: try export("2026-02-01", (1...4).map { record($0) }))
    let steps = QuantityType.stepCount.identifier
    let grants = [AuthorizationGrant(steps, .authorized)]
    try await other.perform(.authorize(AuthorizationChange(source: "com.app", share: grants)))
    try await other.perform(.configure(Configuration(weekStarts: .sunday)))
    let head = await other.head
    try await other.close()
    let store = try HealthStore(at: laptop)
    let trial = try await store.importJournal(at: phone, JournalImportOptions(isDryRun: true))
    #expect(trial.saved == 5 && trial.lines == nil && trial.rightsLeft == 1)
    #expect(await store.head.sequence == 1)
    var changes = await store.observe().makeAsyncIterator()
    let summary = try await store.importJournal(at: phone)
    #expect(summary.types == trial.types && summary.isComplete && summary.problems.isEmpty)
    #expect(summary.journal.line == head.sequence && summary.journal.chain == head.chain)
    #expect(await changes.next()?.added.count == 5)
    let again = try await store.importJournal(
      at: phone, JournalImportOptions(takesRights: true, takesSettings: true, erases: true))
    #expect(again.saved == 0 && again.rightsLeft == 0 && again.erasedThere.isEmpty)
    #expect(await store.authorizationStatus(for: .stepCount, of: "com.app") == .authorized)
    #expect(try await store.audit() == .unanchored)
    for path in [laptop, home.path("nowhere")] {
      await #expect(throws: StoreError.self) { try await store.importJournal(at: path) }
    }
  }

  /// A store that could not open its journal again after an import says so to every later save.
  @Test(arguments: [SystemFailure.Operation.lock, .open, .read])
  func aJournalThatIsNotOpenedAgain(_ operation: SystemFailure.Operation) async throws {
    let file = try export("2026-02-01", [record(1)])
    let clean = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: clean)
    let before = clean.calls(of: operation)
    _ = try await HealthStore(at: "/j", on: clean).importFile(at: file)
    var lost = 0
    for call in 0..<clean.calls(of: operation) - before {
      let system = MemorySystem()
      try JournalSession.create("/j", timeZone: "UTC", on: system)
      system.fail(operation, after: call, with: .other(5))
      guard let store = try? HealthStore(at: "/j", on: system),
        (try? await store.importFile(at: file)) != nil
      else { continue }
      var isOpen = true
      do {
        try await store.perform(.configure(Configuration(weekStarts: .sunday)))
      } catch {
        (lost, isOpen) = (lost + 1, false)
        #expect(error.code == .closed && error.description.contains("after the import"), "\(call)")
        #expect(error.description.contains("/j"), "\(error)")
      }
      // What it answers has the import in it.
      let imports = try? await store.view("imports").rows.count
      #expect(imports == (isOpen ? 1 : nil), "\(call)")
    }
    #expect(lost > 0)
  }
}
