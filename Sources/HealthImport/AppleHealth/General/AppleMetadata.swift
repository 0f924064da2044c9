import ByteTools
import HealthModel

extension AppleObjects {
  /// The metadata of an element, in order. A key that comes again with the same value counts once;
  /// with another value, `onRepeat` may keep it (true), else its element stays untouched.
  mutating func metadata(
    of node: Int, in element: inout ElementTree,
    onRepeat: (_ key: String, _ value: String) -> Bool = { _, _ in false }
  ) -> Metadata {
    var entries: [Metadata.Entry] = []
    var keys = FirstIndices<String>()
    for child in element.children(of: node) where element.nodes[child].name == .metadataEntry {
      guard let keyRange = element.take("key", of: child) else { continue }
      let key = text(keyRange, in: element)
      let range = element.take("value", of: child)
      let value = range.map { read($0, of: key, in: element) } ?? .string("")
      if let index = keys.index(ofOrAdding: key) {
        let words = range.map { text($0, in: element) } ?? ""
        guard entries[index].value == value || onRepeat(key, words) else { continue }
      } else {
        entries.append(Metadata.Entry(key, value))
      }
      element.nodes[child].use = .read
    }
    return Metadata(entries)
  }

  /// A value of the class that the key is known to have; as text where it does not read so.
  private mutating func read(
    _ range: Range<Int>, of key: String, in element: ElementTree
  ) -> MetadataValue {
    element.withBytes(range) { Self.value($0, of: key) } ?? .string(text(range, in: element))
  }

  /// A value of the class that the key is known to have; nil: it is text.
  static func value(_ bytes: RawSpan, of key: String) -> MetadataValue? {
    guard let known = MetadataKey.find(key) else { return nil }
    switch known.valueClass {
    case .string: return nil
    case .number:
      if known.isBoolean { return boolean(bytes) }
      return AppleNumber.parse(bytes).map { .number($0) }
    case .date: return AppleDate.parse(bytes).map { .date($0) }
    case .quantity: return quantity(bytes)
    }
  }

  private static func boolean(_ bytes: RawSpan) -> MetadataValue? {
    if bytes.equals("1") { return .boolean(true) }
    return bytes.equals("0") ? .boolean(false) : nil
  }

  /// `37346 cm`: a number, a space and a unit that can be read.
  private static func quantity(_ bytes: RawSpan) -> MetadataValue? {
    guard let space = bytes.firstIndex(of: UInt8(ascii: " "), from: 0),
      let number = AppleNumber.parse(bytes.extracting(0..<space))
    else { return nil }
    let unit = bytes.text(space + 1..<bytes.byteCount)
    guard !unit.isEmpty, (try? Unit(unit)) != nil else { return nil }
    return .quantity(number, unit: unit)
  }
}
