import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The journal that a server reads again for each request, and the source that it reads as.
struct MCPReader {
  let journal: Journal
  /// The source that reads; nil: the owner, who reads everything.
  let source: String?
  /// The moment of asking; nil: that of each request.
  let asked: Instant?

  /// A sentence on what may be read.
  var sentence: String {
    source.map { "Only data that \($0) may read is shown." }
      ?? "Everything in the journal may be read."
  }

  /// Reads the present journal, or the journal as of the moment in the values.
  ///
  /// An argument of a call never names the moment of asking: by an earlier one an assistant would
  /// have rights that have ended.
  func read(_ values: OptionValues = OptionValues()) throws -> ViewRequest {
    var options = Journal.ReadOptions()
    options.asked = asked ?? Instant(microseconds: journal.system.now())
    return try journal.read(reading(values), options)
  }

  /// Returns the values with the source that reads.
  func reading(_ values: OptionValues) -> OptionValues {
    var values = values
    if let source { values.add(source, to: Option.reader.name) }
    return values
  }
}

/// A call of a tool.
struct MCPCall: OptionInput {
  /// The number of rows without `limit`.
  static let usualRows = 100
  /// The greatest number of rows that a call can ask for.
  static let mostRows = 500

  /// The values of the options in the arguments.
  private(set) var values: OptionValues
  /// The greatest number of rows in the answer.
  let limit: Int
  let reader: MCPReader
  /// The rewording of the program's messages for an assistant.
  let words: MCPWords
  /// The types that the answer leaves out, because the owner has not decided about them.
  private(set) var leftOut: [String] = []

  /// Takes the arguments as the options of a command.
  ///
  /// - Throws: `OptionProblem`.
  init(
    _ arguments: FieldValue?, of tool: MCPTool, _ reader: MCPReader, in words: MCPWords
  ) throws(OptionProblem) {
    self.words = words
    var values = OptionValues()
    for (name, value) in tool.fixed { values.add(value, to: name) }
    switch arguments {
    case nil, .null?: break
    case .fields(let members)?:
      for member in members { try MCPArgument(member, of: tool).add(to: &values) }
    default: throw OptionProblem("arguments are an object")
    }
    if let missing = tool.required.first(where: { !values.has($0) }) {
      throw OptionProblem("\(tool.name) needs '\(missing)'")
    }
    try tool.rules.check(values)
    limit =
      try values.whole(.limit, least: 1, most: Self.mostRows) ?? Self.usualRows
    self.values = values.without(.limit)
    self.reader = reader
  }

  /// Reads the journal for the call. Leaves out types about which the owner has not decided, unless
  /// the call names only such types.
  ///
  /// - Parameter namesTypes: whether `type` names object types.
  mutating func read(namingTypes namesTypes: Bool) throws -> ViewRequest {
    let request = try reader.read(values)
    guard namesTypes, let types = try Inputs.types(values) else { return request }
    let kept = types.filter { request.tables.isDetermined($0) }
    guard kept.count < types.count, !kept.isEmpty else { return request }
    leaveOut(types.filter { !kept.contains($0) })
    values = values.without(.type)
    for type in kept { values.add(type, to: Option.type.name) }
    return request.with(reader.reading(values))
  }

  /// Notes types that the answer leaves out.
  mutating func leaveOut(_ types: [String]) {
    for type in types where !leftOut.contains(type) { leftOut.append(type) }
  }

  /// The note on the types that are left out; nil if there are none.
  var noteOnLeftOut: String? {
    guard let source = reader.source, !leftOut.isEmpty else { return nil }
    let names = leftOut.map { TypeCatalogue.shortName(of: $0) }.joined(separator: ", ")
    return "left out, as \(source) has not asked to read it: \(names)"
  }
}

/// An argument of a call: what models send for an option.
private struct MCPArgument {
  private let option: Option
  private let value: FieldValue

  /// Reads an argument.
  ///
  /// - Throws: `OptionProblem` if the tool has no such argument.
  init(_ member: Field, of tool: MCPTool) throws(OptionProblem) {
    guard let option = tool.options.named(member.name) else {
      let names = tool.options.map(\.name).joined(separator: ", ")
      throw OptionProblem("\(tool.name) takes no '\(member.name)'; it takes \(names)")
    }
    self.option = option
    value = member.value
  }

  /// Adds its value; null and an empty text add nothing.
  func add(to values: inout OptionValues) throws(OptionProblem) {
    guard option.value != nil else {
      if try isOn { values.add("", to: option.name) }
      return
    }
    guard case .list(let elements) = value else {
      if let text = try text(of: value) { values.add(text, to: option.name) }
      return
    }
    guard option.isRepeatable || elements.count < 2 else {
      throw OptionProblem("'\(option.name)' takes one value")
    }
    for element in elements {
      if let text = try text(of: element) { values.add(text, to: option.name) }
    }
  }

