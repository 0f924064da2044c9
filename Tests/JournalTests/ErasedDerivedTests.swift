import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import Journal

/// What was derived from what is erased goes too, or is counted and named: type identifiers,
/// hashes, uuids and sums are looked for, not texts alone.
@Suite struct ErasedDerivedTests {
  private static let quantity = "HKQuantityTypeIdentifier"
  private static let category = "HKCategoryTypeIdentifier"
  private static let trait = "HKCharacteristicTypeIdentifier"

  private static let units = [
    "StepCount": "count", "HeartRate": "count/min", "ActiveEnergyBurned": "kcal",
  ]

  /// An export of a person with some records, each a type, a day of March 2026 and its value.
  private static func export(
    born: String = "1979-02-03", sex: String = "Male", exported: String = "2026-04-01",
    _ records: [(type: String, day: Int, value: String)], _ rest: String = ""
  ) -> [UInt8] {
    let elements = records.map { record in
      let day = "2026-03-\(record.day < 10 ? "0" : "")\(record.day)"
      return """
        <Record type="\(record.type)" sourceName="Tracker" \
        unit="\(units[record.type.dropFirst(quantity.count).description] ?? "")" \
        startDate="\(day) 08:00:00 +0100" endDate="\(day) 08:10:00 +0100" value="\(record.value)"/>
        """
    }
    return Array(
      """
      <HealthData><ExportDate value="\(exported) 08:00:00 +0100"/>
      <Me \(trait)DateOfBirth="\(born)" \(trait)BiologicalSex="HKBiologicalSex\(sex)"/>
      \(elements.joined(separator: "\n"))\(rest)
      </HealthData>
      """.utf8)
  }

  private static let steps = (1...6).map { (quantity + "StepCount", $0 + 10, "\($0)") }

  // MARK: Persons

  /// Given exports of two persons, then each has one uuid, which nothing but chance made.
  @Test func aPersonIsKnownByTraits() throws {
    let trial = try ErasedTrial()
    _ = try trial.report(Self.export(Self.steps))
    let second = try trial.report(Self.export(exported: "2026-05-01", Self.steps.dropLast()))
    #expect(second.vanishedCounts?.map(\.count) == [1])
    let other = Self.export(born: "1951-10-30", exported: "2026-06-01", Self.steps)
    #expect(try trial.report(other).reason == .otherPerson)
    let persons = try trial.receipts().compactMap { $0.extent?.person }
    #expect(persons.count == 3 && persons[0] == persons[1] && persons[0] != persons[2])
    #expect(persons.allSatisfy { !$0.isOfContent })
  }

  /// Given an erased trait, when the person's next export comes, then it is compared by what is
  /// left; and not at all where nothing is.
  @Test func erasedTraitsAreNotCompared() throws {
    let trial = try ErasedTrial()
    _ = try trial.report(Self.export(Self.steps))
    try trial.erase(types: [Self.trait + "DateOfBirth"])
    #expect(try !trial.lines().joined().contains("1979-02-03"))
    let next = try trial.report(Self.export(exported: "2026-05-01", Self.steps))
    #expect(next.vanishedCounts == [])
    let woman = Self.export(sex: "Female", exported: "2026-06-01", Self.steps)
    #expect(try trial.report(woman).reason == .otherPerson)
    try trial.erase(types: [Self.trait + "BiologicalSex"])
    let last = try trial.report(Self.export(exported: "2026-07-01", Self.steps))
    #expect(last.reason == .otherPerson)
  }

  /// Given receipts with a hash of the traits, then exports are compared with them, and the hash
  /// goes with the first trait.
  @Test func theHashOfOlderProgramsGoes() throws {
    let trial = try ErasedTrial()
    let folder = Project.fixtures.appending(path: "import/older-program")
    trial.system["/j/lock"] = []
    trial.system["/j/events.ndjson"] = Array(
      try Data(contentsOf: folder.appending(path: "events.ndjson")))
    let same = Array(try Data(contentsOf: folder.appending(path: "same.xml")))
    #expect(try trial.report(same).reason == nil)
    let hash = try #require(try trial.receipts().compactMap { $0.extent?.person }.first)
    #expect(hash.isOfContent)
    let counts = try trial.erase(types: [Self.trait + "DateOfBirth"])
    #expect(counts.derived[.persons]?.count == 2)
    let persons = try trial.receipts().compactMap { $0.extent?.person }
    #expect(!persons.contains(hash) && persons.count >= 2)
    #expect(persons.allSatisfy { !$0.isOfContent } && persons[0] == persons[1])
    #expect(try !trial.lines().joined().contains(hash.description))
  }

