import ByteTools
import HealthViews
import Journal

/// `mcp`: a server for assistants.
enum MCPCommand {
  static func page(_ views: [View]) -> CommandPage {
    let tools = MCPTools(of: views).all
    return CommandPage(
      name: "mcp", group: .export, summary: "answer an assistant, by the Model Context Protocol",
      options: [.folder, .reader],
      details: """
        Answers an assistant. It is a server of the Model Context Protocol
        (https://modelcontextprotocol.io/specification/2026-07-28) on standard input and output. It
        opens no socket and writes nothing. It supports revision 2026-07-28, and with `initialize`
        2025-11-25 and 2025-06-18. Its tools are

        \(names(tools))

        Arguments of a tool are the options of its command, without dashes. An argument may be text,
        a number, true or false, or a list of several values. typed, time-zone and day-starts are
        accepted even if the list of tools does not name them. `samples` is no tool: a model would
        add the samples up, and with several sources the total would be wrong. `types` shows which
        types have data, from when to when, and the view for each. explain_day is `daily --explain`.
        `diff` accepts last-import as `earlier`.

        An answer has `rows`, their `count` (all, shown or not), `truncated`, `seq` and `chain` of
        the last line, `lines` (the lines of the rows: for each type how many, the first two ranges
        and the last), and `limits`. Rows are those of the command, with two differences. Without
        `sort` the newest come first, because a limit removes the others. Percent are numbers such
        as 97, and other formats have 0.97; `units`, or the row, has %. An answer has
        \(MCPCall.usualRows) rows, or with `limit` up to \(MCPCall.mostRows), and at most
        \(MCPAnswer.budget) tokens of rows (four bytes are one token). A field that is absent is not
        known. A refusal is an answer with `isError` and a sentence.

        `changes` answers with `next`; give it as `since` in the next question. It does not split a
        line that fits. If one line has too many rows, the answer also has `after`; give it too. So
        no change is missed.

        With --as the assistant sees what that source may read (see `authorize`); without it,
        everything. Types and views that the source never asked for are left out of a question that
        is also about others, and `leftOut` and `note` name them. `journal://line/SEQ` is a line as
        the owner, or that source, sees it. Characters that are invisible or change the direction of
        text are written as escapes everywhere. Each request reads the journal anew; a writer may go
        on. The model, and its provider, get what it reads: choose with --as.

        A client's settings, as most programs read them:

          {"mcpServers": {"health": {"command": "health-journal", "args": ["mcp"]}}}

        Examples

          health-journal mcp
          health-journal mcp --as com.example.assistant
        """, isLive: true
    ) { arguments, console in
      let journal = try Environment.journal(arguments)
      // Requests come on standard input, and a journal that grows is read again.
      try journal.requireFolder("to answer from")
      let reader = MCPReader(journal: journal, source: arguments[.reader])
      // A journal that is not there is told at once.
      _ = try reader.read()
      console.remark(reader.sentence)
      var server = MCPServer(reader, tools: tools)
      var input = LineInput()
      while let line = try input.next() {
        let answer: [UInt8]? =
          switch line {
          case .tooLong: server.refuseLine()
          case .line(let range): Self.answer(&server, input.buffer.rawBytes.extracting(range))
          }
        if let answer { try console.write(answer + [UInt8(ascii: "\n")]) }
      }
      return .done
    }
  }

  private static func answer(_ server: inout MCPServer, _ line: RawSpan) -> [UInt8]? {
    line.isBlank ? nil : server.answer(line)
  }

  /// Returns a few names in a line.
  private static func names(_ tools: [MCPTool]) -> String {
    let names = tools.map(\.name)
    return stride(from: 0, to: names.count, by: 8)
      .map { "  " + names[$0..<min($0 + 8, names.count)].joined(separator: " ") }
      .joined(separator: "\n")
  }
}
