package import HealthModel

// Rows that a snapshot may hold are read through these functions only: what they return has been
// verified, or was replayed.

extension HealthTables {
  /// The numbers of the types that may have samples.
  package var sampleTypes: Range<Int> { samples.indices }

  /// The identifiers of the types of which the reader sees live samples; no row is read for it.
  package var liveSampleTypes: [String] {
    sampleTypes.filter { number in
      let columns = sight?.rows[number] ?? samples[number]
      return columns.count > columns.deadCount
    }.map { types.names[$0] }
  }

  /// The rows of the type of this number, as far as the reader sees them.
  package func columns(_ number: Int) -> SampleColumns {
    if let few = narrowedRows(of: number)?.rows { return few }
    return sight?.rows[number] ?? allColumns(number)
  }

  /// The rows of the type of this number, also those that the reader may not see.
  func allColumns(_ number: Int) -> SampleColumns {
    var columns = replacement(for: number) ?? samples[number]
    columns.known = vocabulary.contexts.all
    return columns
  }

  /// The rows to use for a type in place of those that are held; nil: these are sound.
  private func replacement(for number: Int) -> SampleColumns? {
    guard samples[number].storedCount > 0 else { return nil }
    return parts.base?.replacement(for: number).map(samples[number].continuing)
  }

  /// Makes sure of the rows of a type before one of them is changed.
  mutating func secure(_ number: Int) {
    if samples[number].storedCount > 0 { samples[number] = allColumns(number) }
  }

  /// The uuid of a row; nil where there is no such row, which only the index of a snapshot can
  /// name.
  func uuid(at rowID: UUIDIndex.RowID) -> ObjectUUID? {
    let (table, row) = (Int(rowID.table), Int(rowID.row))
    if rowID.table == UUIDIndex.RowID.others {
      let objects = parts.links.value.objects
      return row < objects.count ? objects[row].uuid : nil
    }
    guard table < samples.count, row < samples[table].count else { return nil }
    // For a row that came since the snapshot, the snapshot need not be checked.
    if row >= samples[table].storedCount { return samples[table].uuids[row] }
    return replacement(for: table)?.uuids[row] ?? samples[table].uuids[row]
  }

  /// The row IDs of a uuid: one, unless another program wrote it twice. The index must have been
  /// built.
  func rowIDs(of uuid: ObjectUUID) -> [UUIDIndex.RowID] {
    guard let frozen = index.frozen else { return [] }
    let candidates =
      if let base = parts.base, !base.vouches(for: uuid) {
        base.replayedRowIDs(of: uuid)
      } else {
        frozen.candidates(for: uuid)
      }
    var rowIDs = candidates.filter { self.uuid(at: $0) == uuid }
    for rowID in index.recent.candidates(for: uuid) where self.uuid(at: rowID) == uuid {
      rowIDs.append(rowID)
    }
    return rowIDs
  }

  /// The row ID of a uuid: the one that was saved first; of several in one line that of the first
  /// type.
  func rowID(of uuid: ObjectUUID) -> UUIDIndex.RowID? {
    let rowIDs = rowIDs(of: uuid)
    guard rowIDs.count > 1 else { return rowIDs.first }
    return rowIDs.min { a, b in
      (sequence(at: a), a.table, a.row) < (sequence(at: b), b.table, b.row)
    }
  }

  /// The line that saved an object; nil: none did. The index must have been built.
  package func line(of uuid: ObjectUUID) -> UInt64? {
    rowID(of: uuid).map { UInt64(sequence(at: $0)) }
  }

  /// The number of the line that saved a row.
  func sequence(at rowID: UUIDIndex.RowID) -> UInt32 {
    rowID.table == UUIDIndex.RowID.others
      ? parts.links.value.objects[Int(rowID.row)].sequence
      : replacement(for: Int(rowID.table))?.sequences[Int(rowID.row)]
        ?? samples[Int(rowID.table)].sequences[Int(rowID.row)]
  }

  /// What is known of a row: whether it is dead, and whether it is a member of a correlation.
  func flags(at rowID: UUIDIndex.RowID) -> SampleRow.Flags {
    if rowID.table == UUIDIndex.RowID.others {
      return parts.links.value.objects[Int(rowID.row)].isLive ? [] : .dead
    }
    let (table, row) = (Int(rowID.table), Int(rowID.row))
    let flags = replacement(for: table)?.flags[row] ?? samples[table].flags[row]
    return flags.intersection([.dead, .member])
  }

  /// What earlier lines say of an object that comes only now.
  func earlierClaims(on uuid: ObjectUUID) -> SampleRow.Flags {
    var flags = claims.flags(of: uuid)
    // Lines that are in the snapshot left what they said in its rows.
    if let base = parts.base, base.mayHold(uuid), let rowID = rowID(of: uuid) {
      flags.formUnion(self.flags(at: rowID))
    }
    return flags
  }
}
