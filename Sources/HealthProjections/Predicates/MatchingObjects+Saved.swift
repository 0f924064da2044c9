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
    var places = try samples(query, in: journal).flatMap { $0.rows.map { Place($0) } }
    places += try others(query, in: journal).map { Place($0) }
    places.sort { sort.precedes($0, $1) }
    if let limit = query.limit, limit < places.count { places.removeSubrange(limit...) }
    var found = [SavedObject?](repeating: nil, count: places.count)
    try journal.forEachObject(of: places.map { ($0.uuid, $0.sequence) }) { index, object in
      found[index] = saved(object, places[index], in: journal.tables)
    }
    return found.compactMap { $0 }
  }

  private static func saved(
    _ object: HealthObject, _ place: Place, in tables: HealthTables
  ) -> SavedObject {
    let origin = tables.origin(place.provenance)
    let source = origin?.source ?? Source(name: tables.sourceName(place.provenance))
    return SavedObject(
      object: object, source: source, device: origin?.device,
      sequence: UInt64(place.sequence))
  }

  /// Where an object is, and what it is sorted by.
  fileprivate struct Place {
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
    _ left: MatchingObjects.Place, _ right: MatchingObjects.Place
  ) -> Bool {
    let (a, b) = (value(left), value(right))
    if a != b { return isReversed ? a > b : a < b }
    return left.sequence < right.sequence
  }

  private func value(_ place: MatchingObjects.Place) -> Int64 {
    switch key {
    case .startDate: place.start
    case .endDate: place.end
    case .sequence: Int64(place.sequence)
    }
  }
}
