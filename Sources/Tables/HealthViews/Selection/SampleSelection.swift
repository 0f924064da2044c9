import ByteTools
import HealthModel
import HealthTables
import JournalFile

/// The samples that a query shows: live, written by its sources, in its window, and accepted by its
/// predicate. The initializer opens them.
struct SampleSelection {
  private let query: ViewQuery
  private let tables: HealthTables
  /// For each provenance, whether what it wrote is shown.
  private let passes: [Bool]
  private var evaluator: PredicateEvaluator?

  /// - Parameters:
  ///   - types: the requested types; nil: those of the query.
  ///   - passes: for each provenance, true if its samples are shown; nil: if the query names it.
  /// - Throws: `ProjectionError.time` if a text of the predicate means no time; the errors of
  ///   reading lines and rows.
  init(
    _ query: ViewQuery, _ journal: ReplayedJournal, of types: [String]? = nil,
    passing passes: [Bool]? = nil
  ) throws {
    self.query = query
    tables = journal.tables
    self.passes = passes ?? query.provenances(in: tables)
    evaluator = try PredicateEvaluator(query, journal)
    try tables.readTogether(types: types ?? query.types)
  }

  /// Returns the types that the query names and that have samples, by identifier.
  ///
  /// - Throws: `.readNotDetermined` if the query names a type that its reader never asked for.
  func types() throws(ProjectionError) -> [String] { try query.types(in: tables) }

  /// Returns the rows of a type that are shown, in the order in which they were saved.
  ///
  /// - Throws: `ProjectionError.unitMismatch` if the predicate compares in a unit that does not
  ///   fit; the errors of reading lines.
  mutating func rows(of type: String) throws -> [Int] {
    guard let columns = tables.columns(of: type) else { return [] }
    return columns.rows(try chosenRows(of: type))
  }

  /// Returns the same rows for views that look at every row, in less memory.
  ///
  /// - Throws: the errors of `rows(of:)`.
  mutating func chosenRows(of type: String) throws -> RowSelection {
    guard let columns = tables.columns(of: type) else { return RowSelection([]) }
    guard evaluator != nil else { return Self.rows(type, columns, query, passes, in: tables) }
    let candidates = query.candidates(columns, passes)
    let matches = try evaluator?.samples(of: type, among: candidates) ?? candidates
    let rows = RowSelection(matches.indices.filter { matches[$0] })
    return query.leavesOutProblems ? rows.withoutProblems(of: type, columns, in: tables) : rows
  }

  /// Returns the rows of a type that would be shown if they had not been deleted or replaced.
  ///
  /// - Throws: the errors of `rows(of:)`.
  mutating func removedRows(of type: String) throws -> [Int] {
    guard let columns = tables.columns(of: type) else { return [] }
    let candidates = query.candidates(columns, passes, live: false)
    let removed = try evaluator?.samples(of: type, among: candidates) ?? candidates
    return removed.indices.filter { removed[$0] }
  }

  /// Returns the rows of a type that a query without a predicate shows.
  static func rows(of type: String, _ query: ViewQuery, in tables: HealthTables) -> [Int] {
    guard let columns = tables.columns(of: type) else { return [] }
    return columns.rows(chosenRows(of: type, query, in: tables))
  }

  /// Returns the same rows in less memory, for views that look at every row.
  static func chosenRows(
    of type: String, _ query: ViewQuery, passing passes: [Bool]? = nil, in tables: HealthTables
  ) -> RowSelection {
    guard let columns = tables.columns(of: type) else { return RowSelection([]) }
    return rows(type, columns, query, passes ?? query.provenances(in: tables), in: tables)
  }

  private static func rows(
    _ type: String, _ columns: SampleColumns, _ query: ViewQuery, _ passes: [Bool],
    in tables: HealthTables
  ) -> RowSelection {
    let passesAll = passes.allSatisfy { $0 }
    let isOpen = query.hasNoWindow
    var rows = RowSelection(allOf: columns)
    if !isOpen || !passesAll {
      let from = query.from?.microseconds ?? .min
      let to = query.to?.microseconds ?? .max
      rows = RowSelection(
        columns.liveRows().filter { row in
          (passesAll || passes[Int(columns.provenance(row))])
            && (isOpen || columns.ends[row] >= from && columns.starts[row] < to)
        })
    }
    return query.leavesOutProblems ? rows.withoutProblems(of: type, columns, in: tables) : rows
  }
}

