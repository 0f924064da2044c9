import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

extension ViewQuery {
  /// Returns the live samples that the query's time and sources let pass, before its predicate is
  /// asked; or the dead ones whose content the reader may know.
  func candidates(
    _ columns: SampleColumns, _ passes: [Bool], live isLive: Bool = true
  ) -> [Bool] {
    var candidates: [Bool] = []
    candidates.reserveCapacity(columns.count)
    let known = columns.known.map { passes[Int($0.provenance)] }
    columns.forEachChunk { rows, first, starts, ends, _, contexts, flags in
      for index in rows.lowerBound - first..<rows.upperBound - first {
        let flags = flags[index]
        candidates.append(
          flags.contains(.dead) != isLive && !flags.contains(.withheld)
            && known[Int(contexts[index])] && covers(start: starts[index], end: ends[index]))
      }
    }
    return candidates
  }
}

/// The live objects that a query means, of whatever kind.
package enum MatchingObjects {
  /// Returns the rows of each type's samples that the query selects, in the order in which they
  /// were saved. It ignores the query's limit.
  ///
  /// - Parameters:
  ///   - types: the requested types; nil: those of the query.
  ///   - passes: for each provenance, true if its samples are selected; nil: if the query names
  ///     it.
  /// - Throws: `ProjectionError`; the errors of reading lines.
  package static func samples(
    _ query: ViewQuery, of types: [String]? = nil, passing passes: [Bool]? = nil,
    in journal: ReplayedJournal
  ) throws -> [(type: String, rows: [SampleRow])] {
    let types = try types ?? query.types(in: journal.tables)
    var selection = try SampleSelection(query, journal, passing: passes)
    var found: [(type: String, rows: [SampleRow])] = []
    for type in types {
      guard let columns = journal.tables.columns(of: type) else { continue }
      let rows = try selection.rows(of: type).map { columns[$0] }
      if !rows.isEmpty { found.append((type, rows)) }
    }
    return found
  }

  /// Returns those of the same samples of one type that are wanted, in the order in which they were
  /// first recorded.
  static func recorded(
    _ type: String, _ query: ViewQuery, in journal: ReplayedJournal,
    where isWanted: (SampleRow) -> Bool = { _ in true }
  ) throws -> [SampleRow] {
    let recordings = journal.tables.recordings
    var selection = try SampleSelection(query, journal, of: [type])
    guard let columns = journal.tables.columns(of: type) else { return [] }
    return try selection.rows(of: type).lazy.map { columns[$0] }.filter(isWanted)
      .sorted { recordings.isRecorded($0.sequence, before: $1.sequence) }
  }

  /// Returns the rows of all other objects that the query selects, in the order in which they were
  /// saved.
  ///
  /// - Parameter calendar: the days that a summary of a day covers; nil: it has no time.
  package static func others(
    _ query: ViewQuery, of types: [String]? = nil, passing passes: [Bool]? = nil,
    days calendar: DayCalendar? = nil, in journal: ReplayedJournal
  ) throws -> [ObjectRow] {
    let tables = journal.tables
    let types = try types ?? query.types(in: tables)
    let passes = passes ?? query.provenances(in: tables)
    try tables.readObjects()
    let numbers = Set(types.compactMap { tables.types.number(of: $0) })
    let rows = tables.objects.filter { row in
      row.isLive && numbers.contains(row.type) && passes[Int(row.provenance)]
    }
    var evaluator = try PredicateEvaluator(query, journal)
    guard evaluator != nil || !query.hasNoWindow else { return rows }
    var found: [ObjectRow] = []
    try journal.forEachObject(of: rows.map { ($0.uuid, $0.sequence) }) { index, object in
      let covers = covers(object.content, query, days: calendar)
      if try covers && evaluator?.holds(rows[index], object) ?? true { found.append(rows[index]) }
    }
    return found
  }

  /// Returns true if an object is in the query's window of time. An object without a time is in
  /// none.
  ///
  /// - Parameter calendar: the days that a summary of a day covers; nil: it has no time.
  private static func covers(
    _ content: Content, _ query: ViewQuery, days calendar: DayCalendar?
  ) -> Bool {
    if let span = content.span {
      return query.covers(
        start: span.start.instant.microseconds, end: span.end.instant.microseconds)
    }
    if let calendar, case .summary(let summary) = content,
      let day = CivilDate(summary.date)?.dayNumber
    {
      return query.covers(
        start: calendar.start(of: day).microseconds,
        end: calendar.start(of: day + 1).microseconds - 1)
    }
    return query.hasNoWindow
  }

  /// Returns the uuids of all objects that the query means and that the reader of the journal may
  /// delete: the owner all, any other source its own. Objects of others are not looked at. A
  /// summary of a day is in a window of time if its day, as the journal's zone has it, is.
  package static func deletable(
    _ query: ViewQuery, in journal: ReplayedJournal
  ) throws -> [ObjectUUID] {
    let tables = journal.tables
    let actor = tables.access.reader
    let own = tables.provenances.map {
      tables.access.isOwners || tables.actors.names[Int($0.actor)] == actor
    }
    let passes = zip(query.provenances(in: tables), own).map { $0 && $1 }
    // A source may delete what it saved, even if it never asked to read the type.
    let types = query.namedTypes(in: tables)
    let samples = try samples(query, of: types, passing: passes, in: journal)
    let days = query.hasNoWindow ? nil : try ViewContext(query).calendar(of: tables)
    let others = try others(query, of: types, passing: passes, days: days, in: journal)
    return samples.flatMap { $0.rows.map(\.uuid) } + others.map(\.uuid)
  }

  /// Returns the live objects that a query means, as they were saved: samples and all other kinds.
  ///
  /// - Throws: `ProjectionError`; the errors of reading lines.
  package static func saved(
    _ query: ViewQuery, sortedBy sort: ObjectSort, in journal: ReplayedJournal
  ) throws -> [SavedObject] {
    var candidates = try samples(query, in: journal).flatMap { $0.rows.map { Candidate($0) } }
    candidates += try others(query, in: journal).map { Candidate($0) }
    candidates.sort { sort.precedes($0, $1, journal.tables.recordings) }
    if let limit = query.limit, limit < candidates.count { candidates.removeSubrange(limit...) }
    let objects = try journal.objects(candidates.map { ($0.uuid, $0.sequence) })
    return zip(objects, candidates).compactMap { object, candidate in
      object.map { saved($0, candidate, in: journal.tables) }
    }
  }

  /// Returns the object of a sample's row, as it was saved.
  ///
  /// - Throws: what reading its line throws.
  package static func saved(
    _ row: SampleRow, in journal: ReplayedJournal
  ) throws -> SavedObject? {
    try journal.object(row.uuid, in: UInt64(row.sequence)).map {
      saved($0, Candidate(row), in: journal.tables)
    }
  }

  private static func saved(
    _ object: HealthObject, _ candidate: Candidate, in tables: HealthTables
  ) -> SavedObject {
    let origin = tables.origin(candidate.provenance)
    let source = origin?.source ?? Source(name: tables.sourceName(candidate.provenance))
    return SavedObject(
      object: object, source: source, device: origin?.device,
      sequence: UInt64(candidate.sequence))
  }

  /// The place of an object, with the keys by which it is sorted.
  struct Candidate {
    var uuid: ObjectUUID
    var sequence: UInt32
    var provenance: UInt32
    var start: Int64
    var end: Int64

    init(_ row: SampleRow) {
      (uuid, sequence, provenance) = (row.uuid, row.sequence, row.provenance)
      (start, end) = (row.start, row.end)
    }

    init(_ row: ObjectRow) {
      (uuid, sequence, provenance) = (row.uuid, row.sequence, row.provenance)
      (start, end) = (row.start, row.end)
    }
  }
}

