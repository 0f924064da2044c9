import ByteTools
import HealthModel
import HealthTables

/// The samples that a query shows: live, written by its sources, in its window, and as its
/// predicate says. To make it opens them.
struct SampleSelection {
  private let query: Query
  private let tables: HealthTables
  /// For each provenance, whether what it wrote is shown.
  private let passes: [Bool]
  private var evaluator: PredicateEvaluator?

  /// - Parameters:
  ///   - types: those that are asked for; nil: those of the query.
  ///   - passes: for each provenance, whether what it wrote is shown; nil: if the query names it.
  /// - Throws: `ProjectionError.time` where a text of the predicate means no time; what reading
  ///   lines and rows throws.
  init(
    _ query: Query, _ journal: ReplayedJournal, of types: [String]? = nil,
    passing passes: [Bool]? = nil
  ) throws {
    self.query = query
    tables = journal.tables
    self.passes = passes ?? query.provenances(in: tables)
    evaluator = try PredicateEvaluator(query, journal)
    try tables.read(types: types ?? query.types)
  }

  /// The types that the query names and that have samples, by identifier.
  ///
  /// - Throws: `.readNotDetermined` where the query names a type that its reader never asked for.
  func types() throws(ProjectionError) -> [String] { try query.types(in: tables) }

  /// The rows of a type that are shown, in the order in which they were saved.
  ///
  /// - Throws: `ProjectionError.unitMismatch` where the predicate compares in a unit that does not
  ///   fit; what reading lines throws.
  mutating func rows(of type: String) throws -> [Int] {
    guard let columns = tables.columns(of: type) else { return [] }
    return columns.rows(try chosenRows(of: type))
  }

  /// The same for views that look at every row, in less memory.
  ///
  /// - Throws: as `rows(of:)`.
  mutating func chosenRows(of type: String) throws -> RowSelection {
    guard let columns = tables.columns(of: type) else { return RowSelection([]) }
    guard var evaluator else { return Self.rows(type, columns, query, passes, in: tables) }
    self.evaluator = nil
    defer { self.evaluator = evaluator }
    let matches = try evaluator.samples(of: type, among: query.candidates(columns, passes))
    let rows = RowSelection(matches.indices.filter { matches[$0] })
    return query.leavesOutProblems ? rows.withoutProblems(of: type, columns, in: tables) : rows
  }

  /// The rows of a type that would be shown if they had not been deleted or replaced.
  ///
  /// - Throws: as `rows(of:)`.
  mutating func removedRows(of type: String) throws -> [Int] {
    guard let columns = tables.columns(of: type) else { return [] }
    var removed = query.candidates(columns, passes, live: false)
    if evaluator != nil {
      removed = try evaluator?.samples(of: type, among: removed) ?? []
    }
    return removed.indices.filter { removed[$0] }
  }

  /// The rows of a type that a query without a predicate shows.
  static func rows(of type: String, _ query: Query, in tables: HealthTables) -> [Int] {
    guard let columns = tables.columns(of: type) else { return [] }
    return columns.rows(chosenRows(of: type, query, in: tables))
  }

  /// The same for views that look at every row, in less memory.
  static func chosenRows(of type: String, _ query: Query, in tables: HealthTables) -> RowSelection {
    guard let columns = tables.columns(of: type) else { return RowSelection([]) }
    return rows(type, columns, query, query.provenances(in: tables), in: tables)
  }

  private static func rows(
    _ type: String, _ columns: SampleColumns, _ query: Query, _ passes: [Bool],
    in tables: HealthTables
  ) -> RowSelection {
    let rows = rows(columns, query, passes)
    return query.leavesOutProblems ? rows.withoutProblems(of: type, columns, in: tables) : rows
  }

  private static func rows(
    _ columns: SampleColumns, _ query: Query, _ passes: [Bool]
  ) -> RowSelection {
    let from = query.from?.microseconds ?? .min
    let to = query.to?.microseconds ?? .max
    let isOpen = query.from == nil && query.to == nil
    let passesAll = passes.allSatisfy { $0 }
    if isOpen, passesAll { return RowSelection(allOf: columns) }
    return RowSelection(
      columns.liveRows().filter { row in
        (passesAll || passes[Int(columns.provenance(row))])
          && (isOpen || columns.ends[row] >= from && columns.starts[row] < to)
      })
  }
}

/// The samples of each type that a query shows, to be asked for by several threads.
struct ChosenSamples: Sendable {
  /// The types that the query names and that have samples, by identifier.
  let types: [String]
  private let selection: SampleSelection
  private let tables: HealthTables
  /// The rows of each type, found in advance where there is a predicate: its evaluator keeps state
  /// from one type to the next.
  private var matching: [String: RowSelection]?

  /// - Throws: as `SampleSelection`.
  init(_ query: Query, _ journal: ReplayedJournal) throws {
    var selection = try SampleSelection(query, journal)
    types = try selection.types()
    if query.predicate != nil {
      var matching: [String: RowSelection] = [:]
      for type in types { matching[type] = try selection.chosenRows(of: type) }
      self.matching = matching
    }
    self.selection = selection
    tables = journal.tables
  }

  /// What `body` makes of each type, in the order of the types. Threads take those with the most
  /// samples first, so that they end at about the same time.
  func map<Result: Sendable>(
    on threads: Int, _ body: @Sendable (_ type: String) throws -> Result
  ) throws -> [Result] {
    guard threads > 1 else { return try types.map(body) }
    let counts = types.map { tables.columns(of: $0)?.count ?? 0 }
    let order = types.indices.sorted { counts[$0] > counts[$1] }
    let results = try Threads.map(order, on: threads) { index in
      (index: index, result: Swift.Result { try body(types[index]) })
    }
    return try results.sorted { $0.index < $1.index }.map { try $0.result.get() }
  }

  /// As `SampleSelection.chosenRows(of:)`.
  func rows(of type: String) throws -> RowSelection {
    if let matching { return matching[type] ?? RowSelection([]) }
    var selection = selection
    return try selection.chosenRows(of: type)
  }
}

extension Query {
  /// The same of a period.
  func within(_ period: Period) -> Query {
    var query = self
    (query.from, query.to) = (period.start, period.end)
    return query
  }

  /// The same without its window of time: for views that show whole days of it.
  var ofAllTime: Query {
    var query = self
    query.from = nil
    query.to = nil
    return query
  }

  /// Whether any time of a span lies in the window, or the span is a moment of it. Unlike `covers`,
  /// it is false for a span that ends as the window begins.
  func touches(start: Int64, end: Int64) -> Bool {
    let from = from?.microseconds ?? .min
    return covers(start: start, end: end) && (start >= from || end > from)
  }
}
