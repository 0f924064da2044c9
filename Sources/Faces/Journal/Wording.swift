import ByteTools
import HealthImport
package import HealthModel
package import HealthTables
package import JournalFile

/// The words for everything that can go wrong: one sentence each with the problem, its place and
/// the remedy. None holds a health value.
package enum Wording {
  // MARK: The journal

  /// Explains how far the clock is ahead of the last line.
  package static func text(_ leap: ClockLeap) -> String {
    "this machine's clock says \(day(leap.now)), \(counted(leap.days, "day")) after the last line "
      + "of the journal (\(day(leap.last)))"
  }

  /// The question whether a clock is right.
  package static let clockQuestion = "All that is saved would be dated so for good. Is it right?"

  /// Returns the day of a moment in UTC.
  package static func day(_ moment: Instant) -> String {
    String(Timestamp(instant: moment, offsetMinutes: 0).description.prefix { $0 != "T" })
  }

  /// Returns the warnings for the owner about the opening of a journal, a sentence each.
  package static func warnings(_ recovery: Recovery) -> [String] {
    var warnings: [String] = []
    if let path = recovery.quarantinePath {
      warnings.append(
        "\(recovery.tornBytes) bytes after the last complete line were never acknowledged; they are now "
          + "in \(path)")
    }
    if recovery.wasCopied {
      warnings.append("an earlier sync failed; the verified lines are in a new file now")
    }
    if let lines = recovery.madeDurable {
      warnings.append(
        "whether lines \(lines.lowerBound) to \(lines.upperBound) are kept was not known when their writer "
          + "ended; they are kept")
    }
    warnings += recovery.foreign.map { "\($0) belongs to another user" }
    warnings += recovery.openToOthers.map { path in
      "others may write to \(path); take the right away with chmod go-w"
    }
    return warnings
  }

  // MARK: Views

  /// Returns the reason why an anchor cannot be used.
  ///
  /// - Parameter remedy: the remedy, as "remove FILE".
  package static func text(_ fault: AnchorFault, remedy: String) -> String {
    let restored = "the journal was restored from an older copy, or its writer took lines back"
    return switch fault {
    case .beyond(let anchor, let last):
      "the anchor \(anchor) lies beyond the journal's last line, \(last); it is another journal's, "
        + "or \(restored). To start anew, \(remedy)"
    case .replaced(let anchor):
      "line \(anchor) is not the line that it was when the anchor was kept: \(restored). To start "
        + "anew, \(remedy)"
    }
  }

  // MARK: The session

  /// Returns the word for the result of comparing a journal with a kept checkpoint.
  package static func word(_ outcome: NoteOutcome) -> String {
    switch outcome {
    case .same, .sameButErased: AuditVerdict.verified.rawValue
    case .fewerLines: AuditVerdict.rolledBack.rawValue
    case .otherRoot, .otherJournal: AuditVerdict.forked.rawValue
    case .beyondDamage: AuditVerdict.damaged.rawValue
    }
  }

  /// Returns the result of comparing a checkpoint with a journal of this many lines, in words.
  package static func text(
    _ outcome: NoteOutcome, of checkpoint: Checkpoint, lines: UInt64
  ) -> String {
    let own = counted(checkpoint.lines, "line")
    return switch outcome {
    case .same: "\(own), the same"
    case .sameButErased(let erased):
      "\(own), the same, but a part of \(erased) of them was erased later: what is left there is vouched for "
        + "by the `erase` alone"
    case .fewerLines: "\(own), of which the journal has only \(lines)"
    case .otherRoot: "\(own), and the journal's first \(checkpoint.lines) are others"
    case .otherJournal(let journal): "of another journal, \(journal)"
    case .beyondDamage: "\(own); the journal is damaged after line \(lines)"
    }
  }

  // MARK: Imports

  /// Returns the notes of an import on a file as a whole, a sentence each, whatever became of its
  /// elements.
  package static func notes(on report: ImportJob.Report, of file: String) -> [String] {
    var notes: [String] = []
    if report.encoding != .utf8 {
      notes.append(
        "\(file) is \(report.encoding.name); the bytes named here are those of its text as UTF-8")
    }
    let gone = report.outcome.deletedTotals
    if gone > 0 {
      notes.append(
        "deleted \(counted(gone, "total")) of a day that the journal held: \(file) has the parts")
    }
    if let doubt = report.zoneDoubt { notes.append("warning: " + text(doubt, in: file)) }
    return notes
  }

  private static func text(_ doubt: ZoneDoubt, in file: String) -> String {
    let remedy = "`health-journal configure --time-zone \(doubt.proposal ?? "ZONE")`"
    return "the times in \(file) have the offset \(offset(doubt.offset)), and days here are those "
      + "of \(doubt.zone), which has another. If another zone is meant, name it: \(remedy)"
      + (doubt.proposal == nil ? ", such as Europe/Paris" : ", which \(file) names")
  }

  /// Returns an offset of this many minutes, as `+09:00`.
  package static func offset(_ minutes: Int16) -> String {
    ZoneRules.fixed(offsetSeconds: Int(minutes) * 60).name
  }
}
