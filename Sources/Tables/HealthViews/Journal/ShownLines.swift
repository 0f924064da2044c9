import ByteTools
import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// A word that names a line by its number, or an object by its uuid or the beginning of it.
package enum ShownWord: CustomStringConvertible {
  case line(UInt64)
  case object(ObjectUUID)

  /// Reads the word. Digits alone are a line, unless the journal has no such line, and they can be
  /// the beginning of a uuid; `last` is the last line.
  ///
  /// - Throws: `OptionProblem` if no line and no object can have that name, or several objects do.
  package init(_ word: String, in journal: ReplayedJournal) throws {
    if word == "last" {
      self = .line(journal.head.sequence)
    } else if let line = UInt64(word), line <= journal.head.sequence || UUIDPrefix(word) == nil {
      self = .line(line)
    } else {
      self = .object(try Inputs.uuid(ofOne: word, in: journal.tables))
    }
  }

  /// Reads a word that may also name a range of lines, as outputs spell it: `7-9`, `7–9`, `7..9`,
  /// or a line with commas between thousands.
  ///
  /// - Throws: what reading a single word throws.
  package static func all(_ word: String, in journal: ReplayedJournal) throws -> [ShownWord] {
    let dash = word.exchanging("..", for: "–").exchanging("-", for: "–")
    let ends = dash.split(separator: "–").map { UInt64(String($0).withoutThousands ?? "") }
    guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
      first <= last, first <= journal.head.sequence, !word.hasPrefix("0")
    else { return [try ShownWord(word, in: journal)] }
    // The first line that is not there is refused.
    return (first...min(last, journal.head.sequence + 1)).map { .line($0) }
  }

  /// Returns the object, or the objects that the line saved or deleted.
  ///
  /// - Throws: the errors of reading lines.
  package func objects(in journal: ReplayedJournal) throws -> [ObjectUUID] {
    switch self {
    case .line(let line): try journal.entry(line)?.event?.objects ?? []
    case .object(let uuid): [uuid]
    }
  }

  /// A description of it: `line 7`, or the uuid.
  package var description: String {
    switch self {
    case .line(let line): "line \(line)"
    case .object(let uuid): uuid.description
    }
  }
}