  /// True if an option without a value is given: as a boolean or its text.
  private var isOn: Bool {
    get throws(OptionProblem) {
      switch value {
      case .null, .boolean(false), .text(""): return false
      case .boolean(true): return true
      case .text(let text) where ["true", "yes"].contains(text.lowercased()): return true
      case .text(let text) where ["false", "no"].contains(text.lowercased()): return false
      default: throw OptionProblem("'\(option.name)' takes true or false")
      }
    }
  }

  /// Returns a value as text; nil if it is null or empty.
  private func text(of value: FieldValue) throws(OptionProblem) -> String? {
    switch value {
    case .null, .text(""): return nil
    case .text(let text): return text
    case .number(let number): return DecimalText.text(number)
    case .boolean(let isOn) where option.choices.contains("yes"): return isOn ? "yes" : "no"
    default:
      throw OptionProblem(
        "'\(option.name)' takes text" + (option.isRepeatable ? ", or several" : ""))
    }
  }
}

/// The answer of a tool: rows, their number, the last line of the journal, and the lines that the
/// rows come from.
struct MCPAnswer {
  /// The greatest number of tokens of the rows; a token counts as four bytes.
  static let budget = 8000

  private let structured: [UInt8]

  /// The result of the call.
  var result: MCPResult { MCPResult(structured: structured) }

  /// Creates the answer from the rows of a table, as many as the call asks for and the budget has
  /// room for.
  ///
  /// - Parameters:
  ///   - reads: what the rows are made of.
  ///   - added: the rows that they add up, if they are totals.
  ///   - next: the anchor to go on from after all rows, if the table is of changes.
  /// - Throws: the errors of making the rows and reading the journal.
  init(
    _ table: Table, _ reads: Reads, _ request: inout ViewRequest, _ call: MCPCall,
    addingUp added: Table? = nil, next: UInt64? = nil
  ) throws {
    let table = table.inPercent().said(in: call.words)
    var rows = try MCPRows(table, call, isFollowed: next != nil)
    let end = next.map { rows.endOfChanges(table.columns) ?? ChangesEnd(next: $0) }
    let sources = try added.map { try $0.rows(in: rows.shown, of: table) } ?? rows.shown
    let lines = try RowLines.find(
      sources, (added ?? table).columns, reads, at: table.times, in: request.journal,
      try request.context())

    structured = JSONWriter.objectBytes { writer in
      writer.array("rows", rows.texts) { $0.bytes += $1 }
      writer.member("count", UInt64(rows.count))
      let hasMore = end.map { $0.next < request.head.sequence } ?? false
      writer.member("truncated", rows.texts.count < rows.count || hasMore)
      let notes = [call.noteOnLeftOut, end?.note ?? Self.note(table, rows.count, call)]
        .compactMap { $0 }
      if !notes.isEmpty { writer.member("note", call.words.text(notes.joined(separator: "\n"))) }
      if !call.leftOut.isEmpty {
        writer.strings("leftOut", call.leftOut)
      }
      Self.units(of: table.columns, in: rows.shown, &writer)
      if let end { writer.member("next", end.next) }
      if let after = end?.after { writer.member("after", after) }
      Self.head(request, call.reader, &writer)
      writer.array("lines", lines) { Self.write($1, &$0) }
      Self.limits(call, rows.texts, &writer)
    }
  }

  /// Returns the remark for people if there are no rows, or below them.
  private static func note(_ table: Table, _ count: Int, _ call: MCPCall) -> String? {
    let presentation = table.presentation ?? Presentation()
    guard count > 0 else { return presentation.emptySentence }
    let notes = [presentation.unknown ?? presentation.footer].compactMap { $0 }
    let all = notes + presentation.remarks
    return all.isEmpty ? nil : all.joined(separator: "\n")
  }

  /// Writes the units of the columns that have a value in some row.
  private static func units(
    of columns: [Column], in rows: [[Cell]], _ writer: inout JSONWriter
  ) {
    let units = columns.enumerated().compactMap { index, column in
      column.unit.flatMap { unit in
        rows.contains { !$0[index].isMissing } ? (column.field, unit) : nil
      }
    }
    guard !units.isEmpty else { return }
    writer.object("units") { writer in
      for (field, unit) in units { writer.member(field, unit) }
    }
  }

  private static func head(
    _ journal: ViewRequest, _ reader: MCPReader, _ writer: inout JSONWriter
  ) {
    if let identity = journal.identity { writer.member("journal", identity.description) }
    writer.member("seq", journal.head.sequence)
    writer.member("chain", journal.head.chainText)
    writer.member("timeZone", journal.timeZone)
    writer.member("reader", reader.source ?? "owner")
    if reader.source != nil {
      writer.member("asked", Timestamp(instant: journal.asked, offsetMinutes: 0).description)
    }
    writer.member("rules", Views.rulesVersion)
  }

