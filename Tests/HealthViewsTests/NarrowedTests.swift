import HealthEvents
import HealthModel
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthTables
@testable import HealthViews

/// Views that read only a few blocks of a snapshot show what all lines give.
@Suite(.enabled(if: Zones.arePresent)) struct NarrowedTests {
  private static let first = 19_000
  private static let days = 300

  private static func time(_ minute: Int) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: Int64(minute) * 60), offsetMinutes: 60)
  }

  private static func span(_ minute: Int) -> TimeSpan {
    TimeSpan(time(minute), time(minute + 1))
  }

  /// Mostly in the order of time; some come late, and some last for days.
  private static func object(_ number: Int, of count: Int, _ dice: inout Dice) -> HealthObject {
    let near = (first + number * days / count) * 1440 + dice.below(1440)
    let kind = dice.below(4)
    // Of steps only a few, so that most blocks have a time of their own.
    let late = dice.below(kind < 2 ? 60 : 3000) == 0
    let start = late ? (first + dice.below(days)) * 1440 : near
    let length = dice.below(200) == 0 ? dice.below(5000) : dice.below(40)
    let span = TimeSpan(time(start), time(start + length))
    let zone = dice.below(9) == 0 ? "Asia/Kathmandu" : nil
    let value = Double(dice.below(1000)) / 8
    switch kind {
    case 0:
      var object = quantity(number, pulse, value, "count/min", span, zone: zone)
      if number % 7 == 0, case .quantity(var sample) = object.content {
        sample.series = SeriesSummary(minimum: value - 1, maximum: value + Double(number % 40))
        object.content = .quantity(sample)
      }
      return object
    case 1:
      return quantity(number, energy, value, dice.below(500) == 0 ? "kJ" : "kcal", span)
    default: return quantity(number, steps, value, "count", span, zone: zone)
    }
  }

  /// A journal with a snapshot, and some lines after it.
  private static func system(
    _ dice: inout Dice, newLines: Int, devices: Bool = true
  ) throws -> MemorySystem {
    let count = 6000
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    try add(0..<count - newLines, of: count, devices, to: system, &dice) { session, dice in
      let dead = Set((0..<count / 50).map { _ in id(dice.below(count - newLines)) })
      try session.ask(.delete(Deletion(objects: dead.sorted(), reason: nil)))
    }
    _ = try ReplayedJournal("/j", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
    try add(count - newLines..<count, of: count, devices, to: system, &dice) { _, _ in }
    return system
  }

  private static func add(
    _ numbers: Range<Int>, of count: Int, _ devices: Bool = true, to system: MemorySystem,
    _ dice: inout Dice,
    _ body: (inout JournalSession, inout Dice) throws -> Void
  ) throws {
    var session = try JournalSession.open(
      "/j", on: system, snapshots: SnapshotPolicy(leastBytes: .max))
    for number in numbers {
      let sources = number < count / 3 ? ["Phone"] : ["Phone", "Watch", "App"]
      let object = object(number, of: count, &dice)
      // A phone, and another one of that name, which is used beside it or takes its place.
      let hardware = number > count - 400 || dice.below(90) == 0 ? "iPhone15,2" : "iPhone12,1"
      let states = devices && (object.content.type != energy || number % 2 == 0)
      let source = sources[dice.below(sources.count)]
      try session.save(
        object, source: source,
        device: source == "Phone" && states ? Device(model: "iPhone", hardware: hardware) : nil)
    }
    try body(&session, &dice)
    try session.commit()
  }

  private static func read(
    _ system: MemorySystem, _ asOf: AsOf = .now, whole: Bool
  ) throws -> ReplayedJournal {
    try ReplayedJournal(
      "/j", on: system, asOf: asOf, fromFirstLine: whole,
      snapshots: SnapshotPolicy(leastBytes: .max))
  }

  /// Of an earlier line too, with what was deleted before it and after it.
  @Test(arguments: [true, false]) func daysAndLatestOfEarlierLinesAreThoseOfAllLines(
    _ devices: Bool
  ) throws {
    var dice = Dice(devices ? 11 : 12)
    let system = try Self.system(&dice, newLines: 300, devices: devices)
    for round in 0..<4 {
      // Deletes what counts now, some of it the first of a source or the latest.
      let kept = try Self.read(system, whole: true)
      let tables = kept.tables
      let number = Int(try #require(tables.types.number(of: steps)))
      let columns = tables.columns(number)
      let live = columns.liveRows()
      let first = try #require(live.min { columns.starts[$0] < columns.starts[$1] })
      let last = try #require(live.max { columns.ends[$0] < columns.ends[$1] })
      let some = (0..<20).map { _ in live[dice.below(live.count)] }
      let dead = Set(([first, last] + some).map { columns.uuids[$0] }).sorted()
      try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
        try session.ask(.delete(Deletion(objects: dead, reason: nil)))
      }
      if round == 1 {
        _ = try ReplayedJournal("/j", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
      }
    }
    let head = try Self.read(system, whole: false).head.sequence
    let moments = (0..<8).map { _ in UInt64(dice.below(Int(head) - 200)) + 200 } + [head - 1, head]
    for moment in moments {
      let (kept, whole) = (
        try Self.read(system, .sequence(moment), whole: false),
        try Self.read(system, .sequence(moment), whole: true)
      )
      if !devices, moment < head - 10 { try Self.requireFewRows(kept) }
      for _ in 0..<12 {
        let context = ViewContext(Self.query(&dice))
        let daily = try DailyView.table(of: kept, in: context).records()
        #expect(try daily == DailyView.table(of: whole, in: context).records(), "\(moment)")
        let latest = try LatestView.table(of: kept, in: context).records()
        #expect(try latest == LatestView.table(of: whole, in: context).records(), "\(moment)")
        let sources = try SourcesView.table(of: kept, in: context).records()
        #expect(try sources == SourcesView.table(of: whole, in: context).records())
      }
      for query in [ViewQuery(), Self.of(steps), Self.of(pulse)] {
        let latest = try LatestView.table(of: kept, in: ViewContext(query)).records()
        #expect(try latest == LatestView.table(of: whole, in: ViewContext(query)).records())
        let sources = try SourcesView.table(of: kept, in: ViewContext(query)).records()
        #expect(try sources == SourcesView.table(of: whole, in: ViewContext(query)).records())
      }
      let found = try [kept, whole].map {
        try FindView.table(of: $0, in: ViewContext(), "pho").records()
      }
      #expect(found[0] == found[1])
      #expect(!found[0].isEmpty)
    }
  }

  @Test(arguments: [1, 300]) func daysAndLatestAreThoseOfAllLines(_ newLines: Int) throws {
    var dice = Dice(newLines)
    let system = try Self.system(&dice, newLines: newLines)
    let (kept, whole) = (
      try Self.read(system, whole: false), try Self.read(system, whole: true)
    )
    try Self.requireFewRows(kept)
    for _ in 0..<60 {
      let query = Self.query(&dice)
      var options = DailyView.Options()
      options.sources = DailyView.Sources.allCases[dice.below(4)]
      options.attribution = DailyView.Attribution.allCases[dice.below(2)]
      let context = ViewContext(query)
      let daily = try DailyView.table(of: kept, in: context, options: options).records()
      #expect(
        try daily == DailyView.table(of: whole, in: context, options: options).records(),
        "\(query.from as Any) \(query.to as Any) \(options)")
      let latest = try LatestView.table(of: kept, in: context).records()
      #expect(try latest == LatestView.table(of: whole, in: context).records())
      let (asked, day) = (
        [steps, pulse, energy][dice.below(3)], Self.first + dice.below(Self.days)
      )
      let explained = try [kept, whole].map { journal in
        try DailyExplanation.rows(
          of: asked, on: CivilDate(dayNumber: day), journal, in: ViewContext(), options: options)
      }
      #expect("\(explained[0])" == "\(explained[1])", "\(asked) \(day)")
      for step in ChartView.Step.allCases {
        let type = [steps, pulse][dice.below(2)]
        let charts = try [kept, whole].map {
          try ChartView.chart(of: type, $0, in: context, step: step, parts: 20)
        }
        #expect("\(charts[0] as Any)" == "\(charts[1] as Any)", "\(step) \(query)")
      }
    }
    for query in [ViewQuery(), Self.of(steps), Self.of(pulse)] {
      let latest = try LatestView.table(of: kept, in: ViewContext(query)).records()
      #expect(!latest.isEmpty)
      #expect(try latest == LatestView.table(of: whole, in: ViewContext(query)).records())
    }
  }

  /// Of one zone only the days of its changes are read, of two all.
  @Test(arguments: [1, 300]) func clocksAreThoseOfAllLines(_ newLines: Int) throws {
    var dice = Dice(newLines + 1)
    let system = try Self.system(&dice, newLines: newLines)
    for round in 0..<3 {
      let (kept, whole) = (
        try Self.read(system, whole: false), try Self.read(system, whole: true)
      )
      for number in 0..<24 {
        var context = ViewContext()
        if number % 2 == 1 { context.query.types = [[steps, pulse, energy][dice.below(3)]] }
        if number % 3 == 1 { context.query.sources = [["Watch", "App"][dice.below(2)]] }
        if number % 5 == 1 { context.timeZone = "America/New_York" }
        if number % 7 == 1 { context.dayStarts = ClockTime("04:00") ?? .midnight }
        if number % 11 == 1 { context.query.from = Self.query(&dice).from }
        let clocks = try ClocksView.table(of: kept, in: context).records()
        #expect(try clocks == ClocksView.table(of: whole, in: context).records(), "\(number)")
        if number == 0 { #expect(clocks.count == (round == 2 ? 4 : 2)) }
      }
      if round == 0 {
        try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
          let time = TimeSpan(Self.time(0), Self.time(20))
          try session.save(quantity(9000, steps, 70, "count", time), source: "Old")
        }
      } else if round == 1 {
        try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
          let minute = (Self.first + 50) * 1440
          let workout = WorkoutContent(
            activity: "HKWorkoutActivityTypeRunning",
            span: TimeSpan(Self.time(minute), Self.time(minute + 20)), duration: 1200)
          try session.save(
            HealthObject(
              uuid: id(9001), content: .workout(workout),
              metadata: Metadata([.init(MetadataName.timeZone, .string("Europe/Paris"))])))
        }
      }
    }
  }

  /// The latest sample of a source may be older than those of others.
  @Test(arguments: [1, 300]) func sourcesAreThoseOfAllLines(_ newLines: Int) throws {
    var dice = Dice(newLines + 2)
    let system = try Self.system(&dice, newLines: newLines, devices: newLines == 1)
    try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
      let early = Self.first * 1440
      try session.save(
        quantity(9000, pulse, 70, "count/min", Self.span(early)), source: "Old")
      // Of one source only a dead row is left.
      try session.save(quantity(9001, pulse, 70, "count/min", Self.span(early)), source: "Gone")
      try session.ask(.delete(Deletion(objects: [id(9001)], reason: nil)))
    }
    let (kept, whole) = (
      try Self.read(system, whole: false), try Self.read(system, whole: true)
    )
    for sources in [["Watch"], ["App"], ["Old"], ["Phone", "Old"], ["Gone"], ["Nobody"]] {
      for types in [nil, [steps], [pulse, energy]] {
        var context = ViewContext()
        (context.query.sources, context.query.types) = (sources, types)
        let latest = try LatestView.table(of: kept, in: context).records()
        #expect(try latest == LatestView.table(of: whole, in: context).records(), "\(sources)")
        let rows = try SourcesView.table(of: kept, in: context).records()
        #expect(try rows == SourcesView.table(of: whole, in: context).records(), "\(sources)")
        #expect(latest.isEmpty == rows.isEmpty)
        if types == nil { #expect(rows.isEmpty == ["Nobody", "Gone"].contains(sources[0])) }
        let passes = context.query.provenances(in: kept.tables)
        let hasRows = try kept.tables.hasRows(of: passes)
        #expect(hasRows == (sources != ["Nobody"]), "\(sources)")
      }
    }
  }

  /// What looks at all samples reads one type after the other, and sees what later lines changed.
  @Test(arguments: [1, 300]) func statisticsAndChecksAreThoseOfAllLines(_ newLines: Int) throws {
    var dice = Dice(newLines + 3)
    let system = try Self.system(&dice, newLines: newLines)
    let tables = try Self.read(system, whole: true).tables
    let columns = try #require(tables.columns(of: steps))
    let dead = Set((0..<20).map { _ in columns.uuids[dice.below(columns.count)] }).sorted()
    try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
      let (early, late) = (Self.first * 1440, (Self.first + 40) * 1440)
      try session.save(quantity(9000, pulse, 900, "count/min", Self.span(early)), source: "Old")
      try session.save(quantity(9001, pulse, 70, "count/min", Self.span(late)), source: "Old")
      try session.ask(.delete(Deletion(objects: dead, reason: nil)))
    }
    let (kept, whole) = (
      try Self.read(system, whole: false), try Self.read(system, whole: true)
    )
    try Self.requireFewRows(kept)
    for number in 0..<48 {
      var context = ViewContext()
      if number % 2 == 1 { context.query = Self.query(&dice) }
      if number % 3 == 1 { context.query.types = [[steps, pulse, energy][dice.below(3)]] }
      context.threads = number % 4 / 2 + 1
      var options = Statistics.Options()
      options.interval = [nil, .month, .day][dice.below(3)]
      options.percentiles = number % 5 == 1 ? [10, 50] : []
      options.separatesSources = number % 7 == 1
      options.includesEmpty = number % 11 == 1
      context.query.leavesOutProblems = number % 13 == 1
      let shown = try [kept, whole].map {
        try StatisticsView.table(of: $0, in: context, options: options)
      }
      #expect(try shown[0].records() == shown[1].records(), "\(number)")
      let remarks = shown.map { $0.presentation?.remarks ?? [] }
      #expect(remarks[0] == remarks[1], "\(number)")
      if number == 0 { #expect(remarks[0].contains { $0.contains("no person can have") }) }
      let checks = try [kept, whole].map { try CheckReport($0, in: context).table.records() }
      #expect(checks[0] == checks[1], "\(number)")
      if number == 0 { #expect(!checks[0].isEmpty) }
    }
  }

  /// Views of all samples read one type after the other and keep none, now and as of a line, also
  /// where later lines deleted samples or reverted their saves.
  @Test func whatLooksAtAllSamplesKeepsNone() throws {
    var dice = Dice(305)
    let system = try Self.system(&dice, newLines: 300)
    let tables = try Self.read(system, whole: true).tables
    let columns = try #require(tables.columns(of: steps))
    let dead = Set((0..<20).map { _ in columns.uuids[dice.below(columns.count)] }).sorted()
    try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
      try session.ask(.delete(Deletion(objects: dead, reason: nil)))
      var revert = Revert(lines: [LineRun(900, 950)])
      revert[.reverted] = ObjectRuns(lines: revert.lines)
      try session.ask(.revert(RevertRequest(revert)))
    }
    _ = try ReplayedJournal("/j", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
    try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
      let late = Self.span((Self.first + 40) * 1440)
      try session.save(quantity(9001, pulse, 70, "count/min", late), source: "Old")
    }
    let views: [(String, @Sendable (ReplayedJournal) throws -> Table)] = [
      ("daily", { try DailyView.table(of: $0, in: ViewContext()) }),
      ("statistics", { try StatisticsView.table(of: $0, in: ViewContext(), options: .init()) }),
      ("samples", { try SamplesView.table(of: $0, in: ViewContext()) }),
      ("objects", { try ObjectsView.table(of: $0, ViewQuery()) }),
      ("sources", { try SourcesView.table(of: $0, in: ViewContext()) }),
      ("check", { try CheckReport($0, in: ViewContext()).table }),
      ("clocks", { try ClocksView.table(of: $0, in: ViewContext()) }),
      ("find", { try FindView.table(of: $0, in: ViewContext(), "pho") }),
      ("latest", { try LatestView.table(of: $0, in: ViewContext(Self.sources(["Watch"]))) }),
      (
        "without problems",
        {
          var query = ViewQuery()
          query.leavesOutProblems = true
          return try LatestView.table(of: $0, in: ViewContext(query))
        }
      ),
      (
        "problems",
        { journal in
          let count = try ProblemCount(journal, ViewQuery())
          return Table(columns: [Column("count", .count)], rows: [[.whole(count.count)]])
        }
      ),
    ]
    let head = try Self.read(system, whole: false).head.sequence
    for moment in [AsOf.now, .sequence(head - 2), .sequence(3000), .sequence(940)] {
      for (name, view) in views {
        let (kept, whole) = (
          try Self.read(system, moment, whole: false), try Self.read(system, moment, whole: true)
        )
        let shown = try view(kept)
        #expect(try shown.records() == view(whole).records(), "\(name) \(moment)")
        #expect(try shown.rowCount() == view(whole).allRows().count, "\(name) \(moment)")
        // Where a name has several devices, only all samples tell which are near a change.
        for type in [steps, pulse, energy] where name != "clocks" {
          let number = try #require(kept.tables.types.number(of: type))
          let hasRead = kept.tables.parts.base?.hasRead(Int(number))
          #expect(hasRead == false, "\(name) keeps \(type) of \(moment)")
        }
      }
    }
  }

  /// Several views share the samples of some days; one of other days finds its own.
  @Test func viewsShareTheSamplesOfSomeDays() throws {
    var dice = Dice(7)
    let system = try Self.system(&dice, newLines: 40)
    let (kept, whole) = (
      try Self.read(system, whole: false), try Self.read(system, whole: true)
    )
    let near = try kept.near(Self.first + 100..<Self.first + 120, in: ViewContext())
    let number = Int(try #require(whole.tables.types.number(of: steps)))
    #expect(near.tables.columns(number).count < whole.tables.columns(number).count / 2)
    for round in 0..<40 {
      var query = Self.query(&dice)
      let day = Self.first + (round % 4 == 0 ? dice.below(Self.days) : 101 + dice.below(15))
      query.from = Instant(wholeSeconds: Int64(day) * 86_400 + Int64(dice.below(86_400)))
      query.to = query.from?.adding(microseconds: Int64(1 + dice.below(3)) * 86_400_000_000)
      let context = ViewContext(query)
      let (daily, latest) = (
        try DailyView.table(of: near, in: context).records(),
        try LatestView.table(of: near, in: context).records()
      )
      #expect(try daily == DailyView.table(of: whole, in: context).records(), "\(day)")
      #expect(try latest == LatestView.table(of: whole, in: context).records(), "\(day)")
    }
  }

  private static func of(_ type: String) -> ViewQuery {
    var query = ViewQuery()
    query.types = [type]
    return query
  }

  private static func sources(_ names: [String]) -> ViewQuery {
    var query = ViewQuery()
    query.sources = names
    return query
  }

  private static func query(_ dice: inout Dice) -> ViewQuery {
    var query = dice.below(3) == 0 ? ViewQuery() : of([steps, pulse, energy][dice.below(3)])
    let day = first - 3 + dice.below(days + 6)
    query.from = Instant(wholeSeconds: Int64(day) * 86_400 + Int64(dice.below(86_400)))
    query.to = query.from?.adding(microseconds: Int64(1 + dice.below(4)) * 86_400_000_000)
    if dice.below(6) == 0 { query.from = nil }
    if dice.below(6) == 0 { query.to = nil }
    if dice.below(4) == 0 { query.sources = ["Watch"] }
    return query
  }

  /// Otherwise the test compares nothing.
  private static func requireFewRows(_ journal: ReplayedJournal) throws {
    let tables = journal.tables
    let number = Int(try #require(tables.types.number(of: steps)))
    let all = tables.columns(number).count
    let middle = tables.columns(number).starts[all / 2]
    let noon = middle / 86_400_000_000 * 86_400_000_000
    let few = tables.narrowed(to: [number], .touching(noon...noon + 1)).columns(number).count
    #expect(few > 0 && few < all)
    #expect(tables.narrowed(to: [number], .latest).columns(number).count < all / 2)
  }

  /// A comparison of a few days finds what one of all days does.
  @Test(arguments: [true, false]) func differencesAreThoseOfAllDays(_ devices: Bool) throws {
    var dice = Dice(devices ? 31 : 32)
    let system = try Self.system(&dice, newLines: 300, devices: devices)
    try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
      let order = SourcePriority(type: "*", sources: ["App", "Phone (iPhone15,2)", "Watch"])
      try session.ask(.configure(Configuration(priority: [order])))
    }
    try Self.add(6000..<6150, of: 6000, devices, to: system, &dice) { session, dice in
      let dead = Set((0..<9).map { _ in id(5700 + dice.below(300)) })
      try session.ask(.delete(Deletion(objects: dead.sorted(), reason: nil)))
    }
    let head = try Self.read(system, whole: false).head.sequence
    for number in 0..<8 {
      let line = head - 1 - UInt64(dice.below(number % 2 == 0 ? 60 : 500))
      var values = OptionValues()
      if number % 4 > 0 { values.add([steps, pulse, energy][number % 3], to: "type") }
      if number == 7 { values.add("start", to: "attribute") }
      func rows(whole: Bool) throws -> [[String: Cell]] {
        var before = ViewRequest(
          try Self.read(system, .sequence(line), whole: whole), values, now: .epoch)
        var after = ViewRequest(try Self.read(system, whole: whole), values, now: .epoch)
        var difference = try DifferenceView(after.journal, after: line, in: after.context())
        if whole {
          let tables = (try View.daily.table(&before), try View.daily.table(&after))
          try difference.add("daily", View.daily.reads, from: tables.0, to: tables.1)
        } else {
          try difference.add(.daily, from: &before, to: &after)
        }
        return try difference.table.records()
      }
      let found = try rows(whole: false)
      #expect(!found.isEmpty)
      #expect(try found == rows(whole: true), "\(line) \(values)")
    }
  }

  @Test func aTypeThatCameAfterASnapshotHasItsSources() throws {
    var dice = Dice(6)
    let system = try Self.system(&dice, newLines: 1)
    try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
      let time = TimeSpan(Self.time(Self.first * 1440), Self.time(Self.first * 1440 + 1))
      let mass = QuantityType.bodyMass.identifier
      try session.save(quantity(9000, mass, 70, "kg", time), source: "Scale")
    }
    let (kept, whole) = (
      try Self.read(system, whole: false), try Self.read(system, whole: true)
    )
    let sources = try SourcesView.table(of: kept, in: ViewContext()).records()
    #expect(try sources == SourcesView.table(of: whole, in: ViewContext()).records())
    #expect(sources.contains { $0["source"] == .text("Scale") })
    let (mass, all) = (QuantityType.bodyMass.identifier, Int64.min...Int64.max)
    #expect(kept.tables.sampleCount(of: mass, touching: all) == 1)
    let (count, day) = (kept.tables.count(of: steps), Int64(Self.first + 100) * 86_400_000_000)
    #expect(kept.tables.sampleCount(of: steps, touching: all) == count)
    let few = kept.tables.sampleCount(of: steps, touching: day...day + 86_400_000_000)
    #expect(few > 0 && few < count / 2)
    let found = try FindView.table(of: kept, in: ViewContext(), "scale").records()
    #expect(try found == FindView.table(of: whole, in: ViewContext(), "scale").records())
  }

  @Test func whatWasTakenOutAfterASnapshotIsNotShown() throws {
    var dice = Dice(5)
    let system = try Self.system(&dice, newLines: 1)
    for _ in 0..<3 {
      let shown = try LatestView.table(of: Self.read(system, whole: false), in: ViewContext())
      let uuid = try #require(try shown.records().first?["uuid"])
      let dead = try #require(ObjectUUID(word(uuid)))
      try Self.add(0..<0, of: 1, to: system, &dice) { session, _ in
        try session.ask(.delete(Deletion(objects: [dead], reason: nil)))
      }
      let kept = try LatestView.table(of: Self.read(system, whole: false), in: ViewContext())
      let whole = try LatestView.table(of: Self.read(system, whole: true), in: ViewContext())
      #expect(try kept.records() == whole.records())
      #expect(try kept.records().first?["uuid"] != uuid)
    }
  }
}
