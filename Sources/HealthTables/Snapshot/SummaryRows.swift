import JournalFile

/// The few rows of a type that questions about other rows need too. A snapshot holds a second copy
/// of them, so that such a question does not have to read the blocks in which they lie.
struct SummaryRows: Sendable {
  /// Why a row is among them.
  struct Marks: OptionSet, Sendable, BitwiseCopyable {
    let rawValue: UInt8
    /// A live row that tells of the sources of the type, their order and their units.
    static let sources = Marks(rawValue: 1)
    /// The live row that ends last; of several the one that starts last, of those the last one.
    static let latest = Marks(rawValue: 2)
  }

  /// The rows, in their order.
  private(set) var rows = SampleColumns()
  /// Their numbers, ascending.
  private(set) var numbers = StoredColumn<UInt32>()
  /// Why each is there.
  private(set) var marks = StoredColumn<Marks>()

  /// The number of them.
  var count: Int { numbers.count }

  // MARK: In a snapshot

  /// Those of some rows.
  init(of columns: SampleColumns, in tables: HealthTables) {
    let sources = Set(columns.firstRows() + columns.deviceRows(in: tables))
    let latest = columns.latestRow()
    var all = sources
    if let latest { all.insert(latest) }
    for row in all.sorted() {
      var mark: Marks = row == latest ? .latest : []
      if sources.contains(row) { mark.insert(.sources) }
      rows.append(copying: columns, row..<row + 1)
      numbers.append(UInt32(row))
      marks.append(mark)
    }
  }

  func write(to section: inout SnapshotSink) throws {
    try rows.write(to: &section)
    let extremes = (0..<rows.count).map { rows.extremes[$0] }
    try section.put(StoredColumn(tail: extremes.map { $0?.least ?? .nan }))
    try section.put(StoredColumn(tail: extremes.map { $0?.greatest ?? .nan }))
    try section.put(numbers)
    try section.put(marks)
  }

  /// The rows of a section.
  init(_ file: OwnedBytes, _ section: SnapshotSection) throws(SnapshotProblem) {
    var columns = SectionColumns(file, section)
    rows = try SampleColumns(&columns, dead: 0)
    rows.extremes = try SeriesExtremes(next: &columns)
    numbers = try columns.next()
    marks = try columns.next()
    try columns.requireEnd()
  }
}

extension SampleColumns {
  /// Of the live rows of each provenance that states a device and no bundle one that ends last, and
  /// for each name of several devices two that overlap: what tells whether there are such names,
  /// also beside rows that come later.
  fileprivate func deviceRows(in tables: HealthTables) -> [Int] {
    let times = times(count: tables.provenances.count)
    // The row in which each provenance ends.
    var lasts = [Int](repeating: -1, count: times.count)
    for row in 0..<count where isLive(row) {
      let number = Int(provenance(row))
      if times[number]?.upperBound == ends[row] { lasts[number] = row }
    }
    let names = tables.sharedNames(times)
    let overlaps = zip(names, spans(of: names)).compactMap { name, spans in
      name.overlap(tables.order(spans))
    }
    return lasts.indices.filter { lasts[$0] >= 0 && tables.isOfNamedDevice(UInt32($0)) }
      .map { lasts[$0] }
      + overlaps.flatMap { [$0.0, $0.1] }
  }

  /// Of the live rows of each provenance and unit one that starts first: what tells the sources of
  /// a type, their order and their units.
  fileprivate func firstRows() -> [Int] {
    var indices: [RowGroup: Int] = [:]
    var firsts: [Int] = []
    var recent: (context: UInt32, flags: SampleRow.Flags, index: Int)?
    for row in 0..<count where isLive(row) {
      // Most rows have the group of the row before: to make the group of each row would cost more
      // than everything else here.
      let (context, flags) = (contexts[row], flags[row])
      if recent?.context != context || recent?.flags != flags {
        recent = indices[RowGroup(self, row)].map { (context, flags, $0) }
      }
      if let index = recent?.index {
        if starts[row] < starts[firsts[index]] { firsts[index] = row }
      } else {
        indices[RowGroup(self, row)] = firsts.count
        firsts.append(row)
      }
    }
    return firsts
  }

  fileprivate func latestRow() -> Int? {
    var latest: Int?
    for row in 0..<count where isLive(row) {
      if let known = latest, (ends[row], starts[row]) < (ends[known], starts[known]) { continue }
      latest = row
    }
    return latest
  }
}

/// What `firstRows` groups rows by.
private struct RowGroup: Hashable {
  var provenance: UInt32
  var unit: UInt32
  var flags: UInt8

  init(_ columns: SampleColumns, _ row: Int) {
    let flags = columns.flags[row].intersection([.userEntered, .category])
    let common = columns.known[Int(columns.contexts[row])]
    provenance = common.provenance
    unit = flags.contains(.category) ? SampleRow.none : common.unit
    self.flags = flags.rawValue
  }
}
