extension Shell {
  /// fish quotes what it puts on the line, and chooses among the words itself.
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
}
