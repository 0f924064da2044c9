/// What a snapshot holds of the tables and reads when it is first asked for, and what vouches for
/// it.
struct LazyParts: Sendable {
  /// Objects that are no samples, and what links objects.
  var links = Lazy(HealthTables.Links())
  /// Every decision on a source and a type.
  var rights = Lazy(HealthTables.Rights())
  /// What vouches for the rows that a snapshot holds; nil: there is no snapshot.
  private(set) var base: SnapshotBase?

  /// Parts in memory, of no lines.
  init() {}

  /// Those of a snapshot.
  init(_ base: SnapshotBase) {
    links = Lazy(empty: HealthTables.Links()) { base.links() }
    rights = Lazy(empty: HealthTables.Rights()) { base.rights() }
    self.base = base
  }
}
