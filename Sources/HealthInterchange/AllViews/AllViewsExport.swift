import ByteTools
import HealthEvents
import HealthExport
import HealthModel
package import HealthProjections
import HealthTables
package import JournalFile
import Synchronization
import ViewTables

/// Writes every view into a file of its own, for SQL, notebooks and sheets, and beside them
/// `manifest.json`: the journal, its last line and the reader; and of each file its view, the
/// number of its rows, its columns and its SHA-256.
///
/// The views' declarations are all that it knows. A view has a file for its rows, and one for each
/// further form that a single flag asks for, as `swims_lengths.csv`. `now` is the moment of the
/// last line, so that the same journal gives the same bytes.
package struct AllViewsExport: JournalExport {
  /// `all`.
  package let name = "all"
  /// For help.
  package let summary = "every view into a file of its own"

  /// Views that an export leaves out, and why.
  static let leftOut = [
    "find": "it answers a question; `samples` and `workouts` have what it looks through"
  ]

  private static let format = Option("format", "FORMAT", "how the files are written")

  /// An export of all views.
  package init() {}

  /// Writes it.
  package func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport {
    let format = try Self.format(request.values)
    var report = ExportReport()
    var manifest = ExportManifest(of: request, format)
    let last = request.journal.tables.lastAt ?? request.now
    let written = try ObjectOutcomes(request.journal.tables)
    // What no other view has a row for goes into the file of `objects`, which is the last one.
    for view in Views.all.filter({ $0.name != View.objects.name }) + [.objects] {
      if let reason = Self.leftOut[view.name] {
        manifest.leaveOut(view.name, reason)
        continue
      }
      for file in Self.files(of: view) {
        let asked = ViewRequest(
          request.journal, file.values(beside: request.values), now: last)
        do {
          let made = try Self.write(file, of: view, asked, format, written, into: &folder)
          report.count("rows", made.rows)
          manifest.add(made)
        } catch let problem as ProjectionError {
          guard case .readNotDetermined(_, let type) = problem else { throw problem }
          report.losses.note("nobody has decided whether it may be read: \(type)", of: view.name)
          manifest.leaveOut(view.name, "nobody has decided whether \(type) may be read")
          break
        }
      }
    }
    report.count("files", manifest.count)
    for (type, count) in written.unknown {
      report.losses.note("in no file", of: type, count)
    }
    report.balance = written.balance
    report.balance?.leftOut += written.unknown.reduce(0) { $0 + $1.count }
    try folder.append(manifest.bytes, to: "manifest.json")
    return report
  }

  /// The format of the files: that of `--format`, else CSV.
  private static func format(_ values: OptionValues) throws -> Format {
    guard let name = values[format] else { return .csv }
    let known = Format.all.filter { !$0.isForPeople }
    guard let format = known.first(where: { $0.name == name }) else {
      let names = known.map(\.name).joined(separator: ", ")
      throw OptionProblem("all writes files for programs: \(names), not \(name)")
    }
    return format
  }

  /// The files of a view: its rows, and its further forms that a flag asks for.
  private static func files(of view: View) -> [ViewFile] {
    let flags = view.sharedOptions.filter { $0.value == nil }.map { "--" + $0.name }
    return view.forms().compactMap { form in
      let words = form.options.split(separator: " ").map { String($0) }
      guard words.isEmpty || words.count == 1 && flags.contains(words[0]) else { return nil }
      return ViewFile(view: view, form: form)
    }
  }

  private static func write<Folder: ExportFolder>(
    _ file: ViewFile, of view: View, _ request: ViewRequest, _ format: Format,
    _ written: ObjectOutcomes, into folder: inout Folder
  ) throws -> WrittenFile {
    var request = request
    let name = "\(file.name).\(format.endings.first ?? format.name)"
    var table = try view.table(&request)
    if view.name == View.objects.name { table = written.others(of: table) }
    // A format may have nothing to say of no rows; the file is there all the same.
    try folder.append([], to: name)
    var sink = FolderSink(folder: folder, name: name)
    let watch = CellWatch(noting: written)
    let rows = try format.write(watch.watching(table), to: &sink)
    folder = sink.folder
    return WrittenFile(
      view: view.name, options: file.options, name: name, rows: rows, bytes: sink.count,
      sha256: sink.digest.finalize(), columns: watch.columns(of: table))
  }
}

/// A file that is due: a view in one of its forms.
private struct ViewFile {
  let view: View
  let form: View.Form

  /// The flag that asks for the form; nil: its usual rows.
  private var flag: String? {
    form.options.isEmpty ? nil : String(form.options.dropFirst(3))
  }

  /// `swims_lengths`: a name that SQL takes without quotes.
  var name: String { flag.map { "\(view.name)_\($0)" } ?? view.name }

  /// What the view is asked beside what was given for all.
  private var asked: [(name: String, value: String)] {
    // Without a range it would show one day.
    let range = view.isOfOneDay ? [(Option.from.name, "1970-01-01")] : []
    // What lines say of an object beside the columns of its view.
    let details = form.hasDetails ? [(Option.allColumns, "")] : []
    return range + (flag.map { [($0, "")] } ?? []) + details
  }

  /// The same as on a command line.
  var options: [String] {
    asked.flatMap { $0.value.isEmpty ? ["--\($0.name)"] : ["--\($0.name)", $0.value] }
  }

  func values(beside given: OptionValues) -> OptionValues {
    var values = given
    for (name, value) in asked { values.add(value, to: name) }
    return values
  }
}

/// What the cells of a table turn out to be where a column's declaration leaves it open: `value` of
/// `samples` holds words where some are of categories, and numbers have fractions or not.
private final class CellWatch: Sendable {
  private let found = Mutex<[Int: ManifestColumn.Kind]>([:])
  private let written: ObjectOutcomes

  /// - Parameter written: takes the uuids of rows.
  init(noting written: ObjectOutcomes) { self.written = written }

  /// The same table, which is looked at while it is written.
  func watching(_ table: Table) -> Table {
    let figures = table.columns.indices.filter { table.columns[$0].kind.isNumeric }
    let uuid = table.columns.index(of: .object)
    return Table(columns: table.columns) { body in
      try table.forEachRow { row in
        if let uuid { self.written.note(row[uuid]) }
        for index in figures { self.note(row[index], table.columns[index], at: index) }
        try body(row)
      }
    }
  }

  private func note(_ cell: Cell, _ column: Column, at index: Int) {
    switch cell {
    case .text: found.withLock { $0[index] = .text }
    case .number where column.kind == .number || column.kind == .count:
      found.withLock { $0[index] = $0[index] ?? .quantity }
    default: break
    }
  }

  /// The columns of a table that has been written.
  func columns(of table: Table) -> [ManifestColumn] {
    found.withLock { found in
      table.columns.enumerated().map { ManifestColumn($0.element, turnedOut: found[$0.offset]) }
    }
  }
}

/// A file of a folder, whose bytes are counted and hashed on the way.
private struct FolderSink<Folder: ExportFolder>: TextSink {
  var folder: Folder
  let name: String
  var digest = SHA256()
  var count = 0

  mutating func write(_ bytes: [UInt8]) throws {
    digest.update(bytes.rawBytes)
    count += bytes.count
    try folder.append(bytes, to: name)
  }
}
