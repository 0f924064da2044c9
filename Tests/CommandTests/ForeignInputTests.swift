import Foundation
import TestSupport
import Testing

/// What is no export is refused in one line, and leaves nothing behind.
@Suite struct ForeignInputTests {
  private static let files: [(name: String, content: String, words: String)] = [
    ("export_cda.xml", "<?xml version=\"1.0\"?><ClinicalDocument><x/></ClinicalDocument>", "CDA"),
    ("route.gpx", "<gpx><trk><trkpt lat=\"1\" lon=\"2\"/></trk></gpx>", "a GPX file"),
    ("page.html", "<!doctype html><p>no", "an HTML page"),
    ("steps.csv", String(repeating: "a,b\n", count: 200_000), "CSV"),
    ("note.txt", "walked <b>far</b>", "plain text"),
    ("empty", "", "is empty"),
    ("list.json", "{\"Record\": []}", "a JSON file"),
    ("cut.xml", "<?xml version=\"1.0\"?>\n<HealthData loc", "without an element"),
  ]

  private static let tree =
    "find home/.local ! -name lock -type f -exec sha256sum {} + ; find home/.local | sort"

  @Test func nothingIsLeft() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone UTC; health-journal status")
    let before = try scratch.run(Self.tree).output
    for file in Self.files {
      try scratch.write(file.content, to: file.name)
      for path in [file.name, "- < \(file.name)", "apple-health \(file.name)"] {
        let outcome = try scratch.run("health-journal import \(path)")
        #expect(outcome.code == 1 && outcome.output.isEmpty, "\(path)")
        #expect(outcome.errors.contains(file.words), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try scratch.run(Self.tree).output == before, "\(path)")
      }
    }
  }

  @Test func inAFolderOrAnArchiveNothingIsFound() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone UTC; mkdir folder")
    let before = try scratch.run(Self.tree).output
    for file in Self.files where file.name != "cut.xml" {
      try scratch.write(file.content, to: "folder/\(file.name).xml")
    }
    let outcome = try scratch.run("health-journal import folder")
    #expect(outcome.code == 2 && outcome.errors.contains("no Apple Health export in folder"))
    if Python.isPresent {
      let zip = "import shutil; shutil.make_archive('a', 'zip', 'folder')"
      let outcome = try scratch.run("python3 -c \"\(zip)\" && health-journal import a.zip")
      #expect(outcome.code == 2 && outcome.errors.contains("no Apple Health export in it"))
    }
    #expect(try scratch.run(Self.tree).output == before)
  }

  /// What was set aside before an import failed is taken away with its lines.
  @Test func aFailedImportLeavesNoQuarantine() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone UTC")
    let before = try scratch.run(Self.tree).output
    let noise = (0..<30_000).map { "<a/></b\($0)>" }.joined()
    try scratch.write("<HealthData>\(noise)", to: "e.xml")
    // The disk takes no more than the limit, which the quarantine alone is above.
    let outcome = try scratch.run("ulimit -f 200; health-journal import e.xml")
    #expect(outcome.code == 5, "\(outcome.errors)")
    let after = try scratch.run(Self.tree).output
    #expect(
      after.split(separator: "\n").filter { !$0.hasSuffix("/quarantine") }.joined()
        == before.split(separator: "\n").joined())
  }
}
