import Foundation
import Testing

/// `import` of exports whose sources got other names, said with `--renamed` or not.
@Suite struct RenamedSourceTests {
  /// Imports one after the other, and what the journal holds after them.
  struct Trial: Sendable, CustomTestStringConvertible {
    /// What it tries.
    var testDescription: String
    /// What is imported, with options, one line each; or what `configure` is given.
    var calls: [String]
    /// What the last one says.
    var says: [String] = []
    /// The exit code of the last one.
    var code: Int32 = 0
    /// Records by their source, as `samples` has them: hours of one day.
    var holds: [String: [Int]]
  }

  /// Exports by name: sources by device, with the hours of which each states a record.
  private static let exports: [String: [(source: String, device: Int, hours: [Int])]] = [
    "first": [("Anna’s\u{A0}Watch", 6, [8, 9]), ("Pad", 7, [12])],
    "second": [("Watch of Anna", 6, [8, 9, 10]), ("Pad", 7, [12])],
    "third": [("Third", 6, [8, 10, 11]), ("Pad", 7, [12])],
    "fewer": [("Watch of Anna", 6, [8]), ("Pad", 7, [12])],
    "swapped": [("Pad", 6, [8, 9, 10]), ("Anna’s\u{A0}Watch", 7, [12, 13])],
    "equals": [("a=b", 6, [8, 9, 10]), ("Pad", 7, [12])],
    "equals2": [("c=d", 6, [8, 9, 10, 11]), ("Pad", 7, [12])],
  ]

  private static let anna = "Anna’s\u{A0}Watch"
  private static let once = "--renamed \"Anna's Watch=Watch of Anna\""

  private static let forGood = "configure --same-source \"Anna's Watch=Watch of Anna\""

  static let trials = [
    Trial(
      testDescription: "said once", calls: ["first", "second \(once)"],
      says: ["1 new, 4 identical, 0 corrected, 0 vanished"],
      holds: [anna: [8, 9, 10], "Pad": [12]]),
    Trial(
      testDescription: "said again", calls: ["first", "second \(once)", "second \(once)"],
      says: ["0 new, 5 identical"], holds: [anna: [8, 9, 10], "Pad": [12]]),
    Trial(
      testDescription: "a trial", calls: ["first", "second \(once) --dry-run"],
      says: ["1 new, 4 identical", "nothing was written"], holds: [anna: [8, 9], "Pad": [12]]),
    Trial(
      testDescription: "vanished", calls: ["first", "fewer \(once)"],
      says: ["vanished: 1 stepCount of Anna’s\u{A0}Watch"], holds: [anna: [8, 9], "Pad": [12]]),
    Trial(
      testDescription: "never said", calls: ["first", "second"],
      says: [
        "renamed? Watch of Anna states 2 objects", "--renamed 'Anna’s\u{A0}Watch=Watch of Anna'",
      ],
      holds: [anna: [8, 9], "Watch of Anna": [10], "Pad": [12]]),
    Trial(
      testDescription: "never said, twice", calls: ["first", "second", "second"],
      says: ["0 new, 5 identical", "renamed? Watch of Anna states 2 objects"],
      holds: [anna: [8, 9], "Watch of Anna": [10], "Pad": [12]]),
    Trial(
      testDescription: "never said of two names", calls: ["first", "second", "third", "third"],
      says: ["0 new, 5 identical", "renamed? Third states 1 object that Watch of Anna"],
      holds: [anna: [8, 9], "Watch of Anna": [10], "Third": [11], "Pad": [12]]),
    Trial(
      testDescription: "said late", calls: ["first", "second", "second \(once)"],
      says: ["0 new, 4 identical, 1 corrected"], holds: [anna: [8, 9, 10], "Pad": [12]]),
    Trial(
      testDescription: "renamed twice",
      calls: [
        "first", "second \(once)", "third \(once) --renamed 'Watch of Anna=Third'",
      ],
      says: ["1 new, 4 identical, 0 corrected, 1 vanished"],
      holds: [anna: [8, 9, 10, 11], "Pad": [12]]),
    Trial(
      testDescription: "said for good",
      calls: ["first", forGood, "second", "second"],
      says: ["0 new, 5 identical, 0 corrected, 0 vanished"],
      holds: ["Watch of Anna": [8, 9, 10], "Pad": [12]]),
    Trial(
      testDescription: "said for good, late",
      calls: ["first", "second", forGood, "second"],
      holds: ["Watch of Anna": [8, 9, 10], "Pad": [12]]),
    Trial(
      testDescription: "said for good, and the next name",
      calls: [
        "first", forGood, "second",
        "third --renamed \"Anna's Watch=Third\"",
      ],
      says: ["1 new, 4 identical, 0 corrected, 1 vanished"],
      holds: ["Watch of Anna": [8, 9, 10, 11], "Pad": [12]]),
    Trial(
      testDescription: "swapped",
      calls: ["first", "swapped --renamed \"Anna's Watch=Pad\" --renamed \"Pad=Anna's Watch\""],
      says: ["2 new, 4 identical"], holds: [anna: [8, 9, 10], "Pad": [12, 13]]),
    Trial(
      testDescription: "an equals sign in the new name",
      calls: ["first", "equals --renamed \"Anna's Watch=a=b\""], says: ["1 new, 4 identical"],
      holds: [anna: [8, 9, 10], "Pad": [12]]),
    Trial(
      testDescription: "an equals sign in both names",
      calls: ["equals", "equals2 --renamed 'a=b=c=d'"], says: ["1 new, 5 identical"],
      holds: ["a=b": [8, 9, 10, 11], "Pad": [12]]),
    Trial(
      testDescription: "a name that the journal lacks",
      calls: ["first", "second --renamed 'Nobody=Watch of Anna'"],
      says: ["the journal has no source Nobody; it has Anna’s\u{A0}Watch, Pad"], code: 2,
      holds: [anna: [8, 9], "Pad": [12]]),
    Trial(
      testDescription: "turned",
      calls: ["first", "second --renamed \"Watch of Anna=Anna's Watch\""],
      says: ["write the old name first"], code: 2, holds: [anna: [8, 9], "Pad": [12]]),
    Trial(
      testDescription: "one name for two",
      calls: ["first", "second \(once) --renamed 'Pad=Watch of Anna'"],
      says: ["cannot be the new name of two sources"], code: 2,
      holds: [anna: [8, 9], "Pad": [12]]),
  ]

