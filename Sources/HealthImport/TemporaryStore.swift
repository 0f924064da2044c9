import ByteTools
import HealthModel

/// What an import puts off to its end, as frames in the sink's temporary store.
enum TemporaryStoreFrame {
  /// The first copy of this content has been settled; `isPresent`: the journal states it now.
  /// `first` is the uuid that is the first among equals, whatever their source.
  case settled(ContentKey, first: ObjectUUID, isPresent: Bool)
  /// The bytes of an element that stood at `offset` of the file.
  case element([UInt8], offset: UInt64)
}

/// Writes frames: a byte for the kind, then the words of a key and a uuid, or offset, length and
/// bytes.
struct TemporaryStoreWriter: Sendable {
  private var buffer: [UInt8] = []
  /// Whether any element has been put off.
  private(set) var holdsElements = false

  /// Writes down that the first copy of some content is settled.
  mutating func append(
    settled key: ContentKey, first: ObjectUUID, isPresent: Bool, to sink: inout some ImportSink
  ) throws {
    buffer.append(addingCapacity: 25) { output in
      output.append(isPresent ? 1 : 0)
      output.append(word: key.value)
      output.append(word: first.high)
      output.append(word: first.low)
    }
    if buffer.count >= 1 << 16 { try flush(to: &sink) }
  }

  /// Puts an element off.
  mutating func append(
    element bytes: RawSpan, offset: UInt64, to sink: inout some ImportSink
  ) throws {
    buffer.append(2)
    append(offset)
    append(UInt64(bytes.byteCount))
    buffer.append(contentsOf: bytes)
    holdsElements = true
    if buffer.count >= 1 << 16 { try flush(to: &sink) }
  }

  /// Hands all frames to the sink.
  mutating func flush(to sink: inout some ImportSink) throws {
    if !buffer.isEmpty { try sink.storeTemporarily(buffer.rawBytes) }
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ word: UInt64) {
    buffer.append(addingCapacity: 8) { $0.append(word: word) }
  }
}

/// The temporary store did not give back what was put into it.
package struct TemporaryStoreDamaged: Error, Hashable, Sendable {}

/// Reads frames.
struct TemporaryStoreReader {
  private var source: any ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var filled = 0

  /// A reader at the first frame.
  init(_ source: any ByteSource) { self.source = source }

  /// The next frame, nil after the last.
  mutating func next() throws -> TemporaryStoreFrame? {
    guard try position < filled || fill() else { return nil }
    let kind = try byte()
    let first = try word()
    let second = try word()
    if kind < 2 {
      let uuid = ObjectUUID(high: second, low: try word())
      return .settled(ContentKey(first), first: uuid, isPresent: kind == 1)
    }
    guard kind == 2, let count = Int(exactly: second) else { throw TemporaryStoreDamaged() }
    return .element(try bytes(count), offset: first)
  }

  private mutating func word() throws -> UInt64 {
    if position + 8 <= filled {
      defer { position += 8 }
      return buffer.rawBytes.word(position)
    }
    var word: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      word |= UInt64(try byte()) << shift
    }
    return word
  }

  private mutating func byte() throws -> UInt8 {
    guard try position < filled || fill() else { throw TemporaryStoreDamaged() }
    defer { position += 1 }
    return buffer[position]
  }

  private mutating func bytes(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard try position < filled || fill() else { throw TemporaryStoreDamaged() }
      let end = min(filled, position + count - bytes.count)
      bytes.append(contentsOf: buffer[position..<end])
      position = end
    }
    return bytes
  }

  private mutating func fill() throws -> Bool {
    position = 0
    filled = try source.read(into: &buffer, from: 0)
    return filled > 0
  }
}
