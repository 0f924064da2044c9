import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthViews
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import Journal

/// What makes two statements of one object the same, and that the short way of reading lines comes
/// to what the general way comes to.
@Suite struct StatedTests {
  private static func time(_ text: String) -> Timestamp {
    Timestamp(rfc3339: text) ?? Timestamp(instant: Instant(microseconds: 0), offsetMinutes: 0)
  }

  private static let created = time("2026-05-01T10:00:00+02:00")

  private static func sample(
    _ metadata: [Metadata.Entry] = [], created: Timestamp? = created, fields: [Field] = [],
    value: Double = 10
  ) -> HealthObject {
    HealthObject(
      uuid: ObjectUUID(content: (1, 2)),
      content: .quantity(
        QuantityContent(
          type: QuantityType.stepCount.identifier,
          span: TimeSpan(at: time("2026-05-01T09:00:00+02:00")), value: value, unit: "count")),
      created: created, metadata: Metadata(metadata), fields: fields)
  }

  private static func hash(_ object: HealthObject, origin: UInt64 = 0) -> Fingerprint {
    StatedHash.fingerprint(of: object, origin: origin)
  }

  /// By what an import finds the sample of a value.
  private static func key(_ value: Double = 10, from source: String? = nil) -> ContentKey {
    let sample = sample(value: value)
    return ContentKey(
      of: sample.content, source: ContentKey.word(ofSource: source), uuid: sample.uuid)
  }

  /// The line that saves objects.
  private static func line(
    _ objects: [HealthObject], _ sequence: UInt64, _ salt: Salt = Salt(random: (1, 2)),
    replacing older: [ObjectUUID] = []
  ) -> [UInt8] {
    line(.save(Save(objects: objects, replaces: older)), sequence, salt)
  }

  private static func line(
    _ event: Event, _ sequence: UInt64, _ salt: Salt = Salt(random: (1, 2))
  ) -> [UInt8] {
    var writer = JSONWriter()
    _ = LineCodec.append(
      event: event, by: EventActor.owner, sequence: sequence, at: Instant(microseconds: 0),
      salt: salt, after: .zero, to: &writer)
    writer.bytes.removeLast()
    return writer.bytes
  }

  @Test func orderAndOffsetsAreNoStatement() {
    let entries = [
      Metadata.Entry("HKWasUserEntered", .boolean(true)),
      Metadata.Entry("made", .date(Self.time("2026-05-01T10:00:00+02:00"))),
      Metadata.Entry("mass", .quantity(81.5, unit: "kg")),
    ]
    let all = Self.hash(Self.sample(entries))
    #expect(all == Self.hash(Self.sample(entries.reversed())))
    var moved = Self.sample(entries, created: Self.time("2026-05-01T17:00:00+09:00"))
    moved.metadata["made"] = .date(Self.time("2026-05-01T08:00:00Z"))
    moved.uuid = ObjectUUID(content: (3, 4))
    #expect(all == Self.hash(moved))
  }

  /// Whatever differs makes another hash.
  @Test func everyDifferenceShows() {
    let device = Field("device", .text("<<HKDevice: 0x28ab>, name:Watch>"))
    let objects = [
      Self.sample(), Self.sample(created: nil),
      Self.sample(created: Self.time("2026-05-01T10:00:01+02:00")),
      Self.sample([Metadata.Entry("a", .string("1"))]),
      Self.sample([Metadata.Entry("a", .number(1))]),
      Self.sample([Metadata.Entry("a", .boolean(true))]),
      Self.sample([Metadata.Entry("b", .string("1"))]),
      Self.sample([Metadata.Entry("a", .string("b")), Metadata.Entry("b", .string("a"))]),
      Self.sample([Metadata.Entry("a", .string("a")), Metadata.Entry("b", .string("b"))]),
      Self.sample([Metadata.Entry("a", .quantity(1, unit: "m"))]),
      Self.sample([Metadata.Entry("a", .quantity(1, unit: "km"))]),
      Self.sample([Metadata.Entry("a", .date(Self.created))]),
      Self.sample(fields: [Field("a", .list([.number(1), .number(2)]))]),
      Self.sample(fields: [Field("a", .list([.number(2), .number(1)]))]),
      Self.sample(fields: [device]), Self.sample(fields: [Field("a", .null)]),
    ]
    let hashes = objects.map { Self.hash($0) } + [Self.hash(Self.sample(), origin: 7)]
    #expect(Set(hashes).count == hashes.count)
    // The address of a device in the memory of the phone is no difference.
    let moved = Field("device", .text("<<HKDevice: 0x99>, name:Watch>"))
    #expect(Self.hash(Self.sample(fields: [device])) == Self.hash(Self.sample(fields: [moved])))
  }

