import HealthModel
import HealthTables
import ViewTables

/// The options of `latest`.
struct LatestOptions: ViewOptions {
  /// Whether it says why.
  var explains = false
  /// Whether it draws the last days of each type.
  var drawsDays = false

  private static let explain = Option("explain", nil, "with one --type: why it is so")

  static let declared: [DeclaredOption<Self>] =
    shared(
      .type, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .unit, .sort)
    + [
      .flag(\.explains, explain).ofCommand, .flag(\.drawsDays, Sparkline.option).ofCommand,
    ]

  static let rules: [OptionRule] = [
    .requiresOne(explain, of: .type, saying: "--explain needs one --type"),
    .atMostOne(of: [explain, Sparkline.option]),
  ]
}

extension View {
  /// The latest sample of each type.
  package static let latest = View(
    "latest", summary: "the latest sample of each type",
    options: LatestOptions.self,
    details: """
      The live sample with the greatest end; ties by start, then by seq, later wins. Deleting it brings
      the one before back. --explain lists the sample, those that come next and what they lack, and those
      that would come first had a line not deleted or replaced them; `history` and `log` show a line.

        health-journal latest --type bodyMass --unit lb
        health-journal latest --type bodyMass --explain
        health-journal latest --sparkline
      """,
    reads: .asked, isComparedByDefault: true,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [
      Form("", LatestView.columns),
      Form("--sparkline", LatestView.drawnColumns),
      Form("--explain", LatestExplanation.columns()),
    ]
  ) { request, options in
    let context = try request.context()
    guard options.explains, let type = context.query.types?.first else {
      let rows = try LatestView.rows(
        of: request.journal, in: context, drawingDaysUpTo: options.drawsDays ? request.now : nil)
      var table = LatestView.table(rows, areDrawn: options.drawsDays)
      table.presentation = Presentation(hidesEmptyColumns: false)
      table.remark(
        onFuture: rows.filter { $0.sample.start > request.now.microseconds }
          .map { TypeCatalogue.shortName(of: $0.type) })
      if options.drawsDays {
        table.presentation?.footer = "last days: the \(Sparkline.days) up to today"
      }
      return table
    }
    var table = try LatestExplanation.table(of: type, request.journal, in: context)
      .limited(to: context.query.limit)
    table.presentation = Presentation()
    return table
  }
}
