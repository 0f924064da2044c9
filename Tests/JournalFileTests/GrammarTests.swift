import ByteTools
import Foundation
import HealthEvents
import HealthModel
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// Encoder and decoder against the grammar, by random lines that are written straight from it.
@Suite struct GrammarTests {
  private static func lines(_ kind: EventKind) -> GrammarLines<Dice> {
    GrammarLines(Dice(UInt64(kind.rawValue) + 1))
  }

  private static func number(_ kind: EventKind) -> UInt64 { kind == .open ? 1 : 2 }

  @Test(arguments: EventKind.allCases)
  func theEncoderWritesWhatTheGrammarSays(_ kind: EventKind) throws {
    var lines = Self.lines(kind)
    for _ in 0..<200 {
      let line = lines.line(kind, number: Self.number(kind)).text
      let entry = try decode(Array(line.utf8))
      #expect(entry.kind == kind)
      try #expect(Self.written(entry, like: line) == line)
    }
  }

  /// The line that the encoder makes of an entry, with the salt and the chain value of another.
  private static func written(_ entry: Entry, like line: String) throws -> String {
    var writer = JSONWriter()
    let bytes = Array(line.utf8)
    let stated = Chain.stated(in: bytes.rawBytes)
    let chain = try #require(stated)
    switch entry.body {
    case .erased(let text):
      let bytes = Array(text.utf8)
      let read = Digest(hex: bytes.rawBytes)
      let digest = try #require(read)
      LineCodec.appendErased(
        sequence: entry.sequence, at: entry.at, digest: digest, chain: chain, to: &writer)
      return String(TestSupport.text(writer.bytes).dropLast())
    case .event(let event, let by):
      LineCodec.append(
        event: event, by: by, sequence: entry.sequence, at: entry.at, recorded: entry.recorded,
        salt: Salt(random: (0, 0)), to: &writer)
      let ending = 34 + JournalLimits.suffixBytes
      return text(Array(writer.bytes.dropLast(ending + 1))) + line.suffix(ending)
    }
  }

  /// A key that the decoder did not read would be none of the format, or a field that it keeps.
  @Test(arguments: EventKind.allCases)
  func theDecoderReadsEveryKeyOfTheGrammar(_ kind: EventKind) throws {
    var lines = Self.lines(kind)
    for _ in 0..<10 {
      let line = lines.line(kind, number: Self.number(kind))
      let bad = line.changed { members, form in
        members.indices.filter { index in
          form.members.contains { $0.key.text == members[index].key }
            && members[index].key != "chain"
        }.map { index in
          var members = members
          members[index].value = .scalar("null")
          return members
        }
      }
      #expect(!bad.isEmpty)
      for line in bad.map(\.text) {
        do {
          _ = try decode(Array(line.utf8))
          Issue.record("read: \(line)")
        } catch {
          guard case .wrongValue = error else {
            Issue.record("\(error): \(line)")
            continue
          }
        }
      }
    }
  }

