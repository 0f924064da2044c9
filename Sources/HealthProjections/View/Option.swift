import HealthTables

/// An option of a view or a command, as help shows it.
package struct Option: Hashable, Sendable {
  /// Without the dashes.
  package let name: String
  /// The word for its value in help; nil: it takes none.
  package let value: String?
  /// One line of help.
  package let help: String
  /// Whether it may be given several times.
  package let isRepeatable: Bool
  /// The words that it takes, where it takes no others; empty: others too.
  package private(set) var choices: [String]

  /// An option: `Option("limit", "N", "at most N rows")`.
  package init(
    _ name: String, _ value: String?, _ help: String, isRepeatable: Bool = false,
    choices: [String] = []
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.choices = choices
  }

  /// The same option, which takes these words alone.
  func taking(_ choices: [String]) -> Option {
    var option = self
    option.choices = choices
    return option
  }
}

/// Options that several views share: `ViewRequest.context` reads them.
extension Option {
  /// As of when, for whom and how carefully a journal is read.
  package static let reading: [Option] = [.asOf, .reader, .rights, .verify]
  /// Which part of time.
  package static let window: [Option] = [.from, .to, .on, .period, .last]
  /// Which types.
  package static let type = Option(
    "type", "TYPE", "only this type; several with commas", isRepeatable: true)
  /// Where the window begins.
  package static let from = Option("from", "TIME", "only what ends then or later")
  /// Where the window ends.
  package static let to = Option("to", "TIME", "only what starts before then")
  /// Which day.
  package static let on = Option("on", "DAY", "only this day, as yesterday, monday or 2026-03-01")
  /// Which period.
  package static let period = Option(
    "period", "PERIOD", "only this period, as 'last week', 2026-03 or 2026-W12")
  /// How much of the past.
  package static let last = Option(
    "last", "LENGTH", "only the last days, weeks, months or years, today included, as 4w")
  /// Which sources.
  package static let source = Option(
    "source", "NAME", "only this source, by name or bundle", isRepeatable: true)
  /// Which samples or objects.
  package static let predicate = Option(
    "where", "PREDICATE", "only what it holds for, as 'source = Watch and duration > 1 min'")
  /// Objects that were entered by hand, or all others.
  package static let typed = Option(
    "typed", "ANSWER", "no leaves out what was entered by hand, yes takes nothing else",
    choices: ["yes", "no"])
  /// How many rows.
  package static let limit = Option("limit", "N", "at most N rows")
  /// The unit of the figures.
  package static let unit = Option("unit", "UNIT", "show values in this unit")
  /// The order of the rows.
  package static let sort = Option("sort", "FIELD", "sort by a field; -FIELD for descending")
  /// Which fields.
  package static let columns = Option(
    "columns", "FIELD,FIELD", "these fields, in this order; NAME=FIELD renames", isRepeatable: true)
  /// The name of the option that shows every column; formats for people have its help.
  package static let allColumns = "all-columns"
  /// Whether copies of workouts are left out.
  package static let fold = Option(
    "fold", nil, "workouts that were saved or recorded several times once, as they count")
  /// The zone whose days count.
  package static let timeZone = Option(
    "time-zone", "ZONE", "days and times of this zone, as Europe/Paris, for every sample")
  /// The line or time whose state is shown.
  package static let asOf = Option("as-of", "SEQ|TIME", "show what was known then")
  /// The source that reads.
  package static let reader = Option(
    "as", "SOURCE", "show what this source may read; else all")
  /// By which rights that source reads what was known at another moment.
  package static let rights = Option(
    "rights", "WHEN", "of --as in the past: now, those of now too (the default); or then",
    choices: RightsMoment.allCases.map(\.rawValue))
  /// Whether the chain is looked at.
  package static let verify = Option(
    "verify", nil, "compute and compare every chain value on the way")
  /// Samples that are problems do not count.
  package static let withoutProblems = Option(
    "without-problems", nil, "leave out samples that `check` calls implausible")
  /// Samples that are problems count.
  package static let withProblems = Option(
    "with-problems", nil, "count samples that `check` calls implausible too")
  /// When days start.
  package static let dayStarts = Option(
    "day-starts", "HH:MM", "days start at this time of the clock, as 04:00")
}
