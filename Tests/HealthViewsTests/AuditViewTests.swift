import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// The log, the history of an object, and the status.
@Suite struct LogTests {
  static func filled() throws -> ReplayedJournal {
    try journal { session in
      try session.ask(
        .authorize(
          AuthorizationChange(
            source: app, share: [.init(steps, .authorized), .init(pulse, .denied)])))
      try session.save(quantity(1, steps, 4321.5, "count", span("2026-11-20T08:00:00Z")))
      let own = Draft(quantity(2, steps, 98_765, "count", span("2026-11-20T08:00:00Z")))
      try session.ask(.save(SaveRequest(objects: [own])), by: app)
      try session.ask(.delete(Deletion(objects: [id(1)], reason: "twice")))
      try session.ask(
        .configure(
          Configuration(
            timeZone: "Asia/Tokyo", priority: [SourcePriority(type: "*", sources: ["secret"])])))
    }
  }

  static func log(_ change: (inout LogTable.Filter) -> Void = { _ in }) throws -> [String] {
    var filter = LogTable.Filter()
    change(&filter)
    return words(
      try LogTable.table(of: try filled(), filter: filter).records(), "seq", "by", "event")
  }

  @Test func everyEventHasARow() throws {
    #expect(
      try Self.log() == [
        "1 owner open", "2 owner authorize", "3 owner save", "4 \(app) origin", "5 \(app) save",
        "6 owner delete", "7 owner configure",
      ])
  }

  /// A filter and the rows that pass it.
  struct Case: Sendable {
    var rows: [String]
    var change: @Sendable (inout LogTable.Filter) -> Void

    init(_ rows: [String], _ change: @escaping @Sendable (inout LogTable.Filter) -> Void) {
      self.rows = rows
      self.change = change
    }
  }

  static let clock = Instant(microseconds: MemorySystem().now())
  static let cases: [Case] = [
    Case(["3 owner save", "5 \(app) save"]) { $0.kinds = [.save] },
    Case(["4 \(app) origin", "5 \(app) save"]) { $0.by = [app] },
    Case(["7 owner configure"]) { $0.limit = 1 },
    Case([]) { $0.limit = 0 },
    Case(["6 owner delete", "7 owner configure"]) { $0.firstSequence = 6 },
    Case(["1 owner open"]) { ($0.firstSequence, $0.lastSequence) = (0, 1) },
    Case([]) { $0.lastSequence = 0 },
    Case([]) { ($0.from, $0.to) = (clock, clock) },
    Case(["3 owner save"]) { ($0.from, $0.kinds, $0.by) = (clock, [.save], ["owner"]) },
    Case(["7 owner configure"]) {
      ($0.to, $0.kinds) = (clock.adding(microseconds: 1), [.configure])
    },
  ]

  @Test(arguments: cases) func filters(_ filter: Case) throws {
    #expect(try Self.log(filter.change) == filter.rows)
  }

  @Test func summariesNameTypesAndNoValues() throws {
    let table = try LogTable.table(of: try Self.filled(), filter: LogTable.Filter())
    let summaries = words(try table.records(), "summary")
    #expect(summaries[0].hasSuffix("days of Europe/Berlin"))
    #expect(
      Array(summaries.dropFirst()) == [
        "\(app), share denied for 1 type, share authorized for 1 type", "stepCount", app,
        "stepCount", "1 object: twice", "time zone Asia/Tokyo, source priority of 1 type",
      ])
  }

  static let secrets: [Event] = [
    .save(Save(objects: [quantity(1, steps, 31_415, "count", span("2026-11-20T08:00:00Z"))])),
    .save(Save(objects: [category(1, sleep, .name("31415"), span("2026-11-20T08:00:00Z"))])),
    .save(
      Save(objects: [
        HealthObject(
          uuid: id(1),
          content: .characteristic(
            Characteristic(type: "HKCharacteristicTypeIdentifierDateOfBirth", value: "31415")))
      ])),
    .save(
      Save(objects: [
        HealthObject(
          uuid: id(1),
          content: .summary(
            SummaryContent(date: "31415")))
      ])),
    .save(
      Save(
        objects: [
          WorkoutTests.workout(
            1, totals: [.totalDistance: Amount(31_415, "m")])
        ], workout: id(2), replaces: [id(3)])),
  ]

  @Test(arguments: secrets) func noValueIsInASummary(_ event: Event) {
    let text = EventSummary.text(event)
    #expect(!text.isEmpty && !text.contains("31415") && !text.contains("31,415"))
  }

  @Test func summariesOfTheRest() {
    #expect(EventSummary.text(nil) == "content erased")
    #expect(EventSummary.text(.erase(Erasure(lines: [3, 4], reason: "r"))) == "lines 3, 4: r")
    let lines: [UInt64] = [2, 4, 5, 6, 9, 10, 57]
    #expect(
      EventSummary.text(.erase(Erasure(lines: lines, reason: "r"))) == "lines 2, 4–6, 9, 10, 57: r")
    #expect(EventSummary.text(.erase(Erasure(lines: [3], reason: "r"))) == "line 3: r")
    let many = Erasure(lines: Array(stride(from: 2, to: 60, by: 2)), reason: "r")
    #expect(EventSummary.text(.erase(many)).hasSuffix("38, 40 and 9 more: r"))
    #expect(EventSummary.text(Self.secrets[4]) == "running workout, of a workout, replacing 1")
    var count = ImportCount(element: "Record")
    count.read = 5
    count.saved = 3
    let receipt = ImportReceipt(
      format: "apple-health", file: "e.xml", bytes: 1, sha256: "", counts: [count])
    #expect(
      EventSummary.text(.importReceipt(receipt)) == "apple-health, e.xml: 5 elements read, 3 saved")
    // The only element that is new is the date of the export, which is no object.
    var known = ImportCount(element: "HKQuantityTypeIdentifierStepCount")
    (known.read, known.known) = (1, 1)
    var again = receipt
    again.extent = ImportExtent(isComplete: true, types: [known])
    #expect(
      EventSummary.text(.importReceipt(again)) == "apple-health, e.xml: 1 object read, 0 saved")
  }
}

