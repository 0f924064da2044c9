import Foundation
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// Swims by length and set.
@Suite struct SwimLengthTests {
  private static let zero = "2026-11-20T18:00:00Z"
  private static let strokes = QuantityType.swimmingStrokeCount.identifier

  /// So many seconds after the start of every swim here.
  private static func moment(_ seconds: Double) -> Timestamp {
    TimeSpan(from: at(zero), seconds: seconds).end
  }

  private static func event(
    _ type: String, _ start: Double, _ duration: Double? = nil, swolf: Double? = nil,
    style: Double? = nil
  ) -> WorkoutEvent {
    var metadata = Metadata()
    metadata[MetadataName.swimmingStrokeStyle] = style.map { .number($0) }
    metadata[MetadataName.swolfScore] = swolf.map { .number($0) }
    return WorkoutEvent(type: type, date: moment(start), duration: duration, metadata: metadata)
  }

  private static func lap(
    _ start: Double, _ duration: Double? = nil, swolf: Double? = nil, style: Double? = nil
  ) -> WorkoutEvent {
    event(WorkoutEventName.lap, start, duration, swolf: swolf, style: style)
  }

  /// A swim of ten minutes in a pool of 25 m.
  private static func swim(_ events: [WorkoutEvent], pool: Double? = 25) -> HealthObject {
    let whole = WorkoutContent(
      activity: WorkoutActivityType.swimming.exportName,
      span: TimeSpan(moment(0), moment(600)), duration: 600, events: events)
    var metadata = Metadata()
    metadata[MetadataName.lapLength] = pool.map { .quantity($0, unit: "m") }
    return HealthObject(uuid: id(1), content: .workout(whole), metadata: metadata)
  }

  private static func counted(_ number: Int, _ from: Double, _ to: Double, _ value: Double)
    -> HealthObject
  {
    quantity(number, strokes, value, "count", TimeSpan(moment(from), moment(to)))
  }

  private static func logged(
    _ objects: [HealthObject], rest: Double? = nil, as reader: String = EventActor.owner,
    _ more: (inout JournalSession) throws -> Void = { _ in }
  ) throws -> LoggedSwim {
    let journal = try journal { session in
      for object in objects { try session.save(object, source: "Watch") }
      try more(&session)
    }
    let swims = try SwimsView.swims(
      of: journal.seen(by: reader), in: ViewContext(), restBetweenSets: rest)
    return try #require(swims.first)
  }

  /// `set number duration strokes rest` of each length.
  private static func rows(_ swim: LoggedSwim) throws -> [String] {
    words(
      try SwimsView.lengths(of: [swim]).records(), "set", "length", "duration", "strokes", "rest")
  }

  @Test func restsPartSets() throws {
    let events = [lap(130, 30), lap(10, 30), lap(42, 30), lap(82, 30)]
    func sets(_ rest: Double?) throws -> [Int] {
      try Self.logged([Self.swim(events)], rest: rest).lengths.map(\.set)
    }
    #expect(try sets(nil) == [1, 1, 2, 3])
    #expect(try sets(10) == [1, 1, 2, 3])
    #expect(try sets(10.001) == [1, 1, 1, 2])
    #expect(try sets(18) == [1, 1, 1, 2])
    #expect(try sets(18.5) == [1, 1, 1, 1])
    #expect(try sets(2) == [1, 2, 3, 4])
    let swim = try Self.logged([Self.swim(events)])
    #expect(swim.rest == 30 && swim.sets.map(\.rest) == [10, 18, nil])
    #expect(swim.sets.map(\.metres) == [50, 25, 25] && swim.sets.map(\.pace) == [120, 120, 120])
  }

  private func lap(_ start: Double, _ duration: Double) -> WorkoutEvent {
    Self.lap(start, duration)
  }

