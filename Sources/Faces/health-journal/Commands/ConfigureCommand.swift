import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile

/// `configure`: settings, which are events like all else.
struct ConfigureCommand: CommandOptions {
  var configuration = Configuration()
  var units: Units?

  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal), .shared(.wait), .shared(.format),
    .value(\.configuration.timeZone, "time-zone", "ZONE", "whose days count, as Europe/Paris") {
      $0.values[$1]
    },
    .choice(
      \.units,
      Option("units", "UNITS", "what people are shown: metric, us, or export, as in the export")),
    .value(
      \.configuration.weekStarts, "week-starts", "DAY",
      "the day with which weeks begin, as sunday; monday without it"
    ) { input, option in
      guard let day = Weekday(name: input.values[option]?.lowercased() ?? "") else {
        throw input.values.outOfRange(option, "a day of the week, as monday or sunday")
      }
      return day
    },
    .value(
      \.configuration.priority, "priority", "TYPE=NAME,NAME",
      "whose samples count first; * for all types", isRepeatable: true
    ) { input, option in
      try input.values.all(option).map { text in
        let (type, names) = try pair(text, option)
        return SourcePriority(
          type: type == "*" ? type : try Inputs.type(type), sources: ConfigureCommand.names(names)
        )
      }
    },
    .value(
      \.configuration.preferredUnits, "preferred-unit", "TYPE=UNIT",
      "the unit in which a type is shown", isRepeatable: true
    ) { input, option in
      try input.values.all(option).map { text in
        let (name, unit) = try pair(text, option)
        let type = try Inputs.type(name)
        let meant = unit.isEmpty ? "" : try Inputs.unit(unit).entered(of: type).description
        return PreferredUnit(type: type, unit: meant)
      }
    },
    .shared(.by), .shared(.clockIsRight),
  ]

  /// The values of `--units`.
  enum Units: String, CaseIterable {
    case metric
    case us
    case export
  }

  static let page = command(
    name: "configure", group: .setUp, summary: "change settings",
    details: """
      Changes settings. Each change is an event in the journal. Settings that you do not name stay
      as they were. Without any setting the command shows the settings in force. An empty value
      removes a setting.

        --units           how people see figures: metric, us, or export (as they were saved). Formats
                          for programs do not change.
        --preferred-unit  the unit of one type, as TYPE=UNIT. It holds for programs too, and it goes
                          before --units.
        --week-starts     the day on which `this week` and the weeks of `--every week` begin; Monday if
                          it is not set
        --priority        the order of sources, as TYPE=NAME,NAME; `*` means all types

      You can type a name of --priority as your keyboard writes it. `owner` means values that were
      entered by hand, from any source. If several sources of the type have the same name, the
      command refuses it with exit code 2. It then lists a name for each of them: its bundle, or
      its name and hardware, as 'iPhone (iPhone14,5)'. In older lines of the journal such a name
      means all of these sources. If nothing in the journal has the name or the type, the command
      warns and saves it.

      Examples

        health-journal configure --time-zone America/New_York
        health-journal configure --units us
        health-journal configure --preferred-unit bodyMass=lb --priority 'stepCount=Watch,iPhone'
        health-journal configure --preferred-unit bodyMass= --priority stepCount=
        health-journal configure --week-starts sunday
        health-journal configure --format json

      Fields

        setting, type, value
        when it changes something, one object: seq, uuids
      """
  ) { options, arguments, console in
    var configuration = options.configuration
    if let system = options.units {
      configuration.preferredUnits.append(
        PreferredUnit(
          type: PreferredUnit.allTypes, unit: system == .export ? "" : system.rawValue))
    }
    guard configuration != Configuration() else { return try show(arguments, &console) }
    if let name = configuration.timeZone {
      var zones = ZoneCatalogue()
      _ = try zones.setting(named: name)
    }
    return try Writing.run(arguments, &console) { writing, console in
      let warnings = try warnings(on: configuration, in: &writing)
      let code = try writing.perform(.configure(configuration), &console) {
        "configured in line \($0.sequence)"
      }
      for warning in warnings { console.remark("warning: \(warning)") }
      return code
    }
  }

  /// Returns the two sides of `TYPE=…`.
  private static func pair(
    _ text: String, _ option: Option
  ) throws -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0) }
    guard parts.count == 2, !parts[0].isEmpty else {
      throw Failure.usage("--\(option.name) takes \(option.value ?? ""), not '\(text)'")
    }
    return (parts[0], parts[1])
  }

  /// Returns the names of a list. A comma in brackets, as in `iPhone (iPhone14,5)`, separates
  /// nothing.
  private static func names(_ list: String) -> [String] {
    var names = [""]
    var depth = 0
    for character in list {
      if character == "(" { depth += 1 }
      if character == ")" { depth = max(depth - 1, 0) }
      if character == ",", depth == 0 {
        names.append("")
      } else {
        names[names.count - 1].append(character)
      }
    }
    // A bracket that nothing closes is a sign like others.
    return (depth == 0 ? names : list.split(separator: ",").map { String($0) }).filter {
      !$0.isEmpty
    }
  }

  /// Returns what is to be said of settings that belong to nothing in the journal.
  ///
  /// - Throws: a name that means several sources.
  private static func warnings(
    on configuration: Configuration, in writing: inout Writing
  ) throws -> [String] {
    var orders: [(type: String, order: PriorityCheck)] = []
    for order in configuration.priority {
      orders.append((order.type, try writing.session.check(order)))
    }
    for (_, order) in orders {
      guard let (name, type, candidates) = order.ambiguous.first else { continue }
      throw Failure.usage(
        "'\(name)' is the name of \(candidates.count) sources of "
          + "\(TypeCatalogue.shortName(of: type)); name the one that is meant: "
          + candidates.joined(separator: ", "))
    }
    var warnings: [String] = []
    for (type, order) in orders where !order.unknown.isEmpty {
      let of = type == "*" ? "" : " of \(TypeCatalogue.shortName(of: type))"
      let names = order.unknown.map { "'\($0)'" }.joined(separator: ", ")
      warnings.append("no source\(of) in the journal is named \(names)")
    }
    let types = configuration.preferredUnits.filter { !$0.unit.isEmpty }.map(\.type)
    for type in types where type != PreferredUnit.allTypes {
      if writing.session.holdsSamples(of: type) { continue }
      warnings.append("the journal has no samples of \(TypeCatalogue.shortName(of: type))")
    }
    return warnings
  }

  private static func show(_ arguments: Arguments, _ console: inout Console) throws -> ExitCode {
    let opened = try OpenedJournal(arguments, console)
    return try console.show(SettingsTable.table(opened.request.tables), arguments)
  }
}
