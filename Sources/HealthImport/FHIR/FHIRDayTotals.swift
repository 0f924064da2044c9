import HealthEvents
package import HealthModel

/// The totals of days among Observations, and the samples of the same source beside which they do
/// not count: they are their parts.
///
/// A total waits until all parts of the file are known. It stays out where the file or the journal
/// has a part of it, and a total that the journal took by itself gives way to the first part of it
/// that comes later.
struct FHIRDayTotals {
  /// An Observation that is put off, with the bytes of its resource and where they stand.
  struct Waiting {
    var found: StatedObservation
    var bytes: [UInt8]
    var offset: UInt64
  }

  /// A type of a source.
  private struct Subject: Hashable {
    var type: String
    /// The word of the source's name in the journal.
    var source: UInt64
  }

  private var names: SourceNames

  /// Those that wait.
  private(set) var waiting: [Waiting] = []
  /// The quarters of hours since 1970 that samples of this import lie in.
  private var parts: [Subject: Set<Int64>] = [:]
  /// What the journal held.
  private var held: [Subject: [HeldSample]] = [:]
  /// Totals of the journal that have given way.
  private var gone: Set<ObjectUUID> = []

  /// A quarter of an hour in microseconds: days of all zones begin with one.
  private static let quarter: Int64 = 900_000_000
  /// The longest day in microseconds.
  private static let longest: Int64 = 25 * 3_600_000_000

  /// None yet.
  ///
  /// - Parameter names: how names of sources are read.
  init(_ names: SourceNames) { self.names = names }

  /// Puts a total off.
  mutating func add(_ total: Waiting) { waiting.append(total) }

  /// Hands over those that wait.
  mutating func takeWaiting() -> [Waiting] {
    defer { waiting = [] }
    return waiting
  }

  // MARK: Parts

  /// Notes what an Observation says that the journal has now, where it may be a part of a total.
  ///
  /// - Returns: the totals of the journal that give way to it.
  mutating func note(
    _ found: StatedObservation, _ sink: some ImportSink
  ) -> [ObjectUUID] {
    found.drafts.flatMap { draft -> [ObjectUUID] in
      guard let (subject, span) = subject(of: draft), span.length <= Self.longest
      else { return [] }
      let first = span.start.microseconds.floorDivided(by: Self.quarter)
      let last = max(span.start.microseconds, span.end.microseconds - 1)
        .floorDivided(by: Self.quarter)
      for quarter in first...last { parts[subject, default: []].insert(quarter) }
      let totals = samples(subject, sink).filter { held in
        held.isDay && Self.isPart(span, of: held.span) && gone.insert(held.uuid).inserted
      }
      return totals.map(\.uuid)
    }
  }

  /// Returns whether the file or the journal has a part of a total.
  mutating func hasParts(of total: StatedObservation, _ sink: some ImportSink) -> Bool {
    guard let draft = total.drafts.first, let (subject, span) = subject(of: draft)
    else { return false }
    let day = span.length > 0 ? span : Self.day(of: span.start)
    let first = day.start.microseconds.floorDivided(by: Self.quarter)
    let end = (day.end.microseconds - 1).floorDivided(by: Self.quarter)
    if first <= end, let known = parts[subject], (first...end).contains(where: known.contains) {
      return true
    }
    return samples(subject, sink).contains { Self.isPart($0.span, of: day) }
  }

  private mutating func samples(_ subject: Subject, _ sink: some ImportSink) -> [HeldSample] {
    if let known = held[subject] { return known }
    let found = sink.heldSamples(of: subject.type, from: subject.source)
    held[subject] = found
    return found
  }

  /// Returns what is measured in totals, and when; nil: it is no such type.
  private mutating func subject(of draft: Draft) -> (Subject, TimeSpan)? {
    guard case .quantity(let sample) = draft.object.content,
      FHIRName.Code.dayTotals.values.contains(sample.type)
    else { return nil }
    let source = ContentKey.word(ofSource: draft.source.map { names.name($0.name) })
    return (Subject(type: sample.type, source: source), sample.span)
  }

  /// Returns whether a sample is a part of what was measured in a time: shorter, and in it.
  private static func isPart(_ span: TimeSpan, of whole: TimeSpan) -> Bool {
    guard span.length < whole.length else { return false }
    let (start, end) = (span.start.instant, span.end.instant)
    return start < whole.end.instant && (end > whole.start.instant || start >= whole.start.instant)
  }

  /// The local day of a moment, by its own offset.
  private static func day(of time: Timestamp) -> TimeSpan {
    let day: Int64 = 86_400_000_000
    let offset = Int64(time.offsetMinutes) * 60_000_000
    let start = (time.instant.microseconds + offset).floorDivided(by: day) * day - offset
    func moment(_ microseconds: Int64) -> Timestamp {
      Timestamp(
        instant: Instant(microseconds: microseconds), offsetMinutes: time.offsetMinutes)
    }
    return TimeSpan(moment(start), moment(start + day))
  }
}

extension TimeSpan {
  /// Microseconds.
  fileprivate var length: Int64 { end.microseconds - start.microseconds }
}

extension Timestamp {
  fileprivate var microseconds: Int64 { instant.microseconds }
}

/// A live sample that the journal held before an import.
package struct HeldSample: Hashable, Sendable {
  /// Its uuid.
  package var uuid: ObjectUUID
  /// From when to when.
  package var span: TimeSpan

  /// A sample of this uuid and time.
  package init(uuid: ObjectUUID, span: TimeSpan) {
    self.uuid = uuid
    self.span = span
  }

  /// Whether an import made it, of a whole day from a midnight of its own clock to another.
  fileprivate var isDay: Bool {
    func isMidnight(_ time: Timestamp) -> Bool {
      (time.hour, time.minute, time.second, time.microsecond) == (0, 0, 0, 0)
    }
    let hours = span.length / 3_600_000_000
    return uuid.isOfContent && (23...25).contains(hours) && isMidnight(span.start)
      && isMidnight(span.end)
  }
}
