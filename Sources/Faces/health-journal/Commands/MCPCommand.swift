import ByteTools
import HealthViews
import Journal

/// The command `mcp`: a server for assistants.
enum MCPCommand {
  static func page(_ views: [View]) -> CommandPage {
    let tools = MCPTools(of: views).all
    return CommandPage(
      name: "mcp", group: .export,
      summary: "answer an assistant through the Model Context Protocol",
      options: [.folder, .reader, .asked],
      details: """
        Answers an assistant. The command is a server of the Model Context Protocol
        (https://modelcontextprotocol.io/specification/2026-07-28) on standard input and output. It
        opens no socket and writes nothing to the journal. It supports revision 2026-07-28. For
        clients that send `initialize` it also supports 2025-11-25 and 2025-06-18. The server has
        these tools:

        \(names(tools))

        Arguments of a tool are the options of its command, without dashes. An argument may be text,
        a number, true or false, or a list of several values. The arguments `typed`, `time-zone` and
        `day-starts` work even if the list of tools does not name them. There is no tool `samples`:
        a model would add the samples up, and with several sources the total would be wrong. `types`
        shows which types have data, the time of the data, and the view for each type. explain_day
        is `daily --explain`. `diff` accepts last-import as `earlier`.

        An answer has these members:

          rows        the rows of the command
          count       the number of all rows, also of those that are not shown
          truncated   true if the answer does not show all rows
          seq, chain  the number and the chain value of the journal's last line
          lines       the lines that the rows come from: for each type their number, the first two
                      ranges and the last range
          limits      the greatest number of rows and of tokens, and the tokens that this answer
                      used

        The rows are those of the command, with two differences. Without `sort` the newest rows come
        first, so a limit removes the oldest. A percentage is a number such as 97, where other
        formats have 0.97; `units`, or the row, states the unit %. An answer has
        \(MCPCall.usualRows) rows, or with `limit` up to \(MCPCall.mostRows), and at most
        \(MCPAnswer.budget) tokens of rows (four bytes count as one token). If a field is absent,
        its value is not known. A refusal is an answer with `isError` and a sentence.

        An answer of `changes` has `next`. Give this number as `since` in the next question. The
        answer does not split a line if all rows of the line fit. If a line has too many rows, the
        answer also has `after`. Give this value in the next question too. So the assistant misses
        no change.

        With --as the assistant sees only what that source may read (see `authorize`). Without --as
        it sees everything. The rights are those at the moment of each request, or of --at. No argument
        of a call changes that moment; `asked` in the answer is that moment. If a question is about several types or views, the answer leaves out
        those about which the owner has not decided; `leftOut` and `note` name them.
        `journal://line/SEQ` is a line as the owner, or that source, sees it. The server writes
        invisible characters, and characters that change the direction of text, as escapes. Each
        request reads the journal again. Other programs may write to the journal meanwhile. The
        model and its provider receive everything that the tools read. Use --as to limit this.

        The settings of a client, in the form that most clients read:

          {"mcpServers": {"health": {"command": "health-journal", "args": ["mcp"]}}}

        Examples

          health-journal mcp
          health-journal mcp --as com.example.assistant
        """, isLive: true
    ) { arguments, console in
      let journal = try Environment.journal(arguments)
      // Requests come on standard input, and a journal that grows is read again.
      try journal.requireFolder("to answer from")
      // A journal that is not there is told at once.
      let asked = try journal.read(arguments.values).asked
      let reader = MCPReader(
        journal: journal, source: arguments[.reader],
        asked: arguments.has(.asked) ? asked : nil)
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
