import Foundation
import HealthEvents
import HealthModel
import HealthTables
import JournalTestSupport
import Testing

@testable import JournalFile

extension SnapshotPolicy {
  /// Whatever is new is worth a snapshot.
  static let always = SnapshotPolicy(leastBytes: 1)
  /// Nothing is.
  static let never = SnapshotPolicy(leastBytes: .max)
}

/// A journal in memory with snapshots.
struct SnapshotTrial {
  let system: MemorySystem
  let lines: [[UInt8]]
  static let folder = ReplayTests.folder
  static let events = JournalPaths(folder: folder).events

  /// A journal that was read, and a snapshot made, when it had so many lines.
  init(_ lines: [[UInt8]], after cuts: [Int]) throws {
    self.lines = lines
    system = try ReplayTests.system([])
    for cut in cuts {
      try grow(to: cut)
      _ = try ReplayedJournal(Self.folder, on: system, snapshots: .always)
      #expect(snapshot(cut) != nil)
    }
    try grow(to: lines.count)
  }

  func grow(to count: Int) throws {
    system[Self.events] = lines.prefix(count).flatMap { $0 + [UInt8(ascii: "\n")] }
    try system.noteDurable(Array(lines.prefix(count)))
  }

  static func path(_ line: Int) -> String { "\(folder)/snapshot/\(line)" }

  func snapshot(_ line: Int) -> [UInt8]? { system[Self.path(line)] }

  func read(_ asOf: AsOf = .now, fromFirstLine: Bool = false) throws -> ReplayedJournal {
    try ReplayedJournal(
      Self.folder, on: system, asOf: asOf, fromFirstLine: fromFirstLine, snapshots: .never)
  }

  /// The same with other bytes for a snapshot.
  static func read(
    _ lines: [[UInt8]], _ line: Int, _ snapshot: [UInt8]
  ) throws -> ReplayedJournal {
    let system = try ReplayTests.system(lines)
    try system.createDirectory(folder + "/snapshot")
    system[path(line)] = snapshot
    return try ReplayedJournal(folder, on: system, snapshots: .never)
  }
}

extension MemorySystem {
  /// Notes in the lock file of `/j` that these lines are on the disk, as a writer does.
  func noteDurable(_ lines: [[UInt8]]) throws {
    var head = Head()
    for line in lines {
      head.sequence += 1
      head.offset += UInt64(line.count) + 1
      head.chain = try #require(Chain.stated(in: unsafe line.span.bytes))
    }
    self["/j/lock"] = LockRecords.content(durable: DurablePart(head))
  }
}

extension ReplayedJournal {
  /// All that can be asked of the tables.
  func answers(about uuids: [ObjectUUID]) throws -> [String] {
    var tables = tables
    try tables.readAll()
    var text = tables.dump()
    tables.buildIndex()
    for uuid in uuids {
      try tables.read(uuid)
      let facts = tables.facts(of: uuid)
      text.append("\(uuid) \(facts as Any) \(tables.isRemoved(uuid)) \(tables.newest(of: uuid))")
    }
    text += try tables.removedObjects().map { "\($0.key) \($0.value.type)" }.sorted()
    text += try entries([1, head.sequence / 2, head.sequence]).map { "\($0.key)" }.sorted()
    text.append("\(head)")
    return text + tables.sampleTypes.filter { tables.columns($0).count > 0 }.flatMap(tables.fewRows)
  }
}

extension HealthTables {
  /// What questions about a few rows of a type are told.
  fileprivate func fewRows(_ type: Int) -> [String] {
    let latest = narrowed(to: [type], .latest).columns(type)
    let last = (0..<latest.count).filter(latest.isLive).max { a, b in
      (latest.ends[a], latest.starts[a], a) < (latest.ends[b], latest.starts[b], b)
    }
    let from = time().instant.microseconds
    let near = narrowed(to: [type], .touching(from...from + 30_000_000)).columns(type)
    let touching = (0..<near.count).filter {
      near.isLive($0) && near.ends[$0] >= from && near.starts[$0] <= from + 30_000_000
    }
    return [last.map { "\(latest[$0])" } ?? "none"] + touching.map { "\(near[$0])" }
  }
}

/// All uuids that lines mention.
func uuids(in lines: [[UInt8]]) throws -> [ObjectUUID] {
  var found: Set<ObjectUUID> = [id(999)]
  for line in lines {
    switch try LineCodec.decode(unsafe line.span.bytes).event {
    case .save(let save)?: found.formUnion(save.objects.map(\.uuid) + save.replaces)
    case .delete(let deletion)?: found.formUnion(deletion.objects)
    case .revert(let revert)?: found.formUnion(revert.objects.flatMap(\.runs.objects))
    case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?, .format?,
      nil:
      break
    }
  }
  return found.sorted()
}
