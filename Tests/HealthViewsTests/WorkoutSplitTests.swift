import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// Kilometres and miles of workouts.
@Suite struct WorkoutSplitTests {
  private static let zero = at("2026-11-20T08:00:00Z")

  /// So many seconds after the start of every workout here.
  private static func moment(_ seconds: Double) -> Timestamp {
    TimeSpan(from: zero, seconds: seconds).end
  }

  private static func run(
    _ seconds: Double, _ events: [WorkoutEvent] = [], stated: Double? = nil
  ) -> HealthObject {
    HealthObject(
      uuid: id(1),
      content: .workout(
        WorkoutContent(
          activity: WorkoutActivityType.running.exportName,
          span: TimeSpan(moment(0), moment(seconds)), duration: seconds,
          totals: stated.map { [.totalDistance: Amount($0, "m")] } ?? [:], events: events)))
  }

  private static func sample(
    _ number: Int, _ from: Double, _ to: Double, _ value: Double, _ unit: String = "m",
    of type: QuantityType = .distanceWalkingRunning
  ) -> HealthObject {
    quantity(number, type.identifier, value, unit, TimeSpan(moment(from), moment(to)))
  }

  /// Points of a route, each so many seconds and metres after the start, in one segment each.
  private static func route(_ number: Int, _ segments: [(Double, Double)]...) -> HealthObject {
    let points = segments.map { segment in
      segment.map { seconds, metres in
        WorkoutRoute.Location(
          date: moment(seconds), latitude: 52 + metres / 111_195, longitude: 13)
      }
    }
    let all = points.flatMap { $0 }
    return WorkoutRoute(
      span: TimeSpan(all[0].date, all[all.count - 1].date), locations: all,
      segments: points.map(\.count)
    ).object(uuid: id(number))
  }

  /// `1 0+400 1000 400 90`: number, seconds from the start to the split and of it, metres, pace and
  /// heart rate.
  private static func splits(
    _ journal: ReplayedJournal, every unit: Unit = .kilometer
  ) throws -> [String] {
    func text(_ value: Double?) -> String {
      value.map { word(.number(($0 * 1000).rounded() / 1000)) } ?? "-"
    }
    return try WorkoutSplitsView.splits(of: journal, in: ViewContext(), every: unit).map { split in
      let start = split.span.start.instant.seconds(since: zero.instant)
      return "\(split.number) \(text(start))+\(text(split.figures.duration))"
        + " \(text(split.metres)) \(text(split.pace)) \(text(split.figures.heartRate))"
    }
  }

