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
  package static func table(_ entries: [TypeEntry]) -> Table {
    let columns = [
      Column("type", rank: .key), Column("kind"), Column("unit"),
      Column("aggregation", rank: .detail), Column("writable", rank: .detail),
      Column("introduced", rank: .detail),
    ]
    return Table(columns: columns, rows: entries.map(cells))
  }

  private static func cells(_ entry: TypeEntry) -> [Cell] {
    [
      .identifier(entry.identifier), .text(entry.kind.rawValue), Cell(text: entry.unit),
      Cell(text: entry.aggregation), entry.writer.map { .flag($0 == .anyApp) } ?? .missing,
      Cell(text: entry.introduced),
    ]
  }

  /// One row: everything that is known of an entry. The fields that follow those of `table` depend
  /// on its kind.
  package static func details(of entry: TypeEntry) -> Table {
    var fields: [(field: String, value: Cell)] = [
      ("type", .text(entry.identifier)), ("name", .text(entry.name)),
      ("kind", .text(entry.kind.rawValue)), ("unit", Cell(text: entry.unit)),
      ("aggregation", Cell(text: entry.aggregation)),
      ("writable", entry.writer.map { .flag($0 == .anyApp) } ?? .missing),
      ("writtenBy", Cell(text: entry.writer?.rawValue)),
      ("introduced", Cell(text: entry.introduced)),
    ]
    fields += entry.facts
    if !entry.values.isEmpty { fields.append(("values", .list(entry.values.map(members)))) }
    return Table(columns: fields.map { Column($0.field) }, rows: [fields.map(\.value)])
  }

  /// One row a value of an enumeration; an older spelling has a row of its own.
  package static func values(of entry: TypeEntry) -> Table {
    let columns = [
      Column("rawValue", .number), Column("name", rank: .key), Column("exportName"),
      Column("older", rank: .detail),
    ]
    return Table(columns: columns, rows: entry.values.map { members($0).map(\.1) })
  }

  private static func members(_ value: NamedValue) -> [(String, Cell)] {
    [
      ("rawValue", .whole(value.rawValue)), ("name", .text(value.name)),
      ("exportName", .text(value.exportName)), ("older", .flag(value.isOlderSpelling)),
    ]
  }
}
