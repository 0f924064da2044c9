import HealthModel
import HealthTables
import HealthViews

extension ReportSection {
  /// The notes on the period, with their tags; left out if there are none.
  static let notes = ReportSection(name: "notes", title: .notesTitle, nothing: nil) { data in
    let notes = try data.notes()
    if notes.isEmpty { return [] }
    let words = data.words
    return [
      .table(
        words(.notesCaption), notes,
        [
          .text(.when) { data.time(of: $0) }, .sentence(.note) { $0.words.text ?? "–" },
          .sentence(.tags) { $0.words.tags.joined(separator: ", ") },
          .sentence(.source) { words.source($0.source) }.optional,
          .number(.line) { words.number(Int($0.sequence)) },
        ])
    ]
  }
}

extension ReportData {
  /// Returns the notes that have time in the period, newest first; none for a reader who never
  /// asked for notes.
  fileprivate func notes() throws -> [NotesView.SeenNote] {
    guard journal.tables.isDetermined(Note.type) else { return [] }
    return try NotesView.notes(of: journal, in: context)
  }

  /// Returns the days of the period on which there are notes that the reader may see.
  func notedDays() throws -> Set<Int> {
    try NotedTime(journal).ofAll.days(period.days, of: calendar)
  }

  /// Returns the time of a note: its moment, or its first and its last moment.
  fileprivate func time(of note: NotesView.SeenNote) -> String {
    guard let span = note.span else { return "–" }
    let start = moment(span.start)
    return span.start.instant == span.end.instant ? start : "\(start) – \(moment(span.end))"
  }
}
