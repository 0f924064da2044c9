import ByteTools

/// What can stand where the cursor is on a command line.
struct Completion {
  /// A word that can stand there, and a line on it.
  struct Candidate: Hashable {
    var text: String
    var help = ""
  }

  /// Whether names of files can stand there too.
  enum Files: String {
    case none = "words"
    case files, folders
  }

  /// The words, in the order in which they are shown. None of them has a character that a terminal
  /// obeys.
  private(set) var candidates: [Candidate] = []
  /// Names of files, which the shell knows better than this program.
  var files = Files.none

  /// No word can stand there, or any.
  static let nothing = Completion()

  init() {}

  /// These words, after what is typed already.
  init(_ texts: [String], after prefix: String) {
    for text in texts { add(prefix + text) }
  }

  /// Whether nothing can be said.
  var isEmpty: Bool { candidates.isEmpty && files == .none }

  /// Adds a word. One with a control character is left out: escaped it would be another name, and
  /// as it is it would end the line that tells it.
  mutating func add(_ text: String, _ help: String = "") {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: TerminalText.isUnsafe) else { return }
    candidates.append(Candidate(text: text, help: help))
  }

  /// Adds what another one has.
  mutating func add(_ other: Completion) {
    candidates += other.candidates
    if files == .none { files = other.files }
  }

  /// Its lines as the scripts of the shells read them: what files there are, then each word, a tab,
  /// its help.
  var lines: [String] {
    [files.rawValue] + candidates.map { $0.help.isEmpty ? $0.text : $0.text + "\t" + $0.help }
  }
}
