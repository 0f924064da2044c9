import ByteTools
import Foundation
import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import Testing

/// The short way of plain saves comes to what the general one comes to: the same lines, answers and
/// tables.
@Suite struct PlainAppendTests {
  private static func uuid(_ number: Int) -> String {
    ObjectUUID(random: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number))).description
  }

  /// A command with these parts, as clients write it.
  private static func command(
    _ number: Int, id: String = "", by: String = "owner", kind: String = "quantity",
    type: String = "HKQuantityTypeIdentifierStepCount", start: String = "2026-11-20T08:00:00+01:00",
    end: String = "2026-11-20T08:10:00+01:00", value: String = "812",
    rest: String = #","unit":"count""#, end close: String = "}]}"
  ) -> String {
    #"{\#(id)"event":"save","by":"\#(by)","objects":[{"kind":"\#(kind)","uuid":"\#(uuid(number))","#
      + #""type":"\#(type)","start":"\#(start)","end":"\#(end)","value":\#(value)\#(rest)\#(close)"#
  }

  private static let values = [
    "812", "0", "-0", "0.5", "12.25", "-3.125", "1e3", "0.1234567890123456789", "1.50", "0.00001",
    "99.999999999999", "100000000000000000000", "1e999", "007", "\"812\"", "true", "1 ",
  ]

  private static let times = [
    "2026-11-20T08:00:00Z", "2026-11-20T08:00:00+00:00", "2026-11-20T08:00:00-00:00",
    "2026-11-20T08:00:00.5-03:30", "2026-11-20T08:00:00.500Z", "2026-11-20T08:00:00.250001+01:00",
    "2026-11-20T08:00:00.000Z", "2026-11-20T08:00:00.120000Z", "2026-02-29T08:00:00Z",
    "2026-11-20 08:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999+23:59",
  ]

  private static let rests = [
    #","unit":"count","source":{"name":"Anna’s iPhone","bundle":"com.apple.health.phone"}"#,
    #","unit":"count","created":"2026-11-20T08:11:00+01:00""#,
    #","unit":"count","created":"2026-11-20T08:11:00.123Z","metadata":{"HKTimeZone":"Europe/Paris"}"#,
    #","unit":"count","metadata":{"note":"x","created":"2026-11-20T08:11:00Z"}"#,
    #","unit":"count","metadata":{"created":"2026-11-20T08:11:00Z"},"created":"2026-11-20T08:12:00Z""#,
    #","unit":"count","metadata":{"note":"a\",\"created\":\"2026-11-20T08:11:00Z"}"#,
    #","unit":"count","metadata":{"HKWasUserEntered":true,"n":1.50}"#,
    #","unit":"count","source":{"name":"W"},"device":{"name":"Watch","model":"Watch"},"created":"2026-11-20T08:11:00Z""#,
    #","unit":"count","count":3,"minimum":1,"maximum":2,"sum":4"#,
    #","unit":"kg""#, #","unit":"count","unknown":1"#, #","created":"2026-11-20T08:11:00Z""#,
    #","unit":"count"} ,{"kind":"quantity""#,
  ]

  /// Each as a first one that is learnt, and twice more with another uuid.
  private static let lines: [String] = {
    var lines: [String] = []
    func add(_ make: (Int) -> String) {
      for _ in 0..<3 { lines.append(make(lines.count)) }
    }
    for value in values { add { command($0, value: value) } }
    for time in times {
      add { command($0, start: time) }
      add { command($0, start: "0000-01-01T00:00:00Z", end: time) }
      add { command($0, rest: #","unit":"count","created":"\#(time)""#) }
    }
    for rest in rests { add { command($0, rest: rest) } }
    for id in [
      #""id":"7","#, #""id":7,"#, #""id":07,"#, #""id":1.5,"#, #""id":"é","#, #""id":"\u0041","#,
    ] {
      add { command($0, id: id) }
    }
    for by in ["com.example.fit", "com.example.other", "ow\\u006eer", ""] {
      add { command($0, by: by) }
    }
    let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
    for value in ["0", "3", "77", "\"HKCategoryValueSleepAnalysisInBed\"", "1.5"] {
      add { command($0, kind: "category", type: sleep, value: value, rest: "") }
    }
    let loud = "HKQuantityTypeIdentifierHeadphoneAudioExposure"
    for end in [
      "2026-11-20T08:10:00+01:00", "2026-11-20T08:00:00+01:00", "2026-11-20T07:00:00+01:00",
    ] {
      add { command($0, type: loud, end: end, value: "70", rest: #","unit":"dBASPL""#) }
    }
    for close in ["}] }", "}]}\r", "}],\"workout\":null}", "}]", "}]}}"] {
      add { command($0, end: close) }
    }
    add { _ in command(0) }
    add { command($0).replacing(#""kind":"quantity","#, with: #""kind" : "quantity","#) }
    add { command($0).lowercased() }
    for version in 1...3 {
      let keys = #""HKMetadataKeySyncIdentifier":"s","HKMetadataKeySyncVersion":\#(version)"#
      lines.append(command(lines.count, rest: #","unit":"count","metadata":{\#(keys)}"#))
    }
    return lines
  }()

  private static let decisions = [
    #"{"event":"authorize","by":"owner","source":"com.example.fit","share":{"HKQuantityTypeIdentifierStepCount":"authorized"},"read":{}}"#,
    #"{"event":"authorize","by":"owner","source":"com.example.fit","share":{"HKQuantityTypeIdentifierStepCount":"denied"},"read":{}}"#,
  ]

  @Test func sameLinesAndAnswers() throws {
    let app = (10_000..<10_006).map { Self.command($0, by: "com.example.fit") }
    let again = (20_000..<20_006).map { Self.command($0, by: "com.example.fit") }
    let all = Self.lines + [Self.decisions[0]] + app + [Self.decisions[1]] + again
    let short = try AppendRun.expectSame(all)
    #expect(short.lines.count > 100)
    #expect(short.shortcuts > 80)
  }

  /// More lines than a page of a snapshot's words has: the keys and texts of metadata are on each.
  @Test func metadataIsKnownOfEachLine() throws {
    let rests = [2, 6].map { Self.rests[$0] }
    let short = try AppendRun.expectSame(
      (0..<700).map { Self.command($0, rest: rests[$0 < 600 ? 0 : 1]) })
    #expect(short.shortcuts == 698)
  }

  /// A uuid that follows from content is the owner's, by the short way too.
  @Test func aSourceTakesNoUUIDOfContent() throws {
    func command(_ number: Int, by: String) -> String {
      Self.command(number, by: by).replacing(
        Self.uuid(number), with: ObjectUUID(content: (UInt64(number), 7)).description)
    }
    let app = "com.example.fit"
    let lines =
      [Self.decisions[0]] + (0..<3).map { Self.command($0, by: app) }
      + (3..<6).map { command($0, by: app) } + (6..<9).map { command($0, by: "owner") }
    let short = try AppendRun.expectSame(lines)
    let taken = short.outcomes.map { if case .accepted = $0 { true } else { false } }
    #expect(taken == [true, true, true, true, false, false, false, true, true, true])
    #expect(short.shortcuts == 4)
  }

  /// What was learnt of lines that did not come to the disk is forgotten with them: their origins
  /// are gone.
  @Test func aFailedWriteIsForgotten() throws {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/j", on: system)
    let rest = #","unit":"count","source":{"name":"W"}"#
    for number in 0..<3 {
      _ = AppendRun.take(Self.command(number, rest: rest), &session, shortens: true)
    }
    system.fail(.append, with: .full, written: 100)
    #expect(throws: JournalError.self) { try session.commit() }
    for number in 0..<3 {
      let (outcome, isShort) = AppendRun.take(
        Self.command(number, rest: rest), &session, shortens: true)
      let seq = UInt64(number) + 3
      guard case .accepted(let accepted, _) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(accepted.sequence == seq && isShort == (number > 0))
    }
    try session.commit()
    #expect(AppendRun.lines(on: system).first?.contains("\"event\":\"origin\"") == true)
    #expect(try ReplayedJournal("/j", on: system).tables.liveCount == 3)
  }
}
