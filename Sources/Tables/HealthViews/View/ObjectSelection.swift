import ByteTools
package import HealthModel
package import HealthTables

/// The objects of any kind that are asked for, by `--type`, `--source` and the options of time.
package struct ObjectSelection: Sendable {
  private let types: Set<String>?
  private let query: ViewQuery

  /// The options in which it is stated.
  package static let options: [Option] = [.type] + Option.window + [.source]

  /// Reads the selection that a request asks for.
  ///
  /// - Throws: `OptionProblem`; `ProjectionError.readNotDetermined` if the request names a type
  ///   on which the owner never decided for the reader.
  package init(_ request: inout ViewRequest) throws {
    query = try request.context().query
    for type in query.types ?? [] { try request.journal.tables.requireDetermined(type) }
    types = query.types.map(Set.init)
  }

  /// Returns true if objects of a type are asked for.
  package func takes(type: String) -> Bool { types?.contains(type) ?? true }

  /// Returns true if the query asks for an object.
  ///
  /// - Parameter names: the names by which its source is asked for.
  package func takes(_ content: Content, names: [String]) -> Bool {
    guard takes(type: content.type) else { return false }
    guard query.names(anyOf: names) else { return false }
    guard let span = content.span else { return true }
    return query.covers(
      start: span.start.instant.microseconds, end: span.end.instant.microseconds)
  }
}

/// The balance of the live objects that a reader sees: each is in the export, or named as left out,
/// or was not asked for.
package struct ObjectBalance: Hashable, Sendable {
  /// The number that the tables of the journal hold.
  package var live: Int
  /// The number in the export.
  package var written = 0
  /// The number that is named as left out.
  package var leftOut = 0
  /// The number that the options of the export do not choose.
  package var notAsked = 0

  /// Creates a balance of this many objects.
  package init(live: Int, written: Int = 0, leftOut: Int = 0, notAsked: Int = 0) {
    (self.live, self.written) = (live, written)
    (self.leftOut, self.notAsked) = (leftOut, notAsked)
  }

  /// True if nothing is missing and nothing counted twice.
  package var isEven: Bool { live == written + leftOut + notAsked }

  /// Returns `balanced: 7 live objects = 4 written + 3 left out`.
  ///
  /// - Parameter place: the word for the objects that were written.
  package func sentence(_ place: String = "written") -> String {
    let others = [(leftOut, "left out"), (notAsked, "not asked for")].filter { $0.0 > 0 }
    let sum = ([(written, place)] + others).map { "\($0.0) \($0.1)" }.joined(separator: " + ")
    let objects = counted(live, "live object")
    return isEven
      ? "balanced: \(objects) = \(sum)"
      : "NOT balanced: \(objects), but \(sum); please report this as a fault"
  }
}

/// The types of the objects that a journal holds, for a reader that does not know the journal yet.
package enum HeldTypes {
  /// Returns one row a type: how many objects of it a query shows, the times of the first and the
  /// last, and the view that is about it, if it is no type that is asked for by name. If all
  /// objects are asked for, the rows are checked against the live objects of the journal.
  ///
  /// - Throws: the errors of the query's predicate and reader; the errors of reading lines.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    let calendar = try context.calendar(of: journal.tables)
    let rows = try samples(journal, context.query) + others(journal, context.query, calendar)
    var table = Table(columns(in: calendar.zone), rows: rows.sorted { $0.type < $1.type })
    if context.query.isOfAll {
      let written = rows.reduce(0) { $0 + $1.count }
      let balance = ObjectBalance(
        live: journal.tables.liveCounts.values.reduce(0, +), written: written)
      var presentation = Presentation()
      presentation.footer = balance.sentence("in these rows")
      table.presentation = presentation
    }
    return table
  }

  /// The fields, for the documents.
  static var columns: [Column] { columns(in: .utc).map(\.column) }

  private static func columns(in zone: ZoneRules) -> [RowColumn<Held>] {
    @Sendable func time(_ microseconds: Int64?) -> Cell {
      Cell(time: microseconds.map { Timestamp(Instant(microseconds: $0), in: zone) })
    }
    return [
      RowColumn(.type, rank: .key) { .identifier($0.type) },
      RowColumn("count", .count) { .whole($0.count) },
      RowColumn(.first, .time) { time($0.span?.lowerBound) },
      RowColumn(.last, .time) { time($0.span?.upperBound) },
      RowColumn("view", note: "the view that shows this type") {
        Cell(text: Views.about($0.type)?.name)
      },
    ]
  }

  /// The objects of a type, as a count and a span.
  private struct Held {
    var type: String
    var count: Int
    /// The span in microseconds since 1970; nil if the objects have no time.
    var span: ClosedRange<Int64>?
  }

  private static func samples(_ journal: ReplayedJournal, _ query: ViewQuery) throws -> [Held] {
    var selection = try SampleSelection(query, journal)
    return try selection.types().compactMap { type in
      guard let columns = journal.tables.columns(of: type) else { return nil }
      let chosen = try selection.rows(of: type)
      guard let first = chosen.map({ columns.starts[$0] }).min(),
        let last = chosen.map({ columns.ends[$0] }).max()
      else { return nil }
      return Held(type: type, count: chosen.count, span: first...max(first, last))
    }
  }

  /// Objects of no time are shown where no window is asked for.
  private static func others(
    _ journal: ReplayedJournal, _ query: ViewQuery, _ calendar: DayCalendar
  ) throws -> [Held] {
    let objects = try OtherObjects(query, in: journal, calendar)
    let isOpen = query.hasNoWindow
    return try objects.types.compactMap { type in
      let spans = try objects.timed(of: type).map(\.span).filter { span in
        span.map { query.covers(start: $0.lowerBound, end: $0.upperBound) } ?? isOpen
      }
      let known = spans.compactMap { $0 }
      let (first, end) = (known.map(\.lowerBound).min(), known.map(\.upperBound).max())
      let span = first.flatMap { first in end.map { first...$0 } }
      return spans.isEmpty ? nil : Held(type: type, count: spans.count, span: span)
    }
  }
}
