import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthPages

/// Pages as files.
@Suite(.enabled(if: Zones.arePresent)) struct SiteTests {
  private func files(
    _ shelf: Shelf, _ options: [(Option, String)] = []
  ) throws -> [(name: String, page: PageAnswer)] {
    let request = try shelf.journal.read(options.values)
    var files: [(name: String, page: PageAnswer)] = []
    try Site(request, BrowserSettings()).write { bytes, name in
      files.append((name, PageAnswer(status: 200, bytes: bytes)))
    }
    return files
  }

  /// Every link leads to a file of the site, from the folder of its page, and nothing asks a
  /// server.
  @Test func everyLinkLeadsToAFile() throws {
    let files = try files(try Shelf.full())
    let names = Set(files.map(\.name))
    #expect(files.first?.name == "index.html" && names.count == files.count)
    #expect(names.contains("pages/period-2026-03-01.html"))
    #expect(names.contains("pages/type-stepCount.html"))
    for kind in ["night", "workout", "source"] {
      #expect(names.contains { $0.hasPrefix("pages/\(kind)-") }, "\(kind)")
    }
    // The name of a type leads to its month; its week is no page, and leads to the type.
    for (period, target) in [("2026-03", "-2026-03"), ("2026-W09", "")] {
      let page = files.first { $0.name == "pages/period-\(period).html" }?.page
      #expect(page?.links.contains("type-stepCount\(target).html") ?? false)
    }
    for (name, page) in files {
      #expect(page.isWellFormed && page.bytes.count < 300_000, "\(name)")
      #expect(!page.text.contains("<form") && page.text.contains("Content-Security-Policy"))
      for link in page.links {
        let target = name.hasPrefix("pages/") ? "pages/" + link : link
        #expect(names.contains(target.replacing("pages/../", with: "")), "\(name): \(link)")
      }
    }
  }

  /// The same lines give the same bytes, whenever they are written.
  @Test func theSameLinesGiveTheSameBytes() throws {
    let shelf = try Shelf.full()
    let first = try files(shelf)
    shelf.system.advance(by: 400 * 86_400_000_000)
    let second = try files(shelf)
    #expect(first.map(\.name) == second.map(\.name))
    #expect(zip(first, second).allSatisfy { $0.page.bytes == $1.page.bytes })
  }

  /// A page that is made from the samples around its month is the page that all samples make: also
  /// where a workout and a night last for weeks, and weeks lie between the days with data.
  @Test func pagesFromTheSamplesOfAMonthAreThoseOfAllSamples() throws {
    let shelf = try Shelf.ofFarDays()
    func read(whole: Bool) throws -> ReplayedJournal {
      try ReplayedJournal(
        "/j", on: shelf.system, fromFirstLine: whole, snapshots: SnapshotPolicy(leastBytes: 1))
    }
    _ = try read(whole: false)  // makes a snapshot
    func files(whole: Bool) throws -> [String: [UInt8]] {
      let journal = try read(whole: whole)
      #expect(journal.tables.narrowed(to: [0], .near([])).isNarrowed != whole)
      let request = ViewRequest(journal, OptionValues(), now: .epoch)
      var files: [String: [UInt8]] = [:]
      try Site(request, BrowserSettings()).write { files[$1] = $0 }
      return files
    }
    let whole = try files(whole: true)
    let kept = try files(whole: false)
    #expect(whole.count > 50 && Set(whole.keys) == Set(kept.keys))
    let others = whole.filter { kept[$0] != $1 }.keys.sorted()
    #expect(others == [])
  }

  /// Years that no name means have pages too, and no two files differ in case alone.
  @Test func anyYearAndAnySourceHasItsFile() throws {
    let shelf = try Shelf()
    for (number, source) in ["Phone", "phone", "PHONE"].enumerated() {
      let year = ["0001", "2026", "9999"][number]
      let sample = quantity(
        number + 1, "StepCount", 5, "count", year + "-12-31T10:00", year + "-12-31T10:01")
      try shelf.save([sample], source: source)
    }
    let names = try files(shelf).map(\.name)
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
    #expect(names.filter { $0.lowercased().hasPrefix("pages/source-phone") }.count == 3)
    #expect(names.contains("pages/period-0001-01-01-0002-01-01.html"))
    #expect(names.contains("pages/period-9999-12.html") == false)
  }

  @Test func aWindowChoosesTheDays() throws {
    let names = try files(try Shelf.full(), [(.from, "2026-03-02"), (.to, "2026-03-03")])
      .map(\.name)
    #expect(names.contains("pages/period-2026-03-02.html"))
    #expect(!names.contains("pages/period-2026-03-01.html"))
    #expect(!names.contains("pages/period-2026-03-03.html"))
  }
}
