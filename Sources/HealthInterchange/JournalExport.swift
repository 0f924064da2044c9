import ByteTools
package import HealthProjections
package import JournalFile

/// How a journal is written as another program would write it: one value in one folder for each
/// form, and one line in `JournalExports.all`. `export NAME -o PATH` follows, and its help.
///
/// A view says what was asked of a journal; an export says what is live in it, all or what its own
/// options choose, so that the other program, or an import, can read it back. What the form has no
/// words for is not dropped in silence: it is in the report.
///
///     var folder = FilesInMemory()
///     let report = try AppleHealthExport().write(&request, into: &folder)
///     report.losses.isEmpty   // true: an import of the folder gives the same objects
package protocol JournalExport: Sendable {
  /// Its name on the command line, where a view's name may stand too.
  var name: String { get }
  /// What it writes, as help says it: `the folder that the Health app exports`.
  var summary: String { get }
  /// Where it goes.
  var destination: ExportDestination { get }
  /// The name of its folder where that is packed into a zip archive.
  var folderName: String { get }
  /// The options that choose what is written, beside `--as-of` and `--as`.
  var options: [Option] { get }
  /// The names that `--format` takes, the first of which needs not be given; empty: there is but
  /// one form.
  var formats: [String] { get }

  /// Writes the live objects of a journal, as its reader sees them. The same journal gives the same
  /// bytes.
  ///
  /// - Throws: what reading the journal or writing the folder throws.
  func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport
}

extension JournalExport {
  /// Its own name.
  package var folderName: String { name }
  /// A folder.
  package var destination: ExportDestination { .folder }
  /// None.
  package var options: [Option] { [] }
  /// None.
  package var formats: [String] { [] }
}

/// Where an export goes.
package enum ExportDestination: Sendable {
  /// A folder of its own, or a zip archive of it.
  case folder
  /// One file, or standard output.
  case file
}

/// The forms in which a journal is written.
package enum JournalExports {
  /// Every form, in the order of help pages: one line each.
  package static let all: [any JournalExport] = [
    AllViewsExport(),
    AppleHealthExport(),
    FHIRExport(),
    OpenMHealthExport(),
  ]

  /// The options that only they have, each once.
  package static var options: [Option] {
    var options: [Option] = []
    for option in all.flatMap(\.options) where !options.contains(option) { options.append(option) }
    return options
  }

  /// Their names.
  package static func names(_ separator: String) -> String {
    all.map(\.name).joined(separator: separator)
  }
}

/// What an export came to.
package struct ExportReport: Hashable, Sendable {
  /// How many objects were written, by what the form calls them, in the order of first appearance.
  package private(set) var counts: [Count] = []
  /// How many files there are beside the first one.
  package internal(set) var filesBeside = 0
  /// What was not said, or will come back as something else.
  package internal(set) var losses = ExportLosses()
  /// What became of the live objects; nil: nobody counted.
  package internal(set) var balance: ObjectBalance?
  /// The types whose views are left out, because it is not decided whether the reader may see them.
  package internal(set) var undecided: [String] = []

  /// How many objects have one name.
  package struct Count: Hashable, Sendable {
    /// What the form calls them: `Record`.
    package var name: String
    /// How many.
    package var count: Int
  }

  /// Nothing yet.
  init() {}

  /// Whether all was written that was asked for, and what was counted is balanced.
  package var isWhole: Bool { losses.isEmpty && undecided.isEmpty && balance?.isEven ?? true }

  /// Whether nothing was written, or the Patient alone.
  package var isOfNothing: Bool { counts.allSatisfy { $0.count == 0 || $0.name == "Patient" } }

  /// What was written, in words: `10939 Record, 61 Workout`.
  package var sentence: String {
    var words = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    if filesBeside > 0 { words.append(counted(filesBeside, "file") + " beside them") }
    return words.isEmpty ? "no objects" : words.joined(separator: ", ")
  }

  /// Counts objects.
  mutating func count(_ name: String, _ count: Int = 1) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += count
    } else {
      counts.append(Count(name: name, count: count))
    }
  }
}
