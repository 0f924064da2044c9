import ByteTools
package import HealthExport
import HealthModel
package import HealthReport
package import HealthViews
import JournalFile

/// A visit of a page: what the page is made from, and the links that lead on from it.
package struct Visit: Sendable {
  package let address: Address
  package let words: Words
  package let place: Place
  package let settings: BrowserSettings
  package let source: JournalSource
  let work: KeptWork
  /// The moment at which the page was asked for.
  let asked = ContinuousClock.now
  /// The journal as of the moment of the page, with the options of the address.
  package var request: ViewRequest
  /// The commands that show the rows of the page, in their order.
  package internal(set) var calls: [String] = []
  /// True if a part of the page is not there yet.
  var isUnderWay = false
  /// True if that part is there soon, as figures are.
  var loadsAgain = false

  /// The options of the address without those of the frame: of the page alone.
  package var values: OptionValues {
    [Option.asOf, PageKind.row].reduce(address.values) { $0.without($1) }
  }

  /// The first row that a table of many rows shows, from 1 on.
  package var firstRow: Int {
    get throws { try address.values.whole(PageKind.row, least: 1) ?? 1 }
  }

  // MARK: Links

  /// Returns the address of another page as of the same moment.
  ///
  /// - Parameter options: the names and values of its options.
  package func page(
    _ kind: String, _ words: [String] = [], _ options: [(Option, String)] = []
  ) -> Address {
    var values = OptionValues()
    for (option, value) in options { values.add(value, to: option.name) }
    return keeping(Address(kind, words, values))
  }

  /// The options that all links and forms of a page keep.
  static let keptOptions: [Option] = [.asOf, .timeZone]

  /// Returns an address as of the moment of this page, on its clock.
  package func keeping(_ other: Address) -> Address { other.keeping(address) }

  /// Returns a link to a page, or the text alone where there is no such page.
  package func link(_ text: String, _ target: Address?) -> Linked {
    Linked(text, to: target.flatMap(href))
  }

  /// Returns the reference to a page; nil: there is no such page.
  package func href(_ target: Address) -> String? {
    guard PageKind.all.contains(where: { $0.name == target.kind }), !isRefused(target) else {
      return nil
    }
    return place.href(target, address)
  }

  /// Returns true if a page is about what the reader has not asked to read, so that it is refused.
  private func isRefused(_ target: Address) -> Bool {
    guard settings.values.has(.reader), let word = target.words.first else { return false }
    switch target.kind {
    case "type", "explained":
      return (try? Inputs.type(word)).map { !request.tables.isDetermined($0) } ?? false
    case "night": return !request.tables.isDetermined(CategoryType.sleepAnalysis.identifier)
    case "table":
      let view = Views.all.first { $0.name == word }
      return view?.reads.undetermined(in: request.tables) != nil
    default: return false
    }
  }

  // MARK: Commands

  /// Returns the command that shows the same: `health-journal daily --type stepCount`.
  ///
  /// - Parameters:
  ///   - words: the command and its words.
  ///   - others: options that all other commands take, and this one does not.
  package func call(
    _ words: [String], _ values: OptionValues = OptionValues(), without others: [Option] = []
  ) -> String {
    let kept = others.reduce(address.values.only(Self.keptOptions).adding(settings.values)) {
      $0.without($1)
    }
    var parts = ["health-journal"] + words.map(ShellText.word)
    if let journal = settings.journal { parts.append("--journal " + ShellText.word(journal)) }
    for (name, value) in values.adding(kept).entries {
      // Two hyphens would begin an option.
      let mark = value.hasPrefix("--") ? "=" : " "
      parts.append("--\(name)" + (Self.flags.contains(name) ? "" : mark + ShellText.word(value)))
    }
    return parts.joined(separator: " ")
  }

  /// Names the command that shows rows of the page, and returns it.
  @discardableResult
  package mutating func name(_ view: View, _ values: OptionValues = OptionValues()) -> String {
    let call = call([view.name], values)
    if !calls.contains(call) { calls.append(call) }
    return call
  }

  /// The names of the options that take no value.
  private static let flags: Set<String> = {
    let all = (Views.all.flatMap(\.options) + Option.reading).map { ($0.name, $0) }
    // A name that views give to several options is that of the first.
    let first = Dictionary(all) { first, _ in first }
    return Set(first.filter { $0.value.value == nil }.keys)
  }()

  // MARK: Rows

  /// Returns the rows of a view with these options, as its command shows them to people.
  ///
  /// - Parameters:
  ///   - enough: the number of the first rows that are needed; nil: all.
  ///   - passedOver: the number of the first of these that are not shown.
  /// - Throws: the errors of the view; `OptionProblem`.
  package mutating func table(
    _ view: View, _ values: OptionValues, enough: Int? = nil, passedOver: Int = 0
  ) throws -> Table {
    let values = values.adding(settings.values)
    try view.rules.check(values)
    var own = request.with(values)
    (own.enough, own.passedOver) = (enough, passedOver)
    own.isForPeople = !values.has(.sort) && !values.has(.columns)
    let table = try view.table(&own)
    var shown = try table.arranged(by: values)
    (shown.presentation, shown.times) = (table.presentation, table.times)
    return shown
  }

  /// The look of figures and times: on the journal's clock, in the units that it prefers.
  package var look: ExportOptions {
    var look = ExportOptions()
    var zones = ZoneCatalogue()
    look.clock = try? zones.rules(named: request.values[.timeZone] ?? request.timeZone)
    let units = ReaderUnits(request.tables)
    look.units = request.values[.unit].map { units.asking(for: $0) } ?? units
    return look
  }
}
