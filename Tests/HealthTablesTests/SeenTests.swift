import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

@testable import HealthTables

/// What a source sees of tables is what a replay gives of the lines that the source sees, with and
/// without a snapshot.
@Suite struct SeenTests {
  private static let app = "com.example.app"

  /// A journal in which the app may read some of the types that there are, and whose sources are in
  /// part those of the app.
  private static func journal(_ seed: UInt64) throws -> SnapshotTrial {
    var events = RandomEvents(seed)
    var scribe = Scribe()
    let types = RandomEvents.names.flatMap { name in (0..<4).map { name + String($0) } }
    let others = [Workout.type, ActivitySummary.type, Document.Kind.route.type]
    // Of two that are canonically equivalent one is enough.
    let read = Set(types + others).sorted().map {
      AuthorizationGrant($0, events.dice.often(50) ? .authorized : .denied)
    }
    scribe.add(.authorize(AuthorizationChange(source: app, read: read)))
    for number in 3..<UInt64(240) {
      var event = events.event(number)
      if case .origin(var origin) = event, events.dice.often(40) {
        origin.source.bundle = app
        event = .origin(origin)
      }
      scribe.add(event, by: events.dice.pick([EventActor.owner, app, "com.example.other"]))
    }
    return try SnapshotTrial(scribe.lines, after: [120, 200])
  }

  @Test(arguments: 1...60) func areThoseOfTheLinesThatAreSeen(_ seed: UInt64) throws {
    let journal = try Self.journal(seed)
    let whole = try journal.read(fromFirstLine: true)
    let seen = try whole.seen(by: Self.app)
    var expected = TableBuilder()
    var hidden = 0
    try whole.forEachEntry { entry in
      // An origin is that of the objects which refer to it, whether its line is shown or not.
      let line = if case .origin? = entry.event { Entry?.some(entry) } else { seen.seen(entry) }
      if let line { try expected.apply(line) } else { hidden += 1 }
      return true
    }
    expected.applyClaims()
    #expect(hidden > 5)
    let words = expected.tables.sightDump()
    #expect(seen.tables.sightDump() == words)
    #expect(try journal.read().seen(by: Self.app).tables.sightDump() == words)
  }
}

extension HealthTables {
  /// All that a view asks of objects, in words.
  fileprivate func sightDump() -> [String] {
    var text = objects.map { row in
      "\(row.uuid) \(row.kind) \(types.names[Int(row.type)]) \(row.sequence) \(row.isLive)"
    }
    // By bytes: some names are canonically equivalent.
    let ordered = sampleTypes.sorted { first, second in
      types.names[first].utf8.lexicographicallyPrecedes(types.names[second].utf8)
    }
    for type in ordered {
      let columns = columns(type)
      text += (0..<columns.count).map { row in
        "\(types.names[type]) \(columns.uuids[row]) \(columns.sequences[row])"
          + " \(columns.values[row]) \(columns.flags[row].rawValue)"
      }
    }
    let lines = Set(objects.map(\.sequence) + sampleTypes.flatMap { columns($0).sequences })
    text += workoutLines.filter { lines.contains($0.sequence) }.map { "\($0)" }
    text += successors.map { successor in
      "\(successor.older) \(successor.uuid) \(successor.type.map { types.names[Int($0)] } ?? "-") \(successor.row)"
        + " \(successor.line)"
    }
    text += removedObjects().keys.map { "\($0)" }.sorted()
    return text + CharacteristicType.all.map { characteristic($0) ?? "-" }
  }
}
