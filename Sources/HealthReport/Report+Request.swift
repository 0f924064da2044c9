import ByteTools
import HealthModel
package import HealthProjections
import HealthTables
import JournalFile
package import ViewTables

/// A report as options name it: the one way to it, of the command and of the library.
extension Report {
  /// What was made.
  package struct Made: Sendable {
    /// The bytes of the page.
    package let bytes: [UInt8]
    /// The days that it is about.
    package let period: ReportPeriod
  }

  /// Which days; month and year are lengths here, which end with the newest data.
  private static let period = Option(
    "period", "PERIOD", "month or year, up to the newest data; or 2026-03, 'last month' …")
  private static let sections = Option(
    "sections", "NAME,…", "these sections; else all", isRepeatable: true)
  private static let language = Option(
    "language", "LANGUAGE", "en, de or es; else en",
    choices: Language.allCases.map(\.rawValue))

  /// The options that say what is on the page; those of its journal and reader come beside them.
  package static let options: [Option] = [
    .from, .to, .on, period, .last, sections, language, .timeZone, .withProblems,
  ]

  /// The page of the journal of a request, as its options ask for it; nil: there is no sample and
  /// no workout.
  ///
  /// - Parameter version: that of the program.
  /// - Throws: `OptionProblem`; what the views throw.
  package static func made(
    for request: inout ViewRequest, version: String
  ) throws -> Made? {
    let sections = try chosenSections(request.values)
    let language: Language = try request.values.choice(Self.language) ?? .en
    guard let period = try chosenPeriod(&request) else { return nil }
    var options = ReportOptions(period)
    options.sections = sections.isEmpty ? nil : Set(sections)
    options.language = language
    options.reader = request.values[.reader]
    options.version = version
    for option in [Self.sections, Self.language, .timeZone, .reader, .rights] {
      for value in request.values.all(option) {
        options.again.append("--\(option.name) \(ShellText.word(value))")
      }
    }
    if request.values.has(.withProblems) { options.again.append("--\(Option.withProblems.name)") }
    var context = try wholeContext(request)
    context.query.leavesOutProblems = !request.values.has(.withProblems)
    context.threads = PosixSystem.processors
    return Made(bytes: try page(of: request.journal, in: context, options), period: period)
  }

  /// The sections that options name; none: all.
  package static func chosenSections(_ values: OptionValues) throws(OptionProblem) -> [String] {
    let names = try values.list(sections)
    if let unknown = names.first(where: { !sectionNames.contains($0) }) {
      throw OptionProblem(
        "no section '\(unknown)'; there are \(sectionNames.joined(separator: ", "))")
    }
    return names
  }

  private static func chosenPeriod(_ request: inout ViewRequest) throws -> ReportPeriod? {
    let length = request.values[period].flatMap { ReportPeriod.Length(rawValue: $0) }
    let window: (from: Instant?, to: Instant?) =
      length == nil ? try request.window() : (nil, nil)
    let days = try request.timeInput()
    let first = window.from.map { days.day(of: $0) }
    let last =
      try window.to.map { days.day(of: $0.adding(microseconds: -1)) }
      ?? lastDay(of: request.journal, in: wholeContext(request))
    guard let last else { return nil }
    guard let first else { return ReportPeriod(length ?? .year, endingWith: last) }
    return ReportPeriod(first.dayNumber..<max(last, first).dayNumber + 1)
  }

  /// What all views share, without a window.
  private static func wholeContext(_ request: ViewRequest) throws -> ViewContext {
    var whole = request.with(Option.window.reduce(request.values) { $0.without($1) })
    return try whole.context()
  }
}
