public import HealthEvents
public import HealthModel
import HealthViews
import Journal
import JournalFile

/// The reason why a journal cannot be made, opened, read or written.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cases that a program can distinguish.
  public enum Code: Hashable, Sendable {
    /// The owner has never been asked whether the source may save or read the type.
    case authorizationNotDetermined
    /// The owner denied the right.
    case authorizationDenied
    /// A workout is in progress already.
    case anotherWorkoutSessionStarted
    /// A unit measures something else than the type.
    case unitMismatch
    /// A text means no time, an anchor is another journal's, a window is too long, or the format
    /// has no way to say a value.
    case invalidArgument
    /// The journal is not as the condition of the command requires; `head` is its present head.
    case conflict
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
    /// A newer version wrote the journal.
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
      case .conflict, .exists, .full, .notPermitted, .system, .outcomeUnknown, .clockLeap:
        .unknownError
      }
    }
  }

  /// The kind of the problem.
  public let code: Code
  /// The problem, its place and the remedy, in one line.
  public let description: String
  /// The rule of the journal that was broken, for what the rules refused; nil: something else
  /// failed.
  public let rejection: Rejection?
  /// The anchor after the journal's last line, of a conflict; nil: something else failed.
  public let head: ChangeAnchor?

  init(
    code: Code, description: String, rejection: Rejection? = nil, head: ChangeAnchor? = nil
  ) {
    self.code = code
    self.description = description
    self.rejection = rejection
    self.head = head
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

  /// Creates the error for any error that a part of the journal throws.
  package init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let rejection as Rejection: self.init(rejection)
    // The error at the end of the writing says in which state the journal is left.
    case let both as FailureAndEnding: self.init(both.ending)
    case let problem as any Problem:
      self.init(
        code: Code(problem.problemCode),
        description: problem.message + (Self.remedy(for: problem) ?? ""),
        head: (problem as? CommandConflict)?.head)
    default: self.init(code: .system, description: "\(error)")
    }
  }

  /// Returns the remedy for a problem, if a call of the library is one.
  private static func remedy(for problem: any Problem) -> String? {
    switch problem {
    case JournalError.missing: "; make one with HealthStore.create(at:timeZone:)"
    case JournalError.clockLeap:
      "; nothing was saved. Set the clock, or open the journal with clockIsRight"
    case ProjectionError.readNotDetermined:
      "; the owner decides on it with setAuthorization(for:share:read:)"
    case SessionProblem.noBodyMass: "; save one, or state the energy"
    default: nil
    }
  }

  /// Creates the error for a command that the journal's rules refused.
  ///
  /// - Parameter rejection: the reason; nothing was written.
  public init(_ rejection: Rejection) {
    self.init(
      code: Code(rejection.problemCode), description: rejection.description, rejection: rejection)
  }

  /// HealthKit's way to say a code, as in `catch HealthError.errorHealthDataUnavailable`.
  @available(*, deprecated, message: "write: catch where error.code == .missing")
  public static var errorHealthDataUnavailable: Code { .missing }
  /// HealthKit's way to say a code, as in `catch HealthError.errorInvalidArgument`.
  @available(*, deprecated, message: "write: catch where error.code == .invalidArgument")
  public static var errorInvalidArgument: Code { .invalidArgument }
  /// HealthKit's way to say a code, as in `catch HealthError.errorAuthorizationDenied`.
  @available(*, deprecated, message: "write: catch where error.code == .authorizationDenied")
  public static var errorAuthorizationDenied: Code { .authorizationDenied }
  /// HealthKit's way to say a code, as in `catch HealthError.errorAuthorizationNotDetermined`.
  @available(*, deprecated, message: "write: catch where error.code == .authorizationNotDetermined")
  public static var errorAuthorizationNotDetermined: Code { .authorizationNotDetermined }
  /// HealthKit's way to say a code, as in `catch HealthError.errorAnotherWorkoutSessionStarted`.
  @available(
    *, deprecated, message: "write: catch where error.code == .anotherWorkoutSessionStarted"
  )
  public static var errorAnotherWorkoutSessionStarted: Code { .anotherWorkoutSessionStarted }
  /// HealthKit's way to say a code, as in `catch HealthError.errorDataSizeExceeded`.
  @available(*, deprecated, message: "write: catch where error.code == .tooLarge")
  public static var errorDataSizeExceeded: Code { .tooLarge }
}

extension StoreError.Code {
  fileprivate init(_ code: ProblemCode) {
    switch code {
    case .refused(.authorizationNotDetermined): self = .authorizationNotDetermined
    case .refused(.authorizationDenied): self = .authorizationDenied
    case .refused(.anotherWorkoutSessionStarted): self = .anotherWorkoutSessionStarted
    case .refused, .argument, .noAnswer, .notTaken: self = .invalidArgument
    case .unitMismatch: self = .unitMismatch
    case .conflict: self = .conflict
    case .unknownZone, .noZones: self = .timeZoneUnknown
    case .clockLeap: self = .clockLeap
    case .missing: self = .missing
    case .exists: self = .exists
    case .locked: self = .locked
    case .damaged: self = .damaged
    case .newerFormat: self = .newerFormat
    case .tooLarge: self = .tooLarge
    case .outcomeUnknown: self = .outcomeUnknown
    case .changed: self = .changed
    case .closed: self = .closed
    case .full: self = .full
    case .notPermitted, .unfitFolder: self = .notPermitted
    case .notThere, .system: self = .system
    }
  }

