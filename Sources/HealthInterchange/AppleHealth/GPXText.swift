import ByteTools
import HealthModel
import JournalFile

/// The points of a route as the Health app writes them beside an export, in GPX 1.1.
enum GPXText {
  /// The elements of a point by the names that its figures have in a journal; the last four are
  /// extensions.
  private static let names: [(field: String, element: String)] = [
    ("altitude", "ele"), ("date", "time"), ("speed", "speed"), ("course", "course"),
    ("horizontalAccuracy", "hAcc"), ("verticalAccuracy", "vAcc"),
  ]
  private static let known = Set(names.map(\.field) + ["latitude", "longitude"])

  /// Whether a file can state a point: latitude and longitude, a time of RFC 3339, figures, and
  /// texts under names of their own. A point with a time as exports write it came from an element,
  /// and goes back into one.
  static func canSay(_ point: [Field]) -> Bool {
    guard case .number(let latitude)? = point["latitude"], latitude.magnitude <= 90,
      case .number(let longitude)? = point["longitude"], longitude.magnitude <= 180,
      case .text(let date)? = point["date"], Timestamp(rfc3339: date) != nil
    else { return false }
    return point.allSatisfy { field in
      switch field.value {
      case .number: field.name != "date" && (known.contains(field.name) || isOther(field.name))
      case .text(let text):
        field.name == "date"
          || isOther(field.name) && isPlain(text) && Double(text) == nil && !text.isEmpty
      case .null, .boolean, .list, .fields: false
      }
    }
  }

  /// Whether a name is valid, and is not that of one of a point's own elements.
  private static func isOther(_ name: String) -> Bool {
    XMLWriter.isName(name) && !known.contains(name) && name != "extensions"
      && !names.contains { $0.element == name }
  }

  private static func isPlain(_ text: String) -> Bool {
    var bytes: [UInt8] = []
    return XMLText.append(text, to: &bytes) && text.utf8.count <= 4096 && text.first != " "
      && text.last != " " && text.utf8.allSatisfy { $0 >= 0x20 }
  }

  /// The file of these segments of some points.
  static func file(
    of points: ArraySlice<[Field]>, _ segments: [Range<Int>], from start: Timestamp
  ) -> [UInt8] {
    var xml = XMLWriter()
    xml.bytes = Array(#"<?xml version="1.0" encoding="UTF-8"?>"#.utf8)
    xml.begin("gpx")
    xml.attribute("version", "1.1")
    xml.attribute("creator", "Apple Health Export")
    xml.attribute("xmlns", "http://www.topografix.com/GPX/1/1")
    xml.begin("metadata")
    xml.element("time", start.description)
    xml.end()
    xml.begin("trk")
    xml.element("name", "Route \(start.date)")
    for segment in segments {
      xml.begin("trkseg")
      for point in points[segment] { append(point, to: &xml) }
      xml.end()
    }
    xml.end()
    xml.end()
    xml.bytes.append(UInt8(ascii: "\n"))
    return xml.bytes
  }

  private static func append(_ point: [Field], to xml: inout XMLWriter) {
    xml.begin("trkpt")
    xml.attribute("lon", text(point["longitude"]))
    xml.attribute("lat", text(point["latitude"]))
    for (field, element) in names.prefix(2) { xml.element(element, text(point[field])) }
    let others = point.filter { !known.contains($0.name) }.map { ($0.name, text($0.value)) }
    let more = names.dropFirst(2).map { ($0.element, text(point[$0.field])) } + others
    if more.contains(where: { $0.1 != nil }) {
      xml.begin("extensions")
      for (name, text) in more { xml.element(name, text) }
      xml.end()
    }
    xml.end()
  }

  private static func text(_ value: FieldValue?) -> String? {
    switch value {
    case .text(let text): text
    case .number(let number): DecimalText.text(number)
    case .null, .boolean, .list, .fields, nil: nil
    }
  }
}

extension XMLWriter {
  /// Writes an element that holds a text alone; none where there is no text.
  mutating func element(_ name: String, _ text: String?) {
    guard let text else { return }
    begin(name)
    self.text(text)
    end()
  }
}
