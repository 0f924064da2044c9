import HealthModel
import HealthViews
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthPages

/// The pages of one night, workout, day, line, object, source and import.
@Suite(.enabled(if: Zones.arePresent)) struct DetailTests {
  /// A page says its command, and has what that command shows, with links on.
  @Test(arguments: [
    (
      "/night/2026-03-02", "health-journal sleep --on 2026-03-02",
      [">5:30<", "Stages by source", "<title>Deep", "../line/4\"", "../night/2026-03-01"]
    ),
    (
      "/workout/\(id(99))", "health-journal workouts --uuid \(id(99))",
      [
        "running, 2\u{A0}Mar\u{A0}2026,\u{A0}08:00", ">7.60<", "--explain",
        "../period?period=2026-03-02",
      ]
    ),
    (
      "/explained/stepCount/2026-03-02",
      "health-journal daily --type stepCount --on 2026-03-02 --explain",
      [
        ">2000<", "../../line/4\"", "../../explained/stepCount/2026-03-01", ">counted<",
      ]
    ),
    (
      "/line/4", "health-journal show 4",
      ["../object/\(id(2))\"", "../line/3\"", "../line/5\"", "2000 count"]
    ),
    (
      "/object/\(id(2))", "health-journal show \(id(2))", ["../history/\(id(2))\"", "../line/4\""]
    ),
    ("/history/\(id(2))", "health-journal history \(id(2))", ["../line/4\"", ">saved<"]),
    (
      "/source?source=Watch", "health-journal sources --source Watch",
      ["type/stepCount", "authorizations --source Watch"]
    ),
    ("/source", "health-journal sources", ["source?source=Watch"]),
    ("/imports", "health-journal imports", []),
    ("/authorization", "health-journal authorizations --history", []),
    ("/documents", "health-journal workouts", ["table/sleep", "table/workouts"]),
  ])
  func showsWhatItsCommandShows(_ target: String, _ call: String, _ parts: [String]) throws {
    var browser = try Shelf.full().browser()
    let answer = browser.answer(target)
    #expect(answer.status == 200 && answer.isWellFormed)
    for part in [call] + parts {
      #expect(answer.text.contains(part), "\(part) of \(target): \(answer.text)")
    }
  }

  @Test(arguments: [
    ("/night/x", 400), ("/night", 404), ("/night/9999-12-31", 200), ("/night/2026-03-02?on=x", 400),
    ("/night/2026-03-02?sources=all", 200), ("/night/2026-03-02?sources=some", 400),
    ("/workout/\(id(2))", 404), ("/workout/\(id(7777))", 404), ("/workout/zz", 400),
    ("/explained/nothing/2026-03-02", 400), ("/explained/stepCount/9999-12-31", 200),
    ("/explained/stepCount/2026-03-02?explain=yes", 400), ("/line/0", 404), ("/line/99999", 404),
    ("/line/99999999999999999999", 404), ("/object/\(id(7777))", 404), ("/object/x", 400),
    ("/object/ABCDEF01", 404), ("/history/ABCDEF01", 404), ("/workout/ABCDEF01", 404),
    ("/history/\(id(7777))", 404), ("/import/1", 404), ("/import/x", 404),
    ("/source?source=nobody", 200),
  ])
  func whatIsWrongIsAPage(_ target: String, _ status: Int) throws {
    var browser = try Shelf.full().browser()
    let answer = browser.answer(target)
    #expect(answer.status == status && answer.isWellFormed, "\(answer.status)")
  }

  /// A workout has its kilometres and its laps, as rows and drawn.
  @Test func aWorkoutHasItsKilometresAndLaps() throws {
    let shelf = try Shelf.full()
    let laps = ["2026-03-03T08:00", "2026-03-03T08:10"].map {
      WorkoutEvent(type: WorkoutEventName.lap, date: at($0), duration: 600)
    }
    let run = WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning",
      span: TimeSpan(at("2026-03-03T08:00"), at("2026-03-03T08:20")), duration: 1200, events: laps)
    try shelf.save(
      [HealthObject(uuid: id(70), content: .workout(run))]
        + ["10", "11", "12", "13", "14"].enumerated().map { index, minute in
          quantity(
            71 + index, "DistanceWalkingRunning", 500, "m", "2026-03-03T08:" + minute,
            "2026-03-03T08:1\(index + 1)")
        })
    var browser = shelf.browser()
    let page = browser.answer("/workout/\(id(70))")
    for part in [
      "<strong>Splits</strong>", "1: 12:00; 2: 2:00; 3: 6:00",
      "health-journal workouts --splits --uuid \(id(70))", "<strong>Laps and other events</strong>",
      "1: 10:00; 2: 10:00", ">12:00<",
    ] {
      #expect(page.text.contains(part), "\(part): \(page.text)")
    }
    #expect(!browser.answer("/workout/\(id(99))").text.contains("Splits"))
  }

  /// The day has its sleep and its workout on one axis.
  @Test func aDayHasOneAxis() throws {
    var browser = try Shelf.full().browser()
    let page = browser.answer("/period?period=2026-03-02").text
    #expect(page.contains("<strong>The day</strong>"))
    #expect(page.contains("<a href=\"workout/\(id(99))\"><title>running 08:00–08:45</title>"))
    #expect(!browser.answer("/period?period=2026-03-09").text.contains("<strong>The day</strong>"))
  }

  /// Names of a journal are never anything but text.
  @Test func namesAreText() throws {
    let shelf = try Shelf.full()
    let name = "<script>a('\"&"
    try shelf.save([category(50, 3, "2026-03-05T01:00", "2026-03-05T05:00")], source: name)
    var browser = shelf.browser()
    let encoded = "/" + Address("source").with(name, for: .source).text
    for target in ["/night/2026-03-05", encoded, "/explained/sleepAnalysis/2026-03-05", "/line/8"] {
      let answer = browser.answer(target)
      #expect(answer.status == 200 && answer.isWellFormed)
      #expect(answer.text.contains("&lt;script&gt;") && !answer.text.contains("<script>a"))
    }
  }

  /// A command to copy names a source by whatever name it has.
  @Test(arguments: [
    ("-->", "--source='--&gt;'"), ("a\u{1B}b", "--source &quot;$(printf 'a\\033b')&quot;"),
  ])
  func commandsNameHostileSources(_ name: String, _ call: String) throws {
    var browser = try Shelf.full().browser()
    let page = browser.answer("/" + Address("source").with(name, for: .source).text).text
    let plain = page.replacing("&#39;", with: "'").replacing("&#34;", with: "&quot;")
    #expect(plain.contains(call), "\(page)")
  }

  /// Hidden figures are hidden in the drawings and facts too.
  @Test func figuresAreHidden() throws {
    var browser = try Shelf.full().browser { $0.hidesFigures = true }
    for target in ["/explained/stepCount/2026-03-02", "/line/4", "/object/\(id(2))"] {
      let text = browser.answer(target).text
      for figure in ["2,000", "2000"] { #expect(!text.contains(figure), "\(target)") }
    }
  }

  /// A source that may read nothing sees nothing of others.
  @Test func aReaderSeesItsOwnAlone() throws {
    let shelf = try Shelf.full()
    try shelf.save([category(50, 3, "2026-03-05T01:00", "2026-03-05T05:00")], source: "Clock")
    var browser = shelf.browser { $0.values.add("Clock", to: Option.reader.name) }
    for target in [
      "/night/2026-03-02", "/night/2026-03-05", "/explained/stepCount/2026-03-02", "/line/4",
      "/object/\(id(2))", "/history/\(id(2))", "/workout/\(id(99))", "/source?source=Watch",
      "/source", "/imports", "/authorization", "/documents", "/period?period=2026-03-02",
    ] {
      let text = browser.answer(target).text.replacing("source=Watch", with: "")
        .replacing("--source Watch", with: "").replacing("<h1>Watch</h1>", with: "")
        .replacing("<title>Watch ·", with: "")
      for trace in ["2,000", "2000 count", ">2000<", ">Watch<", "7.60", "5:30"] {
        #expect(!text.contains(trace), "\(trace) in \(target)")
      }
    }
  }
}
