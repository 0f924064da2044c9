/// `completions`: what a shell loads to complete the words of this program.
enum CompletionsCommand {
  static let page = CommandPage(
    name: "completions", group: .help, summary: "the script by which a shell completes words",
    words: "\(Shell.names)", count: 1...1, missing: "the name of a shell", options: [],
    details: """
      Commands, options and words come from the program itself, each time; types, sources and units from
      the journal that the line names, else from the usual one.

      \(HelpTopic.table(Shell.all.map { ($0.name, $0.loading) }))

      `Fixtures/install` puts the scripts where the shells look for them.
      """
  ) { arguments, console in
    try console.print(try Shell.named(arguments.words[0]).script)
    return .done
  }
}

/// `complete`: what the scripts of `completions` call.
enum CompleteCommand {
  static func page(_ catalogue: Catalogue) -> CommandPage {
    CommandPage(
      name: "complete", group: .hidden, summary: "what can be typed next, for `completions`",
      words: "\(Shell.names) -- WORD …", count: nil, options: [],
      details: """
        The WORDs are a command line up to the cursor, the program's name first; the last one is being
        typed, and may be empty. The first line says whether names of files can stand there (`files`,
        `folders`) or not (`words`); each line below it is a word, and after a tab a line on it. For bash
        the words are quoted and have no help.

        What cannot be read of a journal is left out without a word; a name with a control character too.

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
