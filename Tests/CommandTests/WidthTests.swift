import ByteTools
import Foundation
import Testing

/// No line that people read is wider than they asked, in any view, whatever the names are.
@Suite struct WidthTests {
  /// Names that try to be wider than they look, or to leave their cell.
  private static let names = [
    "漢字漢字漢字漢字漢字漢字漢字", "👩‍🚀👩‍🚀 🏊🏊🏊 엄청나게 긴 이름",
    "e\u{301}e\u{301}galite\u{301} toujours et partout",
    "\u{1B}[31mred and long enough to be broken",
    "<script>alert(\"one word without any space\")</script>",
  ]

  /// Every view in its forms, and what else shows rows.
  private static let calls = [
    "latest", "latest --type heartRate --explain", "daily", "daily --sources separate",
    "daily --type stepCount --day 2026-03-02 --explain", "statistics --every day --by-source",
    "statistics --percentiles 5,50,95", "days --from 2026-03-28 --to 2026-03-30", "samples",
    "workouts", "workouts --samples", "workouts --events", "workouts --activities --samples",
    "workouts --compare", "workouts --explain", "routes", "swims", "swims --lengths",
    "swims --sets", "runs", "sleep", "energy --from 2026-03-01 --to 2026-03-03",
    "energy --day 2026-03-02", "energy --day 2026-03-02 --explain", "profile --on 2026-03-02",
    "rings", "ecg", "notes", "authorizations", "authorizations --history", "sources", "imports",
    "changes",
    "types heart", "types sleepAnalysis", "log", "status", "diff 1 now", "check", "audit",
    "history 00000000-0000-4000-8000-000000000001", "history --daily stepCount 2026-03-02",
    "show 2 3",
    "configure", "samples --columns uuid,source,device,type,start,end", "workouts --all-columns",
  ]

  private static func journal() throws -> Scratch {
    let scratch = try Scratch()
    var lines: [String] = []
    for (place, name) in names.enumerated() {
      let quoted = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      lines.append(
        """
        {"event":"save","objects":[{"kind":"quantity",\
        "type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-02T08:0\(place):00+01:00",\
        "end":"2026-03-02T08:0\(place + 1):30+01:00","value":1234\(place),"unit":"count",\
        "source":{"name":\(quoted),"bundle":"com.example.app\(place)"},\
        "device":{"name":\(quoted)}}]}
        """)
    }
    try scratch.write(lines.joined(separator: "\n") + "\n", to: "names.ndjson")
    _ = try scratch.run(
      """
      health-journal init --time-zone Europe/Paris
      health-journal note "$(printf '漢字漢字漢字漢字漢字 %.0s' 1 2 3 4 5 6 7 8)" --tag '엄청나게 긴 이름'
      for file in $FIXTURES/week.ndjson $FIXTURES/triathlon.ndjson names.ndjson; do
        health-journal append < $file
      done
      """)
    return scratch
  }

  @Test(arguments: [40, 80]) func noLineIsWider(_ width: Int) throws {
    let scratch = try Self.journal()
    // One shell for all of them.
    let script = Self.calls.map {
      "printf '\\036%s\\n' '\($0)'; health-journal \($0) --width \(width) 2>/dev/null"
    }
    let shown = try scratch.run(script.joined(separator: "\n")).output.split(separator: "\u{1E}")
    #expect(shown.count == Self.calls.count)
    var isAsked = 0
    for part in shown {
      let lines = part.split(separator: "\n").map(String.init)
      if lines.count > 1 { isAsked += 1 }
      for line in lines.dropFirst() where TerminalText.width(line) > width {
        Issue.record("\(lines[0]): \(TerminalText.width(line)) columns: \(line)")
      }
    }
    #expect(isAsked > 35)
  }
}
