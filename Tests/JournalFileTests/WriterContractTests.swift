import ByteTools
import Foundation
import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// A system and a folder in it where a journal can be made; a real folder goes away with it.
final class Place: CustomTestStringConvertible {
  let system: any FileSystem
  let folder: String
  private let home = TemporaryFolder()
  let testDescription: String

  init(_ name: String) {
    testDescription = name
    system =
      switch name {
      case "memory": MemorySystem()
      case "store": MemoryFileSystem()
      default: PosixSystem()
      }
    folder = name == "posix" ? home.path("deep/er/j.journal") : "/deep/er/j.journal"
  }

  var events: String { folder + "/events.ndjson" }

  func bytes(_ path: String) throws -> [UInt8] {
    let file = try system.open(path, .read)
    defer { system.close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(try system.size(of: file)))
    if !bytes.isEmpty { _ = try system.read(file, at: 0, into: &bytes, from: 0) }
    return bytes
  }

  func append(_ bytes: [UInt8], to path: String) throws {
    let file = try system.open(path, .append)
    defer { system.close(file) }
    try system.append(bytes, to: file)
    try system.synchronize(file)
  }

  func replace(_ bytes: [UInt8], in path: String) throws {
    let file = try system.open(path, .append)
    try system.truncate(file, to: 0)
    system.close(file)
    try append(bytes, to: path)
  }

  /// A journal of `open` and so many saves, closed again.
  func fill(_ saves: UInt64) throws {
    var writer = try JournalWriter.create(folder, timeZone: "Europe/Paris", on: system)
    for number in 0..<saves { _ = try writer.stage(SampleEvents.steps(number), by: "owner") }
    try writer.commit()
  }
}

/// What a writer promises: on the system that fails on demand, in the memory of
/// `HealthStore(inMemory:)`, and on the real one.
@Suite struct WriterContractTests {
  static let places = ["memory", "store", "posix"]

  @Test(arguments: places) func createsAndReopens(_ name: String) throws {
    let place = Place(name)
    try place.fill(0)
    for round in 1...3 {
      var writer = try openWriter(place.folder + "/", on: place.system)
      #expect(writer.recovery == Recovery())
      #expect(writer.committed.sequence == UInt64(round))
      _ = try writer.stage(SampleEvents.steps(UInt64(round)), by: "com.example")
      try writer.commit()
      #expect(writer.committed == writer.staged)
    }
    let reading = try read(place.folder, on: place.system)
    #expect(reading.scan.tail == .clean)
    #expect(Array(reading.events.dropFirst()) == [1, 2, 3].map { SampleEvents.steps($0) })
    #expect(reading.entries.map { $0.by } == ["owner"] + Array(repeating: "com.example", count: 3))
    #expect(reading.entries.map { $0.sequence } == [1, 2, 3, 4])
  }

  @Test(arguments: places) func aBatchIsOneWriteAndDiscardForgets(_ name: String) throws {
    let place = Place(name)
    var writer = try JournalWriter.create(place.folder, timeZone: "UTC", on: place.system)
    let before = try place.bytes(place.events)
    _ = try writer.stage(SampleEvents.delete, by: "owner")
    #expect(try place.bytes(place.events) == before)
    writer.discard()
    #expect(writer.staged == writer.committed)
    for number: UInt64 in 0..<5 { _ = try writer.stage(SampleEvents.steps(number), by: "owner") }
    #expect(try place.bytes(place.events) == before)
    try writer.commit()
    #expect(writer.stagedBytes == 0)
    #expect(try read(place.folder, on: place.system).entries.count == 6)
    if let memory = place.system as? MemorySystem { #expect(memory.calls(of: .append) == 2) }
  }

  /// So many lines that another thread could write them are on the disk too when `commit` returns.
  @Test func manyLinesAreOnTheDiskWhenTheyAreCommitted() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    var count: UInt64 = 0
    while !writer.isWorthSending {
      _ = try writer.stage(SampleEvents.steps(count), by: "owner")
      count += 1
    }
    try writer.commit()
    #expect(writer.committed == writer.staged)
    let after = system.copied(seed: 1)
    after.crash(keeping: 0)
    #expect(try read("/j", on: after).scan.head.sequence == count + 1)
  }