  /// Plain lines of random samples: all go the short way, and it comes to what the general way
  /// comes to.
  @Test(arguments: UInt64(0)..<8) func theShortWayIsTheGeneralWay(seed: UInt64) throws {
    var dice = Dice(seed)
    var units = UnitWords()
    for number in UInt64(2)..<200 {
      let object = Self.random(&dice)
      let salt = Salt(random: (dice.next(), dice.next()))
      let taken = StatedSample(Self.line([object], number, salt).rawBytes, &units)
      let sample = try #require(taken, "\(object)")
      #expect(sample.key(3) == ContentKey(of: object.content, source: 3, uuid: object.uuid))
      #expect(sample.uuid == object.uuid && sample.sequence == UInt32(number))
      #expect(sample.origin == object.origin ?? 0)
      let short = StatedHash.mix(5, sample.sum)
      #expect(short == Self.hash(object, origin: 5).value, "\(object)")
    }
  }

  /// More objects than were announced have their places, and are found in any order, by what they
  /// say and by their uuids.
  @Test func moreThanAnnouncedAreFound() throws {
    let uuids = (0..<500).map { number in
      ObjectUUID(content: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number)))
    }
    var stated = StatedObjects(room: 3)
    var fingerprints: [Fingerprint] = []
    for (number, uuid) in uuids.enumerated() {
      var object = Self.sample(
        [Metadata.Entry("number", .number(Double(number)))], value: Double(number))
      object.uuid = uuid
      fingerprints.append(Self.hash(object))
      try stated.read(Self.line([object], UInt64(number) + 2).rawBytes)
      if number == 250 { stated.makeIndex() }
    }
    for place in Array(0..<500).shuffled() {
      let key = Self.key(Double(place))
      #expect(stated.copy(of: uuids[place]) == key)
      #expect(stated.compare(key, fingerprints[place]) == .held(.live), "\(place)")
      #expect(stated.compare(key, fingerprints[place]) == .other, "the second time")
    }
    #expect(stated.held(Self.key(500)) == nil)
    #expect(stated.count { _ in true } == (500, 500))
  }

  /// Equal contents are as many copies, in the order of their lines; where a newer version states
  /// another value, the copies that are left have the ordinals from 0 on.
  @Test func copiesHaveTheirOrder() throws {
    let uuids = (1...3).map { ObjectUUID(content: (UInt64($0) << 40, UInt64($0))) }
    var stated = StatedObjects(room: 3)
    for (number, uuid) in uuids.enumerated() {
      var object = Self.sample()
      object.uuid = uuid
      try stated.read(Self.line([object], UInt64(number) + 2).rawBytes)
    }
    for (ordinal, uuid) in uuids.enumerated() {
      #expect(stated.held(Self.key().copy(ordinal))?.first == uuid)
    }
    var newer = Self.sample(value: 11)
    newer.uuid = ObjectUUID(content: (9 << 40, 9))
    try stated.read(Self.line([newer], 5, replacing: [uuids[0]]).rawBytes)
    let moved = try #require(stated.held(Self.key(11)))
    #expect(moved.first == uuids[0] && moved.newest == newer.uuid)
    let left = [0, 1, 2].map { stated.held(Self.key().copy($0))?.first }
    #expect(left == [uuids[2], uuids[1], nil])
  }

  /// However many threads read the lines, and in whatever parts, they come to the same.
  @Test func partsOfLinesAreTheWhole() throws {
    let folder = TemporaryFolder()
    let journal = Journal(at: folder.path("j"))
    try journal.create(timeZone: "Europe/Berlin")
    var session = try journal.write()
    var uuids: [ObjectUUID] = []
    for number in 0..<400 {
      let uuid = ObjectUUID(content: (UInt64(number) << 55, UInt64(number)))
      uuids.append(uuid)
      var sample = Self.sample([Metadata.Entry("number", .number(Double(number)))])
      sample.uuid = uuid
      _ = try session.stage(
        Command(by: EventActor.owner, .save(SaveRequest(objects: [Draft(sample)], imported: true))))
    }
    try session.commit()
    let replayed = try session.replayed()
    try session.finish()
    let one = try StatedObjects(replayed, threads: 1)
    for (threads, lines) in [(2, 64), (4, 100), (3, 1)] as [(Int, UInt64)] {
      let stated = try StatedObjects(replayed, threads: threads, partLines: lines)
      for (ordinal, uuid) in uuids.enumerated() {
        let copy = Self.key().copy(ordinal)
        #expect(stated.held(copy) == one.held(copy) && stated.held(copy)?.first == uuid)
      }
    }
    #expect(one.count { _ in true }.all == 400)
  }

  /// A line of several objects is read once, so that none of them is counted or deleted twice.
  @Test func aLineOfSeveralIsOne() throws {
    let objects = (1...3).map { number in
      var object = Self.sample()
      object.uuid = ObjectUUID(content: (UInt64(number) << 40, UInt64(number)))
      return object
    }
    var stated = StatedObjects(room: 3)
    try stated.read(Self.line(objects, 7).rawBytes)
    let left = stated.unconfirmed { _ in true }
    #expect(left.map(\.line) == [7, 7, 7] && left.map(\.uuid) == objects.map(\.uuid))
    #expect(stated.count { _ in true } == (3, 0))
  }

  /// An object that was replaced by its sync identifier is gone: the object at its index is no
  /// version of it, and a later import must not replace that. Of an import the two are paired.
  @Test(arguments: [false, true]) func onlyContentIsPaired(_ isOfContent: Bool) throws {
    let old = ObjectUUID(content: (1 << 40, 1))
    let newer = [UInt64(2), 3].map { number in
      isOfContent
        ? ObjectUUID(content: (number << 40, number)) : ObjectUUID(random: (number, number))
    }
    func objects(_ uuids: [ObjectUUID]) -> [HealthObject] {
      uuids.map { uuid in
        var object = Self.sample()
        object.uuid = uuid
        return object
      }
    }
    var stated = StatedObjects(room: 3)
    try stated.read(Self.line(objects([old]), 2).rawBytes)
    try stated.read(Self.line(objects(newer), 3, replacing: [old]).rawBytes)
    let held = try #require(stated.held(Self.key()))
    #expect((held.state == .live) == isOfContent)
    #expect(held.newest == (isOfContent ? newer[0] : old))
    let entered = Self.key(from: EventActor.owner)
    #expect(stated.copy(of: newer[1]) == (isOfContent ? Self.key().copy(1) : entered))
  }

  /// What no import made is found after all that imports made, by its content in whole seconds, and
  /// whatever else an import states of it.
  @Test func whatWasEnteredIsFoundLast() throws {
    var (entered, imported) = (Self.sample(), Self.sample())
    let time = Self.time("2026-05-01T09:00:00.75+02:00")
    entered.content = .quantity(
      QuantityContent(
        type: QuantityType.stepCount.identifier, span: TimeSpan(at: time), value: 10,
        unit: "count"))
    (entered.uuid, entered.origin) = (ObjectUUID(random: (7, 7)), 2)
    imported.origin = 2
    var stated = StatedObjects(room: 3)
    let origin = Event.origin(Origin(source: Source(name: "Fit")))
    try stated.read(Self.line(origin, 2).rawBytes)
    try stated.read(Self.line([entered], 3).rawBytes)
    try stated.read(Self.line([imported], 4).rawBytes)
    stated.placeEntered()
    let key = Self.key(from: "Fit")
    #expect(stated.held(key)?.first == imported.uuid)
    #expect(stated.compare(key, Fingerprint(1)) == .other)
    #expect(stated.held(key.copy(1))?.first == entered.uuid)
    #expect(stated.compare(key.copy(1), Fingerprint(1)) == .held(.live))
  }

  /// Counts of a receipt that no program of ours wrote are no reason to stop.
  @Test func countsStopAtTheGreatestNumber() {
    var count = ImportCount(element: "Record")
    (count.read, count.known) = (.max, 3)
    let sum = ImportTable.sum([count, count])
    #expect(sum.read == .max && sum.known == 6 && sum.saved == 0)
    let vanished = [1, 2].map { _ in VanishedCount(type: "a", count: .max) }
    let rows = ImportTable.table([], types: [count], vanished: vanished)
    #expect((try? rows.allRows().count) == 1)
  }

  private static func random(_ dice: inout Dice) -> HealthObject {
    let values: [MetadataValue] = [
      .string("Europe/Berlin"), .string(""), .string("Ünïcödé"), .number(-1.5e-7), .number(0),
      .boolean(true), .boolean(false), .quantity(37_346, unit: "cm"), .string("2026-05-01"),
      .string("2026-05-01T10:00:00Z"), .string("2026-05-01 10:00:00 +0200"),
    ]
    let keys = ["HKTimeZone", "HKWasUserEntered", "own key", "a", "Ü"]
    let count = Int.random(in: 0...4, using: &dice)
    var object = sample(
      keys.shuffled(using: &dice).prefix(count).map { key in
        Metadata.Entry(key, values.randomElement(using: &dice) ?? .number(1))
      })
    object.uuid = ObjectUUID(random: (dice.next(), dice.next()))
    if dice.oneIn(3) { object.created = nil }
    if dice.oneIn(3) { object.origin = UInt64.random(in: 2...90_000, using: &dice) }
    if dice.oneIn(3), let span = object.content.span {
      object.content = .category(
        CategoryContent(type: "HKCategoryTypeIdentifierMindfulSession", span: span, value: .code(0))
      )
    }
    return object
  }

  /// Random lines of any program: what the short way takes comes to what the general way comes to.
  @Test(arguments: UInt64(1)...4) func theShortWayTakesWhatItKnows(seed: UInt64) throws {
    var lines = GrammarLines(Dice(seed), .all)
    var units = UnitWords()
    for number in UInt64(2)..<400 {
      let line = Array(lines.line(.save, number: number).text.utf8)
      guard let sample = StatedSample(line.rawBytes, &units) else { continue }
      let entry = try LineCodec.decode(line.rawBytes)
      guard case .save(let save)? = entry.event else { continue }
      let object = try #require(save.objects.first)
      #expect(save.objects.count == 1 && save.replaces.isEmpty && save.workout == nil)
      #expect(StatedHash.mix(5, sample.sum) == Self.hash(object, origin: 5).value)
      #expect(sample.key(3) == ContentKey(of: object.content, source: 3, uuid: object.uuid))
    }
  }
}

extension StatedObjects {
  /// Takes in a line.
  fileprivate mutating func read(_ line: RawSpan) throws {
    var lines = StatedLines()
    try lines.read(line)
    read(lines)
  }
}
