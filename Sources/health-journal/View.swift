import HealthProjections
import HealthTables
import JournalFile

/// A view: its help, its options, its rows, and what tells them apart. It is one value in one file, and one line
/// in `Catalogue`; its command, `export`, `diff` and `push` follow from it.
struct View: Sendable {
  /// The word on the command line.
  var name: String
  /// One line of help.
  var summary: String
  /// What it takes beside `Option.view`.
  var options: [Option]
  /// Those of the options with which its command shows or does something else: other commands do not take them.
  var commandOptions: [Option] = []
  /// Those of the options with which rows have no name of their own by which they could be compared.
  var unnamedOptions: [Option] = []
  /// More help: what it shows in detail, and examples.
  var details: String
  /// What tells its rows apart.
  var rowKey: RowKey
  /// Whether `diff` compares it where no view is named.
  var isComparedByDefault = false
  /// Whether people are spared columns that are empty in every row.
  var hidesEmptyColumns = true
  /// What its command says where there are no rows.
  var nothing = "nothing found"
  /// The rows.
  var table: @Sendable (Arguments, inout Reading) throws -> Table
  /// What its command prints; nil: the rows.
  var show: (@Sendable (Arguments, inout Reading, inout Console) throws -> ExitCode)?
  /// What its command does before it reads the journal, where it does something else; nil: nothing.
  var instead: (@Sendable (Arguments, inout Console) throws -> ExitCode?)?

  /// The command that shows it.
  var page: CommandPage {
    CommandPage(
      name: name, group: .read, summary: summary, options: Option.view + options, details: details
    ) { arguments, console in
      try arguments.require(words: 0...0, "")
      if let code = try instead?(arguments, &console) { return code }
      var reading = try Reading(arguments, console)
      if let show { return try show(arguments, &reading, &console) }
      let table = try table(arguments, &reading)
      return hidesEmptyColumns
        ? try console.showFilled(table, arguments, nothing: nothing)
        : try console.show(table, arguments, nothing: nothing)
    }
  }

  /// The options that other commands take for it.
  var sharedOptions: [Option] {
    options.filter { option in !commandOptions.contains { $0.name == option.name } }
  }
}

extension [View] {
  /// The options of all of them, each once.
  var options: [Option] {
    var all: [Option] = []
    for option in flatMap(\.sharedOptions)
    where !all.contains(where: { $0.name == option.name }) {
      all.append(option)
    }
    return all
  }

  /// Their names in a sentence, in lines of at most 100 characters.
  var sentence: String {
    let words = enumerated().map { place, view in
      view.name + (place < count - 2 ? "," : place == count - 2 ? " or" : ";")
    }
    var lines = ["VIEW is"]
    for word in words {
      if lines[lines.count - 1].count + word.count > 98 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }
}
