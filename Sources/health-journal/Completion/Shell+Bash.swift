import ByteTools

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

/// A command line up to the cursor as bash has it in `COMP_WORDS`. It is read and written by
/// Unicode
/// scalars: to Swift a sign and a joining letter beside it are one `Character`, to bash they are
/// two.
struct BashLine {
  /// The words after the program's name without quotes; the last one is being typed.
  private(set) var words: [String] = []
  /// The part of the last word that bash leaves on the line, as it begins a new one after it.
  private var kept = ""
  /// The quote that is still open.
  private var quote: Quote?

  /// A quote that is open where a text ends.
  enum Quote {
    case single, double
    /// `$'` or `$"`, in which other rules hold.
    case dollar
  }

  /// - Parameter pieces: the program's name, and what bash takes for words.
  init(_ pieces: [String]) {
    var isAfterBreak = false
    for piece in pieces.dropFirst() {
      let isBreak = !piece.isEmpty && piece.utf8.allSatisfy { "=:@".utf8.contains($0) }
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
  static func quoted(_ text: String, in quote: Quote?) -> String? {
    switch quote {
    case .dollar: return nil
    case .single: return text.utf8.contains(UInt8(ascii: "'")) ? nil : text
    case .double:
      // Inside double quotes nothing escapes `!`.
      if text.utf8.contains(UInt8(ascii: "!")) { return nil }
      return protected(text) { inDoubleQuotes.contains($0) }
    case nil: return protected(text) { $0.isASCII && $0 != "=" && !isPlain($0) }
    }
  }

  /// A text with a backslash before each of some signs.
  private static func protected(
    _ text: String, _ needsIt: (Unicode.Scalar) -> Bool
  ) -> String {
    text.unicodeScalars.reduce(into: "") { quoted, scalar in
      if needsIt(scalar) { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    ShellText.isPlain(UInt8(truncatingIfNeeded: scalar.value))
  }

  /// The signs that a backslash protects inside double quotes.
  private static let inDoubleQuotes: [Unicode.Scalar] = ["\\", "\"", "$", "`"]

  /// A piece without its quotes, and the quote that is left open.
  static func unquoted(_ piece: String) -> (text: String, open: Quote?) {
    var text = String.UnicodeScalarView()
    var open: Unicode.Scalar?
    var isAfterDollar = false
    var isProtected = false
    for scalar in piece.unicodeScalars {
      if isProtected {
        if open == "\"", !inDoubleQuotes.contains(scalar) { text.append("\\") }
        text.append(scalar)
        isProtected = false
        isAfterDollar = false
      } else if scalar == "\\", open != "'" {
        isProtected = true
      } else if scalar == open {
        open = nil
        isAfterDollar = false
      } else if open == nil, scalar == "'" || scalar == "\"" {
        open = scalar
      } else {
        text.append(scalar)
        if open == nil { isAfterDollar = scalar == "$" }
      }
    }
    let quote: Quote? = open.map { isAfterDollar ? .dollar : $0 == "'" ? .single : .double }
    return (String(text), quote)
  }
}
