import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

/// The short way of plain records and the general one come to the same, whatever the file.
@Suite struct PlainRecordTests {
  @Test(arguments: Counts.seeds(0...59 as ClosedRange<UInt64>)) func bothWaysComeToTheSame(
    seed: UInt64
  ) throws {
    var export = OddExport(seed: seed)
    let bytes = export.bytes
    let window = [64, 600, 5000, 1 << 18][Int(seed % 4)]
    let filter = seed % 5 == 0 ? 64 : 1 << 16
    for before in [MemorySink(), try taken(bytes, shortens: false, filter, window).sink.next] {
      let short = try taken(bytes, into: before, shortens: true, filter, window)
      let long = try taken(bytes, into: before, shortens: false, filter, window)
      #expect(short.sink.lines == long.sink.lines)
      #expect(short.sink.now == long.sink.now)
      #expect(short.sink.quarantine == long.sink.quarantine)
      #expect(short.outcome == long.outcome)
      #expect(long.sink.shortcuts == 0)
      if before.before.isEmpty, window > 5000, filter > 64 { #expect(short.sink.shortcuts > 0) }
    }
  }

  private func taken(
    _ bytes: [UInt8], into before: MemorySink = MemorySink(), shortens: Bool, _ filter: Int,
    _ window: Int
  ) throws -> (sink: MemorySink, outcome: ImportOutcome) {
    var sink = before
    let importer = AppleHealthImporter(
      filterBytes: filter, windowSize: window, usesFastPath: shortens)
    let outcome = try importer.run(ImportInput(MemorySource(bytes)), into: &sink)
    return (sink, outcome)
  }

  /// A device's address is another in every export, and often in every record.
  @Test func addressesShareAHead() throws {
    let records = (0..<50).map { number in
      let hex = String(number * 7919, radix: 16)
      return """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" \
        device="&lt;&lt;HKDevice: 0x\(hex)&gt;, name:Apple Watch&gt;" unit="count" \
        creationDate="2024-05-01 10:00:00 +0200" startDate="2024-05-01 07:00:00 +0200" \
        endDate="2024-05-01 09:00:00 +0200" value="\(number)"/>
        """
    }
    var sink = MemorySink()
    try load(export(records.joined(separator: "\n")), into: &sink)
    #expect(sink.shortcuts == 49)
    #expect(sink.drafts.allSatisfy { $0.device == Device(name: "Apple Watch") })
  }
}

/// An export of records that are nearly plain, each part now and then odd.
private struct OddExport {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func pick(_ texts: [String]) -> String { texts[next(texts.count)] }

  /// The first text nearly always, one of the others now and then.
  private mutating func mostly(_ usual: String, _ odd: String...) -> String {
    next(25) == 0 ? pick(odd) : usual
  }

  var bytes: [UInt8] {
    mutating get {
      let elements = (0..<150).map { _ in element() }
      return Array(
        "<HealthData locale=\"en_GB\">\n\(elements.joined(separator: "\n "))\n</HealthData>".utf8)
    }
  }

  private mutating func element() -> String {
    switch next(40) {
    case 0: return "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\"/>"
    case 1: return "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"a\">"
    case 2: return "</Correlation>"
    case 3: return "<!-- note -->"
    case 4: return "text"
    default: return record()
    }
  }

  private mutating func record() -> String {
    let isCategory = next(5) == 0
    let type =
      isCategory
      ? pick(["HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryTypeIdentifierMindfulSession"])
      : pick([
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate",
        mostly("HKQuantityTypeIdentifierStepCount", "Odd", "HKQuantityTypeIdentifierNew"),
      ])
    let unit = isCategory ? "" : mostly(" unit=\"count\"", " unit=\"x&amp;\"", "", " unit=\"m\"")
    let device = mostly(
      " device=\"&lt;&lt;HKDevice: 0x\(String(next(99999), radix: 16))&gt;, name:a&gt;\"", "",
      " device=\"plain\"", " device='&lt;&lt;HKDevice: 0x1&gt;, name:\"b&gt;'",
      " device=\"&lt;&lt;HKDevice: 0xZ&gt;, name:a&gt;\"", " device=\"&lt;&lt;HKDevice: 0x12")
    let source = mostly(
      "sourceName=\"\(pick(["Anna’s Watch", "Anna's Phone"]))\"", "sourceName=\"\"",
      "sourceName=\"a&quot;b\"", "source=\"old\"", "sourceName='\" creationDate=\"'",
      "sourceName=\"a\nb\"", "sourceName=\"a\\b\"")
    let value = isCategory ? word() : number()
    let extra = mostly("", " odd=\"1\"", " startDate=\"x\"", " min=\"1\"", " average=\"2\"")
    let head = "<Record type=\"\(type)\" \(source)\(version())\(device)\(unit)\(extra)"
    let tail = """
      \(mostly(" ", "  ", "\n"))creationDate="\(time(9))" startDate="\(time(0))" \
      endDate="\(time(8))" value="\(value)"
      """
    return head + tail + content()
  }

  private mutating func version() -> String {
    mostly(" sourceVersion=\"\(next(3))\"", "", " sourceVersion=\"1\" sourceVersion=\"2\"")
  }

  private mutating func time(_ hour: Int) -> String {
    let minute = String(next(50) + 10)
    let zone = mostly("+0100", "+0000", "-0330", "-0000", "Z")
    return mostly(
      "2024-0\(next(9) + 1)-1\(next(3)) 0\(hour):\(minute):0\(next(10)) \(zone)",
      "2024-02-30 00:00:00 +0100", "0000-01-01 00:00:00 +0100", "20240101000000+0100", "")
  }

  private mutating func number() -> String {
    mostly(
      pick(["\(next(300))", "\(next(100)).5", "0.0\(next(1000))1", "12.25"]), "1e3", "-0", "007",
      "0.00001", "1.50", "0.1234567890123456789", "12345678901234567890", "x", "", "1,5", "+1",
      "123456789.123456789", "NaN", "-5.5", ".5")
  }

  private mutating func word() -> String {
    mostly(
      pick(["HKCategoryValueSleepAnalysisInBed", "HKCategoryValueSleepAnalysisAsleep"]),
      "HKCategoryValueNotApplicable", "7", "odd&lt;", "")
  }

  private mutating func content() -> String {
    if next(2) == 0 { return mostly("/>", " />", ">  </Record>", "></Record >", ">text</Record>") }
    let entries = (0..<next(3)).map { _ in entry() }.joined(separator: mostly("\n  ", "", "x"))
    return ">\n  \(entries)\n \(mostly("</Record>", "", "</Records>"))"
  }

  private mutating func entry() -> String {
    let key = mostly(
      pick(["HKTimeZone", "HKMetadataKeyHeartRateMotionContext", "HKWasUserEntered", "note"]),
      "a&amp;b", "", "ä", "HKWeatherTemperature")
    let value = mostly(
      pick(["1", "0", "Europe/Berlin", "2024-01-01 00:00:00 +0000", "21 degC"]), "", "\"", "ü",
      "a\tb", "\\", "1 &lt; 2", "it's")
    return mostly(
      "<MetadataEntry key=\"\(key)\" value=\"\(value)\"/>",
      "<MetadataEntry value=\"\(value)\" key=\"\(key)\"/>", "<MetadataEntry key=\"k\"/>",
      "<HeartRateVariabilityMetadataList/>")
  }
}
