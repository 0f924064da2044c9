import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `workout`: it records a workout step by step.
struct WorkoutCommand: CommandOptions {
  /// The export's word of the activity.
  var activity: String?
  var rate: Double?

  static let format = Option(
    "format", "FORMAT",
    "text or json; for status also "
      + Format.names.filter { !["text", "json"].contains($0) }.joined(separator: ", "),
    choices: Format.names)
  static let activity = Option("activity", "ACTIVITY", "for start: the same as the word ACTIVITY")
  static let rate = Option(
    "kcal-per-hour", "N", "for start: energy per hour; without this no energy is saved")
  static let at = Option("at", "TIME", "the time of the step; default now")
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, format, .all, .columns)
    + [
      .value(\.activity, activity) { try Inputs.activity($0.values[$1] ?? "") },
      .value(\.rate, rate) {
        let most = WorkoutSession.mostKilocaloriesPerHour
        return try $0.values.number(
          $1, in: .leastNonzeroMagnitude...most, "more than 0, up to \(Int(most))")
      },
    ]
    + shared([at, .by] + NoteCommand.attached)

  static let page = command(
    name: "workout", group: .append, summary: "record a workout step by step: start, pause, …, end",
    words: "[start ACTIVITY|pause|resume|lap|end|cancel|status]", count: nil,
    details: """
      Records a workout step by step: start, pause, resume, lap, end, cancel. `status`, or no
      word, shows the progress. Only one workout is in progress at a time. After each step the
      workout is on the disk, in the file `session` in the journal's folder. This file survives
      the end of the program and a restart of the machine. It is not part of the history.

        start, resume  an interval begins
        pause          an interval ends
        lap            A lap ends. It began at the previous lap, or at the start.
        end            the command saves the workout, in one event
        cancel         nothing is saved

      With `end`, --note and --tag also save a note of the same time, in the same event.

      With --kcal-per-hour, `end` also saves a sample of active energy for each interval. Without
      this option it saves no energy. Active time and energy are the sums of the intervals. If you
      end a workout during a pause, its end is the time of `end`, and the pause does not count.

      The command refuses a step that does not fit the state (exit code 4). It also refuses a time
      before the last step, or more than a minute in the future, and an `end` without --at more than
      a day after the last step. If no workout is in progress, the exit code of `status` is 1.

      The source that starts a workout (--by) owns it. Only this source and the owner may continue
      the workout. If the owner ends it, the owner saves it, and the workout has the app as its
      source. If the source may not save the workout or its energy, the command refuses `start`.
      It checks the rights again at the end; after a refusal the workout is still in progress.
      After a crash you can repeat `end`: the command saves nothing twice.

      Examples

        health-journal workout start other --kcal-per-hour 450 --at '2026-03-02 18:00'
        health-journal workout pause --at '2026-03-02 18:10'
        health-journal workout resume --at '2026-03-02 18:15'
        health-journal workout end --at '2026-03-02 18:30'

      Fields

        one object (for `status`: rows): state (`active`, `paused`, `finished`), uuid (of the future
          workout), activity, start, at, duration (s), energy (kcal), kilocaloriesPerHour, intervals,
          laps, source
        also after `end`: seq
        after `cancel`, if the program could not read the file: state, quarantine
      """
  ) { options, arguments, console in
    let word = arguments.words.first ?? "status"
    try arguments.require(words: 0...(word == "start" ? 2 : 1), "")
    if word == "status" { return try showStatus(arguments, &console) }
    guard let action = WorkoutSession.Action(rawValue: word) else {
      let near = NearestNames.of(word, among: WorkoutSession.Action.allCases.map(\.rawValue)).first
      throw arguments.misused("no step '\(word)'" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    try OptionRule.refused(by: action.rawValue, [.all, .columns]).check(arguments.values)
    if action != .start {
      let others = [Self.activity, Self.rate]
      try OptionRule.refused(by: action.rawValue, others).check(arguments.values)
    }
    if action != .end {
      try OptionRule.refused(by: action.rawValue, NoteCommand.attached).check(arguments.values)
    }
    if action == .cancel {
      try OptionRule.refused(by: action.rawValue, [Self.at]).check(arguments.values)
    }
    let answerFormat = try Writing.answerFormat(arguments)
    return try Writing.run(arguments, &console) { writing, console in
      let answer = try options.take(action, arguments, &writing)
      try show(answer, as: answerFormat, &console)
      return .done
    }
  }

  // MARK: Steps

  /// The result of a step.
  private struct Answer {
    var line: String
    var table: Table
    var remark: String?
  }

  private func take(
    _ action: WorkoutSession.Action, _ arguments: Arguments, _ writing: inout Writing
  ) throws -> Answer {
    let time = try writing.time(Self.at)
    switch action {
    case .start:
      let word = try arguments.words.dropFirst().first.map { try Inputs.activity($0) }
      guard let activity = activity ?? word else {
        throw arguments.misused("ACTIVITY missing, as in `workout start running`")
      }
      guard self.activity == nil || word == nil else {
        throw arguments.misused(
          "--activity cannot be combined with the word '\(arguments.words[1])'")
      }
      return Self.answer(
        try writing.session.startWorkout(
          activity: activity, kilocaloriesPerHour: rate, by: writing.by, at: time))
    case .pause, .resume, .lap:
      return Self.answer(try writing.session.take(action, by: writing.by, at: time))
    case .end:
      let note = try NoteCommand.words(arguments.values)
      return Self.answer(
        try writing.session.endWorkout(by: writing.by, at: time, noting: note))
    case .cancel:
      switch try writing.session.cancelWorkout(by: writing.by) {
      case .session(let session):
        return Self.answer(session) { "cancelled, nothing was saved: " + $0 }
      case .damaged(let path):
        let line = "cancelled, nothing was saved; what could not be read is now in \(path)"
        return Answer(line: line, table: WorkoutSessionTable.table(setAside: path))
      }
    }
  }

  private static func answer(
    _ session: WorkoutSession, _ line: (String) -> String = { $0 }
  ) -> Answer {
    let now = session.steps.last?.time ?? Timestamp.epoch
    let text = session.text(at: now)
    return Answer(
      line: line(session.state == .finished ? text : "\(session.state.rawValue): \(text)"),
      table: WorkoutSessionTable.table(of: session, at: now))
  }

  private static func answer(_ ended: JournalSession.EndedWorkout) -> Answer {
    guard let accepted = ended.accepted else {
      return Answer(
        line: "the workout \(ended.workout) was saved already",
        table: WorkoutSessionTable.table(finished: ended.workout))
    }
    var answer = answer(ended.session) {
      "saved the workout \(ended.workout) in line \(accepted.sequence): \($0)"
    }
    let end = ended.session.steps.last?.time ?? Timestamp.epoch
    answer.table = WorkoutSessionTable.table(
      of: ended.session, at: end, savedIn: accepted.sequence)
    answer.remark = ended.leftover.map {
      "warning: the workout is saved, but: \($0.cause)"
    }
    return answer
  }

  private static func show(
    _ answer: Answer, as format: Format, _ console: inout Console
  ) throws {
    try Writing.answer(to: "the step is taken") {
      if format.isForPeople {
        try console.print(TerminalText.escaped(answer.line))
      } else {
        try console.show(answer.table, as: .ndjson)
      }
    }
    if let remark = answer.remark { console.remark(remark) }
  }

  // MARK: Status

  private static func showStatus(
    _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    let others = [Self.activity, Self.rate, Self.at, .by] + NoteCommand.attached
    try OptionRule.refused(by: "status", others).check(arguments.values)
    try Environment.journal(arguments).requireFolder("to ask about its workout in progress")
    var opened = try OpenedJournal(arguments, console)
    let journal = opened.request
    // A workout that is in the journal has ended, even if a crash has left its file.
    let session = try WorkoutSessionFile.read(
      JournalPaths(folder: journal.folder), on: PosixSystem()
    )
    .flatMap { session in
      try journal.holds(session.workout) ? nil : session
    }
    let now = try opened.request.timeInput().timestamp("now") ?? Timestamp.epoch
    let isLine = try Console.format(arguments) == .text && !arguments.has(.columns)
    if let session, isLine {
      let line = "\(session.state.rawValue): \(session.text(at: now))"
      try console.print(TerminalText.escaped(line))
      return .done
    }
    return try console.show(
      WorkoutSessionTable.table(of: session, at: now), arguments,
      nothing: "no workout is in progress")
  }
}

extension Timestamp {
  /// The year 1970, for a workout without a step.
  fileprivate static let epoch = Timestamp(instant: .epoch, offsetMinutes: 0)
}

extension WorkoutSession {
  /// Describes the progress of the workout in words.
  fileprivate func text(at now: Timestamp) -> String {
    let figures = figures(at: now)
    let name = WorkoutActivityType.find(activity)?.name ?? activity
    var parts = ["\(name) for \(clock(figures.duration))"]
    if let kilocalories = figures.kilocalories {
      parts.append("\(tenths(kilocalories)) kcal")
    } else {
      parts.append("no energy without --kcal-per-hour")
    }
    if figures.intervals > 1 { parts.append("\(figures.intervals) intervals") }
    if figures.laps > 0 { parts.append(counted(figures.laps, "lap")) }
    return parts.joined(separator: ", ")
  }

  /// Describes a time, rounded down: `0:10:00`.
  private func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    let fields = [whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : String($0) }
    return "\(whole / 3_600):" + fields.joined(separator: ":")
  }

  private func tenths(_ value: Double) -> String {
    let rounded = (value * 10 + 0.5).rounded(.down) / 10
    return Int64(exactly: rounded).map { String($0) } ?? String(rounded)
  }
}
