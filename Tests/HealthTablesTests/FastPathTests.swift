import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

@testable import HealthTables

/// The fast path against the general one.
@Suite struct FastPathTests {
  @Test(arguments: Counts.seeds(1...12 as ClosedRange<UInt64>))
  func canonicalAndShuffledLinesGiveEqualTables(_ seed: UInt64) throws {
    let lines = Scribe.random(seed, count: 120).lines
    var dice = Dice(seed)
    let shuffled = try lines.map { try Shuffler.shuffle($0, &dice) }
    let expected = try tables(lines, by: .entry).dump()
    #expect(try tables(lines).dump() == expected)
    #expect(try tables(shuffled).dump() == expected)
    var indexed = try tables(shuffled)
    indexed.buildIndex()
    var general = try tables(lines, by: .entry)
    general.buildIndex()
    for line in indexed.samples.flatMap(\.uuids) {
      #expect(indexed.facts(of: line) == general.facts(of: line))
    }
  }

  @Test(arguments: 1...8)
  func mutatedLinesAreTakenExactlyAsTheGeneralPathTakesThem(_ seed: UInt64) throws {
    var scribe = Scribe.random(seed, count: 30)
    scribe.add(saving(quantity(7, "X", .init("HKTimeZone", .string("Europe/Paris")))))
    let base = try builder(scribe.lines)
    var dice = Dice(seed)
    for round in 0..<400 {
      let line = Mutation.mutate(dice.pick(scribe.lines), &dice)
      let fast = Result { try applied(line, .line, to: base) }
      let general = Result { try applied(line, .entry, to: base) }
      let text = String(decoding: line, as: UTF8.self)
      switch (fast, general) {
      case (.success(let a), .success(let b)): #expect(a == b, "\(seed) \(round): \(text)")
      case (.failure, .failure): break
      default: Issue.record("\(seed) \(round): \(fast) against \(general): \(text)")
      }
    }
  }

  /// Rows wait until they are enough, and those of a line come all at once: around these numbers
  /// all is as ever.
  @Test(arguments: [1, 2, 16, 100, PendingRows.enough - 1, PendingRows.enough + 1])
  func linesOfManyObjectsGiveEqualTables(_ count: Int) throws {
    var scribe = Scribe()
    var number: UInt64 = 0
    for round in 1...5 {
      let objects = (0..<count).map { _ in
        number += 1
        return quantity(number)
      }
      scribe.add(.save(Save(objects: objects)))
      for _ in 0..<round {
        number += 1
        scribe.add(saving(quantity(number)))
      }
      scribe.add(.delete(Deletion(objects: [id(number)])))
    }
    let expected = try tables(scribe.lines, by: .entry).dump()
    #expect(try tables(scribe.lines).dump() == expected)
  }

  /// What stands between the numbers of a line is compared at once where it is known: neither more
  /// nor less of it must be taken.
  @Test func textsThatBeginAlikeAreToldApart() throws {
    var scribe = Scribe()
    var number: UInt64 = 0
    let types = ["A", "B"].map { "HKQuantityTypeIdentifierWalkingSpeed\($0)" } + ["Walking", "W"]
    for _ in 0..<3 {
      for (unit, origin) in [("count/min", 4), ("count/min", 41), ("count", 412), ("m", nil)] {
        for (type, by) in zip(types, ["owner", "com.example.one", "com.example.two", "owner"]) {
          for created in [nil, time(90)] {
            number += 1
            var object = quantity(number, type)
            let sample = QuantityContent(
              type: type, span: TimeSpan(time(), time(60)), value: 1, unit: unit)
            object.content = .quantity(sample)
            object.origin = origin.map(UInt64.init)
            object.created = created
            scribe.add(saving(object), by: by)
          }
          scribe.add(.delete(Deletion(objects: [id(number), id(number - 1)])), by: by)
          scribe.add(.delete(Deletion(objects: [id(number)], reason: "twice")), by: by)
        }
      }
    }
    let expected = try tables(scribe.lines, by: .entry)
    let found = try tables(scribe.lines)
    #expect(found.dump() == expected.dump())
    #expect(found.actors.names == expected.actors.names)
    #expect(found.vocabulary.contexts.all == expected.vocabulary.contexts.all)
  }

