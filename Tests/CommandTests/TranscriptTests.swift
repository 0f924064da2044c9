import Foundation
import TestSupport
import Testing

/// Every file `Fixtures/cli/<command>/<name>.txt`, run and compared.
///
/// `RECORD_TRANSCRIPTS=1 swift test --filter TranscriptTests` writes the outputs anew: read what
/// changed before you commit it.
@Suite struct TranscriptTests {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] == "1"

  /// Whether the sanitizer for threads is on: a program with it writes no file under `ulimit -f`.
  static let looksForRaces = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil

  /// The transcripts, as `save/quantity`.
  static let names: [String] = {
    let files = FileManager.default.enumerator(atPath: Program.fixtures.path)
    return (files?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
      .filter { !looksForRaces || !limitsFiles($0) }
  }()

  private static func limitsFiles(_ name: String) -> Bool {
    let text = try? String(
      contentsOf: Program.fixtures.appending(path: name + ".txt"), encoding: .utf8)
    return text?.contains("ulimit -f") ?? false
  }

  /// The commands that help lists.
  static let commands: [String] = {
    let help = (try? Scratch().run("health-journal help"))?.output ?? ""
    return help.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map { String($0) } }
  }()

  /// The pages of `Docs/journeys`, each a session from an empty folder on.
  static let journeys: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: Program.journeys.path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted()
  }()

  @Test(arguments: names) func transcript(_ name: String) throws {
    try check(name, Program.fixtures.appending(path: name + ".txt"), isPage: false)
  }

  @Test(arguments: journeys) func journey(_ name: String) throws {
    try check(name, Program.journeys.appending(path: name), isPage: true)
  }

  @Test func readme() throws {
    try check("README", Project.root.appending(path: "README.md"), isPage: true)
  }

  private func check(_ name: String, _ file: URL, isPage: Bool) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    var transcript = Transcript(text, isPage: isPage)
    let scratch = try Scratch()
    var masks = Masks(directory: scratch.url.path, transcript: text)
    for index in transcript.steps.indices {
      let command = transcript.steps[index].command.joined(separator: "\n")
      var outcome = try scratch.run(masks.unmasked(command))
      outcome.output = masks.masked(outcome.output)
      outcome.errors = masks.masked(outcome.errors)
      let lines = Transcript.lines(outcome)
      if Self.isRecording {
        transcript.steps[index].result = lines
      } else {
        let expected = transcript.steps[index].result
        #expect(lines == expected, "\(name): $ \(command)\n\(lines.joined(separator: "\n"))")
      }
    }
    if Self.isRecording { try Data(transcript.text.utf8).write(to: file) }
  }

  @Test func everyCommandHasTranscripts() {
    #expect(Self.commands.count > 15)
    for command in Self.commands {
      #expect(Self.names.contains("\(command)/help"), "no --help transcript of \(command)")
      #expect(
        Self.names.contains { $0.hasPrefix(command + "/") && !$0.hasSuffix("/help") },
        "no transcript of \(command) but its help")
    }
  }

  @Test func everyFolderIsACommand() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Program.fixtures.path)
    let folders = names.filter { !$0.contains(".") }
    #expect(folders.filter { !Self.commands.contains($0) && $0 != "general" } == [])
  }

  @Test func everyBuiltCommandIsTheTestedOne() {
    #expect(Program.path.hasSuffix("/health-journal"))
  }
}