extension ReplayedJournal {
  /// Calls `body` with each type, and with a journal and a selection that have the samples of it
  /// that a query shows. Of several types of all time, one after the other is read, and its memory
  /// given back.
  ///
  /// - Throws: as `SampleSelection`.
  func forEach(
    _ types: [String], _ query: ViewQuery,
    _ body: (_ type: String, ReplayedJournal, inout SampleSelection) throws -> Void
  ) throws {
    // A predicate asks for the types together; the samples of a single type serve other views too.
    if query.types?.count == 1 || query.predicate != nil || !query.hasNoWindow {
      let journal = forWindow(query)
      var selection = try SampleSelection(query, journal, of: types)
      for type in types { try body(type, journal, &selection) }
      return
    }
    let passes = query.provenances(in: tables)
    for type in types {
      var query = query
      query.types = [type]
      let journal = forOneLook(query)
      var selection = try SampleSelection(query, journal, passing: passes)
      try body(type, journal, &selection)
    }
  }
}

/// The samples of each type that a query shows, to be asked for by several threads.
struct ChosenSamples: Sendable {
  private let query: ViewQuery
  /// For each provenance, true if the query names its source.
  let passes: [Bool]
  /// The rows of each type, found in advance where there is a predicate: its evaluator keeps state
  /// from one type to the next. Nil: there is none.
  private var matching: [String: RowSelection]?

  /// True if a predicate chose rows of the journal, so that no other journal's rows are meant.
  var areMatched: Bool { matching != nil }

  /// - Throws: as `SampleSelection`.
  init(_ query: ViewQuery, _ journal: ReplayedJournal) throws {
    self.query = query
    passes = query.provenances(in: journal.tables)
    guard query.predicate != nil else { return }
    var selection = try SampleSelection(query, journal, passing: passes)
    var matching: [String: RowSelection] = [:]
    for type in try selection.types() { matching[type] = try selection.chosenRows(of: type) }
    self.matching = matching
  }

  /// Returns the rows as `SampleSelection.chosenRows(of:)` does.
  ///
  /// - Parameter tables: those of the journal, or without a predicate tables that may have other
  ///   samples, but all those of the type that the query shows.
  func rows(of type: String, in tables: HealthTables) -> RowSelection {
    if let matching { return matching[type] ?? RowSelection([]) }
    return SampleSelection.chosenRows(of: type, query, passing: passes, in: tables)
  }
}

extension HealthTables {
  /// Returns the results of `body` for each type, in the order of the types. Threads process those
  /// with the most samples first, so that they end at about the same time.
  func map<Result: Sendable>(
    _ types: [String], on threads: Int, _ body: @Sendable (_ type: String) throws -> Result
  ) throws -> [Result] {
    guard threads > 1 else { return try types.map(body) }
    let counts = types.map(count)
    let order = types.indices.sorted { counts[$0] > counts[$1] }
    let results = Threads.map(order, on: threads) { index in
      (index: index, result: Swift.Result { try body(types[index]) })
    }
    return try results.sorted { $0.index < $1.index }.map { try $0.result.get() }
  }
}

extension ViewQuery {
  /// Returns the same query for the window of a period.
  func within(_ period: Period) -> ViewQuery {
    var query = self
    (query.from, query.to) = (period.start, period.end)
    return query
  }

  /// The same query without its window of time, of samples that are problems too.
  var withProblemsOfAllTime: ViewQuery {
    var query = ofAllTime
    query.leavesOutProblems = false
    return query
  }

  /// The same query without its window of time, for views that show whole days of it.
  var ofAllTime: ViewQuery {
    var query = self
    query.from = nil
    query.to = nil
    return query
  }

  /// Returns true if any time of a span lies in the window, or the span is a moment of it. Unlike
  /// `covers`, it is false for a span that ends as the window begins.
  func touches(start: Int64, end: Int64) -> Bool {
    let from = from?.microseconds ?? .min
    return covers(start: start, end: end) && (start >= from || end > from)
  }
}

/// Rows of a type that a view looks at, in the order in which they were saved: mostly all that are
/// live, which then take no memory.
///
/// A loop over them takes the rows of a piece one by one and passes over those that it is told to:
///
///     columns.forEachChunk(of: rows) { chunk, first, starts, _, _, _, flags in
///       for position in chunk {
///         let row = rows[position]
///         if rows.skips(flags[row - first]) { continue }
///         …
///       }
///     }
struct RowSelection: Sendable {
  /// True if the rows have their own numbers as positions, dead ones included.
  fileprivate let isWhole: Bool
  fileprivate let list: [Int]
  /// The positions.
  let positions: Range<Int>
  /// The flag of rows that have positions and are not selected. As a number: the methods of
  /// another module's flags would be called for each row.
  private let skipped: UInt8

