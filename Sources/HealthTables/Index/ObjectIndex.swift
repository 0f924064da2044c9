import HealthModel

/// Where the row of each uuid is: of the rows that were there when it was made, and of those that
/// came since. Writers and audits make it, a snapshot has one, and tables without either do not
/// need it.
struct ObjectIndex: Sendable {
  /// The rows that were there when it was made; nil: it has not been made.
  private(set) var frozen: FrozenUUIDIndex?
  /// The rows that came since.
  private(set) var recent = UUIDIndex()

  /// An index that has not been made.
  init() {}

  /// An index of some rows, to which more may come.
  init(_ frozen: FrozenUUIDIndex) { self.frozen = frozen }

  /// Whether it has been made, so that it has to learn of each row.
  @inline(__always)
  var isMade: Bool { frozen != nil }

  /// Adds a row where there is an index.
  mutating func insert(_ uuid: ObjectUUID, at rowID: UUIDIndex.RowID) {
    if isMade { recent.insert(uuid, at: rowID) }
  }
}
