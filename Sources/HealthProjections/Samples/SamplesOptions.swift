import ViewTables

extension View {
  /// Samples one by one.
  package static let samples = View(
    "samples", summary: "samples one by one",
    options: NoOptions.self,
    sharing: [
      .type, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .unit, .sort,
    ],
    details: """
      As they were saved, in their own units unless --unit or a preferred unit says otherwise. Without
      --sort type by type, by start; with it all types together. HealthKit's words for fields
      (startDate, endDate, identifier, units, sourceName) are understood too.

        health-journal samples --type heartRate --from yesterday --sort end
        health-journal samples --columns startDate,endDate,identifier,value,units --format csv
      """,
    rowKey: .uuid, reads: .asked, tool: .withheld,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [Form("", SamplesView.columns)]
  ) { request, _ in
    try SamplesView.table(
      of: request.journal, in: try request.context(),
      order: request.values[.sort].map { SamplesView.order($0) })
  }
}
