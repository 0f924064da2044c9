import HealthModel
import Testing

/// Documents as values: what is written reads back, and what is wrong is named.
@Suite struct DocumentValueTests {
  static let start = Timestamp(instant: Instant(wholeSeconds: 1_795_158_000), offsetMinutes: 60)
  static let span = TimeSpan(
    start, Timestamp(instant: Instant(wholeSeconds: 1_795_158_030), offsetMinutes: 60))
  static let uuid = ObjectUUID(high: 1, low: 2)

  static let glasses: VisionPrescription = {
    var lens = VisionPrescription.Lens(sphere: -1.25, cylinder: -0.5, axis: 90, addPower: 2)
    lens.vertexDistance = 12
    lens.prismAmount = 1.5
    lens.prismAngle = 45
    lens.farPupillaryDistance = 31
    lens.nearPupillaryDistance = 29.5
    lens.baseCurve = 8.6
    lens.diameter = 14.2
    return VisionPrescription(
      prescriptionType: .contacts, dateIssued: start, expirationDate: span.end, brand: "Klar",
      rightEye: lens, leftEye: .init(sphere: -1))
  }()

  static let all: [any DocumentValue] = [
    Electrocardiogram(
      span: span, classification: .unrecognized, symptomsStatus: .present, averageHeartRate: 61.5,
      samplingFrequency: 512, voltages: [1.5, -20.25, 0]),
    Electrocardiogram(span: span, classification: .notSet),
    Audiogram(
      span: span,
      points: [
        .init(frequency: 250, left: .init(10.5, isMasked: false)),
        .init(
          frequency: 8000, left: .init(-5, clampingLowerBound: -10, clampingUpperBound: 90),
          right: .init(20, isMasked: true)),
      ]),
    HeartbeatSeries(
      span: span, beats: [.init(0), .init(0.84), .init(0.84), .init(3.5, precededByGap: true)]),
    StateOfMind(
      span: span, kind: .dailyMood, valence: -1, labels: [.amazed, .satisfied],
      associations: [.weather, .currentEvents]),
    StateOfMind(span: span, kind: .momentaryEmotion, valence: 1),
    glasses, VisionPrescription(prescriptionType: .glasses, dateIssued: start),
    WorkoutRoute(
      span: span,
      locations: [
        .init(
          date: start, latitude: 52.52, longitude: 13.405, altitude: 34, horizontalAccuracy: 5,
          verticalAccuracy: 3, course: 90, speed: 2.5),
        .init(date: span.end, latitude: -90, longitude: 180),
      ], files: ["/workout-routes/route_1.gpx"]),
    ScoredAssessment<GAD7>(span: span, answers: [3, 3, 3, 0, 1, 0, 0]),
    ScoredAssessment<PHQ9>(span: span, answers: [0, 0, 0, 0, 0, 0, 0, 0, 4]),
    Note(span: span, text: "flu,\nsince noon", tags: ["sick", "Übelkeit", "two words"]),
    Note(span: TimeSpan(at: start), text: "x"), Note(span: span, tags: ["a"]),
  ]

  @Test(arguments: [
    (0, "noneToMinimal", "noneToMinimal"), (4, "noneToMinimal", "noneToMinimal"),
    (5, "mild", "mild"), (10, "moderate", "moderate"), (15, "severe", "moderatelySevere"),
    (20, "severe", "severe"), (21, "severe", "severe"),
  ])
  func answersGiveAScoreAndARisk(_ score: Int, _ anxiety: String, _ depression: String) {
    let answers = (0..<7).map { min(max(score - 3 * $0, 0), 3) }
    let gad7 = ScoredAssessment<GAD7>(span: Self.span, answers: answers)
    let phq9 = ScoredAssessment<PHQ9>(span: Self.span, answers: answers + [0, 4])
    #expect(gad7.score == score && phq9.score == score)
    #expect(gad7.risk == anxiety && phq9.risk == depression)
  }

