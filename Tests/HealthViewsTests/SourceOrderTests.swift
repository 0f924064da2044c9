import HealthEvents
import HealthModel
import HealthTables
import Journal
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// Who is a source, and which counts first.
@Suite struct SourceOrderTests {
  @Test(arguments: [
    ("Apple Watch", SourceKind.watchByName), ("Anna’s Apple\u{A0}Watch", .watchByName),
    ("Annas Apple Watch ", .watchByName), ("Apple Watch von Anna", .watchByName),
    ("AnnaのApple Watch", .watchByName), ("Apple Watch (2)", .watchByName),
    ("SleepWatch", .other), ("ScanWatch", .other), ("Galaxy Watch", .other), ("Watch", .other),
    ("Sleep for Apple Watch", .other), ("PineApple Watch", .other), ("Apple Watchful", .other),
    ("Apple Watch Faces", .other), ("iPhone", .phoneByName), ("Anna’s iPhone", .phoneByName),
    ("iPhone de Ana", .phoneByName), ("iPhone 13", .phoneByName), ("iPhoneTracker", .other),
    ("Steps for iPhone", .other), ("", .other),
  ]) func aNameTellsOnlyOfApplesOwn(_ name: String, _ kind: SourceKind) {
    #expect(SourceKind(name: name) == kind)
  }

  @Test(arguments: [
    (Device(model: "Watch"), SourceKind.watch), (Device(hardware: "Watch6,1"), .watch),
    (Device(manufacturer: "Apple Inc.", model: "iPhone"), .phone),
    (Device(model: "iPhone14,5"), .phone),
    (Device(manufacturer: "Samsung", model: "Watch"), .other),
    (Device(model: "Galaxy Watch"), .other), (Device(hardware: "Watch6"), .other),
    (Device(hardware: "Watch6,"), .other), (Device(name: "Apple Watch", model: "X"), .other),
  ]) func aDeviceTellsByModelOrHardware(_ device: Device, _ kind: SourceKind) {
    #expect(SourceKind(device) == kind)
  }

  private typealias Saved = (name: String, device: Device?, day: Int, isByHand: Bool)

  private static func order(
    _ saved: [Saved], priority: [String] = []
  ) throws -> [String] {
    let journal = try journal("UTC") { session in
      for (number, sample) in saved.enumerated() {
        let day = sample.day < 10 ? "0\(sample.day)" : "\(sample.day)"
        let time = span("2026-01-\(day)T08:00:00Z", "2026-01-\(day)T09:00:00Z")
        var object = quantity(number, steps, 5, "count", time)
        if sample.isByHand { object.metadata["HKWasUserEntered"] = .boolean(true) }
        try session.save(object, source: sample.name, device: sample.device)
      }
      let order = SourcePriority(type: steps, sources: priority)
      try session.ask(.configure(Configuration(priority: [order])))
    }
    return words(
      try SourcesView.table(of: journal, in: ViewContext()).records(), "source", "reason")
  }

  private static let watch = Device(model: "Watch", hardware: "Watch7,2")
  private static let phone = Device(model: "iPhone", hardware: "iPhone14,5")

  private static let all: [Saved] = [
    ("Old app", nil, 1, false), ("New app", nil, 5, false), ("Anna’s iPhone", phone, 2, false),
    ("Anna’s Apple Watch", nil, 1, false), ("Band of Anna", watch, 9, false),
    ("Typing app", nil, 3, true), ("Typing app", nil, 4, false),
  ]

