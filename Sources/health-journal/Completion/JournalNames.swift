import HealthEvents
import HealthModel
import HealthProjections
import HealthTables
import Journal
import JournalFile

/// Names that only the journal knows: they are what can be typed where a command asks for one.
struct JournalNames {
  /// Types with live samples, by short name.
  private(set) var types: [String] = []
  /// Sources, by name.
  private(set) var sources: [String] = []
  /// Sources, by bundle.
  private(set) var bundles: [String] = []
  /// Units of samples.
  private(set) var units: [String] = []

  /// Reads the journal that a line names, else the usual one; nil where that cannot be had: a line that is being
  /// typed is no place for complaints.
  init?(_ values: OptionValues) {
    var asked = OptionValues()
    if let folder = values[.journal] {
      asked.add(Environment.expandingHome(folder), to: Option.journal.name)
    }
    // What comes from a pipe is not for the line that is being typed.
    guard let journal = try? Environment.journal(asked), !journal.areLinesAlone,
      let request = try? journal.read(asked)
    else { return nil }
    let tables = request.journal.tables
    types = tables.liveSampleTypes.map { TypeCatalogue.find($0)?.shortName ?? $0 }
    units = tables.units.names
    for number in tables.provenances.indices {
      Self.add(tables.sourceName(UInt32(number)), to: &sources)
      if let bundle = tables.origin(UInt32(number))?.source.bundle {
        Self.add(bundle, to: &bundles)
      }
    }
    for decision in tables.decisions { Self.add(decision.source, to: &bundles) }
  }

  private static func add(_ name: String, to names: inout [String]) {
    if !names.contains(name) { names.append(name) }
  }
}

/// The names of the system's time zones.
enum ZoneNames {
  /// Those of the table of zones; none where the system has none.
  static var all: [String] {
    let tables = ZoneCatalogue.folders.lazy.compactMap { folder in
      try? SmallFile.bytes(folder + "/zone.tab")
    }
    guard let table = tables.first else { return [] }
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
    // A line is a country, a place and a name, with tabs between; others are remarks.
    let names = lines.filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: "\t").dropFirst(2).first.map { String($0) } }
    return names.sorted() + ["UTC"]
  }
}
