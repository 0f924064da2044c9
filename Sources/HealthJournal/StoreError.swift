import ByteTools
import Journal
public import HealthEvents
public import HealthModel
import HealthProjections
import HealthTables
import JournalFile
import ViewTables

/// Why a journal cannot be made, opened, read or written.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a program can tell apart.
  public enum Code: Hashable, Sendable {
    /// The owner has never been asked whether the source may save or read the type.
    case authorizationNotDetermined
    /// The owner said no.
    case authorizationDenied
    /// A workout is in progress already.
    case anotherWorkoutSessionStarted
    /// A unit measures something else than the type.
    case unitMismatch
    /// A text means no time, an anchor is another journal's, a window is too long, or the format
    /// has no way to say a value.
    case invalidArgument
    /// The system does not know the time zone.
    case timeZoneUnknown
    /// The system's clock is more than a year ahead of the last line. Nothing was saved; where the
    /// clock is right, open the journal with `clockIsRight`.
    case clockLeap
    /// There is no journal.
    case missing
    /// There is a journal already, or the folder for it holds other files.
    case exists
    /// Another writer has it open.
    case locked
    /// It, or the workout in progress, cannot be read.
    case damaged
    /// A newer version wrote it.
    case newerFormat
    /// An event is too large for a line.
    case tooLarge
    /// A sync failed: whether what was to be saved is kept is not known until the journal is opened
    /// again. Look for it there before you save it again.
    case outcomeUnknown
    /// Another program removed, replaced or changed the journal's files while the store had them
    /// open, or its writer took lines back that were being read.
    case changed
    /// The store is closed after an earlier failure.
    case closed
    /// The store was opened to read only.
    case readOnly
    /// The disk is full.
    case full
    /// The system does not permit it, its file system cannot be written to, or the empty folder for
    /// a new journal belongs to another user, or others can read it.
    case notPermitted
    /// Another failure of the system.
    case system

    /// HKError's code for it.
    public var healthErrorCode: HealthErrorCode {
      switch self {
      case .authorizationNotDetermined: .authorizationNotDetermined
      case .authorizationDenied: .authorizationDenied
      case .anotherWorkoutSessionStarted: .anotherWorkoutSessionStarted
      case .unitMismatch, .invalidArgument, .timeZoneUnknown: .invalidArgument
      case .missing: .healthDataUnavailable
      case .locked, .damaged, .newerFormat, .closed, .changed, .readOnly: .databaseInaccessible
      case .tooLarge: .dataSizeExceeded
      case .exists, .full, .notPermitted, .system, .outcomeUnknown, .clockLeap: .unknownError
      }
    }
  }

  /// What went wrong.
  public let code: Code
  /// One line that says what, where and what to do.
  public let description: String
  /// The rule of the journal that was broken, for what the rules refused; nil: something else
  /// failed.
  public let rejection: Rejection?

  init(code: Code, description: String, rejection: Rejection? = nil) {
    self.code = code
    self.description = description
    self.rejection = rejection
  }

  /// Runs `body`, whose errors all come out as a `StoreError`, a rejection too.
  static func typed<Result: ~Copyable>(
    _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StoreError(error)
    }
  }
}

extension StoreError {
  /// What any part of the journal throws, as one of these.
  package init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let rejection as Rejection: self.init(rejection)
    case let error as JournalError: self.init(error)
    case let failure as SystemFailure:
      self.init(code: Code(failure.reason), description: Wording.text(failure))
    // The error at the end of the writing says in which state the journal is left.
    case let both as FailureAndEnding: self.init(both.ending)
    case let error as ProjectionError: self.init(error)
    case let unknown as ZoneCatalogue.Unknown:
      let code = unknown.failure.map { Code($0.reason) } ?? .timeZoneUnknown
      self.init(code: code, description: Wording.text(unknown))
    default:
      let words = Wording.text(onArgument: error)
      self.init(code: words == nil ? .system : .invalidArgument, description: words ?? "\(error)")
    }
  }
}

extension StoreError {
  private init(_ error: JournalError) {
    let words: String? =
      if case .missing(let path) = error {
        "no journal at \(path); make one with HealthStore.create(at:timeZone:)"
      } else if case .clockLeap(let leap) = error {
        Wording.text(leap)
          + "; nothing was saved. Set the clock, or open the journal with clockIsRight"
      } else {
        nil
      }
    self.init(code: Code(error), description: words ?? Wording.text(error))
  }

  private init(_ error: ProjectionError) {
    switch error {
    case .readNotDetermined(let source, let type):
      self.init(
        code: .authorizationNotDetermined,
        description: "\(source) has not asked to read \(type); the owner decides on it with "
          + "setAuthorization(for:share:read:)")
    case .unitMismatch: self.init(code: .unitMismatch, description: Wording.text(error))
    case .tooManyBins, .tooManyIntervals, .time, .unordered:
      self.init(code: .invalidArgument, description: Wording.text(error))
    case .zone: self.init(code: .timeZoneUnknown, description: Wording.text(error))
    }
  }
}

extension StoreError.Code {
  fileprivate init(_ error: JournalError) {
    switch error {
    case .missing, .noLines: self = .missing
    case .exists, .folderTaken: self = .exists
    case .folderOfAnother, .folderVisible: self = .notPermitted
    case .clockLeap: self = .clockLeap
    case .locked: self = .locked
    case .damaged, .notRegular, .sessionDamaged: self = .damaged
    case .newerFormat: self = .newerFormat
    case .system(let failure): self.init(failure.reason)
    case .outcomeUnknown: self = .outcomeUnknown
    case .changed, .linesGone: self = .changed
    case .wrongSnapshot: self = .damaged
    case .hardLinked: self = .notPermitted
    case .finished: self = .closed
    case .lineTooLong: self = .tooLarge
    case .unwritable: self = .invalidArgument
    }
  }

  fileprivate init(_ reason: SystemFailure.Reason) {
    switch reason {
    case .full: self = .full
    case .notPermitted, .readOnly: self = .notPermitted
    case .missing, .exists, .notRegular, .tooManyOpen, .closed, .replaced, .other: self = .system
    }
  }
}
