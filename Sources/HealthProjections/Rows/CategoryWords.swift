import HealthModel
import HealthTables

/// Words for the values of category samples.
enum CategoryWords {
  /// The catalogue's short name, else the export's own word, else the number.
  static func word(for row: SampleRow, type: String, tables: HealthTables) -> String {
    word(row.value, word: row.unit, type: type, tables: tables)
  }

  /// The word for a value; `word` is the number of the export's own word, or `SampleRow.none`.
  static func word(
    _ value: Double, word: UInt32, type: String, tables: HealthTables
  ) -> String {
    if word != SampleRow.none { return tables.categoryNames.names[Int(word)] }
    let code = Int(value)
    guard case .category(let known)? = TypeCatalogue.find(type),
      let value = known.value(rawValue: code)
    else { return String(code) }
    return value.name
  }
}