/// Lines of a journal, decoded and whole: who recorded each, when, its objects or what else it
/// states, and what later lines did to it.
package struct ShownLines {
  /// An object of a line, or a line without objects, and what became of it.
  private struct Shown: Sendable {
    let entry: Entry
    /// The change that the line made to the object, else the words of `log`.
    let what: String
    let uuid: ObjectUUID?
    let object: HealthObject?
    let origin: Origin?
    let source: String?
    /// The line of the receipt of the import that appended the line.
    let receipt: UInt64?
    let later: [Later]

    /// The statement of the line: the object, or all that it has beside the keys of every line.
    var content: String? {
      object.map { ObjectText.json($0) }
        ?? (uuid == nil ? entry.event.map { EventText.json($0) } : nil)
    }
  }

  /// A later line that changed an object, or the validity of a line.
  private struct Later: Sendable {
    let line: UInt64
    let at: Instant
    let by: String?
    let event: String
    let what: String

    init(_ entry: Entry, _ what: String) {
      (line, at, by, event) = (entry.sequence, entry.at, entry.by, entry.kind.name)
      self.what = what
    }
  }

  private let journal: ReplayedJournal
  private let names: LineNames
  private var shown: [Shown] = []

  /// Creates lines of a journal, none yet.
  ///
  /// - Throws: the errors of reading lines.
  package init(of journal: ReplayedJournal) throws {
    self.journal = journal
    names = try LineNames(journal)
  }

  /// The number of the last line of the journal.
  package var lastLine: UInt64 { journal.head.sequence }

  /// Adds what a word names.
  ///
  /// - Returns: false if the reader sees nothing of it.
  package mutating func add(_ word: ShownWord) throws -> Bool {
    switch word {
    case .line(let line): try add(line: line)
    case .object(let uuid): try add(uuid)
    }
  }

  private mutating func add(line: UInt64) throws -> Bool {
    guard let entry = try journal.entry(line) else { return false }
    let uuids = entry.event?.objects ?? []
    if uuids.isEmpty {
      shown.append(
        Shown(
          entry: entry, what: EventSummary.text(entry.event), uuid: nil, object: nil, origin: nil,
          source: nil, receipt: names.receipt(of: line), later: try later(naming: line)))
    } else {
      try add(uuids, of: entry)
    }
    return true
  }

  private mutating func add(_ uuid: ObjectUUID) throws -> Bool {
    guard let line = try journal.tables.lines(of: [uuid])[uuid],
      let entry = try journal.entry(line), entry.event?.objects.contains(uuid) == true
    else { return false }
    try add([uuid], of: entry)
    return true
  }

  private mutating func add(_ uuids: [ObjectUUID], of entry: Entry) throws {
    let line = entry.sequence
    let history = try ObjectHistory(of: uuids, in: journal)
    for uuid in uuids {
      let steps = history.steps(of: uuid)
      let saving = steps.first { $0.object?.uuid == uuid }
      let object = saving?.object
      shown.append(
        Shown(
          entry: entry, what: steps.first { $0.entry.sequence == line }?.what ?? entry.kind.name,
          uuid: uuid, object: object,
          origin: object?.origin.flatMap { journal.tables.origins.named($0) },
          source: saving?.source, receipt: names.receipt(of: line),
          later: steps.filter { $0.entry.sequence > line }.map { step in
            if step.version == uuid { return Later(step.entry, step.what) }
            return Later(
              step.entry,
              step.object == nil
                ? "version \(step.version): \(step.what)" : "replaced by \(step.version)")
          }))
    }
  }

  /// Returns the lines that reverted or erased a line without objects.
  private func later(naming line: UInt64) throws -> [Later] {
    var later: [Later] = []
    try journal.forEachEntry(ofKinds: [.revert, .erase]) { entry in
      switch entry.event {
      case .revert(let revert)? where revert.lines.contains { $0.contains(line) }:
        later.append(Later(entry, "reverted" + (revert.reason.map { ": \($0)" } ?? "")))
      case .erase(let erasure)? where erasure.lines.contains(line):
        later.append(Later(entry, "erased: " + erasure.reason))
      case .erase(let erasure)? where erasure.kept.contains { $0.sequence == line }:
        later.append(Later(entry, "erased in part: " + erasure.reason))
      default: break
      }
    }
    return later
  }

  // MARK: Rows

  /// The fields of `show`: a row for each object, or for a line without objects.
  private static let columns: [RowColumn<Shown>] = [
    RowColumn(.line, .number, rank: .key) { .whole(Int($0.entry.sequence)) },
    RowColumn(.recorded, .time, unit: "UTC") { Cell(utc: $0.entry.at) },
    RowColumn("by", rank: .detail) { Cell(text: $0.entry.by) },
    RowColumn("event", rank: .key) { .text($0.entry.kind.name) },
    RowColumn("what", rank: .key) { .text($0.what) },
    RowColumn(.object) { Cell(text: $0.uuid?.description) },
    RowColumn(.type) { Cell(identifier: $0.object?.content.type) },
    RowColumn(.source) { Cell(text: $0.source) },
    RowColumn("import", .number) { Cell(whole: $0.receipt.map { Int($0) }) },
    RowColumn("content") { $0.content.map { .json($0) } ?? .missing },
    RowColumn("later", listing: later) { $0.later },
    RowColumn("recorded", hidden: true) { Cell(text: EventSummary.recorded($0.entry)) },
  ]

  private static let later: [RowColumn<Later>] = [
    RowColumn(.line, .number) { .whole(Int($0.line)) },
    RowColumn(.recorded, .time) { Cell(utc: $0.at) },
    RowColumn("by") { Cell(text: $0.by) },
    RowColumn("event") { .text($0.event) },
    RowColumn("what") { .text($0.what) },
  ]

  /// The table for programs.
  package var table: Table { Table(Self.columns, rows: shown) }

  // MARK: Pages

  /// A fact for people: its name, and its value.
  private typealias Fact = (name: String, value: Cell)

  /// The pages for people: one about each line, then one about each of its objects.
  package var pages: [Table] {
    var pages: [[Fact]] = []
    var last: UInt64?
    for row in shown {
      if last != row.entry.sequence { pages.append(Self.head(of: row)) }
      last = row.entry.sequence
      if row.uuid == nil {
        pages[pages.count - 1] += Self.content(of: row) + Self.later(of: row)
      } else {
        pages.append(Self.page(of: row))
      }
    }
    return pages.map { facts in
      Table(
        columns: [Column(.field, rank: .key), Column("value", rank: .key)],
        rows: facts.filter { !$0.value.isMissing }.map { [.text($0.name), $0.value] })
    }
  }

  private static func head(of row: Shown) -> [Fact] {
    [
      ("line", .whole(Int(row.entry.sequence))), ("recorded", Cell(utc: row.entry.at)),
      ("by", Cell(text: row.entry.by)), ("event", .text(row.entry.kind.name)),
      ("summary", .text(EventSummary.text(row.entry.event))),
      ("import", Cell(text: row.receipt.map { "its receipt is line \($0)" })),
      ("first recorded", Cell(text: EventSummary.recorded(row.entry))),
    ]
  }

  private static func page(of row: Shown) -> [Fact] {
    let origin = row.origin.map {
      facts(ofJSON: String(decoding: OriginText.bytes($0), as: UTF8.self))
    }
    return [("what", .text(row.what)), ("uuid", Cell(text: row.uuid?.description))]
      + content(of: row) + (origin ?? [("source", Cell(text: row.source))]) + later(of: row)
  }

  private static func later(of row: Shown) -> [Fact] {
    row.later.map { later in
      ("line \(later.line)", .text(later.what + (later.by.map { ", by \($0)" } ?? "")))
    }
  }

  /// Returns what a line states, without what its head or its object's page has.
  private static func content(of row: Shown) -> [Fact] {
    let known: Set = ["uuid", "origin"]
    return facts(ofJSON: row.content ?? "{}").filter { row.uuid == nil || !known.contains($0.name) }
  }

  private static func facts(ofJSON text: String) -> [Fact] {
    (try? FieldValue(parsing: text.utf8.rawBytes)).map { facts($0, "") } ?? []
  }

  /// Returns the facts in a value: a figure and its unit are one, the parts of others have a name
  /// of several words.
  private static func facts(_ value: FieldValue, _ name: String) -> [Fact] {
    func named(_ part: String) -> String {
      name.isEmpty ? part : name + " " + TypeCatalogue.shortName(of: part)
    }
    switch value {
    case .null: return []
    case .text(let text): return [(name, cell(text))]
    case .number(let number):
      let isDuration = name.hasSuffix("duration")
      return [(name, isDuration ? .text(DecimalText.text(number) + " s") : .number(number))]
    case .boolean(let flag): return [(name, .flag(flag))]
    case .list(let values):
      let words = values.compactMap { word($0) }
      if words.count == values.count { return [(name, .names(words))] }
      return values.enumerated().flatMap { facts($1, named("\($0 + 1)")) }
    case .fields(var fields):
      if case .number(let number)? = fields["value"], case .text(let unit)? = fields["unit"],
        let index = fields.firstIndex(where: { $0.name == "value" })
      {
        fields.removeAll { $0.name == "unit" }
        fields[index] = Field("value", .text(amount(number, unit)))
        if fields.count == 1 { return facts(fields[0].value, name) }
      }
      // Counts, as those of an import, are one fact.
      let counts = fields.compactMap { field in
        if case .number(let number) = field.value {
          "\(field.name) \(DecimalText.text(number))"
        } else {
          nil as String?
        }
      }
      if !name.isEmpty, counts.count > 1, counts.count == fields.count {
        return [(name, .names(counts))]
      }
      return fields.flatMap { facts($0.value, named($0.name)) }
    }
  }

  /// Returns a value of a list that has no parts.
  private static func word(_ value: FieldValue) -> String? {
    switch value {
    case .text(let text): text
    case .number(let number): DecimalText.text(number)
    case .null, .boolean, .list, .fields: nil
    }
  }

  private static func amount(_ number: Double, _ unit: String) -> String {
    let text = DecimalText.text(number)
    return (unit == Unit.percent.description ? PercentNumber.hundredfold(of: text) : text) + " "
      + unit
  }

  private static func cell(_ text: String) -> Cell {
    if let time = Timestamp(rfc3339: text) { return .time(time) }
    return text.hasPrefix("HK") ? .identifier(text) : .text(text)
  }
}
