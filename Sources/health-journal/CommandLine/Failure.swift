import ByteTools
import HealthEvents
import Journal
import HealthModel
import HealthProjections
import JournalFile
import ProcessStart
import ViewTables

extension Failure {
  /// The failure that a person, or the system, ended the work, and what was kept of it.
  init(interruptedBy signal: Int32, _ words: String) {
    self.init(code: signal == 15 ? .terminated : .interrupted, message: "broken off: " + words)
  }

  /// An error as the person who ran the command sees it: its words, and the exit code.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let problem as ProgramArguments.Problem:
      self.init(code: problem == .unavailable ? .system : .usage, message: problem.message)
    case let rejection as Rejection:
      self = .refused(rejection.errorCode, Wording.text(rejection))
    case let error as JournalError:
      let isLocked = if case .locked = error { true } else { false }
      let remedy = isLocked ? ", or give --wait SECONDS" : ""
      self.init(code: Self.code(error), message: Wording.text(error) + remedy)
    case let problem as BackupProblem:
      self.init(code: Self.code(problem), message: Wording.text(problem))
    case let failure as SystemFailure:
      self.init(code: Self.code(failure.reason), message: Wording.text(failure))
    case let problem as LineProblem:
      self.init(code: .damaged, message: "a line of the journal: " + Wording.text(problem))
    case let error as ProjectionError:
      switch error {
      case .zone(let unknown): self = Failure(unknown)
      case .unitMismatch, .unordered, .time, .tooManyBins, .tooManyIntervals:
        self.init(code: .usage, message: Wording.text(error))
      case .readNotDetermined:
        self = .refused(.authorizationNotDetermined, Wording.text(error))
      }
    case let error as ZipError: self.init(code: .no, message: Wording.text(error))
    case let foreign as ForeignInput: self.init(code: .no, message: Wording.text(foreign))
    case let both as FailureAndEnding:
      let (failure, ending) = (Failure(both.failure), Failure(both.ending))
      self.init(code: ending.code, message: failure.message + ". And at the end: " + ending.message)
    case is Journal.NotBegun:
      self.init(code: .no, message: "at that moment the journal had not begun")
    case let unknown as ZoneCatalogue.Unknown:
      let isSystems = unknown.hasNoZones || unknown.failure != nil
      self.init(code: isSystems ? .system : .usage, message: Wording.text(unknown))
    default:
      let words = Wording.text(onArgument: error)
      self.init(
        code: words == nil ? .system : .usage,
        message: words ?? "unexpected error: \(type(of: error))")
    }
  }

  private static func code(_ error: JournalError) -> ExitCode {
    switch error {
    case .missing, .noLines, .exists, .folderTaken, .folderOfAnother, .folderVisible, .clockLeap:
      .usage
    case .damaged, .newerFormat, .notRegular, .sessionDamaged, .wrongSnapshot: .damaged
    case .lineTooLong, .unwritable: .refused
    case .system(let failure): code(failure.reason)
    case .locked, .outcomeUnknown, .changed, .linesGone, .hardLinked, .finished: .system
    }
  }

  private static func code(_ problem: BackupProblem) -> ExitCode {
    switch problem {
    case .pathTaken, .noBackup, .several, .itself: .usage
    case .cut, .bad, .noCheckpoint, .otherCheckpoint, .against: .damaged
    case .wouldLose, .workoutInProgress: .refused
    case .notSynced: .system
    }
  }

  /// A refusal by a rule, with HKError's name and number.
  private static func refused(_ error: HealthErrorCode, _ words: String) -> Failure {
    Failure(
      code: .refused, message: "refused, HKError \(error.name) (\(error.rawValue)): " + words)
  }

  /// A path that is missing, or is no file, is a mistake of the person who named it; all else is a
  /// failure of the system.
  private static func code(_ reason: SystemFailure.Reason) -> ExitCode {
    switch reason {
    case .missing, .notRegular: .usage
    case .exists, .notPermitted, .readOnly, .tooManyOpen, .closed, .full, .replaced, .other:
      .system
    }
  }
}
