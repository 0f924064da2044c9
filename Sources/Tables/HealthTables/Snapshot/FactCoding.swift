import ByteTools
import HealthModel
import JournalFile

/// Writes numbers and texts one after the other, little-endian and of fixed width; `FactReader`
/// reads them again.
struct FactWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    put(UInt64(truncatingIfNeeded: number), bytes: MemoryLayout<Number>.size)
  }

  /// Writes the lowest bytes of a word. One loop for all widths: the optimizer took half a minute
  /// for the copies that it made of it at each call.
  @inline(never)
  private mutating func put(_ word: UInt64, bytes count: Int) {
    for index in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(index * 8)))
    }
  }

  mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  mutating func put(_ uuid: ObjectUUID) {
    put(uuid.high)
    put(uuid.low)
  }

  mutating func put(_ digest: Digest) {
    for word in [digest.words.0, digest.words.1, digest.words.2, digest.words.3] { put(word) }
  }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes the number of elements, then each of them.
  mutating func put<Elements: Collection>(
    all elements: Elements, _ body: (inout FactWriter, Elements.Element) -> Void
  ) {
    put(UInt64(elements.count))
    for element in elements { body(&self, element) }
  }

  /// Writes if there is a value, then the value.
  mutating func put<Value>(any value: Value?, _ body: (inout FactWriter, Value) -> Void) {
    put(value != nil)
    if let value { body(&self, value) }
  }

  /// Zeros up to a multiple of this many bytes.
  mutating func pad(to multiple: Int) {
    bytes.append(
      contentsOf: repeatElement(0, count: (multiple - bytes.count % multiple) % multiple))
  }
}

/// The bytes of a snapshot are not those that this program writes into one.
struct SnapshotProblem: Error {}

/// Reads what `FactWriter` wrote.
struct FactReader {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0
  /// The limit of nesting, the format's own.
  private static let mostNested = 32

  init(_ bytes: RawSpan) {
    self.bytes = bytes.array
  }

  init(_ file: OwnedBytes, _ section: SnapshotSection) {
    self = file.withBytes(section.offset..<section.end) { FactReader($0) }
  }

  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(SnapshotProblem) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - at >= size else { throw SnapshotProblem() }
    let bits = bits(size)
    at += size
    return Number(truncatingIfNeeded: bits)
  }

  /// Returns the next bytes, this many or more, in the lowest bits; the caller drops the rest.
  private func bits(_ size: Int) -> UInt64 {
    if bytes.count - at >= 8 { return bytes.rawBytes.word(at) }
    var bits: UInt64 = 0
    for index in 0..<size { bits |= UInt64(bytes[at + index]) << UInt64(index * 8) }
    return bits
  }

  mutating func flag() throws(SnapshotProblem) -> Bool {
    switch try number(UInt8.self) {
    case 0: return false
    case 1: return true
    case _: throw SnapshotProblem()
    }
  }

  mutating func double() throws(SnapshotProblem) -> Double { Double(bitPattern: try number()) }

  mutating func uuid() throws(SnapshotProblem) -> ObjectUUID {
    ObjectUUID(high: try number(), low: try number())
  }

  mutating func digest() throws(SnapshotProblem) -> Digest {
    Digest(words: (try number(), try number(), try number(), try number()))
  }

  mutating func text() throws(SnapshotProblem) -> String {
    let count = Int(try number(UInt32.self))
    guard bytes.count - at >= count else { throw SnapshotProblem() }
    defer { at += count }
    return String(decoding: bytes[at..<at + count], as: UTF8.self)
  }

  mutating func forEach(
    _ body: (inout FactReader) throws(SnapshotProblem) -> Void
  ) throws(SnapshotProblem) {
    let count = try number(UInt64.self)
    guard count <= UInt64(bytes.count - at) else { throw SnapshotProblem() }
    for _ in 0..<count { try body(&self) }
  }

  mutating func all<Element>(
    _ body: (inout FactReader) throws(SnapshotProblem) -> Element
  ) throws(SnapshotProblem) -> [Element] {
    let count = try number(UInt64.self)
    guard count <= UInt64(bytes.count - at) else { throw SnapshotProblem() }
    var elements: [Element] = []
    elements.reserveCapacity(min(Int(count), 1 << 12))
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  /// Reads what may hold others of its kind, no deeper than lines may.
  mutating func nested<Value>(
    _ body: (inout FactReader) throws(SnapshotProblem) -> Value
  ) throws(SnapshotProblem) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostNested else { throw SnapshotProblem() }
    return try body(&self)
  }

  mutating func any<Value>(
    _ body: (inout FactReader) throws(SnapshotProblem) -> Value
  ) throws(SnapshotProblem) -> Value? {
    try flag() ? try body(&self) : nil
  }
}
