import ByteTools
import HealthEvents
package import HealthModel
import HealthTables
package import HealthViews
import JournalFile

/// The selection of the content that is erased.
package enum ErasureSelection: Sendable {
  case objects([ObjectUUID])
  /// Everything that these lines state.
  case lines([UInt64])
  /// All objects that a query means, also those that were deleted or replaced.
  case query(ViewQuery)
  /// The objects that an import saved, and the receipt in this line.
  case importReceipt(UInt64)
  /// The names of the source or device with this name, or of the source with this bundle
  /// identifier.
  case names(String)

  /// The types that are selected without a condition on time, source or value.
  var wholeTypes: Set<String> {
    guard case .query(let query) = self, query.predicate == nil, query.sources.isEmpty,
      query.from == nil, query.to == nil, query.object == nil
    else { return [] }
    return Set(query.types ?? [])
  }
}

/// The counts of the content that an erasure removes.
package struct ErasureCounts: Hashable, Sendable {
  /// The number of lines that are erased whole.
  package var lines = 0
  /// The number of lines that are erased in part.
  package var parts = 0
  /// The number of objects.
  package var objects = 0
  /// The number of objects in views, by type.
  package var live: [String: Int] = [:]
  /// The number of removed files next to the lines: snapshots and files in quarantine.
  package var files = 0
  /// The statements that were derived from the erased content, by kind.
  package var derived: [DerivedStatement: DerivedStatement.Tally] = [:]

  /// Creates counts of nothing.
  package init() {}

  /// True if there is nothing to erase.
  package var isEmpty: Bool { lines == 0 && parts == 0 }
}

extension JournalSession {
  /// The result of an erasure.
  package struct Erased: Hashable, Sendable {
    package var counts: ErasureCounts
    /// The `erase` lines that were appended; nil: there was nothing to erase, or it was only
    /// counted.
    package var lines: ClosedRange<UInt64>?

    /// Creates the result with these counts, recorded in these lines.
    package init(counts: ErasureCounts, lines: ClosedRange<UInt64>? = nil) {
      self.counts = counts
      self.lines = lines
    }
  }

  /// Counts what a selection would erase.
  ///
  /// - Throws: as `erase`.
  package func countErasure(_ selection: ErasureSelection) throws -> ErasureCounts {
    try ErasurePlan(selection, of: try replayed()).counts
  }

  /// Removes the selected content from the lines, and also deletes snapshots and the quarantine.
  /// The old lines remain until the new ones replace them. The session is over then.
  ///
  /// - Parameters:
  ///   - reason: the reason; it stays in the file.
  ///   - forgets: true if nothing remains by which an import would recognize the objects.
  /// - Throws: `SessionProblem`; `ProjectionError`; `JournalError`: `.outcomeUnknown` if the new
  ///   lines may have replaced the old ones, else nothing was changed.
  package mutating func erase(
    _ selection: ErasureSelection, reason: String, forgets: Bool = false
  ) throws -> Erased {
    guard try removeLeftover() == nil else { throw SessionProblem.workoutInProgress }
    try requireReach()
    let journal = try replayed()
    let plan = try ErasurePlan(selection, of: journal)
    guard !plan.counts.isEmpty else { return Erased(counts: plan.counts) }
    _ = try writer.readClock()
    let salt = plan.salt ?? TombstoneSalt(random: (system.random(), system.random()))
    let tombstones =
      forgets ? nil : try Tombstones(of: plan.found, in: journal, salt, after: plan.before)
    let reader = try JournalReader(paths.folder, on: system)
    let (system, snapshots) = (system, SnapshotFolder(paths, on: system))
    // Such copies hold all lines as they were. No restore is running: a writer has the lock.
    try Restore.removeLeftovers(from: paths)
    var said: ClosedRange<UInt64>?
    try writer.replaceLines { file in
      var lines = ErasedLines(plan.eraser, to: file, on: system)
      // A damaged line must not be rewritten as an erased one.
      let scan = try reader.scan(verifyingChain: true) { line, _ in try lines.take(line) }
      if let damage = scan.damage(in: reader.paths) { throw damage }
      said = try lines.finish(reason: reason, tombstones)
      return lines.head
    } removingCaches: { body in
      try snapshots.removeAll(until: body)
    }
    return Erased(counts: plan.counts, lines: said)
  }

