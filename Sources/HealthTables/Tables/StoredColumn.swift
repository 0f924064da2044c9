import ByteTools
public import JournalFile

/// One column of a table: what a snapshot holds of it, and after that what came since. The
/// snapshot's bytes are read when they are first asked for.
///
/// Public for the compiler only; see `OwnedArray`.
public struct StoredColumn<Element: BitwiseCopyable & Sendable>: Sendable, RandomAccessCollection {
  @usableFromInline private(set) var base: OwnedArray<Element>
  @usableFromInline private(set) var tail: [Element] = []

  /// An empty column.
  @inlinable public init() { base = OwnedArray() }

  /// A column that goes on from what a snapshot holds.
  init(_ base: OwnedArray<Element>) { self.base = base }

  /// A column in memory.
  init(tail: [Element]) {
    base = OwnedArray()
    self.tail = tail
  }

  /// The first index.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last element.
  @inlinable public var endIndex: Int { base.count &+ tail.count }

  /// The element at an index, bounds checked.
  public subscript(index: Int) -> Element {
    @inlinable @inline(__always) get {
      index < base.count ? base[index] : tail[index &- base.count]
    }
  }

  /// How many elements a snapshot holds.
  var baseCount: Int { base.count }

  /// The indices that lie in one piece of memory with an index.
  func piece(of index: Int) -> Range<Int> {
    index < base.count ? 0..<base.count : base.count..<endIndex
  }

  /// Calls `body` with the elements of a piece, as `piece(of:)` gives it, or of a part of it.
  func withSpan(_ range: Range<Int>, _ body: (Span<Element>) -> Void) {
    if range.upperBound <= base.count { return base.withSpan(range, body) }
    let first = range.lowerBound - base.count
    body(tail.span.extracting(first..<first + range.count))
  }

  @inline(__always)
  mutating func append(_ element: Element) { tail.append(element) }

  /// How many elements can come before memory is asked for.
  var room: Int { tail.capacity - tail.count }

  /// Asks for memory for this many elements beside those that the snapshot holds.
  mutating func reserve(_ count: Int) { tail.reserveCapacity(count) }

  /// Appends what `element` takes from the rows at some indices, with one look at the room for all.
  @inline(__always)
  mutating func append<Row>(
    _ rows: Span<Row>, _ order: Span<Int>, _ element: (Row) -> Element
  ) {
    tail.append(addingCapacity: order.count) { output in
      for index in order.indices { output.append(element(rows[order[index]])) }
    }
  }

  /// Appends elements of another column, wherever they lie.
  mutating func append(copying other: StoredColumn, _ range: Range<Int>) {
    tail.append(addingCapacity: range.count) { output in
      for index in range { output.append(other[index]) }
    }
  }

  /// A checksum of elements that lie in one piece.
  func checksum(_ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    withSpan(range) { sum = Checksum64.of($0.rawBytes) }
    return sum
  }

  /// The SHA-256 of elements that lie in one piece.
  func digest(_ range: Range<Int>) -> Digest {
    var digest = Digest.zero
    withSpan(range) { digest = SHA256.hash($0.rawBytes) }
    return digest
  }

  /// Changes an element. What the snapshot holds is copied first, once.
  mutating func replace(_ index: Int, with element: Element) {
    if index < base.count {
      tail = Array(self)
      base = OwnedArray()
    }
    tail[index - base.count] = element
  }
}