  @Test func theDefaultOrder() throws {
    #expect(
      try Self.order(Self.all) == [
        "Typing app entered by hand", "Band of Anna watch, by device",
        "Anna’s Apple Watch watch, by name", "Anna’s iPhone phone, by device",
        "New app other, newest first", "Typing app other, newest first",
        "Old app other, newest first",
      ])
    #expect(try Self.order(Self.all) == Self.order(Self.all.reversed()))
  }

  /// Names as a keyboard writes them; a name goes before what was entered by hand, which `owner`
  /// places, whatever the source.
  @Test(arguments: [
    (["Anna's iPhone"], ["Anna’s iPhone", "Typing app", "Band of Anna"]),
    (["Old app", "owner"], ["Old app", "Typing app", "Band of Anna"]),
    (["owner", "Typing app"], ["Typing app", "Typing app", "Band of Anna"]),
    (["Typing app"], ["Typing app", "Band of Anna", "Anna’s Apple Watch"]),
    (["nobody", "Later"], ["Typing app", "Band of Anna", "Anna’s Apple Watch"]),
  ]) func aConfiguredOrder(_ priority: [String], _ first: [String]) throws {
    let order = try Self.order(Self.all, priority: priority)
    #expect(zip(order, first).allSatisfy { $0.hasPrefix($1) }, "\(order)")
  }

  /// Two apps that logged one meal by hand: one counts. What one source typed and measured at one
  /// moment both count.
  @Test func whatWasEnteredByHandKeepsItsSource() throws {
    let meal = "HKQuantityTypeIdentifierDietaryEnergyConsumed"
    func sums(_ saved: [(String, Bool)], _ priority: [String] = []) throws -> [String] {
      let journal = try journal("UTC") { session in
        for (number, (name, isByHand)) in saved.enumerated() {
          let time = span("2026-01-01T12:00:00Z")
          var object = quantity(number, meal, 700 + Double(number), "kcal", time)
          if isByHand { object.metadata["HKWasUserEntered"] = .boolean(true) }
          try session.save(object, source: name)
        }
        let order = SourcePriority(type: meal, sources: priority)
        try session.ask(.configure(Configuration(priority: [order])))
      }
      return words(try daily(journal), "sum")
    }
    #expect(try sums([("A", true), ("B", true)]) == ["700"])
    #expect(try sums([("A", true), ("B", true)], ["B"]) == ["701"])
    #expect(try sums([("A", true), ("A", false)]) == ["1401"])
    #expect(try sums([("A", true), ("A", false), ("B", false)]) == ["1401"])
  }

  /// Times of two phones of one name, and whether they are two sources.
  @Test(arguments: [
    (("08:00", "09:00"), ("08:30", "09:30"), true), (("08:00", "09:00"), ("09:00", "10:00"), false),
    (("08:00", "08:00"), ("08:00", "08:00"), true), (("08:00", "08:30"), ("10:00", "11:00"), false),
  ]) func aNameIsSplitWhereItsDevicesOverlap(
    _ first: (String, String), _ second: (String, String), _ isSplit: Bool
  ) throws {
    let old = Device(model: "iPhone", hardware: "iPhone9,1", software: "15")
    let journal = try journal("UTC") { session in
      for (number, (times, device)) in [(first, Self.phone), (second, old)].enumerated() {
        let time = span("2026-01-01T\(times.0):00Z", "2026-01-01T\(times.1):00Z")
        try session.save(
          quantity(number, steps, 60, "count", time), source: "iPhone", device: device)
      }
      // Software never splits; a sample without a device goes with the one in use.
      var updated = old
      updated.software = "16"
      let later = span("2026-01-02T08:00:00Z", "2026-01-02T09:00:00Z")
      try session.save(quantity(8, steps, 60, "count", later), source: "iPhone", device: updated)
      try session.save(quantity(9, steps, 60, "count", later), source: "iPhone")
    }
    let rows = try SourcesView.table(of: journal, in: ViewContext()).records()
    #expect(
      words(rows, "source", "samples").sorted()
        == (isSplit ? ["iPhone (iPhone14,5) 1", "iPhone (iPhone9,1) 3"] : ["iPhone 4"]))
    let apart = try daily(journal) { $0.sources = .separate }
    #expect(Set(words(apart, "source")).count == (isSplit ? 2 : 1))
    // The last two are copies; equal samples of two sources are not.
    #expect(
      try CheckTests.findings(journal) { $0.only = ["duplicates"] } == ["duplicates \(steps) 1"])
    #expect(words(try daily(journal), "sum")[1] == "120")
  }
}
