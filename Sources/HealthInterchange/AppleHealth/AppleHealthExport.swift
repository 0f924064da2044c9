import ByteTools
import HealthEvents
import HealthModel
package import HealthProjections
import HealthTables
package import JournalFile

/// Writes a journal as the folder that the Health app exports: `export.xml` of version 14, and
/// beside it the points of routes and the voltages of electrocardiograms.
///
/// Lines are read in their order, one at a time: samples, rings and documents become elements as
/// they come, then correlations and workouts, whose parts stand in other lines. So an import, which
/// tells equal records apart by their order, gives what came from an export the same uuids again.
package struct AppleHealthExport: JournalExport {
  /// `apple-health`.
  package let name = "apple-health"
  /// For help.
  package let summary = "the folder that the Health app exports"
  /// As in the archive that the Health app makes.
  package let folderName = "apple_health_export"

  /// An export.
  package init() {}

  /// Writes it.
  package func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport {
    let journal = request.journal
    let date = try ExportDate.date(of: journal)
    var run = try AppleHealthExportRun(journal, date)
    try run.write(into: &folder)
    return run.report
  }
}

/// When an export says that it was made. No clock is asked: the same journal gives the same bytes.
enum ExportDate {
  /// The latest date of the files that were imported, where nothing was saved or deleted after
  /// them: then all of the journal was known at that moment, and an export of an import bears its
  /// date. Else when the last line was recorded.
  static func date(of journal: ReplayedJournal) throws -> Timestamp {
    var imported: (date: Timestamp, sequence: UInt64)?
    if journal.tables.counts[.importReceipt] > 0 {
      try journal.forEachEntry(mentioning: "\"sha256\"") { entry in
        guard case .importReceipt(let receipt)? = entry.event else { return }
        let dates = [receipt.exported, imported?.date].compactMap { $0 }
        let last = dates.max { $0.instant < $1.instant }
        if let last { imported = (last, entry.sequence) }
      }
    }
    if let imported, try !holdsObjects(journal, after: imported.sequence) { return imported.date }
    let last = try lastMoment(of: journal)
    var zones = ZoneCatalogue()
    guard let zone = try? zones.rules(named: journal.tables.settings.timeZone) else {
      return Timestamp(instant: last, offsetMinutes: 0)
    }
    return Timestamp(last, in: zone).wholeSecond
  }

  private static func holdsObjects(
    _ journal: ReplayedJournal, after sequence: UInt64
  ) throws -> Bool {
    var isFound = false
    try journal.forEachEntry(from: sequence + 1) { entry in
      isFound = entry.kind == .save || entry.kind == .delete
      return !isFound
    }
    return isFound
  }

  /// When the last line was recorded that says anything to the reader.
  private static func lastMoment(of journal: ReplayedJournal) throws -> Instant {
    if journal.tables.access.isOwners, let last = journal.tables.lastAt { return last }
    var last = Instant.epoch
    try journal.forEachEntry { entry in
      last = entry.at
      return true
    }
    return last
  }
}
