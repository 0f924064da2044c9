import HealthExport
import Journal
import HealthModel
import HealthProjections
import HealthTables

/// `energy`: what days come to in energy: active, at rest, consumed, net.
enum EnergyCommand {
  static let day = Option("day", "DAY", "this day; else today")
  static let at = Option(
    "at", "TIME", "up to this moment of the day; else now, or its end where it is over")

  private static let from = Option("from", "DAY", "a row a day, from this one on")
  private static let to = Option("to", "DAY", "with --from: the days before this one")
  private static let source = Option(
    "source", "NAME", "active and consumed of this source only", isRepeatable: true)

  private static let explain = Option("explain", nil, "of one day: why it is so, in kcal")

  static let view = View(
    name: "energy", summary: "energy of a day: active, resting, consumed, net",
    options: Option.calendar + [
      day, at, from, to, source, .unit, .limit, .sort, explain,
    ],
    commandOptions: [explain],
    details: """
      net = consumed − (active + resting). active and consumed are the sums of activeEnergyBurned and
      dietaryEnergyConsumed up to the moment, a sample over midnight in proportion; resting is the basal
      metabolic rate × the share of the day that is gone then, of 23 or 25 hours where clocks change.
      --time-zone and --day-starts say what a day is, as for `daily`.
      --source chooses whose energy counts; height and mass are the latest of any source.
      The rate is that of Harris and Benedict, in kcal, with age as it was then, and mass and height as
      measured last by then, else as measured first after it; `measuredLater` names those:

        men     66 + 13.8 × kg + 5 × cm − 6.8 × years
        women   655 + 9.6 × kg + 1.8 × cm − 4.7 × years

      `missing` names what is not known; there is no net then. --from and --to show a row a day; a day
      of which the journal says nothing has none. --explain lists every sample and what of it counts, the numbers
      that the formula takes and the lines that they came from, and what they come to.

        health-journal energy --day yesterday
        health-journal energy --day 2026-03-29 --at 12:00 --unit kJ
        health-journal energy --day 2026-03-29 --explain
        health-journal energy --from 2026-03-01 --to 2026-04-01 --format csv
      """,
    rowKey: EnergyView.rowKey
  ) {
    EnergyView.table(try balances($0, &$1), in: try unit($0))
  } show: { arguments, reading, console in
    if arguments.has(explain) { return try explanation(arguments, &reading, &console) }
    let isRange = arguments.has(.from) || arguments.has(.to)
    let balances = try balances(arguments, &reading)
    let table = EnergyView.table(balances, in: try unit(arguments))
    let isTransposed =
      try !isRange && Console.format(arguments).isForPeople && !arguments.has(.columns)
    let code = try console.showFilled(isTransposed ? try table.transposed() : table, arguments)
    guard let only = balances.first, only.isEmpty else { return code }
    console.remark("nothing is known of \(only.day); `missing` names what to save")
    return .no
  }

  private static func balances(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> [EnergyBalance] {
    let isRange = arguments.has(.from) || arguments.has(.to)
    return try isRange ? range(arguments, &reading) : single(arguments, &reading)
  }

  private static func unit(_ arguments: Arguments) throws(Failure) -> Unit {
    guard let text = arguments[.unit] else { return .kilocalorie }
    let unit = try Inputs.unit(text)
    guard unit.isCompatible(with: .kilocalorie) else {
      throw .usage("--unit: energy does not convert to \(text); use kcal or kJ")
    }
    return unit
  }

  private static func explanation(
    _ arguments: Arguments, _ reading: inout Reading, _ console: inout Console
  ) throws -> ExitCode {
    for option in [from, to, Option.unit] where arguments.has(option) {
      throw arguments.misused("--explain is of one day, in kcal: it goes without --\(option.name)")
    }
    let (date, moment) = try moment(arguments, &reading)
    let context = try reading.context()
    let table = try EnergyExplanation.table(
      on: date, until: moment, reading.journal, in: context)
    return try console.showFilled(
      table.limited(to: context.query.limit), arguments, nothing: "nothing is known of \(date)")
  }

  /// The balance of one day.
  private static func single(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> [EnergyBalance] {
    let (date, moment) = try moment(arguments, &reading)
    let number = date.dayNumber
    return try EnergyView.balances(
      of: reading.journal.tables, days: number...number, until: moment,
      in: try reading.context())
  }

  /// The day that is meant, and the moment up to which it counts.
  private static func moment(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> (CivilDate, Instant) {
    let input = try reading.timeInput()
    var date = try Inputs.day(day, arguments, input)
    var moment = input.now
    if let text = arguments[at] {
      // 18:00 is a time of the day that is named.
      let onDay = arguments.has(day) ? input.moment(text, of: date) : nil
      guard let time = onDay ?? input.timestamp(text) else { throw Inputs.badTime(at, text) }
      moment = time.instant
      if !arguments.has(day) { date = input.day(of: moment) }
      guard (input.start(of: date)...input.start(of: date.adding(days: 1))).contains(moment) else {
        throw Failure.usage("--at: \(text) is no moment of \(date)")
      }
    }
    guard input.start(of: date) <= moment else {
      throw Failure.usage("\(date) has not begun; name a moment of it with --at")
    }
    return (date, moment)
  }

  /// The balances of a range of days, up to now.
  private static func range(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> [EnergyBalance] {
    for option in [day, at] where arguments.has(option) {
      throw arguments.misused("--\(option.name) is for one day, --from and --to are for several")
    }
    let context = try reading.context()
    guard let from = context.query.from else { throw arguments.misused("--from missing") }
    let input = try reading.timeInput()
    let first = input.day(of: from).dayNumber
    let end = context.query.to.map { min($0, input.now) } ?? input.now
    let last = input.day(of: end.adding(microseconds: -1)).dayNumber
    guard first <= last else { return [] }
    let balances = try EnergyView.balances(
      of: reading.journal.tables, days: first...last, until: input.now, in: context)
    return Array(balances.filter(\.isOfTheDay).prefix(context.query.limit ?? .max))
  }
}
