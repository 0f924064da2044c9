package import HealthModel
package import HealthTables

/// The view of notes.
package enum NotesView {
  /// The objects that the rows are made of.
  static let reads = Reads.types([Note.type], requiring: [Note.type])

  /// A note, with the content of its line.
  package struct SeenNote: Sendable {
    package let uuid: ObjectUUID
    /// The line that saved it.
    package let sequence: UInt32
    package let span: TimeSpan?
    package let words: Note.Words
    package let source: String
  }

  /// The fields of `notes`.
  static let columns: [RowColumn<SeenNote>] = [
    RowColumn(.start, .time, rank: .key) { Cell(time: $0.span?.start) },
    RowColumn(.end, .time) { Cell(time: $0.span?.end) },
    RowColumn(.note, named: "text", rank: .key) { Cell(text: $0.words.text) },
    RowColumn(.tags) { $0.words.tags.isEmpty ? .missing : .names($0.words.tags) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
    RowColumn(.line, hidden: true) { .whole(Int($0.sequence)) },
  ]

  /// Returns the notes of a query, newest first.
  ///
  /// - Parameter tags: the tags of which a note must have one; empty: all notes.
  /// - Throws: `.readNotDetermined`; the errors of reading lines.
  package static func notes(
    of journal: ReplayedJournal, in context: ViewContext, _ tags: [String] = []
  ) throws -> [SeenNote] {
    var query = context.query
    query.limit = nil
    let wanted = Set(tags.map(Note.folded))
    var notes: [SeenNote] = []
    try SeenDocuments(of: Note.type, in: journal, query) { _ in true }.forEach { row, object in
      let words = Note.Words(stated: object.fields)
      guard wanted.isEmpty || !wanted.isDisjoint(with: words.tags.map(Note.folded)) else { return }
      notes.append(
        SeenNote(
          uuid: row.uuid, sequence: row.sequence, span: object.content.span, words: words,
          source: journal.tables.sourceName(row.provenance)))
    }
    return Array(notes.prefix(context.query.limit ?? .max))
  }
}

/// The options of `notes`.
struct NotesOptions: ViewOptions {
  /// The tags of which a note must have one; empty: all notes.
  var tags: [String] = []

  static let declared: [DeclaredOption<Self>] =
    [.value(\.tags, .tag) { $0.values.all($1) }] + shared(Option.narrowing + [.limit, .sort])

  static let choosesTypes = false
}

extension View {
  /// The view of notes.
  package static let notes = View(
    "notes", summary: "notes and their tags, newest first",
    options: NotesOptions.self,
    details: """
      Shows notes, the newest first: start, end, text, tags, source. --tag shows only notes with
      this tag; with several --tag a note needs one of them. `note` saves a note, and `find`
      searches their texts.

      A tag also selects what happened in the time of its notes: `--where 'tag = sick'` in most
      commands that read, `compare --tag sick`, `chart --tag sick`; see `help predicates`.

      Notes can be written as iCalendar: with --format ics, or into a file whose name ends in
      .ics.

      Examples

        health-journal notes --period 2026-03
        health-journal notes --tag sick --format json
        health-journal daily stepCount --where 'tag = sick'
        health-journal export notes -o notes.ics
      """,
    reads: NotesView.reads, isNewestFirst: true, forms: [Form("", NotesView.columns)]
  ) { request, options in
    let notes = try NotesView.notes(of: request.journal, in: request.context(), options.tags)
    return Table(NotesView.columns, rows: notes)
  }
}
