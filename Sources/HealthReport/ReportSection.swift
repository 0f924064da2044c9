/// A part of a report: one value in one file, and one line in `all`.
struct ReportSection: Sendable {
  /// The word for it in `--sections`, and the position in the page.
  let name: String
  /// Its heading.
  let title: Word
  /// What is said where there is no data; nil: it is left out then.
  let nothing: Word?
  /// Writes what it shows; false: there is nothing to show.
  let write: @Sendable (_ data: ReportData, _ page: inout Page) throws -> Bool

  /// What it shows, or that there is nothing; nil: it is left out.
  func content(_ data: ReportData) throws -> Page? {
    var content = Page()
    if try write(data, &content) { return content }
    guard let nothing else { return nil }
    content = Page()
    content.note(data.words(nothing))
    return content
  }

  /// Every section, in the order of the page.
  static let all: [ReportSection] = [
    .changes, .vitals, .activity, .heart, .sleep, .body, .glucose, .workouts, .quality, .receipt,
  ]
}
