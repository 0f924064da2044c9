package import HealthModel
package import HealthTables
package import ViewTables

// Uuids as people type them: whole, or so much of the beginning that one object is meant.

extension Inputs {
  /// The uuid that a text means: a whole one as it stands, else that of the only object that begins
  /// so; nil where none does.
  ///
  /// - Parameter includingSamples: whether samples may be meant; see
  ///   `HealthTables.objects(beginningWith:)`.
  /// - Throws: where the text is no beginning of a uuid, or that of several; what reading rows
  ///   throws.
  package static func uuid(
    _ text: String, in tables: HealthTables, includingSamples: Bool = true
  ) throws -> ObjectUUID? {
    if let uuid = ObjectUUID(text) { return uuid }
    let prefix = try prefix(text)
    try tables.readObjects()
    if includingSamples { try tables.read(types: nil) }
    let found = tables.objects(beginningWith: prefix, includingSamples: includingSamples)
    if found.count <= 1 { return found.first?.uuid }
    let shown = found.prefix(4).map { "\($0.uuid) (\(TypeCatalogue.shortName(of: $0.type)))" }
    let more = found.count > shown.count ? " and \(found.count - shown.count) more" : ""
    throw OptionProblem(
      "\(prefix) begins \(found.count) uuids: \(shown.joined(separator: ", "))\(more); "
        + "write more of it")
  }

  /// The uuid that a new object shall have: a whole one.
  package static func uuid(ofNew text: String) throws(OptionProblem) -> ObjectUUID {
    guard let uuid = ObjectUUID(text) else {
      throw OptionProblem("'\(text)' is no uuid, as 3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    }
    return uuid
  }

  /// The same where there must be one.
  package static func uuid(
    ofOne text: String, in tables: HealthTables, includingSamples: Bool = true
  ) throws -> ObjectUUID {
    if let uuid = try uuid(text, in: tables, includingSamples: includingSamples) { return uuid }
    throw OptionProblem(
      "no object begins with \(try prefix(text)); `health-journal samples --all-columns` shows uuids"
    )
  }

  fileprivate static func prefix(_ text: String) throws(OptionProblem) -> UUIDPrefix {
    guard let prefix = UUIDPrefix(text) else {
      throw OptionProblem(
        "'\(text)' is no uuid, as 3F2504E0-4F89-41D3-9A0C-0305E82C3301, nor the first "
          + "\(UUIDPrefix.leastDigits) digits of one or more")
    }
    return prefix
  }
}

extension ViewRequest {
  /// The uuid of an object other than a sample that an option names. If no uuid begins so, it is a
  /// uuid that no object has, so that the answer is the same as for any unknown uuid.
  func uuid(_ option: Option) throws -> ObjectUUID {
    let text = values[option] ?? ""
    if let known = try Inputs.uuid(text, in: journal.tables, includingSamples: false) {
      return known
    }
    return try Inputs.prefix(text).first
  }
}
