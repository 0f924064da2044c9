import ByteTools

/// The command `completions`: the script that a shell loads to complete words of this program.
enum CompletionsCommand {
  static let page = CommandPage(
    name: "completions", group: .help,
    summary: "print the script with which a shell completes words",
    words: "\(Shell.names)", count: 1...1, missing: "the name of a shell", options: [],
    details: """
      Prints the script that a shell loads to complete the words of this program:

      \(HelpTopic.table(Shell.all.map { ($0.name, $0.loading) }))

      `Fixtures/install` puts the scripts where the shells look for them.

      The script asks the program each time. The program itself gives commands, options, words for
      options, views, fields, types, units and activities. For a command that reads, --type offers
      the types with samples in the journal, --source the sources and --unit the units of the
      journal. The journal is that of --journal in the command line, otherwise the default
      journal. If the command line has --as, the program does not read the journal. It does not
      offer a name with a control character.

      The scripts call `health-journal complete SHELL -- WORD…`, with the words up to the cursor
      and the program's name first. The first line of the answer is `words`, `files` or `folders`:
      it shows whether names of files or folders are possible too. Then each line has one word,
      with a description after a tab. For bash the words are quoted. If the program cannot read
      the journal, the call reports no error.

      Examples

        health-journal completions bash > health-journal.bash
      """
  ) { arguments, console in
    try console.print(try Shell.named(arguments.words[0]).script)
    return .done
  }
}

/// The command `complete`: the call of the scripts of `completions`.
enum CompleteCommand {
  static func page(_ catalogue: Catalogue) -> CommandPage {
    CommandPage(
      name: "complete", group: .hidden, summary: "list the possible next words, for `completions`",
      words: "\(Shell.names) -- WORD …", count: nil, options: [],
      details: """
        The WORDs are a command line up to the cursor, with the program's name first. The last word
        is incomplete, and may be empty. The first line of the answer is `files` or `folders` if
        names of files or folders are possible, otherwise `words`. Each line below has a word, and
        after a tab a description. For bash the words are quoted and have no description.

        If the program cannot read a part of the journal, it leaves out this part without a message.
        It also leaves out a name with a control character.

        Examples

          health-journal complete fish -- health-journal daily --attribute ''
        """
    ) { arguments, console in
      guard let name = arguments.words.first else { throw arguments.misused("a shell is missing") }
      let completer = Completer(catalogue, arguments.config)
      let lines = try Shell.named(name).lines(Array(arguments.words.dropFirst()), completer)
      try console.print(lines.joined(separator: "\n"))
      return .done
    }
  }
}

/// A shell that completes words: one value in one file, and one line in `all`.
struct Shell: Sendable {
  let name: String
  /// The way to make the shell load the script, for help.
  let loading: String
  /// The script to load: few lines, which ask `health-journal complete` each time.
  let script: String
  /// The lines that the script reads, by the words up to the cursor as the script gives them.
  let lines: @Sendable ([String], Completer) -> [String]

  /// Every shell, in the order of help.
  static let all: [Shell] = [.bash, .zsh, .fish]

  /// The words of all, for help: `bash|zsh|fish`.
  static var names: String { all.map(\.name).joined(separator: "|") }

  /// Returns the shell of a name.
  ///
  /// - Throws: a `Failure` of usage if there is none.
  static func named(_ name: String) throws(Failure) -> Shell {
    guard let shell = all.first(where: { $0.name == name }) else {
      throw .usage(
        "no completions for '\(name)'; use one of \(all.map(\.name).joined(separator: ", "))")
    }
    return shell
  }

  /// The shell bash. It splits words at `=` and `:`, and passes quotes as they were typed. Words
  /// that it puts on the line must be quoted.
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

  /// The shell fish. It quotes the words that it puts on the line, and selects among the words.
  static let fish = Shell(
    name: "fish", loading: "health-journal completions fish | source",
    script: #"""
      # Completions of health-journal for fish, made by `health-journal completions fish`.
      function __health_journal_complete
          set -l typed (commandline -ct)
          set -l lines (command health-journal complete fish -- (commandline -opc) "$typed" 2> /dev/null)
          set -l files $lines[1]
          set -e lines[1]
          printf '%s\n' $lines
          switch "$files"
              case files
                  __fish_complete_path "$typed"
              case folders
                  __fish_complete_directories "$typed"
          end
      end
      complete -c health-journal -f -a '(__health_journal_complete)'
      """#
  ) { words, completer in completer.completion(of: Array(words.dropFirst())).lines }

  /// The shell zsh. It quotes the words that it puts on the line, and selects among the words.
  static let zsh = Shell(
    name: "zsh", loading: "eval \"$(health-journal completions zsh)\"   # after compinit",
    script: #"""
      #compdef health-journal
      # Completions of health-journal for zsh, made by `health-journal completions zsh`.
      _health_journal() {
        local files line
        local -a values shown
        {
          IFS= read -r files
          while IFS= read -r line; do
            values+=("${line%%$'\t'*}")
            shown+=("${line/$'\t'/  -- }")
          done
        } < <(command health-journal complete zsh -- "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2> /dev/null)
        (( $#values )) && compadd -l -d shown -a values
        case $files in
          files) _files ;;
          folders) _files -/ ;;
        esac
      }
      if [[ $funcstack[1] == _health-journal ]]; then
        _health_journal "$@"
      else
        compdef _health_journal health-journal
      fi
      """#
  ) { words, completer in completer.completion(of: Array(words.dropFirst())).lines }
}

/// A command line up to the cursor as bash has it in `COMP_WORDS`. It is read and written by
/// Unicode scalars: to Swift a sign and a joining letter after it are one `Character`, to bash they
/// are two.
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
    /// A quote that begins with `$'` or `$"`, which has other rules.
    case dollar
  }

  /// Reads the pieces of a command line.
  ///
  /// - Parameter pieces: the program's name, and the words as bash splits them.
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

  /// Returns what bash puts on the line for a word; nil if it does not begin with the typed text,
  /// or cannot be in the quotes that are open.
  func reply(_ text: String) -> String? {
    guard text.utf8.starts(with: (words.last ?? "").utf8) else { return nil }
    return Self.quoted(
      String(decoding: text.utf8.dropFirst(kept.utf8.count), as: UTF8.self), in: quote)
  }

  /// Returns a text as it is written after an open quote, or without one.
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

  /// Returns a text with a backslash before each of some signs.
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

  /// Returns a piece without its quotes, and the quote that is left open.
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
