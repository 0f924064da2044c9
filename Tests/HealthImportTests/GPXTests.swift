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

  private static func read(_ text: String, room: Int = 1 << 20) throws -> [FieldValue] {
    var room = room
    let source = MemorySource(Array(text.utf8), chunk: 7)
    return try GPXRoute.locations(source, room: &room)
  }

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

  private static let damaged: [(String, String)] = [
    ("", "it ends too early"), ("no XML", "it ends too early"), ("<html/>", "it is no GPX"),
    (file(), "it has no points"),
    (file(point("")), "a point without a time"),
    (file("<trkpt lat=\"1\" lon=\"2\"/>"), "a point without a time"),
    (file(point(time, "lat=\"91\" lon=\"2\"")), "a point without latitude or longitude"),
    (file(point(time, "lat=\"1\"")), "a point without latitude or longitude"),
    (file(point(time, "lat=\"NaN\" lon=\"2\"")), "a point without latitude or longitude"),
    (file(point("<time>today</time>")), "the time of a point is none"),
    (file(point("<time>2024-02-30T06:00:01Z</time>")), "the time of a point is none"),
    (file(point(time + "<ele>1,5</ele>")), "a figure of a point is no number"),
    (file(point(time + "<ele>1</ele><ele>2</ele>")), "a point says something twice"),
    (file(point(time + "<latitude>1</latitude>")), "a point says something twice"),
    (file("<trkpt lat=\"1\" lon=\"2\">" + point(time)), "a point stands inside another"),
    (file(point(time + "<a <b>")), "malformed XML"),
    (String(file(point(time)).dropLast(12)), "it ends too early"),
  ]

  /// Of a damaged file nothing is stated.
  @Test(arguments: damaged) func damage(_ text: String, _ reason: String) throws {
    let problem = #expect(throws: UnreadableCompanion.self) { try Self.read(text) }
    #expect(problem?.reason == reason)
  }

  /// Whatever is cut or changed, a file is read whole or refused.
  @Test func noByteMakesItCrash() throws {
    let whole = Array(Self.file(Self.point(Self.time), Self.point(Self.time)).utf8)
    var dice = Dice(7)
    for _ in 0..<400 {
      var bytes = whole
      bytes[dice.below(bytes.count)] = UInt8(truncatingIfNeeded: dice.below(256))
      var room = 1 << 20
      let points = try? GPXRoute.locations(
        MemorySource(Array(bytes.prefix(dice.below(bytes.count * 2)))), room: &room)
      #expect(points.map { (1...2).contains($0.count) } ?? true)
    }
  }

  @Test func moreThanALineHoldsIsRefused() throws {
    let one = Self.point(Self.time)
    let many = Self.file(String(repeating: one, count: 100))
    let problem = #expect(throws: UnreadableCompanion.self) { try Self.read(many, room: 10_000) }
    #expect(problem?.reason == "it has more points than a line holds")
    // What is counted is never less than what is written.
    var room = 1 << 20
    let points = try GPXRoute.locations(MemorySource(Array(many.utf8)), room: &room)
    let object = HealthObject(
      uuid: ObjectUUID(high: 0, low: 0), content: .document(Document(kind: .route)),
      fields: [Field("locations", .list(points))])
    #expect((1 << 20) - room > "\(object.fields)".utf8.count / 100 && room > 0)
  }
}
