import ByteTools
import HealthEvents
import HealthModel

/// Writes objects as the elements of an export. `AppleObjectWriter` has the importer read every
/// element back, and so finds what is lost; nothing here has to know that.
struct AppleElements {
  /// The elements so far.
  var xml = XMLWriter(indent: 1)

  // MARK: What all elements share

  /// Source and device.
  mutating func source(_ live: LiveObject) {
    // An import has a source without a name where an element names none.
    xml.attribute("sourceName", live.sourceName.isEmpty ? nil : live.sourceName)
    xml.attribute("sourceVersion", live.origin?.source.version)
    xml.attribute("device", live.origin?.device.map(Self.text))
  }

  /// When it was created, started and ended.
  mutating func times(_ object: HealthObject) {
    date("creationDate", object.created)
    date("startDate", object.content.span?.start)
    date("endDate", object.content.span?.end)
  }

  /// A moment.
  mutating func date(_ name: String, _ time: Timestamp?) {
    xml.attribute(name, time.map(AppleDateText.text))
  }

  /// The attributes and the text of an element that the importer kept unread. All attributes must
  /// come before what the element holds.
  mutating func rest(_ fields: [Field]) {
    attributes(fields.attributes)
    if case .text(let text)? = fields["text"] { xml.text(text) }
  }

  /// Attributes by their names; of one that came twice only the first can be written again.
  mutating func attributes(_ fields: [Field]) {
    for field in fields {
      switch field.value {
      case .text(let text): xml.attribute(field.name, text)
      case .number(let number): xml.attribute(field.name, number)
      case .list(let values): attributes(values.map { Field(field.name, $0) })
      case .boolean(let isTrue): xml.attribute(field.name, isTrue ? "YES" : "NO")
      case .null, .fields: xml.isLossy = true
      }
    }
  }

  /// Elements that were kept whole.
  mutating func whole(_ elements: [[Field]]) {
    for element in elements { whole(element) }
  }

  /// An element that was kept whole, with all that it holds.
  mutating func whole(_ fields: [Field]) {
    guard case .text(let name)? = fields["element"], XMLWriter.isName(name) else { return }
    xml.begin(name)
    rest(fields)
    whole(KeptChildren(fields).rest)
    xml.end()
  }

  // MARK: Metadata

  /// The entries of metadata, and those that came again with another value.
  mutating func metadata(_ object: HealthObject) {
    metadata(object.metadata)
    guard case .list(let repeated)? = object.fields["repeatedMetadata"] else { return }
    for case .fields(let entry) in repeated {
      guard case .text(let key)? = entry["key"], case .text(let value)? = entry["value"]
      else { continue }
      self.entry(key, value)
    }
  }

  /// The entries of metadata.
  mutating func metadata(_ metadata: Metadata) {
    for entry in metadata.entries { self.entry(entry.key, Self.text(entry.value)) }
  }

  private mutating func entry(_ key: String, _ value: String) {
    xml.begin("MetadataEntry")
    xml.attribute("key", key)
    xml.attribute("value", value)
    xml.end()
  }

  /// A value of metadata as exports write it.
  static func text(_ value: MetadataValue) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): DecimalText.text(number)
    case .boolean(let isTrue): isTrue ? "1" : "0"
    case .date(let time): AppleDateText.text(time)
    case .quantity(let number, let unit): DecimalText.text(number) + " " + unit
    }
  }

  // MARK: Devices

  /// A device as exports write it, with the address 0.
  private static func text(_ device: Device) -> String {
    if case .text(let text)? = device.fields["text"], device == Device(fields: device.fields),
      device.fields.count == 1
    {
      return text
    }
    let parts: [(String, String?)] = [
      ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
      ("hardware", device.hardware), ("firmware", device.firmware),
      ("software", device.software), ("localIdentifier", device.localIdentifier),
      ("UDIDeviceIdentifier", device.udi),
    ]
    var text = "<<HKDevice: 0x0>"
    for case (let name, let value?) in parts { text += ", \(name):\(value)" }
    for field in device.fields {
      guard case .text(let value) = field.value else { continue }
      text += field.name == "text" ? ", \(value)" : ", \(field.name):\(value)"
    }
    return text + ">"
  }
}

extension [Field] {
  /// The attributes that the importer kept unread.
  var attributes: [Field] {
    guard case .fields(let attributes)? = self["attributes"] else { return [] }
    return attributes
  }
}
