import HealthEvents
import HealthModel
import HealthProjections
import Journal
import JournalFile

extension KnownNames {
  /// Reads the journal that a line names, else the usual one; nil where it cannot be read: no error
  /// is shown while a line is being typed.
  init?(_ values: OptionValues) {
    var asked = OptionValues()
    if let folder = values[.journal] {
      asked.add(Environment.expandingHome(folder), to: Option.journal.name)
    }
    // What comes from a pipe is not for the line that is being typed.
    guard let journal = try? Environment.journal(asked), !journal.areLinesAlone,
      let names = try? KnownNames(try journal.read(asked))
    else { return nil }
    self = names
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
    // A line is a country, coordinates and a name, with tabs between; a line with # is a comment.
    let names = lines.filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: "\t").dropFirst(2).first.map { String($0) } }
    return names.sorted() + ["UTC"]
  }
}
