import HealthModel
import HealthReport
import HealthTables
package import HealthViews

/// The pages of a journal as files that link to each other, opened without a server: start, years,
/// months, weeks and days with data, types, nights, workouts and sources.
///
///     let site = try Site(request, settings)
///     try site.write { bytes, name in … }     // index.html first
package struct Site {
  /// A page, and the name of its file.
  private typealias File = (page: SitePages.Page, name: String)

  private let files: [File]
  private let request: ViewRequest
  private let settings: BrowserSettings

  /// The number of pages.
  package var count: Int { files.count }

  /// The bytes that a page takes, about.
  package static let pageBytes = 24_000

  /// Chooses the pages of a journal, in the window that its request names.
  ///
  /// - Throws: the errors of the views.
  package init(_ request: ViewRequest, _ settings: BrowserSettings) throws {
    (self.request, self.settings) = (request, settings)
    var pages = [SitePages.Page(Address())]
    for kind in SitePages.all { pages += try kind.pages(request, settings) }
    var names: Set<String> = []
    var known: Set<String> = []
    files = pages.filter { known.insert($0.address.text).inserted }.map { page in
      var name = Self.name(of: page.address)
      // Some file systems do not tell upper case from lower case.
      while !names.insert(name.lowercased()).inserted {
        name = name.dropLast(5) + "-\(names.count).html"
      }
      return (page, name)
    }
  }

  /// Writes each page; those of a month follow one another, as they share its samples.
  ///
  /// - Parameter write: receives the bytes of a page and the name of its file, in the same order
  ///   for the same lines.
  /// - Throws: the errors of the views, and of `write`.
  package func write(_ write: (_ bytes: [UInt8], _ name: String) throws -> Void) throws {
    let names = Dictionary(uniqueKeysWithValues: files.map { ($0.page.address.text, $0.name) })
    let place = Place(answersForms: false) { target, page in
      guard let name = names[target.text] else { return nil }
      // The first page stands above the folder of all others.
      if page.kind.isEmpty { return name }
      return target.kind.isEmpty ? "../" + name : String(name.dropFirst(Self.folder.count))
    }
    let months = Dictionary(grouping: files) { $0.page.month }
    for month in [nil] + months.keys.compactMap(\.self).sorted().map(Optional.some) {
      var own = request
      if let month {
        own = try request.near(
          month.dayNumber - Self.reach..<month.adding(months: 1).dayNumber + Self.reach)
      }
      var browser = Browser(.of(own), settings, at: place)
      for (page, name) in months[month, default: []] {
        try write(browser.page(at: page.address).bytes, name)
      }
    }
  }

  /// A page of days in a month looks at a week that begins in it, and at some days around.
  private static let reach = 14

  private static let folder = "pages/"

  /// Returns the name of a file: letters, digits and hyphens that any system takes.
  private static func name(of address: Address) -> String {
    guard !address.kind.isEmpty else { return "index.html" }
    let parts = [address.kind] + address.words + address.values.entries.map(\.value)
    let name = parts.joined(separator: "-").unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        ? Character(scalar) : "-"
    }
    return folder + String(name.prefix(80)) + ".html"
  }
}

/// The pages of one kind that a site has: one value and one line in `all`.
struct SitePages: Sendable {
  /// A page.
  struct Page: Sendable {
    let address: Address
    /// The first day of the month whose samples the page shows, if it says that it needs no others.
    let month: CivilDate?

    init(_ address: Address, of month: CivilDate? = nil) {
      (self.address, self.month) = (address, month)
    }
  }

  /// Returns them.
  let pages: @Sendable (ViewRequest, BrowserSettings) throws -> [Page]

  init(_ pages: @escaping @Sendable (ViewRequest, BrowserSettings) throws -> [Page]) {
    self.pages = pages
  }

  /// Every kind of page of a site.
  static let all: [SitePages] = [
    .periods,
    .types,
    .of(.sleep, .date) { Address("night", [$0]) },
    .of(.workouts, .object) { Address("workout", [$0]) },
    .of(.sources, .source) { Address("source", [], OptionValues(["source": $0])) },
    .check,
  ]

