import HealthEvents
package import HealthModel
package import HealthReport
import HealthTables
package import HealthViews
package import JournalFile

/// The way of a browser to the journal.
package struct JournalSource: Sendable {
  /// A value that changes with the file of the lines.
  package struct State: Hashable, Sendable {
    private let identity: FileIdentity?
    private let size: UInt64

    package init(_ status: FileStatus?) {
      (identity, size) = (status?.identity, status?.size ?? 0)
    }
  }

  /// The words and the kind of an error.
  package struct Explained: Sendable {
    /// The reason why there is no such page, as far as it matters to a browser.
    package enum Reason: Int, Sendable {
      case badOptions = 400
      case refused = 403
      case notThere = 404
      case changed = 409
      case system = 500
      case damaged = 503
    }

    package let reason: Reason
    /// The sentence that the command would write.
    package let message: String

    package init(_ reason: Reason, _ message: String) {
      (self.reason, self.message) = (reason, message)
    }
  }

  /// Returns the moment that `now` means.
  package let now: @Sendable () -> Instant
  /// Returns the state of the journal's file.
  package let state: @Sendable () -> State
  /// Reads the journal as options ask for it.
  package let read: @Sendable (OptionValues) throws -> ViewRequest
  /// Returns the differences of views between two moments, as `diff` has them.
  package let difference:
    @Sendable ([View], (String, String), OptionValues) throws -> (cells: Table, summary: Table)
  /// Returns the words for an error.
  package let explain: @Sendable (any Error) -> Explained

  package init(
    now: @escaping @Sendable () -> Instant,
    state: @escaping @Sendable () -> State,
    read: @escaping @Sendable (OptionValues) throws -> ViewRequest,
    difference:
      @escaping @Sendable ([View], (String, String), OptionValues) throws -> (
        cells: Table, summary: Table
      ),
    explain: @escaping @Sendable (any Error) -> Explained
  ) {
    (self.now, self.state, self.read) = (now, state, read)
    (self.difference, self.explain) = (difference, explain)
  }
}

/// The choices of the person who looks at the pages, for all of them.
package struct BrowserSettings: Sendable {
  package var language = Language.en
  /// True if digits of figures are hidden.
  package var hidesFigures = false
  /// The options of every page, unless its address has them: the reader, the zone, the moment.
  package var values = OptionValues()
  /// The journal as the person named it, for commands to copy; nil: the usual one.
  package var journal: String?
  /// The version of the program.
  package var version = ""
  /// The script of the pages; empty: there is none.
  package var script = ""

  package init() {}

  /// Creates the settings of options: the language, and those that every page has.
  package init(_ options: OptionValues) throws(OptionProblem) {
    language = try options.choice(Report.language) ?? .en
    for option in [.asOf, .timeZone, .reader, .asked, .rights] as [Option] {
      if let value = options[option] { values.add(value, to: option.name) }
    }
  }
}

/// The answer to a browser: the status of HTTP, and the page.
package struct PageAnswer: Sendable {
  package let status: Int
  package let bytes: [UInt8]
  /// True if a part of the page is not there yet.
  package var isUnderWay = false
  /// True if a browser should ask again for the page soon.
  package var loadsAgain = false
}

/// Makes the pages of a journal that a browser asks for. It reads the journal for each page, and
/// keeps the pages that were made last.
package struct Browser {
  private let source: JournalSource
  private let settings: BrowserSettings
  private let place: Place
  /// The work that is done once for some lines.
  private let work: KeptWork
  private var pages = KeptPages()
  /// The journal's own uuid when it was first read.
  private var identity: ObjectUUID?

  package init(_ source: JournalSource, _ settings: BrowserSettings, at place: Place = .server) {
    self.init(source, settings, at: place, KeptWork())
  }

  init(
    _ source: JournalSource, _ settings: BrowserSettings, at place: Place = .server,
    _ work: KeptWork
  ) {
    (self.source, self.settings, self.place, self.work) = (source, settings, place, work)
  }

  /// Returns the page of a target: a path below the secret, and a query. Whatever is wrong is a
  /// page too.
  package mutating func answer(_ target: String) -> PageAnswer {
    var address = Address.place(of: target)
    let (now, state) = (source.now(), source.state())
    if let page = pages.page(at: target, state, now) { return page }
    do {
      address = try Address(target: target)
      let page = try page(at: address)
      // The rights of a source end by the clock.
      let isKept = !settings.values.has(.reader) && !page.isUnderWay
      if isKept { pages.keep(page, at: target, state, now) }
      return page
    } catch {
      return ErrorPage(source.explain(error), address, settings, place).answer
    }
  }

  /// Returns the page of an address.
  ///
  /// - Throws: the errors of reading the journal and of the views; `OptionProblem`.
  package mutating func page(at address: Address) throws -> PageAnswer {
    let kind = try PageKind.of(address)
    try kind.check(address)
    let values = address.values.adding(settings.values)
    var visit = Visit(
      address: address, words: Words(settings), place: place, settings: settings, source: source,
      work: work, request: try read(values))
    return try visit.answer(kind)
  }

  /// Reads the journal for one page. What a page opened of it takes more memory than the next page
  /// would gain by it, as a snapshot opens at once.
  private mutating func read(_ values: OptionValues) throws -> ViewRequest {
    let request = try source.read(values)
    guard identity == nil || identity == request.tables.opening?.journal else {
      throw ReplacedJournal()
    }
    identity = request.tables.opening?.journal
    return request
  }
}

/// The pages that were made last, for a way back to them. After a minute they are made again, as
/// some speak of today.
private struct KeptPages {
  private var all: [(target: String, state: JournalSource.State, at: Instant, page: PageAnswer)] =
    []
  private static let most = 64
  private static let microseconds: Int64 = 60_000_000

  func page(at target: String, _ state: JournalSource.State, _ now: Instant) -> PageAnswer? {
    all.last {
      $0.target == target && $0.state == state
        && now < $0.at.adding(microseconds: Self.microseconds)
    }?
    .page
  }

  mutating func keep(
    _ page: PageAnswer, at target: String, _ state: JournalSource.State, _ now: Instant
  ) {
    all.removeAll { $0.target == target || $0.state != state }
    all.append((target, state, now, page))
    if all.count > Self.most { all.removeFirst() }
  }
}

/// The problem that another journal is where the first one was.
package struct ReplacedJournal: Error {}

/// The problem that the journal holds no such thing.
package struct NothingThere: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

extension OptionValues {
  /// Returns the same values, and those of the others whose options are not given.
  package func adding(_ others: OptionValues) -> OptionValues {
    var all = self
    for (name, value) in others.entries where !has(name) { all.add(value, to: name) }
    return all
  }
}

extension Words {
  init(_ settings: BrowserSettings) {
    self.init(language: settings.language, hidesFigures: settings.hidesFigures)
  }
}
