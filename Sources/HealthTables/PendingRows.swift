/// Rows of canonical lines on their way into the columns: to append some of a type at once to eleven
/// columns costs a fraction of what it costs one by one.
///
/// The rows of a line are staged while it is read, and kept once the whole line is known to be good.
struct PendingRows: Sendable {
  /// How many rows of a type wait at most.
  private static let kept = 16
  /// How many more a single line may bring.
  private static let staged = 16
  private static let room = kept + staged

  private var rows: [SampleRow] = []
  private var counts: [Int] = []
  private var stagedTypes = InlineArray<16, Int>(repeating: 0)
  /// How many rows of the line are staged.
  private(set) var stagedCount = 0

  /// Takes back what was staged and not kept.
  mutating func dropStaged() {
    while stagedCount > 0 {
      stagedCount -= 1
      counts[stagedTypes[stagedCount]] -= 1
    }
  }

  /// Adds a row of the line that is being read.
  ///
  /// - Returns: whether there was room; lines of so many objects are left to the general path.
  @inline(__always)
  mutating func stage(_ row: SampleRow, type: Int) -> Bool {
    guard stagedCount < Self.staged else { return false }
    if type >= counts.count { grow(for: type) }
    let count = counts[type]
    rows[type &* Self.room &+ count] = row
    counts[type] = count &+ 1
    stagedTypes[stagedCount] = type
    stagedCount &+= 1
    return true
  }

  private mutating func grow(for type: Int) {
    let more = type + 1 - counts.count
    counts += repeatElement(0, count: more)
    rows += repeatElement(SampleRow.blank, count: more * Self.room)
  }

  /// Keeps the row that was staged last; to be called once for each.
  ///
  /// - Returns: its type, and whether that has no room for the rows of another line.
  @inline(__always)
  mutating func keepLast() -> (type: Int, isFull: Bool) {
    stagedCount &-= 1
    let type = stagedTypes[stagedCount]
    return (type, counts[type] >= Self.kept)
  }

  /// Moves the rows of a type into its columns.
  mutating func flush(
    _ type: Int, into columns: inout SampleColumns, _ progress: ReplayProgress
  ) {
    guard type < counts.count, counts[type] > 0 else { return }
    let count = counts[type]
    let start = type * Self.room
    if columns.isFull(for: count) { columns.reserve(progress.room(for: columns.count + count)) }
    columns.append(rows.span.extracting(start..<start + count))
    counts[type] = 0
  }
}
