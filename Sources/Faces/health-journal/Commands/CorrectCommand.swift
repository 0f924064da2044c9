import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal

/// The command `correct`: it saves a newer version of a sample, which takes the old one's place.
struct CorrectCommand: CommandOptions {
  var unit: String?

  static let time = Option("time", "TIME", "the new start; the sample keeps its length")
  static let end = Option("end", "TIME", "the new end")
  static let unit = Option("unit", "UNIT", "the new unit; without VALUE the number stays")
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, .answer, time, end) + [.value(\.unit, unit) { $0.values[$1] }]
    + shared(.by)

  static let page = command(
    name: "correct", group: .append, summary: "correct the value or the time of a sample",
    words: "UUID|LINE [VALUE]", count: nil,
    details: """
      Saves a newer version of a quantity or category sample, which takes the place of the old one
      in every view. What you do not name stays: time, unit, source, device and metadata. The newer
      version belongs to the workout and the correlation of the old one. The old version stays in
      the history: `history UUID` shows both, and `undo` or `revert` takes the correction back.

      VALUE is as in `save`: `68.9 kg`, or a value of the category. A number without a unit has the
      unit of the old version. If the unit was wrong and the number was right, give --unit alone.
      `samples --all-columns` shows uuids. The first 8 digits are enough if no other uuid begins
      with them. LINE is the number of a line with one object, and `last` the last line.

      The owner may correct every sample. Another source (--by) may correct only samples that it
      saved itself, and needs the right to share the type. Other objects cannot be corrected:
      delete them, and save them again. If you import the file of an old version again, the
      correction stays.

      Examples

        health-journal correct 3F2504E0 68.9 kg
        health-journal correct last 68.9 kg
        health-journal correct 3F2504E0 --time 'yesterday 07:30'
        health-journal correct 3F2504E0 --unit lb

      Fields

        one object: seq, uuids (of the newer version)
      """
  ) { options, arguments, console in
    guard let word = arguments.words.first else { throw arguments.misused("UUID or LINE missing") }
    let words = Array(arguments.words.dropFirst())
    guard !words.isEmpty || [time, end, unit].contains(where: { arguments.has($0) }) else {
      throw arguments.misused("VALUE missing")
    }
    return try Writing.run(arguments, &console) { writing, console in
      let (start, end) = (try writing.time(time), try writing.time(Self.end))
      let catalogue = writing.session.catalogue
      let (request, older) = try writing.session.correction(
        of: try writing.object(orLine: word), by: writing.by
      ) { content in
        try options.content(content, words, catalogue) { span in
          let moved = start ?? span.start
          let length = span.end.instant.microseconds - span.start.instant.microseconds
          let last = start.map {
            Timestamp(
              instant: $0.instant.adding(microseconds: length), offsetMinutes: $0.offsetMinutes)
          }
          return TimeSpan(moved, end ?? last ?? span.end)
        }
      }
      let zone = try writing.zone()
      func text(_ object: HealthObject) -> String {
        ObjectWords.text([object], in: zone, catalogue)
      }
      let newer = request.objects[0].object
      guard newer.content != older.content else {
        throw Failure(code: .no, message: "nothing to correct: it is \(text(older))")
      }
      return try writing.save(request, &console) { accepted in
        "corrected in line \(accepted.sequence): \(newer.uuid) is \(text(newer)), in place of "
          + text(older)
      }
    }
  }

  /// Returns the content as it is corrected.
  private func content(
    _ older: Content, _ words: [String], _ catalogue: JournalTypes,
    moving: (TimeSpan) -> TimeSpan
  ) throws -> Content {
    let known = catalogue.find(older.type)
    switch older {
    case .quantity(var sample):
      sample.span = moving(sample.span)
      if words.isEmpty, unit == nil { return .quantity(sample) }
      let text = words.isEmpty ? DecimalText.text(sample.value) : words.joined(separator: " ")
      // A share without a unit is one already, as in `save`.
      let isBare = Double(text) != nil && sample.unit != Unit.percent.description
      return try SaveValues.sample(
        sample.type, known, [text], span: sample.span, unit: unit ?? (isBare ? sample.unit : nil))
    case .category(var sample):
      sample.span = moving(sample.span)
      guard unit == nil else {
        throw Failure.usage("\(TypeCatalogue.shortName(of: sample.type)) has no unit")
      }
      if words.isEmpty { return .category(sample) }
      return try SaveValues.sample(sample.type, known, words, span: sample.span, unit: nil)
    case .correlation, .workout, .characteristic, .summary, .document:
      throw Failure.usage(
        "\(TypeCatalogue.shortName(of: older.type)) is not a sample; `delete` it, and save it "
          + "again")
    }
  }
}
