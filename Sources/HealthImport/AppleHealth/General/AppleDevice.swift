package import HealthModel

/// The text of an export's `device` attribute:
///
///     <<HKDevice: 0x28ab>, name:Apple Watch, manufacturer:Apple Inc., hardware:Watch6,1>
///
/// The number is an address in the memory of the phone, another in every export: no content.
package enum AppleDevice {
  /// The device that the text tells. Values may hold commas: a part begins only at a comma, a space
  /// and a name of letters and spaces with a colon that has not come before. Names that the model
  /// lacks go into the device's fields; a text of another form is kept whole in the field `text`.
  package static func parse(_ text: String) -> Device {
    guard let body = body(of: text) else { return Device(fields: [Field("text", .text(text))]) }
    var device = Device()
    for part in parts(of: body) { device.set(part.key, part.value) }
    return device
  }

  /// The text without the address: what tells devices apart.
  static func withoutAddress(_ text: String) -> String {
    body(of: text).map { "<<HKDevice>" + $0 + ">" } ?? text
  }

  /// What stands between the address and the closing bracket; begins with `, ` where not empty.
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
    var keys = FirstIndices<String>()
    for piece in pieces(of: body) {
      if let part = part(piece), keys.index(ofOrAdding: part.key) == nil {
        parts.append(part)
      } else if let last = parts.indices.last {
        parts[last].value += ", " + piece
      } else if !piece.isEmpty {
        _ = keys.index(ofOrAdding: "text")
        parts.append(Part(key: "text", value: String(piece)))
      }
    }
    return parts
  }

  /// What stands between `, ` and `, `.
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

  /// The device of a text.
  mutating func device(_ text: String) -> Device {
    if let device = devices[text] { return device }
    if devices.count >= Self.capacity { devices.removeAll(keepingCapacity: true) }
    let device = AppleDevice.parse(text)
    devices[text] = device
    return device
  }
}
