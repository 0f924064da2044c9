package import HealthModel
package import HealthTables

extension Query {
  /// The live samples that the query's time and sources let pass, before its predicate is asked.
  func candidates(
    _ columns: SampleColumns, _ passes: [Bool], live isLive: Bool = true
  ) -> [Bool] {
    (0..<columns.count).map { row in
      columns.isLive(row) == isLive && passes[Int(columns.provenance(row))]
        && covers(start: columns.starts[row], end: columns.ends[row])
    }
  }
}

/// The live objects that a query means, of whatever kind.
package enum MatchingObjects {
  /// The rows of each type's samples that the query means, in the order in which they were saved.
  /// The query's limit is not looked at.
  ///
  /// - Throws: `ProjectionError`; what reading lines throws.
  package static func samples(
    _ query: Query, in journal: ReplayedJournal
  ) throws -> [(type: String, rows: [SampleRow])] {
    try samples(
      query, try query.types(in: journal.tables), in: journal,
      query.provenances(in: journal.tables))
  }

  private static func samples(
    _ query: Query, _ types: [String], in journal: ReplayedJournal, _ filter: ProvenanceFilter
  ) throws -> [(type: String, rows: [SampleRow])] {
    var selection = try SampleSelection(query, journal, filter: filter)
    var found: [(type: String, rows: [SampleRow])] = []
    for type in types {
      guard let columns = journal.tables.columns(of: type) else { continue }
      let rows = try selection.rows(of: type).map { columns[$0] }
      if !rows.isEmpty { found.append((type, rows)) }
    }
    return found
  }

  /// The rows of all other objects that the query means, in the order in which they were saved.
  package static func others(
    _ query: Query, in journal: ReplayedJournal
  ) throws -> [ObjectRow] {
    try others(
      query, try query.types(in: journal.tables), in: journal,
      query.provenances(in: journal.tables))
  }

  private static func others(
    _ query: Query, _ types: [String], in journal: ReplayedJournal, _ filter: ProvenanceFilter
  ) throws -> [ObjectRow] {
    let tables = journal.tables
    var passing: [UInt32: [Bool]] = [:]
    for type in types {
      if let number = tables.types.number(of: type) { passing[number] = filter.passes(type) }
    }
    let rows = tables.objects.filter { row in
      row.isLive && passing[row.type]?[Int(row.provenance)] ?? false
    }
    var evaluator = try PredicateEvaluator(query, journal)
    guard evaluator != nil || query.from != nil || query.to != nil else { return rows }
    var found: [ObjectRow] = []
    try journal.forEachObject(of: rows.map { ($0.uuid, $0.sequence) }) { place, object in
      // What has no time is in no window of time.
      let covers =
        object.content.span.map {
          query.covers(
            start: $0.start.instant.microseconds, end: $0.end.instant.microseconds)
        } ?? (query.from == nil && query.to == nil)
      if try covers && evaluator?.holds(rows[place], object) ?? true { found.append(rows[place]) }
    }
    return found
  }

  /// The uuids of all objects that the query means and that `actor` may delete: the owner all, any
  /// other source its own. Objects of others are not looked at.
  package static func deletable(
    _ query: Query, by actor: String, isOwner: Bool, in journal: ReplayedJournal
  ) throws -> [ObjectUUID] {
    let tables = journal.tables
    // What one saved one may delete, even where one may not read the type.
    let types = try query.types(in: tables)
    let own = tables.provenances.map { isOwner || tables.actors.names[Int($0.actor)] == actor }
    let named = query.provenances(in: tables)
    let filter = ProvenanceFilter(
      ofSources: zip(named.ofSources, own).map { $0 && $1 }, access: named.access)
    var reading = query
    reading.reader = actor
    let samples = try samples(reading, types, in: journal, filter)
    return samples.flatMap { $0.rows.map(\.uuid) }
      + (try others(reading, types, in: journal, filter).map(\.uuid))
  }
}
