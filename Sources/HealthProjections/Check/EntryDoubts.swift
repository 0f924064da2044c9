package import HealthModel
package import HealthTables
import JournalFile

/// What `check` would say of an object that is entered now, told by the rules of its checks.
package enum EntryDoubts {
  /// A few words a doubt, without a health value:
  /// `lies outside 0.2 to 635 kg (0.212 to 635, Guinness)`.
  ///
  /// - Parameter moment: when it is recorded.
  package static func of(_ content: Content, recordedAt moment: Instant) -> [String] {
    guard let span = content.span else { return [] }
    let (start, end) = (span.start.instant.microseconds, span.end.instant.microseconds)
    var doubts: [String] = []
    if case .quantity(let sample) = content, let range = range(excluding: sample) {
      doubts.append("lies outside \(range)")
    }
    if FutureRule.note(start: start, known: moment.microseconds) != nil {
      doubts.append("starts in the future")
    }
    if let long = SampleLength.absurdity(
      end - start, beyond: SampleLength.longest(content.type))
    {
      doubts.append("is \(long), longer than its type can last")
    }
    return doubts
  }

  /// Returns what is doubtful about objects that are entered together: a blood pressure whose first
  /// figure is below the second; nil: nothing.
  package static func between(_ contents: [Content]) -> String? {
    func millimetres(_ type: QuantityType) -> Double? {
      for case .quantity(let sample) in contents where sample.type == type.identifier {
        return (try? Unit(sample.unit)).flatMap {
          try? $0.convert(sample.value, to: type.canonicalUnit)
        }
      }
      return nil
    }
    guard let systolic = millimetres(.bloodPressureSystolic),
      let diastolic = millimetres(.bloodPressureDiastolic), systolic < diastolic
    else { return nil }
    return "bloodPressure has its first figure, the systolic one, below the second"
  }

  /// The earlier lines whose samples, or workouts, `check` calls copies of one that was just saved.
  ///
  /// - Parameter journal: as who saved it sees it, the new line included.
  /// - Throws: `ProjectionError`; what reading lines throws.
  package static func copies(
    of object: HealthObject, in journal: ReplayedJournal
  ) throws -> [UInt32] {
    guard let span = object.content.span else { return [] }
    let sequences: [[UInt32]]
    switch object.content {
    case .quantity, .category:
      var query = Query()
      query.types = [object.content.type]
      query.from = span.start.instant
      query.to = span.start.instant.adding(microseconds: 1)
      let subject = try CheckSubject(journal, ViewContext(query), CheckOptions())
      sequences = subject.types.flatMap { samples in
        SampleCopies(samples, journal.tables).groups
          .filter { $0.contains { samples.columns.uuids[$0] == object.uuid } }
          .map { $0.map { samples.columns.sequences[$0] } }
      }
    case .workout:
      var query = Query()
      query.from = span.start.instant
      query.to = span.start.instant.adding(microseconds: 1)
      let workouts = try WorkoutList(journal, query).shown
      sequences = WorkoutEfforts(workouts, addingUp: true, in: journal.tables).copies
        .map { $0.map { workouts[$0].row } }
        .filter { $0.contains { $0.uuid == object.uuid } }.map { $0.map(\.sequence) }
    case .correlation, .characteristic, .summary, .document: return []
    }
    return sequences.flatMap(\.self).filter { $0 < journal.head.sequence }.sorted()
  }

  /// The plausible range that this sample's value lies outside of; nil if the value is plausible.
  private static func range(excluding sample: QuantitySample) -> PlausibleRange? {
    guard let range = PlausibleRange.of(sample.type), let unit = try? Unit(sample.unit),
      range.excludes(sample.value, unit, own: range.unit.flatMap { try? Unit($0) })
    else { return nil }
    return range
  }
}
