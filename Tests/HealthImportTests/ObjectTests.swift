import HealthEvents
import HealthImport
import HealthModel
import Testing

/// What single elements become.
@Suite struct ObjectTests {
  @Test(arguments: [
    ("value=\"10\"", "unit=\"count\"", 10.0, "count"),
    ("value=\"1e-05\"", "unit=\"km\"", 1e-05, "km"),
    ("value=\"-.5\"", "unit=\"\"", -0.5, ""), ("value=\"007\"", "", 7, ""),
    ("sum=\"3\"", "unit=\"kg\"", 3, "kg"),
  ])
  func quantities(_ value: String, _ unit: String, _ number: Double, _ text: String) throws {
    let type = "HKQuantityTypeIdentifierFromTheFuture"
    let draft = try single(record(type: type, value: value, unit: unit))
    guard case .quantity(let sample) = draft.object.content else { return #expect(Bool(false)) }
    #expect((sample.value, sample.unit) == (number, text))
    #expect(sample.span.start.description == "2024-04-01T08:00:00+02:00")
  }

  @Test func seriesOfIOS8() throws {
    let draft = try single(
      record(value: "recordCount=\"12\" min=\"58\" max=\"91\" average=\"70.25\""))
    guard case .quantity(let sample) = draft.object.content else { return #expect(Bool(false)) }
    #expect(sample.value == 70.25)
    #expect(sample.series == SeriesSummary(count: 12, minimum: 58, maximum: 91))
    #expect(draft.object.fields.isEmpty)
  }

  @Test(arguments: [
    ("SleepAnalysis", "value=\"HKCategoryValueSleepAnalysisAsleep\"", CategoryCode.code(1)),
    ("SleepAnalysis", "value=\"HKCategoryValueSleepAnalysisAsleepREM\"", .code(5)),
    ("SleepAnalysis", "value=\"5\"", .code(5)), ("SleepAnalysis", "value=\"-1\"", .code(-1)),
    ("SleepAnalysis", "value=\"05\"", .name("05")),
    ("SleepAnalysis", "value=\"HKNew\"", .name("HKNew")),
    ("SleepAnalysis", "", .name("HKCategoryValueNotApplicable")),
    ("MindfulSession", "", .code(0)), ("FromTheFuture", "", .code(0)),
    ("MenstrualFlow", "value=\"HKCategoryValueMenstrualFlowHeavy\"", .code(4)),
    ("MenstrualFlow", "value=\"HKCategoryValueVaginalBleedingHeavy\"", .code(4)),
  ])
  func categories(_ type: String, _ value: String, _ code: CategoryCode) throws {
    let type = "HKCategoryTypeIdentifier" + type
    let draft = try single(record(type: type, value: value, unit: ""))
    guard case .category(let sample) = draft.object.content else { return #expect(Bool(false)) }
    #expect(sample.value == code)
  }

  @Test func originAndCreation() throws {
    let draft = try single(
      record(
        more: """
          sourceVersion="9.1" creationDate="2024-04-01 07:00:00 +0200" \
          device="&lt;&lt;HKDevice: 0x1&gt;, name:Watch&gt;"
          """))
    #expect(draft.source == Source(name: "Phone", version: "9.1"))
    #expect(draft.device == Device(name: "Watch"))
    #expect(draft.object.created?.description == "2024-04-01T07:00:00+02:00")
  }

  @Test func metadataByClass() throws {
    var sink = MemorySink()
    try load(try Exports.fixture("metadata"), into: &sink)
    let object = try #require(sink.drafts.first).object
    let date = try #require(object.metadata["HKDateOfEarliestDataUsedForEstimate"])
    guard case .date = date else { return #expect(Bool(false)) }
    let expected: [Metadata.Entry] = [
      .init("HKWasUserEntered", .boolean(true)),
      .init("HKWeatherHumidity", .quantity(6400, unit: "%")),
      .init("HKWeatherTemperature", .quantity(76.654, unit: "degF")),
      .init("HKElevationAscended", .quantity(37346, unit: "cm")),
      .init("HKAverageMETs", .string("6.72441 kcal/hr-kg")),
      .init("HKVO2MaxTestType", .number(2)), .init("HKDateOfEarliestDataUsedForEstimate", date),
      .init("HKFoodType", .string("pie, 14\"")), .init("Sequence no", .string("3")),
      .init("HKIndoorWorkout", .string("yes")), .init("Empty", .string("")),
    ]
    #expect(object.metadata.entries == expected)
    let second = FieldValue.fields([
      Field("key", .text("Sequence no")), Field("value", .text("4")),
    ])
    #expect(object.fields["repeatedMetadata"] == .list([second]))
    let keyless = FieldValue.fields([
      Field("element", .text("MetadataEntry")),
      Field("attributes", .fields([Field("value", .text("keyless"))])),
    ])
    #expect(object.fields["children"] == .list([keyless]))
  }

  @Test func whatIsUnknownIsKept() throws {
    let draft = try single(
      record(more: "mood=\"a\" mood=\"b\"", inner: "<Note lang=\"en\">by hand<Page/></Note>words"))
    let note = FieldValue.fields([
      Field("element", .text("Note")),
      Field("attributes", .fields([Field("lang", .text("en"))])), Field("text", .text("by hand")),
      Field("children", .list([.fields([Field("element", .text("Page"))])])),
    ])
    let mood = FieldValue.list([.text("a"), .text("b")])
    #expect(
      draft.object.fields == [
        Field("attributes", .fields([Field("mood", mood)])), Field("text", .text("words")),
        Field("children", .list([note])),
      ])
  }

  @Test func beats() throws {
    let draft = try single(
      record(
        inner: """
          <HeartRateVariabilityMetadataList>\
          <InstantaneousBeatsPerMinute bpm="78" time="08:33:44,67"/>\
          </HeartRateVariabilityMetadataList>
          """))
    let beat = FieldValue.fields([
      Field("bpm", .text("78")), Field("time", .text("08:33:44,67")),
    ])
    #expect(draft.object.fields == [Field("beatsPerMinute", .list([beat]))])
  }

  @Test func summary() throws {
    var sink = MemorySink()
    try load(try Exports.fixture("odd-dates"), into: &sink)
    let object = try #require(sink.drafts.last).object
    #expect(object.content == .summary(SummaryContent(date: "2024-04-30")))
    #expect(object.created?.description == "2024-05-01T07:30:00+02:00")
    #expect(object.fields["activeEnergyBurned"] == .number(590.252))
    #expect(object.fields["activeEnergyBurnedUnit"] == .text("Cal"))
    #expect(object.fields["attributes"] == .fields([Field("type", .text("daily"))]))
  }

  @Test func me() throws {
    var sink = MemorySink()
    let me = """
      <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet" \
      HKCharacteristicTypeIdentifierDateOfBirth="" shoeSize="43"/>
      """
    try load(export(me), into: &sink)
    #expect(sink.lines.count == 1)
    let sex = Characteristic(
      type: "HKCharacteristicTypeIdentifierBiologicalSex", value: "HKBiologicalSexNotSet")
    #expect(sink.drafts.first?.object.content == .characteristic(sex))
    #expect(sink.drafts.last?.object.fields["element"] == .text("Me"))
    #expect(sink.drafts.count == 2)
  }
}

@Suite struct AppleTextTests {
  @Test(
    arguments: [
      ("2024-05-01 07:30:00 +0200", "2024-05-01T07:30:00+02:00"),
      ("1969-12-30 23:59:59 -0930", "1969-12-30T23:59:59-09:30"),
      ("2024-02-29 00:00:00 +0000", "2024-02-29T00:00:00Z"),
      ("20141130073000+0530", "2014-11-30T07:30:00+05:30"),
      ("2023-02-29 00:00:00 +0000", nil), ("2024-05-01 24:00:00 +0000", nil),
      ("2024-05-01 07:30:60 +0000", nil), ("2024-05-01 07:30:00 +2400", nil),
      ("2024-05-01 07:30:00 0200 ", nil), ("2024-05-01T07:30:00 +0200", nil),
      ("2024-05-01 07:30:00 +02:00", nil), ("2024-05-01", nil), ("", nil),
      ("2014113007300x+0530", nil), ("20141330073000+0530", nil),
    ] as [(String, String?)])
  func dates(_ text: String, _ expected: String?) {
    #expect(appleDate(text) == expected)
  }

  @Test func devices() {
    let device = AppleDevice.parse(
      "<<HKDevice: 0x28ab0c1d0>, name:Apple Watch, manufacturer:Apple, Inc., model:Watch, "
        + "hardware:Watch6,1, firmware:1, software:9.1, localIdentifier:a:b, "
        + "UDIDeviceIdentifier:(01)2, creation date:2023-10-02 10:11:12 +0000>")
    let expected = Device(
      name: "Apple Watch", manufacturer: "Apple, Inc.", model: "Watch", hardware: "Watch6,1",
      firmware: "1", software: "9.1", localIdentifier: "a:b", udi: "(01)2",
      fields: [Field("creation date", .text("2023-10-02 10:11:12 +0000"))])
    #expect(device == expected)
  }

  @Test(
    arguments: [
      ("<<HKDevice: 0x1>, name:a, b, model:M>", "a, b", "M"),
      ("<<HKDevice: 0x1>, name:a, name:b>", "a, name:b", nil),
      ("<<HKDevice: 0x1>, model:<M>>", nil, "<M>"),
      ("<<HKDevice: 0x1>, name:Caf\u{E9} \u{1F3CA}, model:>", "Caf\u{E9} \u{1F3CA}", ""),
      ("<<HKDevice: 0x1>>", nil, nil), ("<<HKDevice: 0x1>", nil, nil),
    ] as [(String, String?, String?)])
  func deviceParts(_ text: String, _ name: String?, _ model: String?) {
    #expect(AppleDevice.parse(text) == Device(name: name, model: model))
  }

  @Test(arguments: ["Apple Watch", "<<HKDevice>>", "", "<<HKDevice: 0x1"])
  func unknownDevicesAreKept(_ text: String) {
    #expect(AppleDevice.parse(text) == Device(fields: [Field("text", .text(text))]))
  }
}
