import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `configure`: it changes settings; each change is an event.
struct ConfigureCommand: CommandOptions {
  var configuration = Configuration()
  var units: Units?
  var sameSource: [String] = []

  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal), .shared(.wait), .shared(.format),
    .value(
      \.configuration.timeZone, "time-zone", "ZONE",
      "the time zone of the journal's days, such as Europe/Paris"
    ) {
      $0.values[$1]
    },
    .choice(
      \.units,
      Option("units", "UNITS", "the units for people: metric, us, or export (as in the export)")),
    .value(
      \.configuration.weekStarts, "week-starts", "DAY",
      "the first day of the week, such as sunday; default monday"
    ) { input, option in
      guard let day = Weekday(name: input.values[option]?.lowercased() ?? "") else {
        throw input.values.outOfRange(option, "a day of the week, such as monday or sunday")
      }
      return day
    },
    .value(
      \.configuration.priority, "priority", "TYPE=NAME,NAME",
      "the order in which sources count; * for all types", isRepeatable: true
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
      "the unit in which to show a type", isRepeatable: true
    ) { input, option in
      try input.values.all(option).map { text in
        let (name, unit) = try pair(text, option)
        let type = try Inputs.type(name)
        let meant = unit.isEmpty ? "" : try Inputs.unit(unit).entered(of: type).description
        return PreferredUnit(type: type, unit: meant)
      }
    },
    .value(
      \.sameSource, "same-source", "OLD=NEW", "two names that are one source's", isRepeatable: true
    ) { $0.values.all($1) },
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
      Changes settings. Each change is an event in the journal. Settings that you do not name do
      not change. Without options the command shows the present settings. An empty value removes a
      setting.

        --units           the units in formats for people: metric, us, or export (as values were
                          saved). Formats for programs do not change.
        --preferred-unit  the unit of one type, written TYPE=UNIT. It also applies to formats for
                          programs, and it has priority over --units.
        --week-starts     the first day of `this week` and of the weeks of `--every week`; default
                          Monday
        --priority        the order of sources, written TYPE=NAME,NAME; `*` means all types
        --same-source     two names of one source, such as a renamed watch, written OLD=NEW

      You can type a name of --priority as your keyboard writes it. `owner` means values that a
      person entered by hand, from any source. If several sources of the type have the same name,
      the command refuses this name with exit code 2. It then lists a name for each of these
      sources: the bundle identifier, or the name and hardware, such as 'iPhone (iPhone14,5)'. In
      older lines of the journal, an ambiguous name means all of these sources. If the journal has
      no source with this name, or no samples of the type, the command warns and saves the
      setting.

      --same-source changes no earlier line. Every view shows the new name and counts both names as
      one source, also for data that was recorded before. --source finds the source by both names.
      With --as-of and a moment before this setting, the two names are two sources, as they were
      known then. You can use a bundle identifier instead of a name. `--same-source OLD=` removes
      the setting. An import reads the new name in a file as this source.

      Examples

        health-journal configure --time-zone America/New_York
        health-journal configure --units us
        health-journal configure --preferred-unit bodyMass=lb --priority 'stepCount=Watch,iPhone'
        health-journal configure --preferred-unit bodyMass= --priority stepCount=
        health-journal configure --week-starts sunday
        health-journal configure --same-source 'Old watch=New watch'
        health-journal configure --format json

      Fields

        setting, type, value
        with a change, one object: seq, uuids
      """
  ) { options, arguments, console in
    var configuration = options.configuration
    if let system = options.units {
      configuration.preferredUnits.append(
        PreferredUnit(
          type: PreferredUnit.allTypes, unit: system == .export ? "" : system.rawValue))
    }
    guard configuration != Configuration() || !options.sameSource.isEmpty else {
      return try show(arguments, &console)
    }
    if let name = configuration.timeZone {
      var zones = ZoneCatalogue()
      _ = try zones.setting(named: name)
    }
    return try Writing.run(arguments, &console) { writing, console in
      var warnings = try warnings(on: configuration, in: &writing)
      for text in options.sameSource {
        let check = try sameSource(text, in: writing)
        configuration.sameSource.append(check.statement)
        warnings += check.warnings
      }
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

  /// Returns warnings about settings for sources or types that the journal does not have.
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

  /// Reads a value of `--same-source`.
  private static func sameSource(
    _ text: String, in writing: borrowing Writing
  ) throws -> SameSourceCheck {
    guard let check = writing.session.check(sameSource: text) else {
      throw Failure.usage("--same-source takes OLD=NEW, two names of sources, not '\(text)'")
    }
    return check
  }

  private static func show(_ arguments: Arguments, _ console: inout Console) throws -> ExitCode {
    let opened = try OpenedJournal(arguments, console)
    return try console.show(SettingsTable.table(opened.request.tables), arguments)
  }
}

extension SameSourceCheck {
  /// The remarks on a statement that does not make one source of two.
  fileprivate var warnings: [String] {
    let unknown = unknown.map { "no source in the journal is named '\($0)'" }
    guard let missing else { return unknown }
    return unknown + [
      "both names have bundles, which stay two sources; if they are one, add "
        + "--same-source \(missing.old)=\(missing.name)"
    ]
  }
}
