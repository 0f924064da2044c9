import ByteTools
import Foundation
import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// Lines of which a part was erased: what they look like, and that nothing but an `erase` makes
/// them good.
@Suite struct RewrittenLineTests {
  private static let fixture = GoldenLineTests.folder.appending(path: "kept.ndjson")

  /// The bytes of a journal whose line 3 saved two objects, of which one was erased.
  static func bytes(
    vouching: (KeptLine) -> [Event] = { [erase(kept: [$0])] }
  ) throws -> [UInt8] {
    guard case .save(let first) = SampleEvents.steps(1),
      case .save(let second) = SampleEvents.steps(2)
    else { throw LineProblem.noChain }
    let both = Event.save(Save(objects: first.objects + second.objects))
    let whole = lines(of: try SampleEvents.bytes([SampleEvents.origin, both]))
    let rewritten = try rewriting(whole[2], as: .save(second))
    var system = lines(
      of: try SampleEvents.bytes([SampleEvents.origin, both] + vouching(rewritten.kept)))
    system[2] = rewritten.line
    return system.flatMap { $0 + [0x0A] }
  }

  static func erase(_ lines: [UInt64] = [], kept: [KeptLine]) -> Event {
    .erase(Erasure(lines: lines, kept: kept, reason: "one of two"))
  }