  @Test func aLineThatTurnsBadLeavesNoRowOfItsFirstObjects() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1)))
    let good = try builder(scribe.lines)
    scribe.add(saving(quantity(2), quantity(3)))
    let text = String(decoding: scribe.lines[scribe.lines.count - 1], as: UTF8.self)
    let parts = text.split(separator: #""value":1"#, omittingEmptySubsequences: false)
    let bad = Array(parts.joined(separator: #""value":"x""#).utf8)
    let late = Array("\(parts[0])\"value\":1\(parts[1])\"value\":\"x\"\(parts[2])".utf8)
    for line in [bad, late] {
      var builder = good
      #expect(throws: LineProblem.self) { try Way.line.apply(line, to: &builder) }
      builder.applyClaims()
      #expect(builder.tables.liveCount == 1)
    }
  }

  private func applied(_ line: [UInt8], _ way: Way, to base: TableBuilder) throws -> [String] {
    var builder = base
    try way.apply(line, to: &builder)
    builder.applyClaims()
    return builder.tables.dump()
  }

  @Test func keysThatAreEqualAsTextAreRefusedByBoth() throws {
    let metadata = #""metadata":{"e\#u{301}":1,"é":2}"#
    let line = try Self.line(saving(quantity(1)), replacing: #""origin":4"#, with: metadata)
    for way in Way.allCases {
      #expect(throws: LineProblem.self) { try applied(line, way, to: TableBuilder()) }
    }
  }

  @Test(arguments: [
    #""metadata":{"a":1,"a":2}"#, #""metadata":{"a":null}"#, #""metadata":{"a":[1]}"#,
    #""metadata":{"a":01}"#, #""metadata":{"a":1.}"#, #""metadata":{"a":"\#u{7}"}"#,
    #""metadata":{"a":1e999}"#, #""origin":04"#, #""origin":-1"#, #""origin":9007199254740994"#,
    #""origin":1.5"#, #""created":"2026-02-29T00:00:00Z""#, #""created":"2026-11-20""#,
  ])
  func whatIsNoLineIsRefusedByBoth(_ member: String) throws {
    let line = try Self.line(saving(quantity(1)), replacing: #""origin":4"#, with: member)
    for way in Way.allCases {
      #expect(throws: LineProblem.self) { try applied(line, way, to: TableBuilder()) }
    }
  }

  /// A canonical line, with one part of its text exchanged for another.
  static func line(_ event: Event, replacing part: String, with other: String) throws -> [UInt8] {
    guard case .save(var save) = event else { return [] }
    save.objects[0].origin = 4
    var scribe = Scribe()
    scribe.add(.save(save))
    let text = String(decoding: scribe.lines[1], as: UTF8.self)
    let pieces = text.split(separator: part, maxSplits: 1)
    try #require(pieces.count == 2)
    return Array((pieces[0] + other + pieces[1]).utf8)
  }
}

/// Breaks a line a little.
enum Mutation {
  static let bytes = Array(#""\{}[]:,.-+0123456789eEZTabcdefu ABCDEF\#u{0}\#u{80}\#u{C3}"#.utf8)

  static func mutate(_ line: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var line = line
    for _ in 0...dice.below(2) {
      let place = dice.below(line.count - (dice.often(90) ? 76 : 0))
      switch dice.below(5) {
      case 0: line.remove(at: place)
      case 1: line.insert(dice.pick(bytes), at: place)
      case 2: line[place] ^= 1 << UInt8(dice.below(8))
      case 3: line.insert(contentsOf: line[place..<min(place + 9, line.count)], at: place)
      default: line[place] = dice.pick(bytes)
      }
    }
    return line
  }
}

/// Writes a line anew as another program might: other order, white space, escapes.
enum Shuffler {
  static func shuffle(_ line: [UInt8], _ dice: inout Dice) throws -> [UInt8] {
    let value = try JSONValue(parsing: unsafe line.span.bytes)
    guard case .object(let members) = value else { throw LineProblem.noChain }
    let rest = members.filter { $0.key != "chain" }
    var text = write(.object(rest), &dice)
    while text.last == " " || text.last == "\n" { text.removeLast() }
    text.removeLast()
    let suffix = String(decoding: line.suffix(JournalLimits.suffixBytes), as: UTF8.self)
    return Array((text + suffix).utf8)
  }

  private static func write(_ value: JSONValue, _ dice: inout Dice) -> String {
    let space = dice.pick(["", "", " ", "\t", " \n "])
    switch value {
    case .object(let members):
      let parts = members.shuffled(using: &dice).map { member in
        space + string(member.key, &dice) + space + ":" + write(member.value, &dice)
      }
      return space + "{" + parts.joined(separator: ",") + space + "}"
    case .array(let elements):
      return "[" + space + elements.map { write($0, &dice) }.joined(separator: ",") + "]" + space
    case .string(let text): return space + string(text, &dice) + space
    case .number(let number): return space + DecimalText.text(number) + space
    case .boolean(let flag): return "\(flag)"
    case .null: return "null"
    }
  }

  private static func string(_ text: String, _ dice: inout Dice) -> String {
    var out = "\""
    for unit in text.utf16 {
      let isPlain = unit >= 0x20 && unit < 0x7F && unit != 0x22 && unit != 0x5C
      let digits = String(unit, radix: 16)
      out +=
        isPlain && dice.often(90)
        ? String(Character(Unicode.Scalar(UInt8(unit))))
        : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return out + "\""
  }
}
