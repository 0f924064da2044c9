import HealthEvents
import HealthModel
import HealthTables
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// An effort that several sources recorded counts once, at every door.
@Suite(.enabled(if: Zones.arePresent)) struct WorkoutEffortTests {
  private static let (running, rowing) = (WorkoutActivityType.running, WorkoutActivityType.rowing)

  /// A workout of some seconds after eight o'clock, of as many kilocalories as its number.
  private static func workout(
    _ number: Int, _ start: Int, _ end: Int, _ activity: WorkoutActivityType = running
  ) -> HealthObject {
    let begin = WorkoutTests.whole.start.instant
    let times = [start, end].map {
      Timestamp(instant: begin.adding(microseconds: Int64($0) * 1_000_000), offsetMinutes: 0)
    }
    let span = TimeSpan(times[0], times[1])
    return HealthObject(
      uuid: id(number),
      content: .workout(
        WorkoutContent(
          activity: activity.exportName, span: span, duration: span.duration,
          totals: [.totalEnergyBurned: Amount(Double(number), "kcal")])))
  }

  /// A journal in which sources count in the order of their names.
  private static func journal(
    _ workouts: [(source: String, object: HealthObject)]
  ) throws -> ReplayedJournal {
    try ViewTestSupport.journal("UTC") { session in
      let order = SourcePriority(
        type: WorkoutContent.type, sources: Set(workouts.map(\.source)).sorted())
      try session.ask(.configure(Configuration(priority: [order])))
      for (source, object) in workouts { try session.save(object, source: source) }
    }
  }

  /// `2>1`: workout 2 is that of workout 1.
  private static func copies(
    _ journal: ReplayedJournal, _ change: (inout ViewQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = ViewQuery()
    change(&query)
    return try WorkoutList(journal, query).shown.compactMap { listed in
      listed.mark.counted.map { "\(number(listed.row.uuid))>\(number($0.uuid))" }
    }.sorted()
  }

  private static func number(_ uuid: ObjectUUID) -> Int {
    (1...9999).first { id($0) == uuid } ?? 0
  }

  @Test(arguments: [
    // The same, nearly the same, and more than half of the longer one.
    ((0, 1800), (0, 1800), true), ((0, 1800), (3, 1800), true), ((0, 3600), (0, 1801), true),
    ((0, 3600), (1799, 5399), true), ((1000, 1800), (900, 2400), true),
    // Half of it, less, none; a moment has no half.
    ((0, 3600), (0, 1800), false), ((0, 3600), (1800, 5400), false), ((0, 60), (0, 3600), false),
    ((0, 60), (60, 120), false), ((5, 5), (5, 5), false), ((0, 60), (30, 30), false),
  ])
  func moreThanHalfOfTheLongerOneIsOneEffort(
    _ a: (Int, Int), _ b: (Int, Int), _ isOne: Bool
  ) throws {
    for (first, second) in [(a, b), (b, a)] {
      let journal = try Self.journal([
        ("B", Self.workout(2, second.0, second.1)), ("A", Self.workout(1, first.0, first.1)),
      ])
      #expect(try Self.copies(journal) == (isOne ? ["2>1"] : []))
      #expect(try Self.copies(journal) { $0.addsUpWorkouts = true } == [])
    }
  }

  @Test func intervalsOfOneSourceAndOtherActivitiesStayApart() throws {
    let journal = try Self.journal([
      ("A", Self.workout(1, 0, 600)), ("A", Self.workout(2, 10, 600)),
      ("B", Self.workout(3, 0, 600, Self.rowing)),
    ])
    #expect(try Self.copies(journal) == [])
  }

  /// Each joins the first that counts, and none that does not: 3 overlaps 2 alone, which is 1's.
  @Test func whatJoinedAnotherIsJoinedByNone() throws {
    let journal = try Self.journal([
      ("A", Self.workout(1, 0, 1000)), ("B", Self.workout(2, 400, 1400)),
      ("C", Self.workout(3, 800, 1800)), ("D", Self.workout(4, 810, 1800)),
      ("D", Self.workout(5, 810, 1800)), ("B", Self.workout(6, 400, 1400)),
    ])
    #expect(try Self.copies(journal) == ["2>1", "4>3", "5>3", "6>1"])
    let list = try WorkoutList(journal, ViewQuery()).shown
    #expect(
      list.compactMap { listed in listed.mark.copy.map { [Self.number(listed.row.uuid), $0] } }
        .sorted { $0[0] < $1[0] } == [[5, 2], [6, 2]])
    #expect(try Self.copies(journal) { $0.addsUpWorkouts = true } == ["5>4", "6>2"])
    #expect(try Self.copies(journal) { $0.foldsCopies = true } == [])
  }

  /// What the query chooses decides, and not its window; a workout is shown by its uuid as it
  /// counts.
  @Test func amongWhatIsAskedFor() throws {
    let journal = try Self.journal([
      ("A", Self.workout(1, 0, 1000)), ("B", Self.workout(2, 300, 1300)),
      ("B", Self.workout(3, 5000, 6000)),
    ])
    let late = Self.workout(9, 1100, 1100).content.span?.start.instant
    #expect(try Self.copies(journal) { $0.from = late } == ["2>1"])
    #expect(try Self.copies(journal) { $0.object = id(2) } == ["2>1"])
    #expect(try Self.copies(journal) { $0.limit = 2 } == ["2>1"])
    #expect(try Self.copies(journal) { $0.sources = ["B"] } == [])
    let predicate = try HealthPredicate("totalEnergyBurned > 1 kcal")
    #expect(try Self.copies(journal) { $0.predicate = predicate } == [])
  }

  /// Who may not read workouts of others sees its own as if they were alone.
  @Test func aReaderHasItsOwn() throws {
    let journal = try ViewTestSupport.journal { session in
      try session.save(Self.workout(1, 0, 1000), source: "A")
      let share = [AuthorizationGrant(WorkoutContent.type, .authorized)]
      let read = [AuthorizationGrant(WorkoutContent.type, .denied)]
      try session.ask(.authorize(AuthorizationChange(source: app, share: share, read: read)))
      try session.ask(.save(SaveRequest(objects: [Draft(Self.workout(2, 0, 1000))])), by: app)
    }
    #expect(try Self.copies(journal).count == 1)
    #expect(try Self.copies(journal.seen(by: app)) == [])
  }

  /// Number and kilocalories of runs at each door.
  private static func doors(_ journal: ReplayedJournal) throws -> [String: [Double]] {
    func number(_ cell: Cell?) -> Double {
      switch cell {
      case .number(let number)?: number
      case .whole(let number)?: Double(number)
      default: 0
      }
    }
    let total = RollupOptions(interval: nil, addsTotal: true)
    let context = ViewContext()
    let workouts = try WorkoutsView.table(of: journal, in: context, activities: nil, total)
      .records()
    let runs = try RunsView.table(of: journal, in: context, total).records()
    let records = try WorkoutRecord.all(of: journal, in: context)
    let figures = try PeriodFigures(journal, in: context).all
    func figure(_ of: String) -> Double { figures.first { $0.key.of == of }?.total ?? 0 }
    var folded = ViewQuery()
    folded.foldsCopies = true
    let values = try WorkoutsView.workoutsWithSamples(of: journal, in: ViewContext(folded))
    return [
      "workouts": [number(workouts[0]["workouts"]), number(workouts[0]["energy"])],
      "runs": [number(runs[0]["runs"]), number(runs[0]["kilocalories"])],
      "report": [Double(records.count), records.compactMap(\.energy).reduce(0, +)],
      "summary": [figure("workouts"), figure("energy")],
      "library": [Double(values.count), values.compactMap(\.energy).reduce(0, +)],
    ]
  }

  /// Against every pair, one by one.
  @Test(arguments: Counts.seeds(1...25)) func everyDoorCountsAnEffortOnce(_ seed: Int) throws {
    var dice = Dice(seed)
    var workouts: [(source: String, start: Int, end: Int)] = []
    for _ in 0..<40 {
      let (start, length) = (dice.below(4000), 1 + dice.below(dice.pick([3, 60, 600, 3000])))
      workouts.append((dice.pick(["A", "B", "C", "D"]), start, start + length))
    }
    let journal = try Self.journal(
      workouts.enumerated().map { ($1.source, Self.workout($0 + 1, $1.start, $1.end)) })
    let order = workouts.indices.sorted {
      (workouts[$0].source, workouts[$0].start, workouts[$0].end, $0)
        < (workouts[$1].source, workouts[$1].start, workouts[$1].end, $1)
    }
    var counted: [Int] = []
    for index in order {
      let one = workouts[index]
      let isKnown = counted.contains { place in
        let other = workouts[place]
        if one.source == other.source { return one.start == other.start && one.end == other.end }
        let shared = min(one.end, other.end) - max(one.start, other.start)
        return 2 * shared > max(one.end - one.start, other.end - other.start)
      }
      if !isKnown { counted.append(index) }
    }
    let energy = counted.reduce(0) { $0 + Double($1 + 1) }
    for (door, figures) in try Self.doors(journal) {
      #expect(figures == [Double(counted.count), energy], "\(door)")
    }
  }

  /// A leg of a triathlon that another source recorded alone is one effort with that.
  @Test func aLegIsAnEffort() throws {
    let sport = WorkoutActivityType.running.exportName
    let whole = Self.workout(1, 0, 6000, .swimBikeRun)
    guard case .workout(var triathlon) = whole.content else { return }
    let leg = try #require(Self.workout(9, 4000, 6000).content.span)
    triathlon.activities = [WorkoutActivity(activity: sport, start: leg.start, end: leg.end)]
    let journal = try Self.journal([
      ("A", HealthObject(uuid: id(1), content: .workout(triathlon))),
      ("B", Self.workout(2, 4003, 5990)),
    ])
    let runs = try RunsView.runs(of: journal, in: ViewContext())
    #expect(runs.map(\.uuid) == [id(2), id(1)] && runs.map(\.copyOf) == [id(1), nil])
    #expect(runs.map(\.totalTime) == [1987, 2000])
    // A triathlon is no run.
    #expect(try Self.copies(journal) == [])
  }

  @Test func checkNamesThePairs() throws {
    let journal = try Self.journal([
      ("A", Self.workout(1, 0, 1000)), ("B", Self.workout(2, 300, 1300)),
    ])
    #expect(try CheckTests.findings(journal) == ["overlaps \(WorkoutContent.type) 1"])
    #expect(
      try CheckTests.examples(journal, "overlaps", "uuid", "source", "note") == [
        "\(id(2)) B at the same time as line 4, A, which counts"
      ])
  }

  /// Ten thousand, any two of which overlap: those of the first source count.
  @Test(.timeLimit(.minutes(20)), arguments: [2, 100]) func manyThatAllOverlap(
    _ sources: Int
  ) throws {
    let journal = try ViewTestSupport.journal { session in
      for first in stride(from: 0, to: 10_000, by: 500) {
        let drafts = (first..<first + 500).map { number in
          let source = Source(name: "S\(number % sources)")
          return Draft(Self.workout(number + 1, number, 20_000 + number), source: source)
        }
        try session.ask(.save(SaveRequest(objects: drafts, imported: true)))
      }
    }
    let counted = try WorkoutList(journal, ViewQuery()).shown.filter { $0.mark.counted == nil }
    #expect(counted.count == 10_000 / sources)
  }
}
