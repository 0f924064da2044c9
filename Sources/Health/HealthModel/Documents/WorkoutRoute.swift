/// The way of a workout: HealthKit's HKWorkoutRoute.
///
///     let route = try WorkoutRoute(object)
///     route.locations.first?.latitude   // 52.52
public struct WorkoutRoute: DocumentValue {
  /// A place at a moment: CLLocation.
  public struct Location: Hashable, Sendable {
    /// The time at which somebody was there.
    public var date: Timestamp
    /// The latitude in degrees north, −90 to 90.
    public var latitude: Double
    /// The longitude in degrees east, −180 to 180.
    public var longitude: Double
    /// The altitude in metres above the sea.
    public var altitude: Double?
    /// The radius of uncertainty of the place, in metres.
    public var horizontalAccuracy: Double?
    /// The uncertainty of the altitude, in metres.
    public var verticalAccuracy: Double?
    /// The direction in degrees from north.
    public var course: Double?
    /// The speed in metres per second.
    public var speed: Double?

    /// Makes a place at a moment.
    public init(
      date: Timestamp, latitude: Double, longitude: Double, altitude: Double? = nil,
      horizontalAccuracy: Double? = nil, verticalAccuracy: Double? = nil, course: Double? = nil,
      speed: Double? = nil
    ) {
      self.date = date
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude
      self.horizontalAccuracy = horizontalAccuracy
      self.verticalAccuracy = verticalAccuracy
      self.course = course
      self.speed = speed
    }
  }

  /// The kind of the object that holds it.
  public static let kind = Document.Kind.route
  /// HealthKit's identifier of its type.
  public static let type = "HKWorkoutRouteTypeIdentifier"

  /// The time from the first place to the last.
  public var span: TimeSpan
  /// The places, in order.
  public var locations: [Location]
  /// The paths of the files in which an export keeps the places.
  public var files: [String]
  /// The number of places in each segment, in order; the way between two segments is not known.
  /// Empty: all places are one segment.
  public var segments: [Int]
  /// 1, 2, 3 …: which part of a route it is that is too long for one object; the parts have the
  /// same workout, time and source, and the first segment of a later one goes on with the last of
  /// the part before. nil: all of it.
  public var part: Int?

  /// Creates a route by these places.
  public init(
    span: TimeSpan, locations: [Location], files: [String] = [], segments: [Int] = [],
    part: Int? = nil
  ) {
    self.span = span
    self.locations = locations
    self.files = files
    self.segments = segments
    self.part = part
  }

  /// Reads an object.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init(_ object: HealthObject) throws(DocumentProblem) {
    span = try Self.span(of: object)
    let reader = DocumentReader(object.fields)
    locations = []
    for part in try reader.parts("locations") { locations.append(try Location(part)) }
    files = []
    for (index, file) in try reader.list("files").enumerated() {
      guard case .text(let path) = file else {
        throw reader.problem("files \(index + 1)", "text")
      }
      files.append(path)
    }
    segments = object.fields["segments"] == nil ? [] : RouteParts.segments(of: object.fields)
    part = RouteParts.part(of: object.fields)
    if locations.isEmpty, files.isEmpty {
      throw reader.problem("locations", "a list of one place or more")
    }
  }

  /// The fields of the journal's line.
  public var fields: [Field] {
    var fields: [Field] = []
    fields.add("files", files.map { .text($0) })
    fields.add("locations", locations.map { .fields($0.fields) })
    fields.add("segments", segments.map { .number(Double($0)) })
    if let part { fields.append(Field("part", .number(Double(part)))) }
    return fields
  }
}

extension WorkoutRoute.Location {
  fileprivate init(_ reader: DocumentReader) throws(DocumentProblem) {
    guard let date = try reader.time("date") else { throw reader.problem("date", "a time") }
    self.init(
      date: date, latitude: try reader.requiredNumber("latitude", -90...90),
      longitude: try reader.requiredNumber("longitude", -180...180),
      altitude: try reader.number("altitude"),
      horizontalAccuracy: try reader.number("horizontalAccuracy"),
      verticalAccuracy: try reader.number("verticalAccuracy"),
      course: try reader.number("course"), speed: try reader.number("speed"))
  }

  fileprivate var fields: [Field] {
    var fields = [
      Field("date", .text(date.description)), Field("latitude", .number(latitude)),
      Field("longitude", .number(longitude)),
    ]
    fields.add("altitude", ifAny: altitude)
    fields.add("horizontalAccuracy", ifAny: horizontalAccuracy)
    fields.add("verticalAccuracy", ifAny: verticalAccuracy)
    fields.add("course", ifAny: course)
    fields.add("speed", ifAny: speed)
    return fields
  }
}

