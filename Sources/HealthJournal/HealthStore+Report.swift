import HealthEvents
public import HealthModel
import HealthProjections
import HealthReport
import Journal

/// A page for people.
extension HealthStore {
  /// The names of a report's sections, in the order of the page.
  public static var reportSections: [String] { Report.sectionNames }

  /// A page about some days for a doctor, a coach or oneself: one file of HTML in UTF-8, which
  /// loads nothing. The same lines and options give the same bytes, those that the command `report`
  /// writes.
  ///
  ///     let page = try await store.report(options: ["period": "2026-03", "language": "de"])
  ///     try page.map { try Data($0).write(to: file) }
  ///
  /// - Parameters:
  ///   - options: those of the command, by their names: `from`, `to`, `on`, `last`, `period` (also
  ///     `month` or `year`, up to the newest data), `sections` (see `reportSections`), `language`
  ///     (`en`, `de` or `es`), `time-zone`, `as-of`; none: the year that ends with the newest
  ///     sample or workout.
  ///   - reader: for whom it is: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: the bytes; nil where there is no sample and no workout.
  /// - Throws: a `StoreError`: `.invalidArgument` where there is no such option, or a value makes
  ///   no sense.
  public func report(
    options: ViewOptions = [:], as reader: String = EventActor.owner
  ) throws(StoreError) -> [UInt8]? {
    try answering {
      let values = try OptionValues(
        options, of: "report", among: Report.options + [.asOf],
        as: reader == EventActor.owner ? nil : reader, rules: .window)
      var request = try request(values, as: reader)
      return try Report.made(for: &request, version: ProgramVersion.number)?.bytes
    }
  }
}
