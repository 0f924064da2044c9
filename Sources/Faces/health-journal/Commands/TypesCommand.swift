import HealthExport
import HealthModel
import HealthViews
import Journal

/// The command `types`: the names of HealthKit, and the types that the journal declares.
struct TypesCommand: CommandOptions {
  var kinds: Set<TypeEntry.Kind>?
  var limit: Int?
  var showsGroups = false

  static let declared: [DeclaredOption<Self>] =
    shared(Option.rows)
    + [
      .value(
        \.kinds,
        Option(
          "kind", "KIND", "only names of this kind; several with commas", isRepeatable: true,
          choices: TypeEntry.Kind.allCases.map(\.rawValue))
      ) { input, option in
        let names = try input.values.list(option)
        return Set(
          try names.map { try TypeEntry.Kind.allCases.one(named: $0, "kind", by: \.rawValue) })
      },
      .flag(\.showsGroups, "groups", "list the groups of types that `authorize` takes"),
      .value(\.limit, .limit) { try $0.values.whole($1, least: 1) }, .shared(.sort),
    ]

  static let page = command(
    name: "types", group: .read, summary: "explain types, activities and metadata keys",
    words: "[WORD …]", count: nil,
    details: """
      Shows the names of HealthKit: object types, workout activities, kinds of workout events,
      metadata keys. After them it shows the types that the journal declares. Without a word the
      command lists all object types. For an exact name it shows all fields of one entry. For a
      part of a name it lists every entry whose name or title contains this part. For an unknown
      word the command suggests the nearest names, and the exit code is 1. The command needs no
      journal.

      --groups lists the groups of types that `authorize` takes in the place of types, such as
      heart and sleep. Each type is in one group.

      KIND is quantity, category, correlation, characteristic, other, workoutActivity,
      workoutEvent or metadataKey. `unit` is the unit that the Health app shows in metric
      countries. `writable` is true if an app may save the type.

      Examples

        health-journal types heart
        health-journal types sleepAnalysis
        health-journal types --kind workoutActivity --format csv
        health-journal types --groups

      Fields

        type, kind, unit, aggregation, writable, introduced, name (to type)
        with --groups: group, types
        also for one entry: writtenBy (`anyApp`, `system`, `owner`), and for some kinds:
          title (of declared types), aggregationNote (of five types), canonicalUnit, usUnit,
          loinc, enumeration, values: [{rawValue, name, exportName, older}], membership, members,
          requiredMetadata, class, rawValue, deprecated, lasts, valueClass, detail, requiredBy
      """
  ) { options, arguments, console in
    if options.showsGroups { return try console.show(TypesTable.groups, arguments) }
    let text = arguments.words.joined(separator: " ")
    // Without a journal that can be read, these are the types of the catalogue alone.
    let journal = try? Environment.journal(arguments).read(arguments.values)
    let catalogue = journal?.catalogue ?? JournalTypes()
    switch TypesTable.find(text, kinds: options.kinds, in: catalogue) {
    case .one(let entry): return try show(entry, arguments, &console)
    case .several(let entries):
      let table = TypesTable.table(entries)
        .limited(to: arguments.has(.sort) ? nil : options.limit)
      return try console.show(table, arguments)
    case .none(let near):
      let hint = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
      console.remark("nothing is called '\(text)'\(hint)")
      return .no
    }
  }

  /// Shows an entry in full; for people the values of an enumeration are a table of their own.
  private static func show(
    _ entry: TypeEntry, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    let details = TypesTable.details(of: entry)
    let format = try Console.format(arguments)
    guard format.isForPeople, !arguments.has(.columns) else {
      return try console.show(details, arguments)
    }
    try console.show(try details.transposed(console.options, without: ["values"]), as: format)
    guard !entry.values.isEmpty else { return .done }
    try console.print("")
    let values = TypesTable.values(of: entry)
    let hasOlder = entry.values.contains(where: \.isOlderSpelling)
    try console.show(hasOlder ? values : try values.without(["older"]), as: format)
    return .done
  }
}
