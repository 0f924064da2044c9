import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// What objects say of types beside their own is hidden with these types.
@Suite(.enabled(if: Zones.arePresent)) struct StatementAccessTests {
  /// An object, the types that it states something of, and what tells of it then.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var content: Content
    var fields: [Field] = []
    var metadata: [Metadata.Entry] = []
    /// What nobody but the owner is told, by text.
    var owners: [String] = []
    /// What is told to a source that may read these types, by text.
    var stated: [String: [String]] = [:]
  }

  private static let time = span("2026-03-04T08:00:00Z")
  private static let length = Metadata.Entry("HKLapLength", .quantity(33.125, unit: "m"))

  private static func line(_ label: String, _ value: String) -> FieldValue {
    .fields([Field("label", .text(label)), Field("value", .text(value))])
  }

  private static func child(_ attributes: Field...) -> Field {
    Field(
      "children",
      .list([
        .fields([
          Field("element", .text("WorkoutStatistics")), Field("attributes", .fields(attributes)),
        ])
      ]))
  }

  private static func record(_ resource: String) -> Case {
    Case(
      testDescription: "a clinical record",
      content: .document(
        Document(kind: .other, type: "HKClinicalTypeIdentifierVitalSignRecord", span: time)),
      fields: [Field("fhirVersion", .text("4.0.1")), Field("resource", .text(resource))])
  }

  static let cases: [Case] = [
    Case(
      testDescription: "an electrocardiogram",
      content: .document(Document(kind: .ecg, span: time)),
      fields: [
        Field("classification", .text("sinusRhythm")), Field("symptoms", .text("fluttering heart")),
        Field("averageHeartRate", .number(64)), Field("samplingFrequency", .number(512)),
        Field(
          "header",
          .list([
            line("Nom", "Nora Beispiel"), line("Date de naissance", "3 févr. 1979"),
            line("Symptômes", "fluttering heart"),
          ])),
        Field("voltages", .list([.number(1)])),
      ],
      owners: ["Nora", "1979", "fluttering"], stated: [pulse: ["averageHeartRate"]]),
    Case(
      testDescription: "a heart rate variability",
      content: .quantity(
        QuantityContent(
          type: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", span: time, value: 40,
          unit: "ms")),
      fields: [Field("beatsPerMinute", .list([.fields([Field("bpm", .number(71.75))])]))],
      stated: [pulse: ["71.75"]]),
    Case(
      testDescription: "a day's rings", content: .summary(SummaryContent(date: "2026-03-04")),
      fields: [
        Field("activeEnergyBurned", .number(511.25)), Field("activeEnergyBurnedGoal", .number(600)),
        Field("appleMoveTime", .number(33.25)), Field("appleExerciseTime", .number(44.25)),
        Field("appleStandHours", .number(12.625)),
      ],
      stated: [
        energy: ["511.25"], QuantityType.appleMoveTime.identifier: ["33.25"],
        QuantityType.appleExerciseTime.identifier: ["44.25"],
        CategoryType.appleStandHour.identifier: ["12.625"],
      ]),
    Case(
      testDescription: "a workout's metadata, laps and what an import did not know",
      content: .workout(
        WorkoutContent(
          activity: "HKWorkoutActivityTypeSwimming", span: time, duration: 60,
          events: [
            WorkoutEvent(
              type: WorkoutEventName.lap, date: time.start,
              metadata: Metadata([length, Metadata.Entry("HKSWOLFScore", .number(77.25))]))
          ])),
      fields: [child(Field("type", .text(pulse)), Field("maximum", .text("189")))],
      metadata: [
        Metadata.Entry("HKAverageSpeed", .quantity(1.375, unit: "m/s")),
        Metadata.Entry("HKAverageMETs", .quantity(9.375, unit: "kcal/hr·kg")),
      ],
      owners: ["189"],
      stated: [
        QuantityType.swimmingStrokeCount.identifier: ["77.25"],
        "HKQuantityTypeIdentifierDistanceSwimming": ["1.375", "33.125"],
        "HKQuantityTypeIdentifierPhysicalEffort": ["9.375"],
      ]),
    Case(
      testDescription: "an event of low fitness",
      content: .category(
        CategoryContent(
          type: "HKCategoryTypeIdentifierLowCardioFitnessEvent", span: time, value: .code(0))),
      metadata: [Metadata.Entry("HKVO2MaxValue", .quantity(21.5, unit: "mL/min·kg"))],
      stated: ["HKQuantityTypeIdentifierVO2Max": ["21.5"]]),
    Case(
      testDescription: "an event of loud sound",
      content: .category(
        CategoryContent(
          type: "HKCategoryTypeIdentifierAudioExposureEvent", span: time, value: .code(1))),
      metadata: [
        Metadata.Entry("HKMetadataKeyAudioExposureLevel", .quantity(93.5, unit: "dBASPL"))
      ],
      stated: ["HKQuantityTypeIdentifierEnvironmentalAudioExposure": ["93.5"]]),
  ]

  static let records: [Case] = {
    var rate = record(
      #"{"resourceType":"Observation","code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},"valueQuantity":{"value":83.75}}"#
    )
    rate.stated = [pulse: ["83.75"]]
    var person = record(
      #"{"resourceType":"Patient","contained":[{"birthDate":"1979-02-03"}],"id":"p83"}"#)
    person.stated = [CharacteristicType.dateOfBirth.identifier: ["1979"]]
    var broken = record(#"{"birthDate":"1979-02-03""#)
    broken.owners = ["1979"]
    return [rate, person, broken]
  }()

  /// Each statement is told to a source that may read its type, and to no other; the owner is told
  /// all, and so is the source that saved the object.
  @Test(arguments: cases + records) func followTheirTypes(_ example: Case) throws {
    let types = example.stated.keys.sorted()
    func told(_ read: [String], by: String = EventActor.owner, to reader: String) throws -> String {
      let journal = try ViewTestSupport.journal { session in
        let type = example.content.type
        let grants =
          (read + [type]).map { AuthorizationGrant($0, .authorized) }
          + types.filter { !read.contains($0) }.map { AuthorizationGrant($0, .denied) }
        try session.ask(.authorize(AuthorizationChange(source: app, read: grants)))
        try session.save(
          HealthObject(
            uuid: id(1), content: example.content,
            metadata: Metadata(example.metadata), fields: example.fields))
      }
      let seen = try journal.seen(by: reader).object(id(1), in: journal.head.sequence)
      return "\(try #require(seen))"
    }
    let whole = try told([], to: EventActor.owner)
    for text in example.stated.values.joined() + example.owners { #expect(whole.contains(text)) }
    for type in types {
      let seen = try told([type], to: app)
      for (other, texts) in example.stated {
        for text in texts { #expect(seen.contains(text) == (other == type), "\(text) \(seen)") }
      }
    }
    let most = try told(types, to: app)
    for text in example.stated.values.joined() { #expect(most.contains(text)) }
    for text in example.owners { #expect(!most.contains(text), "\(text)") }
  }
}
