import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// Which names are one source.
@Suite struct SourceNameTests {
  @Test(arguments: [
    ("Watch", "Watch"), ("", ""), (" ", ""), ("\u{A0}", ""), ("Anna’s\u{A0}Watch", "Anna’s Watch"),
    ("Anna’s Watch \u{A0} ", "Anna’s Watch"), (" Watch", " Watch"), ("\u{A0}\u{A0}W", "  W"),
    ("à\u{E0}\u{420}\u{4A0}😀\u{A0}", "à\u{E0}\u{420}\u{4A0}😀"), ("a\u{A0}\u{301}", "a \u{301}"),
  ]) func blanksAtTheEndAndTheirKindMakeNoOtherSource(_ name: String, _ folded: String) {
    #expect(Array(SourceName.folded(name).utf8) == Array(folded.utf8))
  }

  @Test(arguments: [
    ("Anna's Apple Watch", "Anna’s Apple\u{A0}Watch", true),
    ("Anna’s Watch", "Anna's Watch ", true),
    ("Anna's Watch", "anna’s Watch", false), ("Annas Watch", "Anna’s Watch", false),
    ("\u{A0}", "", true), ("A\u{A0}", "A", true), ("A B", "A  B", false),
  ]) func aNameIsMeantAsAKeyboardWritesIt(_ asked: String, _ name: String, _ isMeant: Bool) {
    #expect(SourceName.means(asked, name) == isMeant && SourceName.means(name, asked) == isMeant)
  }

