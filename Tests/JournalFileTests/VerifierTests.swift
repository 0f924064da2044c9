import ByteTools
import Foundation
import HealthEvents
import JournalFile
import TestSupport
import Testing

/// A stranger's verifier, `verify.py`, agrees with the library; and so does the document.
@Suite struct VerifierTests {
  static let script = Project.root.appending(path: "Tests/JournalFileTests/verify.py")
  static let document = Project.root.appending(path: "Docs/JOURNAL_FORMAT.md")

  static func verify(_ bytes: [UInt8]) throws -> (status: Int32, said: String) {
    try TemporaryFolder.use { folder in
      let file = folder.url.appending(path: "events.ndjson")
      try Data(bytes).write(to: file)
      return try Python.result(of: [script.path, file.path])
    }
  }

  @Test(.enabled(if: Python.isPresent), arguments: GoldenLineTests.names)
  func passesWhatTheLibraryWrote(_ name: String) throws {
    let bytes = try GoldenLineTests.bytes(name)
    let result = try Self.verify(bytes)
    let reading = try read(bytes)
    #expect(result.status == 0, "\(result.said)")
    #expect(
      result.said == "\(reading.entries.count) lines, chain \(reading.scan.head.chain.hexText)\n")
  }

  @Test(.enabled(if: Python.isPresent)) func namesTheLine() throws {
    let bytes = try SampleEvents.bytes(saves: 4)
    let good = lines(of: bytes)
    let start = good[0].count + good[1].count + 2
    for place in [start + 3, start + 100, start + good[2].count - 5, start + good[2].count] {
      var flipped = bytes
      flipped[place] ^= 1
      let result = try Self.verify(flipped)
      #expect(result.status == 1)
      #expect(result.said.hasPrefix("line 3: "), "\(result.said)")
    }
    #expect(try Self.verify(Array(bytes.dropLast())).said.hasPrefix("line 5: is not complete"))
    var again = bytes
    again += good[0] + [0x0A]
    #expect(try Self.verify(again).said.hasPrefix("line 6: has another number"))
  }

  @Test(.enabled(if: Python.isPresent)) func knowsErasedLines() throws {
    let events = [SampleEvents.steps(1), SampleEvents.steps(2), SampleEvents.erase]
    let bytes = try erasing(2, in: SampleEvents.bytes(events))
    #expect(try Self.verify(bytes).status == 0)
    let unnamed = try erasing(3, in: bytes)
    #expect(
      try Self.verify(unnamed).said
        == "line 3: was erased, and no erase event vouches for what is left\n")
    var flipped = bytes
    flipped[lines(of: bytes)[0].count + 100] ^= 1
    #expect(try Self.verify(flipped).said.hasPrefix("line 2: "))
  }

  /// Code blocks of the document, by the word after the fence.
  private func blocks(_ word: String) throws -> [String] {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    return text.components(separatedBy: "\n```\(word)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// The journal in the document is a fixture, verifies, and has the digests that the text names.
  @Test func theDocumentsJournalVerifies() throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let shown = try #require(try blocks("ndjson").first)
    let bytes = Array((shown + "\n").utf8)
    #expect(try bytes == GoldenLineTests.fixture("erase"))
    #expect(try read(bytes).scan.tail == .clean)
    for line in lines(of: bytes) {
      let entry = try decode(line)
      guard case .event = entry.body else { continue }
      let covered = Array(line.dropLast(JournalLimits.suffixBytes))
      let digest = Chain.digest(of: unsafe covered.span.bytes).hexText
      #expect(text.contains(digest), "the digest of line \(entry.sequence)")
    }
  }

  @Test func everyExampleInTheDocumentIsRead() throws {
    let shown = try blocks("json")
    #expect(shown.count >= EventKind.allCases.count)
    var chain = Digest.zero
    for (index, example) in shown.enumerated() {
      // Payloads and objects stand alone in the text; a line is built around them.
      let seq = example.contains("\"format\":1,\"journal\"") ? 1 : index + 2
      let members =
        example.hasPrefix("{\"kind\"") ? "\"event\":\"save\",\"objects\":[\(example)]" : example
      let inside =
        "{\"seq\":\(seq),\"at\":\"2026-11-20T07:00:00.000Z\",\"by\":\"owner\",\(members),"
        + LineRefusalTests.salt
      let line = sealed(inside, after: chain)
      chain = line.chain
      let problem = failure(LineProblem.self) { _ = try decode(line.line) }
      #expect(problem == nil, "\(example)")
    }
  }

  @Test func theDocumentHoldsTheVerifier() throws {
    let script = try String(contentsOf: Self.script, encoding: .utf8)
    #expect(try blocks("python").first.map { $0 + "\n" } == script)
    #expect(script.split(separator: "\n", omittingEmptySubsequences: false).count <= 72)
  }
}
