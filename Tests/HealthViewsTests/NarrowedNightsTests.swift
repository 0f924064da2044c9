import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

/// Nights and rings read only samples near their days from a snapshot: the rows of all lines.
@Suite(.enabled(if: Zones.arePresent)) struct NarrowedNightsTests {
  private static let first = 19_000
  private static let days = 250
  private static let count = 5000

  private static func span(_ minute: Int, _ length: Int) -> TimeSpan {
    func time(_ minute: Int) -> Timestamp {
      Timestamp(instant: Instant(wholeSeconds: Int64(minute) * 60), offsetMinutes: 60)
    }
    return TimeSpan(time(minute), time(minute + length))
  }

  /// Stages, energy and hours, mostly in the order of time; some come late, some last long.
  private static func object(_ number: Int, _ dice: inout Dice) -> HealthObject {
    let isLate = dice.below(80) == 0
    let day = first + (isLate ? dice.below(days) : number * days / count)
    let length = dice.below(150) == 0 ? dice.below(4000) : dice.below(90)
    let span = span(day * 1440 + dice.below(1440), length)
    switch dice.below(10) {
    case 0:
      return category(number, CategoryType.appleStandHour.identifier, .code(0), span)
    case 1:
      return quantity(
        number, QuantityType.appleExerciseTime.identifier, Double(dice.below(60)), "min", span)
    case 2..<5: return quantity(number, energy, Double(dice.below(800)) / 8, "kcal", span)
    default:
      var object = category(number, sleep, .code(dice.below(6)), span)
      if dice.below(9) == 0 {
        object.metadata[MetadataName.timeZone] = .string("Pacific/Kiritimati")
      }
      return object
    }
  }

  /// A journal with a snapshot, and some lines after it.
  private static func system(
    of objects: [HealthObject], _ dice: inout Dice
  ) throws -> MemorySystem {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    let count = objects.count
    for (numbers, isLast) in [(0..<count - 60, false), (count - 60..<count, true)] {
      var session = try JournalSession.open(
        "/j", on: system, snapshots: SnapshotPolicy(leastBytes: .max))
      for number in numbers {
        let source = ["Watch", "Phone", "Bed"][dice.below(number < count / 3 ? 1 : 3)]
        try session.save(objects[number], source: source)
      }
      try session.commit()
      if !isLast {
        _ = try ReplayedJournal("/j", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
      }
    }
    return system
  }

  /// The journal from its snapshot, and from its first line.
  private static func read(
    _ objects: [HealthObject], _ dice: inout Dice
  ) throws -> (kept: ReplayedJournal, whole: ReplayedJournal) {
    let system = try system(of: objects, &dice)
    func read(whole: Bool) throws -> ReplayedJournal {
      try ReplayedJournal(
        "/j", on: system, fromFirstLine: whole, snapshots: SnapshotPolicy(leastBytes: .max))
    }
    return (try read(whole: false), try read(whole: true))
  }

  /// Nights with gaps, naps, times in bed, sleeps of days, and chains of sleeps over several days.
  private static func sleeps(_ dice: inout Dice) -> [HealthObject] {
    var objects: [HealthObject] = []
    func add(_ minute: Int, _ length: Int, _ value: Int, _ dice: inout Dice) {
      var object = category(objects.count, sleep, .code(value), span(minute, length))
      if dice.below(12) == 0 {
        let zone = ["Pacific/Kiritimati", "America/New_York"][dice.below(2)]
        object.metadata[MetadataName.timeZone] = .string(zone)
      }
      objects.append(object)
    }
    for day in first..<first + days {
      var minute = day * 1440 + 1200 + dice.below(300)
      if dice.below(3) == 0 { add(minute - 30, 400 + dice.below(200), 0, &dice) }
      for _ in 0..<2 + dice.below(4) {
        let length = 20 + dice.below(150)
        add(minute, length, [1, 2, 3, 4, 5, 7][dice.below(6)], &dice)
        minute += length + [0, 0, 30, 130][dice.below(4)]
      }
      if dice.below(3) == 0 { add(day * 1440 + 800 + dice.below(200), 40, 3, &dice) }
      if dice.below(25) == 0 { add(minute, 1500 + dice.below(6000), dice.below(4), &dice) }
      if dice.below(40) == 0 {
        for hour in 0..<60 { add(minute + hour * 150, 60, 3, &dice) }
      }
    }
    return objects
  }

  /// What a window shows does not depend on what else is read.
  @Test func aWindowHasTheNightsOfAllTime() throws {
    var dice = Dice(12)
    let (kept, whole) = try Self.read(Self.sleeps(&dice), &dice)
    var zones = ZoneCatalogue()
    let calendar = DayCalendar(try zones.rules(named: "Europe/Berlin"))
    for sources in SleepSummary.Sources.allCases {
      let rule = SleepView.Rule(sources)
      let all = try SleepView.summaries(of: whole, in: ViewContext(), rule)
      #expect(try SleepView.summaries(of: kept, in: ViewContext(), rule) == all)
      for _ in 0..<60 {
        let day = Self.first + dice.below(Self.days)
        let days = day..<day + 1 + dice.below(4)
        var query = ViewQuery()
        query.from = calendar.start(of: days.lowerBound)
        query.to = calendar.start(of: days.upperBound)
        let due = all.filter { days.contains($0.date.dayNumber) }
        for journal in [kept, whole] {
          let found = try SleepView.summaries(of: journal, in: ViewContext(query), rule)
          #expect(found == due, "\(days) \(sources)")
        }
      }
    }
  }

  private static func query(_ dice: inout Dice) -> ViewQuery {
    var query = ViewQuery()
    let day = first - 3 + dice.below(days + 6)
    query.from = Instant(wholeSeconds: Int64(day) * 86_400 + Int64(dice.below(86_400)))
    query.to = query.from?.adding(microseconds: Int64(1 + dice.below(4)) * 86_400_000_000)
    if dice.below(6) == 0 { query.from = nil }
    if dice.below(6) == 0 { query.to = nil }
    if dice.below(4) == 0 { query.sources = ["Bed"] }
    return query
  }

  @Test func nightsAndRingsAreThoseOfAllLines() throws {
    var dice = Dice(11)
    let objects = (0..<Self.count).map { Self.object($0, &dice) }
    let (kept, whole) = try Self.read(objects, &dice)
    let number = Int(try #require(kept.tables.types.number(of: sleep)))
    let noon = Int64(Self.first + Self.days / 2) * 86_400_000_000
    let few = kept.tables.narrowed(to: [number], .touching(noon...noon + 1)).columns(number).count
    #expect(few > 0 && few < kept.tables.columns(number).count / 2)
    var rows = 0
    for _ in 0..<60 {
      let context = ViewContext(Self.query(&dice))
      for period in SleepSummary.Period.allCases {
        for sources in SleepSummary.Sources.allCases {
          func nights(_ journal: ReplayedJournal) throws -> [[String: Cell]] {
            try SleepView.table(
              of: journal, in: context, SleepView.Rule(by: period, sources)
            ).records()
          }
          #expect(try nights(kept) == nights(whole), "\(context.query) \(period) \(sources)")
          rows += try nights(kept).count
        }
      }
      let rings = try RingsView.table(of: kept, in: context).records()
      #expect(try rings == RingsView.table(of: whole, in: context).records(), "\(context.query)")
      rows += rings.count
    }
    #expect(rows > 1000)
  }
}
