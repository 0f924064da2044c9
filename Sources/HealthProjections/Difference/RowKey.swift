/// What tells the rows of a view apart, so that two moments of it can be compared row by row.
package struct RowKey: Sendable {
  /// The fields that two rows do not share.
  let fields: [String]

  init(_ fields: String...) { self.fields = fields }

  /// That of objects: no two have one uuid.
  package static let uuid = RowKey("uuid")
}