  @Test func whatWasStagedBeforeAMarkStays() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    _ = try writer.stage(SampleEvents.steps(1), by: "owner")
    let (mark, bytes) = (writer.mark, writer.stagedBytes)
    _ = try writer.stage(SampleEvents.steps(2), by: "owner")
    writer.unstage(to: mark)
    #expect(writer.stagedBytes == bytes)
    _ = try writer.stage(SampleEvents.steps(3), by: "owner")
    try writer.commit()
    let events = try read("/j", on: system).events
    #expect(Array(events.dropFirst()) == [1, 3].map { SampleEvents.steps($0) })
  }

  /// Lines that a template fills in stand among those that the encoder writes, at any time.
  @Test func linesOfATemplateAreLinesAsAllOthers() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let numbers: ClosedRange<UInt64> = 1...6
    let events = numbers.map { SampleEvents.steps($0) }
    for (number, event) in events.enumerated() {
      if number.isMultiple(of: 2) { system.advance(by: 5_000) }
      guard number % 3 != 0, case .save(let save) = event, let object = save.objects.first,
        case .quantity(let sample) = object.content
      else {
        _ = try writer.stage(event, by: EventActor.owner)
        continue
      }
      let template = try #require(SampleTemplate(object))
      let start = Array(sample.span.start.description.utf8)
      let end = Array(sample.span.end.description.utf8)
      let value = Array(DecimalText.text(sample.value).utf8)
      let nothing: [UInt8] = []
      try writer.stage(
        template, object.uuid, start: start.rawBytes, end: end.rawBytes, value: value.rawBytes,
        created: nothing.rawBytes, metadata: nothing.rawBytes)
    }
    try writer.commit()
    #expect(writer.committed.offset == UInt64(system["/j/events.ndjson"]?.count ?? 0))
    let reading = try read("/j", on: system)
    #expect(reading.scan.tail == .clean)
    #expect(Array(reading.events.dropFirst()) == events)
  }

  @Test func aClockThatRunsBackRepeatsTheLastTime() throws {
    let system = MemorySystem(clock: 1_795_158_000_481_999)
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    var times: [Instant] = []
    for step: Int64 in [0, -5_000_000, 4_000_000, 2_000_000, 1_000] {
      system.advance(by: step)
      times.append(try writer.stage(SampleEvents.delete, by: "owner"))
    }
    try writer.commit()
    let base: Int64 = 1_795_158_000_481_000
    #expect(times.map { $0.microseconds - base } == [0, 0, 0, 1_000_000, 1_001_000])
    #expect(try read("/j", on: system).scan.tail == .clean)
  }

  @Test(arguments: places) func refusesWhatIsThereOrMissing(_ name: String) throws {
    let place = Place(name)
    let missing = JournalError.missing(path: place.folder)
    #expect(throws: missing) { _ = try openWriter(place.folder, on: place.system) }
    #expect(throws: missing) { _ = try JournalReader(place.folder, on: place.system) }
    try place.fill(1)
    let bytes = try place.bytes(place.events)
    #expect(throws: JournalError.exists(path: place.folder)) {
      _ = try JournalWriter.create(place.folder, timeZone: "UTC", on: place.system)
    }
    #expect(try place.bytes(place.events) == bytes)
    #expect(throws: JournalError.notRegular(path: place.events)) {
      _ = try JournalWriter.create(place.events, timeZone: "UTC", on: place.system)
    }
  }

  @Test(arguments: places) func oneWriterAtATime(_ name: String) throws {
    let place = Place(name)
    do {
      let first = try JournalWriter.create(place.folder, timeZone: "UTC", on: place.system)
      let locked = JournalError.locked(path: place.folder)
      #expect(throws: locked) { _ = try openWriter(place.folder, on: place.system) }
      #expect(throws: JournalError.exists(path: place.folder)) {
        _ = try JournalWriter.create(place.folder, timeZone: "UTC", on: place.system)
      }
      #expect(try read(place.folder, on: place.system).entries.count == 1)
      #expect(first.committed.sequence == 1)
    }
    let second = try openWriter(place.folder, on: place.system)
    #expect(second.committed.sequence == 1)
  }

  /// What a crash can leave after the last good line.
  static var tails: [Tail] {
    let line = lines(of: (try? SampleEvents.bytes(saves: 1)) ?? []).last ?? []
    let garbage: [UInt8] = [0xFF, 0x0A, 0x00, 0x0A, 0x7B, 0x22, 0x0A, 0x7D, 0x0A]
    return [
      Array(line.prefix(1)), Array(line.prefix(line.count / 2)), line, Array(line.dropLast(3)),
      [UInt8](repeating: 0, count: 5_000),
      Array(line.prefix(40)) + [UInt8](repeating: 0, count: 512),
      garbage, Array("\n\n\n".utf8), Array("{\"seq\":3}".utf8),
      [UInt8](repeating: 0x61, count: 3 << 20),
    ].map { Tail(bytes: $0) }
  }

  /// Bytes that a report of the tests shows by their beginning.
  struct Tail: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    var testDescription: String { "\(bytes.count) bytes from \(bytes.prefix(8))" }
  }

  @Test(arguments: places, tails) func setsATornTailAside(_ name: String, _ torn: Tail) throws {
    let tail = torn.bytes
    let place = Place(name)
    try place.fill(1)
    let good = try place.bytes(place.events)
    for round in 1...2 {
      try place.append(tail, to: place.events)
      let reading = try read(place.folder, on: place.system)
      #expect(reading.scan.tail == .torn(bytes: UInt64(tail.count)))
      let aside = "\(place.folder)/quarantine/torn-\(good.count)-\(round)"
      let writer = try openWriter(place.folder, on: place.system)
      #expect(writer.recovery.tornBytes == UInt64(tail.count))
      #expect(writer.recovery.quarantinePath == aside)
      #expect(writer.committed.offset == UInt64(good.count))
      #expect(try place.bytes(place.events) == good)
      #expect(try place.bytes(aside) == tail)
    }
  }

  @Test(arguments: places) func refusesDamageAndCutsNothing(_ name: String) throws {
    let place = Place(name)
    try place.fill(3)
    let good = try place.bytes(place.events)
    let last = good.count - lines(of: good)[3].count - 1
    var cases: [(bytes: [UInt8], line: UInt64, offset: Int)] = []
    // Any bit of a complete last line, but for its line feed's neighbours in a torn tail.
    for place in [last, last + 9, last + 60, good.count - 90, good.count - 70, good.count - 5] {
      var bytes = good
      bytes[place] ^= 4
      cases.append((bytes, 4, last))
    }
    var nul = good
    nul[last + 40] = 0
    var feed = good
    feed[good.count - 1] ^= 1
    cases += [(nul, 4, last), (feed, 4, last)]
    let second = lines(of: good)[0].count + 1
    var middle = good
    middle[second + 50] ^= 1
    cases.append((middle, 2, second))
    cases.append((Array(good[..<second]) + [0x0A] + good[second...], 2, second))
    for damage in cases {
      try place.replace(damage.bytes, in: place.events)
      let error = failure(JournalError.self) {
        _ = try openWriter(place.folder, on: place.system)
      }
      guard case .damaged(let found)? = error else {
        Issue.record("\(String(describing: error)) for line \(damage.line)")
        continue
      }
      #expect(found.line == damage.line)
      #expect(found.offset == UInt64(damage.offset))
      #expect(found.path == place.events)
      #expect(try place.bytes(place.events) == damage.bytes)
    }
    try place.replace(good, in: place.events)
    #expect(try openWriter(place.folder, on: place.system).committed.sequence == 4)
  }

  /// A field may look like the end of a line; half a line that stops there is torn all the same.
  @Test func aFieldThatLooksLikeAnEndIsNone() throws {
    let place = Place("memory")
    try place.fill(1)
    let good = try place.bytes(place.events)
    let fields = "\"x\":{\"a\":1,\"chain\":\"\(Digest.zero.hexText)\"}},"
    try place.append(
      Array(LineRefusalTests.save(fields).prefix { $0 != "}" }.utf8), to: place.events)
    try place.append(Array("},".utf8), to: place.events)
    #expect(try openWriter(place.folder, on: place.system).committed.offset == UInt64(good.count))
  }

  @Test(arguments: places) func refusesANewerFormat(_ name: String) throws {
    let place = Place(name)
    try place.fill(0)
    let newer = LineRefusalTests.open.replacing("\"format\":1", with: "\"format\":7,\"x\":1")
    try place.replace(sealed([newer]), in: place.events)
    #expect(throws: JournalError.newerFormat(7, path: place.folder)) {
      _ = try openWriter(place.folder, on: place.system)
    }
  }

  /// A line that fits the chain was written by a program that knows its event: it is no damage, and
  /// no byte of it is cut. One that does not fit is damage.
  @Test(arguments: places) func anUnknownEventIsOfANewerVersion(_ name: String) throws {
    let place = Place(name)
    try place.fill(0)
    let line = LineRefusalTests.line("merge", LineRefusalTests.delete)
    var bytes = sealed([LineRefusalTests.open, line])
    try place.replace(bytes, in: place.events)
    try place.system.remove(place.folder + "/lock")
    #expect(throws: JournalError.newerFormat(nil, path: place.folder)) {
      _ = try openWriter(place.folder, on: place.system)
    }
    #expect(try place.bytes(place.events) == bytes)
    bytes[bytes.count - 100] ^= 1
    try place.replace(bytes, in: place.events)
    #expect(throws: (any Error).self) { _ = try openWriter(place.folder, on: place.system) }
    do {
      _ = try openWriter(place.folder, on: place.system)
    } catch JournalError.damaged(let damage) {
      #expect(damage.line == 2)
    }
    #expect(try place.bytes(place.events) == bytes)
  }

  /// The program was stopped between two steps of `create`: the next attempt makes the journal.
  @Test(arguments: places) func createGoesOnAfterACrash(_ name: String) throws {
    for kept in [0, 1, 30, 200] {
      let place = Place(name)
      try place.system.createDirectory(place.folder)
      let line = try SampleEvents.bytes([]).prefix(kept)
      try place.append(Array(line), to: place.events)
      #expect(throws: JournalError.missing(path: place.folder)) {
        _ = try openWriter(place.folder, on: place.system)
      }
      try place.fill(1)
      #expect(try read(place.folder, on: place.system).entries.count == 2)
    }
  }

  @Test(arguments: places, ["x", "{\"a\":1}\n", "{\"seq\":1,\"at\":\"\n", "hello world\nhello\n"])
  func createLeavesTheFilesOfOthersAlone(_ name: String, _ content: String) throws {
    let place = Place(name)
    try place.system.createDirectory(place.folder)
    try place.append(Array(content.utf8), to: place.events)
    #expect(throws: JournalError.exists(path: place.folder)) {
      _ = try JournalWriter.create(place.folder, timeZone: "UTC", on: place.system)
    }
    #expect(try text(place.bytes(place.events)) == content)
  }
}
