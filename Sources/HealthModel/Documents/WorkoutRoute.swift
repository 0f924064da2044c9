/// Where a workout went: HealthKit's HKWorkoutRoute.
///
///     let route = try WorkoutRoute(object)
///     route.locations.first?.latitude   // 52.52
public struct WorkoutRoute: DocumentValue {
  /// A place at a moment: CLLocation.
  public struct Location: Hashable, Sendable {
    /// When.
    public var date: Timestamp
    /// Degrees north, −90 to 90.
    public var latitude: Double
    /// Degrees east, −180 to 180.
    public var longitude: Double
    /// Metres above the sea.
    public var altitude: Double?
    /// How far off the place may be, in metres.
    public var horizontalAccuracy: Double?
    /// How far off the altitude may be, in metres.
    public var verticalAccuracy: Double?
    /// The direction in degrees from north.
    public var course: Double?
    /// Metres a second.
    public var speed: Double?

    /// This place at that moment.
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

  /// From when to when.
  public var span: TimeSpan
  /// The places, in order.
  public var locations: [Location]
  /// The paths of the files in which an export keeps the places.
  public var files: [String]
  /// How many of the places each segment has, in order, between which the way is not known; empty:
  /// all are one.
  public var segments: [Int]
  /// 1, 2, 3 …: which part of a route it is that is too long for one object; the parts have the
  /// same workout, time and source, and the first segment of a later one goes on with the last of
  /// the part before. nil: all of it.
  public var part: Int?

  /// A route by these places.
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

  /// What it says, by name.
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
