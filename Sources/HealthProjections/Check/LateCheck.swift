import HealthEvents
import HealthModel
import HealthTables
import JournalFile

extension Check {
  /// Samples that were recorded long after their end. Imported samples are recorded late by nature,
  /// so for them the date counts on which the source created the sample; one without such a date is
  /// left out.
  static let late = Check(
    name: "late", level: .note,
    summary: "samples recorded, or where imported created, long after their end"
  ) { subject in
    let limit = subject.options.lateHours
    let times = try subject.times
    let created = try CreationDates(subject.journal, times.imports, laterThan: limit)
    return try subject.findings(.late(hours: limit)) { _, samples, row in
      let sequence = samples.columns.sequences[row]
      let arrived =
        times.importing(sequence) == nil
        ? times.recorded(sequence).microseconds : created.late[samples.columns.uuids[row]]
      guard let arrived else { return nil }
      let delay = arrived - samples.columns.ends[row]
      return Double(delay) > limit * 3.6e9 ? "\(LengthWords.of(delay)) later" : nil
    }
  }
}

/// When the sources of imported samples created them, of those that are late: to keep all would
/// take as much memory as the samples themselves.
private struct CreationDates {
  /// Microseconds by uuid.
  private(set) var late: [ObjectUUID: Int64] = [:]
  private let hours: Double

  init(
    _ journal: ReplayedJournal, _ imports: [RecordedTimes.Import], laterThan hours: Double
  ) throws {
    self.hours = hours
    for range in imports.map(\.lines) {
      try journal.forEachEntry(from: range.lowerBound) { entry in
        guard entry.sequence <= range.upperBound else { return false }
        guard case .save(let save) = entry.event else { return true }
        for object in save.objects { note(object) }
        return true
      }
    }
  }

  private mutating func note(_ object: HealthObject) {
    guard let created = object.created?.instant, let end = object.content.span?.end.instant,
      created.seconds(since: end) > hours * 3600
    else { return }
    late[object.uuid] = created.microseconds
  }
}
