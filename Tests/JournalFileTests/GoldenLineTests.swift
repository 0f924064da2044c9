import ByteTools
import Foundation
import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

/// The lines of `Fixtures/journal/v1` and `v2`, which no later version may read or write otherwise.
///
/// `RECORD_FIXTURES=1 swift test --filter GoldenLineTests` writes files that are missing.
@Suite struct GoldenLineTests {
  static let folder = Project.fixtures.appending(path: "journal/v1")
  static let journals = SampleEvents.journals + SampleEvents.journalsOfFormat2
  static let names = journals.map { $0.name }

  static func file(_ name: String) -> URL {
    let isOfFormat2 = SampleEvents.journalsOfFormat2.contains { $0.name == name }
    return Project.fixtures.appending(path: "journal/v\(isOfFormat2 ? 2 : 1)/\(name).ndjson")
  }

  /// The name of the kind of the last line, before a hyphen.
  private static func kind(_ name: String) -> String { String(name.prefix { $0 != "-" }) }

  static func bytes(_ name: String) throws -> [UInt8] {
    let journal = try #require(journals.first { $0.name == name })
    let bytes = try SampleEvents.bytes(journal.events, recorded: SampleEvents.recorded(name))
    return name == "erase" ? try erasing(2, in: bytes) : bytes
  }

  static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: file(name)))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1"))
  func record() throws {
    for name in Self.names {
      let file = Self.file(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      if FileManager.default.fileExists(atPath: file.path) { continue }
      try Data(Self.bytes(name)).write(to: file)
    }
  }

  @Test(arguments: names) func writesTheSameBytes(_ name: String) throws {
    #expect(try text(Self.bytes(name)) == text(Self.fixture(name)))
  }

  @Test(arguments: names) func readsTheSameEvents(_ name: String) throws {
    let journal = try #require(Self.journals.first { $0.name == name })
    let reading = try read(Self.fixture(name))
    #expect(reading.scan.tail == .clean)
    let kept = name == "erase" ? Array(journal.events.dropFirst()) : journal.events
    #expect(Array(reading.events.dropFirst()) == kept)
    let last = try #require(reading.entries.last)
    #expect(last.kind.name == Self.kind(name) && last.recorded == SampleEvents.recorded(name))
  }

  @Test func everyKindHasAFixture() {
    let covered = Set(Self.names.map { Self.kind($0) })
    for kind in EventKind.allCases where kind != .erased {
      #expect(covered.contains(kind.name), "no fixture for \(kind.name)")
    }
  }

  @Test(arguments: names) func encodesADecodedLineToTheSameBytes(_ name: String) throws {
    var chain = Digest.zero
    for line in lines(of: try Self.fixture(name)) {
      let entry = try decode(line)
      var writer = JSONWriter()
      switch entry.body {
      case .event(let event, let by):
        chain = LineCodec.append(
          event: event, by: by, sequence: entry.sequence, at: entry.at,
          recorded: entry.recorded, salt: try salt(of: line), after: chain, to: &writer)
      case .erased(let hex):
        let digest = try #require(Digest(hex: unsafe Array(hex.utf8).span.bytes))
        chain = Chain.link(chain, digest)
        LineCodec.appendErased(
          sequence: entry.sequence, at: entry.at, digest: digest, chain: chain, to: &writer)
      }
      #expect(text(writer.bytes) == text(line) + "\n")
    }
  }

  /// The same journal in other words: keys turned round, white space, escapes; its own chain.
  @Test(arguments: names) func readsTheLinesOfAnotherProgram(_ name: String) throws {
    let own = try read(Self.fixture(name))
    let foreign = try lines(of: Self.fixture(name)).map { line in
      try foreignInside(parse(line))
    }
    let reading = try read(sealed(foreign))
    guard name != "erase" else {
      // An erased line has one spelling: its digest is found by its place.
      #expect(reading.scan.tail == .damaged(.wrongValue(key: "digest")))
      return
    }
    #expect(reading.scan.tail == .clean)
    #expect(reading.entries == own.entries)
  }

  private func salt(of line: [UInt8]) throws -> Salt {
    guard case .string(let hex)? = try parse(line)["salt"] else { throw LineProblem.noChain }
    let high = try #require(UInt64(hex.prefix(16), radix: 16))
    let low = try #require(UInt64(hex.suffix(8), radix: 16))
    return Salt(random: (high, low << 32))
  }

  private func foreignInside(_ value: JSONValue) throws -> String {
    guard case .object(let members) = value else { throw LineProblem.noChain }
    let turned = members.filter { $0.key != "chain" }.reversed()
    let parts = turned.map { "\(spelled($0.key)) :\t\(spelled($0.value))" }
    return " { " + parts.joined(separator: " ,\r ") + " "
  }

  private func spelled(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let flag): " \(flag) "
    case .number(let number): " \(number.description.replacing("e", with: "E")) "
    case .string(let text): spelled(text)
    case .array(let elements): "[ " + elements.map { spelled($0) }.joined(separator: ", ") + "\t]"
    case .object(let members):
      "{ "
        + members.map { "\(spelled($0.key)): \(spelled($0.value))" }.joined(separator: " , ") + "}"
    }
  }

  /// Every UTF-16 unit as an escape.
  private func spelled(_ text: String) -> String {
    let units = text.utf16.map { "\\u" + String(Int($0) + 0x10000, radix: 16).suffix(4) }
    return "\"" + units.joined() + "\""
  }
}