  /// A line as it is with another event in it.
  static func rewriting(
    _ line: [UInt8], as event: Event
  ) throws -> (line: [UInt8], kept: KeptLine) {
    let entry = try decode(line)
    let stated = Chain.stated(in: line.rawBytes)
    let chain = try #require(stated)
    let covered = Array(line.dropLast(JournalLimits.suffixBytes))
    var writer = JSONWriter()
    let digest = LineCodec.appendRewritten(
      entry, event: event,
      salt: Salt(random: (7, 7 << 40)),
      original: Chain.digest(of: covered.rawBytes), chain: chain, to: &writer)
    return (
      Array(writer.bytes.dropLast()),
      KeptLine(sequence: entry.sequence, digest: digest.hexText)
    )
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1"))
  func record() throws {
    guard !FileManager.default.fileExists(atPath: Self.fixture.path) else { return }
    try Data(Self.bytes()).write(to: Self.fixture)
  }

  @Test func isWrittenAsTheFixtureHasIt() throws {
    #expect(try text(Self.bytes()) == text(Array(Data(contentsOf: Self.fixture))))
  }

  @Test func saysWhatIsLeft() throws {
    let reading = try read(Self.bytes())
    #expect(reading.scan.tail == .clean)
    #expect(reading.entries.map(\.kind) == [.open, .origin, .save, .erase])
    #expect(reading.entries[2].event == SampleEvents.steps(2))
    #expect(reading.entries.map { $0.original == nil } == [true, true, false, true])
  }

  @Test(.enabled(if: Python.isPresent)) func isGoodToAStranger() throws {
    let result = try VerifierTests.verify(Self.bytes())
    #expect(result.status == 0, "\(result.said)")
  }

  private static let other = KeptLine(sequence: 3, digest: String(repeating: "0", count: 64))

  /// Journals in which no `erase` vouches for line 3: none at all, one with another digest, one
  /// that does not name it, one that says it is gone since.
  static let unvouched: [@Sendable (KeptLine) -> [Event]] = [
    { _ in [] }, { _ in [erase(kept: [other])] }, { _ in [erase([3], kept: [])] },
    { [erase(kept: [KeptLine(sequence: 2, digest: $0.digest)])] },
    { [erase(kept: [$0]), erase(kept: [other])] }, { [erase(kept: [$0]), erase([3], kept: [])] },
  ]

  @Test(arguments: unvouched.indices) func isRefusedWithoutAVoucher(_ index: Int) throws {
    let bytes = try Self.bytes(vouching: Self.unvouched[index])
    let scan = try read(bytes).scan
    #expect(scan.tail == .damaged(.notVouchedFor))
    #expect(scan.head.sequence == 2)
    let system = try memory(bytes)
    let reader = try JournalReader("/j", on: system)
    #expect(try reader.verifyChain(from: 0, to: reader.linesEnd).metErasure)
    #expect(
      failure(JournalError.self) {
        _ = try JournalTree.ofDurableLines(
          in: "/j", on: system, answering: JournalTree.Questions(), threads: 1)
      } != nil)
    #expect(try !reader.vouchesForErasures())
    #expect(failure(JournalError.self) { _ = try openWriter("/j", on: system) } != nil)
    guard Python.isPresent else { return }
    #expect(
      try VerifierTests.verify(bytes).said
        == "line 3: was erased, and no erase event vouches for what is left\n")
  }

  @Test func theLastVoucherCounts() throws {
    let good = try read(
      Self.bytes {
        [Self.erase(kept: [Self.other]), Self.erase([3], kept: []), Self.erase(kept: [$0])]
      })
    #expect(good.scan.tail == .clean)
  }

  /// Whatever is changed in the line that is left comes to light.
  @Test func everyFlippedByteIsFound() throws {
    let bytes = try Self.bytes()
    let start = lines(of: bytes).prefix(2).reduce(0) { $0 + $1.count + 1 }
    for place in start..<start + lines(of: bytes)[2].count {
      var flipped = bytes
      flipped[place] ^= 1
      // A later time shows at the line after.
      let scan = try read(flipped).scan
      guard case .damaged = scan.tail, scan.head.sequence <= 3 else {
        Issue.record("byte \(place)")
        continue
      }
    }
  }

  /// What vouches for a line is read although it stands after the lines that were asked for.
  @Test func aReadingThatStopsBeforeTheVoucher() throws {
    for (vouching, isGood) in [(Self.erase(kept: [Self.other]), false), (nil, true)] {
      let bytes = try Self.bytes { kept in [vouching ?? Self.erase(kept: [kept])] }
      let reader = try JournalReader("/j", on: memory(bytes))
      let scan = try reader.scan(verifyingChain: true) { line, _ in
        let entry = try LineCodec.decode(line)
        return entry.kind == .erase
          ? nil : ScannedLine(sequence: entry.sequence, at: entry.at)
      }
      #expect(scan.tail == (isGood ? .clean : .damaged(.notVouchedFor)))
    }
  }

  @Test func anotherProgramMayVouch() throws {
    let bytes = try Self.bytes()
    let all = lines(of: bytes)
    guard case .erase(let erasure)? = try decode(all[3]).event else { return }
    let rewritten = all[2]
    let stated = Chain.stated(in: rewritten.rawBytes)
    let line = sealed(
      "{ \"salt\":\"000000000000000000000000\", \"\\u0072eason\" : \"x\", \"lines\":[ ], \"kept\" :"
        + "[{\"digest\":\"\(erasure.kept[0].digest)\",\"seq\":3}],\"\\u0065vent\": \"eras\\u0065\","
        + "\"by\":\"owner\",\"at\":\"2026-12-20T07:00:00.000Z\",\"seq\":4",
      after: try #require(stated))
    let own = all.prefix(3).flatMap { $0 + [0x0A] } + line.line + [0x0A]
    #expect(try read(own).scan.tail == .clean)
  }

  /// Only where a part can be erased, and only at its place, a digest is no stranger.
  @Test func aDigestElsewhereIsRefused() throws {
    let salt = LineRefusalTests.salt
    let digest = "\"digest\":\"\(Digest.zero.hexText)\""
    let head = "{\"seq\":2,\"at\":\"2026-11-20T07:00:00.000Z\",\"by\":\"owner\","
    let insides = [
      "\(head)\(digest),\"event\":\"delete\",\"objects\":[\"\(SampleEvents.uuid(1))\"],\(salt)",
      "\(head)\"event\":\"delete\",\"objects\":[\"\(SampleEvents.uuid(1))\"],\(salt),\(digest) ",
      "\(head)\"event\":\"erase\",\"lines\":[],\"reason\":\"\",\(salt),\(digest)",
    ]
    for inside in insides {
      let line = sealed(inside, after: .zero).line
      #expect(failure(LineProblem.self) { _ = try decode(line) } == .unknownKey("digest"))
    }
  }

  /// Encoder and decoder against the grammar.
  @Test(arguments: EventKind.allCases.filter(\.canBeErased))
  func isWrittenAsTheGrammarSays(_ kind: EventKind) throws {
    var made = GrammarLines(Dice(UInt64(kind.rawValue) + 77))
    for _ in 0..<100 {
      let line = made.line(kind, number: 2, LineGrammar.line(kind, isRewritten: true)).text
      let entry = try decode(Array(line.utf8))
      let original = try #require(entry.original)
      let again = try Self.rewriting(
        Array(line.utf8), as: try #require(entry.event))
      let ending = 34 + 76 + JournalLimits.suffixBytes
      #expect(text(Array(again.line.dropLast(ending))) == line.dropLast(ending))
      #expect(line.contains("\"digest\":\"\(original)\",\"chain\":"))
    }
  }
}