  @Test func theSourcesOwnSetsGoBeforeRests() throws {
    func segment(_ start: Double, _ duration: Double) -> WorkoutEvent {
      Self.event(WorkoutEventName.segment, start, duration)
    }
    let laps = [lap(10, 30), lap(60, 30), lap(92, 30), lap(200, 30), lap(250, 30)]
    let events = laps + [segment(0, 180), segment(91, 32)]
    func sets(_ rest: Double?) throws -> [Int] {
      try Self.logged([Self.swim(events)], rest: rest).lengths.map(\.set)
    }
    // Twenty seconds do not part the first two, two seconds part the third; the last two lie in
    // none.
    #expect(try sets(nil) == [1, 1, 2, 3, 4])
    #expect(try sets(19) == [1, 2, 2, 3, 4])
  }

  @Test func lapsWithoutADurationMarkTheirEnd() throws {
    let pause = Self.event(WorkoutEventName.pause, 60)
    let resume = Self.event(WorkoutEventName.resume, 75)
    let again = Self.event(WorkoutEventName.resume, 80)
    let events = [Self.lap(30), Self.lap(60), pause, resume, again, Self.lap(110), Self.lap(110)]
    let swim = try Self.logged([Self.swim(events)])
    #expect(try Self.rows(swim) == ["1 1 30 - 0", "1 2 30 - 15", "2 3 35 - -"])
    #expect(swim.lengths.map(\.span.start) == [Self.moment(0), Self.moment(30), Self.moment(60)])
  }

  @Test func aPauseWithoutAResumeLastsToTheEndAndStandingStillIsNone() throws {
    let events = [
      Self.event(WorkoutEventName.motionPaused, 20), Self.event(WorkoutEventName.motionResumed, 25),
      Self.lap(60), Self.event(WorkoutEventName.pause, 70), Self.lap(90), Self.lap(95),
    ]
    let swim = try Self.logged([Self.swim(events)])
    #expect(try Self.rows(swim) == ["1 1 60 - 20", "2 2 10 - -"])
    // What adds no time under way is no lap: laps and metres are those of the lengths.
    #expect(swim.laps == 2 && swim.metres == 50)
  }

  @Test func aPauseEndsWithTheResume() throws {
    let events = [
      Self.event(WorkoutEventName.pause, 10), Self.event(WorkoutEventName.motionPaused, 12),
      Self.event(WorkoutEventName.resume, 20), Self.event(WorkoutEventName.motionResumed, 30),
      Self.lap(60), Self.lap(80),
    ]
    let rows = try Self.rows(try Self.logged([Self.swim(events)]))
    #expect(rows == ["1 1 50 - 0", "1 2 20 - -"])
  }

  @Test func lapsOfAPartCountAndEachLapOnce() throws {
    let part = WorkoutActivity(
      start: Self.moment(0), end: Self.moment(600), events: [lap(0, 30), lap(40, 35)])
    func swim(_ events: [WorkoutEvent]) throws -> LoggedSwim {
      var object = Self.swim(events)
      guard case .workout(var workout) = object.content else { return try Self.logged([]) }
      workout.activities = [part]
      object.content = .workout(workout)
      return try Self.logged([object])
    }
    for events in [[], [lap(0, 30)], [lap(40, 35), lap(0, 30), lap(0, 30)]] {
      let swim = try swim(events)
      #expect(swim.lengths.map(\.duration) == [30, 35] && swim.laps == 2 && swim.metres == 50)
    }
  }

  @Test func momentsRoundedDownMakeNoRestBelowNothing() throws {
    let swim = try Self.logged([Self.swim([lap(0, 30.9), lap(30, 30), lap(61, 30)])])
    #expect(swim.lengths.map(\.rest) == [0, 1, nil] && swim.rest == 1)
  }