/// Lines as other programs may write them.
@Suite struct ForeignLineTests {
  /// A journal of these events and then of the lines that `change` makes of theirs, sealed anew.
  static func journal(
    _ events: [Event], _ change: (String) -> String = { $0 }
  ) throws -> ReplayedJournal {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    let opened = try ReplayedJournal("/j", on: system)
    var (bytes, chain) = (system["/j/events.ndjson"] ?? [], opened.head.chain)
    for (number, event) in events.enumerated() {
      var writer = JSONWriter()
      _ = LineCodec.append(
        event: event, by: EventActor.owner, sequence: UInt64(number) + 2,
        at: opened.head.at.adding(microseconds: Int64(number) * 1000),
        salt: Salt(random: (1, 2)), after: chain, to: &writer)
      let line = String(decoding: writer.bytes, as: UTF8.self)
      let content = Array(change(String(line.dropLast(JournalLimits.suffixBytes + 1))).utf8)
      chain = Chain.link(chain, Chain.digest(of: unsafe content.span.bytes))
      bytes += content + Array(",\"chain\":\"\(chain.hexText)\"}\n".utf8)
    }
    system["/j/events.ndjson"] = bytes
    return try ReplayedJournal("/j", on: system)
  }

  /// As many counts of an import as the format allows, of which each is as great as it allows.
  @Test func countsThatNoIntHoldsAreSummed() throws {
    let counts = (0..<2048).map { number in
      var count = ImportCount(element: "e\(number)")
      (count.read, count.saved) = (1 << 53, 1 << 53)
      return count
    }
    let receipt = ImportReceipt(
      format: "f", file: "e.xml", bytes: 1, sha256: "00", first: 2, last: 2, counts: counts)
    let journal = try Self.journal([.importReceipt(receipt)]) {
      $0.replacing(#""event":"import""#, with: #""event" : "import""#)
    }
    #expect(try RecordedTimes(journal).imports.map(\.lines) == [2...2])
    let log = try LogTable.table(of: journal, filter: LogTable.Filter()).records()
    #expect(
      word(log[1]["summary"] ?? .missing)
        == "f, e.xml: 18446744073709551616 elements read, 18446744073709551616 saved")
  }

