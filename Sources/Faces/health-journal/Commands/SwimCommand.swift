import HealthModel
import HealthViews
import Journal

/// The command `swim`: it saves a swim in a pool, as a workout with its energy.
struct SwimCommand: CommandOptions {
  var laps: Int?
  var metresPerLap = 25.0
  var minutes: Double?
  var met: Double?
  var kilocalories: Double?

  static let laps = Option("laps", "N", "the number of laps, in place of a distance")
  static let metresPerLap = Option(
    "metres-per-lap", "M", "the length of a lap in metres; default 25")
  static let minutes = Option(
    "minutes", "N", "the time of the whole swim in minutes, in place of TIME")
  static let met = Option("met", "FACTOR", "kcal per kilogram and hour, such as 6")
  static let kcal = Option("kcal", "N", "the energy, in place of --met")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .shared(.wait), .shared(.answer),
    .value(\.laps, laps) { try $0.values.whole($1, least: 1, most: 100_000) },
    .value(\.metresPerLap, metresPerLap) { try $0.values.number($1) },
    .value(\.minutes, minutes) { try $0.values.number($1) },
    .value(\.met, met) { try $0.values.number($1) },
    .value(\.kilocalories, kcal) { try $0.values.number($1) },
    .shared(Option("start", "TIME", "the start; default: the end minus --minutes")),
    .shared(Option("end", "TIME", "the end; default: the start plus --minutes, or now")),
    .shared(.by), .shared(NoteCommand.attachedNote), .shared(NoteCommand.attachedTag),
  ]
  static let rules: [OptionRule] = [.excludes(met, [kcal])]

  static let page = command(
    name: "swim", group: .append, summary: "save a swim, as a workout with its energy",
    words: "[DISTANCE TIME]", count: nil,
    details: """
      Saves a swim in a pool: a workout and its energy, in one event. DISTANCE and TIME have their
      units: `1200 m 40 min`, or a time as 40:00. The distance must be whole laps. --laps and
      --minutes are another way to say both.

        energy (kcal) = weight (kg) × factor × minutes / 60

      --met is the factor. --kcal gives the energy directly, in place of --met. Without both, the
      command saves no energy. The weight is
      the latest body mass before the end of the swim. If there is none, the weight is the first
      body mass after the end, and a remark reports this. If the source of --by may not read body
      mass, the weight is not known.

      Without --start and --end the swim ends now. With --start and --end, --minutes must fit
      between these times. A swim lasts 0.1 to 10,000 minutes.

      --note and --tag also save a note of the same time, in the same event.

      Examples

        health-journal swim 1200 m 40 min
        health-journal swim --laps 24 --metres-per-lap 50 --minutes 40 --met 6
        health-journal swim --laps 40 --minutes 38 --kcal 420 --start '2026-03-03 12:00'

      Fields

        one object: seq, uuids
      """
  ) { options, arguments, console in
    return try Writing.run(arguments, &console) { writing, console in
      let swim = try options.swim(arguments, writing)
      let note = try NoteCommand.words(arguments.values)
      let (request, kilocalories, later) = try writing.session.request(
        saving: swim, by: writing.by)
      let text = swim.text(kilocalories: kilocalories)
      let code = try writing.save(writing.noting(note, request), &console) { accepted in
        "saved the swim \(accepted.uuids[0]) in line \(accepted.sequence): \(text)"
      }
      if let later {
        console.remark(
          "no body mass was measured up to the end of the swim; the energy uses the first one "
            + "after it, of \(later)")
      }
      return code
    }
  }

  private func swim(_ arguments: Arguments, _ writing: borrowing Writing) throws -> Swim {
    let (laps, minutes) = try figures(arguments)
    // What is longer than this is refused below; a time that far away cannot be stated.
    let span = try writing.span(lasting: min(max(minutes, 0), 10_000) * 60)
    let swim = Swim(
      laps: laps, metresPerLap: metresPerLap, minutes: minutes, pace: met,
      kilocalories: kilocalories, span: span)
    do {
      try swim.check()
    } catch {
      throw Self.failure(error, arguments)
    }
    return swim
  }

  private static func failure(_ problem: FigureProblem<Swim.Rule>, _ arguments: Arguments)
    -> OptionProblem
  {
    switch problem {
    case .outOfRange(let figure, let range):
      let options = [
        "minutes": Self.minutes, "metresPerLap": Self.metresPerLap, "pace": Self.met,
        "kilocalories": Self.kcal,
      ]
      return arguments.values.outOfRange(options[figure] ?? Self.laps, range)
    case .rule(.longerThanSpan):
      return OptionProblem("--minutes is longer than the time from --start to --end")
    case .rule(.energyTwice): return arguments.misused("--met cannot be combined with --kcal")
    }
  }

  /// Returns the laps and the minutes that words or options name.
  private func figures(_ arguments: Arguments) throws -> (laps: Int, minutes: Double) {
    let words = try Inputs.effort(arguments.words)
    guard laps == nil || words.distance == nil, minutes == nil || words.seconds == nil else {
      throw arguments.misused(
        "--laps cannot be combined with a distance in words, and --minutes not with a time")
    }
    guard let minutes = minutes ?? words.seconds.map({ $0 / 60 }) else {
      throw arguments.misused("TIME missing, as in 1200 m 40 min, or --minutes")
    }
    if let laps { return (laps, minutes) }
    guard let distance = words.distance else {
      throw arguments.misused("DISTANCE missing, as in 1200 m 40 min, or --laps")
    }
    let metres = try Inputs.unit(distance.unit).convert(distance.value, to: .meter)
    // A distance in miles or yards is whole laps as nearly as a person types it.
    let laps = (metres / metresPerLap).rounded()
    guard laps >= 1, laps <= 100_000, abs(laps * metresPerLap - metres) < 0.01 * metresPerLap else {
      throw OptionProblem(
        "'\(arguments.words.joined(separator: " "))' is not whole laps of "
          + "\(metresPerLap.exact) m; name the length with --metres-per-lap")
    }
    return (Int(laps), minutes)
  }
}
