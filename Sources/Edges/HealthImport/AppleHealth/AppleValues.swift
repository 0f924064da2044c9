import ByteTools
package import HealthModel

/// Dates as exports write them: `2024-05-01 07:30:00 +0200`, and `20141130073000+0200` in iOS 8.
package enum AppleDate {
  /// Reads the moment with its offset; nil for any other text, including a day that the month lacks
  /// and second 60.
  package static func parse(_ bytes: RawSpan) -> Timestamp? {
    switch bytes.byteCount {
    case 25:
      guard isDash(bytes, 4), isDash(bytes, 7), bytes.byte(10) == UInt8(ascii: " "),
        bytes.byte(13) == UInt8(ascii: ":"), bytes.byte(16) == UInt8(ascii: ":"),
        bytes.byte(19) == UInt8(ascii: " ")
      else { return nil }
      return timestamp(bytes, offsets: (5, 8, 11, 14, 17, 20))
    case 19: return timestamp(bytes, offsets: (4, 6, 8, 10, 12, 14))
    default: return nil
    }
  }

  private static func isDash(_ bytes: RawSpan, _ index: Int) -> Bool {
    bytes.byte(index) == UInt8(ascii: "-")
  }

  /// Reads a time at the offsets of month, day, hour, minute, second and zone, which differ between
  /// the two layouts.
  private static func timestamp(
    _ bytes: RawSpan, offsets: (Int, Int, Int, Int, Int, Int)
  ) -> Timestamp? {
    guard let century = RFC3339.two(bytes, 0), let years = RFC3339.two(bytes, 2),
      let month = RFC3339.two(bytes, offsets.0), let day = RFC3339.two(bytes, offsets.1),
      let hour = RFC3339.two(bytes, offsets.2), hour < 24,
      let minute = RFC3339.two(bytes, offsets.3), minute < 60,
      let second = RFC3339.two(bytes, offsets.4), second < 60,
      let days = RFC3339.dayNumber(year: century * 100 + years, month: month, day: day),
      let offset = offset(bytes, offsets.5)
    else { return nil }
    let local = days * 86_400 + hour * 3_600 + minute * 60 + second
    return Timestamp(
      instant: Instant(wholeSeconds: Int64(local - offset * 60)), offsetMinutes: Int16(offset))
  }

  private static func offset(_ bytes: RawSpan, _ index: Int) -> Int? {
    guard let hours = RFC3339.two(bytes, index + 1), hours < 24,
      let minutes = RFC3339.two(bytes, index + 3), minutes < 60
    else { return nil }
    switch bytes.byte(index) {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }
}

/// Numbers as exports write them: decimal text with a point.
enum AppleNumber {
  /// Reads the number that is all of the bytes; nil for any other text, including hexadecimal,
  /// infinity and a comma.
  static func parse(_ bytes: RawSpan) -> Double? { parse(bytes, 0..<bytes.byteCount) }

  /// Reads the number in a range likewise. Bytes after it make it fast, and must not continue it.
  static func parse(_ all: RawSpan, _ range: Range<Int>) -> Double? {
    var position = range.lowerBound
    if let value = DecimalText.parse(all, at: &position), position == range.upperBound {
      return value
    }
    let bytes = all.extracting(range)
    // What JSON refuses and a printer of numbers may still write: `.5`, `+1`, `007`, `1.`.
    guard (1...64).contains(bytes.byteCount) else { return nil }
    for index in 0..<bytes.byteCount {
      switch bytes.byte(index) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        break
      default: return nil
      }
    }
    return Double(bytes.text()).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// The text of an export's `device` attribute:
///
///     <<HKDevice: 0x28ab>, name:Apple Watch, manufacturer:Apple Inc., hardware:Watch6,1>
///
/// The number is an address in the memory of the phone, another in every export: no content.
package enum AppleDevice {
  /// Reads the device of the text. Values may hold commas: a part begins only at a comma, a space
  /// and a name of letters and spaces with a colon that has not come before. Names that the model
  /// lacks go into the device's fields; a text of another form is kept whole in the field `text`.
  package static func parse(_ text: String) -> Device {
    guard let body = body(of: text) else { return Device(fields: [Field("text", .text(text))]) }
    var device = Device()
    for part in parts(of: body) { device.set(part.key, part.value) }
    return device
  }

  /// Returns the text without the address; the rest distinguishes devices.
  static func withoutAddress(_ text: String) -> String {
    body(of: text).map { "<<HKDevice>" + $0 + ">" } ?? text
  }

  /// Returns the text between the address and the closing bracket; it begins with `, ` unless it is
  /// empty.
  private static func body(of text: String) -> Substring? {
    let start = "<<HKDevice: 0x"
    guard text.utf8.starts(with: start.utf8), text.utf8.last == UInt8(ascii: ">")
    else { return nil }
    let rest = text.utf8.dropFirst(start.utf8.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let after = text.utf8.index(after: end)
    let last = text.utf8.index(before: text.utf8.endIndex)
    // `<<HKDevice: 0x28ab>`, cut short, has one bracket for both.
    return after <= last ? text[after..<last] : ""
  }

  private struct Part {
    var key: String
    var value: String
  }

  private static func parts(of body: Substring) -> [Part] {
    var parts: [Part] = []
    var keys = Numbering<String>()
    for piece in pieces(of: body) {
      if let part = part(piece), keys.number(ofOrAdding: part.key) == nil {
        parts.append(part)
      } else if let last = parts.indices.last {
        parts[last].value += ", " + piece
      } else if !piece.isEmpty {
        _ = keys.number(ofOrAdding: "text")
        parts.append(Part(key: "text", value: String(piece)))
      }
    }
    return parts
  }

  /// Returns the pieces between `, ` and `, `.
  private static func pieces(of body: Substring) -> [Substring] {
    var pieces: [Substring] = []
    let bytes = body.utf8
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      if bytes[index] == UInt8(ascii: ","), next < bytes.endIndex,
        bytes[next] == UInt8(ascii: " ")
      {
        pieces.append(body[start..<index])
        start = bytes.index(after: next)
        index = start
      } else {
        index = next
      }
    }
    pieces.append(body[start...])
    // The body begins with the first separator.
    return pieces.first == "" ? Array(pieces.dropFirst()) : pieces
  }

  private static func part(_ piece: Substring) -> Part? {
    guard let colon = piece.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let key = piece[..<colon]
    let isName = key.utf8.allSatisfy { byte in
      byte == 0x20 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard isName, !key.isEmpty else { return nil }
    return Part(key: String(key), value: String(piece[piece.utf8.index(after: colon)...]))
  }
}

extension Device {
  /// Sets the part of this name.
  fileprivate mutating func set(_ key: String, _ value: String) {
    switch key {
    case "name": name = value
    case "manufacturer": manufacturer = value
    case "model": model = value
    case "hardware": hardware = value
    case "firmware": firmware = value
    case "software": software = value
    case "localIdentifier": localIdentifier = value
    case "UDIDeviceIdentifier": udi = value
    default: fields.append(Field(key, .text(value)))
    }
  }
}

/// Devices by their texts, so that a text that comes by the million is read once.
struct DeviceCache: Sendable {
  private var devices: [String: Device] = [:]

  /// Texts kept at once. An address changes where the phone made the device again.
  private static let capacity = 1024

  mutating func device(_ text: String) -> Device {
    if let device = devices[text] { return device }
    if devices.count >= Self.capacity { devices.removeAll(keepingCapacity: true) }
    let device = AppleDevice.parse(text)
    devices[text] = device
    return device
  }
}

extension AppleObjects {
  /// Returns the metadata of an element, in order. A repeated key with the same value counts once;
  /// with another value, `onRepeat` may keep it (true), otherwise its element stays unread.
  mutating func metadata(
    of node: Int, in element: inout ElementTree,
    onRepeat: (_ key: String, _ value: String) -> Bool = { _, _ in false }
  ) -> Metadata {
    var entries: [Metadata.Entry] = []
    var keys = Numbering<String>()
    for child in element.children(of: node) where element.nodes[child].name == .metadataEntry {
      guard let keyRange = element.take("key", of: child) else { continue }
      let key = text(keyRange, in: element)
      let range = element.take("value", of: child)
      let value = range.map { read($0, of: key, in: element) } ?? .string("")
      if let index = keys.number(ofOrAdding: key) {
        let words = range.map { text($0, in: element) } ?? ""
        guard entries[index].value == value || onRepeat(key, words) else { continue }
      } else {
        entries.append(Metadata.Entry(key, value))
      }
      element.nodes[child].use = .read
    }
    return Metadata(entries)
  }

  /// Reads a value of the class that the key is known to have; as text if it cannot be read so.
  private mutating func read(
    _ range: Range<Int>, of key: String, in element: ElementTree
  ) -> MetadataValue {
    element.withBytes(range) { Self.value($0, of: key) } ?? .string(text(range, in: element))
  }

  /// Returns a value of the class that the key has in HealthKit; nil if that class is text.
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

  /// Reads a quantity, such as `37346 cm`: a number, a space and a unit that can be read.
  private static func quantity(_ bytes: RawSpan) -> MetadataValue? {
    guard let space = bytes.firstIndex(of: UInt8(ascii: " "), from: 0),
      let number = AppleNumber.parse(bytes.extracting(0..<space))
    else { return nil }
    let unit = bytes.text(space + 1..<bytes.byteCount)
    guard !unit.isEmpty, (try? Unit(unit)) != nil else { return nil }
    return .quantity(number, unit: unit)
  }
}