  /// The same of what vanished: `imports` shows the greatest number that there is.
  @Test func whatVanishedIsSummedUpToTheGreatestNumber() throws {
    let vanished = (0..<2048).map { VanishedCount(type: "t\($0)", count: 1 << 53) }
    let receipt = ImportReceipt(
      format: "f", file: "e.xml", bytes: 1, sha256: "00",
      extent: ImportExtent(isComplete: true, compared: 2, vanished: vanished))
    let journal = try Self.journal([.importReceipt(receipt)])
    var request = ViewRequest(journal, OptionValues(), now: .epoch)
    let row = try #require(try ImportsView.table(&request).records().first)
    #expect(row["vanished"] == .whole(.max))
  }

  /// Some characters of a uuid as JSON's escapes, in either case of their digits and letters.
  static let spellings: [@Sendable (Character) -> String] = [
    { $0 == "-" ? #"\u002d"# : String($0) }, { $0 == "-" ? #"\u002D"# : $0.lowercased() },
    { "\\u00" + String($0.asciiValue ?? 0, radix: 16) },
  ]

  @Test(arguments: spellings.indices) func aUUIDIsFoundHoweverItIsWritten(_ spelling: Int) throws {
    let time = span("2026-11-20T08:00:00Z")
    let events: [Event] = [
      .save(Save(objects: [quantity(1, pulse, 61, "count/min", time)])),
      .save(Save(objects: [quantity(2, pulse, 62, "count/min", time)])),
      .save(Save(objects: [quantity(3, pulse, 63, "count/min", time)], replaces: [id(1)])),
      .delete(Deletion(objects: [id(3)], reason: "wrong")),
    ]
    let journal = try Self.journal(events) { line in
      [1, 3].reduce(line) { line, number in
        let uuid = id(number).description
        return line.replacing(uuid, with: uuid.map(Self.spellings[spelling]).joined())
      }
    }
    #expect(
      try HistoryTests.history(journal, 1) == ["save saved 61", "save replaced by \(id(3)) -"])
    #expect(
      try HistoryTests.history(journal, 3)
        == ["save saved as a newer version 63", "delete deleted: wrong -"])
    #expect(try HistoryTests.history(journal, 2) == ["save saved 62"])
    let latest = try LatestExplanation.table(of: pulse, journal, in: ViewContext(ViewQuery()))
    #expect(
      words(try latest.records(), "what", "value", "by", "note").dropFirst() == [
        "removed 63 line 5 deleted: wrong", "chosen 62 - -",
      ])
  }

  /// The format ends codes at 2^53, up to which a double holds every whole number.
  @Test(arguments: [
    ("9007199254740992", true), ("-9007199254740992", true), ("1e15", true),
    ("9007199254740994", false), ("-9007199254740994", false), ("1e18", false), ("0.5", false),
  ])
  func codesEndWhereTheFormatSays(_ value: String, _ isRead: Bool) throws {
    let event = Event.save(
      Save(objects: [category(1, sleep, .code(-31_415), span("2026-11-20T08:00:00Z"))]))
    // With a space it is no canonical line, and takes the general way.
    for space in ["", " "] {
      let journal = Result {
        try Self.journal([event]) { $0.replacing("-31415", with: space + value) }
      }
      #expect(((try? journal.get()) != nil) == isRead)
      if !isRead { #expect(throws: JournalError.self) { try journal.get() } }
    }
  }
}

/// What happened to one object.
@Suite struct HistoryTests {
  static func history(_ journal: ReplayedJournal, _ number: Int) throws -> [String] {
    words(try HistoryTable.table(of: [id(number)], in: journal).records(), "event", "what", "value")
  }

  static func version(_ number: Int, _ version: Double) -> Draft {
    var object = quantity(number, steps, version * 10, "count", span("2026-11-20T08:00:00Z"))
    object.metadata[MetadataName.syncIdentifier] = .string("walk")
    object.metadata[MetadataName.syncVersion] = .number(version)
    return Draft(object)
  }

  @Test func savedReplacedDeleted() throws {
    let journal = try journal { session in
      try session.ask(.save(SaveRequest(objects: [Self.version(1, 1)])))
      try session.ask(.save(SaveRequest(objects: [Self.version(2, 2)])))
      try session.ask(.delete(Deletion(objects: [id(2)], reason: "wrong")))
    }
    let versions = [
      "save saved 10", "save saved as a newer version 20", "delete deleted: wrong -",
    ]
    #expect(try Self.history(journal, 1) == versions)
    #expect(try Self.history(journal, 2) == versions)
    #expect(try Self.history(journal, 3) == [])
    #expect(journal.tables.liveCount == 0)
  }

