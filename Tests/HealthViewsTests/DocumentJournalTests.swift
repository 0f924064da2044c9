import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import Testing
import ViewTestSupport

/// Documents from a command's line into the journal and back.
@Suite struct DocumentJournalTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var name: String
    /// The keys after `kind` and `uuid`.
    var keys: String
    /// A field that makes it wrong.
    var wrong: String
    var testDescription: String { name }

    func command(_ keys: String) -> [UInt8] {
      let kind = name.split(separator: " ")[0]
      let object = #"{"kind":"\#(kind)","uuid":"\#(id(1))",\#(keys)}"#
      return Array(#"{"event":"save","by":"owner","objects":[\#(object)]}"#.utf8)
    }
  }

  static let times = #""start":"2026-11-20T08:00:00+01:00","end":"2026-11-20T08:00:30+01:00","#

  static let lines: [Line] = [
    Line(
      name: "ecg",
      keys: times + #""classification":"sinusRhythm","samplingFrequency":512,"voltages":[1,-2.5]"#,
      wrong: #","classification":"fine""#),
    Line(
      name: "audiogram",
      keys: times + #""sensitivityPoints":[{"frequencyValue":250,"leftEarValue":10}]"#,
      wrong: #","sensitivityPoints":[{"frequencyValue":0,"leftEarValue":10}]"#),
    Line(
      name: "heartbeats",
      keys: times + #""beats":[{"timeSinceStart":0},{"timeSinceStart":1,"precededByGap":true}]"#,
      wrong: #","beats":[]"#),
    Line(
      name: "other state of mind",
      keys: #""type":"HKDataTypeStateOfMind","# + times
        + #""stateOfMindKind":"dailyMood","valence":0.5,"labels":["calm"],"associations":["work"]"#,
      wrong: #","valence":2"#),
    Line(
      name: "other vision prescription",
      keys: #""type":"HKVisionPrescriptionTypeIdentifier","# + times
        + #""prescriptionType":"glasses","leftEye":{"sphere":-1.25}"#,
      wrong: #","prescriptionType":"monocle""#),
    Line(
      name: "other GAD-7",
      keys: #""type":"HKScoredAssessmentTypeIdentifierGAD7","# + times
        + #""answers":[1,1,2,0,0,1,0],"score":5,"risk":"mild""#,
      wrong: #","score":99"#),
    Line(
      name: "other PHQ-9",
      keys: #""type":"HKScoredAssessmentTypeIdentifierPHQ9","# + times
        + #""answers":[0,0,0,0,0,0,0,0,4]"#,
      wrong: #","answers":[9,9,9]"#),
    Line(
      name: "other note",
      keys: #""type":"HealthJournalNote","# + times + #""text":"flu","tags":["sick","Travel"]"#,
      wrong: #","tags":["sick","SICK"]"#),
    Line(
      name: "route",
      keys: times
        + #""locations":[{"date":"2026-11-20T08:00:00+01:00","latitude":52.5,"longitude":13.4}]"#,
      wrong: #","locations":[{"date":"2026-11-20T08:00:00+01:00","latitude":152.5,"longitude":1}]"#),
  ]

  @Test(arguments: lines) func isSavedAndReadBack(_ line: Line) throws {
    var stated: HealthObject?
    let journal = try journal { session in
      let bytes = line.command(line.keys)
      let asked = try CommandCodec.decode(unsafe bytes.span.bytes) { id(9) }
      if case .save(let request) = asked.command.request { stated = request.objects[0].object }
      _ = try session.stage(asked.command)
    }
    let object = try #require(try journal.object(id(1), in: 2))
    #expect(object == stated)
    let value = try #require(try TypedDocument(object))
    let again = try TypedDocument(Self.rewritten(value))
    #expect(again == value)
    let rows = try HistoryTable.table(of: [id(1)], in: journal).records()
    #expect(words(rows, "what", "type") == ["saved \(object.content.type)"])
  }

  /// The object that a value writes.
  private static func rewritten(_ value: TypedDocument) -> HealthObject {
    switch value {
    case .electrocardiogram(let value): value.object(uuid: id(1))
    case .audiogram(let value): value.object(uuid: id(1))
    case .heartbeatSeries(let value): value.object(uuid: id(1))
    case .stateOfMind(let value): value.object(uuid: id(1))
    case .visionPrescription(let value): value.object(uuid: id(1))
    case .gad7(let value): value.object(uuid: id(1))
    case .phq9(let value): value.object(uuid: id(1))
    case .workoutRoute(let value): value.object(uuid: id(1))
    case .note(let value): value.object(uuid: id(1))
    }
  }

  @Test(arguments: lines) func isRefusedWithAWrongField(_ line: Line) throws {
    var object = try Self.object(line.command(line.keys))
    let wrong = Line(name: "other", keys: "", wrong: "").command(String(line.wrong.dropFirst()))
    let field = try #require(try Self.object(wrong).fields.first)
    object.fields.removeAll { $0.name == field.name }
    object.fields.append(field)
    _ = try journal { session in
      #expect {
        try session.ask(.save(SaveRequest(objects: [Draft(object)])))
      } throws: { error in
        guard case .invalidArgument(.documentField(let name, _), index: 0)? = error as? Rejection
        else { return false }
        return name.hasPrefix(field.name)
      }
      try session.ask(.save(SaveRequest(objects: [Draft(object)], imported: true)))
    }
  }

  private static func object(_ line: [UInt8]) throws -> HealthObject {
    let asked = try CommandCodec.decode(unsafe line.span.bytes) { id(9) }
    guard case .save(let request) = asked.command.request else {
      return quantity(1, steps, 1, "", span(""))
    }
    return request.objects[0].object
  }
}
