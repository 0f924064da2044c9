/// Every view: one line each, in the order of help. A new one comes before `imports`, which help
/// lists with the commands that import.
package enum Views {
  /// The version of the rules by which views make figures of lines. Receipts of reports, exports
  /// and `mcp` state it, so that a figure of changed rules is told from one of changed lines. A
  /// change of a rule counts it up and adds a row to the table of D217 in DECISIONS.
  package static let rulesVersion: UInt64 = 2

  /// All of them.
  package static let all: [View] = [
    .latest,
    .daily,
    .statistics,
    .compare,
    .trends,
    .summary,
    .days,
    .samples,
    .workouts,
    .routes,
    .swims,
    .runs,
    .sleep,
    .energy,
    .profile,
    .rings,
    .ecg,
    .authorizations,
    .sources,
    .find,
    .objects,
    .imports,
  ]

  /// The view that is about a type that is no quantity, as `sleep` is; nil: there is none.
  static func about(_ type: String) -> View? { all.first { $0.reads.isAbout(type) } }
}