  /// A line may hold a newer version of one object and others that are new.
  @Test func onlyANewerVersionIsCalledSo() throws {
    let journal = try journal { session in
      try session.ask(.save(SaveRequest(objects: [Self.version(1, 1)])))
      let other = Draft(quantity(3, steps, 7, "count", span("2026-11-20T09:00:00Z")))
      try session.ask(.save(SaveRequest(objects: [other, Self.version(2, 2)])))
    }
    #expect(try Self.history(journal, 3) == ["save saved 7"])
    #expect(
      try Self.history(journal, 2) == ["save saved 10", "save saved as a newer version 20"])
  }

  @Test func membersAndWorkouts() throws {
    let time = span("2026-11-20T08:00:00Z")
    let meal = CorrelationContent(type: "Meal", span: time, members: [id(1)])
    let journal = try journal { session in
      try session.save(quantity(1, steps, 1, "count", time))
      try session.save(HealthObject(uuid: id(2), content: .correlation(meal)))
      try session.save(WorkoutTests.workout(3))
      try session.save(quantity(4, steps, 1, "count", time), workout: id(3))
    }
    #expect(try Self.history(journal, 1) == ["save saved 1", "save member of \(id(2)) -"])
    #expect(
      try Self.history(journal, 3)
        == ["save saved 3000", "save a sample added to the workout -"])
  }

  @Test func statusIsOneRow() throws {
    let journal = try LogTests.filled()
    let row = try #require(try StatusTable.table(of: journal).records().first)
    #expect(
      words([row], "format", "seq", "events", "objects", "timeZone", "unread")
        == ["2 7 7 1 Asia/Tokyo -"])
    #expect(row["bytes"] == .whole(Int(journal.head.offset)))
    #expect(row["chain"] == .text(journal.head.chainText))
    #expect(row["first"] == row["last"])
  }
}

/// Lines and objects, decoded and whole.
@Suite struct ShownLineTests {
  static func shown(
    _ journal: ReplayedJournal, _ line: UInt64
  ) throws -> (rows: [String], pages: [[String]]) {
    var lines = try ShownLines(of: journal)
    #expect(try lines.add(.line(line)))
    let rows = try lines.table.records().map { record in
      words([record], "seq", "event", "what", "uuid")[0]
    }
    let pages = try lines.pages.map { words(try $0.records(), "field", "value") }
    return (rows, pages)
  }

  @Test func aLineWithAnObject() throws {
    let journal = try LogTests.filled()
    let (rows, pages) = try Self.shown(journal, 3)
    #expect(rows == ["3 save saved \(id(1))"])
    #expect(pages.count == 2 && pages[0].contains("event save"))
    #expect(pages[1].contains("value 4321.5 count") && pages[1].contains("type \(steps)"))
    #expect(pages[1].last == "line 6 deleted: twice, by owner")
  }

  @Test func aDeletionShowsWhatItDeleted() throws {
    let (rows, pages) = try Self.shown(try LogTests.filled(), 6)
    #expect(rows == ["6 delete deleted: twice \(id(1))"])
    #expect(pages[1].contains("value 4321.5 count"))
  }

  @Test func aLineWithoutObjects() throws {
    let (rows, pages) = try Self.shown(try LogTests.filled(), 2)
    #expect(rows.count == 1 && pages.count == 1)
    #expect(pages[0].contains("share stepCount authorized"))
    #expect(pages[0].contains("share heartRate denied"))
  }

