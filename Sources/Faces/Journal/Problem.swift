package import ByteTools
package import HealthEvents
import HealthImport
package import HealthModel
package import HealthViews
package import JournalFile

/// An error that crosses the border of a target: a code for programs, its place, and its cause. A
/// face adds its own words for the remedy.
package protocol Problem: Error {
  /// The kind of problem, for programs.
  var problemCode: ProblemCode { get }
  /// The place of the problem, for a cause that does not name it.
  var place: String? { get }
  /// The cause, in a sentence without a health value.
  var cause: String { get }
}

extension Problem {
  /// No place of its own.
  package var place: String? { nil }
  /// The place, where there is one, and the cause.
  package var message: String { place.map { "\($0): \(cause)" } ?? cause }
}

extension Problem where Self: CustomStringConvertible {
  /// It is about what was asked.
  package var problemCode: ProblemCode { .argument }
  /// The words that its own target has for it.
  package var cause: String { description }
}

/// The kinds of problems that a program can distinguish: exit codes and the codes of the library
/// follow from them.
package enum ProblemCode: Hashable, Sendable {
  /// The request makes no sense.
  case argument
  /// A unit measures something else than the type.
  case unitMismatch
  /// The system does not know the time zone.
  case unknownZone
  /// The system has no time zones.
  case noZones
  /// The question makes sense, and there is nothing to answer it with.
  case noAnswer
  /// A rule refuses, for a reason that HealthKit has a code for.
  case refused(HealthErrorCode)
  /// The journal is not as the command depends on.
  case conflict
  /// The journal does not take it as things are.
  case notTaken
  /// It is too large for a line.
  case tooLarge
  /// There is no journal.
  case missing
  /// There is something already.
  case exists
  /// A folder is another user's, or others see into it.
  case unfitFolder
  /// The clock may be wrong.
  case clockLeap
  /// Another writer is at work.
  case locked
  /// Bytes are not what they were.
  case damaged
  /// A newer version wrote it.
  case newerFormat
  /// Nobody knows if something was saved.
  case outcomeUnknown
  /// Another program changed a file meanwhile.
  case changed
  /// The writer is finished.
  case closed
  /// The system does not permit it.
  case notPermitted
  /// The disk is full.
  case full
  /// A file is missing or no plain file.
  case notThere
  /// Another failure of the system.
  case system
}

// MARK: The model

extension UnitProblem: Problem {}
extension PredicateProblem: Problem {}
extension UnknownType: Problem {}
extension FigureProblem: Problem {}

extension Rejection: Problem {
  package var problemCode: ProblemCode { .refused(errorCode) }
}

// MARK: Bytes and files

extension ZipError: Problem {
  package var problemCode: ProblemCode { .noAnswer }