  @Test func strokesAreThoseOfTheLengthsTimeInProportion() throws {
    let events = [lap(0, 30), lap(40, 30), lap(100, 30), lap(129.5, 30), lap(200, 30)]
    let samples = [
      Self.counted(2, 0, 20, 10), Self.counted(3, 20, 30, 5), Self.counted(4, 30, 50, 8),
      Self.counted(5, 70, 70, 3), Self.counted(6, 129, 131, 8), Self.counted(7, 200, 200, 2),
    ]
    // A length reaches to the start of the next; an instant belongs to the length that it begins.
    let swim = try Self.logged([Self.swim(events)] + samples)
    #expect(swim.lengths.map(\.strokes) == [15, 4, 2, 6, 2])
    #expect(swim.lengths.map(\.swolf) == [45, 34, 32, 36, 32])
    #expect(swim.sets.map(\.strokes) == [15, 4, 8, 2])
    #expect(
      try Self.logged([Self.swim(events)]).lengths.map(\.strokes) == [nil, nil, nil, nil, nil])
  }

  @Test func aScoreTellsStrokesWhereNoSampleDoes() throws {
    let events = [
      Self.lap(0, 30.25, swolf: 50.25, style: 2), Self.lap(40, 30, swolf: 47.5, style: 4),
      Self.lap(80, 30, swolf: 29, style: 9), Self.lap(120, 30, swolf: 46, style: 4),
    ]
    let swim = try Self.logged([Self.swim(events), Self.counted(2, 120, 150, 15)])
    #expect(swim.lengths.map(\.strokes) == [20, nil, nil, 15])
    #expect(swim.lengths.map(\.swolf) == [50.25, 47.5, 29, 46])
    #expect(swim.lengths.map(\.style) == [.freestyle, .breaststroke, nil, .breaststroke])
    #expect(swim.styles == [.freestyle, .breaststroke])
    #expect(swim.swolf == (50.25 + 47.5 + 29 + 46) / 4)
  }

  @Test func whatAReaderMayNotSeeIsMissing() throws {
    let events = [Self.lap(0, 30, swolf: 50), Self.lap(40, 30)]
    let objects = [Self.swim(events), Self.counted(2, 40, 70, 15)]
    func allow(_ types: [String]) -> (inout JournalSession) throws -> Void {
      { session in
        let read = types.map { AuthorizationGrant($0, .authorized) }
        try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
      }
    }
    let some = try Self.logged(objects, as: app, allow([WorkoutContent.type]))
    #expect(some.lengths.map(\.strokes) == [nil, nil] && some.lengths.map(\.swolf) == [nil, nil])
    let all = try Self.logged(objects, as: app, allow([WorkoutContent.type, Self.strokes]))
    #expect(all.lengths.map(\.strokes) == [20, 15])
  }

  @Test func metresComeFromTheLapThenThePoolThenSamples() throws {
    var first = Self.lap(0, 30)
    first.metadata[MetadataName.lapLength] = .quantity(50, unit: "yd")
    let distance = QuantityType.distanceSwimming.identifier
    let sample = quantity(2, distance, 0.1, "km", TimeSpan(Self.moment(30), Self.moment(70)))
    let swim = try Self.logged([Self.swim([first, lap(40, 30)]), sample])
    #expect(swim.lengths.map(\.metres) == [45.72, 25])
    let open = try Self.logged([Self.swim([lap(0, 30), lap(40, 30)], pool: nil), sample])
    #expect(open.lengths.map(\.metres) == [nil, 75] && open.lengths.map(\.pace) == [nil, 40])
    #expect(open.sets.map(\.metres) == [nil, 75])
  }

  @Test func aSwimWithoutLapsHasNoLengths() throws {
    let swim = try Self.logged([Self.swim([])])
    #expect(swim.lengths.isEmpty && swim.sets.isEmpty && swim.rest == nil && swim.styles.isEmpty)
    #expect(try SwimsView.lengths(of: [swim]).allRows().isEmpty)
  }

  /// Five minutes of swimming, then a ride, of one workout; the part has a pool of its own.
  private static func triathlon() -> [HealthObject] {
    let name = WorkoutActivityType.swimBikeRun.exportName
    var pool = Metadata()
    pool[MetadataName.lapLength] = .quantity(50, unit: "m")
    let (cycled, swum) = (
      QuantityType.distanceCycling.identifier, QuantityType.distanceSwimming.identifier
    )
    let swim = WorkoutActivity(
      activity: WorkoutActivityType.swimming.exportName, start: moment(0), end: moment(300),
      duration: 290,
      statistics: [
        WorkoutStatistics(type: cycled, sum: 9, unit: "km"),
        WorkoutStatistics(type: swum, sum: 100, unit: "m"),
      ], metadata: pool)
    let ride = WorkoutActivity(
      activity: WorkoutActivityType.cycling.exportName, start: moment(310), end: moment(600),
      statistics: [WorkoutStatistics(type: swum, sum: 1, unit: "m")])
    let whole = WorkoutContent(
      activity: name, span: TimeSpan(moment(0), moment(600)), duration: 590,
      events: [lap(10, 60), lap(80, 60), lap(400, 60)], activities: [swim, ride])
    return [
      HealthObject(uuid: id(1), content: .workout(whole), metadata: Metadata()),
      counted(2, 10, 70, 40), counted(3, 310, 370, 7),
    ]
  }

  @Test func aSwimOfSeveralSportsIsItsPart() throws {
    let swim = try Self.logged(Self.triathlon())
    #expect(swim.totalTime == 290 && swim.metres == 100 && swim.strokes == 40 && swim.laps == 2)
    #expect(swim.lengths.map(\.metres) == [50, 50] && swim.lengths.map(\.strokes) == [40, nil])
    #expect(swim.uuid == id(1))
  }

  /// A swim whose end only the start of the ride tells, with the workout's marks and pauses.
  @Test func itsTimePausesAndLapsAreThoseOfTheActivity() throws {
    let pauses = [
      Self.event(WorkoutEventName.pause, 80), Self.event(WorkoutEventName.resume, 110),
      Self.event(WorkoutEventName.pause, 190), Self.event(WorkoutEventName.resume, 220),
    ]
    let swim = WorkoutActivity(
      activity: WorkoutActivityType.swimming.exportName, start: Self.moment(100),
      events: [Self.lap(140)])
    let ride = WorkoutActivity(
      activity: WorkoutActivityType.cycling.exportName, start: Self.moment(200))
    let laps = [Self.lap(50), Self.lap(140), Self.lap(200), lap(200, 20), Self.lap(300)]
    let whole = WorkoutContent(
      activity: WorkoutActivityType.swimBikeRun.exportName,
      span: TimeSpan(Self.moment(0), Self.moment(600)), duration: 500, events: pauses + laps,
      activities: [swim, ride])
    let samples = [Self.counted(2, 140, 160, 10), Self.counted(3, 190, 210, 8)]
    let objects = [HealthObject(uuid: id(1), content: .workout(whole))] + samples
    let logged = try Self.logged(objects)
    #expect(logged.totalTime == 80 && logged.laps == 2 && logged.strokes == 14)
    #expect(try Self.rows(logged) == ["1 1 30 - 10", "2 2 50 14 -"])
    let journal = try journal { session in
      for object in objects { try session.save(object, source: "Watch") }
    }
    let parts = try WorkoutPartsView.table(of: journal, in: ViewContext(), showingSamples: true)
    #expect(try parts.column("duration").first == .number(logged.totalTime))
    #expect(word(try parts.column("samples")[0]).contains("sum=14"))
  }

  @Test func itsOwnTimeIsInTheWindow() throws {
    let journal = try journal { session in
      for object in Self.triathlon() { try session.save(object, source: "Watch") }
    }
    func count(from seconds: Double) throws -> Int {
      var query = ViewQuery()
      query.from = Self.moment(seconds).instant
      return try SwimsView.swims(of: journal, in: ViewContext(query)).count
    }
    #expect(try [count(from: 300), count(from: 301)] == [1, 0])
  }

  /// A limit shows the first rows, also where a workout began before a hundred others and its swim
  /// after them.
  @Test func aLimitShowsTheNewest() throws {
    func workout(_ number: Int, _ start: Double, _ length: Double, _ sport: WorkoutActivityType)
      -> WorkoutContent
    {
      WorkoutContent(
        activity: sport.exportName, span: TimeSpan(Self.moment(start), Self.moment(start + length)),
        duration: length)
    }
    var several = workout(0, 50, 9000, .swimBikeRun)
    several.activities = [
      WorkoutActivity(activity: WorkoutActivityType.cycling.exportName, start: Self.moment(50)),
      WorkoutActivity(activity: WorkoutActivityType.swimming.exportName, start: Self.moment(8900)),
    ]
    let journal = try journal { session in
      try session.save(HealthObject(uuid: id(999), content: .workout(several)), source: "Watch")
      for number in 0..<200 {
        let sport: WorkoutActivityType = number < 20 || number % 9 == 0 ? .swimming : .cycling
        let content = workout(number, Double(number * 40), 30, sport)
        try session.save(HealthObject(uuid: id(number), content: .workout(content)), source: "App")
      }
    }
    let all = try SwimsView.swims(of: journal, in: ViewContext()).map(\.uuid)
    #expect(all.first == id(999) && all.count == 41)
    for limit in [1, 2, 10, 19, 40, 41, 42, .max] {
      var query = ViewQuery()
      query.limit = limit
      let few = try SwimsView.swims(of: journal, in: ViewContext(query)).map(\.uuid)
      #expect(few == Array(all.prefix(limit)), "\(limit)")
    }
  }

  /// A workout of several sports may begin long before its swim: the swim's own time counts.
  @Test func theNewestSwimBeganLast() throws {
    let (swimming, cycling) = (WorkoutActivityType.swimming, WorkoutActivityType.cycling)
    let ride = WorkoutActivity(
      activity: cycling.exportName, start: Self.moment(0), end: Self.moment(300))
    let swim = WorkoutActivity(
      activity: swimming.exportName, start: Self.moment(300), end: Self.moment(600))
    let whole = WorkoutContent(
      activity: WorkoutActivityType.swimBikeRun.exportName,
      span: TimeSpan(Self.moment(0), Self.moment(600)), duration: 600, activities: [ride, swim])
    let other = WorkoutContent(
      activity: swimming.exportName, span: TimeSpan(Self.moment(100), Self.moment(200)),
      duration: 100)
    let journal = try journal { session in
      try session.save(
        HealthObject(uuid: id(1), content: .workout(whole)),
        HealthObject(uuid: id(2), content: .workout(other)))
    }
    func newest(_ limit: Int?) throws -> [ObjectUUID] {
      var query = ViewQuery()
      query.limit = limit
      return try SwimsView.swims(of: journal, in: ViewContext(query)).map(\.uuid)
    }
    #expect(try newest(nil) == [id(1), id(2)])
    #expect(try newest(1) == [id(1)])
  }

  // MARK: Several sources

  /// A swim of two minutes, two laps; `watch` and `phone` are `(from, to, strokes, metres)`.
  private static func measuredTwice(
    _ watch: [(Double, Double, Double)], _ phone: [(Double, Double, Double)],
    laps: [WorkoutEvent] = [lap(0, 60), lap(60, 60)]
  ) throws -> ReplayedJournal {
    try journal { session in
      try session.save(swim(laps, pool: nil), source: "Watch")
      var number = 1
      for (source, samples) in [("Phone", phone), ("Watch", watch)] {
        for (from, to, strokes) in samples {
          let span = TimeSpan(moment(from), moment(to))
          let distance = QuantityType.distanceSwimming.identifier
          number += 2
          try session.save(
            counted(number, from, to, strokes), quantity(number + 1, distance, strokes, "m", span),
            source: source,
            device: Device(name: source, model: source == "Phone" ? "iPhone" : source),
            workout: id(1))
        }
      }
    }
  }

  @Test func ofTwoSourcesTheFirstCounts() throws {
    func swim(_ watch: (Double, Double, Double)...) throws -> LoggedSwim {
      let journal = try Self.measuredTwice(watch, [(0, 60, 19), (60, 120, 21), (0, 120, 50)])
      return try #require(try SwimsView.swims(of: journal, in: ViewContext()).first)
    }
    let both = try swim((0, 60, 20), (60, 120, 22))
    #expect(both.lengths.map(\.strokes) == [20, 22] && both.lengths.map(\.metres) == [20, 22])
    #expect(both.strokes == 42 && both.sets.map(\.strokes) == [42] && both.metres == 42)
    // Where the watch counted nothing, the phone does.
    #expect(try swim((0, 60, 20)).lengths.map(\.strokes) == [20, 46])
  }

  /// Lengths that fill a swim have what the workout has, and each what a plain loop over the
  /// seconds gives.
  @Test(arguments: Counts.seeds(1...20)) func lengthsAddUpToTheWorkout(_ seed: Int) throws {
    var dice = Dice(seed)
    func samples() -> [(Double, Double, Double)] {
      (0..<dice.below(8)).map { _ in
        let from = dice.below(590)
        let to = from + 1 + dice.below(min(120, 600 - from))
        return (Double(from), Double(to), Double(dice.below(40)))
      }
    }
    let (watch, phone) = (samples() + [(0.0, 600.0, 12.0)].prefix(dice.below(2)), samples())
    var marks = (0...dice.below(5)).map { _ in 1 + dice.below(598) } + [600]
    marks = Set(marks).sorted()
    let journal = try Self.measuredTwice(
      watch, phone, laps: marks.map { Self.lap(Double($0)) }.shuffled(using: &dice))
    let swim = try #require(try SwimsView.swims(of: journal, in: ViewContext()).first)
    var expected = [Double](repeating: 0, count: marks.count)
    for second in 0..<600 {
      func here(_ samples: [(Double, Double, Double)]) -> [(Double, Double, Double)] {
        samples.filter { Int($0.0) <= second && second < Int($0.1) }
      }
      let counted = here(watch).isEmpty ? here(phone) : here(watch)
      let lap = marks.firstIndex { second < $0 } ?? 0
      for (from, to, strokes) in counted { expected[lap] += strokes / (to - from) }
    }
    for (length, strokes) in zip(swim.lengths, expected) {
      #expect(abs((length.strokes ?? 0) - strokes) < 1e-9)
    }
    let sum = swim.lengths.compactMap(\.strokes).reduce(0, +)
    #expect(swim.lengths.count == marks.count && abs(sum - (swim.strokes ?? 0)) < 1e-9)
  }

  /// Whatever the lengths: their time and the rests fill the swim, and sets hold each once.
  @Test(arguments: Counts.seeds(1...20)) func lengthsAndRestsFillTheTime(_ seed: Int) throws {
    var dice = Dice(seed)
    var (events, moment, last) = ([WorkoutEvent](), 0.0, 0.0)
    for _ in 0...dice.below(12) {
      let (rest, duration) = (Double(dice.below(25)), Double(1 + dice.below(20)))
      events.append(Self.lap(moment + rest, duration))
      moment += rest + duration
      last = moment
    }
    let swim = try Self.logged([Self.swim(events.shuffled(using: &dice))])
    let first = try #require(swim.lengths.first).span.start.instant.seconds(
      since: at(Self.zero).instant)
    let time = swim.lengths.reduce(0) { $0 + $1.duration } + (swim.rest ?? 0)
    #expect(time == last - first)
    #expect(swim.sets.flatMap(\.lengths) == swim.lengths)
    #expect(swim.sets.map(\.number) == Array(1...swim.sets.count))
    let long = swim.lengths.compactMap(\.rest).filter { $0 >= 10 }
    #expect(swim.sets.count == long.count + 1)
  }
}

