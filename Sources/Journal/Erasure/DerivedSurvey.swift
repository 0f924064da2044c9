import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// Finds out, in a pass over the lines, what is left of the types of which objects go.
struct DerivedSurvey {
  private var eraser = DerivedEraser()
  /// When objects went on that go, by type.
  private(set) var spans = GoneSpans()
  /// The first line with an object that goes, by type.
  private(set) var firstLines: [String: UInt64] = [:]
  /// The types of which objects are left.
  private var left: Set<String> = []
  /// The moments at which receipts say that something began or ended, and the objects that are left
  /// do not.
  private var edges: Set<Instant> = []
  /// Imports in the order of their lines.
  private var imports: [DerivedEraser.ImportSurvey] = []
  private let objects: Set<ObjectUUID>

  /// - Parameters:
  ///   - objects: those that go.
  ///   - named: the types of which all was named.
  ///   - receipts: all receipts, and their lines.
  /// - Throws: what reading rows throws.
  init(
    of objects: Set<ObjectUUID>, named: Set<String>,
    _ receipts: [(line: UInt64, receipt: ImportReceipt)], in journal: ReplayedJournal
  ) throws {
    self.objects = objects
    eraser.named = named
    eraser.affected = named
    for uuid in objects {
      if let facts = try journal.facts(of: uuid) { eraser.affected.insert(facts.type) }
    }
    for (line, receipt) in receipts {
      edges.formUnion([receipt.extent?.start, receipt.extent?.end].compactMap { $0?.instant })
      if let first = receipt.first, let last = receipt.last, first <= last, last < line {
        imports.append(.init(line: line, lines: first...last))
      }
    }
    imports.sort { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// Takes the next line.
  mutating func take(_ entry: Entry) {
    switch entry.event {
    case .save(let save)?:
      let index = importIndex(of: entry.sequence)
      for object in save.objects { take(object, entry.sequence, index) }
    case .delete(let deletion)?:
      guard let index = importIndex(of: entry.sequence) else { return }
      if !deletion.objects.allSatisfy(objects.contains) { imports[index].isLeft = true }
    case .open?, .origin?, .authorize?, .configure?, .importReceipt?, .erase?, nil: break
    }
  }

  private mutating func take(_ object: HealthObject, _ line: UInt64, _ index: Int?) {
    let type = object.content.type
    let isAffected = eraser.affected.contains(type)
    guard objects.contains(object.uuid) else {
      if let span = object.content.span, !edges.isEmpty {
        edges.remove(span.start.instant)
        edges.remove(span.end.instant)
      }
      if isAffected { left.insert(type) }
      guard let index else { return }
      imports[index].isLeft = true
      if isAffected { imports[index].left.insert(type) }
      return
    }
    firstLines[type] = firstLines[type] ?? line
    spans.insert(object.content.span, of: type)
    guard let index else { return }
    imports[index].goes = true
    imports[index].gone.insert(type)
  }

  /// Returns the index of the import that appended a line.
  private func importIndex(of line: UInt64) -> Int? {
    let after = imports.indices.partitioningIndex { imports[$0].lines.lowerBound > line }
    guard after > 0, imports[after - 1].lines.contains(line) else { return nil }
    return after - 1
  }

  /// Returns what takes out of lines what was derived; all lines must have been taken.
  ///
  /// - Parameters:
  ///   - receipts: all receipts, and their lines.
  ///   - draw: draws a uuid for a person.
  mutating func finished(
    _ receipts: [(line: UInt64, receipt: ImportReceipt)], drawing draw: () -> ObjectUUID
  ) -> DerivedEraser {
    spans.sort()
    eraser.gone = eraser.affected.filter { eraser.named.contains($0) || !left.contains($0) }
    eraser.edges = edges
    eraser.imports = Dictionary(imports.map { ($0.line, $0) }) { one, _ in one }
    guard eraser.affected.contains(where: { $0.hasPrefix("HKCharacteristicTypeIdentifier") })
    else { return eraser }
    for (_, receipt) in receipts {
      // Of version 8 are those that were made from traits.
      guard let person = receipt.extent?.person, person.isOfContent else { continue }
      if eraser.persons[person] == nil { eraser.persons[person] = draw() }
    }
    return eraser
  }
}

/// The times of objects by type, so that it is quick to tell whether any of them lies in a stretch
/// of time.
struct GoneSpans {
  private struct Reach {
    var start: Instant
    /// The latest end of all that start no later.
    var end: Instant
  }

  private var reaches: [String: [Reach]] = [:]

  mutating func insert(_ span: TimeSpan?, of type: String) {
    guard let span else { return }
    reaches[type, default: []].append(Reach(start: span.start.instant, end: span.end.instant))
  }

  /// Puts them in order; to be called after the last.
  mutating func sort() {
    for (type, var all) in reaches {
      all.sort { $0.start < $1.start }
      for index in all.indices.dropFirst() {
        all[index].end = max(all[index].end, all[index - 1].end)
      }
      reaches[type] = all
    }
  }

  /// Returns whether an object of a type went on between two moments.
  func contain(_ type: String, from start: Instant, to end: Instant) -> Bool {
    guard let all = reaches[type] else { return false }
    let after = all.indices.partitioningIndex { all[$0].start > end }
    return after > 0 && all[after - 1].end >= start
  }
}
