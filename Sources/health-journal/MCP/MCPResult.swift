import ByteTools

/// The result of a request: its members, and for how long a client may keep it.
struct MCPResult {
  /// For how many milliseconds it stays as it is; nil: it is not kept.
  private let freshFor: UInt64?
  /// Whether it is the same for every client.
  private let isPublic: Bool
  private let members: (inout JSONWriter) -> Void

  init(
    freshFor: UInt64? = nil, isPublic: Bool = true, _ members: @escaping (inout JSONWriter) -> Void
  ) {
    (self.freshFor, self.isPublic, self.members) = (freshFor, isPublic, members)
  }

  /// The result of a tool that has a sentence instead of rows.
  init(failure: String) {
    self.init { writer in
      Self.content(TerminalText.escaped(failure), &writer)
      writer.member("isError", true)
    }
  }

  /// The result of a tool: an object in JSON, which older clients read as text.
  init(structured: [UInt8]) {
    let shown = Self.shown(structured)
    self.init { writer in
      Self.content(String(decoding: shown, as: UTF8.self), &writer)
      writer.key("structuredContent")
      writer.bytes += shown
      writer.member("isError", false)
    }
  }

  /// JSON in which a model reads what is hidden from people, or turns the direction of text, as
  /// escapes: a name could say to it what nobody sees.
  static func shown(_ json: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    shown.append(terminalJSON: json.rawBytes)
    return shown
  }

  private static func content(_ text: String, _ writer: inout JSONWriter) {
    writer.key("content")
    writer.array([text]) { writer, text in
      writer.object { writer in
        writer.member("type", "text")
        writer.member("text", text)
      }
    }
  }

  /// Writes its members.
  ///
  /// - Parameter isModern: whether the client is told what kind of result it is, and how long it
  ///   may be kept.
  func write(_ writer: inout JSONWriter, isModern: Bool) {
    if isModern { writer.member("resultType", "complete") }
    members(&writer)
    guard isModern, let freshFor else { return }
    writer.member("ttlMs", freshFor)
    writer.member("cacheScope", isPublic ? "public" : "private")
  }
}
