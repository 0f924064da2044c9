import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthTables

/// A view asks a snapshot for nothing that was not opened for it: of a part that cannot be had, to
/// open it throws, and no figure is made without it.
@Suite(.enabled(if: Zones.arePresent)) struct OpenedReadsTests {
  private static let now = ReadsTests.now

  /// A journal with something of every type, of which a snapshot holds all.
  private static func system() throws -> MemorySystem {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open(
      "/j", on: system, snapshots: SnapshotPolicy(leastBytes: .max))
    let read = [steps, pulse, sleep, WorkoutContent.type, WorkoutRoute.type, SummaryContent.type]
      .map { AuthorizationGrant($0, .authorized) }
    try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
    for object in ReadsTests.objects() {
      let isRoute = object.content.type == WorkoutRoute.type
      try session.save(object, source: "Watch", workout: isRoute ? id(12) : nil)
    }
    let removed = quantity(90, steps, 12, "count", ReadsTests.noon)
    try session.save(removed, source: "Phone")
    try session.ask(.delete(Deletion(objects: [id(90)], reason: nil)))
    try session.commit()
    _ = try ReplayedJournal("/j", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
    return system
  }

  private static func read(_ system: MemorySystem, as reader: String) throws -> ReplayedJournal {
    let journal = try ReplayedJournal(
      "/j", on: system, snapshots: SnapshotPolicy(leastBytes: .max))
    try #require(journal.tables.parts.base != nil)
    return try journal.seen(by: reader)
  }

  /// What is asked of each view: all, types, a day, a window, a predicate, and each of its flags
  /// and choices.
  private static func questions(_ view: View) -> [OptionValues] {
    func values(_ pairs: [(String, String)]) -> OptionValues {
      var values = OptionValues()
      for (name, value) in pairs { values.add(value, to: name) }
      return values
    }
    var all: [[(String, String)]] = [
      [], [("type", steps)], [("type", sleep)], [("type", WorkoutContent.type)],
      [("from", "2026-03-08"), ("to", "2026-03-09")], [("from", "2026-03-08")],
      [("where", "value > 3")], [("where", "workout = present")],
      [("where", "metadata.HKWasUserEntered = true")], [("where", "tag = sick")],
      [("source", "Watch")], [("text", "watch")],
      [("day", "2026-03-08")], [("day", "2026-03-08"), ("type", steps)], [("words", "steps")],
    ]
    for option in view.options where option.value == nil {
      all.append([(option.name, "")])
      all.append([(option.name, ""), ("type", steps), ("day", "2026-03-08")])
      all.append([(option.name, ""), ("from", "2026-03-08"), ("to", "2026-03-09")])
    }
    for option in view.options where !option.choices.isEmpty {
      all += option.choices.map { [(option.name, $0)] }
    }
    let known = Set(view.options.map(\.name))
    return all.map { pairs in pairs.filter { known.contains($0.0) } }.map(values)
  }

  @Test(arguments: Views.all.map(\.name)) func asksForNothingThatWasNotOpened(
    _ name: String
  ) throws {
    let view = try #require(Views.all.first { $0.name == name })
    let system = try Self.system()
    var shown = 0
    for values in Self.questions(view) {
      for reader in [EventActor.owner, app] {
        let journal = try Self.read(system, as: reader)
        let before = journal.tables.parts.base?.late ?? []
        #expect(before.isEmpty, "\(reader)")
        var request = ViewRequest(journal, values, now: Self.now)
        // Some of these options do not go together, and some types nobody decided on.
        if let rows = try? view.table(&request).allRows() { shown += rows.count }
        #expect(journal.tables.parts.base?.late == [], "\(values.given.sorted()) \(reader)")
      }
    }
    // These need more than the journal has.
    #expect(shown > 0 || ["clocks", "imports", "swims", "trends"].contains(name))
  }
}
