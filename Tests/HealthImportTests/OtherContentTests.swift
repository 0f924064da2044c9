import ByteTools
import HealthImport
import Testing

/// What people take for an export, told by its content and refused; what damage has left of an
/// export is not.
@Suite struct OtherContentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var name: String
    var testDescription: String { name }

    init(_ bytes: [UInt8], _ name: String) { (self.bytes, self.name) = (bytes, name) }
    init(_ text: String, _ name: String) { self.init(Array(text.utf8), name) }
  }

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private static let record = """
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
    startDate="2026-03-01 08:00:00 +0100" endDate="2026-03-01 08:05:00 +0100" value="1"/>
    """

  static let others = [
    Case([], "empty"),
    Case([0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8), "a JPEG picture"),
    Case([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0], "a PNG picture"),
    Case("GIF89a", "a GIF picture"),
    Case([0x49, 0x49, 0x2A, 0, 8, 0], "a TIFF picture"),
    Case("RIFF1234WEBPVP8 ", "a WebP picture"),
    Case([0, 0, 0, 24] + Array("ftypheic".utf8), "a HEIC picture"),
    Case([0, 0, 0, 24] + Array("ftypqt  ".utf8), "a video (MP4 or QuickTime)"),
    Case("%PDF-1.7\n<HealthData locale=\"en\">", "a PDF document"),
    Case([14, 0x20, 0x54, 0x08, 1, 2, 3, 4] + Array(".FIT".utf8) + [0, 0], "a FIT file"),
    Case("SQLite format 3\0", "an SQLite database"),
    Case("bplist00", "a property list"),
    Case([0x1F, 0x8B, 8, 0, 0], "gzip data"),
    Case([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz data"),
    Case(String(repeating: "x", count: 257) + "ustar", "a tar archive"),
    Case(declaration + "<ClinicalDocument><x/></ClinicalDocument>", "a clinical document (CDA)"),
    Case("<ClinicalDocument>" + record + "</ClinicalDocument>", "a clinical document (CDA)"),
    Case("\u{FEFF}" + declaration + "<gpx version=\"1.1\"><trk/></gpx>", "a GPX file"),
    Case(declaration + "<TrainingCenterDatabase/>", "a TCX file"),
    Case(declaration + "<!DOCTYPE plist PUBLIC \"x\" \"y\">\n<plist/>", "a property list"),
    Case("<!DOCTYPE html>\n<title>x</title>", "an HTML page"),
    Case("\n<HTML><pre><HealthData></pre>", "an HTML page"),
    Case("<svg/>", "an SVG picture"),
    Case(declaration + "<Foo/>", "an XML file of another kind, whose root is <Foo>"),
    Case("<Record id=\"1\"/>", "an XML file of another kind, whose root is <Record>"),
    Case(declaration, "XML without an element"),
    Case("{\"seq\":1}\n", "a JSON file"),
    Case("[1, 2]", "a JSON file"),
    Case("{\"a\": 1e999}", "a JSON file that has a number that no finite double holds, at byte 6"),
    Case("{\"a\": 1e99} {\"b\":", "a JSON file"),
    Case("date,steps\n2026-03-01,10\n", "a table of text (CSV)"),
    Case("Dear diary,\ntoday I walked.\n", "plain text"),
    Case([0, 1, 2, 3, 4, 5], "a file of an unknown kind"),
    Case([20, 0, 0, 0] + Array(("export.xml" + record).utf8), "a file of an unknown kind"),
  ]

  @Test(arguments: others) func isRefused(_ other: Case) {
    let bytes = other.bytes.rawBytes
    #expect(Importers.best(for: bytes) == nil)
    #expect(OtherContent.guess(bytes).name == other.name)
  }

  static let damaged = [
    "<HealthData locale=\"en", declaration + "<HealthData/>",
    // The beginning is gone, or the root's tag, or the declaration is no longer one.
    "25\"/>\n" + record, record, "\0\0\0\0\0\0" + record,
    declaration + "<HexlthData locale=\"en_GB\">\n" + record,
    "<axml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT x>\n]>\n<HealthData>",
    "<Recird a=\"b\"/><ActivitySummary dateComponents=\"2026-03-01\"/>",
    "<Me HKCharacteristicTypeIdentifierBiologicalSex=\"x\"/>",
    "<ExportDate value='2026-03-01 08:00:00 +0100'/>",
    "<Location date=\"2016-11-14 07:25:44 -0700\" latitude=\"1\"/>",
  ]

  @Test(arguments: damaged) func isSalvaged(_ text: String) {
    #expect(Importers.best(for: Array(text.utf8).rawBytes) != nil)
  }
}
