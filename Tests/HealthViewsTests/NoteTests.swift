import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// Notes: what their tags select, and who sees it.
@Suite(.enabled(if: Zones.arePresent)) struct NoteTests {
  static func note(
    _ number: Int, _ text: String?, _ tags: [String], _ span: TimeSpan
  ) -> HealthObject {
    Note(span: span, text: text, tags: tags).object(uuid: id(number))
  }

  private static func records(
    _ view: View, _ journal: ReplayedJournal, _ options: KeyValuePairs<String, String> = [:]
  ) throws -> [[String: Cell]] {
    var values = OptionValues()
    for (name, value) in options { values.add(value, to: name) }
    var request = ViewRequest(journal, values, now: at("2026-11-20T12:00:00Z").instant)
    return try view.table(&request).records()
  }

  // MARK: Where a tag is compared

  /// Journals of random samples and notes, with what was saved of each.
  private struct Trial {
    let journal: ReplayedJournal
    let objects: [HealthObject]
    let notes: [HealthObject]

    static func span(_ dice: inout Dice) -> TimeSpan {
      // Whole hours of two days, so that many spans touch.
      let start = 1_772_323_200 + 3_600 * dice.below(48)
      func time(_ seconds: Int) -> Timestamp {
        Timestamp(instant: Instant(microseconds: Int64(seconds) * 1_000_000), offsetMinutes: 60)
      }
      return TimeSpan(time(start), time(start + 3_600 * dice.pick([0, 0, 1, 2, 12])))
    }

    init(_ dice: inout Dice) throws {
      var saved: [HealthObject] = []
      for number in 1...20 {
        let type = dice.pick([steps, pulse])
        let unit = type == steps ? "count" : "count/min"
        saved.append(quantity(number, type, 60, unit, Self.span(&dice)))
      }
      let workout = WorkoutContent(
        activity: "HKWorkoutActivityTypeRunning", span: Self.span(&dice), duration: 600)
      saved.append(HealthObject(uuid: id(30), content: .workout(workout)))
      saved.append(
        HealthObject(
          uuid: id(31),
          content: .characteristic(
            Characteristic(type: CharacteristicType.dateOfBirth.identifier, value: "1985-05-12"))))
      var notes: [HealthObject] = []
      for number in 40..<40 + dice.below(6) {
        let tags = [["sick"], ["Sick", "travel"], ["travel"], ["sickness"], []]
        notes.append(NoteTests.note(number, "x", dice.pick(tags), Self.span(&dice)))
      }
      let gone = NoteTests.note(50, nil, ["sick"], Self.span(&dice))
      (objects, self.notes) = (saved + notes, notes)
      journal = try ViewTestSupport.journal { session in
        for object in saved + notes + [gone] { try session.save(object) }
        try session.ask(.delete(Deletion(objects: [gone.uuid])))
      }
    }

    /// The tags of an object in small letters, one note after the other.
    func tags(of object: HealthObject) -> Set<String> {
      guard let own = object.content.span else { return [] }
      var tags: Set<String> = []
      for note in notes {
        guard let span = note.content.span, span.start.instant <= own.end.instant,
          own.start.instant <= span.end.instant
        else { continue }
        tags.formUnion(Note.Words(stated: note.fields).tags.map { $0.lowercased() })
      }
      return tags
    }
  }

  static let comparisons: [(text: String, holds: @Sendable (Set<String>) -> Bool)] = [
    ("tag = sick", { $0.contains("sick") }), ("tag != SICK", { !$0.contains("sick") }),
    ("not (tag = sick)", { !$0.contains("sick") }), ("tag = none", { $0.isEmpty }),
    ("tag != none", { !$0.isEmpty }),
    ("tag in {sick, travel}", { !$0.isDisjoint(with: ["sick", "travel"]) }),
    ("tag not in {sick, travel}", { $0.isDisjoint(with: ["sick", "travel"]) }),
    ("tag beginsWith Sick", { $0.contains { $0.hasPrefix("sick") } }),
    ("tag like '*ess'", { $0.contains { $0.hasSuffix("ess") } }),
    ("tag contains rav", { $0.contains("travel") }),
    ("tag = sick and tag = travel", { $0.isSuperset(of: ["sick", "travel"]) }),
    ("tag = sick and metadata.no = none", { $0.contains("sick") }),
    ("tag = elsewhere", { _ in false }),
  ]

  @Test(arguments: 0..<40) func aTagHoldsForWhatTouchesItsTime(_ seed: Int) throws {
    var dice = Dice(seed)
    let trial = try Trial(&dice)
    for (text, holds) in Self.comparisons {
      let found = try PredicateTests.found(PredicateTests.query(text), in: trial.journal)
      let expected = trial.objects.filter { holds(trial.tags(of: $0)) }
        .map { Int($0.uuid.low) }.sorted()
      #expect(found == expected, "\(text)")
    }
  }

  @Test func tagsHaveNoOrder() throws {
    #expect(throws: PredicateProblem.self) {
      try PredicateTests.found(PredicateTests.query("tag < sick"), in: journal { _ in })
    }
  }

  // MARK: Rights

  private static let app = "com.example.app"

  /// A journal in which an app may read steps, and notes if it is `sees`; nil: it never asked.
  private static func shared(_ sees: AuthorizationStatus?) throws -> ReplayedJournal {
    try journal { session in
      try session.save(
        quantity(1, steps, 100, "count", span("2026-03-01T08:00:00Z", "2026-03-01T09:00:00Z")),
        quantity(2, steps, 50, "count", span("2026-03-02T08:00:00Z", "2026-03-02T09:00:00Z")),
        note(3, "flu", ["sick"], span("2026-03-01T00:00:00Z", "2026-03-01T20:00:00Z")))
      let own = sees.map { [AuthorizationGrant(Note.type, $0)] } ?? []
      try session.ask(
        .authorize(
          AuthorizationChange(
            source: app, share: [AuthorizationGrant(Note.type, .authorized)],
            read: [AuthorizationGrant(steps, .authorized)] + own)))
      try session.ask(
        .save(
          SaveRequest(objects: [
            Draft(note(4, nil, ["tired"], span("2026-03-02T07:00:00Z", "2026-03-02T08:00:00Z")))
          ])), by: app)
    }
  }

  @Test(arguments: [AuthorizationStatus.denied, .authorized, nil])
  func aSourceSeesNothingOfNotesThatItMayNotRead(_ status: AuthorizationStatus?) throws {
    let seen = try Self.shared(status).seen(by: Self.app)
    func found(_ text: String) throws -> [Int] {
      try PredicateTests.found(PredicateTests.query("type = steps and (\(text))"), in: seen)
    }
    let mayRead = status == .authorized
    #expect(try found("tag = sick") == (mayRead ? [1] : []))
    #expect(try found("tag != none") == (mayRead ? [1, 2] : [2]))
    #expect(try found("tag = tired") == [2])
    let chart = try NotedTime(seen).time(of: ["sick"])
    #expect(chart.touches(start: .min, end: .max) == mayRead)
    guard status != nil else {
      #expect(throws: ProjectionError.self) { try Self.records(.notes, seen) }
      #expect(throws: ProjectionError.self) { try Self.records(.compare, seen, ["tag": "sick"]) }
      #expect(try FindTests.find("flu", seen).isEmpty)
      return
    }
    let rows = try Self.records(.notes, seen)
    #expect(rows.count == (mayRead ? 2 : 1))
    #expect(try FindTests.find("flu", seen) == (mayRead ? ["note flu 1"] : []))
    let compared = try Self.records(.compare, seen, ["period": "2026-03", "tag": "sick"])
    #expect(compared.isEmpty == !mayRead)
  }

  // MARK: Views

  private static func week() throws -> ReplayedJournal {
    try journal { session in
      for day in 1...7 {
        let date = "2026-03-0\(day)"
        try session.save(
          quantity(
            day, steps, Double(1000 * day), "count", span(date + "T08:00:00Z", date + "T09:00:00Z")),
          quantity(10 + day, pulse, Double(60 + day), "count/min", span(date + "T10:00:00Z")))
      }
      // Of the 2nd and the 3rd whole, by the clocks of Berlin.
      try session.save(
        note(20, "flu", ["Sick"], span("2026-03-01T23:00:00Z", "2026-03-03T23:00:00Z")),
        note(21, nil, ["sick", "tired"], span("2026-03-06T12:00:00Z")),
        note(22, "new shoes", [], span("2026-03-04T12:00:00Z")))
    }
  }

  @Test func notesAreListedNewestFirst() throws {
    let journal = try Self.week()
    func texts(_ options: KeyValuePairs<String, String> = [:]) throws -> [Cell?] {
      try Self.records(.notes, journal, options).map { $0["text"] ?? $0["tags"] }
    }
    let tired = Cell.names(["sick", "tired"])
    #expect(try texts() == [tired, .text("new shoes"), .text("flu")])
    #expect(try texts(["tag": "SICK"]) == [tired, .text("flu")])
    #expect(try texts(["tag": "SICK", "limit": "1"]) == [tired])
    #expect(try texts(["tag": "tired", "tag": "sick", "to": "2026-03-04"]) == [.text("flu")])
    #expect(try texts(["where": "tag = sick"]) == [tired, .text("flu")])
  }

  @Test func notesAreFoundByTextAndTag() throws {
    let journal = try Self.week()
    #expect(try FindTests.find("SHOE", journal) == ["note new shoes 1"])
    #expect(try FindTests.find("sick", journal) == ["tag Sick 1", "tag sick 1"])
    let all = try FindTests.find("", journal)
    #expect(all.contains("tag tired 1") && !all.contains("note flu 1"))
  }

  /// The days of notes against the others, by the sums that a person would write down.
  @Test func taggedDaysAreComparedWithTheOthers() throws {
    let rows = try Self.records(
      .compare, try Self.week(), ["period": "2026-03", "tag": "sick"])
    func row(_ type: String) -> [String: Cell]? { rows.first { $0["type"] == .identifier(type) } }
    // The 2nd, 3rd and 6th: 2000, 3000 and 6000; the others 1000, 4000, 5000 and 7000.
    let walked = try #require(row(steps))
    #expect(walked["statistic"] == .text("dailyAverage"))
    #expect(walked["tagged"] == .number(11000.0 / 3) && walked["others"] == .number(4250))
    #expect(walked["days"] == .whole(3) && walked["otherDays"] == .whole(4))
    // One reading a day.
    let beats = try #require(row(pulse))
    #expect(beats["statistic"] == .text("average") && beats["others"] == .number(64.25))
    #expect(rows.count == 2)
    let none = try Self.records(.compare, try Self.week(), ["period": "2026-03", "tag": "no"])
    #expect(none.isEmpty)
  }

  @Test func aDayIsTaggedWhereANoteHasTimeInIt() throws {
    let journal = try Self.week()
    var zones = ZoneCatalogue()
    let calendar = DayCalendar(try zones.rules(named: "Europe/Berlin"))
    let first = try #require(CivilDate("2026-03-01")).dayNumber
    let time = try NotedTime(journal)
    let sick = time.time(of: ["sick"]).days(first..<first + 7, of: calendar)
    #expect(sick.sorted().map { $0 - first } == [1, 2, 5])
    #expect(
      time.ofAll.days(first..<first + 7, of: calendar).sorted().map { $0 - first } == [1, 2, 3, 5])
  }

  @Test func aChartMarksTheBinsOfATag() throws {
    let journal = try Self.week()
    var context = ViewContext()
    context.query.from = at("2026-02-28T23:00:00Z").instant
    context.query.to = at("2026-03-07T23:00:00Z").instant
    let chart = try #require(
      try ChartView.chart(of: steps, journal, in: context, step: .day, parts: 7))
    let marked = chart.marking(["sick", "tired"], of: try NotedTime(journal))
    #expect(
      marked.tagged.map(\.isTagged) == [
        [false, true, true, false, false, true, false],
        [false, false, false, false, false, true, false],
      ])
  }

  /// An imported note may break the rules; the times of one never end before they start.
  @Test func strangeNotesAreShown() throws {
    let journal = try journal { session in
      var strange = Self.note(1, nil, [], span("2026-03-01T08:00:00Z"))
      strange.fields = [Field("text", .number(1)), Field("tags", .list([.number(1), .text("a")]))]
      try session.ask(.save(SaveRequest(objects: [Draft(strange)], imported: true)))
    }
    #expect(try Self.records(.notes, journal).map { $0["tags"] } == [.names(["a"])])
    #expect(try PredicateTests.found(PredicateTests.query("tag = a"), in: journal) == [1])
  }
}
