import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthTables
package import HealthViews
package import JournalFile
import Synchronization

/// The export of every view into a file of its own, for SQL, notebooks and sheets, with
/// `manifest.json`: the journal, its last line and the reader; and for each file its view, the
/// number of its rows, its columns and its SHA-256.
///
/// It knows only the views' declarations. A view has a file for its rows, and one for each further
/// form that a single flag selects, such as `swims_lengths.csv`. `now` is the moment of the last
/// line, so that the same journal gives the same bytes.
package struct AllViewsExport: JournalExport {
  package let name = "all"
  package let summary = "one file for each view"

  /// Views that an export leaves out, and why.
  static let leftOut = [
    "days": "its columns depend on the data; `daily` and `sleep` have its figures",
    "find": "it answers a question; `samples` and `workouts` have what it looks through",
  ]

  private static let format = Option("format", "FORMAT", "the format of the files")

  package init() {}

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
          request.journal, file.values(beside: request.values.without(.asked)), now: last,
          asked: request.asked)
        do {
          let made = try Self.write(file, of: view, asked, format, written, into: &folder)
          report.count("rows", made.rows)
          manifest.add(made)
        } catch ProjectionError.readNotDetermined(_, let type, _) {
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

  /// Returns the format of the files: the value of `--format`; the default is CSV.
  private static func format(_ values: OptionValues) throws -> Format {
    guard let name = values[format] else { return .csv }
    let known = Format.all.filter { !$0.isForPeople }
    guard let format = known.first(where: { $0.name == name }) else {
      let names = known.map(\.name).joined(separator: ", ")
      throw OptionProblem("all writes files for programs: \(names), not \(name)")
    }
    return format
  }

  /// Returns the files of a view: its rows, and its further forms that a flag selects.
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

  /// The options of the view in addition to those given for all views.
  private var asked: [(name: String, value: String)] {
    // Without a range it would show one day.
    let range = view.isOfOneDay ? [(Option.from.name, "1970-01-01")] : []
    // What lines say of an object beside the columns of its view.
    let details = form.hasDetails ? [(Option.allColumns, "")] : []
    return range + (flag.map { [($0, "")] } ?? []) + details
  }

  /// The same options, as written on a command line.
  var options: [String] {
    asked.flatMap { $0.value.isEmpty ? ["--\($0.name)"] : ["--\($0.name)", $0.value] }
  }

  func values(beside given: OptionValues) -> OptionValues {
    var values = given
    for (name, value) in asked { values.add(value, to: name) }
    return values
  }
}

/// The actual kinds of a table's cells where a column's declaration leaves them open: `value` of
/// `samples` holds words if some are of categories, and numbers have fractions or not.
private final class CellWatch: Sendable {
  private let found = Mutex<[Int: ManifestColumn.Kind]>([:])
  private let written: ObjectOutcomes

  /// Creates a watch.
  ///
  /// - Parameter written: receives the uuids of rows.
  init(noting written: ObjectOutcomes) { self.written = written }

  /// Returns the same table, observed while it is written.
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

  /// Returns the columns of a table that has been written.
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

/// A file that was written: its content, and the facts that identify it.
struct WrittenFile {
  var view: String
  /// The options of the view, as words of a command line.
  var options: [String]
  var name: String
  /// The number of rows, without a heading.
  var rows: Int
  /// The number of bytes.
  var bytes: Int
  /// The SHA-256 of the bytes.
  var sha256: Digest
  /// The columns, in the order of the file.
  var columns: [ManifestColumn]
}

/// A column of a file: the facts that a program needs to read it.
struct ManifestColumn {
  /// The kind of cells.
  enum Kind: String {
    /// Text; in a column of figures some are words.
    case text
    case number
    /// Numbers, which may have fractions.
    case quantity
    /// Times of RFC 3339, or days.
    case time
    /// Small objects: in CSV one JSON text.
    case list
  }

  let field: String
  /// The kind of its cells.
  let kind: Kind
  /// The unit of all cells; nil: there is none, or the rows hold it.
  let unit: String?

  /// Creates the column of a view.
  ///
  /// - Parameter kind: the kind of its cells, if it differs from the view's declaration.
  init(_ column: Column, turnedOut kind: Kind?) {
    field = column.field
    unit = column.unit
    self.kind = kind ?? Kind(column.kind)
  }
}

extension ManifestColumn.Kind {
  /// Creates the kind that a view declares.
  fileprivate init(_ kind: Column.Kind) {
    switch kind {
    case .text, .drawing: self = .text
    case .number, .count, .poolLength: self = .number
    case .quantity, .statedQuantity, .exactQuantity, .difference, .distance, .duration, .hours,
      .pace, .share:
      self = .quantity
    case .time: self = .time
    case .list: self = .list
    }
  }
}

/// `manifest.json`: the receipt of an export, and its files with their columns.
struct ExportManifest {
  private let request: ViewRequest
  private let format: Format
  private var files: [WrittenFile] = []
  private var absent: [(view: String, reason: String)] = []

  /// Creates the manifest of an export that has just begun.
  init(of request: ViewRequest, _ format: Format) {
    self.request = request
    self.format = format
  }

  /// The number of files.
  var count: Int { files.count }

  /// Adds a file that was written.
  mutating func add(_ file: WrittenFile) { files.append(file) }

  /// Notes a view that has no file, or not all of them.
  mutating func leaveOut(_ view: String, _ reason: String) { absent.append((view, reason)) }

  /// The file, one line a file of the export.
  var bytes: [UInt8] {
    JSONWriter.objectBytes { writer in
      writer.member("manifest", UInt64(1))
      writer.key("receipt")
      receipt(&writer)
      writer.array("files", files) { $0.file($1) }
      writer.array("absent", absent) { writer, absent in
        writer.object {
          $0.member("view", absent.view)
          $0.member("reason", absent.reason)
        }
      }
    } + [UInt8(ascii: "\n")]
  }

  /// Writes the receipt: the journal, its last line, and the reader.
  private func receipt(_ writer: inout JSONWriter) {
    let (journal, values) = (request.journal, request.values)
    writer.object { writer in
      if let opening = journal.tables.opening {
        writer.member("journal", opening.journal.description)
        writer.member("journalFormat", UInt64(journal.tables.format))
      }
      writer.member("seq", journal.head.sequence)
      writer.member("chain", journal.head.chainText)
      if let last = journal.tables.lastAt {
        writer.member("recorded", Timestamp(instant: last, offsetMinutes: 0).description)
      }
      if let moment = values[.asOf] { writer.member("asOf", moment) }
      writer.member("as", values[.reader] ?? EventActor.owner)
      if values.has(.reader) {
        writer.member("asked", Timestamp(instant: request.asked, offsetMinutes: 0).description)
      }
      if let rights = values[.rights] { writer.member("rights", rights) }
      writer.member("timeZone", journal.tables.settings.timeZone)
      writer.member("format", format.name)
      writer.member("rules", Views.rulesVersion)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func file(_ file: WrittenFile) {
    bytes.append(UInt8(ascii: "\n"))
    object { writer in
      writer.member("view", file.view)
      writer.strings("options", file.options)
      writer.member("file", file.name)
      writer.member("rows", UInt64(file.rows))
      writer.member("bytes", UInt64(file.bytes))
      writer.member("sha256", file.sha256.hexText)
      writer.array("columns", file.columns) { writer, column in
        writer.object {
          $0.member("field", column.field)
          $0.member("kind", column.kind.rawValue)
          if let unit = column.unit { $0.member("unit", unit) }
        }
      }
    }
  }
}
