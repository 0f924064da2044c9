import ByteTools
import Foundation
import HealthEvents
import HealthModel
import TestSupport
import Testing

@testable import HealthInterchange

/// Routes, electrocardiograms and clinical records go into files beside export.xml, as the phone
/// has them.
@Suite struct FilesBesideTests {
  private static let start = Timestamp(
    instant: Instant(wholeSeconds: 1_767_254_400), offsetMinutes: 60)
  private static let span = TimeSpan(from: start, seconds: 60)

  private func live(
    _ kind: Document.Kind, _ fields: [Field], type: String? = nil, source: String = "Watch"
  ) -> LiveObject {
    let content = Content.document(Document(kind: kind, type: type, span: Self.span))
    return LiveObject(
      object: HealthObject(
        uuid: ObjectUUID(content: (1, 2)), content: content, origin: 2, fields: fields),
      origin: Origin(source: Source(name: source)), by: EventActor.owner)
  }

  private func writing(_ routes: [LiveObject]) -> AppleObjectWriter {
    let workout = WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning", span: Self.span, duration: 60)
    let live = LiveObject(
      object: HealthObject(
        uuid: ObjectUUID(content: (3, 4)), content: .workout(workout), origin: 2),
      origin: Origin(source: Source(name: "Watch")), by: EventActor.owner)
    var writer = AppleObjectWriter(exported: Self.start)
    writer.append(live, workout, routes: routes)
    writer.finish()
    return writer
  }

  private func point(_ second: Int, date: String? = nil) -> FieldValue {
    .fields([
      Field("date", .text(date ?? "2026-01-01T08:00:0\(second)Z")),
      Field("latitude", .number(52.5)), Field("longitude", .number(-13.25)),
      Field("altitude", .number(34.125)), Field("horizontalAccuracy", .number(3)),
      Field("speed", .number(2.5)), Field("hr", .number(120)),
    ])
  }

