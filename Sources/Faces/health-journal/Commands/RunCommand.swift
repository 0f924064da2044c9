import HealthModel
import HealthViews
import Journal

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
      .folder, .wait, .answer, distance, start, end, heartRateStart, heartRateEnd, kcal, .by,
    ],
    details: """
      Saves the distance, in the unit given, and a heart rate at the start and at the end, each where it
      is known, in one event. `runs` shows it; no workout is made of it.

        health-journal run --distance '3.1 mi' --start 'today 07:00' --end 'today 07:30' \\
          --heart-rate-start 92 --heart-rate-end 161
      """
  ) { arguments, console in
    return try Writing.run(arguments, &console) { writing, console in
      let run = try run(arguments, writing)
      let request = writing.session.request(saving: run)
      return try writing.save(request, &console) { accepted in
        "saved the run \(accepted.uuids[0]) in line \(accepted.sequence): \(run.text)"
      }
    }
  }

  private static func run(
    _ arguments: Arguments, _ writing: borrowing Writing
  ) throws -> Run {
    let distance = try distance(arguments)
    guard let start = try writing.time(start) else { throw arguments.misused("--start missing") }
    guard let end = try writing.time(end) ?? writing.timeInput().timestamp("now") else {
      throw Failure.usage("--end is no time")
    }
    let run = Run(
      distance: distance, span: TimeSpan(start, end),
      heartRateStart: try arguments.values.number(heartRateStart),
      heartRateEnd: try arguments.values.number(heartRateEnd),
      kilocalories: try arguments.values.number(kcal))
    do {
      try run.check()
    } catch {
      throw failure(error, arguments)
    }
    return run
  }

  private static func failure(_ problem: FigureProblem<Run.Rule>, _ arguments: Arguments)
    -> OptionProblem
  {
    switch problem {
    case .outOfRange(let figure, let range):
      let options = [
        "heartRateStart": heartRateStart, "heartRateEnd": heartRateEnd, "kilocalories": kcal,
      ]
      return arguments.values.outOfRange(options[figure] ?? distance, range)
    case .rule(let rule):
      let without = arguments.has(end) ? "" : "; without --end it is over now"
      return OptionProblem("\(rule.rawValue); see --start and --end\(without)")
    }
  }

  /// Returns a length.
  private static func distance(_ arguments: Arguments) throws -> Amount {
    guard let text = arguments[distance] else { throw arguments.misused("--distance missing") }
    let amount = try Inputs.amount(text, example: "5 km")
    guard try Inputs.unit(amount.unit).isCompatible(with: .meter) else {
      throw Failure.usage("--distance takes a length, as '5 km', not '\(text)'")
    }
    return amount
  }
}