  /// Requires that snapshots and the quarantine can be removed: each is a plain folder without
  /// folders in it.
  private func requireReach() throws {
    for folder in [paths.snapshots, paths.quarantine] {
      guard let kind = try system.kind(of: folder) else { continue }
      guard kind == .directory else { throw SessionProblem.outOfReach(path: folder) }
      for path in try system.names(inDirectory: folder).map({ "\(folder)/\($0)" })
      where try system.kind(of: path) == .directory {
        throw SessionProblem.outOfReach(path: path)
      }
    }
  }
}

extension Wording {
  /// Describes the number of objects of the three most frequent types: `2 of steps, 1 of height`.
  package static func types(_ counts: [String: Int]) -> String {
    let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
    let words = most.map {
      "\($0.value) of " + TerminalText.escaped(TypeCatalogue.plainName(of: $0.key))
    }
    return words.joined(separator: ", ") + (counts.count > 3 ? " …" : "")
  }

  /// Returns a sentence for each kind of derived statement: the number that is erased, or stays.
  package static func derived(in counts: ErasureCounts) -> [String] {
    DerivedStatement.allCases.compactMap { statement in
      guard let tally = counts.derived[statement] else { return nil }
      let lines = lines(of: tally)
      return (statement.stays ? "stays: " : "goes too: ") + text(statement, tally) + lines
    }
  }

  private static func text(
    _ statement: DerivedStatement, _ tally: DerivedStatement.Tally
  ) -> String {
    let (types, count) = (names(tally.types), tally.count)
    switch statement {
    case .persons:
      return
        "in \(counted(count, "receipt")) of imports a person's uuid that was made from traits; "
        + "a random one takes its place"
    case .receipts:
      return "what \(counted(count, "receipt")) of imports told"
        + (types.isEmpty ? "" : " of \(types)")
    case .figures: return "what other objects told of \(types): \(holders(tally))"
    case .countsLeft:
      return
        "\(counted(count, "receipt")) of imports with counts of \(types), of which others stay, and with "
        + "the hash of the file; --line takes a receipt"
    case .figuresLeft:
      return "figures of \(types) in other objects, to be named too where that must go: "
        + holders(tally)
    case .uuidsLeft:
      return
        "\(counted(count, "uuid")) in objects that stay, made from what goes or naming it, so that a "
        + "guess at it can be tried: \(holders(tally))"
    case .settingsLeft:
      return "\(counted(count, "line")) of settings and rights with \(types); --line takes them"
    }
  }

  /// Describes the holders: `11 workout, 2 electrocardiogram`.
  private static func holders(_ tally: DerivedStatement.Tally) -> String {
    list(
      tally.holders.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \(TypeCatalogue.shortName(of: $0.key))" })
  }

  private static func names(_ types: Set<String>) -> String {
    list(types.map { TypeCatalogue.shortName(of: $0) }.sorted())
  }

  /// Joins the first of some words.
  private static func list(_ words: [String]) -> String {
    TerminalText.escaped(words.prefix(10).joined(separator: ", ")) + (words.count > 10 ? " …" : "")
  }

  private static func lines(of tally: DerivedStatement.Tally) -> String {
    let more =
      tally.count > tally.lines.count && tally.lines.count == DerivedStatement.Tally.mostLines
    let numbers = tally.lines.map(String.init).joined(separator: ", ")
    return " (line\(tally.lines.count == 1 ? "" : "s") \(numbers)\(more ? " …" : ""))"
  }
}

// MARK: Derived statements
