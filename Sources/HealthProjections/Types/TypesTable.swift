import HealthModel
package import ViewTables

/// The catalogue: types, workout activities, kinds of workout events, metadata keys.
package enum TypesTable {
  /// What a word on the command line finds.
  package enum Finding: Sendable {
    /// The one that is called so, or the only one that matches.
    case one(TypeEntry)
    /// Several that match, or all.
    case several([TypeEntry])
    /// None; these names are near.
    case none(near: [String])
  }

  /// Looks a text up: an exact name first, then what contains every word of it.
  ///
  ///     TypesTable.find("heartRate")   // .one
  ///     TypesTable.find("heart")       // .several
  ///     TypesTable.find("hartrate")    // .none(near: ["heartRate"])
  ///
  /// - Parameters:
  ///   - text: words; empty for all: of the kinds that are named, else all object types.
  ///   - kinds: nil: any.
  package static func find(_ text: String, kinds: Set<TypeEntry.Kind>? = nil) -> Finding {
    let entries = TypeEntry.all.filter { kinds?.contains($0.kind) ?? true }
    if text.allSatisfy({ $0 == " " }) {
      return .several(kinds == nil ? entries.filter(\.isType) : entries)
    }
    if let exact = exact(text, among: entries) { return .one(exact) }
    let found = search(text, among: entries)
    if found.count == 1 { return .one(found[0]) }
    return found.isEmpty ? .none(near: near(text, among: entries)) : .several(found)
  }

  private static func exact(_ text: String, among entries: [TypeEntry]) -> TypeEntry? {
    let folded = fold(text)
    return entries.first { $0.identifier == text }
      ?? entries.first { fold($0.name) == folded || fold($0.identifier) == folded }
  }

  private static func search(_ text: String, among entries: [TypeEntry]) -> [TypeEntry] {
    let types = Set(TypeCatalogue.search(text))
    let words = text.split(separator: " ").map { fold(String($0)) }
    return entries.filter { entry in
      if let type = entry.type { return types.contains(type) }
      let names = [fold(entry.name), fold(entry.identifier)]
      return words.allSatisfy { word in names.contains { contains($0, word) } }
    }
  }

  private static func near(_ text: String, among entries: [TypeEntry]) -> [String] {
    do {
      _ = try TypeCatalogue.resolve(text)
      return []
    } catch {
      let suggested = error.suggestions.filter { name in entries.contains { $0.name == name } }
      return suggested.isEmpty ? NearestNames.of(text, among: entries.map(\.name)) : suggested
    }
  }

  private static func fold(_ name: String) -> String {
    String(name.lowercased().filter { !"-_. ".contains($0) })
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  // MARK: Tables

  /// One row an entry.
  package static func table(_ entries: [TypeEntry]) -> Table { Table(columns, rows: entries) }

  private static let columns: [RowColumn<TypeEntry>] = [
    RowColumn(.type, rank: .key) { .identifier($0.identifier) },
    RowColumn("kind") { .text($0.kind.rawValue) },
    RowColumn(.unit) { Cell(text: $0.unit) },
    RowColumn("aggregation", rank: .detail) { Cell(text: $0.aggregation) },
    RowColumn("writable", rank: .detail) { $0.isWritable },
    RowColumn("introduced", rank: .detail) { Cell(text: $0.introduced) },
  ]

  /// One row: everything that is known of an entry. The fields that follow those of `table` depend
  /// on its kind.
  package static func details(of entry: TypeEntry) -> Table {
    let known: [RowColumn<TypeEntry>] = [
      RowColumn(.type) { .text($0.identifier) }, RowColumn("name") { .text($0.name) },
      RowColumn("kind") { .text($0.kind.rawValue) }, RowColumn(.unit) { Cell(text: $0.unit) },
      RowColumn("aggregation") { Cell(text: $0.aggregation) },
      RowColumn("writable") { $0.isWritable },
      RowColumn("writtenBy") { Cell(text: $0.writer?.rawValue) },
      RowColumn("introduced") { Cell(text: $0.introduced) },
    ]
    let facts = entry.facts.indices.map { index in
      RowColumn<TypeEntry>(entry.facts[index].field) { $0.facts[index].value }
    }
    let values = RowColumn<TypeEntry>("values") { .list($0.values, valueColumns) }
    return Table(known + facts + (entry.values.isEmpty ? [] : [values]), rows: [entry])
  }

  /// One row a value of an enumeration; an older spelling has a row of its own.
  package static func values(of entry: TypeEntry) -> Table {
    Table(valueColumns, rows: entry.values)
  }

  private static let valueColumns: [RowColumn<NamedValue>] = [
    RowColumn("rawValue", .number) { .whole($0.rawValue) },
    RowColumn("name", rank: .key) { .text($0.name) },
    RowColumn("exportName") { .text($0.exportName) },
    RowColumn("older", rank: .detail) { .flag($0.isOlderSpelling) },
  ]
}

extension TypeEntry {
  /// True where any app may save it; missing where the question makes no sense.
  fileprivate var isWritable: Cell { writer.map { .flag($0 == .anyApp) } ?? .missing }
}
