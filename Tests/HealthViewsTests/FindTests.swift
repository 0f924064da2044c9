import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import Testing
import ViewTestSupport

/// Where a text occurs.
struct FindTests {
  static func find(
    _ text: String, _ journal: ReplayedJournal, _ options: KeyValuePairs<String, String> = [:]
  ) throws -> [String] {
    var values = OptionValues()
    values.add(text, to: "text")
    for (name, value) in options { values.add(value, to: name) }
    var request = ViewRequest(journal, values, now: at("2026-11-20T12:00:00Z").instant)
    return try View.find.table(&request).records().map { row in
      let words = ["what", "name", "value", "count"].compactMap { row[$0] }.map { cell in
        switch cell {
        case .text(let text), .identifier(let text): text
        case .whole(let count): "\(count)"
        default: "?"
        }
      }
      return words.joined(separator: " ")
    }
  }

  private static func journal() throws -> ReplayedJournal {
    try ViewTestSupport.journal("UTC") { session in
      let morning = span("2026-03-01T08:00:00Z", "2026-03-01T09:00:00Z")
      var noted = quantity(1, steps, 100, "count", morning)
      noted.metadata["Note"] = .string("Walked with the dog")
      let watch = Device(name: "Apple Watch", hardware: "Watch7,2")
      try session.save(noted, source: "Jo’s Watch", device: watch)
      try session.save(quantity(2, pulse, 60, "count/min", morning), source: "Withings")
      var deleted = quantity(3, pulse, 70, "count/min", morning)
      deleted.metadata["Note"] = .string("a dog barked")
      try session.save(deleted, source: "Withings")
      try session.ask(.delete(Deletion(objects: [id(3)])))
      var run = HealthObject(
        uuid: id(4),
        content: .workout(
          WorkoutContent(
            activity: WorkoutActivityType.running.exportName,
            span: span("2026-04-01T08:00:00Z", "2026-04-01T09:00:00Z"), duration: 3600)))
      run.metadata["dogs"] = .number(2)
      try session.save(run, source: "Withings")
    }
  }

  @Test(
    arguments: [
      // In whatever case, of what is live, keys and texts.
      ("DOG", ["metadata Note Walked with the dog 1", "metadata dogs 1"]),
      ("step", ["type \(steps) 1"]), ("weight", []), ("pulse", ["type \(pulse) 1"]),
      ("withings", ["source Withings 2"]), ("watch7", ["source Jo’s Watch 1"]),
      ("JO’S", ["source Jo’s Watch 1"]),
      (
        "run",
        ["workout HKWorkoutActivityTypeRunning 1"]
      ), ("nothing at all", []),
    ] as [(String, [String])])
  func finds(_ text: String, _ expected: [String]) throws {
    #expect(try Self.find(text, try Self.journal()) == expected)
  }

  /// Names and keys, and no text of metadata.
  @Test func listsAllWithoutAText() throws {
    let found = try Self.find("", try Self.journal())
    #expect(found.contains("type \(steps) 1") && found.contains("source Withings 2"))
    #expect(found.contains("metadata Note 1") && found.contains("metadata dogs 1"))
    #expect(!found.contains { $0.contains("Walked") })
  }

  @Test func findsInAWindow() throws {
    let journal = try Self.journal()
    #expect(try Self.find("withings", journal, ["period": "2026-04"]) == ["source Withings 1"])
    #expect(try Self.find("dog", journal, ["source": "Withings"]) == ["metadata dogs 1"])
    #expect(try Self.find("dog", journal, ["on": "2026-03-05"]).isEmpty)
  }
}