  /// Given a source and a device with Apple's signs, when a person types their names, then both are
  /// found: by `--source`, in predicates, by `find`, in the part of an export that an import takes.
  @Test(arguments: ["Anna’s Apple\u{A0}Watch", "Anna’s Apple Watch", "Anna's Apple Watch"])
  func aSourceIsFoundAsItIsTyped(_ asked: String) throws {
    let name = "Anna’s Apple\u{A0}Watch"
    let time = span("2026-01-01T08:00:00Z")
    let object = quantity(1, steps, 5, "count", time)
    let journal = try journal("UTC") { session in
      try session.save(object, source: name)
      try session.save(quantity(2, steps, 6, "count", time), device: Device(name: name))
      try session.save(quantity(3, steps, 7, "count", time), source: "Anna")
    }
    func uuids(_ fill: (inout ViewQuery) throws -> Void) throws -> [Cell] {
      var context = ViewContext()
      try fill(&context.query)
      return try SamplesView.table(of: journal, in: context).column("uuid")
    }
    let (first, second) = (Cell.text(id(1).description), Cell.text(id(2).description))
    #expect(try uuids { $0.sources = [asked] } == [first])
    #expect(try uuids { $0.predicate = try HealthPredicate("source = \"\(asked)\"") } == [first])
    #expect(
      try uuids { $0.predicate = try HealthPredicate("source beginsWith \"\(asked.dropLast())\"") }
        == [first])
    #expect(try uuids { $0.predicate = try HealthPredicate("device = \"\(asked)\"") } == [second])
    #expect(try FindTests.find(asked, journal) == ["source \(name) 1", "source owner 1"])
    let part = ImportSelection(sources: [asked])
    #expect(part.takes(object.content, source: name) && !part.takes(object.content, source: "Anna"))
    var values = OptionValues()
    values.add(asked, to: "source")
    var request = ViewRequest(journal, values, now: time.start.instant)
    let selection = try ObjectSelection(&request)
    let origins = [name, "Anna"].map { Origin(source: Source(name: $0)) }
    let taken = origins.map { origin in
      selection.takes(object.content, names: journal.tables.names(origin, by: app))
    }
    #expect(taken == [true, false])
  }

  /// A label of rows, typed, means what states its name and its bundle or hardware, by every door.
  @Test(arguments: [
    ("Anna’s iPhone (iPhone14,5)", [1]), ("Anna's iPhone (iPhone9,1)", [2]),
    ("Anna’s\u{A0}iPhone (com.a)", [4]), ("Anna's iPhone", [1, 2, 3, 4]),
    ("iPhone (iPhone14,5)", []), ("Anna's iPhone (iPhone9)", []), ("com.a", [4, 5]),
    ("Run (iPhone14,5)", [5]), ("Run (com.a)", [5]),
  ]) func aLabelMeansOneSource(_ asked: String, _ expected: [Int]) throws {
    let (name, time) = ("Anna’s\u{A0}iPhone", span("2026-01-01T08:00:00Z"))
    let device = Device(model: "iPhone", hardware: "iPhone14,5")
    let origins = [
      Origin(source: Source(name: name), device: device),
      Origin(source: Source(name: name), device: Device(hardware: "iPhone9,1")),
      Origin(source: Source(name: name)), Origin(source: Source(name: name, bundle: "com.a")),
      Origin(source: Source(name: "Run", bundle: "com.a"), device: device),
    ]
    let journal = try journal("UTC") { session in
      for (number, origin) in origins.enumerated() {
        try session.save(
          quantity(1 + number, steps, 5, "count", time), source: origin.source.name,
          bundle: origin.source.bundle, device: origin.device)
      }
    }
    func found(_ fill: (inout ViewQuery) throws -> Void) throws -> [Cell] {
      var context = ViewContext()
      try fill(&context.query)
      return try SamplesView.table(of: journal, in: context).column("uuid")
        .sorted { word($0) < word($1) }
    }
    func cells(_ numbers: [Int]) -> [Cell] { numbers.map { .text(id($0).description) } }
    #expect(try found { $0.sources = [asked] } == cells(expected))
    let others = (1...5).filter { !expected.contains($0) }
    for (words, numbers) in [("source =", expected), ("source !=", others)] {
      let predicate = try HealthPredicate("\(words) \"\(asked)\"")
      #expect(try found { $0.predicate = predicate } == cells(numbers))
    }
    // A part of a name is no part of what a label has behind it.
    let predicate = try HealthPredicate("source contains iphone14")
    #expect(try found { $0.predicate = predicate } == [])
    var values = OptionValues()
    values.add(asked, to: "source")
    var request = ViewRequest(journal, values, now: time.start.instant)
    let selection = try ObjectSelection(&request)
    let object = quantity(1, steps, 5, "count", time)
    let taken = (1...5).filter { number in
      let names = journal.tables.names(origins[number - 1], by: EventActor.owner)
      return selection.takes(object.content, names: names)
    }
    #expect(taken == expected)
  }

  /// Samples of names that are one source, and of those that metadata call entered by hand.
  private static func saved(_ seed: Int, _ type: String) throws -> ReplayedJournal {
    var dice = Dice(seed)
    let names = ["Watch", "Watch\u{A0}", "Anna’s Phone", "Anna’s\u{A0}Phone", "Health", "owner"]
    return try journal("UTC") { session in
      for number in 0..<20 {
        let hour = 10 + dice.below(10)
        let time = span("2026-01-0\(1 + dice.below(5))T\(hour):00:00Z")
        var object =
          type == sleep
          ? category(number, sleep, .code(3), TimeSpan(from: time.start, seconds: 600))
          : quantity(number, type, 5, type == steps ? "count" : "count/min", time)
        if dice.below(3) == 0 { object.metadata["HKWasUserEntered"] = .boolean(true) }
        let source = dice.below(7)
        try session.save(object, source: source < names.count ? names[source] : nil)
      }
    }
  }

  /// A source has one name, wherever sources are shown apart.
  @Test(arguments: Counts.seeds(1...12)) func aSourceHasOneName(_ seed: Int) throws {
    for type in [steps, pulse, sleep] {
      let journal = try Self.saved(seed, type)
      func names(_ rows: [[String: Cell]]) -> Set<String> {
        Set(rows.compactMap { $0["source"].map(word) })
      }
      let shown = names(try SourcesView.table(of: journal, in: ViewContext()).records())
      #expect(shown.count > 1 && shown.count < 6)
      let apart = try daily(journal) { $0.sources = .separate }
      #expect(names(apart) == shown)
      var explained: Set<String> = []
      for day in Set(words(apart, "day")) {
        let rows = try DailyExplanationTests.records(journal, type, day: day) {
          $0.sources = .separate
        }
        explained.formUnion(names(rows.filter { $0["what"] == .text("total") }))
      }
      #expect(explained == shown)
      if type == sleep {
        let nights = try SleepView.table(of: journal, in: ViewContext(), SleepView.Rule(.separate))
        #expect(names(try nights.records()) == shown)
      }
      let statistics = try StatisticsTests.rows(journal, type) { $0.separatesSources = true }
      #expect(names(statistics) == shown)
    }
  }

  /// Given a source under two spellings, when it is listed, then its first and last moments are
  /// those of the samples of both, whichever was saved first.
  @Test(arguments: [["Watch", "Watch\u{A0}"], ["Watch\u{A0}", "Watch"], ["Watch", "Watch"]])
  func aSourceGoesFromItsFirstToItsLastMoment(_ names: [String]) throws {
    let early = span("2026-01-01T08:00:00Z", "2026-01-01T08:30:00Z")
    let late = span("2026-01-02T08:00:00Z", "2026-01-02T09:00:00Z")
    for times in [[early, late], [late, early]] {
      let journal = try journal("UTC") { session in
        for (number, time) in times.enumerated() {
          let object = quantity(number, steps, 5, "count", time)
          try session.save(object, source: names[number])
        }
      }
      let rows = try SourcesView.table(of: journal, in: ViewContext()).records()
      #expect(rows.map { $0["samples"] } == [.whole(2)])
      #expect(rows.map { $0["first"] } == [Cell(utc: early.start.instant)])
      #expect(rows.map { $0["last"] } == [Cell(utc: late.end.instant)])
    }
  }

  /// The order is the one by which figures count, whatever window is shown: Zeta's first sample
  /// lies before it.
  @Test func theOrderOfAWindowIsThatOfAllTime() throws {
    let journal = try journal("UTC") { session in
      let times = [
        ("Zeta", span("2025-01-01T08:00:00Z", "2025-01-01T08:10:00Z")),
        ("Alpha", span("2026-01-01T08:00:00Z", "2026-01-01T08:10:00Z")),
        ("Beta", span("2026-03-10T08:00:00Z", "2026-03-10T08:10:00Z")),
        ("Zeta", span("2026-03-10T08:00:00Z", "2026-03-10T08:10:00Z")),
      ]
      for (number, (source, time)) in times.enumerated() {
        try session.save(quantity(number, steps, Double(number), "count", time), source: source)
      }
    }
    var context = ViewContext()
    context.query.from = at("2026-03-10T00:00:00Z").instant
    context.query.to = at("2026-03-11T00:00:00Z").instant
    let rows = try SourcesView.table(of: journal, in: context).records()
    #expect(words(rows, "rank", "source", "samples") == ["1 Beta 1", "3 Zeta 1"])
    #expect(rows[1]["first"] == Cell(utc: at("2026-03-10T08:00:00Z").instant))
    #expect(words(try daily(journal, context.query), "sum") == ["2"])
    context.query.predicate = try HealthPredicate("source = Zeta")
    let own = try SourcesView.table(of: journal, in: context).records()
    #expect(words(own, "rank", "source") == ["3 Zeta"])
  }

  /// What was entered by hand keeps its name, also beside a source that is the same but for a
  /// blank.
  @Test func whatWasEnteredByHandIsTheOwners() throws {
    let journal = try journal("UTC") { session in
      let time = span("2026-01-01T08:00:00Z")
      try session.save(quantity(1, steps, 5, "count", time))
      try session.save(quantity(2, steps, 6, "count", time), source: "owner ")
    }
    let rows = try SourcesView.table(of: journal, in: ViewContext()).records()
    #expect(words(rows, "source", "samples") == ["owner 2"])
  }
}
