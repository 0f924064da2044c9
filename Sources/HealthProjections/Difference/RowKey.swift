import HealthModel

/// What tells the rows of a view apart, so that two moments of it can be compared row by row.
package struct RowKey: Sendable {
  /// The types of which rows are made that name none.
  struct Sources: Sendable {
    /// Those whose samples on the row's day count.
    var ofDay: [String] = []
    /// Those whose samples on the row's night or day of sleep count.
    var ofNight: [String] = []
    /// Those that count from when they were saved on.
    var lasting: [String] = []
  }

  /// The fields that two rows do not share.
  let fields: [String]
  /// Where rows come from that name no type.
  let sources: Sources?

  init(_ fields: String..., sources: Sources? = nil) {
    self.fields = fields
    self.sources = sources
  }

  /// That of objects: no two have one uuid.
  package static let uuid = RowKey("uuid")

  /// The types that a person's body is told by.
  static let body = [QuantityType.height, .bodyMass].map(\.identifier)
}
