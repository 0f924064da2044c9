import HealthEvents
import HealthModel
import HealthViews
import Journal

/// `note`: words and tags on some time.
struct NoteCommand: CommandOptions {
  var metadata = Metadata()
  var uuid: ObjectUUID?
  var source: Source?

  static let from = Option("from", "TIME", "when it began")
  static let to = Option("to", "TIME", "the end of the note's time; default now")
  static let at = Option("at", "TIME", "the moment of the note; default now")
  static let on = Option("on", "DAY", "the whole of this day, such as yesterday or 2026-03-01")
  static let tag = Option(
    "tag", "TAG", "a short name by which it is found", isRepeatable: true)
  static let attachedNote = Option("note", "TEXT", "save a note of the same time too")
  static let attachedTag = Option("tag", "TAG", "a tag of that note", isRepeatable: true)
  /// The options of other commands for a note that they save too.
  static let attached = [attachedNote, attachedTag]
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, .answer, from, to, at, on, tag)
    + [
      .value(
        \.metadata, "metadata", "KEY=VALUE", "a number, true, false, '5 km', a time or text",
        isRepeatable: true
      ) { try SaveCommand.metadata($0.values.all($1)) },
      .value(\.uuid, "uuid", "UUID", "the uuid of the note; default: random") {
        try Inputs.uuid(ofNew: $0.values[$1] ?? "")
      },
      .shared(.by),
      .value(\.source, "source-name", "NAME", "the name of the app that it comes from") {
        $0.values[$1].map { Source(name: $0) }
      },
    ]
  static let rules: [OptionRule] = [
    .excludes(at, [from, to, on]), .excludes(on, [from, to]), .requires(to, [from]),
  ]

  static let page = command(
    name: "note", group: .append, summary: "save a note, or tags, on some time", words: "[TEXT]",
    count: 0...1,
    details: """
      Saves a note: a text, tags, or both. Without an option it is about this moment. --on is a
      whole day of the journal's zone. --from and --to are a stretch of time; --to with a date
      means its first moment, as in `save`.

      A tag is 1 to 64 characters in one line. Upper and lower case are the same tag. A tag
      selects what happened in the time of its notes. In most commands that read,
      `--where 'tag = sick'` selects samples and workouts that touch this time. `compare --tag sick`
      compares the tagged days with the others. `chart --tag sick` marks the time. `notes` lists the
      notes.

      A note is an object of the type `note`, with source, rights, history and erasure. HealthKit
      has no such type. `save`, `swim`, `run` and `workout end` have --note and --tag: they save a
      note of the same time in the same event.

      Examples

        health-journal note 'new shoes'
        health-journal note flu --from 2026-03-01 --to 2026-03-05 --tag sick
        health-journal note --on yesterday --tag travel --tag 'late dinner'

      Fields

        one object: seq, uuids
      """
  ) { options, arguments, console in
    let text = arguments.words.first
    guard let words = try words(text, arguments.values.all(tag)) else {
      throw arguments.misused("TEXT missing, or --tag")
    }
    return try Writing.run(arguments, &console) { writing, console in
      let note = Note(span: try span(arguments.values, writing), words)
      let object = note.object(
        uuid: options.uuid ?? writing.session.drawUUID(), metadata: options.metadata)
      let request = SaveRequest(objects: [Draft(object, source: options.source)])
      return try writing.save(request, isOfNow: true, &console)
    }
  }

  /// Returns the words that `--note` and `--tag` of another command give; nil without them.
  static func words(_ values: OptionValues) throws(Failure) -> Note.Words? {
    try words(values[attachedNote], values.all(attachedTag))
  }

  /// Returns the words of a text and of tags, without blanks around them; nil if there are none.
  private static func words(_ text: String?, _ tags: [String]) throws(Failure) -> Note.Words? {
    let tags = tags.map(trimmed)
    if let wrong = tags.first(where: { !Note.isTag($0) }) {
      throw .usage("--tag takes \(Note.tagRule), not '\(wrong)'")
    }
    let text = text.map(trimmed)
    if text?.isEmpty ?? false { throw .usage("the text of the note is empty") }
    return text == nil && tags.isEmpty ? nil : Note.Words(text: text, tags: tags)
  }

  private static func trimmed(_ text: String) -> String {
    let rest = text.drop(while: \.isWhitespace)
    return String(rest.prefix(rest.count - rest.reversed().prefix(while: \.isWhitespace).count))
  }

  private static func span(
    _ values: OptionValues, _ writing: borrowing Writing
  ) throws -> TimeSpan {
    if values.has(on) {
      let input = try writing.timeInput()
      let day = input.period(of: DayPeriod(try Inputs.day(on, values, input)))
      let zone = try writing.zone()
      return TimeSpan(Timestamp(day.start, in: zone), Timestamp(day.end, in: zone))
    }
    guard let start = try writing.time(from) else {
      return TimeSpan(at: try writing.timeOrNow(at))
    }
    let end = try writing.timeOrNow(to)
    guard start.instant <= end.instant else {
      throw Failure.usage("--to is before --from; without --to a note ends now")
    }
    return TimeSpan(start, end)
  }
}
