import HealthModel
import HealthViews

/// The words of other programs and of everyday language for the names of commands, views and
/// options. A word of them is not taken, but the message on it names what to write. The words for
/// types, activities and units are taken: they stand in `Aliases` and `UnitTable`.
enum Synonyms {
  /// The calls that a word may mean; those of commands that do not exist are left out.
  private static let commands: KeyValuePairs = [
    "new": ["init", "save"], "create": ["init", "save"], "add": ["save", "note"],
    "record": ["save"], "enter": ["save"], "insert": ["save"], "put": ["save"],
    "edit": ["correct", "delete"], "update": ["correct"], "change": ["correct"],
    "fix": ["correct", "doctor"], "remove": ["delete"], "rm": ["delete"], "del": ["delete"],
    "rollback": ["revert", "undo"], "reset": ["revert"], "set": ["configure"],
    "config": ["configure"], "settings": ["configure"], "grant": ["authorize"],
    "allow": ["authorize"], "permissions": ["authorizations"], "rights": ["authorizations"],
    "load": ["import"], "dump": ["export"], "save-as": ["export"], "copy": ["backup"],
    "list": ["latest", "samples"], "ls": ["latest", "samples"], "get": ["latest"],
    "cat": ["samples"], "show": ["show", "history", "samples"], "view": ["show", "latest"],
    "last": ["latest"], "latest-sample": ["latest"],
    "today": ["day today"], "yesterday": ["day yesterday"], "week": ["summary 'this week'"],
    "month": ["summary 'this month'"], "daily-sum": ["daily"], "totals": ["daily"],
    "sum": ["daily"], "stats": ["statistics"], "average": ["statistics"], "trend": ["trends"],
    "plot": ["chart"], "graph": ["chart"], "swim-log": ["swims"], "swimming": ["swims"],
    "run-log": ["runs"], "workout-log": ["workouts"],
    "workout-with-samples": ["workouts --samples"],
    "workouts-with-samples": ["workouts --samples"], "meals": ["latest food", "samples food"],
    "nights": ["sleep"], "me": ["profile"], "search": ["find"], "grep": ["find"],
    "query": ["find", "samples"], "events": ["log"],
    "blame": ["history"], "verify": ["audit"], "validate": ["audit", "check"], "lint": ["check"],
    "duplicates": ["dedupe", "check"], "info": ["status"], "print": ["report"], "pdf": ["report"],
    "doc": ["help"], "docs": ["help"], "version": ["--version"], "sync": ["push", "import"],
    "serve": ["mcp"], "fsck": ["audit"], "clone": ["backup"], "pull": ["import"],
    "merge": ["import"], "commit": ["save"], "reflog": ["log"], "tag": ["note"],
    "balance": ["summary"], "bal": ["summary"], "register": ["samples"], "reg": ["samples"],
    "accounts": ["types", "sources"], "activity": ["days", "workouts"],
    "why": ["daily steps --on yesterday --explain"], "preview": ["authorizations --preview"],
    "groups": ["types --groups"],
    "explain": ["daily steps --on yesterday --explain"],
  ]

  /// The options that a word may mean, the likeliest first: that counts which a command has.
  private static let options: KeyValuePairs = [
    "from": ["start"], "to": ["end"], "since": ["from"], "after": ["from"],
    "begin": ["start", "from"], "until": ["to", "end"], "before": ["to"],
    "at": ["start", "on"], "date": ["start", "on"], "time": ["start", "on"],
    "when": ["start", "on"], "timestamp": ["start"], "today": ["on"], "week": ["period"],
    "month": ["period"], "year": ["period"], "days": ["last"], "n": ["limit"], "count": ["limit"],
    "max": ["limit"], "top": ["limit"], "head": ["limit"], "tail": ["limit"], "tz": ["time-zone"],
    "timezone": ["time-zone"], "zone": ["time-zone"], "units": ["unit"], "order": ["sort"],
    "order-by": ["sort"], "filter": ["where"], "query": ["where"], "fields": ["columns"],
    "app": ["source", "as"], "device": ["source"], "author": ["by"], "user": ["by", "as"],
    "by": ["source"], "group-by": ["every", "per"], "j": ["journal"], "db": ["journal"],
    "dir": ["journal"],
    "file": ["output", "journal"], "out": ["output"], "f": ["format"], "json": ["format json"],
    "csv": ["format csv"], "t": ["type"], "all": ["all-columns", "all"], "full": ["all-columns"],
    "preview": ["dry-run"], "n-dry-run": ["dry-run"], "message": ["note", "reason"],
    "m": ["note", "reason"],
  ]

  /// Returns the calls that a word in the place of a command may mean: those of its synonyms, else
  /// those that show the type or the activity of this name; empty if it means none.
  ///
  /// - Parameter names: the names of all commands.
  static func calls(_ word: String, among names: [String]) -> [String] {
    if let calls = commands.first(where: { $0.key == word.lowercased() })?.value {
      return calls.filter { call in
        call.hasPrefix("--") || names.contains { call == $0 || call.hasPrefix($0 + " ") }
      }
    }
    if let type = TypeCatalogue.meant(by: word) { return calls(of: type, called: word) }
    let activity = try? WorkoutActivityType.resolve(word)
    return activity.map { ["workouts --activity \($0.name)"] } ?? []
  }

  /// Returns the calls that show a type.
  private static func calls(of type: ObjectType, called word: String) -> [String] {
    switch type {
    case .quantity, .category: ["latest \(word)", "chart \(word)"]
    case .correlation(let known) where known.membership == .eachOnce:
      [Views.together(known)?.name].compactMap(\.self) + ["latest \(word)", "chart \(word)"]
    case .characteristic: ["profile"]
    case .workout: ["workouts"]
    case .correlation: ["latest \(word)", "samples \(word)"]
    case .other:
      [Views.about(type.identifier)?.name ?? "objects --type \(type.shortName)"]
    }
  }

  /// Returns the option that a word may mean: by its synonyms, else the nearest name; nil if it
  /// means none.
  static func option(_ word: String, among names: [String]) -> String? {
    let meant = options.first { $0.key == word.lowercased() }?.value ?? []
    return meant.first { option in
      names.contains { option == $0 || option.hasPrefix($0 + " ") }
    } ?? NearestNames.of(word, among: names).first
  }
}