  /// HealthKit's name.
  @available(*, deprecated, renamed: "missing")
  public static var errorHealthDataUnavailable: StoreError.Code { .missing }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "invalidArgument")
  public static var errorInvalidArgument: StoreError.Code { .invalidArgument }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "authorizationDenied")
  public static var errorAuthorizationDenied: StoreError.Code { .authorizationDenied }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "authorizationNotDetermined")
  public static var errorAuthorizationNotDetermined: StoreError.Code { .authorizationNotDetermined }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "anotherWorkoutSessionStarted")
  public static var errorAnotherWorkoutSessionStarted: StoreError.Code {
    .anotherWorkoutSessionStarted
  }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "tooLarge")
  public static var errorDataSizeExceeded: StoreError.Code { .tooLarge }
  /// HealthKit's name of what does not happen here.
  @available(*, unavailable, message: "no policy forbids anything here; no call fails with it")
  public static var errorHealthDataRestricted: StoreError.Code { .system }
  /// HealthKit's name of what does not happen here.
  @available(*, unavailable, message: "nobody is asked anything here; no call fails with it")
  public static var errorUserCanceled: StoreError.Code { .system }
  /// HealthKit's name of what does not happen here.
  @available(*, unavailable, message: "a journal has no app to leave; no call fails with it")
  public static var errorUserExitedWorkoutSession: StoreError.Code { .system }
  /// HealthKit's name of what does not happen here.
  @available(*, unavailable, message: "no type is required of an owner; no call fails with it")
  public static var errorRequiredAuthorizationDenied: StoreError.Code { .system }
  /// HealthKit's name of what does not happen here.
  @available(*, unavailable, message: "statistics of nothing are nil; no call fails with it")
  public static var errorNoData: StoreError.Code { .system }
  /// HealthKit's name of what does not happen here.
  @available(*, unavailable, message: "every activity can be saved; no call fails with it")
  public static var errorWorkoutActivityNotAllowed: StoreError.Code { .system }
  /// HealthKit's name of what does not happen here.
  @available(*, unavailable, message: "a workout begins anywhere; no call fails with it")
  public static var errorBackgroundWorkoutSessionNotAllowed: StoreError.Code { .system }
  /// HealthKit's name of what does not happen here.
  @available(*, unavailable, message: "a journal has no guests; no call fails with it")
  public static var errorNotPermissibleForGuestUserMode: StoreError.Code { .system }
  /// HealthKit's name of what several codes are here.
  @available(
    *, unavailable,
    message: "several codes: ask code.healthErrorCode == .databaseInaccessible"
  )
  public static var errorDatabaseInaccessible: StoreError.Code { .system }
  /// HealthKit's name of what several codes are here.
  @available(
    *, unavailable, message: "several codes: ask code.healthErrorCode == .unknownError"
  )
  public static var unknownError: StoreError.Code { .system }

  /// Returns true if an error has this code: `catch StoreError.Code.authorizationDenied`.
  public static func ~= (code: StoreError.Code, error: any Error) -> Bool {
    (error as? StoreError)?.code == code
  }
}

// HKError's names for codes. Several of ours can be one of HealthKit's; `healthErrorCode` tells
// which.

/// HealthKit's name.
@available(*, deprecated, renamed: "StoreError")
public typealias HealthError = StoreError

extension HealthErrorCode {
  /// HealthKit's name.
  @available(*, deprecated, renamed: "healthDataUnavailable")
  public static var errorHealthDataUnavailable: HealthErrorCode { .healthDataUnavailable }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "healthDataRestricted")
  public static var errorHealthDataRestricted: HealthErrorCode { .healthDataRestricted }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "invalidArgument")
  public static var errorInvalidArgument: HealthErrorCode { .invalidArgument }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "authorizationDenied")
  public static var errorAuthorizationDenied: HealthErrorCode { .authorizationDenied }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "authorizationNotDetermined")
  public static var errorAuthorizationNotDetermined: HealthErrorCode { .authorizationNotDetermined }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "databaseInaccessible")
  public static var errorDatabaseInaccessible: HealthErrorCode { .databaseInaccessible }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "userCanceled")
  public static var errorUserCanceled: HealthErrorCode { .userCanceled }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "anotherWorkoutSessionStarted")
  public static var errorAnotherWorkoutSessionStarted: HealthErrorCode {
    .anotherWorkoutSessionStarted
  }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "userExitedWorkoutSession")
  public static var errorUserExitedWorkoutSession: HealthErrorCode { .userExitedWorkoutSession }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "requiredAuthorizationDenied")
  public static var errorRequiredAuthorizationDenied: HealthErrorCode {
    .requiredAuthorizationDenied
  }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "noData")
  public static var errorNoData: HealthErrorCode { .noData }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "workoutActivityNotAllowed")
  public static var errorWorkoutActivityNotAllowed: HealthErrorCode { .workoutActivityNotAllowed }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "dataSizeExceeded")
  public static var errorDataSizeExceeded: HealthErrorCode { .dataSizeExceeded }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "backgroundWorkoutSessionNotAllowed")
  public static var errorBackgroundWorkoutSessionNotAllowed: HealthErrorCode {
    .backgroundWorkoutSessionNotAllowed
  }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "notPermissibleForGuestUserMode")
  public static var errorNotPermissibleForGuestUserMode: HealthErrorCode {
    .notPermissibleForGuestUserMode
  }
}
