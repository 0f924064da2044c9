/// A column that someone asked for: `value`, or `hr=value` under a name of their own.
package struct ColumnChoice: Hashable, Sendable {
  /// The name that the field shall have.
  package var name: String
  /// The table's field, or HealthKit's word for it.
  package var field: String

  /// Reads `field` or `name=field`; nil where either is empty.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let field = parts.last, !name.isEmpty, !field.isEmpty else {
      return nil
    }
    self.name = String(name)
    self.field = String(field)
  }
}

/// Why a table has no such columns.
package enum ColumnProblem: Error, Hashable, Sendable {
  /// No field is called so.
  case unknown(String, fields: [String])
  /// Two columns would have this name.
  case twice(String)
}

extension Table {
  /// HealthKit's words for fields of the journal's own, as `samples` and `workouts` have them.
  private static let words = [
    "startDate": "start", "endDate": "end", "identifier": "type", "units": "unit",
    "sourceName": "source", "creationDate": "created", "UUID": "uuid",
    "workoutActivityType": "activity", "totalEnergyBurned": "energy", "totalDistance": "distance",
  ]

  /// The table's own name for a field: HealthKit's word is translated where the table has no field
  /// of that name, and capitals are forgiven where only one field is meant.
  package func field(_ word: String) -> String {
    if columns.contains(where: { $0.field == word }) { return word }
    if let own = Self.words[word] { return own }
    let near = columns.map(\.field).filter { $0.lowercased() == word.lowercased() }
    return near.count == 1 ? near[0] : word
  }

  /// The index of a column by its field or HealthKit's word for it.
  ///
  /// - Throws: `ColumnProblem.unknown`.
  package func columnIndex(of word: String) throws(ColumnProblem) -> Int {
    let field = field(word)
    guard let index = columns.firstIndex(where: { $0.field == field }) else {
      throw .unknown(word, fields: columns.map(\.field))
    }
    return index
  }

  /// The same rows with exactly these columns, in this order and under these names. What is asked
  /// for is shown: none of them is hidden. Under another name a column has no role
  /// to those who read the rows.
  ///
  ///     table.selecting([ColumnChoice("hr=value"), ColumnChoice("startDate")].compactMap { $0 })
  ///
  /// - Throws: `ColumnProblem`.
  package func selecting(_ choices: [ColumnChoice]) throws(ColumnProblem) -> Table {
    var names: Set<String> = []
    var indices: [Int] = []
    for choice in choices {
      guard names.insert(choice.name).inserted else { throw .twice(choice.name) }
      indices.append(try columnIndex(of: choice.field))
    }
    let chosen = zip(choices, indices).map { choice, index in
      let column = columns[index]
      let isOwnName = choice.name == column.field
      return Column(
        choice.name, column.kind, unit: column.unit, unitIn: isOwnName ? column.unitIn : nil,
        type: column.type, role: isOwnName ? column.role : nil, rank: .key,
        findings: column.findings, members: column.members)
    }
    return choosing(indices, as: chosen)
  }
}