  @Test(arguments: EventKind.allCases)
  func theDecoderReadsNoOtherKey(_ kind: EventKind) throws {
    var lines = Self.lines(kind)
    let keys = EventKind.allCases.reduce(into: Set<String>()) {
      $0.formUnion(WireValue.object(LineGrammar.line($1)).keys)
    }
    let line = lines.line(kind, number: Self.number(kind))
    for key in keys.union(["stranger"]).sorted() {
      let others = line.changed { members, form in
        form.members.contains { $0.key.text == key } ? [] : [[(key, .scalar("null"))] + members]
      }
      for (line, isKept) in zip(others, line.keeping(key)) {
        let entry = try? decode(Array(line.text.utf8))
        #expect((entry != nil) == isKept, "\(key): \(line.text)")
        guard let entry else { continue }
        #expect(
          try Self.written(entry, like: line.text).contains("\"\(key)\":null"), "\(line.text)")
      }
    }
  }

  /// Every key that the sources name is one of the grammar, of a command or of a workout in
  /// progress.
  @Test func noKeyIsLeftOver() throws {
    let forms =
      EventKind.allCases.map { LineGrammar.line($0) }
      + [LineGrammar.command, CommandCondition.object, SessionFile.object]
    let known = forms.reduce(into: Set(["if"])) { $0.formUnion(WireValue.object($1).keys) }
    let folder = Project.root.appending(path: "Sources/Engine/JournalFile")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    for file in try #require(files).filter({ $0.hasSuffix(".swift") }) {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let calls = /\b(?:take|required|optional|missing|wrongValue|write|key:) ?\(?"(\w+)"/
      for key in source.matches(of: calls).map({ String($0.output.1) }) {
        #expect(known.contains(key), "\(file): \(key)")
      }
    }
  }

  /// Every key, word and kind of value of the newest format: programs refuse a line that has
  /// another, so that a change of this file is a new format. `RECORD_FIXTURES=1` writes it where it
  /// is missing. What an older format has, every newer one has too.
  @Test func theGrammarIsThatOfItsFormat() throws {
    func fixture(_ format: Int) -> URL {
      Project.fixtures.appending(path: "journal/grammar-\(format).txt")
    }
    let file = fixture(JournalLimits.format)
    let lines = EventKind.allCases.flatMap { kind in
      WireValue.object(LineGrammar.line(kind)).words(at: kind.name)
    }
    let text = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1",
      !FileManager.default.fileExists(atPath: file.path)
    {
      try Data("\(text)\n".utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "\(text)\n")
    for format in 1..<JournalLimits.format {
      let older = try String(contentsOf: fixture(format), encoding: .utf8).split(separator: "\n")
      #expect(Set(older.map(String.init)).subtracting(lines).isEmpty)
    }
  }

  @Test func theChainValueStandsWhereTheGrammarHasIt() {
    let zeros = String(repeating: "0", count: 64)
    for kind in EventKind.allCases {
      let line = LineGrammar.line(kind)
      #expect(Chain.open.description == line.text(before: "chain") + zeros + "\"}\n")
      #expect(line.members.last?.key.text == "chain")
    }
    #expect(Chain.open.utf8CodeUnitCount == JournalLimits.suffixBytes + 1)
  }
}

extension WireValue {
  /// All keys that stand in such a value, but those that are data.
  fileprivate var keys: Set<String> {
    switch self {
    case .text, .word, .number, .whole, .positive, .code, .flag, .run, .time, .moment,
      .uuid, .hex:
      []
    case .list(let value), .table(let value): value.keys
    case .either(let values): values.reduce(into: []) { $0.formUnion($1.keys) }
    case .object(let form):
      form.members.reduce(into: []) {
        $0.insert($1.key.text)
        $0.formUnion($1.value.keys)
      }
    }
  }
}

extension WireValue {
  /// What may stand in such a value, a line each: where it stands, and its kind.
  fileprivate func words(at path: String) -> [String] {
    switch self {
    case .text, .word, .number, .whole, .positive, .code, .flag, .run, .time, .moment,
      .uuid, .hex:
      ["\(path) \(self)"]
    case .list(let value): value.words(at: path + "[]")
    case .table(let value): value.words(at: path + "{}")
    case .either(let values): values.flatMap { $0.words(at: path) }
    case .object(let form):
      form.members.flatMap { member in
        member.value.words(at: "\(path).\(member.key.text)\(member.presence == .always ? "" : "?")")
      }
    }
  }
}

extension WireTree {
  fileprivate typealias Members = [(key: String, value: WireTree)]

  /// The trees that differ from this one by a change of one object.
  fileprivate func changed(_ change: (Members, WireObject) -> [Members]) -> [WireTree] {
    switch self {
    case .scalar: return []
    case .list(let elements):
      return elements.indices.flatMap { index in
        elements[index].changed(change).map { element in
          var elements = elements
          elements[index] = element
          return WireTree.list(elements)
        }
      }
    case .object(let members, let form):
      let own = form.map { form in change(members, form).map { WireTree.object($0, form) } } ?? []
      return own
        + members.indices.flatMap { index in
          members[index].value.changed(change).map { value in
            var members = members
            members[index].value = value
            return WireTree.object(members, form)
          }
        }
    }
  }

  /// Of each object that has no such key, in the order of `changed`: whether other keys are kept
  /// there.
  fileprivate func keeping(_ key: String) -> [Bool] {
    switch self {
    case .scalar: return []
    case .list(let elements): return elements.flatMap { $0.keeping(key) }
    case .object(let members, let form):
      var own: [Bool] = []
      if let form, !form.members.contains(where: { $0.key.text == key }) {
        own = [form.others != nil]
      }
      return own + members.flatMap { $0.value.keeping(key) }
    }
  }
}
