/// How people are shown a table.
package struct Presentation: Hashable, Sendable {
  /// Whether people are spared columns that are empty in every row.
  package var hidesEmptyColumns = true
  /// Whether people are shown a row for each field.
  package var isTransposed = false
  /// The name of the format in which they are written where none is asked for; nil: as text.
  package var format: String?
  /// Whether each row is of a zone of its own, which it names: then people read its times on that
  /// clock.
  package var hasOwnClocks = false
  /// What is said below the rows.
  package var footer: String?
  /// What is said where there are no rows.
  package var nothing = "nothing found"
  /// What is said where the rows hold no known value; nil: they hold some.
  package var unknown: String?
  /// What is said beside the rows, to people and programs alike: on standard error.
  package var remarks: [String] = []

  /// Rows below their heading.
  package init(
    hidesEmptyColumns: Bool = true, isTransposed: Bool = false, hasOwnClocks: Bool = false,
    nothing: String = "nothing found"
  ) {
    self.hasOwnClocks = hasOwnClocks
    self.hidesEmptyColumns = hidesEmptyColumns
    self.isTransposed = isTransposed
    self.nothing = nothing
  }
}
