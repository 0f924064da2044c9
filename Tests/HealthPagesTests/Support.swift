import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import Testing
import ViewTestSupport

@testable import HealthPages

extension JournalSource {
  /// The way to a journal, as `browse` has it.
  init(_ journal: Journal) {
    self.init(
      now: { Instant(microseconds: journal.system.now()) },
      state: { State(try? journal.system.status(at: journal.paths.events)) },
      read: { try journal.read($0) },
      difference: { try journal.difference(of: $0, between: $1, $2) },
      explain: { error in
        switch error {
        case let problem as OptionProblem: Explained(.badOptions, problem.message)
        case let nothing as NothingThere: Explained(.notThere, nothing.message)
        case is ReplacedJournal: Explained(.changed, "another journal")
        case ProjectionError.readNotDetermined: Explained(.refused, "not determined")
        case is JournalError: Explained(.damaged, "\(error)")
        default: Explained(.system, "\(error)")
        }
      })
  }
}

/// A journal in memory that pages are made of.
struct Shelf {
  let system = MemorySystem()
  var journal: Journal { Journal(at: "/j", on: system) }

  /// Makes a journal, whose uuid is another one after other draws.
  init(zone: String = "Europe/Berlin", afterDraws draws: Int = 0) throws {
    for _ in 0..<draws { _ = system.random() }
    try JournalSession.create("/j", timeZone: zone, on: system)
  }

  /// Saves objects of a source, in a line of their own.
  func save(_ objects: [HealthObject], source: String = "Watch") throws {
    var session = try JournalSession.open("/j", on: system)
    let drafts = objects.map { Draft($0, source: Source(name: source), device: nil) }
    _ = try session.stage(
      Command(
        by: EventActor.owner,
        .save(SaveRequest(objects: drafts, workout: nil, imported: true))))
    try session.commit()
    try session.finish()
  }

  /// Lets a source read types, and share some.
  func authorize(_ source: String, _ types: [String], sharing shared: [String] = []) throws {
    var session = try JournalSession.open("/j", on: system)
    let change = AuthorizationChange(
      source: source, share: shared.map { AuthorizationGrant($0, .authorized) },
      read: types.map { AuthorizationGrant($0, .authorized) })
    _ = try session.stage(Command(by: EventActor.owner, .authorize(change)))
    try session.commit()
    try session.finish()
  }

  func browser(
    _ work: KeptWork = KeptWork(), _ change: (inout BrowserSettings) -> Void = { _ in }
  ) -> Browser {
    var settings = BrowserSettings()
    change(&settings)
    return Browser(JournalSource(journal), settings, work)
  }
}

extension Shelf {
  /// Three days of steps, heart rates, sleep and a run.
  static func full() throws -> Shelf {
    let shelf = try Shelf()
    for day in 1...3 {
      let date = "2026-03-0\(day)"
      try shelf.save([
        quantity(day, "StepCount", Double(1000 * day), "count", date + "T08:00", date + "T09:00"),
        quantity(10 + day, "HeartRate", Double(60 + day), "count/min", date + "T10:00"),
        category(20 + day, 4, "2026-03-0\(day)T01:00", date + "T06:30"),
      ])
    }
    let run = WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning",
      span: TimeSpan(at("2026-03-02T08:00"), at("2026-03-02T08:45")), duration: 2700,
      totals: [.totalDistance: Amount(7600, "m")])
    let places = [52.5, 52.6].map { latitude in
      WorkoutRoute.Location(date: at("2026-03-02T08:10"), latitude: latitude, longitude: 13.4)
    }
    try shelf.save([
      HealthObject(uuid: id(99), content: .workout(run)),
      WorkoutRoute(span: run.span, locations: places).object(uuid: id(98)),
    ])
    return shelf
  }
}

extension Shelf {
  /// Many heart rates and a short sleep on days of four months that lie 9 to 36 days apart; a night
  /// of three weeks, a workout of 26 days, and a short one.
  static func ofFarDays() throws -> Shelf {
    let shelf = try Shelf()
    for day in Array(stride(from: 0, through: 63, by: 9)) + [99, 126] {
      func span(_ minute: Int, _ length: Int) -> TimeSpan {
        func time(_ minute: Int) -> Timestamp {
          let seconds = Int64(60 * (20_458 * 1440 + day * 1440 + minute))
          return Timestamp(instant: Instant(wholeSeconds: seconds), offsetMinutes: 60)
        }
        return TimeSpan(time(minute), time(minute + length))
      }
      let number = 1000 * (day + 1)
      var objects = (0..<900).map { minute in
        let rate = QuantityContent(
          type: QuantityType.heartRate.identifier, span: span(480 + minute, 0),
          value: Double(60 + (minute + day) % 40), unit: "count/min")
        return HealthObject(uuid: id(number + minute), content: .quantity(rate))
      }
      let sleep = CategoryContent(
        type: CategoryType.sleepAnalysis.identifier, span: span(60, day == 45 ? 21 * 1440 : 400),
        value: .code(4))
      objects.append(HealthObject(uuid: id(number + 950), content: .category(sleep)))
      if day == 63 || day == 99 {
        let length = day == 63 ? 26 * 1440 : 40
        let hike = WorkoutContent(
          activity: "HKWorkoutActivityTypeHiking", span: span(490, length),
          duration: Double(60 * length), totals: [.totalDistance: Amount(7600, "m")])
        objects.append(HealthObject(uuid: id(number + 951), content: .workout(hike)))
      }
      try shelf.save(objects)
    }
    return shelf
  }
}

/// A sample of sleep.
func category(_ number: Int, _ value: Int, _ start: String, _ end: String) -> HealthObject {
  category(number, CategoryType.sleepAnalysis.identifier, value, start, end)
}

extension PageAnswer {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The references of its links.
  var links: [String] {
    text.matches(of: /href="([^"#]+)"/).map {
      String($0.output.1).replacing("&amp;", with: "&")
    }
  }

  /// True if each element that is opened is closed, in order.
  var isWellFormed: Bool {
    var open: [Substring] = []
    let body = text.replacing(/<style>(?s).*?<\/style>/, with: "")
    for match in body.matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/) {
      if match.output.1 == "/" {
        guard open.popLast() == match.output.2 else { return false }
      } else if match.output.3 != "/" {
        open.append(match.output.2)
      }
    }
    return open.isEmpty
  }
}
