import Foundation
import HealthModel
import HealthViews
import JournalFile
import TestSupport
import Testing

@testable import HealthTables

/// Snapshots that are old, bad or forged, as a person meets them.
@Suite struct SnapshotTests {
  private let scratch: Scratch
  private var journal: String { scratch.path(Scratch.journal) }

  init() throws {
    scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone Europe/Paris")
    _ = try scratch.run("health-journal append < $FIXTURES/week.ndjson")
    _ = try scratch.run("health-journal append < $FIXTURES/triathlon.ndjson")
  }

  /// Has a snapshot made, of which these tables are not too few.
  ///
  /// - Returns: its path.
  private func makeSnapshot() throws -> String {
    let read = try ReplayedJournal(journal, snapshots: SnapshotPolicy(leastBytes: 1))
    return "\(journal)/snapshot/\(read.head.sequence)"
  }

  private func flip(_ place: Int, in path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(place))
    let byte = try #require(try file.read(upToCount: 1)?.first)
    try file.seek(toOffset: UInt64(place))
    try file.write(contentsOf: [byte ^ 1])
    try file.close()
  }

  @Test func anAuditNamesASnapshotThatDiffers() throws {
    #expect(try scratch.run("health-journal audit").code == 0)
    let path = try makeSnapshot()
    let name = (path as NSString).lastPathComponent
    #expect(try scratch.run("health-journal audit").code == 0)
    try flip(3000, in: path)
    let audit = try scratch.run("health-journal audit")
    #expect(audit.code == 1)
    #expect(audit.output.contains("\nsnapshot \(name): it does not say what the lines say"))
    let json = try scratch.run("health-journal audit --format ndjson")
    #expect(json.code == 1)
    #expect(json.output.contains(#""verdict":"bad""#))
    #expect(json.output.contains(#""count":1,"problems":[{"snapshot":\#(name),"problem":"it "#))
    #expect(!json.output.contains("firstBadLine"))
    #expect(try scratch.run("health-journal audit --chain").code == 0)
  }

  @Test func aJournalCutBackBelowItsSnapshotIsRefused() throws {
    let older = scratch.bytes(Scratch.events)
    _ = try scratch.run("health-journal save bodyMass 71 kg")
    let name = (try makeSnapshot() as NSString).lastPathComponent
    try older.write(to: scratch.url.appending(path: Scratch.events))
    _ = try scratch.run("rm \(Scratch.journal)/lock")
    let commands = [
      "latest", "log", "status", "latest --as-of 3", "replay --verify", "save bodyMass 70 kg",
    ]
    for command in commands {
      let outcome = try scratch.run("health-journal \(command)")
      #expect(outcome.code == 3, "\(command)")
      #expect(outcome.errors.contains("lines up to \(name) were acknowledged and are missing"))
      #expect(outcome.complaints.count == 1)
    }
    #expect(scratch.bytes(Scratch.events) == older)
    let audit = try scratch.run("health-journal audit")
    #expect(audit.code == 1)
    #expect(audit.output.contains("snapshot \(name): the journal has no such line"))
    _ = try scratch.run("rm -r \(Scratch.journal)/snapshot \(Scratch.journal)/lock")
    #expect(try scratch.run("health-journal save bodyMass 70 kg").code == 0)
    #expect(try scratch.run("health-journal audit").code == 0)
  }

  /// Where the lines cannot be read either, that is an error, and not a crash or an answer.
  @Test func aSnapshotAndAnEarlyLineMayBeBadAtOnce() throws {
    let path = try makeSnapshot()
    let good = try Data(contentsOf: URL(fileURLWithPath: path))
    let expected = try scratch.run("health-journal samples --format ndjson")
    #expect(expected.code == 0)
    let lines = scratch.bytes(Scratch.events)
    let kind = try #require(lines.firstRange(of: Data(#""kind""#.utf8)))
    try flip(kind.lowerBound, in: journal + "/events.ndjson")
    var refused = 0
    for place in stride(from: 70, to: good.count, by: good.count / 60) {
      try good.write(to: URL(fileURLWithPath: path))
      try flip(place, in: path)
      let outcome = try scratch.run("health-journal samples --format ndjson")
      #expect(outcome.code == 0 ? outcome.output == expected.output : outcome.code == 3)
      if outcome.code == 3 {
        #expect(outcome.errors.contains("is damaged at line"))
        refused += 1
      }
    }
    #expect(refused > 5)
  }

  // MARK: Forged

  /// Values at the ends of what lines may say.
  private static let times: [Int64] = [
    -62_167_305_600_000_000, 253_402_387_200_000_000, 0, 1_795_158_000_000_000,
  ]
  private static let values: [Double] = [
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -1, 0x1p62,
    -0x1p62, 0, 12.5,
  ]

  private static let views =
    Views.all.map { $0.name == "find" ? "find a" : $0.name } + [
      "changes", "check", "log", "status",
      "compare --period 2026-03", "summary 2026", "sleep --every month",
      "workouts --every year --total", "chart stepCount --every month", "workouts --samples",
      "latest --explain bodyMass",
      "daily --sources all --attribute start", "chart stepCount",
    ]

  /// Wrong answers come out of a forged snapshot, but no process dies of it, and an audit tells.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func noViewTrapsOnAForgedOne(_ seed: UInt64) throws
  {
    let path = try makeSnapshot()
    let read = try ReplayedJournal(journal, fromFirstLine: true)
    var forged = read.tables
    forged.buildIndex()
    var chance = Dice(seed)
    forged.forge(using: &chance, Self.times, Self.values)
    try FileManager.default.removeItem(atPath: path)
    let system = PosixSystem()
    let file = try system.open(path, .createNew)
    try Snapshot.write(forged, read.head, .key([])) { try system.append($0, to: file) }
    system.close(file)
    #expect(try ReplayedJournal(journal).tables.parts.base != nil)
    for view in Self.views {
      let outcome = try scratch.run("health-journal \(view) > /dev/null")
      #expect((0...4).contains(outcome.code), "\(seed) \(view): \(outcome.code) \(outcome.errors)")
    }
    #expect(try scratch.run("health-journal audit").code == 1)
  }
}