  @Test func pointsGoIntoTheFileThatTheRouteNames() {
    let writer = writing([
      live(
        .route,
        [
          Field("files", .list([.text("/workout-routes/r.gpx")])),
          Field("locations", .list([point(1), point(2)])),
        ])
    ])
    #expect(writer.report.losses.isEmpty, "\(writer.report.losses.rows)")
    #expect(writer.files.map(\.name) == ["workout-routes/r.gpx"])
    #expect(text(writer.bytes).contains(#"<FileReference path="/workout-routes/r.gpx"/>"#))
    #expect(
      text(writer.files[0].bytes) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
         <metadata>
          <time>2026-01-01T09:00:00+01:00</time>
         </metadata>
         <trk>
          <name>Route 2026-01-01</name>
          <trkseg>
        \(trackPoint(1))
        \(trackPoint(2))
          </trkseg>
         </trk>
        </gpx>

        """)
  }

  private func trackPoint(_ second: Int) -> String {
    let lines = [
      #"<trkpt lon="-13.25" lat="52.5">"#, " <ele>34.125</ele>",
      " <time>2026-01-01T08:00:0\(second)Z</time>", " <extensions>", "  <speed>2.5</speed>",
      "  <hAcc>3</hAcc>", "  <hr>120</hr>", " </extensions>", "</trkpt>",
    ]
    return lines.map { "   " + $0 }.joined(separator: "\n")
  }

  /// Two routes of one minute, two names; the points of a route with two files go into both.
  @Test func namesAreMadeAndShared() {
    let unnamed = live(.route, [Field("locations", .list([point(1)]))])
    let two = live(
      .route,
      [
        Field("files", .list([.text("/workout-routes/a.gpx"), .text("/workout-routes/b.gpx")])),
        Field("locations", .list([point(1), point(2), point(3)])),
      ])
    let writer = writing([unnamed, unnamed, two])
    #expect(writer.report.losses.isEmpty, "\(writer.report.losses.rows)")
    #expect(
      writer.files.map(\.name) == [
        "workout-routes/route_2026-01-01_9.00am.gpx",
        "workout-routes/route_2026-01-01_9.00am_2.gpx", "workout-routes/a.gpx",
        "workout-routes/b.gpx",
      ])
    #expect(
      writer.files.map { text($0.bytes).components(separatedBy: "<trkpt").count - 1 } == [
        1, 1, 1, 2,
      ])
  }

  /// No path leads out of the folder, and points that no file takes stand in the element.
  @Test(arguments: [
    "/../../etc/passwd.gpx", "/workout-routes/../x.gpx", "workout-routes/x.gpx", "/x.gpx",
    "/workout-routes/.gpx", "/a/b/\u{301}x.gpx", "/workout-routes/a/b.gpx", "//x.gpx",
    "/export.xml", "/a\u{0}/x.gpx",
    "/workout-routes/x.GPX/", "/C:\\x/y.gpx", "/export.xml/a.gpx", "/EXPORT.xml/a.gpx",
  ])
  func pathsLeadNowhereElse(_ path: String) {
    let route = live(
      .route,
      [Field("files", .list([.text(path)])), Field("locations", .list([point(1)]))])
    let writer = writing([route])
    #expect(writer.files.isEmpty)
    #expect(text(writer.bytes).contains("<Location "))
    #expect(writer.report.losses.isEmpty || path.contains("\u{0}"), "\(writer.report.losses.rows)")
  }

  /// Points with times as elements have them came from an element.
  @Test func pointsOfAnElementGoBackIntoOne() {
    let date = "2026-01-01 09:00:01 +0100"
    let writer = writing([live(.route, [Field("locations", .list([point(1, date: date)]))])])
    #expect(writer.files.isEmpty && writer.report.losses.isEmpty)
    #expect(text(writer.bytes).contains(#"<Location date="2026-01-01 09:00:01 +0100""#))
  }

  // MARK: Electrocardiograms

  private static let voltages = FieldValue.list([.number(-180.5), .number(0), .number(12.25)])

  @Test func anElectrocardiogramKeepsItsBeginning() {
    let lines = [
      ("Name", "Ann"), ("Geburtstag", "27.03.1987"),
      ("Aufzeichnungsdatum", "2026-01-01 09:00:00 +0100"),
      ("Gerät", "Watch4,2"), ("Say \"so\", please", "yes"),
      ("Joined", "\u{D4E}\"\u{301},\u{D4E}\r\n\u{301}"),
    ]
    let header = lines.map {
      FieldValue.fields([Field("label", .text($0.0)), Field("value", .text($0.1))])
    }
    var writer = AppleObjectWriter(exported: Self.start)
    var recording = live(
      .ecg,
      [
        Field("samplingFrequency", .number(0.05)), Field("header", .list(header)),
        Field("voltages", Self.voltages),
      ], source: "ECG")
    recording.origin?.device = Device(hardware: "Watch4,2")
    writer.append(recording)
    #expect(writer.report.losses.isEmpty, "\(writer.report.losses.rows)")
    #expect(writer.files.map(\.name) == ["electrocardiograms/ecg_2026-01-01.csv"])
    #expect(
      text(writer.files[0].bytes) == """
        Name,Ann
        Geburtstag,27.03.1987
        Aufzeichnungsdatum,2026-01-01 09:00:00 +0100
        Gerät,"Watch4,2"
        "Say ""so"", please",yes
        Joined,"\u{D4E}""\u{301},\u{D4E} \u{301}"

        -180.5
        0
        12.25

        """)
  }

  @Test func anElectrocardiogramOfAnAppGetsABeginning() throws {
    let value = Electrocardiogram(
      span: Self.span, classification: .sinusRhythm, symptomsStatus: .none, averageHeartRate: 61,
      samplingFrequency: 0.05, voltages: [-180.5, 0, 12.25])
    var writer = AppleObjectWriter(exported: Self.start)
    writer.append(live(.ecg, value.fields))
    #expect(
      writer.report.losses.rows.map(\.reason).sorted() == [
        AppleLoss.details.rawValue, AppleLoss.source.rawValue,
      ])
    #expect(
      text(try #require(writer.files.first).bytes) == """
        Name,
        Date of Birth,
        Recorded Date,2026-01-01 09:00:00 +0100
        Classification,Sinus Rhythm
        Symptoms,None
        Software Version,
        Device,
        Sample Rate,0.05 hertz


        Lead,Lead I
        Unit,µV

        -180.5
        0
        12.25

        """)
  }

  @Test func aRecordingWithoutVoltagesIsLost() {
    var writer = AppleObjectWriter(exported: Self.start)
    writer.append(live(.ecg, [Field("classification", .text("sinusRhythm"))]))
    #expect(writer.files.isEmpty)
    #expect(writer.report.losses.rows.map(\.reason) == [AppleLoss.noElement.rawValue])
  }

  // MARK: Clinical records

  @Test func aResourceGoesIntoItsFile() {
    let attributes = [
      ("type", "HKClinicalTypeIdentifierLabResultRecord"), ("identifier", "1"),
      ("sourceName", "Clinic"), ("resourceFilePath", "/clinical-records/Observation-1.json"),
    ]
    var record = live(
      .other,
      [
        Field("element", .text("ClinicalRecord")),
        Field("attributes", .fields(attributes.map { Field($0.0, .text($0.1)) })),
        Field("resource", .text("{\"id\": \"1\"}\n")),
        Field("FHIRResource", .fields([Field("identifier", .text("1"))])),
      ], type: attributes[0].1, source: "Clinic")
    record.object.content = .document(Document(kind: .other, type: attributes[0].1))
    var writer = AppleObjectWriter(exported: Self.start)
    writer.append(record)
    #expect(writer.report.losses.isEmpty, "\(writer.report.losses.rows)")
    #expect(writer.files.map(\.name) == ["clinical-records/Observation-1.json"])
    #expect(text(writer.files[0].bytes) == "{\"id\": \"1\"}\n")
    // The file is taken: what it would say is lost, and said to be.
    writer.append(record)
    #expect(writer.files.count == 1 && !writer.report.losses.isEmpty)
  }
}
