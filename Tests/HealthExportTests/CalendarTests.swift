import Foundation
import HealthExport
import HealthModel
import HealthViews
import Testing

/// iCalendar, read back by the rules of RFC 5545.
@Suite struct CalendarTests {
  private static let columns = [
    Column(.object), Column(.activity), Column(.start, .time), Column(.end, .time),
    Column(.duration, .duration, unit: "s"), Column(.distance, .distance, unit: "m"),
    Column(.source),
  ]

  private static func row(_ source: String) -> [Cell] {
    [
      .text("A1"), .identifier(running), time(), time(90, microseconds: 250_000), .number(90.25),
      .missing, .text(source),
    ]
  }

  /// The properties of a calendar: lines unfolded, values with their escapes taken back.
  private static func properties(_ text: String) throws -> [(name: String, value: String)] {
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.last == "" && !text.replacing("\r\n", with: "").contains(where: \.isNewline))
    for line in lines { #expect(line.utf8.count <= 75, "\(line)") }
    return try text.replacing("\r\n ", with: "").components(separatedBy: "\r\n").dropLast().map {
      let colon = try #require($0.firstIndex(of: ":"))
      let value = String($0[$0.index(after: colon)...]).replacing("\\n", with: "\n")
        .replacing(#/\\([\\;,])/#) { String($0.output.1) }
      return (name: String($0[..<colon]), value: value)
    }
  }

  @Test func anEventIsWhatTheWorkoutIs() throws {
    let text = try export(Table(columns: Self.columns, rows: [Self.row("Watch")]), .ics)
    #expect(
      text
        == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Health Journal//workouts//EN
        BEGIN:VEVENT
        UID:A1
        DTSTAMP:20261120T070130Z
        DTSTART:20261120T070000Z
        DTEND:20261120T070130Z
        SUMMARY:running
        DESCRIPTION:duration: 0:01:30\\nsource: Watch
        END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n"))
  }

  @Test(arguments: [
    "a,b;c\\d", "line\nline", "\r\nBEGIN:VALARM", "\u{1B}[2J", String(repeating: "é", count: 100),
    String(repeating: "👩‍👩‍👧", count: 40), String(repeating: "x", count: 74) + "€", "", "\u{85}\u{9F}",
  ]) func textComesBack(_ source: String) throws {
    let text = try export(Table(columns: Self.columns, rows: [Self.row(source)]), .ics)
    let found = try Self.properties(text)
    #expect(found.filter { $0.name == "BEGIN" }.map(\.value) == ["VCALENDAR", "VEVENT"])
    let kept = String(
      String.UnicodeScalarView(
        source.unicodeScalars.filter {
          $0 == "\n" || $0.properties.generalCategory != .control
        }))
    let description = try #require(found.first { $0.name == "DESCRIPTION" }).value
    #expect(description == "duration: 0:01:30\nsource: \(kept)")
  }

  @Test func withoutWorkoutsThereIsNoCalendar() throws {
    #expect(try export(Table(columns: Self.columns, rows: []), .ics) == "")
    #expect(throws: OptionProblem.self) {
      try export(column(.text, [.text("x")]), .ics)
    }
  }
}
