import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

/// Bundles as servers and generators write them. Each fixture holds the same four Observations.
@Suite struct FHIRBundleTests {
  private static let kinds = [
    "transaction", "searchset", "batch-response", "document", "message", "history",
  ]

  private static func fixture(_ kind: String) throws -> [UInt8] {
    Array(
      try Data(
        contentsOf: Project.fixtures.appending(path: "import/fhir/bundle-\(kind).json")))
  }

  private static func load(
    _ bytes: [UInt8], chunk: Int = .max, largest: Int = 16 << 20
  ) throws -> (sink: MemorySink, outcome: ImportOutcome) {
    var sink = MemorySink()
    let outcome = try FHIRImporter(largest: largest).run(
      ImportInput(MemorySource(bytes, chunk: chunk)), into: &sink)
    return (sink, outcome)
  }

  private static func words(_ sink: MemorySink) -> [String] {
    sink.lines.flatMap(\.objects).map { draft in
      switch draft.object.content {
      case .quantity(let sample):
        let place = draft.object.metadata[MetadataName.bodyTemperatureSensorLocation]
        return "\(sample.type.dropFirst(24)) \(sample.value) \(sample.unit)"
          + (place.map { " \($0)" } ?? "")
      case .correlation(let correlation): return "of \(correlation.members.count)"
      default: return "?"
      }
    }
  }

  private static let four = [
    "BodyMass 71.4 kg", "BloodPressureSystolic 121.0 mmHg", "BloodPressureDiastolic 79.0 mmHg",
    "of 2", "BodyTemperature 36.9 degC number(6.0)", "BloodGlucose 88.2 mg/dL",
  ]

  @Test(arguments: kinds) func everyKind(_ kind: String) throws {
    let bytes = try Self.fixture(kind)
    let (sink, outcome) = try Self.load(bytes)
    #expect(outcome.isComplete && outcome.balances, "\(outcome.issues)")
    #expect(sink.quarantine.isEmpty && outcome.quarantined == 0)
    #expect(Self.words(sink) == Self.four)
    for chunk in [1, 13] {
      let again = try Self.load(bytes, chunk: chunk)
      #expect(again.outcome == outcome && again.sink.now == sink.now)
    }
  }

  /// What is no Observation is counted, whatever stands beside it in its entry.
  @Test func whatIsCounted() throws {
    let counts = Dictionary(
      uniqueKeysWithValues: try Self.kinds.map { kind in
        (
          kind,
          try Self.load(try Self.fixture(kind)).outcome.counts.map { "\($0.element) \($0.read)" }
        )
      })
    #expect(counts["transaction"] == ["Patient 1", "Encounter 1", "Observation 4"])
    #expect(counts["searchset"] == ["Observation 4", "Patient 1", "OperationOutcome 1"])
    #expect(counts["batch-response"] == ["Observation 4", "Bundle 1"])
    #expect(counts["document"] == ["Composition 1", "Patient 1", "Observation 4"])
    #expect(counts["message"] == ["MessageHeader 1", "Patient 1", "Observation 4"])
    #expect(counts["history"] == ["Patient 1", "Observation 4"])
  }

  private static let mass = """
    {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org",
    "code":"29463-7"}]},"effectiveDateTime":"2026-03-02T07:00:00Z","valueQuantity":{"value":80,
    "unit":"kg","system":"http://unitsofmeasure.org","code":"kg"}}
    """

  /// Members of an entry, and of the Bundle around it, in any order and of any depth.
  @Test(arguments: [
    "\"request\":{\"method\":\"PUT\",\"url\":\"x\"}", "\"search\":{\"mode\":\"match\"}",
    "\"response\":{\"outcome\":{\"issue\":[{\"details\":{\"coding\":[{}]}}]}}", "\"link\":[{},{}]",
    "\"resourc\":{\"a\":1}", "\"extension\":[{\"url\":\"u\",\"valueString\":\"{\\\"}\"}]",
  ]) func whatStandsBesideAResource(_ member: String) throws {
    let entries = [
      "{\(member),\"resource\":\(Self.mass)}", "{\"resource\":\(Self.mass),\(member)}",
      "{\(member)},{\"resource\":\(Self.mass)}", "{\"resource\":\(Self.mass)},{\(member)}",
    ]
    let heads = [
      "\"resourceType\":\"Bundle\",", "\"id\":\"b\",\"meta\":{\"tag\":[{\"code\":\"x\"}]},", "",
    ]
    for entry in entries {
      for head in heads {
        let tail = head.contains("Type") ? "" : ",\"resourceType\":\"Bundle\""
        let text = "{\(head)\"entry\":[\(entry)]\(tail),\"signature\":{\"type\":[{\"a\":{}}]}}"
        let (sink, outcome) = try Self.load(Array(text.utf8))
        #expect(outcome.isComplete && sink.quarantine.isEmpty, "\(text): \(outcome.issues)")
        #expect(Self.words(sink) == ["BodyMass 80.0 kg"], "\(text)")
      }
    }
  }

  /// However long, a Bundle of answers without resources fits no memory, and is no damage.
  @Test func aBundleWithoutResources() throws {
    let answers = [String](repeating: "{\"response\":{\"status\":\"201\"}}", count: 200)
    for text in [
      "{\"resourceType\":\"Bundle\",\"entry\":[\(answers.joined(separator: ","))]}",
      "{\"resourceType\":\"Bundle\",\"type\":\"searchset\",\"total\":0}",
    ] {
      let (sink, outcome) = try Self.load(Array(text.utf8), largest: 1000)
      #expect(outcome.isComplete && outcome.balances && sink.quarantine.isEmpty)
      #expect(outcome.counts.map { "\($0.element) \($0.unsupported)" } == ["Bundle 1"])
    }
  }

  /// A resource whose own `entry` is something else is no Bundle.
  @Test func aListIsNoBundle() throws {
    let text = "{\"resourceType\":\"List\",\"entry\":[{\"item\":{\"reference\":\"a/b\"}}]}"
    let (_, outcome) = try Self.load(Array(text.utf8))
    #expect(outcome.counts.map { "\($0.element) \($0.unsupported)" } == ["List 1"])
  }
}