  @Test func whatRevertedALineIsShown() throws {
    let settings = Configuration(timeZone: "Asia/Tokyo")
    let journal = try journal { session in
      try session.ask(.configure(settings))
      try session.save(quantity(1, steps, 1, "count", span("2026-11-20T08:00:00Z")))
      try session.commit()
      let plan = try session.plan(
        revertOf: [LineRun(2, 3)], by: EventActor.owner, reason: "not so")
      _ = try session.perform(plan, by: EventActor.owner, widensRights: false)
    }
    #expect(try Self.shown(journal, 2).pages[0].last == "line 4 reverted: not so, by owner")
    #expect(
      try Self.shown(journal, 3).pages[1].last == "line 4 its save was reverted, by owner")
  }

  @Test func aSourceIsShownWhatItMaySee() throws {
    let journal = try LogTests.filled().seen(by: app, at: Instant(microseconds: .max))
    var lines = try ShownLines(of: journal)
    #expect(try !lines.add(.line(3)) && !lines.add(.object(id(1))))
    #expect(try lines.add(.object(id(2))))
    #expect(words(try lines.table.records(), "seq", "uuid") == ["5 \(id(2))"])
  }

  @Test func linesThatAreNotThere() throws {
    var lines = try ShownLines(of: try LogTests.filled())
    #expect(try !lines.add(.line(99)) && !lines.add(.line(0)) && !lines.add(.object(id(99))))
  }
}

/// A newer version by which a person corrects a sample: it has the place of the old one.
@Suite struct CorrectionTests {
  static let time = span("2026-11-20T08:00:00Z", "2026-11-20T08:10:00Z")

  static func correct(
    _ older: Int, by newer: HealthObject, workout: Int? = nil, _ session: inout JournalSession
  ) throws {
    try session.ask(
      .save(
        SaveRequest(
          objects: [Draft(newer)], workout: workout.map { id($0) }, replaces: [id(older)])))
  }

  @Test func itsHistoryIsOne() throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 10, "count", Self.time))
      try Self.correct(1, by: quantity(2, steps, 20, "count", Self.time), &session)
      try Self.correct(2, by: quantity(3, steps, 30, "count", Self.time), &session)
    }
    for number in 1...3 {
      #expect(
        try HistoryTests.history(journal, number) == [
          "save saved 10", "save saved as a newer version 20", "save saved as a newer version 30",
        ])
    }
    #expect(journal.tables.liveCount == 1)
    var lines = try ShownLines(of: journal)
    #expect(try lines.add(.object(id(1))))
    #expect(
      words(try lines.pages[1].records(), "field", "value").suffix(2) == [
        "line 3 replaced by \(id(2)), by owner", "line 4 replaced by \(id(3)), by owner",
      ])
  }

  /// The line says that it is a correction; a part of it, or any other line, says nothing of that.
  @Test func onlyTheWholeIsACorrection() throws {
    let object = quantity(2, steps, 20, "count", Self.time)
    let save = Save(objects: [object], replaces: [id(1)], isCorrection: true)
    #expect(save.corrected == id(1) && Event.save(save).leastFormat == 2)
    #expect(save.keeping([object], replacing: []).isCorrection == false)
    #expect(save.keeping([object], replacing: [id(1)]) == save)
    #expect(Save(objects: [object], replaces: [id(1)]).corrected == nil)
  }

  /// A correlation and a workout have the newer version in place of the old one.
  @Test func itIsAPartOfWhatTheOldOneWas() throws {
    let meal = CorrelationContent(type: "Meal", span: Self.time, members: [id(1)])
    let journal = try journal { session in
      try session.save(quantity(1, steps, 10, "count", Self.time))
      try session.save(HealthObject(uuid: id(2), content: .correlation(meal)))
      try Self.correct(1, by: quantity(3, steps, 20, "count", Self.time), &session)
      try session.save(WorkoutTests.workout(4))
      let inside = quantity(5, pulse, 90, "count/min", WorkoutTests.whole)
      try session.save(inside, workout: id(4))
      var newer = inside
      newer.uuid = id(6)
      newer.content = quantity(6, pulse, 95, "count/min", WorkoutTests.whole).content
      try Self.correct(5, by: newer, workout: 4, &session)
    }
    let columns = try #require(journal.tables.columns(of: steps))
    let row = try #require((0..<columns.count).first { columns.uuids[$0] == id(3) })
    #expect(columns.flags[row].contains(.member))
    let table = try WorkoutsView.table(of: journal, in: ViewContext(), showingSamples: true)
    let record = try #require(try table.records().first)
    #expect(word(record["samples"] ?? .missing).contains("95"))
    #expect(!word(record["samples"] ?? .missing).contains("90"))
  }
}

/// Sorting, dropping and turning tables.
@Suite struct ShapingTests {
  static let table = Table(
    columns: [Column("a", .number), Column("b"), Column("c")],
    rows: [
      [.number(2), .text("x"), .missing], [.missing, .text("y"), .missing],
      [.whole(1), .text("z"), .missing], [.number(2), .text("w"), .missing],
    ])

