import ByteTools
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// The points of GPX files.
@Suite struct GPXTests {
  private static func point(_ inner: String, _ place: String = "lat=\"1.5\" lon=\"2\"") -> String {
    "<trkpt \(place)>\(inner)</trkpt>"
  }

  private static func file(_ points: String...) -> String {
    "<?xml version=\"1.0\"?><gpx><metadata><time>x</time></metadata><trk><name>R</name><trkseg>"
      + points.joined() + "</trkseg></trk></gpx>"
  }

  private static let time = "<time>2024-04-01T06:00:01Z</time>"

  private static func route(_ text: String, room: Int = 1 << 20) throws -> RouteParts {
    var route = RouteParts(room: room)
    try GPXRoute.add(MemorySource(Array(text.utf8), chunk: 7), to: &route)
    return route
  }

  private static func read(_ text: String) throws -> [FieldValue] { try route(text).locations }

  private static func fields(_ text: String) throws -> [Field] {
    guard case .fields(let fields)? = try read(text).first else { return [] }
    return fields
  }

  @Test func aPointMaySayLittle() throws {
    let fields = try Self.fields(Self.file(Self.point(Self.time)))
    #expect(fields.map(\.name) == ["date", "latitude", "longitude"])
  }

  @Test func whatIsUnknownIsKept() throws {
    let more = "<sat>7</sat><fix>3d</fix><extensions><cadence>81.5</cadence></extensions>"
    let fields = try Self.fields(Self.file(Self.point(Self.time + more)))
    #expect(
      fields.dropFirst(3).elementsEqual([
        Field("sat", .number(7)), Field("fix", .text("3d")), Field("cadence", .number(81.5)),
      ]))
  }

  @Test func segmentsFollowOneAnother() throws {
    let two = Self.file(Self.point(Self.time) + "</trkseg><trkseg>" + Self.point(Self.time))
    #expect(try Self.read(two).count == 2)
  }

  /// Points as `.`, borders of segments as `|`, borders of tracks as `/`, those of files as a
  /// space.
  @Test(arguments: [
    ("...", [3]), (".|..", [1, 2]), ("|.||..|", [1, 2]), ("..|.|...", [2, 1, 3]), ("./.", [1, 1]),
    (".. .", [2, 1]), (".|. .|...", [1, 1, 1, 3]),
  ])
  func eachSegmentIsOne(_ text: String, _ segments: [Int]) throws {
    var route = RouteParts(room: 1 << 20)
    for file in text.split(separator: " ") {
      let points = file.map { character in
        switch character {
        case "|": "</trkseg><trkseg>"
        case "/": "</trkseg></trk><trk><trkseg>"
        default: Self.point(Self.time)
        }
      }
      try GPXRoute.add(MemorySource(Array(Self.file(points.joined()).utf8)), to: &route)
    }
    #expect(route.segments == segments)
    #expect(route.fields.count == 1 && RouteParts.segments(of: route.fields[0]) == segments)
    #expect((route.fields[0]["segments"] == nil) == (segments.count == 1))
  }

  /// Of a damaged file nothing is added to what others have stated.
  @Test func aDamagedFileAddsNothing() throws {
    var route = try Self.route(Self.file(Self.point(Self.time)))
    let damaged = Self.file(Self.point(Self.time) + Self.point("<time>now</time>"))
    #expect(throws: UnreadablePart.self) {
      try GPXRoute.add(MemorySource(Array(damaged.utf8)), to: &route)
    }
    #expect(route.locations.count == 1 && route.segments == [1])
  }

  private static let damaged: [(String, String)] = [
    ("", "it ends too early"), ("no XML", "it ends too early"), ("<html/>", "it is not GPX"),
    (file(), "it has no points"),
    (file(point("")), "a point without a time"),
    (file("<trkpt lat=\"1\" lon=\"2\"/>"), "a point without a time"),
    (file(point(time, "lat=\"91\" lon=\"2\"")), "a point without latitude or longitude"),
    (file(point(time, "lat=\"1\"")), "a point without latitude or longitude"),
    (file(point(time, "lat=\"NaN\" lon=\"2\"")), "a point without latitude or longitude"),
    (file(point("<time>today</time>")), "the time of a point is not a time"),
    (file(point("<time>2024-02-30T06:00:01Z</time>")), "the time of a point is not a time"),
    (file(point(time + "<ele>1,5</ele>")), "a figure of a point is not a number"),
    (file(point(time + "<ele>1</ele><ele>2</ele>")), "a point has an element twice"),
    (file(point(time + "<latitude>1</latitude>")), "a point has an element twice"),
    (file("<trkpt lat=\"1\" lon=\"2\">" + point(time)), "a point is inside another point"),
    (file(point(time + "<a <b>")), "malformed XML"),
    (String(file(point(time)).dropLast(12)), "it ends too early"),
  ]

  /// Of a damaged file nothing is stated.
  @Test(arguments: damaged) func damage(_ text: String, _ reason: String) throws {
    let problem = #expect(throws: UnreadablePart.self) { try Self.read(text) }
    #expect(problem?.reason == reason)
  }

  /// Whatever is cut or changed, a file is read whole or refused.
  @Test func noByteMakesItCrash() throws {
    let whole = Array(Self.file(Self.point(Self.time), Self.point(Self.time)).utf8)
    var dice = Dice(7)
    for _ in 0..<400 {
      var bytes = whole
      bytes[dice.below(bytes.count)] = UInt8(truncatingIfNeeded: dice.below(256))
      var route = RouteParts(room: 1 << 20)
      try? GPXRoute.add(
        MemorySource(Array(bytes.prefix(dice.below(bytes.count * 2)))), to: &route)
      #expect(route.locations.count <= 2)
    }
  }

  /// What is counted is never less than what is written, so parts of a route fit their lines.
  @Test func moreThanALineHoldsComesInParts() throws {
    let many = Self.file(String(repeating: Self.point(Self.time), count: 100))
    let room = 10_000
    let parts = try Self.route(many, room: room).fields
    #expect(parts.count > 1 && parts.compactMap(RouteParts.part) == Array(1...parts.count))
    for fields in parts {
      guard case .list(let points)? = fields["locations"] else { continue }
      let text = points.map { point -> Int in
        guard case .fields(let fields) = point else { return 0 }
        return fields.reduce(4) { $0 + $1.name.utf8.count + 8 + 20 }
      }
      #expect(text.reduce(0, +) <= room)
    }
    let joined = RouteParts.joined(parts)
    #expect(joined == (try Self.route(many).fields[0]))
    let endless = Self.file(String(repeating: Self.point(Self.time), count: 1000))
    let problem = #expect(throws: UnreadablePart.self) { try Self.route(endless, room: room) }
    #expect(problem?.reason == "it has more points than 16 lines hold")
  }

  /// Segments come through parts as they were, wherever the parts are cut.
  @Test(arguments: Counts.seeds(1...40)) func segmentsComeThroughParts(_ seed: Int) throws {
    var dice = Dice(seed)
    let counts = (0..<1 + dice.below(9)).map { _ in 1 + dice.below(20) }
    var route = RouteParts(room: 100 + 10 * dice.below(10))
    for (segment, count) in counts.enumerated() {
      route.endSegment()
      for point in 0..<count {
        let fields = [Field("n", .number(Double(100 * segment + point)))]
        _ = route.add(.fields(fields), bytes: 10)
      }
    }
    let parts = route.fields
    for part in parts {
      guard case .list(let points)? = part["locations"] else { continue }
      #expect(RouteParts.segments(of: part).reduce(0, +) == points.count)
    }
    let joined = RouteParts.joined(parts)
    #expect(joined["locations"] == .list(route.locations))
    #expect(RouteParts.segments(of: joined) == counts && joined["part"] == nil)
  }

  @Test(
    arguments: [
      ([nil], [[0]]), ([1, 2, 3], [[0, 1, 2]]), ([3, 1, 2], [[1, 2, 0]]),
      ([nil, 2, nil, 1], [[0], [2], [3, 1]]), ([1, 1, 2, 2], [[0, 2], [1, 3]]),
      // What has lost its beginning stands by itself.
      ([2, 3], [[0, 1]]), ([1, 3], [[0], [1]]), ([], []),
    ] as [([Int?], [[Int]])])
  func partsAreFoundTogether(_ parts: [Int?], _ routes: [[Int]]) {
    #expect(RouteParts.together(parts) == routes)
  }

  /// What other programs wrote there is no number of points.
  @Test(
    arguments: [
      .list([.number(1)]), .list([.number(3)]), .list([.number(-1), .number(3)]), .text("2"),
      .list([.number(0.5), .number(1.5)]), .list([.text("1"), .number(1)]), .list([]),
      .list([.number(1e300), .number(2)]),
    ] as [FieldValue])
  func numbersThatDoNotFitSayNothing(_ segments: FieldValue) {
    let points = FieldValue.list([.fields([]), .fields([])])
    #expect(
      RouteParts.segments(of: [Field("locations", points), Field("segments", segments)]) == [2])
  }
}