  /// Returns the page of an address that a row of a view leads to.
  ///
  /// - Parameters:
  ///   - role: the role of the cell that names the thing.
  ///   - address: returns the address of the thing's page.
  static func of(
    _ view: View, _ role: Column.Role, _ address: @escaping @Sendable (String) -> Address
  ) -> SitePages {
    SitePages { request, settings in
      try request.rows(of: view, settings).compactMap { cells in
        let date = cells[.date]?.date ?? cells[.start]?.date
        let month = date.map { $0.adding(days: 1 - $0.day) }
        if case .text(let text)? = cells[role] { return Page(address(text), of: month) }
        return cells[role]?.date.map { Page(address($0.description), of: month) }
      }
    }
  }

  /// The days with data, and the weeks, months and years around them.
  private static let periods = SitePages { request, settings in
    var days: Set<CivilDate> = []
    for (view, role) in [
      (View.days, Column.Role.date), (.workouts, .start), (.sleep, .date), (.notes, .start),
    ] {
      days.formUnion(try request.rows(of: view, settings).compactMap { $0[role]?.date })
    }
    let options = request.values.only(View.workouts.options).adding(settings.values)
    var own = request.with(options)
    days.formUnion(try WorkoutRecord.dates(of: own.journal, in: own.context()).values)
    var all: Set<DayPeriod> = []
    for day in days {
      all.insert(DayPeriod(day))
      all.formUnion(DayPeriod(day).around(weekStarts: request.weekStarts))
    }
    let named = all.filter(\.canBeNamed)
    return named.sorted { ($0.first, $0.dayCount) < ($1.first, $1.dayCount) }.map { days in
      Page(
        Self.address(days),
        of: days.dayCount <= 31 ? days.first.adding(days: 1 - days.first.day) : nil)
    }
  }

  private static func address(_ days: DayPeriod) -> Address {
    Address("period", [], days.options.values)
  }

  /// The types with data, and their years and months.
  private static let types = SitePages { request, settings in
    var pages: [Page] = []
    for (name, step) in [("year", CalendarInterval.year), ("month", .month)] {
      var own = request.with(OptionValues(["every": name]).adding(settings.values))
      let table = try View.statistics.table(&own)
      guard let type = table.columns.index(of: .type), let start = table.columns.index(of: .start)
      else { return [] }
      try table.forEachRow { row in
        guard case .identifier(let name) = row[type], case .time(let time) = row[start] else {
          return
        }
        let words = [TypeCatalogue.shortName(of: name)]
        pages.append(Page(Address("type", words)))
        let days = DayPeriod(from: time.date, step)
        guard days.canBeNamed else { return }
        pages.append(
          Page(
            Address("type", words, days.options.values), of: step == .month ? time.date : nil))
      }
    }
    return pages
  }

  private static let check = SitePages { _, _ in [Page(Address("check"))] }
}

extension DayPeriod {
  /// The options that name it.
  var options: [(Option, String)] {
    if let name { return [(.period, name)] }
    return [(.from, first.description), (.to, end.description)]
  }
}

extension ViewRequest {
  /// Returns the cells of the rows of a view; none if its reader may not see them.
  fileprivate func rows(
    of view: View, _ settings: BrowserSettings
  ) throws -> [[Column.Role: Cell]] {
    guard view.reads.undetermined(in: tables) == nil else { return [] }
    var own = with(values.only(view.options).adding(settings.values))
    let table = try view.table(&own)
    var cells: [[Column.Role: Cell]] = []
    try table.forEachRow { cells.append(table.columns.cellsByRole($0)) }
    return cells
  }
}

extension JournalSource {
  /// Returns the way to a journal that was read already, seen from the time of its last line.
  fileprivate static func of(_ request: ViewRequest) -> JournalSource {
    let now = request.tables.lastAt ?? request.now
    return JournalSource(
      now: { now }, state: { State(nil) },
      read: { ViewRequest(request.journal, $0, now: now, asked: request.asked) },
      difference: { _, _, _ in (Table(columns: [], rows: []), Table(columns: [], rows: [])) },
      explain: { Explained(.system, "\($0)") })
  }
}
