import ByteTools
import HealthModel
import JournalFile

/// A route on its way into an export.
struct AppleRoute {
  let live: LiveObject
  /// The files that its element names.
  private(set) var paths: [String] = []
  /// Points that the element itself holds, as in older exports.
  private(set) var inlinePoints: [[Field]] = []
  /// The files with its points.
  private(set) var files: [AppleFile] = []

  /// Creates a route of these parts. Its points go into the files that it names, or into a new file
  /// if it names none. They go into the element if a file cannot state them, or a name cannot be
  /// used.
  init(_ parts: [LiveObject], _ first: LiveObject, _ names: inout AppleFileNames) {
    var live = first
    live.object.fields = RouteParts.joined(parts.map(\.object.fields))
    self.live = live
    let fields = live.object.fields
    if case .list(let files)? = fields["files"] {
      for case .text(let path) in files { paths.append(path) }
    }
    guard case .list(let locations)? = fields["locations"] else { return }
    let segments = RouteParts.segments(of: fields)
    var points: [[Field]] = []
    for case .fields(let point) in locations { points.append(point) }
    guard let start = live.object.content.span?.start, !points.isEmpty,
      points.allSatisfy(GPXText.canSay), paths.count <= points.count,
      let files = claimFiles(start, &names)
    else {
      inlinePoints = points
      return
    }
    if paths.isEmpty { paths = ["/" + files[0]] }
    for (index, name) in files.enumerated() {
      let share = Self.share(of: index, among: files.count, segments)
      self.files.append(
        AppleFile(name: name, bytes: GPXText.file(of: points[...], share, from: start)))
    }
  }

  /// Returns the segments of each file. The original file of a segment is not known: read one after
  /// the other, the files give the same segments again, unless there are fewer segments than files;
  /// then each file gets a part of the points.
  private static func share(
    of index: Int, among files: Int, _ segments: [Int]
  ) -> [Range<Int>] {
    let count = segments.reduce(0, +)
    func part(of count: Int) -> Range<Int> {
      count * index / files..<count * (index + 1) / files
    }
    guard segments.count >= files else { return [part(of: count)] }
    let ends = segments.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }
    return part(of: segments.count).map { ends[$0] - segments[$0]..<ends[$0] }
  }

  /// The route in its element: the names of the files, and the points that no file has.
  var said: LiveObject {
    guard !files.isEmpty else { return live }
    var said = live
    said.object.fields.removeAll { ["files", "locations", "segments"].contains($0.name) }
    said.object.fields.insert(Field("files", .list(paths.map { .text($0) })), at: 0)
    return said
  }

  private func claimFiles(_ start: Timestamp, _ names: inout AppleFileNames) -> [String]? {
    if paths.isEmpty { return [names.name("workout-routes/route_" + start.inName, ".gpx")] }
    let claimed = paths.compactMap { names.claim($0, ending: ".gpx") }
    return claimed.count == paths.count ? claimed : nil
  }
}

/// The points of a route as the Health app writes them next to an export, in GPX 1.1.
enum GPXText {
  /// The elements of a point by the names that its figures have in a journal; the last four are
  /// extensions.
  private static let names: [(field: String, element: String)] = [
    ("altitude", "ele"), ("date", "time"), ("speed", "speed"), ("course", "course"),
    ("horizontalAccuracy", "hAcc"), ("verticalAccuracy", "vAcc"),
  ]
  private static let known = Set(names.map(\.field) + ["latitude", "longitude"])

  /// Returns true if a file can state a point: latitude and longitude, a time of RFC 3339, figures,
  /// and texts under names of their own. A point with a time as exports write it came from an
  /// element, and goes back into one.
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

  /// Returns true if a name is valid, and is not that of one of a point's own elements.
  private static func isOther(_ name: String) -> Bool {
    XMLWriter.isName(name) && !known.contains(name) && name != "extensions"
      && !names.contains { $0.element == name }
  }

  private static func isPlain(_ text: String) -> Bool {
    var bytes: [UInt8] = []
    return XMLText.append(text, to: &bytes) && text.utf8.count <= 4096 && text.first != " "
      && text.last != " " && text.utf8.allSatisfy { $0 >= 0x20 }
  }

  /// Returns the file of these segments of some points.
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
