import HealthProjections

/// `samples`: samples one by one.
enum SamplesCommand {
  static let view = View(
    name: "samples", summary: "samples one by one",
    options: [.type, .from, .to, .source, .predicate, .limit, .unit, .sort],
    details: """
      As they were saved, in their own units unless --unit or a preferred unit says otherwise. Without
      --sort type by type, by start; with it all types together. HealthKit's words for fields
      (startDate, endDate, identifier, units, sourceName) are understood too.

        health-journal samples --type heartRate --from yesterday --sort end
        health-journal samples --columns startDate,endDate,identifier,value,units --format csv
      """,
    rowKey: .uuid, hidesEmptyColumns: false
  ) { arguments, reading in
    try SamplesView.table(
      of: reading.journal, in: try reading.context(),
      order: arguments[.sort].map { SamplesView.order($0) })
  }
}
