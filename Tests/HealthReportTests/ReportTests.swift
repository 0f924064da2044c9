import ByteTools
import Foundation
import HealthEvents
import HealthModel
import HealthReport
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// What a page is, whatever it says.
@Suite(.enabled(if: Zones.arePresent)) struct ReportTests {
  /// Every section of the page, by its id.
  static func sections(_ page: String) -> [String] {
    page.matches(of: /<section id="([a-z]+)"/).map { String($0.output.1) }
  }

  @Test func aPageHasItsPartsInOrder() throws {
    let page = try report(Full.journal)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\"><head>"))
    // Tables with many rows stand before the receipt; what there is nothing of is left out.
    let names = Report.sectionNames.filter { $0 != "symptoms" }
    #expect(Self.sections(page) == names.dropLast() + ["lines", "receipt"])
    #expect(page.matches(of: /<h1>/).count == 1 && page.matches(of: /<main>/).count == 1)
    // A heading of a lower rank stands below one of the next higher.
    let ranks = page.matches(of: /<h([1-6])[ >]/).compactMap { Int($0.output.1) }
    for (one, next) in zip(ranks, ranks.dropFirst()) { #expect(next <= one + 1) }
    for name in names { #expect(page.contains("href=\"#\(name)\"")) }
    for match in page.matches(of: /href="#([a-z-]+)"/) {
      #expect(page.contains("id=\"\(match.output.1)\""))
    }
  }

  /// The policy lets in the one style of the page, and nothing else.
  @Test func thePolicyNamesTheStyle() throws {
    let page = try report(Full.journal)
    let style = try #require(page.firstMatch(of: /<style>(?s)(.*?)<\/style>/)).output.1
    let digest = SHA256.hash(Array(style.utf8).rawBytes).hexText
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { place in
      UInt8(digest.dropFirst(place).prefix(2), radix: 16)
    }
    let hash = Data(bytes).base64EncodedString()
    #expect(
      page.contains(
        "content=\"default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'\""
      ))
    #expect(page.matches(of: /<style/).count == 1)
  }

  /// Outside of the style there are only tags of the writer's own, with attributes of its own.
  private static func strange(_ page: String) -> [String] {
    let tags: Set<Substring> = [
      "html", "head", "title", "body", "header", "main", "nav", "section", "footer", "figure",
      "figcaption", "h1", "h2", "h3", "p", "div", "a", "ul", "li", "dl", "dt", "dd",
      "details", "summary", "code", "strong", "table", "caption", "thead", "tbody", "tr", "th",
      "td", "svg", "text", "meta", "path", "!DOCTYPE", "span",
    ]
    let names: Set<Substring> = [
      "lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "aria-label",
      "aria-labelledby", "role", "tabindex", "scope", "viewBox", "d", "x", "y", "html",
    ]
    let body = page.replacing(/<style>(?s).*?<\/style>/, with: "")
    return body.matches(of: /<[^>]*>/).compactMap { match -> String? in
      let text = match.output
      guard let start = text.firstMatch(of: /^<\/?([!a-zA-Z0-9]+)/)?.output,
        tags.contains(start.1)
      else { return String(text) }
      let rest = text.dropFirst(start.0.count).dropLast().replacing(/"[^"]*"/, with: "")
      let own = rest.split { " =/".contains($0) }
      return own.allSatisfy(names.contains) ? nil : String(text)
    }
  }

  private static let hostile = [
    "<script>window.ran = 1</script>", "\" onload=\"window.ran = 1", "' onload='x'",
    "</style><script>x</script>", "</title><img src=x onerror=x>", "&lt;b&gt;", "-->", "]]>",
    "\u{202E}drawkcab", "and\u{1B}[31m", "javascript:alert(1)",
  ]

  @Test func namesOfOthersAreText() throws {
    func page(_ names: [String]) throws -> String {
      try report(
        try journal { session in
          for (number, name) in names.enumerated() {
            try session.save(
              [
                quantity(
                  number * 2, "StepCount", 100, "count", "2026-02-01T08:00", "2026-02-01T09:00"),
                quantity(number * 2 + 1, "BodyMass", 70, "kg", "2026-02-01T\(two(number)):00"),
              ], source: name)
          }
        })
    }
    // What the names are made of adds no element anywhere.
    let (hostile, calm) = (
      try page(Self.hostile), try page(Self.hostile.indices.map { "Source \($0)" })
    )
    let count = { (page: String) in page.matches(of: /<[a-z]/).count }
    #expect(count(hostile) == count(calm) && Self.strange(hostile) == [])
    #expect(!hostile.contains("\u{202E}") && !hostile.contains("\u{1B}"))
    #expect(!hostile.contains("<script") && !hostile.contains("<img"))
    #expect(hostile.contains("&lt;script&gt;") && hostile.contains("\\u{202E}drawkcab"))
  }

  @Test func equalLinesGiveEqualBytes() throws {
    let (one, other) = (Full.journal, try fullJournal())
    // The journals' own identities and times differ; all else is the same.
    let sections = Set(Report.sectionNames).subtracting(["receipt"])
    #expect(
      try report(one) { $0.sections = sections } == report(other) { $0.sections = sections })
    #expect(try report(one) == report(one))
  }

  @Test func aPageLoadsNothing() throws {
    let page = try report(Full.journal)
    #expect(!page.contains("src=") && !page.contains("url(") && !page.contains("@import"))
    for match in page.matches(of: /href="([^"]*)"/) { #expect(match.output.1.hasPrefix("#")) }
    #expect(!page.contains(" style=\""))
  }

  @Test func notesAreListedAndMarked() throws {
    let page = try report(Full.journal) { $0.sections = ["activity", "notes"] }
    #expect(page.matches(of: />flu</).count == 1)
    #expect(page.contains("A dot marks a day with a note."))
    // One dot, on the square of the 10th of February.
    #expect(page.matches(of: /class="dot heart" d="M[0-9. -]+h0"/).count == 1)
    let other = try report(Full.journal, "2026-02-12") { $0.sections = ["activity", "notes"] }
    #expect(Self.sections(other) == ["activity", "lines"] && !other.contains("A dot marks"))
  }

  /// The kilometres are those of the newest workout that has some, and was no swim.
  @Test func theNewestWorkoutHasItsKilometres() throws {
    func workout(_ number: Int, _ day: String, _ activity: String) -> HealthObject {
      let span = TimeSpan(at(day + "T08:00"), at(day + "T08:20"))
      return HealthObject(
        uuid: id(number),
        content: .workout(
          WorkoutContent(
            activity: "HKWorkoutActivityType" + activity, span: span, duration: 1200,
            totals: [.totalDistance: Amount(2500, "m")])))
    }
    let journal = try journal { session in
      var number = 10
      for (day, activity, type) in [
        ("2026-02-01", "Running", "WalkingRunning"), ("2026-02-03", "Running", "WalkingRunning"),
        ("2026-02-04", "Swimming", "Swimming"), ("2026-02-05", "Running", "Cycling"),
      ] {
        let times = ["T08:00", "T08:08", "T08:16", "T08:20"].map { day + $0 }
        try session.save([
          workout(number, day, activity),
          quantity(number + 1, "Distance" + type, 1, "km", times[0], times[1]),
          quantity(number + 2, "Distance" + type, 1, "km", times[1], times[2]),
          quantity(number + 3, "Distance" + type, 0.5, "km", times[2], times[3]),
          quantity(number + 4, "HeartRate", 150, "count/min", times[0]),
        ])
        number += 5
      }
    }
    let page = try report(journal) { $0.sections = ["workouts"] }
    let tables = ShownTable.all(page)
    let table = try #require(tables.first { $0.caption.contains("a row a kilometre") })
    #expect(table.caption.contains("3\u{A0}Feb\u{A0}2026"))
    #expect(table.row("1") == ["1", "1.00 km", "8:00", "8:00 /km", "150", "4"])
    #expect(table.row("3")?.dropFirst() == ["0.50 km", "4:00", "8:00 /km", "–", "4"])
    #expect(page.contains("1: 8:00; 2: 8:00; 3: 4:00"))
  }

  @Test func aSectionWithoutDataSaysSo() throws {
    let empty = try journal { session in
      try session.save([quantity(1, "Height", 1.7, "m", "2026-02-01T10:00")])
    }
    let page = try report(empty)
    #expect(
      Self.sections(page)
        == Report.sectionNames.filter {
          !["overview", "glucose", "symptoms", "notes"].contains($0)
        }.dropLast() + ["lines", "receipt"])
    for text in [
      "No sleep in this period.", "No heart rates in this period.", "No workouts in this period.",
      "No body mass and no blood pressure in this period.",
    ] {
      #expect(page.contains(text))
    }
  }

  @Test func sectionsAreChosen() throws {
    let page = try report(Full.journal) { $0.sections = ["sleep", "heart"] }
    #expect(Self.sections(page) == ["heart", "sleep", "lines"])
  }

  /// Values that no axis can tell apart, and those whose difference is no number, are drawn too.
  @Test func extremeValuesAreDrawn() throws {
    let small = Double.leastNormalMagnitude / 128
    for values in [[1e16, 1e16], [-1.5e308, 1.5e308], [small, 2 * small]] {
      let page = try report(
        try journal { session in
          for (number, value) in values.enumerated() {
            let day = "2026-02-0\(number + 1)T08:00"
            try session.save([
              quantity(number * 3, "BodyMass", value, "kg", day),
              quantity(number * 3 + 1, "StepCount", value, "count", day),
              quantity(number * 3 + 2, "HeartRate", value, "count/min", day),
            ])
          }
        })
      #expect(page.hasSuffix("</html>\n"), "\(values)")
    }
  }

  /// What a source may not read is not on its page.
  @Test func aCoachSeesWhatACoachMayRead() throws {
    let whole = Full.journal
    let journal = try journal { session in
      try session.save([
        quantity(1, "StepCount", 4321, "count", "2026-02-01T08:00", "2026-02-01T09:00"),
        quantity(2, "BodyMass", 98.7, "kg", "2026-02-01T08:00"),
      ])
      try session.ask(
        .authorize(
          AuthorizationChange(
            source: "com.example.coach", share: [],
            read: [AuthorizationGrant(QuantityType.stepCount.identifier, .authorized)])))
    }
    let page = try report(try journal.seen(by: "com.example.coach")) {
      $0.reader = "com.example.coach"
    }
    #expect(page.contains("4,321") && !page.contains("98.7"))
    #expect(page.contains("Shows what com.example.coach may read."))
    #expect(!page.contains(journal.head.chainText))
    // No section says of what it may not see that there is none.
    #expect(!page.contains("in this period.<"))
    #expect(Self.sections(page).contains("activity") && !Self.sections(page).contains("body"))
    #expect(try report(whole).contains(whole.head.chainText))
  }

  @Test(arguments: ["en", "de", "es"]) func languagesAreWhole(_ name: String) throws {
    let language = try #require(Language(rawValue: name))
    let page = try report(Full.journal) { $0.language = language }
    #expect(page.contains("<html lang=\"\(name)\">"))
    #expect(page.contains(name == "en" ? "Sleep" : name == "de" ? "Schlaf" : "Sueño"))
    #expect(!page.contains("%1") && !page.contains("%2"))
    // A number of steps as each language writes it.
    let table = ShownTable.all(try report(Full.journal)).first
    let english = try #require(table?.row("Steps")?[1])
    let mark = ["en": ",", "de": ".", "es": ""][name] ?? ""
    #expect(english.contains(",") && page.contains(">" + english.replacing(",", with: mark) + "<"))
  }

  /// What checks found stands in the language of the page, with its numbers.
  @Test func findingsAreInTheLanguage() throws {
    let journal = try journal { session in
      for number in 0..<2 {
        try session.save([
          quantity(number, "BodyMass", 70, "kg", "2026-02-01T08:00"),
          quantity(10 + number, "HeartRate", 900, "count/min", "2026-02-0\(number + 1)T08:00"),
          quantity(
            20 + number, "Height", 1.8, ["m", "ft"][number], "2026-02-0\(number + 1)T09:00"),
        ])
      }
    }
    let findings = try CheckReport(journal, in: ViewContext(ViewQuery())).found.flatMap(\.findings)
    let english = findings.map(\.says.description)
    #expect(english.contains { $0.contains("further copies") } && english.count > 2)
    for language in [Language.de, .es] {
      let page = try report(journal) { $0.language = language }
      #expect(english.allSatisfy { !page.contains($0) })
      #expect(!page.contains("copies") && !page.contains("outside") && !page.contains("changes of"))
      let own =
        language == .de
        ? ["weitere Kopien von gleichen; Gruppen: 1", "außerhalb von 20 bis 300 /min"]
        : ["copias de otras iguales; grupos: 1", "fuera de 20 a 300 /min"]
      for words in own { #expect(page.contains(words), "\(words)") }
    }
  }
}

