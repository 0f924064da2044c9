import HealthModel
import HealthProjections
import HealthReport
import HealthTables
import JournalFile

/// `report`: a page for people, in one file.
enum ReportCommand {
  private static let period = Option(
    "period", "PERIOD", "month or year, up to the newest data; or 2026-03, 'last month' …")
  private static let sections = Option(
    "sections", "NAME,…", "these sections; else all", isRepeatable: true)
  private static let language = Option(
    "language", "LANGUAGE", "en, de or es; else en",
    choices: Language.allCases.map(\.rawValue))

  static let page = CommandPage(
    name: "report", group: .export, summary: "a page for a doctor, a coach or oneself",
    options: [
      .journal, .output, .from, .to, .on, period, .last, sections, language, .timeZone, .asOf,
      .reader, .verify, .progress,
    ], rules: .window,
    details: """
      One file of HTML, which any browser opens and prints: it holds no script and loads nothing. Its
      sections are \(names).

      Without a period it is about the year that ends with the newest sample or workout, with --period
      month about the month that does; --from, --to and the others name days as everywhere (see `help
      times`). Everything is compared with the period directly before: as many whole months, else as many
      days.

      Figures are those of the views, and each names its lines. --as shows what a source may read, as for a
      coach. The same lines and options give the same bytes.

        health-journal report -o health.html
        health-journal report -o march.html --period 2026-03 --language de
        health-journal report -o coach.html --as com.example.coach --sections workouts,heart,sleep
      """,
    interrupted: "no file was written"
  ) { arguments, console in
    let sections = try chosenSections(arguments)
    guard let path = arguments[.output] else {
      throw arguments.misused("name the file with -o, as in -o health.html")
    }
    var reading = try Reading(arguments, console)
    guard var options = try reportOptions(arguments, &reading) else {
      console.remark("nothing found: there is no sample and no workout to show")
      return .no
    }
    options.sections = sections.isEmpty ? nil : Set(sections)
    var context = try wholeContext(arguments, reading)
    context.threads = PosixSystem.processors
    let bytes = try Report.page(of: reading.journal, in: context, options)
    guard path != "-" else {
      var output = StandardOutput()
      try output.write(bytes)
      return .done
    }
    var file = try FileSink(path, outside: reading.journal.paths.folder)
    try file.write { try $0.write(bytes) }
    console.remark("wrote \(options.period) to \(path)")
    return .done
  }

  private static var names: String {
    let names = Report.sectionNames
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  private static func chosenSections(_ arguments: Arguments) throws -> [String] {
    let names = try arguments.values.list(sections)
    let known = Report.sectionNames
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw Failure.usage(
        "no section '\(unknown)'; there are \(known.joined(separator: ", "))")
    }
    return names
  }

  /// The period, language and reader that the arguments name; nil: there is nothing to report on.
  private static func reportOptions(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> ReportOptions? {
    let language: Language = try arguments.values.choice(Self.language) ?? .en
    guard let period = try chosenPeriod(arguments, &reading) else { return nil }
    var options = ReportOptions(period)
    options.language = language
    options.reader = arguments[.reader]
    options.version = ProgramVersion.number
    for option in [Self.sections, Self.language, .timeZone, .reader] {
      for value in arguments.all(option) { options.again.append("--\(option.name) \(value)") }
    }
    return options
  }

  private static func chosenPeriod(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> ReportPeriod? {
    let length = arguments[period].flatMap { ReportPeriod.Length(rawValue: $0) }
    let window: (from: Instant?, to: Instant?) =
      length == nil ? try reading.request.window() : (nil, nil)
    let days = try reading.request.timeInput()
    let first = window.from.map { days.day(of: $0) }
    let last =
      try window.to.map { days.day(of: $0.adding(microseconds: -1)) }
      ?? Report.lastDay(of: reading.journal, in: wholeContext(arguments, reading))
    guard let last else { return nil }
    guard let first else { return ReportPeriod(length ?? .year, endingWith: last) }
    return ReportPeriod(first.dayNumber..<max(last, first).dayNumber + 1)
  }

  /// What all views share, without a window.
  private static func wholeContext(
    _ arguments: Arguments, _ reading: Reading
  ) throws -> ViewContext {
    let values = Option.window.reduce(arguments.values) { $0.without($1) }
    var request = reading.request.with(values)
    return try request.context()
  }
}
