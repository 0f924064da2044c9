package import HealthEvents
package import HealthModel

// A reader opens a part of the tables before it asks it: then the snapshot's part has been
// verified, or a replay of the lines is in its place.

extension HealthTables {
  /// Opens the rows of some types, as far as their reader sees them and a view is about them.
  ///
  /// - Parameter names: their identifiers; nil: of all types.
  /// - Throws: `JournalError`, or what the system threw, where a part of the snapshot is not what
  ///   was written and the lines before it cannot be read either.
  package func read(types names: [String]?) throws {
    guard parts.base != nil else { return }
    guard let names else { return try sampleTypes.forEach(read) }
    for name in names {
      if let number = types.number(of: name), number < samples.count { try read(Int(number)) }
    }
  }

  /// Opens the rows of the type with this number.
  ///
  /// - Throws: as `read(types:)`.
  func read(_ number: Int) throws {
    if let few = narrowedRows(of: number), few.rows != nil { return }
    if sight?.rows[number] == nil { try readAllRows(number) }
  }

  /// The rows of the type with this number.
  ///
  /// - Throws: as `read(types:)`.
  func readColumns(_ number: Int) throws -> SampleColumns {
    try read(number)
    return columns(number)
  }

  /// Opens the rows of a type, also those that the reader may not see.
  func readAllRows(_ number: Int) throws {
    if samples[number].storedCount > 0 { try parts.base?.open(type: number) }
  }

  /// Opens the objects that are no samples, and what links objects.
  ///
  /// - Throws: as `read(types:)`.
  package func readObjects() throws {
    if sight == nil { try readLinks() }
  }

  private func readLinks() throws {
    if parts.links.isUnchanged { try parts.base?.openLinks() }
  }

  /// Opens the owner's decisions.
  ///
  /// - Throws: as `read(types:)`.
  package func readDecisions() throws {
    if parts.rights.isUnchanged { try parts.base?.openRights() }
  }

  /// Opens the decisions and links that rules ask for.
  ///
  /// - Throws: as `read(types:)`.
  package func readRules() throws {
    try readDecisions()
    try readLinks()
  }

  /// Opens everything, and requires that what was asked for before could be read.
  ///
  /// - Throws: as `read(types:)`.
  package func readAll() throws {
    try readRules()
    try sampleTypes.forEach(readAllRows)
    try requireReadable()
  }

  /// Opens what tells of an object: then `facts`, `line` and `isRemoved` are known.
  ///
  /// - Throws: as `read(types:)`.
  package func read(_ uuid: ObjectUUID) throws {
    guard let base = parts.base, let frozen = index.frozen else { return }
    let rowIDs =
      base.vouches(for: uuid) ? frozen.candidates(for: uuid) : base.replayedRowIDs(of: uuid)
    for rowID in rowIDs {
      if rowID.table == UUIDIndex.RowID.others {
        try readLinks()
      } else if rowID.table < samples.count {
        try readAllRows(Int(rowID.table))
      }
    }
    try base.requireReadable()
  }

  /// Requires that all that was asked of tables that were not opened could be read; to be called
  /// after a decision was made and before it counts.
  ///
  /// - Throws: as `read(types:)`.
  package func requireReadable() throws { try parts.base?.requireReadable() }

  /// Has answers go out without `requireReadable`: what they are made of is opened first.
  ///
  /// - Throws: as `requireReadable`.
  func beginReading() throws { try parts.base?.beginReading() }

  /// Has answers go out after `requireReadable`.
  package func beginDeciding() { parts.base?.beginDeciding() }
}

extension ReplayedJournal {
  /// Returns whether a line has deleted or replaced an object.
  ///
  /// - Throws: what reading its row throws.
  package func isRemoved(_ uuid: ObjectUUID) throws -> Bool {
    try tables.read(uuid)
    return tables.isRemoved(uuid)
  }

  /// Returns the known facts of an object; nil: it was never saved.
  ///
  /// - Throws: what reading its row throws.
  package func facts(of uuid: ObjectUUID) throws -> ObjectFacts? {
    try tables.read(uuid)
    return tables.facts(of: uuid)
  }

  /// The line that saved an object; nil: none did.
  ///
  /// - Throws: what reading its row throws.
  package func line(of uuid: ObjectUUID) throws -> UInt64? {
    try tables.read(uuid)
    return tables.line(of: uuid)
  }
}