  /// Writes JSON:
  /// `{"type":"…","from":"…","to":"…","count":812,"spans":["12","40..42","99"],"leavesOut":true}`.
  private static func write(_ source: RowLines, _ writer: inout JSONWriter) {
    writer.object { writer in
      if let type = source.type { writer.member("type", type) }
      if let span = source.span {
        writer.member("from", span.start.description)
        writer.member("to", span.end.description)
      }
      writer.member("count", UInt64(source.lines.count))
      writer.array("spans", source.lines.spans) { writer, span in
        writer.string(
          span.count == 1 ? "\(span.lowerBound)" : "\(span.lowerBound)..\(span.upperBound)")
      }
      if source.lines.leavesOut { writer.member("leavesOut", true) }
    }
  }

  private static func limits(_ call: MCPCall, _ texts: [[UInt8]], _ writer: inout JSONWriter) {
    writer.object("limits") { writer in
      writer.member("rows", UInt64(call.limit))
      writer.member("tokens", UInt64(budget))
      writer.member("tokensUsed", UInt64((texts.reduce(0) { $0 + $1.count } + 3) / 4))
    }
  }
}

extension Table {
  /// Returns the same rows with notes in words for an assistant.
  fileprivate func said(in words: MCPWords) -> Table {
    guard let note = columns.index(of: .note) else { return self }
    return mapped { row in
      guard case .text(let text) = row[note] else { return row }
      var row = row
      row[note] = .text(words.text(text))
      return row
    }
  }

  /// Returns the rows of a log that some totals add up: those of their days.
  fileprivate func rows(in totals: [[Cell]], of table: Table) throws -> [[Cell]] {
    let bounds = [table.columns.index(of: .start), table.columns.index(of: .end)]
    let days = totals.compactMap { row -> Range<CivilDate>? in
      guard let first = bounds[0], let last = bounds[1], case .day(let start) = row[first],
        case .day(let end) = row[last], start <= end
      else { return nil }
      return start..<end
    }
    let own = columns.index(of: .date) ?? columns.index(of: .start)
    return try allRows().filter { row in
      switch own.map({ row[$0] }) {
      case .day(let day)?: days.contains { $0.contains(day) }
      case .time(let time)?: days.contains { $0.contains(time.date) }
      default: true
      }
    }
  }
}

/// The rows of a table that an answer has room for.
struct MCPRows {
  /// The rows that are shown.
  private(set) var shown: [[Cell]]
  /// The shown rows as objects of JSON: a missing cell is no member.
  private(set) var texts: [[UInt8]]
  /// The number of rows in the table, shown or not.
  let count: Int
  /// The first row that is not shown; nil: there is none.
  private let cut: [Cell]?

  /// Selects as many rows as a call asks for and the budget has room for.
  ///
  /// - Parameter isFollowed: true if the table is of changes. Then at least one row is shown:
  ///   else a client that follows `next` would ask for the same row for ever.
  init(_ table: Table, _ call: MCPCall, isFollowed: Bool) throws {
    var (rows, count) = ([[Cell]](), 0)
    try table.forEachRow { row in
      count += 1
      // One more than is shown: the line of the first one that is not tells where to go on.
      if count <= call.limit + 1 { rows.append(row) }
    }
    let all = try Self.texts(Array(rows.prefix(call.limit)), table.columns)
    var size = 0
    var fitting = all.prefix { text in
      size += text.count
      return size <= 4 * MCPAnswer.budget
    }.count
    if isFollowed, fitting == 0 { fitting = min(1, all.count) }
    texts = Array(all.prefix(fitting))
    shown = Array(rows.prefix(fitting))
    cut = rows.count > fitting ? rows[fitting] : nil
    self.count = count
  }

  private static func texts(_ rows: [[Cell]], _ columns: [Column]) throws -> [[UInt8]] {
    var sink = CollectingSink()
    try Format.ndjson.write(Table(columns: columns, rows: rows), to: &sink)
    return sink.bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }

  /// Returns the point at which the next call continues, if some changes are not shown. A line that
  /// does not fit after other lines is left to the next call. If a single line has too many rows,
  /// the next call continues after the last shown row.
  mutating func endOfChanges(_ columns: [Column]) -> ChangesEnd? {
    guard let cut, let column = columns.index(of: .line), let uuid = columns.index(of: .object),
      case .whole(let line) = cut[column]
    else { return nil }
    let whole = shown.prefix { row in
      if case .whole(line) = row[column] { false } else { true }
    }.count
    var end = ChangesEnd(next: UInt64(max(line - 1, 0)))
    if whole > 0 {
      shown.removeSubrange(whole...)
      texts.removeSubrange(whole...)
    } else if let last = shown.last, case .text(let name) = last[uuid] {
      end.after = name
    }
    return end
  }
}

/// The point from which a client still has to get changes.
struct ChangesEnd {
  /// The last line that the client knows in full.
  var next: UInt64
  /// The last object that the client knows of the line after `next`; nil: it knows none.
  var after: String?

  /// The note on the next request, if the client knows only a part of a line.
  var note: String? {
    after.map { "line \(next + 1) goes on: ask again with since \(next) and after \($0)" }
  }
}
