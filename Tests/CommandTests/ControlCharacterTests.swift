import Foundation
import Testing

/// Names with characters that a terminal obeys or nobody sees, from the commands that take them to
/// those that show them: they come back as they went in, and never raw.
@Suite struct ControlCharacterTests {
  /// Where eight bytes are looked at together, what stands around a character must not hide it: all
  /// odd, as TAB, CR and ESC are.
  static let names: [String] =
    ((0..<0x20) + [0x7f, 0x9b, 0x202e, 0x2066, 0xe0001, 0xe0041, 0xe007f]).compactMap(
      Unicode.Scalar.init
    ).enumerated().map { number, scalar in
      let place = number % 8
      return String(repeating: "a", count: place) + String(scalar)
        + String(repeating: "q", count: 9 - place)
    } + ["was\tsagk"]

  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f...0x9f, 0x202e, 0x2066, 0xe0000...0xe007f: scalar != "\n"
    default: false
    }
  }

  private static func json(_ object: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self) + "\n"
  }

  private static func sample(_ source: String, _ number: Int) -> [String: Any] {
    [
      "kind": "quantity", "type": "HKQuantityTypeIdentifierStepCount", "value": number,
      "unit": "count", "start": "2026-03-01T08:00:00Z",
      "end": "2026-03-01T08:\(10 + number % 50):00Z",
      "source": ["name": source],
    ]
  }

  /// A journal with a sample of a source of each name.
  private func journal() throws -> Scratch {
    let scratch = try Scratch()
    let commands = try Self.names.enumerated().map { number, name in
      try Self.json([
        "id": name, "event": "save", "by": "owner", "objects": [Self.sample(name, number)],
      ])
    }
    try scratch.write(commands.joined(), to: "commands.ndjson")
    let outcome = try scratch.run(
      "health-journal init && health-journal append < commands.ndjson > answers.ndjson")
    #expect(outcome.code == 0, "\(outcome.errors)")
    return scratch
  }

  private func lines(_ text: String) throws -> [[String: Any]] {
    try text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }

  @Test func sourcesComeBackAsTheyWere() throws {
    let scratch = try journal()
    #expect(try scratch.run("health-journal audit").code == 0)
    let answers = try lines(String(decoding: scratch.bytes("answers.ndjson"), as: UTF8.self))
    #expect(answers.map { $0["id"] as? String } == Self.names)
    let views = [
      "samples": "source", "sources": "source", "changes --since 0": "source",
      "daily --sources separate": "source",
    ]
    for (view, field) in views {
      let shown = try lines(try scratch.run("health-journal \(view) --format ndjson").output)
        .compactMap { $0[field] as? String }
      #expect(Set(shown).isSuperset(of: Self.names), "\(view)")
    }
  }

  @Test func nothingRawIsShown() throws {
    let scratch = try journal()
    let views = [
      "latest", "samples", "sources", "changes --since 0", "log", "daily --sources separate",
      "latest --explain --type stepCount", "check",
    ]
    for view in views {
      for format in ["text", "csv", "markdown", "json", "ndjson"] {
        let outcome = try scratch.run("health-journal \(view) --format \(format)")
        #expect(!outcome.output.isEmpty, "\(view) \(format) \(outcome.errors)")
        let unsafe = outcome.output.unicodeScalars.filter {
          Self.isUnsafe($0) && !(format == "csv" && ($0 == "\t" || $0 == "\r"))
        }
        #expect(unsafe.isEmpty, "\(view) \(format)")
      }
    }
  }

  @Test func refusalsAnswerWithTheIdAndNothingRaw() throws {
    let scratch = try Scratch()
    let commands = try Self.names.flatMap { name in
      [
        try Self.json(["id": name, "event": "nope", "by": "owner"]),
        try Self.json(["id": name, "event": name, "by": "owner"]),
        try Self.json(["id": name, "event": "save", "by": "owner", "objects": [[name: name]]]),
        try Self.json([
          "id": name, "event": "save", "by": "owner",
          "objects": [Self.sample("s", 1).merging(["type": name]) { $1 }],
        ]),
      ]
    }
    try scratch.write(commands.joined(), to: "commands.ndjson")
    let outcome = try scratch.run(
      "health-journal init >&2; health-journal append < commands.ndjson")
    #expect(outcome.code == 4)
    let answers = try lines(outcome.output)
    #expect(answers.map { $0["id"] as? String } == Self.names.flatMap { [$0, $0, $0, $0] })
    #expect(answers.allSatisfy { $0["error"] != nil })
    #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  /// An element that the importer has no place for is counted under its name, whatever that is.
  @Test func anElementOfAnyNameIsCounted() throws {
    for name in ["qqqqqqq\u{1B}", "a\u{1B}aaaaaa\u{1B}a", "aaaaaaa\u{7}", "q\u{9B}\u{E0041}q"] {
      let scratch = try Scratch()
      try scratch.write(
        ImportTests.export.replacing("</HealthData>", with: "<\(name) a=\"1\"/></HealthData>"),
        to: "e.xml")
      let outcome = try scratch.run("health-journal init >&2; health-journal import e.xml")
      #expect(!outcome.output.unicodeScalars.contains(where: Self.isUnsafe))
      #expect(!outcome.errors.unicodeScalars.contains(where: Self.isUnsafe))
      let rows = try scratch.run("health-journal samples --format ndjson").output
      #expect(rows.utf8.count { $0 == UInt8(ascii: "\n") } == 30, "\(outcome.errors)")
      #expect(try scratch.run("health-journal audit").code == 0)
    }
  }

  /// A type and an activity of any name, as an import takes them, are never told raw: below a
  /// table, in a sentence, or in another program's form.
  @Test func typesOfAnyNameAreNotToldRaw() throws {
    let scratch = try Scratch()
    let bad = "Bad\u{9B}31m\u{202E}x"
    let times =
      #"startDate="2024-03-01 08:00:00 +0100" endDate="2024-03-01 08:10:00 +0100" sourceName="x""#
    let elements = [
      #"<Record type="HKQuantityTypeIdentifier\#(bad)" unit="count" value="1" \#(times)/>"#,
      #"<Workout workoutActivityType="HKWorkoutActivityType\#(bad)" duration="10" \#(times)/>"#,
    ]
    try scratch.write(
      "<HealthData locale=\"en_US\">\(elements.joined(separator: "\n"))</HealthData>\n", to: "e.xml"
    )
    _ = try scratch.run("health-journal init >&2; health-journal import e.xml")
    let calls = [
      "summary 2024-03-01", "erase --from 2024-01-01 --reason x --dry-run",
      "erase --from 2024-01-01 --reason x", "export omh", "export fhir",
      "erase --from 2024-01-01 --reason x --yes",
    ]
    for call in calls {
      let outcome = try scratch.run("health-journal \(call)")
      let shown = outcome.output + outcome.errors
      #expect(shown.contains("31m"), "\(call): \(outcome)")
      #expect(!shown.unicodeScalars.contains(where: Self.isUnsafe), "\(call): \(outcome)")
    }
  }
}