/// Which days a report is about.
@Suite struct ReportPeriodTests {
  private func day(_ text: String) -> CivilDate {
    CivilDate(text) ?? CivilDate(dayNumber: 0)
  }

  @Test(arguments: [
    ("2026-03-31", ReportPeriod.Length.month, "2026-03-01 to 2026-03-31"),
    ("2026-11-19", .month, "2026-10-20 to 2026-11-19"),
    ("2026-03-30", .month, "2026-02-28 to 2026-03-30"),
    ("2026-11-19", .year, "2025-11-20 to 2026-11-19"),
    ("2024-02-28", .year, "2023-02-28 to 2024-02-28"),
  ])
  func aLengthEndsWithADay(_ end: String, _ length: ReportPeriod.Length, _ text: String) {
    #expect(ReportPeriod(length, endingWith: day(end)).description == text)
  }

  @Test(arguments: [
    ("2026-03-01", "2026-04-01", "2026-02-01 to 2026-02-28"),
    ("2026-01-01", "2027-01-01", "2025-01-01 to 2025-12-31"),
    ("2026-03-10", "2026-03-17", "2026-03-03 to 2026-03-09"),
    ("2026-10-20", "2026-11-20", "2026-09-20 to 2026-10-19"),
    ("2026-03-31", "2026-04-01", "2026-03-30 to 2026-03-30"),
  ])
  func aPeriodIsComparedWithTheOneBefore(_ first: String, _ end: String, _ text: String) {
    let period = ReportPeriod(day(first).dayNumber..<day(end).dayNumber)
    #expect(period.before.description == text)
  }
}
