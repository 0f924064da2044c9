import Foundation
import TestSupport
import Testing

/// What lies beside an export is found wherever the export is.
@Suite struct CompanionImportTests {
  private static let fixture = Project.fixtures.appending(path: "import/apple_health_export").path

  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone UTC")
    _ = try scratch.run("cp -r '\(fixture)' apple_health_export")
    _ = try scratch.run("chmod -R u+w apple_health_export")
    return scratch
  }

  /// What an import of a path saves, and what it says.
  private static func content(_ scratch: Scratch, _ path: String) throws -> (
    all: String, errors: String
  ) {
    let outcome = try scratch.run("health-journal import \(path)")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let views = ["routes --points", "routes", "ecg", "ecg --voltages", "workouts"]
    let all = try views.map { try scratch.run("health-journal \($0) --format csv").output }
    return (all.joined(), outcome.errors)
  }

  @Test(arguments: [
    "apple_health_export", "apple_health_export/export.xml", ".", "other", "other/export.xml",
  ]) func everyWayToTheExportIsTheSame(_ path: String) throws {
    let scratch = try Self.scratch()
    if path.hasPrefix("other") { _ = try scratch.run("mv apple_health_export other") }
    let (all, errors) = try Self.content(scratch, path)
    #expect(all.split(separator: "\n").count == 4 + 3 + 3 + 8 + 3)
    #expect(
      errors.contains("not read: 1 GPX file that no workout names, 1 FHIR file that no record "))
    #expect(
      errors.contains("1 CDA, 1 attachment")
        && errors.contains("files that are missing: 1 GPX file"))
  }

  /// What goes out as an export comes back as it was: routes, electrocardiograms and resources too.
  @Test func whatGoesOutComesBack() throws {
    let scratch = try Self.scratch()
    let (all, _) = try Self.content(scratch, "apple_health_export")
    let out = try scratch.run("health-journal export apple-health -o again")
    #expect(out.code == 0 && out.output.isEmpty, "\(out.output)\(out.errors)")
    let other = try Scratch()
    _ = try other.run("health-journal init --time-zone UTC")
    let (back, errors) = try Self.content(other, "'\(scratch.url.path)/again'")
    // The lines have other numbers.
    func words(_ text: String) -> String { text.replacing(/,\d+\n/, with: "\n") }
    #expect(words(back) == words(all))
    // Nothing lies beside it that no element names.
    #expect(!errors.contains("not read"), "\(errors)")
    #expect(try other.run("health-journal export apple-health -o second").code == 0)
    #expect(try other.run("diff -r '\(scratch.url.path)/again' second").output.isEmpty)
  }

  /// Writes an export of one hike, whose file has segments of so many points, each of some bytes.
  private static func writeHike(_ segments: [Int], _ bytes: Int, to scratch: Scratch) throws {
    let times =
      #"creationDate="2026-08-01 12:00:00 +0000" startDate="2026-08-01 06:00:00 +0000" "#
      + #"endDate="2026-08-01 12:00:00 +0000""#
    let route =
      "<WorkoutRoute sourceName=\"Watch\" \(times)>"
      + #"<FileReference path="/workout-routes/hike.gpx"/></WorkoutRoute>"#
    try scratch.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_GB">
       <ExportDate value="2026-08-02 12:00:00 +0000"/>
       <Workout workoutActivityType="HKWorkoutActivityTypeHiking" duration="360" durationUnit="min" \
      sourceName="Watch" \(times)>\(route)</Workout>
      </HealthData>
      """, to: "apple_health_export/export.xml")
    let note = String(repeating: "n", count: bytes)
    var (second, text) = (0, "<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk>")
    for count in segments {
      text += "<trkseg>"
      for _ in 0..<count {
        let time = "2026-08-01T0\(6 + second / 3600):\(10 + second / 60 % 50):\(10 + second % 50)Z"
        text += "<trkpt lat=\"47.5\" lon=\"\(11 + Double(second) / 1000)\"><time>\(time)</time>"
        text += bytes > 0 ? "<note>\(note)</note></trkpt>" : "</trkpt>"
        second += 1
      }
      text += "</trkseg>"
    }
    try scratch.write(text + "</trk></gpx>\n", to: "apple_health_export/workout-routes/hike.gpx")
  }

  /// Segments stay apart, and a route that does not fit a line is still one: in views, in GPX, and
  /// in an export that another journal imports.
  @Test(arguments: [([2, 3, 1], 0, 1), ([200, 500, 50], 4000, 2)])
  func aRouteStaysAsItWas(_ segments: [Int], _ bytes: Int, _ parts: Int) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone UTC")
    _ = try scratch.run("mkdir -p apple_health_export/workout-routes")
    try Self.writeHike(segments, bytes, to: scratch)
    func routes(_ scratch: Scratch) throws -> String {
      try scratch.run("health-journal routes --format csv --columns workout,points,segments,uuid")
        .output
    }
    func track(_ scratch: Scratch) throws -> [Int] {
      let gpx = try scratch.run("health-journal export routes --points --format gpx -o -").output
      #expect(gpx.components(separatedBy: "<trk>").count == 2)
      return gpx.components(separatedBy: "<trkseg>").dropFirst()
        .map { $0.components(separatedBy: "<trkpt").count - 1 }
    }
    let type = "HKWorkoutRouteTypeIdentifier"
    let outcome = try scratch.run("health-journal import apple_health_export --format csv")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\(type),\(parts),\(parts),0"), "\(outcome.output)")
    let all = segments.reduce(0, +)
    let found = try routes(scratch)
    #expect(found.split(separator: "\n").count == 2)
    #expect(found.contains(",\(all),\(segments.count),"))
    #expect(try track(scratch) == segments)
    let again = try scratch.run("health-journal import apple_health_export --format csv")
    #expect(again.output.contains("\(type),\(parts),0,\(parts)"), "\(again.output)")
    #expect(try scratch.run("health-journal export apple-health -o out").code == 0)
    let other = try Scratch()
    _ = try other.run("health-journal init --time-zone UTC")
    let back = try other.run("health-journal import '\(scratch.url.path)/out' --format csv")
    #expect(back.output.contains("\(type),\(parts),\(parts),0"), "\(back.output)")
    #expect(try routes(other) == found)
    #expect(try track(other) == segments)
  }

  @Test(.enabled(if: Python.isPresent), arguments: ["apple_health_export/", "", "Ä/b/"])
  func anArchiveIsItsFolder(_ inner: String) throws {
    let zipped = try Self.scratch()
    try zipped.write(
      """
      import os, zipfile
      z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
      for folder, _, names in sorted(os.walk('apple_health_export'), reverse=True):
        for name in names:
          path = os.path.join(folder, name)
          z.write(path, '\(inner)' + os.path.relpath(path, 'apple_health_export'))
      z.writestr('__MACOSX/x/._export.xml', 'junk')
      z.close()
      """, to: "zip.py")
    _ = try zipped.run("python3 zip.py")
    let (archive, errors) = try Self.content(zipped, "a.zip")
    let (folder, _) = try Self.content(try Self.scratch(), "apple_health_export")
    #expect(archive == folder && !errors.contains("other file"))
  }

  /// A folder where an export was put by itself may hold anything.
  @Test func strangersBesideItAreNotLookedAt() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    _ = try scratch.run(
      "mkdir d && cp '\(Self.fixture)/export.xml' d && cp '\(Self.fixture)'/*/*.* d")
    let outcome = try scratch.run("health-journal import d/export.xml")
    #expect(outcome.code == 0 && !outcome.errors.contains("not read"))
  }

  @Test func linksAreNotFollowed() throws {
    let scratch = try Self.scratch()
    let routes = "apple_health_export/workout-routes"
    _ = try scratch.run("mv \(routes) elsewhere && ln -s ../elsewhere \(routes)")
    _ = try scratch.run("ln -s ../../elsewhere apple_health_export/attachments/more")
    let outcome = try scratch.run("health-journal import apple_health_export")
    #expect(outcome.errors.contains("files that are missing: 2 GPX files"))
    #expect(outcome.errors.contains("1 CDA, 1 attachment\n"))
  }

  /// What is damaged is named, harmlessly, and set aside; all else is there.
  @Test func damageBesideItIsSaid() throws {
    let scratch = try Self.scratch()
    let file = "apple_health_export/electrocardiograms/\u{1B}[31m.csv"
    try scratch.write("nothing", to: file)
    try scratch.write("<gpx>", to: "apple_health_export/workout-routes/route_2026-03-02_6.00pm.gpx")
    let outcome = try scratch.run("health-journal import apple_health_export --elements")
    #expect(outcome.code == 1 && !outcome.errors.contains("\u{1B}"))
    #expect(outcome.errors.contains("route_2026-03-02_6.00pm.gpx, byte 5: it ends too early"))
    #expect(
      outcome.errors.contains("the part that could not be read is in ")
        && outcome.errors.contains("health-journal: balanced"))
    let row = outcome.output.split(separator: "\n").first { $0.hasPrefix("GPX file ") }
    let counts = row?.split(separator: " ").dropFirst(2).joined(separator: " ")
    #expect(counts == "2 1 0 0 1 0", "read, new, identical, corrected, quarantined, unsupported")
    #expect(try scratch.run("health-journal audit").code == 0)
  }
}