extension ObjectSort {
  fileprivate func precedes(
    _ left: MatchingObjects.Candidate, _ right: MatchingObjects.Candidate,
    _ recordings: Recordings
  ) -> Bool {
    let (a, b) = (value(left), value(right))
    if a != b { return isReversed ? a > b : a < b }
    return recordings.isRecorded(left.sequence, before: right.sequence)
  }

  private func value(_ candidate: MatchingObjects.Candidate) -> Int64 {
    switch key {
    case .startDate: candidate.start
    case .endDate: candidate.end
    case .sequence: Int64(candidate.sequence)
    }
  }
}

extension ReplayedJournal {
  /// Calls `body` with objects, read again from their lines, and their indices in `objects`; an
  /// object whose line was erased is left out.
  func forEachObject(
    of objects: [(uuid: ObjectUUID, sequence: UInt32)],
    _ body: (Int, HealthObject) throws -> Void
  ) throws {
    var start = 0
    while start < objects.count {
      let chunk = start..<min(start + 1024, objects.count)
      var indices: [ObjectUUID: Int] = [:]
      for index in chunk { indices[objects[index].uuid] = index }
      let entries = try entries(Set(chunk.map { UInt64(objects[$0].sequence) }))
      for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
        guard case .save(let save)? = entry.event else { continue }
        for object in save.objects {
          guard let index = indices[object.uuid],
            UInt64(objects[index].sequence) == entry.sequence
          else { continue }
          try body(index, object)
        }
      }
      start = chunk.upperBound
    }
  }

  /// Objects read again from their lines, in the order in which they are named; nil for one that
  /// its line does not hold.
  func objects(_ named: [(uuid: ObjectUUID, sequence: UInt32)]) throws -> [HealthObject?] {
    var found = [HealthObject?](repeating: nil, count: named.count)
    try forEachObject(of: named) { found[$0] = $1 }
    return found
  }
}