  // MARK: Receipts

  /// Given types that are erased whole, then receipts tell neither of them nor of their days, also
  /// not those of later imports of the file, and they keep no hash of it.
  @Test func receiptsForgetATypeThatIsGone() throws {
    let trial = try ErasedTrial()
    let secret = [("SexualActivity", 2), ("IntermenstrualBleeding", 28)].map {
      (Self.category + $0.0, $0.1, "HKCategoryValueNotApplicable")
    }
    let file = Self.export(Self.steps + secret)
    _ = try trial.report(file)
    _ = try trial.report(Self.export(exported: "2026-05-01", Self.steps))
    let part = ImportSelection(types: [Self.category + "SexualActivity"])
    let other = Self.export(exported: "2026-05-02", Self.steps + secret)
    _ = try trial.report(other, selection: part)
    #expect(try trial.receipts().count == 3)
    let counts = try trial.erase(types: secret.map(\.0))
    #expect(counts.objects == 2 && counts.derived[.receipts]?.count ?? 0 >= 2)
    for round in 1...2 {
      let text = try trial.lines().joined()
      #expect(!text.contains("SexualActivity") && !text.contains("Intermenstrual"), "\(round)")
      if round == 1 {
        #expect(!text.contains("2026-03-02") && !text.contains("2026-03-28"))
        #expect(!text.contains(SHA256.hash(file.rawBytes).hexText))
        #expect(text.contains("StepCount"))
      }
      #expect(try trial.report(file).lines == nil)
    }
  }

  /// Given an import of which all is erased, then its receipt goes too; where a part is left, what
  /// it still counts is named.
  @Test func aReceiptGoesWithTheLastOfItsImport() throws {
    let trial = try ErasedTrial()
    _ = try trial.report(Self.export(Array(Self.steps.prefix(3))))
    let before = try trial.live()
    _ = try trial.report(Self.export(exported: "2026-05-01", Self.steps))
    let added = try trial.live().subtracting(before)
    #expect(added.count == 3)
    let one = try #require(added.first)
    let some = try trial.erase(.objects([one])).counts
    #expect(some.derived[.countsLeft]?.count == 1)
    #expect(some.derived[.countsLeft]?.types == [Self.quantity + "StepCount"])
    #expect(try trial.receipts().count == 2)
    try trial.erase(.objects(added.filter { $0 != one }))
    #expect(try trial.receipts().count == 1)
  }

  // MARK: Figures

  private static let workout = """
    <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
    totalEnergyBurned="321.5" totalEnergyBurnedUnit="kcal" totalDistance="5.25" \
    totalDistanceUnit="km" sourceName="Tracker" startDate="2026-03-11 08:00:00 +0100" \
    endDate="2026-03-11 08:30:00 +0100"><WorkoutStatistics \
    type="HKQuantityTypeIdentifierHeartRate" startDate="2026-03-11 08:00:00 +0100" \
    endDate="2026-03-11 08:30:00 +0100" average="151.25" minimum="99" maximum="177" \
    unit="count/min"/></Workout>
    <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Tracker" \
    unit="ms" startDate="2026-03-12 08:00:00 +0100" endDate="2026-03-12 08:01:00 +0100" value="44">\
    <HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="61" time="08:00:01"/>\
    </HeartRateVariabilityMetadataList></Record>
    """

  /// Given types that are erased whole, then their sums and beats leave other objects, and the next
  /// import of the file does not bring them back.
  @Test func figuresOfATypeGoWithIt() throws {
    let trial = try ErasedTrial()
    let heart = Self.quantity + "HeartRate"
    let file = Self.export(
      Self.steps + [(heart, 11, "150"), (Self.quantity + "ActiveEnergyBurned", 11, "20")],
      Self.workout)
    _ = try trial.report(file)
    let counts = try trial.erase(types: [heart, Self.quantity + "ActiveEnergyBurned"])
    #expect(counts.derived[.figures]?.count == 2 && counts.derived[.figuresLeft] == nil)
    func expectNothing() throws {
      let text = try trial.lines().joined()
      for word in ["HeartRate\"", "151.25", "maximum", "bpm", "321.5", "EnergyBurned"] {
        #expect(!text.contains(word), "\(word)")
      }
      #expect(text.contains("5.25") && text.contains("\"value\":44"))
    }
    try expectNothing()
    let next = try trial.run(file)
    #expect(next.saved + next.corrected == 0)
    try expectNothing()
    let later = try trial.run(
      Self.export(
        exported: "2026-05-01", Self.steps, Self.workout.replacing("5.25", with: "5.5")))
    #expect(later.corrected == 1, "a correction of what is left is one")
    #expect(try trial.run(file, again: true).saved == 2)
  }

