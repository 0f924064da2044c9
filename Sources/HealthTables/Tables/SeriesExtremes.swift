import HealthModel
import JournalFile

/// The least and the greatest value of the samples of a type that condense a series and state them:
/// most have none, and a type without any keeps nothing here.
struct SeriesExtremes: Sendable {
  /// The rows that state one of them, ascending.
  private(set) var rows = StoredColumn<UInt32>()
  /// NaN where it is not stated.
  private(set) var least = StoredColumn<Double>()
  /// NaN where it is not stated.
  private(set) var greatest = StoredColumn<Double>()

  /// None.
  init() {}

  /// Those of a section of a snapshot.
  init(_ file: OwnedBytes, _ section: SnapshotSection) throws(SnapshotProblem) {
    var columns = SectionColumns(file, section)
    rows = try columns.next()
    least = try columns.next()
    greatest = try columns.next()
    try columns.requireEnd()
  }

  /// Those that come next in a section, which has two numbers for each row.
  init(next columns: inout SectionColumns) throws(SnapshotProblem) {
    let least: StoredColumn<Double> = try columns.next()
    let greatest: StoredColumn<Double> = try columns.next()
    for row in least.indices where !least[row].isNaN || !greatest[row].isNaN {
      append(row, least: least[row].stated, greatest: greatest[row].stated)
    }
  }

  func write(to section: inout SnapshotSink) throws {
    try section.put(rows)
    try section.put(least)
    try section.put(greatest)
  }

  /// Notes what a row states that comes after all others.
  mutating func append(_ row: Int, least: Double?, greatest: Double?) {
    rows.append(UInt32(row))
    self.least.append(least ?? .nan)
    self.greatest.append(greatest ?? .nan)
  }

  /// Appends those of some rows of other columns, which stand from `first` on here.
  ///
  /// - Parameter stored: how many rows of the others a snapshot holds: of later rows nothing of it
  ///   is looked at, as it may not have been read.
  mutating func append(
    copying other: SeriesExtremes, _ range: Range<Int>, stored: Int, at first: Int
  ) {
    guard !other.rows.isEmpty else { return }
    let base = range.lowerBound >= stored ? other.rows.baseCount : 0
    let all = base..<other.rows.count
    var index = all.partitioningIndex { Int(other.rows[$0]) >= range.lowerBound }
    while index < other.rows.count, Int(other.rows[index]) < range.upperBound {
      rows.append(UInt32(Int(other.rows[index]) - range.lowerBound + first))
      least.append(other.least[index])
      greatest.append(other.greatest[index])
      index += 1
    }
  }

  /// What a row states; nil: neither of them.
  subscript(row: Int) -> SampleExtremes? {
    guard !rows.isEmpty else { return nil }
    let index = rows.indices.partitioningIndex { Int(rows[$0]) >= row }
    guard index < rows.count, Int(rows[index]) == row else { return nil }
    return SampleExtremes(least: least[index].stated, greatest: greatest[index].stated)
  }

  /// Returns whether they may be those of this many rows.
  func fit(_ count: Int) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 } && rows.last.map { $0 < count } ?? true
      && least.allSatisfy { !$0.isInfinite } && greatest.allSatisfy { !$0.isInfinite }
  }
}

/// What a sample that condenses a series states of its values, in the unit of the sample.
package struct SampleExtremes: Hashable, Sendable {
  /// The least; nil where it is not stated.
  package var least: Double?
  /// The greatest; nil where it is not stated.
  package var greatest: Double?
}

extension Double {
  fileprivate var stated: Double? { isNaN ? nil : self }
}

extension SampleColumns {
  /// Whether a sample states its least or greatest value.
  package var hasExtremes: Bool { !extremes.rows.isEmpty }

  /// Returns what the sample of a row states of the values that it condenses; nil: nothing.
  package func extremes(of row: Int) -> SampleExtremes? { extremes[row] }

  /// Notes what the last row states.
  mutating func noteExtremes(least: Double?, greatest: Double?) {
    extremes.append(count - 1, least: least, greatest: greatest)
  }
}
