import HealthEvents
import HealthModel
import JournalFile

/// The numbers that the parts of a snapshot may hold: only those that lines could have led to.
/// Where all checksums are forged, an answer may be wrong, which an audit finds; but no index is
/// out of bounds.
struct SnapshotLimits: Sendable {
  /// By the number of a context: whether a quantity, and whether a category, may have it.
  private let quantities: [Bool]
  private let categories: [Bool]
  private let types: Int
  private let provenances: Int
  private let lastSequence: UInt64
  /// How many rows each type has.
  private let rows: [Int]

  /// What the facts of a snapshot allow; nil where they do not fit together themselves.
  ///
  /// - Parameter rows: how many rows each type has.
  init?(_ tables: HealthTables, rows: [Int]) {
    guard Self.fit(tables), rows.count <= tables.types.names.count,
      rows.allSatisfy({ $0 == 0 }) || !tables.vocabulary.contexts.all.isEmpty
    else { return nil }
    func fits(_ number: UInt32, _ names: NameTable) -> Bool { number < names.names.count }
    let all = tables.vocabulary.contexts.all
    quantities = all.map { fits($0.unit, tables.units) }
    categories = all.map { $0.unit == SampleRow.none || fits($0.unit, tables.categoryNames) }
    types = tables.types.names.count
    provenances = tables.provenances.count
    lastSequence = tables.lastSequence
    self.rows = rows
  }

  /// Whether numbers stand for something, and counts and times are those of lines.
  private static func fit(_ tables: HealthTables) -> Bool {
    guard let first = tables.firstAt, let last = tables.lastAt,
      tables.opening?.format == JournalLimits.format,
      tables.counts.sum == tables.lastSequence, UInt32(exactly: tables.lastSequence) != nil,
      isTime(first.microseconds), isTime(last.microseconds)
    else { return false }
    let provenances = tables.provenances
    return provenances.allSatisfy { $0.actor < tables.actors.names.count }
      && tables.vocabulary.contexts.all.allSatisfy { common in
        common.provenance < provenances.count
          && (common.zone == SampleRow.none || common.zone < tables.zones.names.count)
          && isOffset(common.startOffset) && isOffset(common.endOffset)
      }
  }

  /// Whether a moment lies in the years 0 to 9999 of some zone.
  private static func isTime(_ microseconds: Int64) -> Bool {
    microseconds >= -62_167_305_600_000_000 && microseconds <= 253_402_387_200_000_000
  }

  private static func isOffset(_ minutes: Int16) -> Bool { minutes > -1440 && minutes < 1440 }

  private func isLine(_ sequence: UInt64) -> Bool { sequence > 0 && sequence <= lastSequence }

  /// Whether these may be rows of a snapshot.
  ///
  /// - Parameter count: how many there must be.
  func allow(_ columns: SampleColumns, count: Int) -> Bool {
    guard columns.count == count, columns.extremes.fit(count) else { return false }
    var (isGood, dead) = (true, 0)
    let all = 0..<count
    columns.starts.withSpan(all) { isGood = isGood && Self.hold($0, Self.isTime) }
    columns.ends.withSpan(all) { isGood = isGood && Self.hold($0, Self.isTime) }
    columns.values.withSpan(all) { isGood = isGood && Self.hold($0, \.isFinite) }
    columns.sequences.withSpan(all) { isGood = isGood && Self.hold($0) { isLine(UInt64($0)) } }
    columns.contexts.withSpan(all) { contexts in
      columns.flags.withSpan(all) { flags in
        columns.values.withSpan(all) { values in
          for row in contexts.indices {
            let (number, flags) = (Int(contexts[row]), flags[row])
            let isCategory = flags.contains(.category)
            guard number < quantities.count,
              isCategory ? categories[number] && Self.isCode(values[row]) : quantities[number]
            else { return isGood = false }
            if flags.contains(.dead) { dead += 1 }
          }
        }
      }
    }
    return isGood && dead == columns.deadCount
  }

  private static func hold<Element>(
    _ span: Span<Element>, _ condition: (Element) -> Bool
  ) -> Bool {
    var isGood = true
    for index in span.indices { isGood = condition(span[index]) && isGood }
    return isGood
  }

  private static func isCode(_ value: Double) -> Bool {
    value.rounded() == value && abs(value) <= 0x1p62
  }

  /// Whether these may be the links of a snapshot.
  func allow(_ links: HealthTables.Links) -> Bool {
    links.objects.allSatisfy { object in
      object.type < types && object.provenance < provenances && isLine(UInt64(object.sequence))
        && Self.isTime(object.start) && Self.isTime(object.end)
    }
      && links.successors.allSatisfy { successor in
        guard let type = successor.type else {
          return links.objects.indices.contains(successor.row)
        }
        return type < rows.count && rows[Int(type)] > successor.row && successor.row >= 0
      }
  }

  /// Whether these may be the decisions of a snapshot.
  func allow(_ rights: HealthTables.Rights) -> Bool {
    rights.decisions.allSatisfy { isLine($0.sequence) && Self.isTime($0.at.microseconds) }
  }
}
