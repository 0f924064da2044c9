import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthProjections
import HealthTables
import JournalFile
import ViewTables

/// A file that was written: what it holds and what it is known by.
struct WrittenFile {
  /// The view.
  var view: String
  /// What the view was asked, as words of a command line.
  var options: [String]
  /// The file's name.
  var name: String
  /// How many rows, a heading not among them.
  var rows: Int
  /// How many bytes.
  var bytes: Int
  /// Their SHA-256.
  var sha256: Digest
  /// The columns, in the order of the file.
  var columns: [ManifestColumn]
}

/// A column of a file: what a program has to know to read it.
struct ManifestColumn {
  /// What the cells are.
  enum Kind: String {
    /// Text; in a column of figures some are words.
    case text
    /// Whole numbers.
    case number
    /// Numbers.
    case quantity
    /// RFC 3339, or a day.
    case time
    /// Small objects: in CSV one JSON text.
    case list
  }

  /// The field.
  let field: String
  /// What its cells are.
  let kind: Kind
  /// The unit of all of them; nil: there is none, or it stands in the row.
  let unit: String?

  /// A column of a view.
  ///
  /// - Parameter kind: what its cells are, where that is not what the view declares.
  init(_ column: Column, turnedOut kind: Kind?) {
    field = column.field
    unit = column.unit
    self.kind = kind ?? Kind(column.kind)
  }
}

extension ManifestColumn.Kind {
  /// What a view declares.
  fileprivate init(_ kind: Column.Kind) {
    switch kind {
    case .text, .drawing: self = .text
    case .number, .count, .statedQuantity, .poolLength: self = .number
    case .quantity, .exactQuantity, .difference, .distance, .duration, .hours, .pace, .share:
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

  /// Of an export that has just begun.
  init(of request: ViewRequest, _ format: Format) {
    self.request = request
    self.format = format
  }

  /// How many files there are.
  var count: Int { files.count }

  /// A file was written.
  mutating func add(_ file: WrittenFile) { files.append(file) }

  /// A view has no file, or not all of them.
  mutating func leaveOut(_ view: String, _ reason: String) { absent.append((view, reason)) }

  /// The file, one line a file of the export.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("manifest", UInt64(1))
      writer.key("receipt")
      receipt(&writer)
      writer.key("files")
      writer.array(files) { $0.file($1) }
      writer.key("absent")
      writer.array(absent) { writer, absent in
        writer.object {
          $0.member("view", absent.view)
          $0.member("reason", absent.reason)
        }
      }
    }
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  /// The receipt: the journal, its last line, and the reader.
  private func receipt(_ writer: inout JSONWriter) {
    let (journal, values) = (request.journal, request.values)
    writer.object { writer in
      if let opening = journal.tables.opening {
        writer.member("journal", opening.journal.description)
        writer.member("journalFormat", UInt64(opening.format))
      }
      writer.member("seq", journal.head.sequence)
      writer.member("chain", journal.head.chainText)
      if let last = journal.tables.lastAt {
        writer.member("recorded", Timestamp(instant: last, offsetMinutes: 0).description)
      }
      if let moment = values[.asOf] { writer.member("asOf", moment) }
      writer.member("as", values[.reader] ?? EventActor.owner)
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
      writer.key("options")
      writer.array(file.options) { $0.string($1) }
      writer.member("file", file.name)
      writer.member("rows", UInt64(file.rows))
      writer.member("bytes", UInt64(file.bytes))
      writer.member("sha256", file.sha256.hexText)
      writer.key("columns")
      writer.array(file.columns) { writer, column in
        writer.object {
          $0.member("field", column.field)
          $0.member("kind", column.kind.rawValue)
          if let unit = column.unit { $0.member("unit", unit) }
        }
      }
    }
  }
}
