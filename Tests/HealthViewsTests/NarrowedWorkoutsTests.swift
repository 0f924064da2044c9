import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// Views of workouts, and figures of a window, read few blocks of a snapshot: the rows of all
/// lines.
@Suite(.enabled(if: Zones.arePresent)) struct NarrowedWorkoutsTests {
  private static let first = 19_000
  private static let days = 120
  private static let count = 6000
  private static let now = Instant(wholeSeconds: Int64(first + days) * 86_400)
  private static let noise = QuantityType.environmentalAudioExposure.identifier
  private static let walked = QuantityType.distanceWalkingRunning.identifier

  private static func time(_ minute: Int) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: Int64(minute) * 60), offsetMinutes: 60)
  }

  /// Mostly in the order of time; some that are no heart rates come late, and a few last for long.
  private static func sample(
    _ number: Int, _ dice: inout Dice, _ units: [String] = ["km", "m"]
  ) -> HealthObject {
    let kind = dice.below(12)
    let isLate = kind > 3 && dice.below(100) == 0
    let day = first + (isLate ? dice.below(days) : number * days / count)
    let start = day * 1440 + dice.below(1440)
    let length = dice.below(400) == 0 ? dice.below(3000) : dice.below(30)
    let zone = dice.below(20) == 0 ? "Asia/Kathmandu" : nil
    let value = Double(1 + dice.below(800)) / 8
    func sample(_ type: String, _ unit: String, _ length: Int) -> HealthObject {
      quantity(
        number, type, value, unit, TimeSpan(time(start), time(start + length)), zone: zone)
    }
    switch kind {
    case 0...3: return sample(pulse, "count/min", dice.below(3) == 0 ? length : 0)
    case 4...5: return sample(energy, "kcal", length)
    case 6...7: return sample(walked, units[dice.below(units.count)], length)
    case 8: return sample(noise, "dBASPL", length)
    case 9:
      let span = TimeSpan(time(start), time(start + 10 * length))
      return category(number, sleep, .code(dice.below(6)), span)
    default: return sample(steps, "count", length)
    }
  }

  private static func workout(_ number: Int, _ dice: inout Dice) -> HealthObject {
    let start = (first + dice.below(days)) * 1440 + dice.below(1440)
    let span = TimeSpan(time(start), time(start + 10 + dice.below(120)))
    let activity: WorkoutActivityType = [.running, .swimming, .cycling][dice.below(3)]
    let laps = (0..<dice.below(4)).map { lap in
      WorkoutEvent(type: WorkoutEventName.lap, date: time(start + 2 * lap), duration: 120)
    }
    return HealthObject(
      uuid: id(number),
      content: .workout(
        WorkoutContent(
          activity: activity.exportName, span: span, duration: span.duration, events: laps)))
  }

  /// Saves workouts, some of them with samples that may lie days away, and other samples.
  private static func add(
    _ numbers: Range<Int>, to system: MemorySystem, _ dice: inout Dice,
    _ units: [String] = ["km", "m"]
  ) throws {
    var session = try JournalSession.open(
      "/j", on: system, snapshots: SnapshotPolicy(leastBytes: .max))
    for number in numbers {
      let source = ["Watch", "Phone", "App"][dice.below(number < count / 3 ? 2 : 3)]
      try session.save(sample(number, &dice, units), source: source)
      guard number % 60 == 0 else { continue }
      let workout = count + number
      try session.save(Self.workout(workout, &dice), source: source)
      guard dice.below(2) == 0 else { continue }
      for index in 1...1 + dice.below(3) {
        try session.save(
          sample(workout + index, &dice, units), source: source, workout: id(workout))
      }
      guard dice.below(3) == 0 else { continue }
      try session.ask(.delete(Deletion(objects: [id(workout + 1)], reason: nil)))
    }
    try session.commit()
  }

  /// The journal from its snapshot and the lines after it, and from its first line.
  private static func journals(
    _ seed: Int, newLines: Int = 50, units: [String] = ["km", "m"],
    _ body: (inout JournalSession) throws -> Void = { _ in }
  ) throws -> (kept: ReplayedJournal, whole: ReplayedJournal) {
    var dice = Dice(seed)
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    try add(0..<count - newLines, to: system, &dice, units)
    _ = try ReplayedJournal("/j", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
    try add(count - newLines..<count, to: system, &dice, units)
    var session = try JournalSession.open("/j", on: system)
    try body(&session)
    try session.commit()
    func read(whole: Bool) throws -> ReplayedJournal {
      try ReplayedJournal(
        "/j", on: system, fromFirstLine: whole, snapshots: SnapshotPolicy(leastBytes: .max))
    }
    return (try read(whole: false), try read(whole: true))
  }

  private static func rows(
    _ view: View, _ options: [(String, String)], _ journal: ReplayedJournal, enough: Int? = nil,
    passedOver: Int = 0
  ) throws -> [[String: Cell]] {
    var request = request(options, journal)
    (request.enough, request.passedOver) = (enough, passedOver)
    return try view.table(&request).records()
  }

  private static func request(
    _ options: [(String, String)], _ journal: ReplayedJournal
  ) -> ViewRequest {
    var values = OptionValues()
    for (name, value) in options { values.add(value, to: name) }
    return ViewRequest(journal, values, now: now)
  }

  /// A day or a few, as options name them.
  private static func window(_ dice: inout Dice) -> [(String, String)] {
    let day = first - 2 + dice.below(days + 4)
    let end = day + 1 + dice.below(6)
    var options = [
      ("from", CivilDate(dayNumber: day).description),
      ("to", CivilDate(dayNumber: end).description),
    ]
    if dice.below(4) == 0 { options.remove(at: dice.below(2)) }
    return options
  }

  private static let workoutForms: [(View, [(String, String)])] = [
    (.workouts, []), (.workouts, [("samples", "")]), (.workouts, [("compare", "")]),
    (.workouts, [("events", ""), ("samples", "")]), (.workouts, [("sources", "all")]),
    (.workouts, [("every", "week")]), (.swims, []), (.swims, [("lengths", "")]), (.runs, []),
  ]

  @Test(arguments: [1, 2]) func workoutsAreThoseOfAllLines(_ seed: Int) throws {
    let (kept, whole) = try Self.journals(seed)
    var dice = Dice(seed)
    var count = 0
    for (view, form) in Self.workoutForms {
      for _ in 0..<4 {
        var options = form + (dice.below(2) == 0 ? [] : Self.window(&dice))
        if dice.below(2) == 0 { options.append(("limit", String(1 + dice.below(5)))) }
        let rows = try Self.rows(view, options, kept)
        #expect(try rows == Self.rows(view, options, whole), "\(view.name) \(options)")
        count += rows.count
      }
    }
    for row in whole.tables.objects.suffix(8) {
      let options = [("uuid", row.uuid.description), ("explain", "")]
      let rows = try Self.rows(.workouts, options, kept)
      #expect(try rows == Self.rows(.workouts, options, whole), "\(row.uuid)")
      count += rows.count
    }
    #expect(count > 400)
  }

  /// Whatever is read for it, a flag of a row is that of all samples, and a limit shows the first
  /// rows.
  @Test func fewRowsAreThoseOfAll() throws {
    let journal = try Self.journals(6).kept
    let inferred = try Self.rows(.workouts, [], journal).map { $0["inferred"] }
    #expect(inferred.contains(.flag(true)) && inferred.contains(.flag(false)))
    #expect(try Self.rows(.workouts, [("samples", "")], journal).map { $0["inferred"] } == inferred)
    for view in [View.workouts, .swims, .runs] {
      let all = try Self.rows(view, [], journal)
      for limit in [1, 3, 20, 500] {
        let few = try Self.rows(view, [("limit", String(limit))], journal)
        #expect(few == Array(all.prefix(limit)), "\(view.name) \(limit)")
      }
    }
  }

  /// Rows that nobody looks at lack figures, and the others are those of all.
  @Test func rowsAfterOthersAreThoseOfAll() throws {
    let (kept, whole) = try Self.journals(9)
    for view in [View.workouts, .swims, .runs] {
      let all = try Self.rows(view, [], whole)
      for (passed, limit) in [(0, 4), (3, 9), (20, 25), (30, 500), (.max, .max)] {
        let few = try Self.rows(view, [("limit", String(limit))], kept, passedOver: passed)
        #expect(few.count == min(limit, all.count))
        #expect(few.dropFirst(passed) == all.prefix(limit).dropFirst(passed), "\(view.name)")
        let figures = ["distance", "metres", "kilocalories", "energy"]
        let hasFigures = few.prefix(min(passed, 3)).contains { row in
          figures.contains { !(row[$0]?.isMissing ?? true) }
        }
        #expect(!hasFigures || view.name == "runs", "\(view.name)")
      }
      let last = try Self.rows(view, [("last", "5")], kept, passedOver: 4)
      #expect(last == Array(all.prefix(5)), "\(view.name)")
    }
  }

  /// The unit of the runs that are shown is that of all, whose samples are mostly not looked at.
  @Test(arguments: [["km"], ["m"], ["km", "mi"]]) func fewRunsHaveTheUnitOfAll(
    _ units: [String]
  ) throws {
    func stated(_ number: Int, _ total: Amount?, at minute: Int) -> HealthObject {
      let span = TimeSpan(Self.time(minute), Self.time(minute + 40))
      var workout = WorkoutContent(
        activity: WorkoutActivityType.running.exportName, span: span, duration: 2400)
      workout.totals[.totalDistance] = total
      return HealthObject(uuid: id(number), content: .workout(workout))
    }
    let early = Self.first * 1440
    for unit in [nil, "km", "m"] {
      for isLogged in [false, true] {
        let (kept, whole) = try Self.journals(10, units: units) { session in
          let total = unit.map { Amount(5, $0) }
          try session.save(stated(20_000, total, at: early - 1440), source: "Watch")
          guard isLogged else { return }
          let span = TimeSpan(Self.time(early - 1440), Self.time(early - 1410))
          let run = Run(distance: Amount(3, "mi"), span: span)
          try session.ask(.save(session.request(saving: run)))
        }
        let all = try Self.rows(.runs, [], whole)
        #expect(all.count > 20)
        for limit in [1, 3, 20, 500] {
          for passed in [0, 2] {
            let few = try Self.rows(.runs, [("limit", String(limit))], kept, passedOver: passed)
            #expect(few.dropFirst(passed) == all.prefix(limit).dropFirst(passed))
          }
          let asked = [("unit", "mi"), ("limit", String(limit))]
          #expect(try Self.rows(.runs, asked, kept) == Self.rows(.runs, asked, whole))
        }
      }
    }
  }

  /// The first days of a list need the samples of these days alone.
  @Test func theFirstDaysAreThoseOfAll() throws {
    let (kept, whole) = try Self.journals(7)
    for options in [[], [("source", "App")], [("type", "stepCount,sleep")]] {
      let all = try Self.rows(.days, options, whole).map(Self.known)
      for count in [1, 3, 50, 119, 400, 5000] {
        for journal in [kept, whole] {
          let few = try Self.rows(.days, options, journal, enough: count).map(Self.known)
          #expect(few.count >= min(count, all.count))
          #expect(few.prefix(count) == all.prefix(count), "\(options) \(count)")
        }
      }
      #expect(try Self.rows(.days, options, kept, enough: 3).count < all.count)
      let last = options + [("last", "2")]
      #expect(try Self.rows(.days, last, kept, enough: 3).map(Self.known) == all.suffix(2))
    }
  }

  private static func known(_ row: [String: Cell]) -> [String: Cell] {
    row.filter { !$0.value.isMissing }
  }

  /// Views of some days share their samples, and what they say of other days is of all samples.
  @Test func viewsNearSomeDaysAreThoseOfAll() throws {
    let (kept, whole) = try Self.journals(8)
    var (dice, count, empty) = (Dice(8), 0, 0)
    for _ in 0..<12 {
      let (day, length) = (Self.first - 20 + dice.below(Self.days + 40), 1 + dice.below(9))
      let options = [
        ("from", CivilDate(dayNumber: day).description),
        ("to", CivilDate(dayNumber: day + length).description),
      ]
      let near = try Self.request(options, kept).near(day - 3..<day + length + 3)
      for view in [View.statistics, .sleep, .workouts, .notes, .daily] {
        var (few, all) = (near, Self.request(options, whole))
        let rows = try view.table(&few).records()
        #expect(try rows == view.table(&all).records(), "\(view.name) \(options)")
        #expect(view.sentence(for: few) == view.sentence(for: all))
        count += rows.count
        empty += rows.isEmpty ? 1 : 0
      }
    }
    #expect(count > 100 && empty > 10)
  }

  /// Otherwise the first test compares nothing.
  @Test func aWorkoutReadsFewSamples() throws {
    let (kept, _) = try Self.journals(1, newLines: 1)
    try kept.tables.readObjects()
    let workouts = kept.tables.objects.filter { $0.kind == .workout && $0.isLive }
    let number = Int(try #require(kept.tables.types.number(of: pulse)))
    let all = kept.tables.columns(number).count
    for workout in workouts.suffix(5) {
      let members = try WorkoutMembers(kept.tables, of: [workout])
      #expect(members.tables.columns(number).count < all / 2)
    }
  }

  @Test func figuresOfAWindowAreThoseOfAllLines() throws {
    let (kept, whole) = try Self.journals(3)
    var dice = Dice(3)
    var count = 0
    for _ in 0..<30 {
      let window = Self.window(&dice)
      let day = CivilDate(dayNumber: Self.first + dice.below(Self.days)).description
      let calls: [(View, [(String, String)])] = [
        (.statistics, window), (.statistics, window + [("every", "day"), ("percentiles", "50")]),
        (.statistics, window + [("strict", "both"), ("without-problems", "")]),
        (.statistics, window + [("every", "6 hours"), ("by-source", "")]),
        (.summary, [("period", day)]), (.compare, [("period", day), ("against", "a week ago")]),
        (.trends, [("on", day)]), (.trends, [("on", day), ("type", pulse)]),
        (.energy, [("on", day)]), (.energy, [("on", day), ("explain", "")]),
        (.energy, [("from", day)]), (.sources, window),
      ]
      for (view, options) in calls {
        let rows = try Self.rows(view, options, kept)
        #expect(try rows == Self.rows(view, options, whole), "\(view.name) \(options)")
        count += rows.count
      }
    }
    #expect(count > 1000)
  }

  /// An object is looked up in the block of its row, unless all rows are there or were changed.
  @Test func objectsAreThoseOfAllLines() throws {
    for newLines in [1, 200] {
      let kept = try Self.journals(4, newLines: newLines).kept
      let whole = try Self.journals(4, newLines: newLines).kept
      try whole.tables.readAll()
      var removed = 0
      for number in 0..<Self.count + Self.count {
        let known = try kept.facts(of: id(number))
        #expect(try known == whole.facts(of: id(number)))
        #expect(try kept.line(of: id(number)) == whole.line(of: id(number)))
        #expect(try kept.isRemoved(id(number)) == whole.isRemoved(id(number)))
        if let known, !known.isLive { removed += 1 }
      }
      #expect(removed > 5)
    }
  }

  @Test func checksOnSeveralThreadsFindTheSame() throws {
    let (kept, whole) = try Self.journals(5)
    var context = ViewContext()
    context.threads = 3
    let found = try CheckReport(kept, in: context).table.records()
    #expect(found.count > 10)
    #expect(try found == CheckReport(whole, in: ViewContext()).table.records())
  }
}
