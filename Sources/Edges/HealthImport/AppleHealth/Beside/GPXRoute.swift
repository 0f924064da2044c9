import ByteTools
import HealthModel

/// The points of a GPX file as the phone writes it: a track of `trkpt`, each with `ele`, `time`
/// and, inside `extensions`, `speed`, `course`, `hAcc` and `vAcc`.
///
///     <trkpt lon="13.4050" lat="52.5200"><ele>34.1</ele><time>2024-05-01T05:30:00Z</time>
///     <extensions><speed>2.91</speed><course>88.2</course><hAcc>3.2</hAcc><vAcc>2.4</vAcc>
///     </extensions></trkpt>
///
/// Each `trkseg` is a segment of the route: nobody knows the way from one to the next. A file is
/// read whole or not at all: of one that is cut or damaged no points are stated. Other elements of
/// a point are kept under their own names. The file's own time is that of the export and the name
/// of a track that of the file, so neither is kept.
struct GPXRoute: ~Copyable {
  private var xml: XMLTokenizer
  private var route: RouteParts
  /// True if the file has stated a point.
  private var hasPoints = false
  /// Bytes that the open point takes on a line.
  private var bytes = 0
  /// The values of the open point, by `Self.names`; nil: no point is open.
  private var point: [FieldValue?]?
  private var others: [Field] = []
  /// The name of the open element inside the point, if it is none of `Self.names`.
  private var otherName = ""
  /// The depth of the point.
  private var depth = 0
  /// The open element inside the point: its index in `Self.names`; their number for any other.
  private var leaf: Int?
  private var isGPX = false

  /// Adds the points of a file to a route, in order and as segments of their own.
  ///
  /// - Throws: `UnreadablePart`; nothing is added then.
  static func add(_ source: some ByteSource, to route: inout RouteParts) throws {
    var file = GPXRoute(source, route)
    while try file.step() {}
    guard file.isGPX else { throw UnreadablePart("it is not GPX") }
    guard file.hasPoints else { throw UnreadablePart("it has no points") }
    route = file.route
  }

  private init(_ source: some ByteSource, _ route: RouteParts) {
    xml = XMLTokenizer(source: source, windowSize: 1 << 16, windowLimit: 1 << 20)
    self.route = route
    self.route.endSegment()
  }

  private func problem(_ reason: String) -> UnreadablePart {
    UnreadablePart(reason, at: xml.tokenOffset)
  }

  private mutating func step() throws -> Bool {
    switch try xml.next() {
    case .start(let isSelfClosing): try start(isSelfClosing)
    case .end: try end()
    case .text: try text()
    case .malformed: throw problem("malformed XML")
    case .truncated: throw problem("it ends too early")
    case .finished: return false
    }
    return true
  }

  // MARK: Points

  private mutating func start(_ isSelfClosing: Bool) throws {
    if xml.depth == 0 { isGPX = xml.nameEquals("gpx") }
    guard xml.nameEquals("trkpt") else {
      if point == nil, xml.nameEquals("trkseg") { route.endSegment() }
      guard point != nil, !isSelfClosing else { return }
      leaf = nameIndex
      if leaf == Self.names.count { otherName = xml.elementName }
      return
    }
    guard point == nil else { throw problem("a point is inside another point") }
    depth = xml.depth
    var values = [FieldValue?](repeating: nil, count: Self.names.count)
    values[Self.latitude] = .number(try degrees("lat", 90))
    values[Self.longitude] = .number(try degrees("lon", 180))
    point = values
    if isSelfClosing { try close() }
  }

  private func degrees(_ name: StaticString, _ most: Double) throws -> Double {
    guard let index = xml.attribute(name),
      let degrees = xml.withValueBytes(index, AppleNumber.parse), degrees.magnitude <= most
    else { throw problem("a point without latitude or longitude") }
    return degrees
  }

  private mutating func text() throws {
    guard let leaf, let known = point else { return }
    guard leaf < Self.names.count else { return try other() }
    guard known[leaf] == nil else { throw problem("a point has an element twice") }
    if leaf == Self.date {
      guard xml.withTextBytes(Self.isTime) else {
        throw problem("the time of a point is not a time")
      }
      point?[leaf] = .text(xml.textValue)
    } else {
      guard let number = xml.withTextBytes(AppleNumber.parse) else {
        throw problem("a figure of a point is not a number")
      }
      point?[leaf] = .number(number)
      // `1e9` is longer where it is written out.
      if number.magnitude >= 1e5 { bytes += 24 }
    }
    bytes += xml.withTextBytes { $0.byteCount }
  }

  private static func isTime(_ bytes: RawSpan) -> Bool {
    var end = 0
    return RFC3339.parse(bytes, at: &end) != nil && end == bytes.byteCount
  }

  /// Notes an element that no phone is known to write.
  private mutating func other() throws {
    let name = otherName
    guard others[name] == nil, !Self.names.contains(name) else {
      throw problem("a point has an element twice")
    }
    let text = xml.textValue
    guard text.utf8.count <= 4096 else { throw problem("a text of a point is too long") }
    others.append(
      Field(name, xml.withTextBytes(AppleNumber.parse).map { .number($0) } ?? .text(text)))
    bytes += name.utf8.count * 6 + text.utf8.count * 6 + 32
  }

  private mutating func end() throws {
    leaf = nil
    if point != nil, xml.depth <= depth { try close() }
  }

  private mutating func close() throws {
    guard let values = point else { return }
    guard values[Self.date] != nil else { throw problem("a point without a time") }
    var fields: [Field] = []
    fields.reserveCapacity(values.count + others.count)
    for (name, value) in zip(Self.names, values) {
      if let value { fields.append(Field(name, value)) }
    }
    hasPoints = true
    guard route.add(.fields(fields + others), bytes: bytes + Self.frame) else {
      throw problem("it has more points than \(RouteParts.mostParts) lines hold")
    }
    point = nil
    others.removeAll()
    bytes = 0
  }

  // MARK: Names

  /// The names of a point's values on a line, in the order of `WorkoutRoute.Location`.
  private static let names = [
    "date", "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy",
    "course", "speed",
  ]
  private static let date = 0
  private static let latitude = 1
  private static let longitude = 2

  /// The index of the name of the element that begins; the number of names for any other.
  private var nameIndex: Int {
    if xml.nameEquals("time") { return Self.date }
    if xml.nameEquals("ele") { return 3 }
    if xml.nameEquals("hAcc") { return 4 }
    if xml.nameEquals("vAcc") { return 5 }
    if xml.nameEquals("course") { return 6 }
    return xml.nameEquals("speed") ? 7 : Self.names.count
  }

  /// The greatest size of a point on a line without the texts of its elements: names, braces,
  /// quotes, colons and commas, and latitude and longitude.
  private static let frame = names.reduce(2 + 2 * 24) { $0 + $1.utf8.count + 8 }
}