  /// `--limit` keeps the newest rows where they stand; of one time the last, of no time the first.
  @Test(
    arguments: [
      (1, ["c"]), (2, ["b", "c"]), (3, ["a", "b", "c"]), (4, ["x", "a", "b", "c"]), (9, nil),
      (nil, nil),
    ] as [(Int?, [String]?)])
  func newestStayWhereTheyStand(_ count: Int?, _ expected: [String]?) throws {
    func day(_ number: Int) -> Cell { .day(CivilDate(dayNumber: number)) }
    let table = Table(
      columns: [Column("name"), Column(.date, .time)],
      rows: [
        [.text("x"), .missing], [.text("a"), day(1)], [.text("b"), day(2)], [.text("y"), .missing],
        [.text("c"), day(2)],
      ])
    #expect(
      words(try table.newest(count).records(), "name") == expected ?? ["x", "a", "b", "y", "c"])
    let undated = try Self.table.newest(2)
    #expect(words(try undated.records(), "b") == ["x", "y"])
  }

  /// What is no number is written as missing, and stands where missing cells do.
  @Test func sortedPutsKindsTogetherAndWhatIsNoNumberLast() throws {
    let cells: [Cell] = [
      .text("x"), .number(.infinity), .number(2), .identifier("w"), .missing, .whole(1),
      .number(.nan), .text("v"), .number(3),
    ]
    let table = Table(columns: [Column("a", .number)], rows: cells.map { [$0] })
    func sorted(_ descending: Bool) throws -> [String] {
      try table.sorted(by: 0, descending: descending).allRows().map { word($0[0].finite) }
    }
    #expect(try sorted(false) == ["1", "2", "3", "v", "w", "x", "-", "-", "-"])
    #expect(try sorted(true) == ["x", "w", "v", "3", "2", "1", "-", "-", "-"])
  }

  @Test func sortedKeepsEqualOnesAndPutsMissingLast() throws {
    #expect(
      words(try Self.table.sorted(by: 0, descending: false).records(), "b") == ["z", "x", "w", "y"])
    #expect(
      words(try Self.table.sorted(by: 0, descending: true).records(), "b") == ["x", "w", "z", "y"])
    #expect(
      words(try Self.table.sorted(by: 2, descending: true).records(), "b") == ["x", "y", "z", "w"])
    #expect(
      words(try Self.table.sorted(by: 1, descending: true).records(), "b") == ["z", "y", "x", "w"])
  }

  @Test func emptyColumnsGo() throws {
    #expect(try Self.table.withoutEmptyColumns().columns.map(\.field) == ["a", "b"])
    let none = try Table(columns: [Column("a")], rows: []).withoutEmptyColumns()
    #expect(none.columns.isEmpty)
  }

  @Test func samplesInEachOrder() throws {
    let spans = [("08", "12"), ("07", "13"), ("09", "10"), ("07", "12")].map {
      span("2026-11-20T\($0):00:00Z", "2026-11-20T\($1):00:00Z")
    }
    let journal = try journal { session in
      for (number, span) in spans.enumerated() {
        try session.save(quantity(number, steps, Double(number), "count", span))
      }
    }
    func shown(_ order: String? = nil, _ query: ViewQuery = ViewQuery()) throws -> [String] {
      let table = try SamplesView.table(
        of: journal, in: ViewContext(query), order: order.map { SamplesView.order($0) })
      return words(try table.records(), "value")
    }
    #expect(try shown() == ["3", "1", "0", "2"])
    #expect(try shown("seq") == ["0", "1", "2", "3"])
    #expect(try shown("-seq") == ["3", "2", "1", "0"])
    #expect(try shown("start") == ["3", "1", "0", "2"])
    #expect(try shown("end") == ["2", "3", "0", "1"])
    #expect(try shown("endDate") == ["2", "3", "0", "1"])
    #expect(try shown("-end") == ["1", "3", "0", "2"], "equal ones keep their order")
    var query = ViewQuery()
    query.from = at("2026-11-20T12:00:00Z").instant
    query.to = at("2026-11-20T08:00:00Z").instant
    query.limit = 1
    #expect(try shown(nil, query) == ["1"], "the newest of those that touch the window")
  }
}