  @Test(
    arguments: [
      ("sick", true), ("two words", true), ("ÄÖ 👩‍👩‍👧", true),
      (String(repeating: "é", count: 64), true),
      ("", false), (" sick", false), ("sick\t", false), ("a\nb", false), ("a\u{2028}b", false),
      ("a\u{7}b", false), (String(repeating: "e", count: 65), false),
    ])
  func tagsAreShortNamesInOneLine(_ tag: String, _ isTag: Bool) throws {
    #expect(Note.isTag(tag) == isTag)
    let object = Note(span: Self.span, tags: ["first", tag]).object(uuid: Self.uuid)
    if isTag {
      #expect(try Note(object).words.tags == ["first", tag])
    } else {
      #expect(throws: DocumentProblem(field: "tags 2", expected: Note.tagRule)) {
        try Note(object)
      }
    }
  }

  @Test func whatIsWrittenReadsBack() throws {
    for value in Self.all {
      try check(value)
    }
  }

  private func check<Value: DocumentValue>(_ value: Value) throws {
    let object = value.object(uuid: Self.uuid)
    #expect(try Value(object) == value)
    #expect(try TypedDocument(object) != nil)
    #expect(object.content.type == Value.type)
    #expect(TypeCatalogue.find(Value.type) != nil)
    #expect(object.content.span == value.span)
  }

  // MARK: What is wrong

  struct Wrong: Sendable, CustomTestStringConvertible {
    var value: any DocumentValue
    var field: String
    var to: FieldValue?
    var problem: String
    var testDescription: String { "\(type(of: value)) \(field) \(problem)" }
  }

  /// What a value of an enumeration must be.
  static func listed(_ name: String) -> String { Enumeration.find(name)?.expectation ?? "" }

  static func points(_ fields: Field...) -> FieldValue { .list([.fields(fields)]) }

  static let wrong: [Wrong] = [
    Wrong(
      value: all[0], field: "classification", to: nil,
      problem: "classification must be \(listed("HKElectrocardiogramClassification"))"),
    Wrong(
      value: all[0], field: "classification", to: .text("fine"),
      problem: "classification must be \(listed("HKElectrocardiogramClassification"))"),
    Wrong(
      value: all[0], field: "classification", to: .number(7),
      problem: "classification must be \(listed("HKElectrocardiogramClassification"))"),
    Wrong(
      value: all[0], field: "symptomsStatus", to: .boolean(true),
      problem: "symptomsStatus must be \(listed("HKElectrocardiogramSymptomsStatus"))"),
    Wrong(
      value: all[0], field: "averageHeartRate", to: .number(0),
      problem: "averageHeartRate must be a number above 0"),
    Wrong(
      value: all[0], field: "samplingFrequency", to: nil,
      problem: "samplingFrequency must be a number, as there are voltages"),
    Wrong(
      value: all[0], field: "voltages", to: .list([.number(1), .text("x")]),
      problem: "voltages 2 must be a number"),
    Wrong(
      value: all[2], field: "sensitivityPoints", to: nil,
      problem: "sensitivityPoints must be a list of one point or more"),
    Wrong(
      value: all[2], field: "sensitivityPoints", to: points(Field("leftEarValue", .number(1))),
      problem: "sensitivityPoints 1 frequencyValue must be a number"),
    Wrong(
      value: all[2], field: "sensitivityPoints", to: points(Field("frequencyValue", .number(250))),
      problem: "sensitivityPoints 1 leftEarValue must be a number, unless rightEarValue is"),
    Wrong(
      value: all[2], field: "sensitivityPoints",
      to: points(
        Field("frequencyValue", .number(1)), Field("frequencyUnit", .text("m")),
        Field("leftEarValue", .number(1))),
      problem: "sensitivityPoints 1 frequencyUnit must be a unit that converts to Hz"),
    Wrong(
      value: all[2], field: "sensitivityPoints",
      to: points(
        Field("frequencyValue", .number(1)), Field("leftEarValue", .number(1)),
        Field("leftEarMasked", .text("maybe"))),
      problem: "sensitivityPoints 1 leftEarMasked must be true or false"),
    Wrong(
      value: all[3], field: "beats",
      to: .list([
        .fields([Field("timeSinceStart", .number(2))]),
        .fields([Field("timeSinceStart", .number(1))]),
      ]), problem: "beats 2 timeSinceStart must be no less than that of the beat before"),
    Wrong(
      value: all[3], field: "beats", to: points(Field("timeSinceStart", .number(-1))),
      problem: "beats 1 timeSinceStart must be a number of 0.0 or more"),
    Wrong(
      value: all[3], field: "beats", to: .list([.number(1)]), problem: "beats 1 must be an object"),
    Wrong(
      value: all[4], field: "valence", to: .number(1.001),
      problem: "valence must be a number from -1.0 to 1.0"),
    Wrong(value: all[4], field: "valence", to: nil, problem: "valence must be a number"),
    Wrong(
      value: all[4], field: "stateOfMindKind", to: .text("week"),
      problem: "stateOfMindKind must be \(listed("HKStateOfMindKind"))"),
    Wrong(
      value: all[4], field: "labels", to: .list([.text("calm"), .text("fine")]),
      problem: "labels 2 must be a value of HKStateOfMindLabel"),
    Wrong(
      value: all[4], field: "associations", to: .text("work"),
      problem: "associations must be a list"),
    Wrong(
      value: all[4], field: "valenceClassification", to: .number(8),
      problem: "valenceClassification must be \(listed("HKStateOfMindValenceClassification"))"),
    Wrong(
      value: glasses, field: "prescriptionType", to: .text("monocle"),
      problem: "prescriptionType must be \(listed("HKVisionPrescriptionType"))"),
    Wrong(
      value: glasses, field: "dateIssued", to: .text("yesterday"),
      problem: "dateIssued must be a time, such as 2026-11-20T08:00:00+01:00"),
    Wrong(
      value: glasses, field: "expirationDate", to: .text("2020-01-01T00:00:00Z"),
      problem: "expirationDate must be no earlier than dateIssued"),
    Wrong(
      value: glasses, field: "leftEye", to: .fields([Field("sphere", .text("much"))]),
      problem: "leftEye sphere must be a number"),
    Wrong(
      value: glasses, field: "rightEye", to: .number(1), problem: "rightEye must be an object"),
    Wrong(value: glasses, field: "brand", to: .number(1), problem: "brand must be text"),
    Wrong(
      value: all[8], field: "locations",
      to: points(Field("date", .text("2026-11-20T08:00:00Z")), Field("latitude", .number(91))),
      problem: "locations 1 latitude must be a number from -90.0 to 90.0"),
    Wrong(
      value: all[8], field: "locations", to: points(Field("latitude", .number(1))),
      problem: "locations 1 date must be a time"),
    Wrong(
      value: all[8], field: "files", to: .list([.number(1)]), problem: "files 1 must be text"),
    Wrong(
      value: all[9], field: "answers", to: .list(Array(repeating: .number(1), count: 6)),
      problem: "answers must be 7 answers, not 6"),
    Wrong(
      value: all[12], field: "text", to: nil, problem: "text must be there if there is no tag"),
    Wrong(
      value: all[11], field: "text", to: .text(" \n"),
      problem: "text must be a text that is not empty, or absent"),
    Wrong(
      value: all[11], field: "tags", to: .text("sick"), problem: "tags must be a list"),
    Wrong(
      value: all[11], field: "tags", to: .list([.text("sick"), .text("SICK")]),
      problem: "tags 2 must be named once"),
    Wrong(value: all[9], field: "answers", to: nil, problem: "answers must be 7 answers, not 0"),
    Wrong(
      value: all[9], field: "answers", to: .list([9, 9, 9, 0, 0, 0, 0].map { .number($0) }),
      problem: "answers 1 must be a whole number from 0 to 3"),
    Wrong(
      value: all[10], field: "answers", to: .list([0, 0, 0, 0, 0, 0, 0, 4, 0].map { .number($0) }),
      problem: "answers 8 must be a whole number from 0 to 3"),
    Wrong(
      value: all[10], field: "answers",
      to: .list([0, 0, 0, 0, 0, 0, 0, 0, 0.5].map { .number($0) }),
      problem: "answers 9 must be a whole number from 0 to 4"),
    Wrong(
      value: all[9], field: "score", to: .number(99),
      problem: "score must be 10, the sum of the answers, or absent"),
    Wrong(
      value: all[9], field: "risk", to: .text("severe"),
      problem: "risk must be moderate, that of the score, or absent"),
  ]

  @Test(arguments: wrong) func isNamed(_ wrong: Wrong) {
    var object = wrong.value.object(uuid: Self.uuid)
    object.fields.removeAll { $0.name == wrong.field }
    if let value = wrong.to { object.fields.append(Field(wrong.field, value)) }
    #expect {
      try TypedDocument(object)
    } throws: { error in
      "\(error)" == "the field " + wrong.problem
    }
  }

  @Test func aRouteNeedsPlacesOrFiles() {
    let object = WorkoutRoute(span: Self.span, locations: []).object(uuid: Self.uuid)
    #expect(throws: DocumentProblem.self) { try TypedDocument(object) }
  }

  @Test func kindTypeAndTimeAreAskedFor() throws {
    var object = Self.all[3].object(uuid: Self.uuid)
    #expect(throws: DocumentProblem.self) { try Audiogram(object) }
    object.content = .document(Document(kind: .heartbeats, span: Self.span))
    #expect(try HeartbeatSeries(object).beats.count == 4, "the kind says the type")
    object.content = .document(Document(kind: .heartbeats, type: "X", span: Self.span))
    #expect(throws: DocumentProblem(field: "type", expected: HeartbeatSeries.type)) {
      try HeartbeatSeries(object)
    }
    object.content = .document(Document(kind: .heartbeats))
    #expect(throws: DocumentProblem(field: "start", expected: "a time")) {
      try HeartbeatSeries(object)
    }
    object.content = .document(Document(kind: .other, type: "X"))
    #expect(try TypedDocument(object) == nil)
  }

  // MARK: Enumerations

  static func names<Value: NamedEnumeration>(_: Value.Type) -> (String, [String], [String]) {
    let known = Enumeration.find(Value.enumeration)?.values ?? []
    return (
      Value.enumeration, Value.allCases.map { "\($0.rawValue) \($0) \($0.name)" },
      known.map { "\($0.rawValue) \($0.name) \($0.name)" }
    )
  }

  @Test func fewValuesAreListed() {
    #expect(
      Self.listed("HKStateOfMindKind")
        == "a value of HKStateOfMindKind: 1 momentaryEmotion, 2 dailyMood")
    #expect(Self.listed("HKStateOfMindLabel") == "a value of HKStateOfMindLabel")
  }

  @Test func enumerationsAreThoseOfTheTable() {
    let all = [
      Self.names(Electrocardiogram.Classification.self),
      Self.names(Electrocardiogram.SymptomsStatus.self), Self.names(StateOfMind.Kind.self),
      Self.names(StateOfMind.ValenceClassification.self), Self.names(StateOfMind.Label.self),
      Self.names(StateOfMind.Association.self),
      Self.names(VisionPrescription.PrescriptionType.self),
    ]
    for (name, stated, known) in all {
      #expect(!known.isEmpty && stated == known, "\(name)")
    }
  }

  @Test(arguments: [
    (-1.0, 1), (-0.72, 1), (-0.71, 2), (-0.2, 3), (-0.1, 4), (0, 4), (0.2, 5), (0.5, 6), (1, 7),
  ])
  func valencesHaveSevenSteps(_ valence: Double, _ step: Int) {
    #expect(StateOfMind.ValenceClassification(valence: valence)?.rawValue == step)
  }

  @Test func aValenceBeyondHasNoStep() {
    for valence in [-1.01, 1.01, .nan] {
      #expect(StateOfMind.ValenceClassification(valence: valence) == nil)
    }
  }

  @Test(arguments: [
    ("2026-11-20T08:00:00.25+01:00", "2026-11-20T08:00:00.250+01:00"),
    ("2026-11-20 08:00:00 -0330", "2026-11-20T08:00:00-03:30"),
    ("2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z"),
    ("2026-02-30T08:00:00Z", nil), ("2026-11-20T24:00:00Z", nil), ("2026-11-20T08:00:00", nil),
    ("2026-11-20T08:00:00+1:00", nil), ("2026-11-20T08:00:00.1234567Z", nil),
    ("2026-11-20T08:00:00+24:00", nil), ("2026-11-20Tab:00:00Z", nil), ("", nil),
  ])
  func timesAreReadInBothSpellings(_ text: String, _ read: String?) {
    var object = Self.glasses.object(uuid: Self.uuid)
    object.fields.removeAll { $0.name == "dateIssued" || $0.name == "expirationDate" }
    object.fields.append(Field("dateIssued", .text(text)))
    #expect((try? VisionPrescription(object))?.dateIssued.description == read)
  }
}
