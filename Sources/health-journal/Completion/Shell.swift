/// A shell that completes words: one value in one file, and one line in `all`.
struct Shell: Sendable {
  /// Its name.
  let name: String
  /// How a person has it load the script, for help.
  let loading: String
  /// What it has to load: few lines, which ask `health-journal complete` each time.
  let script: String
  /// The lines that the script reads, by the words up to the cursor as the script gives them.
  let lines: @Sendable ([String], Completer) -> [String]

  /// Every shell, in the order of help.
  static let all: [Shell] = [.bash, .zsh, .fish]

  /// The words of all, for help: `bash|zsh|fish`.
  static var names: String { all.map(\.name).joined(separator: "|") }

  /// The shell of a name.
  ///
  /// - Throws: a `Failure` of usage where there is none.
  static func named(_ name: String) throws(Failure) -> Shell {
    guard let shell = all.first(where: { $0.name == name }) else {
      throw .usage(
        "no completions for '\(name)'; there are \(all.map(\.name).joined(separator: ", "))")
    }
    return shell
  }
}
