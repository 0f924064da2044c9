import Foundation
import ByteTools
import HealthEvents
import HealthModel
import HealthReport
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import Synchronization
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthPages

/// What pages answer.
@Suite(.enabled(if: Zones.arePresent)) struct BrowserTests {
  /// Every page that links lead to, from the first one on, is there, is whole and is small, and
  /// none of its links leads out.
  @Test func everyLinkLeadsToAPage() throws {
    var browser = try Shelf.full().browser()
    let starts = ["/", "/search?text=steps", "/search?text=2026"]
    let seen = try walk(&browser, from: starts, most: 300) { target, answer in
      #expect(answer.status == 200, "\(target): \(answer.status)")
      #expect(answer.isWellFormed && answer.bytes.count < 300_000, "\(target)")
    }
    // This journal has no import.
    let kinds = Set(try seen.map { try Address(target: $0).kind })
    #expect(kinds == Set(PageKind.all.map(\.name)).subtracting(["import"]), "\(kinds)")
    for view in Views.all { #expect(seen.contains("/table/\(view.name)"), "\(view.name)") }
  }

  /// Opens pages along their links, and returns the targets of those that were opened.
  private func walk(
    _ browser: inout Browser, from starts: [String], most: Int,
    _ look: (String, PageAnswer) -> Void
  ) throws -> Set<String> {
    var seen: Set<String> = []
    var rest = starts[...]
    // Breadth first: there is always a month before.
    while let target = rest.popFirst(), seen.count < most {
      guard seen.insert(target).inserted else { continue }
      let answer = browser.answer(target)
      look(target, answer)
      let address = try Address(target: target)
      for link in answer.links { rest.append(try resolved(link, from: address)) }
    }
    return seen
  }

  private func resolved(_ link: String, from address: Address) throws -> String {
    let ups = link.matches(of: /\.\.\//).count
    #expect(!link.contains("//") && !link.hasPrefix("/") && ups == address.words.count, "\(link)")
    return "/" + link.replacing("../", with: "").replacing("./", with: "")
  }

  /// The page is made of the view: each of its cells is one of the command's text.
  @Test func aTableHasTheCellsOfItsView() throws {
    var browser = try Shelf.full().browser()
    let page = browser.answer("/table/daily?type=stepCount").text
    for cell in ["2026-03-01", "1,000", "2,000", "3,000"] { #expect(page.contains(">\(cell)<")) }
    #expect(page.contains("health-journal daily --type stepCount"))
    #expect(!page.contains("Heart rate"))
  }

  @Test(arguments: [
    ("/table/daily?type=stepCout", 400), ("/table/nothing", 400), ("/table/daily?nothing=1", 400),
    ("/table/daily?on=today&period=2026", 400), ("/nothing", 404), ("/table/daily/more", 404),
    ("/table/daily?type=a&type=b&on=x", 400), ("/?as-of=77777", 400), ("/?as-of=0", 400),
    ("/table/daily?on=9999-12-31", 200), ("/?as-of=9999-12-31", 200), ("/%00", 404),
    ("/table/samples?row=99999999999", 200), ("/table/samples?row=99999999999999999999", 400),
    ("/table/samples?row=9223372036854775807", 200),
    ("/table/workouts?row=9223372036854775807", 200),
    ("/table/pressure?row=9223372036854775807", 200),
    ("/table/swims?row=9223372036854775807", 200), ("/table/runs?row=9223372036854775807", 200),
    ("/table/notes?row=9223372036854775807", 200), ("/table/ecg?row=9223372036854775807", 200),
    ("/table/routes?row=9223372036854775807", 200),
    ("/table/daily?on=2026-03-01&on=2026-03-02", 400), ("/type/stepCount/", 400),
    ("/period/?period=2026-03", 400), ("/compare?later=3", 400), ("/compare?view=daily", 400),
    ("/compare?earlier=2&later=5&as-of=4", 400), ("/compare?earlier=2&later=3&as-of=4", 200),
  ])
  func whatIsWrongIsAPage(_ target: String, _ status: Int) throws {
    var browser = try Shelf.full().browser()
    let answer = browser.answer(target)
    #expect(answer.status == status && answer.isWellFormed, "\(answer.status)")
  }

  /// A search without a text is a form alone: its rows would be all there is.
  @Test(arguments: ["/search", "/table/find"]) func aSearchBeginsWithAText(_ target: String) throws
  {
    var browser = try Shelf.full().browser()
    let page = browser.answer(target).text
    #expect(page.contains(View.find.summary) && page.contains("name=\"text\""))
    #expect(!page.contains("<table") && !page.contains("health-journal find"))
    #expect(browser.answer(target + "?text=step").text.contains("<table"))
  }

  /// A page of many rows that are computed one after the other shows the first without the others.
  @Test func manyRowsAreCountedWhereThatIsCheap() throws {
    let shelf = try Shelf()
    try shelf.save(
      (0..<205).map { number in
        let day = CivilDate(dayNumber: 20_000 + number).description
        return quantity(number + 1, "StepCount", 9, "count", day + "T08:00", day + "T09:00")
      })
    var browser = shelf.browser()
    let more = "; there are more"
    for (view, end) in [("daily", more), ("days", more), ("samples", " of 205")] {
      #expect(browser.answer("/table/\(view)").text.contains("Rows 1 to 200" + end), "\(view)")
      let rest = browser.answer("/table/\(view)?row=201").text
      #expect(rest.contains("Rows 201 to 205 of 205"), "\(view)")
    }
  }

  private static func runs(_ count: Int) -> [HealthObject] {
    (0..<count).map { number in
      let day = CivilDate(dayNumber: 20_455 + number).description
      let run = WorkoutContent(
        activity: "HKWorkoutActivityTypeRunning",
        span: TimeSpan(at(day + "T08:00"), at(day + "T08:45")), duration: 2700)
      return HealthObject(uuid: id(number + 1), content: .workout(run))
    }
  }

  /// A page of the newest of many workouts is made without the others.
  @Test(arguments: ["/table/workouts?", "/table/workouts?activity=running&", "/type/workout?"])
  func manyWorkoutsAreCut(_ target: String) throws {
    let shelf = try Shelf()
    try shelf.save(Self.runs(205))
    var browser = shelf.browser()
    #expect(browser.answer(target).text.contains("Rows 1 to 200; there are more"))
    let rest = browser.answer(target + "row=201").text
    #expect(rest.contains("Rows 201 to 205 of 205") && rest.contains("2026-01-02 08:00"))
  }

  /// Rows that come after many others have all their figures.
  @Test func laterPressuresHaveTheirPulses() throws {
    let shelf = try Shelf()
    try shelf.save(
      (0..<205).flatMap { number in
        let start = CivilDate(dayNumber: 20_455 + number).description + "T08:00"
        return [
          quantity(3 * number, "BloodPressureSystolic", 120, "mmHg", start),
          quantity(3 * number + 1, "BloodPressureDiastolic", 80, "mmHg", start),
          quantity(3 * number + 2, "HeartRate", Double(300 + number), "count/min", start),
        ]
      })
    var browser = shelf.browser()
    let rest = browser.answer("/table/pressure?row=201").text
    for number in 0..<5 { #expect(rest.contains(">\(300 + number)<"), "\(number)") }
    #expect(!rest.contains(">305<"))
  }

  /// A period shows the newest of many workouts, and links to all.
  @Test(arguments: [31, 32]) func aPeriodHasAMonthOfWorkouts(_ count: Int) throws {
    let shelf = try Shelf()
    try shelf.save(Self.runs(count))
    var browser = shelf.browser()
    let page = browser.answer("/period?period=2026").text
    #expect(page.contains("Rows 1 to 31; there are more") == (count > 31))
    #expect(page.contains("2026-01-02 08:00") == (count == 31))
    #expect(page.contains("health-journal workouts --period 2026<"))
  }

  @Test func followsTheJournal() throws {
    let shelf = try Shelf.full()
    var browser = shelf.browser()
    #expect(!browser.answer("/table/samples").text.contains(">Scales<"))
    try shelf.save(
      [quantity(70, "BodyMass", 71, "kg", "2026-03-03T07:00")], source: "Scales")
    #expect(browser.answer("/table/samples").text.contains(">Scales<"))
    #expect(!browser.answer("/table/samples?as-of=4").text.contains(">Scales<"))
  }

  /// A moment of the past stays: links keep it, commands name it.
  @Test func linksKeepTheMoment() throws {
    var browser = try Shelf.full().browser()
    let answer = browser.answer("/table/daily?type=stepCount&as-of=3")
    #expect(answer.text.contains(">1,000<"), "no steps of day 1")
    #expect(!answer.text.contains(">2,000<"))
    #expect(answer.text.contains("--as-of 3"))
    for link in answer.links { #expect(link.contains("as-of=3"), "\(link)") }
  }

  @Test func aReplacedJournalIsToldAndNotShown() throws {
    let shelf = try Shelf.full()
    var browser = shelf.browser()
    #expect(browser.answer("/").status == 200)
    let other = try Shelf(afterDraws: 3)
    let path = shelf.journal.paths.events
    for path in Set(shelf.system.paths + other.system.paths) {
      shelf.system[path] = other.system[path]
    }
    let answer = browser.answer("/")
    #expect(answer.status == 409, "\(answer.status)")
    shelf.system[path] = Array("no line\n".utf8)
    #expect(browser.answer("/").status == 503)
  }

  /// A name is only ever text.
  @Test func hostileNamesAreText() throws {
    let shelf = try Shelf.full()
    var dice = Dice(5)
    for number in 0..<40 {
      let name = "<b>\"'&" + HostileText.next(&dice)
      guard name.utf8.count < 200 else { continue }
      try? shelf.save(
        [quantity(200 + number, "BodyMass", 70, "kg", "2026-03-01T07:00")], source: name)
    }
    var browser = shelf.browser()
    for target in ["/", "/table/samples", "/table/sources", "/table/latest", "/table/find?text=b"] {
      let answer = browser.answer(target)
      #expect(answer.status == 200 && answer.isWellFormed, "\(target)")
      #expect(!answer.text.contains("<b>"))
      #expect(
        !answer.text.unicodeScalars.contains { $0 != "\n" && TerminalText.isUnsafe($0) })
    }
  }

  @Test func figuresCanBeHidden() throws {
    var browser = try Shelf.full().browser { $0.hidesFigures = true }
    let page = browser.answer("/table/daily?type=stepCount").text
    #expect(page.contains("•,•••") && !page.contains("1,000") && page.contains("2026-03-01"))
  }

  /// No page shows a digit of a figure that is hidden, whatever the kind of the cell or sentence;
  /// dates and what commands name stay.
  @Test func figuresAreHiddenOnEveryPage() throws {
    let shelf = try Shelf.full()
    try shelf.save([
      quantity(201, "BloodPressureSystolic", 173, "mmHg", "2026-03-02T07:00"),
      quantity(202, "BloodPressureDiastolic", 98.7, "mmHg", "2026-03-02T07:00"),
      quantity(203, "BodyMass", 83.6, "kg", "2026-03-02T07:10"),
      quantity(204, "ActiveEnergyBurned", 417, "kcal", "2026-03-02T09:00", "2026-03-02T09:20"),
    ])
    var browser = shelf.browser { $0.hidesFigures = true }
    let starts = [
      "/period?period=2026-03-02", "/table/profile", "/table/energy?on=2026-03-02", "/check",
      "/table/day?on=2026-03-02", "/compare?earlier=3&later=6&view=latest", "/line/6", "/",
    ]
    _ = try walk(&browser, from: starts, most: 150) { target, answer in
      for figure in ["173", "98.7", "83.6", "417"] {
        for found in answer.text.ranges(of: figure) {
          let around =
            answer.text[..<found.lowerBound].suffix(1) + answer.text[found.upperBound...].prefix(1)
          #expect(around.contains { $0.isHexDigit || $0 == "-" }, "\(target): \(figure)")
        }
      }
    }
    #expect(!browser.answer("/period?period=2026-03-02").text.contains("••••-••-••"))
  }

  /// What a part of a period, a choice, a form or a moment leads to.
  @Test(arguments: [
    // A month that the window cuts is named by what is left of it, in the drawing and in the row.
    (
      "/type/stepCount?from=2026-03-02&to=2026-07-01",
      ["2 Mar 2026 – 31 Mar 2026: 5,000", "../type/stepCount?from=2026-03-02&to=2026-04-01"],
      ["to=2026-04-02"]
    ),
    (
      "/type/stepCount?from=2026-03-02T08:30&to=2026-03-03T12:00",
      ["from=2026-03-02T08%3A30%3A00%2B01%3A00&to=2026-03-03T12%3A00%3A00%2B01%3A00"],
      ["1 Mar 2027"]
    ),
    ("/type/workout?period=2026-03-01", ["workouts --period 2026-03-01"], ["running"]),
    ("/type/workout?period=2026-03-02", ["running"], []),
    (
      "/type/stepCount?period=2026-03&source=Watch&unit=count",
      ["stepCount?period=2026-02&unit=count&source=Watch", "stepCount?unit=count&source=Watch"], []
    ),
    ("/period?period=2026-03&source=Watch", ["period?period=2026-02&source=Watch"], []),
    (
      "/period?from=2026-03-02T08:00&to=2026-03-02T20:00&source=Watch",
      [
        "from=2026-03-01T20%3A00%3A00%2B01%3A00&to=2026-03-02T08%3A00%3A00%2B01%3A00&source=Watch",
        "from=2026-03-02T20%3A00%3A00%2B01%3A00&to=2026-03-03T08%3A00%3A00%2B01%3A00&source=Watch",
      ], []
    ),
    ("/period?from=2026-03-02T08:00", ["A part of time"], ["period?from"]),
    (
      "/period?from=2026-01-15&to=2026-02-15",
      ["from=2025-12-15&to=2026-01-15", "from=2026-02-15&to=2026-03-15"], []
    ),
    (
      "/compare?earlier=2&as-of=4",
      ["diff 2 4 --all", "2 – 4"], ["--as-of", "– now"]
    ),
    // What changed leads to the lines that changed it.
    (
      "/compare?earlier=2&later=6&view=day&on=2026-03-02", [#"line/3""#, #"line/4""#], []
    ),
    ("/compare?source=a&source=b", [#"value="a""#, #"value="b""#], []),
    ("/table/samples?source=a&source=b", [#"value="a""#, #"value="b""#], [#"value="a,b""#]),
    (
      "/search?text=x&as-of=4&time-zone=Asia/Tokyo",
      [#"name="time-zone" value="Asia/Tokyo""#, #"name="as-of" value="4""#], []
    ),
    (
      "/table/daily?time-zone=Asia/Tokyo&columns=sum",
      [#"name="time-zone" value="Asia/Tokyo""#, #"name="columns" value="sum""#], []
    ),
    ("/table/samples?row=500", ["table/samples\""], ["500 to", "row=300"]),
    ("/search?text=00000000-0000-0000-0000-000000000000", [], ["object/0"]),
    ("/period?period=9999-12-31", [], ["%2B010000", "+010000"]),
    ("/line/77777?as-of=4", ["../?as-of=4"], []),
    ("/type/%2e%2e/x", [#"href="../../""#], []),
  ])
  func linksKeepWhatWasChosen(_ target: String, _ found: [String], _ missing: [String]) throws {
    var browser = try Shelf.full().browser()
    let page = browser.answer(target).text.replacing("&amp;", with: "&")
      .replacing("\u{a0}", with: " ")
    for text in found { #expect(page.contains(text), "\(text): \(page)") }
    for text in missing { #expect(!page.contains(text), "\(text): \(page)") }
  }

  /// The month up to the 30th is not all of March, though it begins on the first.
  @Test func aMonthThatIsCutHasNoName() throws {
    let last = try #require(CivilDate(year: 2026, month: 3, day: 30))
    let days = DayPeriod(upTo: last, .month)
    #expect(days.dayCount == 30 && days.name == nil)
    #expect(DayPeriod(from: days.first, .month).name == "2026-03")
  }

  /// The drawing of a day shows the source of the page alone.
  @Test func aDayOfASourceDrawsNoOther() throws {
    let shelf = try Shelf.full()
    try shelf.save([category(50, 3, "2026-03-02T01:00", "2026-03-02T05:00")], source: "Clock")
    var browser = shelf.browser()
    #expect(!browser.answer("/period?period=2026-03-02&source=Clock").text.contains("06:30"))
    #expect(browser.answer("/period?period=2026-03-02").text.contains("06:30"))
  }

  /// A day on which a night only begins has a drawing of it, and is not said to be empty.
  @Test func aDayThatIsDrawnIsNotSaidToBeEmpty() throws {
    let shelf = try Shelf()
    try shelf.save([category(50, 4, "2026-03-01T22:00", "2026-03-02T06:00")])
    var browser = shelf.browser()
    let drawn = browser.answer("/period?period=2026-03-01").text
    #expect(drawn.contains("22:00–06:00") && !drawn.contains("nothing found"), "\(drawn)")
    #expect(browser.answer("/period?period=2026-02-27").text.contains("nothing found"))
  }

  /// One piece of work is done at a time, as each takes the memory of its samples; the newest of
  /// those that wait comes first, and the oldest of many are given up.
  @Test func workIsDoneOneAfterTheOther() throws {
    struct Made: Error {}
    let (work, gate) = (KeptWork(), Gate())
    func ask(_ key: String, within milliseconds: Int? = 0) throws -> String? {
      try work.result(for: key, within: milliseconds) {
        gate.wait(as: key)
        if key == "bad" { throw Made() }
        return key
      }
    }
    #expect(try ask("a") == nil)
    while gate.comers.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
    for key in ["b", "bad", "c", "a"] { #expect(try ask(key, within: 2) == nil) }
    gate.open()
    for key in ["a", "c"] { #expect(try ask(key, within: nil) == key) }
    // An error is told once, and the work done again.
    for _ in 0..<2 {
      #expect(throws: Made.self) { _ = try ask("bad", within: nil) }
    }
    #expect(try ask("b", within: nil) == "b")
    #expect(try ask("c") == "c")
    #expect(gate.comers == ["a", "c", "bad", "bad", "b"])
  }

  /// A part that is made of many samples is said to be under way, with the rest of the page around
  /// it; then it is the same as at once, for the next page too, until a line comes.
  @Test(arguments: [
    ("/type/heartRate", "heartRate --every year", "unit"),
    ("/type/stepCount?unit=count", "stepCount --every year", "unit"),
    ("/table/statistics", "health-journal statistics<", "sums, averages and other figures"),
    ("/table/daily?row=2", "health-journal daily<", "sums and averages by day"),
    ("/table/days", "health-journal days<", "a list of days"),
    ("/period?period=2026", "summary --period 2026", "2026-03-02 08:00"),
  ]) func manySamplesAreSaidToBeUnderWay(_ target: String, _ call: String, _ rest: String) throws {
    let shelf = try Shelf.full()
    let work = KeptWork(fewSamples: 0, milliseconds: 0)
    var (atOnce, later) = (shelf.browser(), shelf.browser(work))
    for round in 0..<2 {
      let whole = atOnce.answer(target).text
      #expect(whole.contains(call) && whole.contains(rest), "\(whole)")
      // The thread has something else to do first.
      let isOpen = Gate()
      _ = try work.result(for: "gate \(round)", within: 0) { isOpen.wait() }
      let first = later.answer(target)
      isOpen.open()
      #expect(first.status == 200 && first.isUnderWay && first.isWellFormed)
      #expect(first.loadsAgain)
      #expect(first.text.contains("are under way") && !first.text.contains(call))
      #expect(first.text.contains(rest))
      var answer = first
      while answer.isUnderWay {
        Thread.sleep(forTimeInterval: 0.01)
        answer = later.answer(target)
      }
      #expect(answer.text == whole)
      #expect(later.answer(target).text == whole && !answer.loadsAgain)
      try shelf.save(
        [quantity(170 + round, "HeartRate", 99, "count/min", "2026-03-02T11:00")], source: "Watch")
    }
  }

  /// The rights of a source end by the clock: nothing of its pages is kept.
  @Test func pagesOfASourceAreMadeAtOnce() throws {
    let shelf = try Shelf.full()
    try shelf.authorize("com.example.coach", ["HKQuantityTypeIdentifierStepCount"])
    var browser = shelf.browser(KeptWork(fewSamples: 0, milliseconds: 0)) {
      $0.values.add("com.example.coach", to: "as")
    }
    #expect(!browser.answer("/type/stepCount").isUnderWay)
  }

  /// What a source may not read leaves no trace on its pages, and they say how to ask for it.
  @Test func aReaderSeesItsOwnAlone() throws {
    let shelf = try Shelf.full()
    var stranger = shelf.browser { $0.values.add("com.example.nobody", to: "as") }
    #expect(stranger.answer("/").status == 400)
    try shelf.authorize("com.example.coach", ["HKQuantityTypeIdentifierStepCount"])
    var browser = shelf.browser { $0.values.add("com.example.coach", to: "as") }
    for target in ["/", "/period?period=2026-03", "/type/stepCount", "/table/daily", "/check"] {
      let answer = browser.answer(target)
      #expect(answer.status == 200, "\(target): \(answer.status)")
      for hidden in ["Heart rate", "running", "2:45", "5:30"] {
        #expect(!answer.text.contains(hidden), "\(target) \(hidden)")
      }
    }
    #expect(browser.answer("/type/heartRate").status == 403)
    // What is refused, no link leads to.
    try shelf.authorize(
      "com.example.coach", [], sharing: ["HKQuantityTypeIdentifierHeartRate"])
    let starts = ["/", "/source?source=com.example.coach", "/table"]
    _ = try walk(&browser, from: starts, most: 60) { target, answer in
      #expect(answer.status != 403, "\(target)")
    }
    #expect(!browser.answer("/").text.contains("Chain value"))
  }

  /// Data that a source may not read change no byte of its pages, but for the number of lines.
  @Test func hiddenDataChangeNothing() throws {
    func pages(_ hidden: [HealthObject]) throws -> [String] {
      let shelf = try Shelf.full()
      try shelf.authorize("com.example.coach", ["HKQuantityTypeIdentifierStepCount"])
      try shelf.save(hidden, source: "Clinic")
      var browser = shelf.browser { $0.values.add("com.example.coach", to: "as") }
      // The check has a thread of its own.
      while browser.answer("/check").text.contains("is under way") {
        Thread.sleep(forTimeInterval: 0.01)
      }
      return [
        "/", "/period?period=2026-03", "/type/stepCount", "/table/sources", "/search?text=li",
      ]
      .map { browser.answer($0).text.replacing(/<dt>Recorded(?s).*?<dt>/, with: "") }
    }
    let few = try pages([quantity(80, "HeartRate", 61, "count/min", "2026-03-02T10:00")])
    let others = try pages([quantity(81, "BodyMass", 99, "kg", "2019-01-02T10:00")])
    #expect(few == others)
    #expect(!few.joined().contains("Clinic"))
  }

  @Test(arguments: [("de", "Alle Tabellen"), ("es", "Todas las tablas"), ("en", "All tables")])
  func speaksThreeLanguages(_ language: String, _ words: String) throws {
    var browser = try Shelf.full().browser { $0.language = .init(rawValue: language) ?? .en }
    let page = browser.answer("/").text
    #expect(page.contains(words) && page.contains("<html lang=\"\(language)\">"))
    let table = browser.answer("/table/workouts").text
    let (german, spanish) = (["Strecke (km)", "Laufen"], ["Distancia (km)", "correr"])
    let own = ["de": german, "es": spanish][language] ?? ["distance (km)", "running"]
    for word in own {
      #expect(table.contains(">\(word)<"), "\(word): \(table)")
    }
    let captions = ["de": "Trainings", "es": "Entrenamientos"]
    let caption = captions[language] ?? "workouts, newest first, with their samples"
    #expect(table.contains("<caption>\(caption)</caption>"), "\(table)")
    // The first column of a table that is turned.
    let names = ["de": ["durch", "aufgezeichnet"], "es": ["por", "registrado"]]
    let line = browser.answer("/line/2").text
    for name in names[language] ?? ["by", "recorded"] {
      #expect(line.contains(#"<th scope="row" class="t">\#(name)<"#), "\(name): \(line)")
    }
  }
}

/// A gate before which work waits until it is open.
private final class Gate: Sendable {
  private let state = Mutex((isOpen: false, comers: [String]()))

  /// The names of the work that came, in order.
  var comers: [String] { state.withLock { $0.comers } }

  func open() { state.withLock { $0.isOpen = true } }

  func wait(as name: String = "") {
    state.withLock { $0.comers.append(name) }
    while !state.withLock({ $0.isOpen }) { Thread.sleep(forTimeInterval: 0.001) }
  }
}
