import ByteTools
package import HealthModel
package import HealthProjections
package import HealthTables

/// What a report is asked for.
package struct ReportOptions: Sendable {
  /// The days that it is about.
  package var period: ReportPeriod
  /// Its language.
  package var language = Language.en
  /// The names of its sections; nil: all.
  package var sections: Set<String>?
  /// The source that it is made for, which sees what it may read; nil: the owner.
  package var reader: String?
  /// The version of the program that makes it.
  package var version = ""
  /// The options, without those of the period, that make the same report again.
  package var again: [String] = []

  /// A report about these days.
  package init(_ period: ReportPeriod) { self.period = period }
}

/// A page about some days of a journal for people: one file of HTML without scripts, which loads
/// nothing.
///
/// Every figure is one of a view; the page puts them side by side and says from which lines they
/// are. Of the same lines and options it is the same bytes.
package enum Report {
  /// The names of the sections, in order.
  package static var sectionNames: [String] { ReportSection.all.map(\.name) }

  /// The bytes of the page.
  ///
  /// - Parameter context: the zones; what it asks of time and types is not looked at.
  /// - Throws: what the views throw.
  package static func page(
    of journal: ReplayedJournal, in context: ViewContext, _ options: ReportOptions
  ) throws -> [UInt8] {
    let data = try ReportData(journal, context, options)
    let chosen = ReportSection.all.filter { options.sections?.contains($0.name) ?? true }
    // The last ones take the longest, so they are begun first.
    let written = try Threads.map(chosen.reversed(), on: context.threads) { section in
      try section.content(data).map { (section: section, content: $0) }
    }.reversed().compactMap(\.self)
    var page = Page()
    page.doctype()
    page.element(.html, [Attribute("lang", options.language.rawValue)]) { page in
      page.head(data)
      page.element(.body) { page in
        page.header(data)
        page.contents(written.map(\.section), data.words)
        page.element(.main) { page in
          for (section, content) in written { page.section(section, content, data.words) }
        }
        page.element(.footer) { $0.element(.p, text: data.words(.disclaimer)) }
      }
    }
    return page.bytes
  }

  /// The last day of a report where no option names it; nil: there is no sample and no workout. It
  /// is the day on which the newest sample or workout ended that was over when the last line was
  /// recorded. What ends later counts only if all does, and then the earliest end of a workout or
  /// of the latest sample of a type counts.
  package static func lastDay(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> CivilDate? {
    let tables = journal.tables
    try tables.readObjects()
    let recorded = tables.lastAt?.microseconds ?? .max
    let latest = try LatestView.rows(of: journal, in: ViewContext(Query(), zones: context.zones))
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

  /// The latest end of the live samples of a type that is not after a moment; nil: all are.
  private static func lastEnd(
    of type: String, upTo moment: Int64, in tables: HealthTables
  ) throws -> Int64? {
    try tables.read(types: [type])
    guard let columns = tables.columns(of: type) else { return nil }
    return columns.liveRows().lazy.map { columns.ends[$0] }.filter { $0 <= moment }.max()
  }
}

typealias Attribute = Page.Attribute

extension Page {
  fileprivate mutating func head(_ data: ReportData) {
    element(.head) { page in
      page.element(.meta, [Attribute("charset", "utf-8")])
      page.element(
        .meta,
        [
          Attribute("http-equiv", "Content-Security-Policy"), Attribute("content", Style.policy),
        ])
      page.element(
        .meta,
        [
          Attribute("name", "viewport"),
          Attribute("content", "width=device-width, initial-scale=1"),
        ])
      page.element(.meta, [Attribute("name", "referrer"), Attribute("content", "no-referrer")])
      page.element(.title, text: data.words(.title) + " · " + data.span)
      page.style()
    }
  }

  fileprivate mutating func header(_ data: ReportData) {
    element(.header) { page in
      page.element(.h1, text: data.words(.title))
      let days = data.words.count(data.period.days.count, .oneDay, .days)
      page.element(
        .p, [.class("lead")],
        text: "\(data.span) · \(days) · \(data.words(.daysOf, data.calendar.zone.name))")
      if let person = data.person { page.element(.p, [.class("lead")], text: person) }
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

  fileprivate mutating func section(
    _ section: ReportSection, _ content: Page, _ words: Words
  ) {
    let title = section.name + "-title"
    let names = [Attribute("id", section.name), Attribute("aria-labelledby", title)]
    element(.section, names) { page in
      page.element(.h2, [Attribute("id", title)], text: words(section.title))
      page.append(content)
    }
  }
}

extension ReportData {
  /// Its first and its last day.
  var span: String { text(period) }

  /// The first and the last day of a period.
  func text(_ period: ReportPeriod) -> String {
    period.days.count == 1
      ? words.day(period.first) : "\(words.day(period.first)) – \(words.day(period.last))"
  }

  /// Some days as the heading of a row.
  func text(_ part: ReportPeriod.Part, _ step: ReportPeriod.Step) -> String {
    switch step {
    case .day: words.day(part.first)
    case .week: "\(words.shortDay(part.first)) – \(words.day(part.last))"
    case .month: words.month(of: part.first)
    }
  }

  /// Age and sex, where they are known.
  fileprivate var person: String? {
    guard let profile = try? ProfileView.profile(of: journal.tables, on: period.last, in: context)
    else { return nil }
    var facts: [String] = []
    if let born = profile.dateOfBirth { facts.append(words(.born, words.day(born))) }
    if let age = profile.age { facts.append(words.count(age, .oneYear, .years)) }
    switch profile.biologicalSex {
    case .female: facts.append(words(.female))
    case .male: facts.append(words(.male))
    default: break
    }
    return facts.isEmpty ? nil : facts.joined(separator: " · ")
  }
}
