package import ByteTools
package import HealthEvents
import HealthImport
package import HealthModel
package import HealthTables
package import HealthViews
package import JournalFile

/// The words for everything that can go wrong: one sentence each with the problem, its place and
/// the remedy. None holds a health value.
package enum Wording {
  // MARK: Rules

  /// Explains why a command was refused.
  package static func text(_ rejection: Rejection) -> String {
    rejection.description
  }

  // MARK: The journal

  /// Explains why a journal cannot be opened, read or written.
  package static func text(_ error: JournalError) -> String {
    switch error {
    case .missing(let path): "no journal at \(path); make one with `health-journal init`"
    case .noLines(let path):
      "\(path) holds no line of a journal; look whether the program that writes it failed"
    case .notBegun: "at that moment the journal had not begun"
    case .exists(let path): "there is a journal at \(path) already"
    case .folderTaken(let path, let names): text(path, holding: names)
    case .folderOfAnother(let path):
      "\(path) belongs to another user; name a new folder, or an empty one of your own"
    case .folderVisible(let path):
      "others can look into \(path); type `chmod 700 \(ShellText.word(path))` first, or name a new "
        + "folder"
    case .clockLeap(let leap): text(leap) + "; nothing was written. \(clockRemedy)"
    case .notRegular(let path):
      "\(path) is a link or no plain file; the journal's own files must be plain"
    case .locked(let path):
      "another writer has the journal at \(path) open; try again when it is done"
    case .damaged(let damage): text(damage)
    case .newerFormat(let format, let path):
      "the journal at \(path) has format \(format); this program knows \(JournalLimits.format): "
        + "get a newer one"
    case .system(let failure): text(failure)
    case .outcomeUnknown(let failure):
      "\(text(failure)); whether this is kept is not known: the next command that writes settles it and "
        + "says so. Check the disk, then look at `health-journal log` before you repeat it"
    case .changed(let path):
      "another program removed, replaced or changed \(path) while it was open here; nothing more was "
        + "written. Find that program, then run `health-journal audit`"
    case .linesGone(let path):
      "lines of \(path) were taken back while they were read: a write failed, or another program cut the "
        + "file. Run the command again; if it says so again, find that program"
    case .wrongSnapshot(let path):
      "a snapshot in \(path) does not say what the lines say; remove that folder, which is a cache, and run "
        + "the command again"
    case .hardLinked(let path):
      "\(path) has a second name (a hard link), and what is written here would change that file too; "
        + "put a copy of the file in its place, with cp and mv"
    case .finished: "the journal is closed after an earlier failure; open it again"
    case .unwritable(let problem): "the journal has no way to say this: \(text(problem))"
    case .sessionDamaged(let path, let problem):
      "the workout in progress cannot be read from \(path): \(text(problem)). "
        + "`health-journal workout cancel` sets the file aside in quarantine"
    case .lineTooLong: "the event would make a line of more than 16 MiB; save fewer objects at once"
    }
  }

  /// Explains that a folder is refused because it holds files.
  private static func text(_ path: String, holding names: [String]) -> String {
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "\(path) holds files already (\(names.prefix(3).joined(separator: ", "))\(more)); "
      + "name a new folder, or an empty one"
  }

  /// Explains how far the clock is ahead of the last line.
  package static func text(_ leap: ClockLeap) -> String {
    "this machine's clock says \(day(leap.now)), \(counted(leap.days, "day")) after the last line "
      + "of the journal (\(day(leap.last)))"
  }

  /// The remedy for a clock that may be wrong.
  package static let clockRemedy =
    "All that is saved would be dated so for good: set the clock, or say --clock-is-right"

  /// The question whether a clock is right.
  package static let clockQuestion = "All that is saved would be dated so for good. Is it right?"

  /// Returns the day of a moment in UTC.
  package static func day(_ moment: Instant) -> String {
    String(Timestamp(instant: moment, offsetMinutes: 0).description.prefix { $0 != "T" })
  }

  private static func text(_ damage: Damage) -> String {
    let statement =
      "\(damage.path) is damaged at line \(damage.line), byte \(damage.offset): "
      + "\(text(damage.problem)). Nothing was changed; "
    return switch damage.problem {
    case .cutBack, .replaced:
      statement
        + "put the newer file back; or, if this older one is meant and no program has it open, "
        + "remove `lock` and `snapshot` beside it"
    default: statement + "run `health-journal audit`, and restore the file from a copy"
    }
  }

  /// Explains what is wrong with a line.
  package static func text(_ problem: LineProblem) -> String {
    switch problem {
    case .tooLong: "it is longer than 16 MiB"
    case .notJSON(let what, let offset): "it \(what), at its byte \(offset)"
    case .cutBack(let last): "lines up to \(last) were acknowledged and are missing"
    case .replaced(let last): "line \(last) is not the one that was acknowledged"
    case .noChain: "it does not end in a chain value"
    case .missing(let key): "'\(key)' is missing"
    case .unknownKey(let key): "'\(key)' is no key here"
    case .wrongValue(let key): "the value of '\(key)' is not what it must be"
    case .unknownEvent: "no such event"
    case .sequence(let expected): "its seq should be \(expected)"
    case .timeRanBack: "it was recorded before the line before it"
    case .chainBroken: "its chain value does not follow from its bytes and the line before it"
    case .notVouchedFor: "it was erased, or a part of it, and no `erase` event vouches for that"
    case .openMisplaced: "'open' must be the first line and no other"
    case .newerFormat(let format): "it is of format \(format)"
    }
  }

  /// Explains why a call to the system failed.
  package static func text(_ failure: SystemFailure) -> String {
    let reason =
      failure.operation == .createDirectory && failure.reason == .missing
      ? "no folder can be made there; look what stands above it" : text(failure.reason)
    let path = failure.path.isEmpty ? "a path without a name" : failure.path
    return "cannot \(failure.operation.rawValue) \(path): \(reason)"
  }

  private static func text(_ reason: SystemFailure.Reason) -> String {
    switch reason {
    case .missing: "it does not exist"
    case .exists: "it exists already"
    case .notRegular: "it is a link, a folder or no plain file"
    case .notPermitted: "permission denied"
    case .closed: "it is closed"
    case .readOnly: "its file system is read-only"
    case .tooManyOpen: "too many files are open; raise the limit, as with `ulimit -n 64`"
    case .replaced: "another program removed or replaced it"
    case .full: "the disk is full or a limit on file size is reached"
    case .other(let errno): "system error \(errno)"
    }
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

  /// Explains why a view cannot be computed.
  package static func text(_ error: ProjectionError) -> String {
    switch error {
    case .unitMismatch(let type, let unit):
      "\(type) does not convert to \(unit); name a unit that fits, or other types"
    case .readNotDetermined(let source, let type):
      "\(source) has not asked to read \(type); see `health-journal authorize`"
    case .unordered(let word, let type):
      "'\(word)' stands for no number of \(type), so nothing is more or less; compare by = or in, or "
        + "tell types apart: type = … and …"
    case .tooManyBins(let most):
      "the window has more than \(most) bins; give a shorter one with --from and --to"
    case .tooManyIntervals(let most):
      "there are more than \(most) intervals; give longer ones with --every, or a shorter range with "
        + "--from and --to"
    case .time(let text):
      "'\(text)' is no time; write 2026-03-01, '2026-03-01 08:00', today or yesterday"
    case .unknownField(let word, let fields):
      "no field '\(word)'; the fields are \(fields.joined(separator: ", "))"
    case .columnTwice(let name): "two columns named '\(name)'; rename one, as NAME=\(name)"
    case .noReceipt(let line): "line \(line) is no receipt of an import"
    case .zone(let unknown): text(unknown)
    }
  }

  /// Explains why an argument makes no sense, or a file cannot be read; nil if the error is of
  /// another kind.
  package static func text(onArgument error: any Error) -> String? {
    switch error {
    case let error as ZipError: text(error)
    case let foreign as ForeignInput: text(foreign)
    case let problem as OptionProblem: problem.message
    case let problem as FigureProblem: problem.description
    case let problem as PredicateProblem: problem.description
    case let problem as UnitProblem: problem.description
    case let unknown as UnknownBodyMass: unknown.description
    case let unknown as UnknownType: unknown.description
    default: nil
    }
  }

  /// Why an anchor cannot be used.
  ///
  /// - Parameter remedy: what to do, as "remove FILE".
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

  // MARK: Imports

  /// Explains why a zip archive, or a file in it, is not read.
  package static func text(_ error: ZipError) -> String {
    let reason =
      switch error {
      case .noArchive: "its end is missing, or it is no zip archive"
      case .truncated: "it ends too early"
      case .damaged: "its parts do not fit together"
      case .split: "it is one of several volumes"
      case .tooManyEntries(let count): "it says that it holds \(count) files, more than are read"
      case .encrypted: "the export in it is encrypted"
      case .method(let number):
        "the export in it is compressed by method \(number), not by deflating"
      case .overlap: "files in it overlap"
      case .impossibleRatio, .moreBytes, .fewerBytes:
        "the export in it has not the length that the archive says"
      case .notDeflated: "the export in it cannot be inflated"
      case .wrongChecksum: "the checksum of the export in it is wrong"
      }
    return
      "the zip archive cannot be read: \(reason). Nothing was imported; export anew, or unpack it with "
      + "another program and import the folder"
  }

  /// Explains why a time zone is not available.
  package static func text(_ unknown: ZoneCatalogue.Unknown) -> String {
    if let failure = unknown.failure { return text(failure) }
    return unknown.hasNoZones
      ? "this system has no time zones; install its tzdata package"
      : "'\(unknown.name)' is no time zone of this system; names are as Europe/Paris"
  }

  /// Explains why an input is not imported, and names an input that would be.
  package static func text(_ foreign: ForeignInput) -> String {
    guard foreign.encoding.isReadable || foreign.content.isKnown else {
      return
        "\(foreign.file) is text in \(foreign.encoding.name), which cannot be read; save it as "
        + "UTF-8 or UTF-16, and import that"
    }
    return "\(foreign.file) is \(foreign.content.name), not \(foreign.lack); "
      + (foreign.content.advice ?? "import takes \(foreign.paths)")
  }

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
      + (doubt.proposal == nil ? ", as Europe/Paris" : ", which \(file) names")
  }

  /// Returns an offset of this many minutes, as `+09:00`.
  package static func offset(_ minutes: Int16) -> String {
    ZoneRules.fixed(offsetSeconds: Int(minutes) * 60).name
  }
}