  private static func write(_ name: String, _ day: Int, to scratch: Scratch) throws {
    let records = try #require(exports[name]).flatMap { source, device, hours in
      hours.map { hour in
        let time = "2026-01-01 \(hour < 10 ? "0" : "")\(hour)"
        return """
          <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" \
          device="&lt;&lt;HKDevice: 0x\(day)&gt;, name:Watch, hardware:Watch\(device),1&gt;" \
          unit="count" startDate="\(time):00:00 +0100" endDate="\(time):10:00 +0100" \
          value="\(hour)"/>
          """
      }
    }
    try scratch.write(
      """
      <HealthData locale="en_GB"><ExportDate value="2026-02-0\(day) 10:00:00 +0100"/>
      <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """, to: "\(name).xml")
  }

  @Test(arguments: trials) func whatTheJournalHolds(_ trial: Trial) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone Europe/Berlin")
    var outcome: Outcome?
    for (index, call) in trial.calls.enumerated() {
      let name = String(call.prefix { $0 != " " })
      if name == "configure" {
        #expect(try scratch.run("health-journal \(call)").code == 0)
        continue
      }
      try Self.write(name, index + 1, to: scratch)
      outcome = try scratch.run("health-journal import \(name).xml\(call.dropFirst(name.count))")
    }
    let last = try #require(outcome)
    #expect(last.code == trial.code, "\(last.errors)")
    for words in trial.says { #expect(last.errors.contains(words), "\(last.errors)") }
    let rows = try scratch.run("health-journal samples --format csv --columns source,value").output
    let held = rows.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    let hours = Dictionary(grouping: held) { String($0[0]) }
      .mapValues { $0.compactMap { Int($0[1]) }.sorted() }
    #expect(hours == trial.holds)
    let day = try scratch.run("health-journal daily stepCount --format csv --columns sum").output
    let sum = trial.holds.values.joined().reduce(0, +)
    #expect(day.hasSuffix("\n\(sum)\n"), "\(day)")
  }
}
