import ByteTools
import HealthEvents
import HealthModel
import HealthProjections
import Journal
import JournalFile
import ViewTables

/// What a tool answers: rows, how many there are, as of which line, and from which lines.
struct MCPAnswer {
  /// How many tokens the rows may take; a token is reckoned as four bytes.
  static let budget = 8000

  private let structured: [UInt8]

  /// The result of the call.
  var result: MCPResult { MCPResult(structured: structured) }

  /// The rows of a table, as many as the call asks for and the budget has room for.
  ///
  /// - Parameters:
  ///   - reads: what the rows are made of.
  ///   - added: the rows that they add up, where they are totals.
  ///   - next: the anchor to go on from after all rows, where the table is of changes.
  /// - Throws: what making the rows and reading the journal throws.
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

    var writer = JSONWriter()
    writer.object { writer in
      writer.key("rows")
      writer.array(rows.texts) { $0.bytes += $1 }
      writer.member("count", UInt64(rows.count))
      let hasMore = end.map { $0.next < request.head.sequence } ?? false
      writer.member("truncated", rows.texts.count < rows.count || hasMore)
      let notes = [call.noteOnLeftOut, end?.note ?? Self.note(table, rows.count, call)]
        .compactMap { $0 }
      if !notes.isEmpty { writer.member("note", call.words.text(notes.joined(separator: "\n"))) }
      if !call.leftOut.isEmpty {
        writer.key("leftOut")
        writer.array(call.leftOut) { $0.string($1) }
      }
      Self.units(of: table.columns, in: rows.shown, &writer)
      if let end { writer.member("next", end.next) }
      if let after = end?.after { writer.member("after", after) }
      Self.head(request, call.reader, &writer)
      writer.key("lines")
      writer.array(lines) { Self.write($1, &$0) }
      Self.limits(call, rows.texts, &writer)
    }
    structured = writer.bytes
  }

  /// What people are told where there are no rows, or below them.
  private static func note(_ table: Table, _ count: Int, _ call: MCPCall) -> String? {
    let presentation = table.presentation ?? Presentation()
    guard count > 0 else { return presentation.nothing + Inputs.doubt(call.values) }
    let notes = [presentation.unknown ?? presentation.footer].compactMap { $0 }
    let all = notes + presentation.remarks
    return all.isEmpty ? nil : all.joined(separator: "\n")
  }

  /// Of the columns that some row has a value in.
  private static func units(
    of columns: [Column], in rows: [[Cell]], _ writer: inout JSONWriter
  ) {
    let units = columns.enumerated().compactMap { index, column in
      column.unit.flatMap { unit in
        rows.contains { !$0[index].isMissing } ? (column.field, unit) : nil
      }
    }
    guard !units.isEmpty else { return }
    writer.key("units")
    writer.object { writer in
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
    writer.member("rules", Views.rulesVersion)
  }

  /// `{"type":"…","from":"…","to":"…","count":812,"spans":["12","40..42","99"],"leavesOut":true}`
  private static func write(_ source: RowLines, _ writer: inout JSONWriter) {
    writer.object { writer in
      if let type = source.type { writer.member("type", type) }
      if let span = source.span {
        writer.member("from", span.start.description)
        writer.member("to", span.end.description)
      }
      writer.member("count", UInt64(source.lines.count))
      writer.key("spans")
      writer.array(source.lines.spans) { writer, span in
        writer.string(
          span.count == 1 ? "\(span.lowerBound)" : "\(span.lowerBound)..\(span.upperBound)")
      }
      if source.lines.leavesOut { writer.member("leavesOut", true) }
    }
  }

  private static func limits(_ call: MCPCall, _ texts: [[UInt8]], _ writer: inout JSONWriter) {
    writer.key("limits")
    writer.object { writer in
      writer.member("rows", UInt64(call.limit))
      writer.member("tokens", UInt64(budget))
      writer.member("tokensUsed", UInt64((texts.reduce(0) { $0 + $1.count } + 3) / 4))
    }
  }
}

extension Table {
  /// The same rows, whose notes are in words for an assistant.
  fileprivate func said(in words: MCPWords) -> Table {
    guard let note = columns.index(of: .note) else { return self }
    return mapped { row in
      guard case .text(let text) = row[note] else { return row }
      var row = row
      row[note] = .text(words.text(text))
      return row
    }
  }

  /// The rows of a log that some totals add up: those of their days.
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
