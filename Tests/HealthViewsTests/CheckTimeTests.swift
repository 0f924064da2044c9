import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

/// What checks make of when lines were recorded.
@Suite(.enabled(if: Zones.arePresent)) struct CheckTimeTests {
  /// So many hours from when the lines of the journal are recorded.
  private static func hoursFromNow(_ hours: Double) -> TimeSpan {
    let now = Instant(microseconds: MemorySystem().now())
    let time = Timestamp(instant: now + hours * 3600, offsetMinutes: 0)
    return TimeSpan(time, time)
  }

  private static func pulse(_ number: Int, _ hours: Double, created: Timestamp? = nil)
    -> HealthObject
  {
    var object = quantity(
      number, HealthViewsTests.pulse, 60, "count/min", hoursFromNow(hours))
    object.created = created
    return object
  }

  private static func seen(_ journal: ReplayedJournal, _ check: String) throws -> [String] {
    try CheckTests.examples(journal, check, "uuid") { $0.examples = 99 }
  }

  private static func names(_ numbers: Int...) -> [String] { numbers.map { id($0).description } }

  @Test func aSampleOfTomorrowIsInTheFuture() throws {
    let journal = try journal { session in
      try session.save(Self.pulse(1, -1), source: "A")
      try session.save(Self.pulse(2, 1), source: "A")
      // A line's time is cut to milliseconds, that of a sample is not.
      try session.save(Self.pulse(3, 0.0009 / 3600), source: "A")
      try session.save(Self.pulse(4, 0.002 / 3600), source: "A")
    }
    #expect(try Self.seen(journal, "future") == Self.names(4, 2))
  }

  @Test func aSampleOfLastWeekIsLate() throws {
    let journal = try journal { session in
      try session.save(Self.pulse(1, -23.9), source: "A")
      try session.save(Self.pulse(2, -24.1), source: "A")
      try session.save(Self.pulse(3, -24.1, created: Self.hoursFromNow(-24).start), source: "A")
    }
    // When a source says that it created a sample does not matter where it saved it itself.
    #expect(Set(try Self.seen(journal, "late")) == Set(Self.names(2, 3)))
    #expect(
      try CheckTests.findings(journal) {
        $0.only = ["late"]; $0.lateHours = 25
      } == [])
  }

  /// More lines than are read together: most times are known from those of lines around.
  @Test func lateSamplesOfManyLinesAreFound() throws {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/j", on: system)
    var dice = Dice(4)
    var (late, ahead): (Set<String>, Set<String>) = ([], [])
    for number in 1...3000 {
      system.advance(by: Int64.random(in: 0...120_000_000, using: &dice))
      // About a day earlier, or about now.
      let minutes = Int.random(in: -60...60, using: &dice) - (number % 3 == 0 ? 0 : 24 * 60)
      let now = Instant(microseconds: system.now())
      let start = Timestamp(instant: now + Double(minutes * 60), offsetMinutes: 0)
      try session.save(
        quantity(number, HealthViewsTests.pulse, 60, "count/min", TimeSpan(start, start)),
        source: "A")
      if minutes < -24 * 60 { late.insert(id(number).description) }
      if minutes > 0 { ahead.insert(id(number).description) }
    }
    try session.commit()
    let journal = try ReplayedJournal("/j", on: system)
    func all(_ check: String) throws -> Set<String> {
      Set(try CheckTests.examples(journal, check, "uuid") { $0.examples = .max })
    }
    #expect(try all("late") == late)
    #expect(try all("future") == ahead)
    #expect(late.count > 500 && ahead.count > 300)
  }

  @Test func importedSamplesAreJudgedByTheExportAndTheirCreation() throws {
    let exported = at("2020-05-10T00:00:00Z")
    func sample(_ number: Int, _ day: String, created: String?) -> HealthObject {
      var object = quantity(
        number, HealthViewsTests.pulse, 60, "count/min", span("2020-05-\(day)T08:00:00Z"))
      object.created = created.map { at("2020-05-\($0)T08:00:00Z") }
      return object
    }
    let journal = try journal { session in
      // Line 2 is the origin.
      try session.save(sample(1, "01", created: "01"), source: "A")
      try session.save(sample(2, "01", created: "03"), source: "A")
      try session.save(sample(3, "02", created: nil), source: "A")
      try session.save(sample(4, "11", created: nil), source: "A")
      let receipt = ImportReceipt(
        format: "apple-health", file: "export.xml", bytes: 1,
        sha256: String(repeating: "a", count: 64),
        exported: exported, first: 2, last: 6)
      _ = try session.stage(Command(by: EventActor.owner, .recordImport(receipt)))
    }
    #expect(try Self.seen(journal, "late") == Self.names(2))
    #expect(try Self.seen(journal, "future") == Self.names(4))
  }
}

/// The faults that the notes on a real export name.
@Suite(.enabled(if: RealExports.arePresent && Zones.arePresent)) struct RealCheckTests {
  @Test func theFaultsOfManySources() throws {
    let journal = try RealExports.journal(of: RealExports.steps, zone: "Asia/Jerusalem")
    let rows = try CheckReport(journal, in: ViewContext()).table.records()
      .filter { $0["what"] == .text("finding") }
    func count(_ check: String) -> Int {
      rows.filter { $0["check"] == .text(check) }.reduce(0) { sum, row in
        if case .whole(let count)? = row["count"] { return sum + count }
        return sum
      }
    }
    #expect(count("future") == 48)
    #expect(count("duplicates") == 167)
    let groups = rows.filter { $0["check"] == .text("duplicates") }.compactMap { row in
      Int(word(row["note"] ?? .missing).split(separator: " ")[4])
    }
    #expect(groups.reduce(0, +) == 40)
    let overlaps = rows.filter { $0["check"] == .text("overlaps") }
    let ofSteps = try #require(overlaps.first { $0["type"] == .identifier(steps) })
    #expect(word(ofSteps["note"] ?? .missing).contains("19 days with several sources"))
  }
}