  package var cause: String {
    let reason =
      switch self {
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
}

extension SystemFailure: Problem {
  /// A path that is missing, or is no file, is a mistake of the person who named it; all else is a
  /// failure of the system.
  package var problemCode: ProblemCode {
    switch reason {
    case .missing, .notRegular: .notThere
    case .notPermitted, .readOnly: .notPermitted
    case .full: .full
    case .exists, .tooManyOpen, .busy, .closed, .replaced, .other: .system
    }
  }

  package var cause: String {
    let words =
      operation == .createDirectory && reason == .missing
      ? "no folder can be made there; check the folders above it" : reason.words
    let name = path.isEmpty ? "a path without a name" : path
    return "cannot \(operation.rawValue) \(name): \(words)"
  }
}

extension SystemFailure.Reason {
  fileprivate var words: String {
    switch self {
    case .missing: "it does not exist"
    case .exists: "it exists already"
    case .notRegular: "it is a link, a folder or no plain file"
    case .notPermitted: "permission denied"
    case .closed: "it is closed"
    case .readOnly: "its file system is read-only"
    case .tooManyOpen: "too many files are open; raise the limit, as with `ulimit -n 64`"
    case .busy: "it is in use, as a folder is on which a disk is mounted; name a new folder in it"
    case .replaced: "another program removed or replaced it"
    case .full: "the disk is full or a limit on file size is reached"
    case .other(let errno): "system error \(errno)"
    }
  }
}

extension LineProblem: Problem {
  package var problemCode: ProblemCode { .damaged }
  package var place: String? { "a line of the journal" }

  package var cause: String {
    switch self {
    case .tooLong: "it is longer than 16 MiB"
    case .notJSON(let what, let offset): "it \(what), at its byte \(offset)"
    case .cutBack(let last): "lines up to \(last) were acknowledged and are missing"
    case .replaced(let last): "line \(last) is not the one that was acknowledged"
    case .noChain: "it does not end in a chain value"
    case .missing(let key): "'\(key)' is missing"
    case .unknownKey(let key): "'\(key)' is not a key here"
    case .wrongValue(let key): "the value of '\(key)' is not what it must be"
    case .unknownEvent: "this version knows no such event"
    case .sequence(let expected): "its seq should be \(expected)"
    case .timeRanBack: "it was recorded before the line before it"
    case .chainBroken: "its chain value does not follow from its bytes and the line before it"
    case .notVouchedFor: "it was erased, or a part of it, and no `erase` event vouches for that"
    case .openMisplaced: "'open' must be the first line and no other"
    case .formatNotStated(let format):
      "its event needs format \(format), and no line before it says that the journal has it"
    case .newerFormat(let format): "it is of format \(format), which a newer version writes"
    }
  }
}

extension ZoneCatalogue.Unknown: Problem {
  package var problemCode: ProblemCode {
    failure?.problemCode ?? (hasNoZones ? .noZones : .unknownZone)
  }

  package var cause: String {
    if let failure { return failure.cause }
    return hasNoZones
      ? "this system has no time zones; install its tzdata package"
      : "'\(name)' is not a time zone of this system; write a name such as Europe/Paris"
  }
}

extension JournalError: Problem {
  package var problemCode: ProblemCode {
    switch self {
    case .missing, .noLines: .missing
    case .notBegun: .noAnswer
    case .exists, .folderTaken: .exists
    case .folderOfAnother, .folderVisible: .unfitFolder
    case .clockLeap: .clockLeap
    case .locked: .locked
    case .damaged, .notRegular, .sessionDamaged, .wrongSnapshot: .damaged
    case .newerFormat: .newerFormat
    case .system(let failure): failure.problemCode
    case .outcomeUnknown: .outcomeUnknown
    case .changed, .linesGone: .changed
    case .hardLinked: .notPermitted
    case .finished: .closed
    case .lineTooLong: .tooLarge
    case .unwritable: .notTaken
    }
  }

  package var cause: String {
    switch self {
    case .missing(let path): "no journal at \(path)"
    case .noLines(let path):
      "\(path) has no line of a journal; check the program that writes it"
    case .notBegun: "at that moment the journal had not begun"
    case .exists(let path): "there is a journal at \(path) already"
    case .folderTaken(let path, let names): Self.words(path, holding: names)
    case .folderOfAnother(let path):
      "\(path) belongs to another user; name a new folder, or an empty one of your own"
    case .folderVisible(let path):
      "other users can read \(path); type `chmod 700 \(ShellText.word(path))` first, or name a new "
        + "folder"
    case .clockLeap(let leap): Wording.text(leap)
    case .notRegular(let path):
      "\(path) is a link or no plain file; the journal's own files must be plain"
    case .locked(let path):
      "another writer has the journal at \(path) open; try again when it is done"
    case .damaged(let damage): damage.words
    case .newerFormat(let format, let path):
      "the journal at \(path) was written by a newer version"
        + (format.map { ", in format \($0)" } ?? "")
        + "; this program knows format \(JournalLimits.format), and changed nothing: get a newer one"
    case .system(let failure): failure.cause
    case .outcomeUnknown(let failure):
      "\(failure.cause); it is not known whether this is saved. The next command that writes reports it. "
        + "Check the disk, and look at `health-journal log` before you repeat the command"
    case .changed(let path):
      "another program removed, replaced or changed \(path) while it was open here; nothing more was "
        + "written. Find that program, then run `health-journal audit`"
    case .linesGone(let path):
      "lines of \(path) were taken back while they were read: a write failed, or another program cut the "
        + "file. Run the command again; if the error comes again, find that program"
    case .wrongSnapshot(let path):
      "a snapshot in \(path) differs from the lines; remove that folder, which is a cache, and run the "
        + "command again"
    case .hardLinked(let path):
      "\(path) has a second name (a hard link), so a change here would change that file too; "
        + "replace the file with a copy of it, with cp and mv"
    case .finished: "the journal is closed after an earlier failure; open it again"
    case .unwritable(let problem): "the format of the journal cannot express this: \(problem.cause)"
    case .sessionDamaged(let path, let problem):
      "the workout in progress cannot be read from \(path): \(problem.cause). "
        + "`health-journal workout cancel` sets the file aside in quarantine"
    case .lineTooLong: "the event would make a line of more than 16 MiB; save fewer objects at once"
    }
  }
}

extension JournalError {
  /// Returns the message that a folder holds files already, and so is refused.
  fileprivate static func words(_ path: String, holding names: [String]) -> String {
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "\(path) holds files already (\(names.prefix(3).joined(separator: ", "))\(more)); "
      + "name a new folder, or an empty one"
  }
}

extension Damage {
  fileprivate var words: String {
    let statement =
      "\(path) is damaged at line \(line), byte \(offset): \(problem.cause). Nothing was changed; "
    return switch problem {
    case .cutBack, .replaced:
      statement
        + "put the newer file back; or, if this older one is meant and no program has it open, "
        + "remove `lock` and `snapshot` beside it"
    case .tooLong, .notJSON, .noChain, .missing, .unknownKey, .wrongValue, .unknownEvent, .sequence,
      .timeRanBack, .chainBroken, .notVouchedFor, .openMisplaced, .formatNotStated, .newerFormat:
      statement + "run `health-journal audit`, and restore the file from a copy"
    }
  }
}

// MARK: Views

extension OptionProblem: Problem {
  package var problemCode: ProblemCode { .argument }
  package var cause: String { message }
}

extension ProjectionError: Problem {
  package var problemCode: ProblemCode {
    switch self {
    case .unitMismatch: .unitMismatch
    case .readNotDetermined: .refused(.authorizationNotDetermined)
    case .tooManyBins, .tooManyIntervals, .unordered, .time, .unknownField, .columnTwice: .argument
    case .noReceipt, .nothingImported: .noAnswer
    case .zone(let unknown): unknown.problemCode
    }
  }

  package var cause: String {
    switch self {
    case .unitMismatch(let type, let unit):
      "\(type) does not convert to \(unit); name a unit that fits, or other types"
    case .readNotDetermined(let source, _, false): AuthorizationsView.unknown(source)
    case .readNotDetermined(let source, let type, true):
      "\(source) has not asked to read \(type)"
    case .unordered(let word, let type):
      "\(type) has no number for '\(word)', so < and > cannot compare it; use = or in, or add "
        + "a type: type = … and …"
    case .tooManyBins(let most):
      "the window has more than \(most) bins; give a shorter one with --from and --to"
    case .tooManyIntervals(let most):
      "there are more than \(most) intervals; give longer ones with --every, or a shorter range with "
        + "--from and --to"
    case .time(let text):
      "'\(text)' is not a time; write 2026-03-01, '2026-03-01 08:00', today or yesterday"
    case .unknownField(let word, let fields):
      "no field '\(word)'; the fields are \(fields.joined(separator: ", "))"
    case .columnTwice(let name): "two columns named '\(name)'; rename one, as in NAME=\(name)"
    case .noReceipt(let line): "line \(line) is not the receipt of an import"
    case .nothingImported: "nothing was imported yet"
    case .zone(let unknown): unknown.cause
    }
  }
}

// MARK: The session

extension SessionProblem: Problem {
  package var problemCode: ProblemCode {
    switch self {
    case .noLine, .notErasable, .noReceipt, .workoutInProgress, .outOfReach, .restTooLong: .argument
    case .noBodyMass, .foreignInput, .foreignNote: .noAnswer
    }
  }

  package var cause: String {
    switch self {
    case .noLine(let line): "the journal has no line \(line)"
    case .notErasable(let line):
      "line \(line) begins the journal, names what was erased, or was erased; it cannot be erased"
    case .noReceipt(let line): "line \(line) is not the receipt of an import"
    case .workoutInProgress:
      "a workout is in progress, and its file may hold what is to be erased; end or cancel it first"
    case .outOfReach(let path):
      "\(path) was not made by this program, so its content would stay; move it out of the journal first"
    case .restTooLong(let line):
      "what is left of line \(line) would be longer than 16 MiB; erase it whole"
    case .noBodyMass: "no body mass is known, so there is no energy to compute"
    case .foreignInput(let input): input.words
    case .foreignNote(let outcome, let checkpoint, let lines):
      Wording.text(outcome, of: checkpoint, lines: lines)
    }
  }
}

extension ForeignInput {
  /// The reason why an input is not imported, and the remedy.
  fileprivate var words: String {
    guard encoding.isReadable || content.isKnown else {
      return "\(file) is text in \(encoding.name), which cannot be read; save it as UTF-8 or "
        + "UTF-16, and import that"
    }
    return "\(file) is \(content.name), not \(lack); " + (content.advice ?? "import takes \(paths)")
  }
}

extension BackupProblem: Problem {
  package var problemCode: ProblemCode {
    switch self {
    case .pathTaken, .noBackup, .several, .itself, .archive: .argument
    case .cut, .bad, .noCheckpoint, .otherCheckpoint, .against, .notFirst: .damaged
    case .wouldLose, .workoutInProgress: .notTaken
    case .notSynced: .outcomeUnknown
    }
  }

  package var cause: String {
    switch self {
    case .pathTaken(let path):
      "\(path) exists already, and a backup does not replace it; name another place"
    case .noBackup(let path):
      "\(path) is not a backup: a backup is a folder with events.ndjson, or a tar archive of one"
    case .cut(let path): "\(path) ends too early; it was cut, or somebody still copies it"
    case .several(let path): "\(path) holds several journals; unpack it and restore one folder"
    case .bad(let path, let problems, let line):
      "an audit of \(path) finds \(counted(problems, "problem"))"
        + (line.map { ", the first in line \($0)" } ?? "") + "; nothing was changed. See them with "
        + "`health-journal audit`, of an archive after `tar -xf`"
    case .noCheckpoint(let path):
      "`checkpoint` in \(path) is not a checkpoint; it was changed. Without this file "
        + "only the chain is checked"
    case .otherCheckpoint(let path):
      "the lines in \(path) are not those of the checkpoint beside them: one of the two was changed"
    case .against(let path, let note, let outcome, let lines):
      "\(Wording.word(outcome)): \(path) has \(counted(lines, "line")), \(outcome.words(note)); "
        + "nothing was changed"
    case .wouldLose(let journal):
      "the journal at \(journal) has lines that the backup lacks, or is another one; nothing was changed. "
        + "With --replace it is set aside in its quarantine"
    case .workoutInProgress(let journal):
      "a workout is in progress in \(journal); end or cancel it first, or set it aside with --replace"
    case .itself(let path): "\(path) is the journal itself; name the place of a backup"
    case .archive(let path): "a backup cannot be added to an archive such as \(path); name a folder"
    case .notFirst(let path, let verdict):
      "\(verdict.rawValue): the journal does not begin with the lines in \(path); nothing was changed. "
        + "Keep them, and make a new backup in another place"
    case .notSynced(let journal, let kept, let failure):
      "restored \(journal)" + (kept.map { "; the old lines are in \($0)" } ?? "")
        + ", but: \(failure.cause). After a loss of power the old lines may be back: check the disk, then "
        + "look at `health-journal status`"
    }
  }
}

extension JournalImportProblem: Problem {
  package var problemCode: ProblemCode {
    switch self {
    case .itself: .argument
    case .rolledBack, .forked: .damaged
    }
  }

  package var cause: String {
    switch self {
    case .itself(let path):
      "\(path) is this journal itself, or a copy of it; `restore` replaces a journal with a copy"
    case .rolledBack(let path, let lines, let before):
      "ROLLED BACK: \(path) has \(counted(lines, "line")), and an earlier import has read \(before); "
        + "nothing was changed. It was restored from an older copy: find the newer one"
    case .forked(let path, let line):
      "FORKED: line \(line) of \(path) is not the line that an earlier import has read; nothing was "
        + "changed. Compare the two journals with `health-journal audit` and `checkpoint`"
    }
  }
}

extension NoteOutcome {
  fileprivate func words(_ note: String) -> String {
    switch self {
    case .same, .sameButErased: "as \(note) says"
    case .fewerLines: "fewer than \(note)"
    case .otherRoot: "and the first are not those of \(note)"
    case .otherJournal(let journal): "and \(note) is of another journal, \(journal)"
    case .beyondDamage: "and is damaged before the last one of \(note)"
    }
  }
}