/// Exports from end to end: one written by hand, and a real one where the machine has it.
@Suite(.enabled(if: Zones.arePresent)) struct ImportedSwimTests {
  private static let fixture = Project.fixtures.appending(
    path: "import/apple-health/pool-swim.xml"
  ).path

  private func swims(_ export: String, rest: Double? = nil) throws -> [LoggedSwim] {
    let journal = try RealExports.journal(of: export, zone: "Europe/Berlin")
    return try SwimsView.swims(of: journal, in: ViewContext(), restBetweenSets: rest)
  }

  @Test func aSwimInAPool() throws {
    let journal = try RealExports.journal(of: Self.fixture, zone: "Europe/Berlin")
    let average = word(.number((44 + 45 + 44 + 46 + 62 + 61.5 + 63) / 7))
    #expect(
      words(
        try SwimsView.table(of: journal, in: ViewContext()).records(), "date", "laps", "metres",
        "totalTime", "strokes", "swolf", "kilocalories", "sets", "rest", "styles") == [
          "2024-04-07 - 750 900 690 - - - - -",
          "2024-04-03 8 200 360 141 \(average) 52.5 2 59 freestyle, breaststroke",
        ])
    let table = SwimsView.lengths(of: try SwimsView.swims(of: journal, in: ViewContext()))
    #expect(
      words(
        try table.records(), "set", "length", "start", "duration", "metres", "style", "strokes",
        "swolf", "pace", "rest") == [
          "1 1 2024-04-03T18:00:10+02:00 30 25 freestyle 14 44 120 2",
          "1 2 2024-04-03T18:00:42+02:00 30 25 freestyle 15 45 120 2",
          "1 3 2024-04-03T18:01:14+02:00 30 25 freestyle 14 44 120 2",
          "1 4 2024-04-03T18:01:46+02:00 30 25 freestyle 16 46 120 44",
          "2 5 2024-04-03T18:03:00+02:00 42 25 breaststroke 20 62 168 3",
          "2 6 2024-04-03T18:03:45+02:00 42 25 breaststroke - 61.5 168 3",
          "2 7 2024-04-03T18:04:30+02:00 42 25 breaststroke 21 63 168 3",
          "2 8 2024-04-03T18:05:15+02:00 42 25 breaststroke - - 168 -",
        ])
  }

  @Test func itsSets() throws {
    let table = SwimsView.sets(of: try swims(Self.fixture))
    let average = word(.number((62 + 61.5 + 63) / 3))
    #expect(
      words(
        try table.records(), "set", "lengths", "end", "duration", "metres", "styles", "strokes",
        "swolf", "pace", "rest") == [
          "1 4 2024-04-03T18:02:16+02:00 120 100 freestyle 59 44.75 120 44",
          "2 4 2024-04-03T18:05:57+02:00 168 100 breaststroke - \(average) 168 -",
        ])
    #expect(try swims(Self.fixture, rest: 3)[1].sets.count == 5)
  }

  @Test(.enabled(if: RealExports.arePresent)) func aRealSwim() throws {
    let swim = try #require(try swims(RealExports.workouts).first)
    #expect(swim.lengths.count == 15 && swim.metres == 750)
    #expect(swim.lengths.allSatisfy { $0.metres == 50 })
    // The watch counted 509 strokes in all; it states no score for the last, short length.
    #expect(swim.lengths.compactMap(\.strokes).count == 14 && swim.strokes == 509)
    #expect(swim.lengths.compactMap(\.strokes).reduce(0, +) == 506)
    // The watch states a score for each set of its own: the average of the lengths'.
    let stated = [105.7867826223373, 113.3250246047974, 122.9127463102341, 115.5566905736923]
    for (set, score) in zip(swim.sets, stated) {
      #expect(abs(try #require(set.swolf) - score) < 1e-9)
    }
    // Ten seconds of rest part the lengths as the watch did.
    let sets = swim.lengths.map(\.set)
    #expect(swim.sets.count == 9)
    #expect(try swims(RealExports.workouts, rest: 10).first?.lengths.map(\.set) == sets)
  }
}