  /// Creates a selection of all live rows, or of those in a range.
  init(allOf columns: SampleColumns, in range: Range<Int>? = nil) {
    isWhole = true
    list = []
    positions = range ?? 0..<columns.count
    skipped = columns.hasDeadRows ? SampleRow.Flags.dead.rawValue : 0
  }

  init(_ rows: [Int]) {
    isWhole = false
    list = rows
    positions = rows.indices
    skipped = 0
  }

  /// The row at a position.
  @inline(__always)
  subscript(position: Int) -> Int { isWhole ? position : list[position] }

  /// Returns true if a row with these flags is not selected.
  @inline(__always)
  func skips(_ flags: SampleRow.Flags) -> Bool { flags.rawValue & skipped != 0 }
}

/// A part of the steps of time that a fold has, and the rows that may lie in it.
struct FoldPart: Sendable {
  var steps: Range<Int>
  var rows: RowSelection
}

extension SampleColumns {
  /// Hands out the columns of some rows in pieces, see `RowSelection`.
  @inline(__always)
  func forEachChunk(
    of rows: RowSelection,
    _ body: (
      _ chunk: Range<Int>, _ first: Int, _ starts: Span<Int64>, _ ends: Span<Int64>,
      _ values: Span<Double>, _ contexts: Span<UInt32>, _ flags: Span<SampleRow.Flags>
    ) -> Void
  ) {
    if rows.isWhole {
      forEachChunk(in: rows.positions, body)
    } else {
      forEachChunk(of: rows.list, body)
    }
  }

  /// Returns the context that a row has in common with others.
  @inline(__always)
  func common(_ row: Int) -> SampleContext { known[Int(contexts[row])] }

  /// Returns the rows one by one, for views that look at few of them.
  func rows(_ rows: RowSelection) -> [Int] {
    guard rows.isWhole else { return rows.list }
    return areAll(rows) ? liveRows() : rows.positions.filter(isLive)
  }

  /// Returns these rows by start, those of one start in the order of recording.
  ///
  /// - Complexity: O(n + k log k) if all but k of them have this order.
  func byStart(_ rows: [Int]) -> [Int] {
    if !areInOrderOfRecording {
      return rows.map { (starts[$0], $0) }.sorted {
        $0.0 == $1.0 ? isRecorded($0.1, before: $1.1) : $0.0 < $1.0
      }.map(\.1)
    }
    var sorted: [Int] = []
    sorted.reserveCapacity(rows.count)
    // The rows that come after one that belongs behind them.
    var late: [(Int64, Int)] = []
    var last = (Int64.min, 0)
    forEachChunk(of: rows) { chunk, first, starts, _, _, _, _ in
      for position in chunk {
        let next = (starts[rows[position] - first], rows[position])
        if next < last {
          late.append(next)
        } else {
          sorted.append(next.1)
          last = next
        }
      }
    }
    if late.isEmpty { return rows }
    late.sort(by: <)
    var (from, to) = (sorted.count, rows.count)
    sorted += late.map(\.1)
    for key in late.reversed() {
      while from > 0, key < (starts[sorted[from - 1]], sorted[from - 1]) {
        (from, to) = (from - 1, to - 1)
        sorted[to] = sorted[from]
      }
      to -= 1
      sorted[to] = key.1
    }
    return sorted
  }

  /// Calls `body` with these rows one by one, as `byStart` sorts them, without a list of them.
  ///
  /// - Parameter late: the late ones among them, where they are known.
  @inline(__always)
  func forEachByStart(
    _ rows: RowSelection, _ late: LateRows? = nil,
    _ body: (
      _ row: Int, _ start: Int64, _ end: Int64, _ value: Double, _ common: SampleContext,
      _ flags: SampleRow.Flags
    ) -> Void
  ) {
    let rows = areInOrderOfRecording ? rows : RowSelection(byStart(self.rows(rows)))
    let known = known
    var late = late ?? LateRows(self, rows)
    var reached = Int64.min
    func add(lateBefore moment: Int64) {
      while let row = late.next(before: moment) {
        body(row, starts[row], ends[row], values[row], common(row), flags[row])
      }
    }
    forEachChunk(of: rows) { chunk, first, starts, ends, values, contexts, flags in
      for position in chunk {
        let row = rows[position]
        let index = row - first
        let start = starts[index]
        if start < reached || rows.skips(flags[index]) { continue }
        reached = start
        if late.isNext(before: start) { add(lateBefore: start) }
        body(row, start, ends[index], values[index], known[Int(contexts[index])], flags[index])
      }
    }
    add(lateBefore: .max)
  }

