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
        A server of the Model Context Protocol, which an assistant's program starts and talks to on
        standard input and output; it opens no socket, and it writes nothing. It takes revision 2026-07-28,
        and 2025-11-25 and 2025-06-18 with their `initialize`. Its tools are

        \(names(tools))

        An answer has rows, their number, the last line of the journal with its chain value, and the lines
        that the rows come from; journal://line/SEQ is a line. Totals are computed here, the newest rows come
        first, and percent are as people say them. It has \(MCPCall.usualRows) rows unless `limit` asks for up to
        \(MCPCall.mostRows), in \(MCPAnswer.budget) tokens at most, of four bytes each.

        With --as it shows what that source may read, see `authorize`, and leaves out the rest; without,
        everything. The model sees what it reads: with --as choose what that is.

          health-journal mcp
          health-journal mcp --as com.example.assistant

        A client's settings, as most programs take them:

          {"mcpServers": {"health": {"command": "health-journal", "args": ["mcp"]}}}
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