  private static func journal(
    _ run: HealthObject, _ samples: [HealthObject], source: String = "Watch"
  ) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      try session.save(run, source: source)
      for sample in samples { try session.save(sample, source: source) }
    }
  }

  /// A run of some seconds, and its splits.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var seconds = 900.0
    var events: [WorkoutEvent] = []
    var stated: Double?
    let samples: [HealthObject]
    let splits: [String]
    var testDescription: String { name }
  }

  private static let pauses = [
    WorkoutEvent(type: WorkoutEventName.pause, date: moment(100)),
    WorkoutEvent(type: WorkoutEventName.resume, date: moment(200)),
    WorkoutEvent(type: WorkoutEventName.pause, date: moment(550)),
    WorkoutEvent(type: WorkoutEventName.resume, date: moment(650)),
  ]

  static let cases: [Case] = [
    Case(
      name: "a sample over a border is divided by time",
      samples: [sample(2, 0, 300, 700), sample(3, 300, 900, 800)],
      splits: ["1 0+525 1000 525 -", "2 525+375 500 750 -"]),
    Case(
      name: "the last whole kilometre goes on to the end",
      samples: [sample(2, 0, 300, 1), sample(3, 300, 600, 1, "km"), sample(4, 600, 650, 999)],
      splits: ["1 0+599.7 1000 599.7 -", "2 599.7+300.3 1000 300.3 -"]),
    Case(
      name: "less than one", samples: [sample(2, 0, 300, 800)], splits: ["1 0+900 800 1125 -"]),
    Case(
      name: "nobody knows where in it they began", samples: [sample(2, 0, 900, 3000)], splits: []),
    Case(name: "no distance", samples: [sample(2, 0, 300, 0)], splits: []),
    Case(name: "no samples", samples: [], splits: []),
    Case(
      name: "a pause is no part, and heart rates are those inside", seconds: 1000, events: pauses,
      samples: [
        sample(2, 0, 100, 400), sample(3, 200, 1000, 1600),
        sample(4, 499, 499, 110, "count/min", of: .heartRate),
        sample(5, 500, 500, 170, "count/min", of: .heartRate),
      ],
      splits: ["1 0+400 1000 400 110", "2 500+400 1000 400 170"]),
    Case(
      name: "a moment covers it at once, and what goes on at once adds up", seconds: 600,
      samples: [sample(2, 100, 100, 1500), sample(3, 200, 600, 600), sample(4, 400, 600, 600)],
      splits: [
        "1 0+100 1000 100 -", "2 100+344.444 1000 344.444 -", "3 444.444+155.556 700 222.222 -",
      ]),
    Case(
      name: "nearly all of the distance", stated: 1000, samples: [sample(2, 0, 450, 950)],
      splits: ["1 0+900 950 947.368 -"]),
    Case(
      name: "a part of the distance", stated: 1000, samples: [sample(2, 0, 450, 800)], splits: []),
    Case(
      name: "another distance", samples: [sample(2, 0, 600, 900, of: .distanceCycling)],
      splits: []),
  ]

  @Test(arguments: cases) func kilometres(_ own: Case) throws {
    let journal = try Self.journal(
      Self.run(own.seconds, own.events, stated: own.stated), own.samples)
    let found = try Self.splits(journal)
    #expect(found == own.splits)
  }

  /// A split is a mile if miles are asked for, or preferred by the journal.
  @Test(arguments: [
    ("", nil, false), ("", "mi", true), ("", "km", false), ("us", nil, true), ("us", "km", false),
    ("us", "kJ", true),
  ])
  func miles(_ preferred: String, _ asked: String?, _ isMile: Bool) throws {
    let journal = try ViewTestSupport.journal { session in
      if !preferred.isEmpty {
        let unit = PreferredUnit(type: PreferredUnit.allTypes, unit: preferred)
        try session.ask(.configure(Configuration(preferredUnits: [unit])))
      }
      try session.save(Self.run(900), source: "Watch")
      for (number, from) in [(2, 0.0), (3, 300), (4, 600)] {
        try session.save(Self.sample(number, from, from + 300, 0.8, "km"), source: "Watch")
      }
    }
    var values = OptionValues()
    values.add("yes", to: "splits")
    if let asked { values.add(asked, to: "unit") }
    var request = ViewRequest(journal, values, now: Self.zero.instant)
    let first = try #require(try View.workouts.table(&request).records().first)
    #expect(first["duration"] == .number(isMile ? 603.504 : 375))
  }

  /// At each instant only the source counts that comes first.
  @Test func sourcesAreMerged() throws {
    let journal = try ViewTestSupport.journal { session in
      try session.save(Self.run(800), source: "Watch")
      try session.save(Self.sample(2, 0, 400, 1000), source: "Watch", workout: id(1))
      try session.save(Self.sample(3, 0, 400, 900), source: "Phone", workout: id(1))
      try session.save(Self.sample(4, 400, 800, 600), source: "Phone", workout: id(1))
    }
    let all = try WorkoutsView.workoutsWithSamples(of: journal, in: ViewContext())
    let splits = try WorkoutSplitsView.splits(of: journal, in: ViewContext(), every: .kilometer)
    #expect(splits.map(\.metres).reduce(0, +) == all[0].distance)
    #expect(splits.count == 2)
  }

  /// If samples do not make up the distance, the points of the route tell it; between two segments
  /// nobody knows the way.
  @Test func theRouteTellsTheDistance() throws {
    let route = Self.route(2, [(0, 0), (300, 750), (600, 1500)], [(700, 9000), (800, 9300)])
    let journal = try ViewTestSupport.journal { session in
      try session.save(Self.run(900, stated: 1850), source: "Watch")
      try session.save(Self.sample(4, 0, 60, 100), source: "Watch", workout: id(1))
      try session.save(route, source: "Watch", workout: id(1))
      // The same way of another source counts once.
      try session.save(
        Self.route(3, [(10, 0), (590, 1500)]), source: "Phone", workout: id(1))
    }
    #expect(try Self.splits(journal) == ["1 0+400 1000 400 -", "2 400+500 800 625 -"])
  }

  /// The splits make up the workout, whatever its samples are: their distance is the sum of what is
  /// spread by hand over each second, and their time that without pauses.
  @Test(arguments: 0..<20) func splitsSumToTheWorkout(_ seed: UInt64) throws {
    var dice = Dice(seed)
    var (now, samples, total) = (0.0, [HealthObject](), 0.0)
    for number in 2..<60 {
      let length = Double(1 + dice.below(90))
      let metres = Double(1 + dice.below(300))
      samples.append(Self.sample(number, now, now + length, metres))
      (now, total) = (now + length + Double(dice.below(6)), total + metres)
    }
    let pause = WorkoutEvent(type: WorkoutEventName.pause, date: Self.moment(now - 60))
    let journal = try Self.journal(Self.run(now, [pause]), samples)
    let splits = try WorkoutSplitsView.splits(of: journal, in: ViewContext(), every: .kilometer)
    #expect(splits.count == Int((total / 1000).rounded(.up)))
    #expect(abs(splits.map(\.metres).reduce(0, +) - total) < 1e-6)
    #expect(abs(splits.map(\.figures.duration).reduce(0, +) - (now - 60)) < 1e-6)
    #expect(zip(splits, splits.dropFirst()).allSatisfy { $0.span.end == $1.span.start })
    for split in splits {
      let (from, to) = (
        split.span.start.instant.seconds(since: Self.zero.instant),
        split.span.end.instant.seconds(since: Self.zero.instant)
      )
      let inside = samples.reduce(0) { sum, sample in
        guard case .quantity(let quantity) = sample.content else { return sum }
        let start = quantity.span.start.instant.seconds(since: Self.zero.instant)
        let shared = min(start + quantity.span.duration, to) - max(start, from)
        return sum + quantity.value * max(shared, 0) / quantity.span.duration
      }
      #expect(abs(inside - split.metres) < 0.01, "\(split.number): \(inside)")
    }
  }
}
