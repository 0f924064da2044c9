import HealthEvents
import HealthJournal
import HealthModel

/// `run`: a run, as a distance with the heart rate at its start and at its end.
enum RunCommand {
  private static let distance = Option("distance", "AMOUNT", "how far, as '5 km' or '3.1 mi'")
  private static let start = Option("start", "TIME", "when it began")
  private static let end = Option("end", "TIME", "when it was over; else now")
  private static let heartRateStart = Option(
    "heart-rate-start", "N", "beats a minute as it began")
  private static let heartRateEnd = Option(
    "heart-rate-end", "N", "beats a minute as it was over")
  private static let kcal = Option("kcal", "N", "the energy, where it is known")

  static let page = CommandPage(
    name: "run", group: .append, summary: "log a run, its distance and heart rates",
    options: [
      .journal, .answer, distance, start, end, heartRateStart, heartRateEnd, kcal, .by,
    ],
    details: """
      Saves the distance, in the unit given, and a heart rate at the start and at the end, each where it
      is known, in one event. `runs` shows it; no workout is made of it.

        health-journal run --distance '3.1 mi' --start 'today 07:00' --end 'today 07:30' \\
          --heart-rate-start 92 --heart-rate-end 161
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var writing = try Writing(arguments, console)
    let run = try run(arguments, writing)
    let request = writing.session.request(saving: run)
    return try writing.perform(.save(request), &console) { accepted in
      "saved the run \(accepted.uuids[0]) in line \(accepted.sequence): \(run.text)"
    }
  }

  private static func run(
    _ arguments: Arguments, _ writing: borrowing Writing
  ) throws -> Run {
    let distance = try distance(arguments)
    guard let start = try writing.time(start) else { throw arguments.misused("--start missing") }
    guard let end = try writing.time(end) ?? writing.timeInput().timestamp("now"),
      start.instant < end.instant
    else { throw Failure.usage("a run ends after it starts; see --start and --end") }
    return Run(
      distance: distance, span: TimeSpan(start, end),
      heartRateStart: try figure(heartRateStart, most: 1_000, arguments),
      heartRateEnd: try figure(heartRateEnd, most: 1_000, arguments),
      kilocalories: try figure(kcal, most: 100_000, arguments))
  }

  /// A length that a person can run.
  private static func distance(_ arguments: Arguments) throws(Failure) -> Amount {
    guard let text = arguments[distance] else { throw arguments.misused("--distance missing") }
    let amount = try Inputs.amount(text, unit: nil, example: "5 km")
    guard let metres = try? Inputs.unit(amount.unit).convert(amount.value, to: .meter) else {
      throw .usage("--distance takes a length, as '5 km', not '\(text)'")
    }
    guard metres > 0, metres <= 1_000_000 else {
      throw .usage("--distance takes more than 0, up to 1000 km, not '\(text)'")
    }
    return amount
  }

  private static func figure(
    _ option: Option, most: Double, _ arguments: Arguments
  ) throws(Failure) -> Double? {
    guard let value = try arguments.number(option) else { return nil }
    guard value > 0, value <= most else {
      throw .usage("--\(option.name) takes more than 0, up to \(Int(most)), not \(value)")
    }
    return value
  }
}