  /// Returns true if some rows are all live rows.
  func areAll(_ rows: RowSelection) -> Bool { rows.isWhole && rows.positions.count == count }

  /// Returns how many rows are selected.
  func count(of rows: RowSelection) -> Int {
    guard rows.isWhole else { return rows.list.count }
    return areAll(rows) ? liveCount : rows.positions.count(where: isLive)
  }

  /// Returns true if there are no rows.
  func isEmpty(_ rows: RowSelection) -> Bool {
    rows.isWhole ? !rows.positions.contains(where: isLive) : rows.list.isEmpty
  }

  /// Returns the rows among some that can change the figures of some days: rows that may lie on
  /// these days, and rows that overlap with them.
  func rows(_ rows: RowSelection, near days: Range<Int>) -> RowSelection {
    guard let time = Self.time(of: days) else { return rows }
    let (from, to) = (time.lowerBound, time.upperBound)
    let rows = self.rows(rows)
    var (start, end) = (Int64.max, Int64.min)
    for row in rows where ends[row] >= from && starts[row] <= to {
      start = min(start, starts[row])
      end = max(end, ends[row])
    }
    return RowSelection(rows.filter { ends[$0] >= start && starts[$0] <= end })
  }

  /// The number of rows for which it pays to have another thread.
  static let rowsOfThread = 1 << 16

  /// Returns parts of some steps of time that threads can fold at the same time, and the rows that
  /// may lie in each; one part if some rows are not all live rows, or if parts would have too many
  /// rows in common.
  ///
  /// - Parameters:
  ///   - least: the least number of rows of a part.
  ///   - step: returns the number of the step of a moment.
  ///   - time: returns the time of some steps; nil: always.
  func parts(
    _ steps: Range<Int>, of rows: RowSelection, least: Int, step: (Int64) -> Int,
    time: (Range<Int>) -> ClosedRange<Int64>?
  ) -> [FoldPart] {
    let whole = [FoldPart(steps: steps, rows: rows)]
    let number = min(PosixSystem.processors, count / least)
    guard areAll(rows), number > 1 else { return whole }
    var cuts = [steps.lowerBound]
    for part in 1..<number {
      let cut = step(starts[count / number * part])
      if cuts[cuts.count - 1] < cut, cut < steps.upperBound { cuts.append(cut) }
    }
    let parts = zip(cuts, cuts.dropFirst() + [steps.upperBound]).map { first, end in
      let own = self.rows(touching: time(first..<end))
      return FoldPart(steps: first..<end, rows: RowSelection(allOf: self, in: own))
    }
    return parts.reduce(0) { $0 + $1.rows.positions.count } > count + count / 4 ? whole : parts
  }

  /// Returns the rows from the first that touches a span of time to the last; nil: always.
  private func rows(touching time: ClosedRange<Int64>?) -> Range<Int> {
    guard let time, let first = ends.firstIndex(where: { $0 >= time.lowerBound }),
      let last = starts.lastIndex(where: { $0 <= time.upperBound }), first <= last
    else { return time == nil ? 0..<count : 0..<0 }
    return first..<last + 1
  }

  /// Returns the time in which samples may lie on some days, in microseconds; nil: always.
  static func time(of days: Range<Int>) -> ClosedRange<Int64>? {
    // In the zones farthest from UTC, a day may begin up to two days of UTC before the one of its
    // number; where days also start late, it may end up to three days after.
    let from = moment(day: days.lowerBound - 2)
    let to = moment(day: days.upperBound + 3)
    return from == .min && to == .max ? nil : from...max(from, to)
  }

  /// Returns the moment at which a day of UTC begins, in microseconds; beyond their range, its end.
  private static func moment(day: Int) -> Int64 {
    let (moment, overflow) = Int64(day).multipliedReportingOverflow(by: 86_400_000_000)
    return overflow ? (day < 0 ? .min : .max) : moment
  }
}

extension HealthTables {
  /// Opens the rows of types as `read(types:)` does, several at once.
  ///
  /// - Throws: the errors of `read(types:)`.
  func readTogether(types names: [String]?) throws {
    let names = names ?? sampleTypes.map { types.names[$0] }
    _ = try Threads.map(names, on: PosixSystem.processors) { try read(types: [$0]) }
  }
}
