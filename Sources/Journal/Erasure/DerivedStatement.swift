import HealthModel

/// A kind of statement that was derived from what an erasure takes: the list of them. Each is taken
/// with it, or stays and is counted and named.
package enum DerivedStatement: String, CaseIterable, Sendable {
  /// The uuid that receipts have for a person, where an older program made it from the traits:
  /// another takes its place.
  case persons
  /// What receipts say of a type that is gone: counts, a selection of it, when it began and ended,
  /// and the hash of the file. A receipt goes with the last of what its import saved.
  case receipts
  /// Sums and copies inside other objects: totals and statistics of workouts, beats of a
  /// variability, average heart rate, name and date of birth of an electrocardiogram.
  case figures
  /// Receipts that count objects of which others stay.
  case countsLeft
  /// Sums in which something is that goes, where not all of the type was named, and rings.
  case figuresLeft
  /// Uuids that were made from what goes, of objects that stay.
  case uuidsLeft
  /// Settings and rights that name a type that is gone.
  case settingsLeft

  /// Whether it stays.
  package var stays: Bool {
    switch self {
    case .persons, .receipts, .figures: false
    case .countsLeft, .figuresLeft, .uuidsLeft, .settingsLeft: true
    }
  }

  /// A count of one kind.
  package struct Tally: Hashable, Sendable {
    /// How many lines say it; of figures and uuids, how many objects.
    package var count = 0
    /// The types that it speaks of, as far as it does.
    package var types: Set<String> = []
    /// The types of the objects that it stands in.
    package var holders: [String: Int] = [:]
    /// The first lines that say it.
    package var lines: [UInt64] = []

    /// How many lines are named at most.
    package static let mostLines = 20

    /// None.
    package init() {}

    mutating func add(_ line: UInt64, of types: Set<String> = [], in holder: String? = nil) {
      count += 1
      self.types.formUnion(types)
      if let holder { holders[holder, default: 0] += 1 }
      if lines.last != line, lines.count < Self.mostLines { lines.append(line) }
    }
  }
}
