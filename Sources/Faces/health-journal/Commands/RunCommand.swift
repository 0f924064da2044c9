import HealthModel
import HealthViews
import Journal

/// `run`: a run, as a distance with the heart rate at its start and at its end.
struct RunCommand: CommandOptions {
  var distance: Amount?
  var heartRateStart: Double?
  var heartRateEnd: Double?
  var kilocalories: Double?

  static let distance = Option("distance", "AMOUNT", "how far, as '5 km' or '3.1 mi'")
  static let start = Option("start", "TIME", "when it began")
  static let end = Option("end", "TIME", "when it was over; else now")
  static let heartRateStart = Option("heart-rate-start", "N", "beats a minute as it began")
  static let heartRateEnd = Option("heart-rate-end", "N", "beats a minute as it was over")
  static let kcal = Option("kcal", "N", "the energy, where it is known")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .shared(.wait), .shared(.answer),
    .value(\.distance, distance) { input, option in
      let text = input.values[option] ?? ""
      let amount = try Inputs.amount(text, example: "5 km")
      guard try Inputs.unit(amount.unit).isCompatible(with: .meter) else {
        throw Failure.usage("--distance takes a length, as '5 km', not '\(text)'")
      }
      return amount
    },
    .shared(start), .shared(end),
    .value(\.heartRateStart, heartRateStart) { try $0.values.number($1) },
    .value(\.heartRateEnd, heartRateEnd) { try $0.values.number($1) },
    .value(\.kilocalories, kcal) { try $0.values.number($1) }, .shared(.by),
  ]

  static let page = command(
    name: "run", group: .append, summary: "log a run, its distance and heart rates",
    details: """
      Saves a run, in one event: its distance in the unit that you give, and its heart rates at
      the start and at the end if you give them. A run lasts 10,000 minutes at most. The command
      makes no workout. `runs` shows the run.

      The samples carry metadata. `Run Session` is the uuid of the distance. Heart rates also
      carry `Run Heart Rate`, which is `start` or `end`.

      Examples

        health-journal run --distance '3.1 mi' --start '2026-03-01 07:00' --end '2026-03-01 07:28' \\
          --heart-rate-start 92 --heart-rate-end 161

      Fields

        one object: seq, uuids
      """
  ) { options, arguments, console in
    return try Writing.run(arguments, &console) { writing, console in
      let run = try options.run(arguments, writing)
      let request = writing.session.request(saving: run)
      return try writing.save(request, &console) { accepted in
        "saved the run \(accepted.uuids[0]) in line \(accepted.sequence): \(run.text)"
      }
    }
  }

  private func run(_ arguments: Arguments, _ writing: borrowing Writing) throws -> Run {
    guard let distance else { throw arguments.misused("--distance missing") }
    guard let start = try writing.time(Self.start) else {
      throw arguments.misused("--start missing")
    }
    let end = try writing.timeOrNow(Self.end)
    let run = Run(
      distance: distance, span: TimeSpan(start, end), heartRateStart: heartRateStart,
      heartRateEnd: heartRateEnd, kilocalories: kilocalories)
    do {
      try run.check()
    } catch {
      throw Self.failure(error, arguments)
    }
    return run
  }

  private static func failure(_ problem: FigureProblem<Run.Rule>, _ arguments: Arguments)
    -> OptionProblem
  {
    switch problem {
    case .outOfRange(let figure, let range):
      let options = [
        "heartRateStart": Self.heartRateStart, "heartRateEnd": Self.heartRateEnd,
        "kilocalories": Self.kcal,
      ]
      return arguments.values.outOfRange(options[figure] ?? Self.distance, range)
    case .rule(let rule):
      let without = arguments.has(Self.end) ? "" : "; without --end it is over now"
      return OptionProblem("\(rule.rawValue); see --start and --end\(without)")
    }
  }
}
