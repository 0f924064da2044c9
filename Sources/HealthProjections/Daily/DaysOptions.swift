import ViewTables

extension View {
  /// The days that do not have 24 hours, and those on which the zone changed.
  package static let days = View(
    "days", summary: "days of 23 or 25 hours, and changes of time zone",
    options: NoOptions.self,
    sharing: [
      .timeZone, .dayStarts, .type, .from, .to, .on, .period, .last, .source, .predicate, .typed,
      .limit,
      .sort,
    ],
    details: """
      A row a day that is no plain one, with its hours, its bounds and the reason: clocksForward,
      clocksBack or zoneChange. Of the clocks, only days with samples are shown; with --from or --to all
      days of the journal's zone from the first sample to the last. A day is what it is for `daily`:
      that of a sample's own HKTimeZone where it has one, else of the journal's time zone.

      The zone changed where a sample or workout names another HKTimeZone than the one before it, in the
      order of their starts; those that name none say nothing. The day is the one on which it starts
      there: it begins by the clocks of the zone that it came from, and ends by those of the last that it
      came to. With --time-zone every day is one of that zone, and none changes.

        health-journal days
        health-journal days --from 2017-01-01 --to 2018-01-01 --time-zone Europe/Berlin
      """,
    rowKey: DaysView.rowKey, reads: .asked, hasOwnDays: true,
    presentation: Presentation(
      hasOwnClocks: true,
      nothing: "nothing found: only days of 24 hours, and no change of time zone"),
    forms: [Form("", DaysView.columns)]
  ) { request, _ in
    try DaysView.table(of: request.journal, in: try request.context())
  }
}
