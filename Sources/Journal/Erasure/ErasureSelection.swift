package import HealthModel
package import HealthProjections

/// What is to be erased, one way or another.
package enum ErasureSelection: Sendable {
  /// These objects.
  case objects([ObjectUUID])
  /// All that these lines say.
  case lines([UInt64])
  /// All objects that a query means, also those that were deleted or replaced.
  case query(Query)
  /// What an import saved, and the receipt in this line.
  case importReceipt(UInt64)
  /// The names of the source or device with this name, or of the source with this bundle
  /// identifier.
  case names(String)

  /// The types of which all is meant, whatever its time, source and value is.
  var wholeTypes: Set<String> {
    guard case .query(let query) = self, query.predicate == nil, query.sources.isEmpty,
      query.from == nil, query.to == nil, query.object == nil
    else { return [] }
    return Set(query.types ?? [])
  }
}

/// Why something cannot be erased.
package enum ErasureProblem: Error, Hashable, Sendable {
  /// The journal has no such line.
  case noLine(UInt64)
  /// The line begins the journal, says what was erased, or was erased.
  case cannotErase(line: UInt64)
  /// The line is no receipt of an import.
  case noReceipt(UInt64)
  /// A workout is in progress, and its file may hold what is to be erased.
  case workoutInProgress
  /// A folder that the program did not make, or a link, stands where snapshots or the quarantine
  /// lie: what it holds or leads to would stay.
  case outOfReach(path: String)
  /// A line with what is left of it would be too long.
  case tooLong(line: UInt64)
}

/// What an erasure takes.
package struct ErasureCounts: Hashable, Sendable {
  /// Lines that go whole.
  package var lines = 0
  /// Lines of which a part goes.
  package var parts = 0
  /// Objects.
  package var objects = 0
  /// Those of them that views show, by type.
  package var live: [String: Int] = [:]
  /// Files beside the lines that go too: snapshots and what is in quarantine.
  package var files = 0
  /// What was derived from all that, by kind.
  package var derived: [DerivedStatement: DerivedStatement.Tally] = [:]

  /// Nothing.
  package init() {}

  /// Whether there is nothing to erase.
  package var isEmpty: Bool { lines == 0 && parts == 0 }
}
