import HealthModel
import HealthViews
import Journal

/// The command `run`: it saves a run, as a distance with the heart rates at start and end.
struct RunCommand: CommandOptions {
  var distance: Amount?
  var heartRateStart: Double?
  var heartRateEnd: Double?
  var kilocalories: Double?

  static let distance = Option("distance", "AMOUNT", "the distance, such as '5 km' or '3.1 mi'")
  static let start = Option("start", "TIME", "the start of the run")
  static let end = Option("end", "TIME", "the end of the run; default now")
  static let heartRateStart = Option("heart-rate-start", "N", "beats per minute at the start")
  static let heartRateEnd = Option("heart-rate-end", "N", "beats per minute at the end")
  static let kcal = Option("kcal", "N", "the energy, if you know it")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .shared(.wait), .shared(.answer),
    .value(\.distance, distance) { input, option in
      let text = input.values[option] ?? ""
      let amount = try Inputs.amount(text, example: "5 km")
      guard try Inputs.unit(amount.unit).isCompatible(with: .meter) else {
        throw Failure.usage("--distance takes a length, such as '5 km', not '\(text)'")
      }
      return amount
    },
    .shared(start), .shared(end),
    .value(\.heartRateStart, heartRateStart) { try $0.values.number($1) },
    .value(\.heartRateEnd, heartRateEnd) { try $0.values.number($1) },
    .value(\.kilocalories, kcal) { try $0.values.number($1) }, .shared(.by),
    .shared(NoteCommand.attachedNote), .shared(NoteCommand.attachedTag),
  ]

  static let page = command(
    name: "run", group: .append, summary: "save a run, with its distance and heart rates",
    words: "[DISTANCE TIME]", count: nil,
    details: """
      Saves a run in one event. DISTANCE and TIME have their units: `5 km 27 min`, or a time as
      27:30. Without --start the run ends now, or at --end. The event has the distance in the unit that you give. If you give
      heart rates, it also has those at the start and at the end. A run lasts at most 10,000
      minutes. The command does not save a workout. `runs` shows the run.

      The samples have metadata. `Run Session` is the uuid of the distance. Heart rates also have
      `Run Heart Rate`, which is `start` or `end`.

      --note and --tag also save a note of the same time, in the same event.

      Examples

        health-journal run 5 km 27 min
        health-journal run --distance '3.1 mi' --start '2026-03-01 07:00' --end '2026-03-01 07:28' \\
          --heart-rate-start 92 --heart-rate-end 161

      Fields

        one object: seq, uuids
      """
  ) { options, arguments, console in
    return try Writing.run(arguments, &console) { writing, console in
      let run = try options.run(arguments, writing)
      let note = try NoteCommand.words(arguments.values)
      let request = writing.noting(note, writing.session.request(saving: run))
      return try writing.save(request, &console) { accepted in
        "saved the run \(accepted.uuids[0]) in line \(accepted.sequence): \(run.text)"
      }
    }
  }

  private func run(_ arguments: Arguments, _ writing: borrowing Writing) throws -> Run {
    let words = try Inputs.effort(arguments.words)
    guard let distance = distance ?? words.distance else {
      throw arguments.misused("DISTANCE missing, as in 5 km 27 min")
    }
    guard self.distance == nil || words.distance == nil,
      words.seconds == nil || !arguments.has(Self.start) || !arguments.has(Self.end)
    else {
      throw arguments.misused("you gave a distance or a time twice: in words and in options")
    }
    let run = Run(
      distance: distance, span: try span(words.seconds, arguments, writing),
      heartRateStart: heartRateStart, heartRateEnd: heartRateEnd, kilocalories: kilocalories)
    do {
      try run.check()
    } catch {
      throw Self.failure(error, arguments)
    }
    return run
  }

  private func span(
    _ seconds: Double?, _ arguments: Arguments, _ writing: borrowing Writing
  ) throws -> TimeSpan {
    // A run that is longer than this is refused; a time that far away cannot be stated.
    if let seconds { return try writing.span(lasting: min(seconds, 1e6)) }
    guard let start = try writing.time(Self.start) else {
      throw arguments.misused("TIME missing, as in 5 km 27 min, or --start")
    }
    return TimeSpan(start, try writing.timeOrNow(Self.end))
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
      let without = arguments.has(Self.end) ? "" : "; without --end the run ends now"
      return OptionProblem("\(rule.rawValue); see --start and --end\(without)")
    }
  }
}
