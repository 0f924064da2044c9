import ByteTools
import HealthModel

/// The points of a route as the Health app writes them beside an export, in GPX 1.1.
enum GPXText {
  /// The file of these points.
  static func file(of points: [WorkoutRoute.Location], from start: Timestamp) -> [UInt8] {
    var xml = XMLWriter()
    xml.bytes = Array(#"<?xml version="1.0" encoding="UTF-8"?>"#.utf8)
    xml.begin("gpx")
    xml.attribute("version", "1.1")
    xml.attribute("creator", "Apple Health Export")
    xml.attribute("xmlns", "http://www.topografix.com/GPX/1/1")
    xml.begin("metadata")
    xml.element("time", time(start))
    xml.end()
    xml.begin("trk")
    xml.element("name", "Route \(start.date)")
    xml.begin("trkseg")
    for point in points { append(point, to: &xml) }
    xml.end()
    xml.end()
    xml.end()
    xml.bytes.append(UInt8(ascii: "\n"))
    return xml.bytes
  }

  private static func append(_ point: WorkoutRoute.Location, to xml: inout XMLWriter) {
    xml.begin("trkpt")
    xml.attribute("lon", point.longitude)
    xml.attribute("lat", point.latitude)
    xml.element("ele", point.altitude.map(DecimalText.text))
    xml.element("time", time(point.date))
    let more = [
      ("speed", point.speed), ("course", point.course), ("hAcc", point.horizontalAccuracy),
      ("vAcc", point.verticalAccuracy),
    ]
    if more.contains(where: { $0.1 != nil }) {
      xml.begin("extensions")
      for (name, value) in more { xml.element(name, value.map(DecimalText.text)) }
      xml.end()
    }
    xml.end()
  }

  /// A moment with its fraction of a second and offset, which GPX can say.
  private static func time(_ time: Timestamp) -> String { time.description }
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
