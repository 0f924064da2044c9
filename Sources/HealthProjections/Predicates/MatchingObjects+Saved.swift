import HealthEvents
package import HealthModel
package import HealthTables

extension MatchingObjects {
  /// The live objects that a query means, as they were saved: samples and all other kinds.
  ///
  /// - Throws: `ProjectionError`; what reading lines throws.
  package static func saved(
    _ query: Query, sortedBy sort: ObjectSort, in journal: ReplayedJournal
  ) throws -> [SavedObject] {
    var candidates = try samples(query, in: journal).flatMap { $0.rows.map { Candidate($0) } }
    candidates += try others(query, in: journal).map { Candidate($0) }
    candidates.sort { sort.precedes($0, $1) }
    if let limit = query.limit, limit < candidates.count { candidates.removeSubrange(limit...) }
    var found = [SavedObject?](repeating: nil, count: candidates.count)
    try journal.forEachObject(of: candidates.map { ($0.uuid, $0.sequence) }) { index, object in
      found[index] = saved(object, candidates[index], in: journal.tables)
    }
    return found.compactMap { $0 }
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

  /// Where an object is, and what it is sorted by.
  fileprivate struct Candidate {
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
    _ left: MatchingObjects.Candidate, _ right: MatchingObjects.Candidate
  ) -> Bool {
    let (a, b) = (value(left), value(right))
    if a != b { return isReversed ? a > b : a < b }
    return left.sequence < right.sequence
  }

  private func value(_ candidate: MatchingObjects.Candidate) -> Int64 {
    switch key {
    case .startDate: candidate.start
    case .endDate: candidate.end
    case .sequence: Int64(candidate.sequence)
    }
  }
}
