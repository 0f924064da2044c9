/// What the program says, in words for an assistant: it knows tools and arguments, where a person
/// knows commands and options.
///
///     MCPWords(["types"]).text("--from: 'x' is no time; see `health-journal help times`")
///     // `from`: 'x' is no time
struct MCPWords: Sendable {
  private static let program = "health-journal"

  /// The names of the tools.
  private let tools: Set<String>

  /// For an assistant that has tools of these names.
  init(_ tools: some Sequence<String>) { self.tools = Set(tools) }

  /// A text with `--from` as `from`, and without what only a person at a terminal can do. What
  /// stands in single quotation marks is somebody's words and stays.
  func text(_ text: String) -> String {
    guard text.contains("--") || text.contains("`") else { return text }
    var said = ""
    var rest = text[...]
    while let mark = rest.firstIndex(where: { "`'-".contains($0) }) {
      said += rest[..<mark]
      rest = rest[mark...]
      switch rest.first {
      case "`": takeCode(&rest, after: &said)
      case "'": Self.takeWords(&rest, after: &said)
      default: Self.nameOption(&rest, after: &said)
      }
    }
    said += rest
    return said.isEmpty ? text : said
  }

  /// Takes a text in single quotation marks as it stands; an apostrophe opens none.
  private static func takeWords(_ rest: inout Substring, after said: inout String) {
    let follows = said.last.map { $0.isLetter || $0.isNumber } ?? false
    guard !follows, let end = rest.dropFirst().firstIndex(of: "'") else {
      said.append(rest.removeFirst())
      return
    }
    said += rest[...end]
    rest = rest[end...].dropFirst()
  }

  /// Takes `--name`, which becomes the name of an argument, or another hyphen.
  private static func nameOption(_ rest: inout Substring, after said: inout String) {
    let name = rest.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    guard rest.hasPrefix("--"), name.first?.isLetter ?? false else {
      said.append(rest.removeFirst())
      return
    }
    said += "`\(name)`"
    rest = rest[name.endIndex...]
  }

  /// Takes what stands between backticks: a tool with its arguments, or a command that is none, of
  /// which nothing is said.
  private func takeCode(_ rest: inout Substring, after said: inout String) {
    guard let end = rest.dropFirst().firstIndex(of: "`") else {
      said.append(rest.removeFirst())
      return
    }
    let code = rest[..<end].dropFirst()
    let isCommand = code.hasPrefix(Self.program)
    rest = rest[end...].dropFirst()
    var words = code.split(separator: " ").dropFirst(isCommand ? 1 : 0)
    let name = words.popFirst().map { String($0) } ?? ""
    if isCommand, !tools.contains(name) { return Self.dropClause(&rest, around: &said) }
    said += "`\(Self.argument(name))`"
    if !words.isEmpty { said += " with " + words.map(Self.argument).joined(separator: " ") }
  }

  private static func argument(_ word: some StringProtocol) -> String {
    word.hasPrefix("--") ? String(word.dropFirst(2)) : String(word)
  }

  /// Leaves out the clause in which a text stands; the whole text where it is all there is of it.
  private static func dropClause(_ rest: inout Substring, around said: inout String) {
    let marks: Set<Character> = [";", ".", ",", ":"]
    let end = rest.indices.first { index in
      marks.contains(rest[index])
        && (rest.index(after: index) == rest.endIndex
          || rest[rest.index(after: index)] == " ")
    }
    rest = end.map { rest[$0...] } ?? ""
    var start = said.endIndex
    while start > said.startIndex {
      start = said.index(before: start)
      if marks.contains(said[start]), said[said.index(after: start)...].hasPrefix(" ") { break }
    }
    said = String(said[..<start])
  }
}
