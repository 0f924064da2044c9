import HealthExport
import HealthProjections
import ViewTables

extension View {
  /// The command that shows it.
  var page: CommandPage {
    let word = word
    return CommandPage(
      name: name, group: .read, summary: summary, words: word?.value.map { "[\($0)]" } ?? "",
      count: word == nil ? 0...0 : 0...1, wordOption: word, options: Option.view + options,
      rules: rules, details: details
    ) { arguments, console in
      var opened = try OpenedJournal(arguments, console)
      let isAsMade = try Console.format(arguments) == .text && !arguments.has(.columns)
      opened.request.isForPeople = isAsMade && !arguments.has(.sort)
      return try console.show(try table(&opened.request), arguments)
    }
  }
}

extension [View] {
  /// The options that other commands take for them, each once.
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
    let words = enumerated().map { index, view in
      view.name + (index < count - 2 ? "," : index == count - 2 ? " or" : ";")
    }
    var lines = ["VIEW is"]
    for word in words {
      if lines[lines.count - 1].count + word.count > 98 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }

  /// The view of a name, with which these options make sense; one that neither its command knows
  /// nor `own` holds is a slip.
  func view(_ name: String, _ arguments: Arguments, beside own: [Option]) throws -> View {
    let view = try one(named: name, "view", by: \.name)
    let known = Set((Option.view + view.options + own + Option.display).map(\.name))
    if let other = arguments.values.given.sorted().first(where: { !known.contains($0) }) {
      throw Failure.usage("\(name) has no option --\(other); see `health-journal help \(name)`")
    }
    try view.rules.check(arguments.values)
    return view
  }
}