extension HealthTables {
  /// Puts other values in the place of some, such as a snapshot may hold.
  fileprivate mutating func forge(
    using chance: inout Dice, _ times: [Int64], _ values: [Double]
  ) {
    for type in samples.indices {
      for row in 0..<samples[type].count where chance.below(2) == 0 {
        samples[type].starts.replace(row, with: chance.pick(times))
        samples[type].ends.replace(row, with: chance.pick(times))
        let isCategory = samples[type].flags[row].contains(.category)
        let value = chance.pick(values)
        samples[type].values.replace(
          row, with: isCategory ? max(min(value, 0x1p62), -0x1p62).rounded() : value)
        samples[type].sequences.replace(row, with: UInt32(1 + chance.below(Int(lastSequence))))
        if chance.below(3) == 0 {
          let other = UInt32(chance.below(vocabulary.contexts.all.count))
          if !isCategory, vocabulary.contexts.all[Int(other)].unit < units.names.count {
            samples[type].contexts.replace(row, with: other)
          }
        }
        if chance.below(4) == 0 {
          samples[type].mark(row, chance.pick([.dead, .member, .userEntered]))
        }
      }
    }
    for row in objects.indices where chance.below(2) == 0 {
      objects[row].start = chance.pick(times)
      objects[row].end = chance.pick(times)
      objects[row].sequence = UInt32(1 + chance.below(Int(lastSequence)))
      objects[row].type = UInt32(chance.below(types.names.count))
      objects[row].kind = chance.pick([
        .correlation, .workout, .characteristic, .summary, .document,
      ])
    }
  }
}