/// A route's points as lines hold them: in segments, between which nobody knows the way, and in
/// parts where there are more points than a line has room for.
///
/// The object of a route of several segments has the field `segments`: how many points each has. A
/// route of several parts is one object a part, with the same workout, start, end and source, and
/// with the field `part`: 1, 2, 3 …. The first number of `segments` of a later part goes on with
/// the last segment of the part before; 0 where a segment begins with the part.
package struct RouteParts: Sendable {
  /// The points of a part of a route that does not fit one line, at most: more than half a day, one
  /// a second.
  package static let mostPoints = 50_000
  package static let mostParts = 16

  /// The points so far.
  package private(set) var locations: [FieldValue] = []
  /// The number of points in each segment.
  package private(set) var segments: [Int] = []
  /// The points at which a new part begins if they do not fit one line.
  private var cuts: [Int] = []
  /// Bytes that all points take on a line, and those of the last part.
  private var bytes = (all: 0, part: 0)
  /// True if the next point begins a segment.
  private var isAtBorder = true
  /// Bytes that points may take on a line.
  private let room: Int

  /// Creates a collection without points.
  ///
  /// - Parameter room: the number of bytes of a line that points may fill.
  package init(room: Int) { self.room = room }

  /// Ends a segment, if one has begun.
  package mutating func endSegment() { isAtBorder = true }

  /// Adds a point that takes this many bytes of a line.
  ///
  /// - Returns: false where no lines hold so many points.
  package mutating func add(_ point: FieldValue, bytes count: Int) -> Bool {
    if isAtBorder { segments.append(0) }
    isAtBorder = false
    if locations.count - (cuts.last ?? 0) == Self.mostPoints || bytes.part + count > room {
      cuts.append(locations.count)
      bytes.part = 0
    }
    bytes.part += count
    bytes.all += count
    segments[segments.count - 1] += 1
    locations.append(point)
    return count <= room && cuts.count < Self.mostParts
  }

  /// The fields of each part: one where all points fit a line.
  package var fields: [[Field]] {
    guard bytes.all > room else { return [Self.fields(locations[...], segments, part: nil)] }
    let ends = cuts + [locations.count]
    var borders = segments.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }.dropLast()[...]
    return ends.enumerated().map { index, end in
      let start = index == 0 ? 0 : ends[index - 1]
      var counts: [Int] = []
      var from = start
      while let border = borders.first, border < end {
        counts.append(border - from)
        from = border
        borders.removeFirst()
      }
      return Self.fields(locations[start..<end], counts + [end - from], part: index + 1)
    }
  }

  private static func fields(
    _ locations: ArraySlice<FieldValue>, _ segments: [Int], part: Int?
  ) -> [Field] {
    var fields = [Field("locations", .list(Array(locations)))]
    if segments.count > 1 {
      fields.append(Field("segments", .list(segments.map { .number(Double($0)) })))
    }
    if let part { fields.append(Field("part", .number(Double(part)))) }
    return fields
  }

  // MARK: From lines

  /// Returns how many points each segment of a part has, as its fields say: all in one where they
  /// say nothing that fits.
  package static func segments(of fields: [Field]) -> [Int] {
    guard case .list(let points)? = fields["locations"] else { return [] }
    guard case .list(let stated)? = fields["segments"] else { return [points.count] }
    let counts = stated.compactMap { value -> Int? in
      if case .number(let number) = value { Int(exactly: number) } else { nil }
    }
    // Numbers beyond those of the points add up to something else, or overflow.
    guard counts.count == stated.count, counts.allSatisfy((0...points.count).contains),
      counts.reduce(0, +) == points.count
    else { return [points.count] }
    return counts
  }

  /// Returns which part of a route fields are, from 1; nil: they are all of it.
  package static func part(of fields: [Field]) -> Int? {
    guard case .number(let number)? = fields["part"] else { return nil }
    return Int(exactly: number)
  }

  /// Puts parts together.
  ///
  /// - Parameter parts: which part of a route each object is, of objects of one workout, time and
  ///   source; nil: a whole one.
  /// - Returns: the indices of the parts of each route, in order.
  package static func together(_ parts: [Int?]) -> [[Int]] {
    var routes: [[Int]] = []
    /// Routes that end with a part, by its number, the first one last.
    var open: [Int: [Int]] = [:]
    let order = parts.indices.sorted { (parts[$0] ?? 0, $0) < (parts[$1] ?? 0, $1) }
    for index in order {
      guard let part = parts[index] else {
        routes.append([index])
        continue
      }
      let before = open[part - 1]?.popLast()
      if let before { routes[before].append(index) } else { routes.append([index]) }
      open[part, default: []].insert(before ?? routes.count - 1, at: 0)
    }
    return routes.sorted { $0[0] < $1[0] }
  }

  /// Returns the fields of a whole route, from those of its parts in order.
  package static func joined(_ parts: [[Field]]) -> [Field] {
    guard var whole = parts.first, parts.count > 1 else { return parts.first ?? [] }
    var (locations, segments): ([FieldValue], [Int]) = ([], [])
    for part in parts {
      if case .list(let points)? = part["locations"] { locations += points }
      var counts = Self.segments(of: part)[...]
      if let going = counts.first, !segments.isEmpty {
        segments[segments.count - 1] += going
        counts.removeFirst()
      }
      segments += counts
    }
    let position = whole.firstIndex { $0.name == "locations" } ?? whole.endIndex
    whole.removeAll { ["locations", "segments", "part"].contains($0.name) }
    whole.insert(contentsOf: fields(locations[...], segments, part: nil), at: position)
    return whole
  }
}