  /// Given one sample of many, or rings, then the sums in which it is stay, and are named.
  @Test func sumsThatStayAreNamed() throws {
    let trial = try ErasedTrial()
    let energy = Self.quantity + "ActiveEnergyBurned"
    let rings = """
      <ActivitySummary dateComponents="2026-03-11" activeEnergyBurned="432.1" \
      activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal"/>
      <ActivitySummary dateComponents="2026-03-21" activeEnergyBurned="12" \
      activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal"/>
      """
    _ = try trial.report(
      Self.export([(energy, 11, "20"), (energy, 15, "30")], Self.workout + rings))
    var query = ViewQuery()
    query.types = [energy]
    query.to = Instant(microseconds: 1_773_300_000_000_000)
    let counts = try trial.erase(.query(query)).counts
    #expect(counts.objects == 1)
    let left = try #require(counts.derived[.figuresLeft])
    #expect(
      left.holders == [WorkoutContent.type: 1, SummaryContent.type: 1] && left.types == [energy])
    #expect(try trial.lines().joined().contains("321.5"))
    let whole = try trial.erase(types: [energy])
    #expect(whole.derived[.figuresLeft]?.holders == [SummaryContent.type: 2])
    // Asked once more there is no object, and what stays is said all the same.
    let again = try trial.erase(types: [energy])
    #expect(again.isEmpty && again.derived[.figuresLeft]?.count == 2)
  }

  /// Given an electrocardiogram with the lines of a phone, when the date of birth is erased, then
  /// name and date leave it.
  @Test func aRecordingForgetsThePerson() throws {
    let trial = try ErasureTrial()
    let lines = [
      ("Nom", "Miriam Muster"), ("Date de naissance", "3 févr. 1979"),
      ("Date", "2026-03-01 08:00:00 +0100"), ("Classification", "Sinus Rhythm"),
    ].map { FieldValue.fields([Field("label", .text($0.0)), Field("value", .text($0.1))]) }
    let start = Timestamp(instant: Instant(microseconds: 1_772_300_000_000_000), offsetMinutes: 60)
    let recording = HealthObject(
      uuid: ErasureTrial.uuid(1),
      content: .document(Document(kind: .ecg, span: TimeSpan(at: start))),
      fields: [Field("averageHeartRate", .number(63)), Field("header", .list(lines))])
    #expect(recording.otherTypes == [Self.quantity + "HeartRate", Self.trait + "DateOfBirth"])
    try trial.inSession { session in
      _ = try session.perform(
        Command(
          by: EventActor.owner, .save(SaveRequest(objects: [Draft(recording)], imported: true))))
    }
    var query = ViewQuery()
    query.types = [Self.trait + "DateOfBirth"]
    let counts = try trial.erase(.query(query)).counts
    #expect(counts.derived[.figures]?.count == 1 && counts.objects == 0)
    let text = try trial.everything()
    for word in ["Miriam", "févr", "naissance"] { #expect(!text.contains(word), "\(word)") }
    #expect(text.contains("Sinus Rhythm") && text.contains("\"averageHeartRate\":63"))
    try trial.check(gone: [], left: [])
  }

  // MARK: Uuids and settings

  /// Given uuids that were made from what goes, then they are counted: of a correlation, with the
  /// name of a source by an older program, of a newer version.
  @Test func uuidsOfWhatGoesAreCounted() throws {
    let trial = try ErasedTrial()
    trial.system["/j/lock"] = []
    trial.system["/j/events.ndjson"] = Array(
      try Data(contentsOf: Project.fixtures.appending(path: "import/older-program/events.ndjson")))
    let name = try trial.erase(.names("Cuff")).counts
    #expect(
      Set(try #require(name.derived[.uuidsLeft]).holders.keys) == [
        Self.quantity + "BloodPressureSystolic", Self.quantity + "BloodPressureDiastolic",
        "HKCorrelationTypeIdentifierBloodPressure",
      ])
    let member = try trial.erase(types: [Self.quantity + "BloodPressureSystolic"])
    #expect(
      member.derived[.uuidsLeft]?.holders == ["HKCorrelationTypeIdentifierBloodPressure": 1])
    // Uuids of this program hold no name.
    let own = try ErasedTrial()
    _ = try own.report(Self.export(Self.steps + [Self.steps[0]]))
    #expect(try own.erase(.names("Tracker")).counts.derived[.uuidsLeft] == nil)
  }

  @Test func settingsAndRightsAreNamed() throws {
    var trial = try ErasureTrial()
    let type = QuantityType.stepCount.identifier
    try trial.save([1, 2])
    try trial.inSession { session in
      _ = try session.perform(
        Command(
          by: EventActor.owner,
          .configure(Configuration(priority: [SourcePriority(type: type, sources: ["Phone"])]))))
    }
    #expect(
      try trial.erase(.objects([ErasureTrial.uuid(1)])).counts.derived[.settingsLeft] == nil)
    let counts = try trial.erase(.objects([ErasureTrial.uuid(2)])).counts
    #expect(counts.derived[.settingsLeft]?.lines == [3])
  }

  // MARK: Versions

  /// Given versions under a sync identifier, saved beside other objects, when the newest is erased,
  /// then all of them are.
  @Test func olderVersionsUnderASyncIdentifierGo() throws {
    let trial = try ErasureTrial()
    func draft(_ number: Int, version: Int?) -> Draft {
      var draft = ErasureTrial.draft(number, nil, nil)
      draft.object.uuid = ObjectUUID(random: (UInt64(number) << 32, UInt64(number)))
      if let version {
        draft.object.metadata[MetadataName.syncIdentifier] = .string("k")
        draft.object.metadata[MetadataName.syncVersion] = .number(Double(version))
      }
      return draft
    }
    let batches = [
      [draft(1, version: 1), draft(2, version: 2), draft(3, version: nil)],
      [draft(4, version: nil), draft(5, version: 3)],
    ]
    for batch in batches {
      try trial.inSession { session in
        _ = try session.perform(Command(by: EventActor.owner, .save(SaveRequest(objects: batch))))
      }
    }
    _ = try trial.erase(.objects([batches[1][1].object.uuid]))
    let text = try trial.everything()
    for number in [1, 2, 5] { #expect(!text.contains("TEXT-\(number) "), "\(number)") }
    for number in [3, 4] { #expect(text.contains("TEXT-\(number) "), "\(number)") }
    try trial.check(gone: [], left: [3, 4])
  }

  /// Given a chain of correlations, then its closure is found in one pass.
  @Test func aChainOfCorrelationsIsFoundInOnePass() {
    let uuids = (0...60_000).map { ErasureTrial.uuid($0) }
    let moment = TimeSpan(at: Timestamp(instant: Instant(microseconds: 0), offsetMinutes: 0))
    var links = ErasureLinks()
    for index in 1..<uuids.count {
      let object = HealthObject(
        uuid: uuids[index],
        content: .correlation(
          CorrelationContent(
            type: "HKCorrelationTypeIdentifierFood", span: moment, members: [uuids[index - 1]])))
      links.take(
        Entry(
          sequence: UInt64(index), at: Instant(microseconds: 0),
          body: .event(.save(Save(objects: [object])), by: EventActor.owner)))
    }
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(links.closure(of: [uuids[0]]).count == uuids.count)
    }
    #expect(time < .seconds(20), "\(time)")
  }

  // MARK: Nothing is left

  /// Each type of an export is erased: no line that stays has its identifier, but those that are
  /// named; and the next import brings nothing back.
  @Test func noLineHasTheIdentifier() throws {
    let bytes = Array(
      try Data(contentsOf: Project.fixtures.appending(path: "demo/export.xml")))
    let types = try {
      let trial = try ErasedTrial()
      return try trial.report(bytes).outcome.types.map(\.element)
    }()
    #expect(types.count > 10)
    for type in types {
      let trial = try ErasedTrial()
      _ = try trial.report(bytes)
      _ = try trial.report(bytes + Array("\n".utf8))
      let counts = try trial.erase(types: [type])
      let named = Set(
        counts.derived.filter(\.key.stays).values.flatMap(\.lines).map(Int.init))
      func expectNothing(_ round: String) throws {
        for (index, line) in try trial.lines().enumerated()
        where line.contains("\"\(type)\"") && !named.contains(index + 1) {
          Issue.record("\(type) in line \(index + 1), \(round)")
        }
      }
      try expectNothing("erased")
      let next = try trial.run(bytes)
      #expect(next.saved + next.corrected == 0, "\(type)")
      try expectNothing("imported")
    }
  }
}

extension ImportJob.Report {
  /// Why it was compared with no other; nil: it was.
  fileprivate var reason: NotComparable? {
    if case .none(let reason) = comparison { reason } else { nil }
  }
}
