import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

/// Resources of FHIR that other programs wrote.
@Suite struct FHIRImportTests {
  private static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Project.fixtures.appending(path: "import/fhir/\(name)")))
  }

  private static func load(
    _ bytes: [UInt8], into sink: inout MemorySink, chunk: Int = .max
  ) throws -> ImportOutcome {
    try FHIRImporter().run(ImportInput(MemorySource(bytes, chunk: chunk)), into: &sink)
  }

  private static func lines(_ outcome: ImportOutcome) -> [String] {
    outcome.counts.map {
      "\($0.element): \($0.read) = \($0.saved) + \($0.known) known + \($0.quarantined) aside"
        + " + \($0.unsupported) unsupported"
    }
  }

  private static func words(_ draft: Draft) -> String {
    let from = draft.source?.name ?? "-"
    switch draft.object.content {
    case .quantity(let sample):
      let type = sample.type.dropFirst(24)
      return "\(type) \(sample.value) \(sample.unit) \(sample.span.start) \(from)"
    case .correlation(let correlation):
      return "\(correlation.type.dropFirst(27)) of \(correlation.members.count)"
    default: return "?"
    }
  }

  @Test func vitalsOfOthers() throws {
    var sink = MemorySink()
    let outcome = try Self.load(try Self.fixture("vitals.json"), into: &sink)
    #expect(outcome.balances && outcome.isComplete)
    #expect(
      Self.lines(outcome) == [
        "Patient: 1 = 0 + 1 known + 0 aside + 0 unsupported",
        "Device: 1 = 0 + 1 known + 0 aside + 0 unsupported",
        "Observation: 4 = 4 + 0 known + 0 aside + 0 unsupported",
        "Observation (other code): 1 = 0 + 0 known + 0 aside + 1 unsupported",
        "Condition: 1 = 0 + 0 known + 0 aside + 1 unsupported",
      ])
    #expect(
      sink.lines.flatMap(\.objects).map(Self.words) == [
        "HeartRate 61.0 count/min 2026-03-02T08:00:00+01:00 FHIR",
        "OxygenSaturation 0.975 % 2026-03-02T08:01:00+01:00 FHIR",
        "BloodPressureDiastolic 76.0 mmHg 2026-03-02T08:02:00+01:00 Cuff",
        "BloodPressureSystolic 118.0 mmHg 2026-03-02T08:02:00+01:00 Cuff",
        "BloodPressure of 2",
        "BloodGlucose 5.4 mmol<180.1558800000541>/L 2026-03-02T09:00:00Z FHIR",
      ])
    var again = sink.next
    let second = try Self.load(try Self.fixture("vitals.json"), into: &again)
    #expect(again.lines.isEmpty && second.balances)
  }

  @Test func whatCannotBeTakenIsSetAside() throws {
    var sink = MemorySink()
    let outcome = try Self.load(try Self.fixture("odd.ndjson"), into: &sink)
    #expect(outcome.balances && !outcome.isComplete)
    #expect(
      sink.lines.flatMap(\.objects).map(Self.words) == [
        "BodyMass 158.7 lb 2026-03-02T07:00:00+01:00 FHIR",
        "BodyMass 80.0 kg 2026-03-02T00:00:00Z FHIR",
      ])
    #expect(outcome.quarantined == sink.quarantine.count)
    #expect(
      outcome.issues.map(\.reason) == [
        "it is of another patient than the Observations before it",
        "its status is not final, amended or corrected",
        "it states only that the value is less or more than a number",
        "HealthKit does not have its unit: 'slug'",
        "the journal refused it: HKQuantityTypeIdentifierHeartRate is not measured"
          + " in kg; use count/s or a unit that converts to it",
        "it has the same key twice in one object, at byte 43 of it", "it is not JSON",
        "a text in it does not end on its line", "its brackets do not match",
        "it is not a FHIR resource",
      ])
    #expect(sink.quarantine.map(\.reason) == outcome.issues.map(\.reason))
  }

  // MARK: Totals of days

  /// Steps as an Observation: of a day or of a part of it, from a device.
  private static func steps(
    _ count: Int, _ start: String, _ end: String?, isTotal: Bool = false, from source: String? = nil
  ) -> String {
    let code = isTotal ? "41950-7" : "55423-8"
    let time =
      end.map { "\"effectivePeriod\":{\"start\":\"\(start)\",\"end\":\"\($0)\"}" }
      ?? "\"effectiveDateTime\":\"\(start)\""
    let device = source.map { ",\"device\":{\"display\":\"\($0)\"}" } ?? ""
    return
      "{\"resourceType\":\"Observation\",\"status\":\"final\",\"code\":{\"coding\":["
      + "{\"system\":\"http://loinc.org\",\"code\":\"\(code)\"}]},\(time),\"valueQuantity\":{\"value\":\(count),"
      + "\"system\":\"http://unitsofmeasure.org\",\"code\":\"{steps}\"}\(device)}"
  }

  private static let day = steps(
    7000, "2026-05-02T00:00:00-04:00", "2026-05-03T00:00:00-04:00", isTotal: true)
  private static let morning = steps(
    2500, "2026-05-02T06:00:00-04:00", "2026-05-02T07:00:00-04:00")
  private static let evening = steps(
    4500, "2026-05-02T22:00:00-04:00", "2026-05-02T23:00:00-04:00")
  private static let before = steps(
    900, "2026-05-01T23:30:00-04:00", "2026-05-02T00:00:00-04:00")

  /// Files that come one after the other, and what the steps of 2026-05-02 and around it come to.
  @Test(
    arguments: [
      ([[day]], [7000]), ([[morning, evening]], [2500, 4500]),
      ([[morning, evening, day]], [2500, 4500]), ([[day, morning, evening]], [2500, 4500]),
      ([[morning, evening], [day]], [2500, 4500]), ([[day], [morning, evening]], [2500, 4500]),
      ([[day], [day, morning]], [2500]), ([[day], [morning], [day, evening]], [2500, 4500]),
      // Of other days and sources, and a moment of the day in place of all of it.
      ([[before, day]], [900, 7000]), ([[day], [before]], [900, 7000]),
      ([[day, steps(5, "2026-05-02T06:00:00-04:00", nil, from: "Band")]], [5, 7000]),
      ([[steps(6000, "2026-05-02T23:59:00-04:00", nil, isTotal: true), morning]], [2500]),
      ([[steps(6000, "2026-05-02T23:59:00-04:00", nil, isTotal: true)]], [6000]),
      // One source, whose name is printed with a no-break space or with a plain one.
      (
        [
          [
            steps(
              7000, "2026-05-02T00:00:00-04:00", "2026-05-03T00:00:00-04:00", isTotal: true,
              from: "My\u{A0}Band")
          ],
          [
            steps(
              2500, "2026-05-02T06:00:00-04:00", "2026-05-02T07:00:00-04:00", from: "My Band")
          ],
        ], [2500]
      ),
      // Two apps, each with a total, one with parts.
      (
        [
          [
            steps(
              6500, "2026-05-02T00:00:00-04:00", "2026-05-03T00:00:00-04:00", isTotal: true,
              from: "Band"), day, morning, evening,
          ]
        ], [2500, 4500, 6500]
      ),
    ] as [([[String]], [Int])])
  func aTotalCountsOnceBesideItsParts(_ files: [[String]], _ counts: [Int]) throws {
    var sink = MemorySink()
    for (index, file) in files.enumerated() {
      if index > 0 { sink = sink.next }
      let outcome = try Self.load(Array(file.joined(separator: "\n").utf8), into: &sink)
      #expect(outcome.balances && outcome.holdsAll)
      #expect(outcome.counts.reduce(0) { $0 + $1.read } == file.count)
    }
    func live(_ sink: MemorySink) -> [Int] {
      sink.all.values.filter { sink.copy(of: $0.object.uuid).map(sink.deleted.contains) != true }
        .compactMap {
          if case .quantity(let sample) = $0.object.content { Int(sample.value) } else { nil }
        }.sorted()
    }
    #expect(live(sink) == counts)
    // The same files again change nothing, in any order.
    for file in files.reversed() {
      sink = sink.next
      let outcome = try Self.load(Array(file.joined(separator: "\n").utf8), into: &sink)
      #expect(outcome.balances && sink.lines.isEmpty)
      #expect(live(sink) == counts)
    }
  }

  /// Whatever is cut off or changed, and however the bytes come: no crash, and the sums are right.
  @Test func damageAndChunks() throws {
    for name in [
      "vitals.json", "odd.ndjson", "totals.ndjson", "bundle-batch-response.json",
      "bundle-transaction.json",
    ] {
      let bytes = try Self.fixture(name)
      var whole = MemorySink()
      let outcome = try Self.load(bytes, into: &whole)
      for chunk in [1, 7, 4096] {
        var sink = MemorySink()
        let again = try Self.load(bytes, into: &sink, chunk: chunk)
        #expect(again == outcome)
        #expect(sink.now == whole.now)
      }
      var dice = Dice(3)
      for _ in 0..<150 {
        var damaged = Array(bytes.prefix(dice.below(bytes.count)))
        for _ in 0..<dice.below(6) where !damaged.isEmpty {
          damaged[dice.below(damaged.count)] = UInt8(dice.below(256))
        }
        var sink = MemorySink()
        let cut = try Self.load(damaged, into: &sink)
        #expect(cut.balances && cut.quarantined == sink.quarantine.count)
      }
    }
  }

  @Test func formsOfAnInput() throws {
    let lines = String(decoding: try Self.fixture("odd.ndjson"), as: UTF8.self)
      .split(separator: "\n")
    let one = lines[1]
    for text in [
      "\(one)", "\u{FEFF}\(one)\r\n", "[\(one)]", "\n[\n\(one),\n]\n", "# a note {\n\(one)\n",
      "\(one)\n# a note {",
      "{\"resourceType\":\"Bundle\",\"entry\":[{\"fullUrl\":\"urn:x\",\"resource\":\(one)}]}",
    ] {
      let bytes = Array(text.utf8)
      #expect(FHIRImporter().recognizes(bytes.rawBytes) == .surely, "\(text.prefix(20))")
      var sink = MemorySink()
      let outcome = try Self.load(bytes, into: &sink)
      #expect(sink.lines.count == 1 && outcome.isComplete, "\(text.prefix(20)): \(outcome.issues)")
    }
    for text in ["{\"a\":1}", "<HealthData/>", "", "[1,2]", "resourceType"] {
      #expect(FHIRImporter().recognizes(Array(text.utf8).rawBytes) == .no)
    }
  }

  @Test func aResourceThatIsTooLarge() throws {
    let long = String(repeating: "x", count: 5000)
    let text = "{\"resourceType\":\"Basic\",\"id\":\"\(long)\"}\n{\"resourceType\":\"Basic\"}\n"
    var sink = MemorySink()
    let outcome = try FHIRImporter(largest: 1000).run(
      ImportInput(MemorySource(Array(text.utf8))), into: &sink)
    #expect(outcome.balances)
    #expect(sink.quarantine.first?.reason == "it is larger than 1000 bytes")
    #expect(sink.quarantine.reduce(0) { $0 + $1.bytes.count } == text.utf8.count - 26)
    #expect(
      Self.lines(outcome) == [
        "(no element): 1 = 0 + 0 known + 1 aside + 0 unsupported",
        "Basic: 1 = 0 + 0 known + 0 aside + 1 unsupported",
      ])
  }

  @Test(arguments: [
    (0.98, "98"), (0.975, "97.5"), (1, "100"), (0.001, "0.1"), (0, "0"), (-0.5, "-50"),
    (12.3456, "1234.56"), (0.07, "7"), (1e-9, "1e-7"),
  ]) func percent(_ fraction: Double, _ text: String) {
    let written = PercentNumber.hundredfold(of: DecimalText.text(fraction))
    #expect(Double(written) == Double(text))
    #expect(PercentNumber.hundredth(of: written) == fraction)
  }

  @Test func keysAsURLs() {
    for key in ["HKTimeZone", "Swim Session", "a/b?c#d", "Ünï", "%41", ""] {
      #expect(!FHIRName.escaped(key).contains { " /?#".contains($0) })
    }
    #expect(FHIRName.escaped("Swim Session") == "Swim%20Session")
  }
}
