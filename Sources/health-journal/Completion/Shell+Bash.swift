extension Shell {
  /// bash splits words at `=` and `:` and hands over quotes as they were typed; what it puts on the
  /// line has to be quoted.
  static let bash = Shell(
    name: "bash", loading: "eval \"$(health-journal completions bash)\"",
    script: #"""
      # Completions of health-journal for bash, made by `health-journal completions bash`.
      _health_journal() {
        local files=words line
        COMPREPLY=()
        {
          IFS= read -r files
          while IFS= read -r line; do COMPREPLY+=("$line"); done
        } < <(command health-journal complete bash -- "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2> /dev/null)
        # What readline itself completes where there is no word.
        case $files in
          files) compopt -o default ;;
          folders) compopt -o dirnames ;;
        esac
      }
      complete -o nosort -F _health_journal health-journal
      """#
  ) { words, completer in
    let line = BashLine(words)
    let completion = completer.completion(of: line.words)
    return [completion.files.rawValue]
      + completion.candidates.compactMap { line.reply($0.text) }
  }
}

/// A command line up to the cursor as bash has it in `COMP_WORDS`.
struct BashLine {
  /// The words after the program's name without quotes; the last one is being typed.
  private(set) var words: [String] = []
  /// The part of the last word that bash leaves on the line, as it begins a new one after it.
  private var kept = ""
  /// The quote that is still open.
  private var quote: Character?

  /// - Parameter pieces: the program's name, and what bash takes for words.
  init(_ pieces: [String]) {
    var isAfterBreak = false
    for piece in pieces.dropFirst() {
      let isBreak = !piece.isEmpty && piece.allSatisfy { "=:@".contains($0) }
      let (text, open) = Self.unquoted(piece)
      if (isBreak || isAfterBreak), let before = words.popLast() {
        words.append(before + text)
        kept = isBreak ? before + text : before
      } else {
        words.append(text)
        kept = isBreak ? text : ""
      }
      quote = open
      isAfterBreak = isBreak
    }
  }

  /// What bash is to put on the line for a word; nil: it does not begin as what is typed, or cannot
  /// stand in the quotes that are open.
  func reply(_ text: String) -> String? {
    guard text.utf8.starts(with: (words.last ?? "").utf8) else { return nil }
    return Self.quoted(
      String(decoding: text.utf8.dropFirst(kept.utf8.count), as: UTF8.self), in: quote)
  }

  /// A text as it is written after an open quote, or without one.
  static func quoted(_ text: String, in quote: Character?) -> String? {
    switch quote {
    case "'": return text.contains("'") ? nil : text
    case "\"":
      // Inside double quotes nothing escapes `!`.
      guard !text.contains("!") else { return nil }
      return text.reduce(into: "") { $0 += "\\\"$`".contains($1) ? "\\\($1)" : String($1) }
    default:
      return text.reduce(into: "") { quoted, letter in
        let isPlain =
          letter.isLetter || letter.isNumber || "_-./:@%+,=".contains(letter)
          || !letter.isASCII
        quoted += isPlain ? String(letter) : "\\\(letter)"
      }
    }
  }

  /// A piece without its quotes, and the quote that is left open.
  static func unquoted(_ piece: String) -> (text: String, open: Character?) {
    var text = ""
    var open: Character?
    var isProtected = false
    for letter in piece {
      if isProtected {
        if open == "\"", !"\\\"$`".contains(letter) { text += "\\" }
        text.append(letter)
        isProtected = false
      } else if letter == "\\", open != "'" {
        isProtected = true
      } else if letter == open {
        open = nil
      } else if open == nil, letter == "'" || letter == "\"" {
        open = letter
      } else {
        text.append(letter)
      }
    }
    return (text, open)
  }
}
