package import HealthModel
package import HealthTables

/// The time of the live notes that a reader sees, by their tags.
///
/// Tags are compared without regard to upper and lower case.
package struct NotedTime: Sendable {
  /// A note with its time.
  private struct Noted {
    var tags: [String]
    var span: ClosedRange<Int64>
  }

  private let notes: [Noted]

  /// Reads the notes of a journal from their lines.
  ///
  /// - Throws: the errors of reading lines.
  package init(_ journal: ReplayedJournal) throws {
    try journal.tables.readObjects()
    let number = journal.tables.types.number(of: Note.type)
    let rows = journal.tables.objects.filter { $0.isLive && $0.type == number }
    var notes: [Noted] = []
    try journal.forEachObject(of: rows.map { ($0.uuid, $0.sequence) }) { index, object in
      guard object.content.span != nil else { return }
      let row = rows[index]
      let tags = Note.Words(stated: object.fields).tags
      notes.append(Noted(tags: tags, span: row.start...max(row.start, row.end)))
    }
    self.notes = notes
  }

  /// Returns the time of the notes that have a tag for which a condition holds; it is asked of tags
  /// in small letters.
  func time(where holds: (String) throws -> Bool) rethrows -> TimeCover {
    TimeCover(
      try notes.filter { try $0.tags.contains { try holds(Note.folded($0)) } }.map(\.span))
  }

  /// Returns the time of the notes that have one of some tags.
  package func time(of tags: [String]) -> TimeCover {
    let wanted = Set(tags.map(Note.folded))
    return time { wanted.contains($0) }
  }

  /// All tags, each as it was written.
  package var tags: [String] { Set(notes.flatMap(\.tags)).sorted() }

  /// The time of all notes, also of those without a tag.
  package var ofAll: TimeCover { TimeCover(notes.map(\.span)) }
}

/// Stretches of time, both ends of each included.
package struct TimeCover: Sendable {
  /// The stretches in microseconds since 1970, ascending, none of which touch.
  private let stretches: [ClosedRange<Int64>]

  /// Creates the union of some stretches, in whatever order.
  init(_ spans: [ClosedRange<Int64>]) { stretches = spans.merged() }

  /// Returns true if a span from start to end overlaps or touches a stretch.
  func touches(start: Int64, end: Int64) -> Bool {
    let next = stretches.indices.partitioningIndex { stretches[$0].upperBound >= start }
    return next < stretches.count && stretches[next].lowerBound <= max(start, end)
  }

  /// Returns true if a stretch has time in a range, or is a moment of it. Unlike `touches`, it is
  /// false for a stretch that ends as the range begins.
  package func lies(in range: Range<Int64>) -> Bool {
    let next = stretches.indices.partitioningIndex {
      stretches[$0].upperBound >= range.lowerBound
    }
    return stretches[next...].prefix { $0.lowerBound < range.upperBound }
      .contains { $0.upperBound > range.lowerBound || $0.lowerBound == range.lowerBound }
  }

  /// Returns those of some days in which it lies, as numbers since 1970-01-01.
  package func days(_ days: Range<Int>, of calendar: DayCalendar) -> Set<Int> {
    Set(
      days.filter { day in
        let (first, end) = (calendar.start(of: day), calendar.start(of: day + 1))
        guard first < end else { return false }
        return lies(in: first.microseconds..<end.microseconds)
      })
  }
}

/// The objects for which a comparison of `tag` holds, by their time.
struct TaggedTime: Sendable {
  /// The time of all notes with tags.
  private let tagged: TimeCover
  /// The time of the notes with a tag that decides.
  private let deciding: TimeCover
  /// True if the comparison holds where no tag decides.
  private let holdsElsewhere: Bool

  /// - Throws: what comparing throws.
  init(_ comparison: ComparisonTest, _ notes: NotedTime) throws {
    // One tag that is equal decides against `!=`; one that fits decides for any other operator.
    let holdsElsewhere = comparison.operation == .notEqual
    tagged = notes.time { _ in true }
    deciding = try notes.time { tag in
      try comparison.holds([.text(tag)], of: Note.type) != holdsElsewhere
    }
    self.holdsElsewhere = holdsElsewhere
  }

  /// Returns whether the comparison holds for an object of some time; nil if it has no tag.
  func holds(start: Int64?, end: Int64?) -> Bool? {
    guard let start, let end, tagged.touches(start: start, end: end) else { return nil }
    return deciding.touches(start: start, end: end) != holdsElsewhere
  }
}

extension Option {
  /// The option for the tags of notes.
  package static let tag = Option(
    "tag", "TAG", "only notes with this tag, in upper or lower case", isRepeatable: true)
}
