import ByteTools
package import HealthModel
package import HealthTables
package import HealthViews
import JournalFile

/// The request for a report.
package struct ReportOptions: Sendable {
  /// The days of the report.
  package var period: ReportPeriod
  package var language = Language.en
  /// The names of its sections; nil: all.
  package var sections: Set<String>?
  /// The person's name, for the head of each page; nil: none.
  package var name: String?
  /// The source that the report is made for, which sees only what it may read; nil: the owner.
  package var reader: String?
  /// The version of the program that makes it.
  package var version = ""
  /// The options, without those of the period, that make the same report again.
  package var again: [String] = []

  /// Creates the options of a report about these days.
  package init(_ period: ReportPeriod) { self.period = period }
}

/// A page about some days of a journal for people: one file of HTML without scripts, which loads
/// nothing.
///
/// Every figure is one of a view; the page puts them side by side and names their lines. The same
/// lines and options give the same bytes.
package enum Report {
  /// The names of the sections, in order.
  package static var sectionNames: [String] { ReportSection.all.map(\.name) }

  /// Returns the bytes of the page.
  ///
  /// - Parameter context: the zones; its times and types are not used.
  /// - Throws: the errors of the views.
  package static func page(
    of journal: ReplayedJournal, in context: ViewContext, _ options: ReportOptions
  ) throws -> [UInt8] {
    let data = try ReportData(journal, context, options)
    let chosen = ReportSection.all.filter { options.sections?.contains($0.name) ?? true }
    // The last ones take the longest, so they are begun first.
    var written = try Threads.map(chosen.reversed(), on: context.threads) { section in
      WrittenSection(section, try section.content(data), data.words)
    }.reversed().filter { !$0.content.bytes.isEmpty || !$0.lines.bytes.isEmpty }
    let place = written.last?.section.name == ReportSection.receipt.name ? 1 : 0
    written.insert(
      contentsOf: WrittenSection.lines(of: written, data.words), at: written.count - place)
    var page = Page()
    page.doctype()
    page.element(.html, [Attribute("lang", options.language.rawValue)]) { page in
      page.head(data)
      page.element(.body) { page in
        page.header(data)
        page.contents(written.map(\.section), data.words)
        page.element(.main) { page in
          for section in written { page.section(section, data.words) }
        }
        page.element(.footer) { $0.element(.p, text: data.words(.disclaimer)) }
      }
    }
    return page.bytes
  }

  /// Returns the last day of a report if no option names it; nil: there is no sample and no
  /// workout. It is the day on which the newest sample or workout ended that was over when the last
  /// line was recorded. Later ends count only if there are no others, and then the earliest end of
  /// a workout or of the latest sample of a type counts.
  package static func lastDay(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> CivilDate? {
    let tables = journal.tables
    try tables.readObjects()
    let recorded = tables.lastAt?.microseconds ?? .max
    let latest = try LatestView.rows(
      of: journal, in: ViewContext(ViewQuery(), zones: context.zones))
    var ends = try latest.map { row in
      let end = row.sample.end
      // Only a type that reaches into the future is looked through.
      if end <= recorded { return end }
      return try Self.lastEnd(of: row.type, upTo: recorded, in: tables) ?? end
    }
    ends += tables.objects.lazy.filter { $0.isLive && $0.kind == .workout }.map(\.end)
    let last = ends.filter { $0 <= recorded }.max() ?? ends.min()
    let days = try context.calendar(of: tables)
    return last.map { CivilDate(dayNumber: days.day(of: Instant(microseconds: $0))) }
  }

  /// Returns the latest end of the live samples of a type that is not after a moment; nil: all are.
  private static func lastEnd(
    of type: String, upTo moment: Int64, in tables: HealthTables
  ) throws -> Int64? {
    try tables.read(types: [type])
    guard let columns = tables.columns(of: type) else { return nil }
    return columns.liveRows().lazy.map { columns.ends[$0] }.filter { $0 <= moment }.max()
  }

  // A report as options name it: the one way to it, of the command and of the library.

  /// A report that was made.
  package struct Made: Sendable {
    /// The bytes of the page.
    package let bytes: [UInt8]
    /// The days of the report.
    package let period: ReportPeriod
  }

  /// The option for the days; month and year are lengths here, which end with the newest data.
  private static let period = Option(
    "period", "PERIOD", "month or year, which end with the newest data; or a period such as 2026-03"
  )
  private static let sections = Option(
    "sections", "NAME,…", "only these sections; default: all", isRepeatable: true)
  package static let language = Option(
    "language", "LANGUAGE", "en (English, the default), de (German) or es (Spanish)",
    choices: Language.allCases.map(\.rawValue))

  private static let name = Option("name", "NAME", "the person's name, for the head of each page")

  /// The options for the content of the page; the options of the journal and the reader are added
  /// to them.
  package static let options: [Option] = [
    .from, .to, .on, period, .last, sections, language, name, .timeZone, .withProblems,
  ]

  /// Returns the page of the journal of a request, by its options; nil: there is no sample and no
  /// workout. The receipt says whether the chain was verified as the journal was read.
  ///
  /// - Parameter version: the version of the program.
  /// - Throws: `OptionProblem`; the errors of the views.
  package static func made(
    for request: inout ViewRequest, version: String
  ) throws -> Made? {
    let sections = try chosenSections(request.values)
    let language: Language = try request.values.choice(Self.language) ?? .en
    if let reader = request.values[.reader], !request.tables.knows(source: reader) {
      throw OptionProblem(
        "--as: the journal does not know '\(reader)'; `authorizations` lists who may read")
    }
    guard let period = try chosenPeriod(&request) else { return nil }
    var options = ReportOptions(period)
    options.sections = sections.isEmpty ? nil : Set(sections)
    options.language = language
    options.reader = request.values[.reader]
    options.name = request.values[name]
    options.version = version
    for option in [Self.sections, Self.language, name, .timeZone, .reader, .asked, .rights] {
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

  /// Returns the sections that options name; if none is named: all.
  package static func chosenSections(_ values: OptionValues) throws(OptionProblem) -> [String] {
    let names = try values.list(sections)
    if let unknown = names.first(where: { !sectionNames.contains($0) }) {
      throw OptionProblem(
        "no section '\(unknown)'; use one of \(sectionNames.joined(separator: ", "))")
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

  /// Returns the context that all views share, without a window.
  private static func wholeContext(_ request: ViewRequest) throws -> ViewContext {
    var whole = request.with(Option.window.reduce(request.values) { $0.without($1) })
    return try whole.context()
  }
}

package typealias Attribute = Page.Attribute

extension Page {
  fileprivate mutating func head(_ data: ReportData) {
    let style = Style(
      person: [data.options.name, data.person.born].compactMap(\.self).joined(separator: " · "),
      period: data.span)
    element(.head) { page in
      page.element(.meta, [Attribute("charset", "utf-8")])
      page.element(
        .meta,
        [
          Attribute("http-equiv", "Content-Security-Policy"), Attribute("content", style.policy),
        ])
      page.element(
        .meta,
        [
          Attribute("name", "viewport"),
          Attribute("content", "width=device-width, initial-scale=1"),
        ])
      page.element(.meta, [Attribute("name", "referrer"), Attribute("content", "no-referrer")])
      page.element(.title, text: data.words(.title) + " · " + data.span)
      page.style(style)
    }
  }

  fileprivate mutating func header(_ data: ReportData) {
    element(.header) { page in
      page.element(.h1, text: data.words(.title))
      let person = ([data.options.name] + data.person.all).compactMap(\.self)
      if !person.isEmpty {
        page.element(.p, [.class("lead")], text: person.joined(separator: " · "))
      }
      page.element(
        .p, [.class("lead")],
        text: "\(data.span) · \(data.length) · \(data.words(.daysOf, data.calendar.zone.name))")
      if let reader = data.options.reader {
        page.element(.p, [.class("lead")], text: data.words(.asReader, reader))
      }
      page.note(data.words(.howToRead))
      if let text = data.problemText { page.note(text) }
    }
  }

  fileprivate mutating func contents(_ sections: [ReportSection], _ words: Words) {
    element(.nav, [Attribute("aria-label", words(.contents))]) { page in
      page.element(.ul) { page in
        for section in sections {
          page.element(.li) {
            $0.element(.a, [Attribute("href", "#" + section.name)], text: words(section.title))
          }
        }
      }
    }
  }

  fileprivate mutating func section(_ written: WrittenSection, _ words: Words) {
    let section = written.section
    let title = section.name + "-title"
    let names = [Attribute("id", section.name), Attribute("aria-labelledby", title)]
    element(.section, names) { page in
      page.element(.h2, [Attribute("id", title)], text: words(section.title))
      page.append(written.content)
      if !written.lines.bytes.isEmpty {
        page.element(.p, [.class("note jump")]) { page in
          page.element(.a, [Attribute("href", "#\(section.name)-lines")], text: words(.linesLink))
        }
      }
    }
  }
}

extension ReportData {
  /// The first and the last day of the report.
  var span: String { text(period) }

  /// Returns the first and the last day of a period.
  func text(_ period: ReportPeriod) -> String {
    period.days.count == 1
      ? words.day(period.first) : "\(words.day(period.first)) – \(words.day(period.last))"
  }

  /// Returns some days as the heading of a row.
  func text(_ part: ReportPeriod.Part, _ step: ReportPeriod.Step) -> String {
    switch step {
    case .day: words.day(part.first)
    case .week: "\(words.shortDay(part.first)) – \(words.day(part.last))"
    case .month: words.month(of: part.first)
    }
  }

  /// The length of the period: in years or months if it consists of them.
  fileprivate var length: String {
    switch period.wholeMonths {
    case let months? where months % 12 == 0: words.count(months / 12, .oneYear, .years)
    case let months?: words.count(months, .oneMonth, .monthCount)
    case nil: words.count(period.days.count, .oneDay, .days)
    }
  }

  /// The date of birth, and with it age and sex, where they are known.
  fileprivate var person: (born: String?, all: [String]) {
    guard let profile = try? ProfileView.profile(of: journal.tables, on: period.last, in: context)
    else { return (nil, []) }
    let born = profile.dateOfBirth.map { words(.born, words.day($0)) }
    var facts = [born].compactMap(\.self)
    if let age = profile.age { facts.append(words.count(age, .oneYear, .years)) }
    switch profile.biologicalSex {
    case .female: facts.append(words(.female))
    case .male: facts.append(words(.male))
    default: break
    }
    return (born, facts)
  }
}

/// The days that a report is about, and those that it compares them with.
package struct ReportPeriod: Hashable, Sendable {
  /// The days, as numbers since 1970-01-01; at least one.
  package let days: Range<Int>

  package init(_ days: Range<Int>) {
    precondition(!days.isEmpty, "a report is about a day at least")
    self.days = days
  }

  /// The length of a period that ends with a day.
  package enum Length: String, CaseIterable, Sendable {
    case month
    case year

    fileprivate var months: Int { self == .month ? 1 : 12 }
  }

  /// Creates the period of a length up to a day, the day included.
  package init(_ length: Length, endingWith day: CivilDate) {
    let end = day.adding(days: 1)
    self.init(end.adding(months: -length.months).dayNumber..<end.dayNumber)
  }

  package var first: CivilDate { CivilDate(dayNumber: days.lowerBound) }
  package var last: CivilDate { CivilDate(dayNumber: days.upperBound - 1) }

  /// The period directly before this one: the same number of months if this one has whole months,
  /// otherwise the same number of days.
  package var before: ReportPeriod {
    guard let months = wholeMonths else {
      return ReportPeriod(days.lowerBound - days.count..<days.lowerBound)
    }
    return ReportPeriod(first.adding(months: -months).dayNumber..<days.lowerBound)
  }

  /// The number of months that it consists of; nil: it ends within one.
  package var wholeMonths: Int? {
    let end = CivilDate(dayNumber: days.upperBound)
    let months = end.monthNumber - first.monthNumber
    return first.day == end.day && months > 0 ? months : nil
  }

  /// Some of its days that are drawn, or shown in a row, together.
  package struct Part: Hashable {
    /// The numbers of its days since 1970-01-01.
    package var days: Range<Int>

    package init(days: Range<Int>) { self.days = days }

    package var first: CivilDate { CivilDate(dayNumber: days.lowerBound) }
    package var last: CivilDate { CivilDate(dayNumber: days.upperBound - 1) }
  }

  /// The length of parts.
  package enum Step {
    case day
    case week
    case month

    /// Returns the one of three values that fits the length of these parts.
    package func choice<Choice>(_ day: Choice, _ week: Choice, _ month: Choice) -> Choice {
      switch self {
      case .day: day
      case .week: week
      case .month: month
      }
    }
  }

  /// The step of a point in a drawing.
  package var drawn: Step { days.count <= 100 ? .day : days.count <= 1200 ? .week : .month }

  /// The step of a row in a table.
  package var tabled: Step { days.count <= 35 ? .day : days.count <= 130 ? .week : .month }

  /// Its days, weeks or months; the first and the last may be cut off.
  package func parts(_ step: Step, weekStarts: Weekday) -> [Part] {
    DaySteps(step.choice(.day, .week, .month), near: days.lowerBound, weekStarts).steps(of: days)
      .map { Part(days: $0.clamped(to: days)) }
  }
}

extension ReportPeriod: CustomStringConvertible {
  /// Its first and its last day: `2025-11-20 to 2026-11-19`.
  package var description: String { "\(first) to \(last)" }
}

/// A part of a report: one value in one file, and one line in `all`.
struct ReportSection: Sendable {
  /// The word for it in `--sections`, and the position in the page.
  let name: String
  let title: Word
  /// The text for a section without data; nil: the section is then left out.
  let nothing: Word?
  /// The parts that it shows; none: there is nothing to show.
  let blocks: @Sendable (_ data: ReportData) throws -> [Block]

  /// Returns its blocks, or a note that there is nothing; no blocks: it is left out. The page of a
  /// reader leaves out every empty section: it says nothing of data that the reader may not see.
  func content(_ data: ReportData) throws -> [Block] {
    let blocks = try blocks(data)
    guard blocks.isEmpty, let nothing, data.options.reader == nil else { return blocks }
    return [.note(data.words(nothing))]
  }

  /// Every section, in the order of the page.
  static let all: [ReportSection] = [
    .overview, .changes, .vitals, .activity, .heart, .sleep, .body, .glucose, .workouts, .symptoms,
    .notes, .quality, .receipt,
  ]
}

/// A section in HTML, apart from its tables with many rows and lines, which stand near the end of
/// the page.
private struct WrittenSection {
  let section: ReportSection
  let content: Page
  /// The tables with many rows and lines.
  var lines = Page()

  init(_ section: ReportSection, _ blocks: [Block], _ words: Words) {
    self.section = section
    content = Page(blocks.filter { !$0.isDetails }, words)
    lines = Page(blocks.filter(\.isDetails), words)
  }

  /// Returns the section of such tables of all sections; none if there are no tables.
  static func lines(of sections: [WrittenSection], _ words: Words) -> [WrittenSection] {
    var page = Page([.note(words(.linesNote))], words)
    for written in sections where !written.lines.bytes.isEmpty {
      page.element(
        .h3, [Attribute("id", written.section.name + "-lines")],
        text: words(written.section.title))
      page.append(written.lines)
    }
    guard sections.contains(where: { !$0.lines.bytes.isEmpty }) else { return [] }
    return [WrittenSection(.lines, page)]
  }

  private init(_ section: ReportSection, _ content: Page) {
    (self.section, self.content) = (section, content)
  }
}

extension ReportSection {
  /// The section of tables with many rows and of the lines behind figures, made of the others.
  fileprivate static let lines = ReportSection(
    name: "lines", title: .linesTitle, nothing: nil
  ) { _ in [] }
}
