extension Shell {
  /// zsh quotes what it puts on the line, and chooses among the words itself.
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
