import ByteTools
import Journal
public import HealthModel
import HealthProjections
import HealthTables
import JournalFile

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
    /// A text means no time, an anchor is another journal's, a window is too long, or the format has no
    /// way to say a value.
    case invalidArgument
    /// The system does not know the time zone.
    case timeZoneUnknown
    /// There is no journal.
    case missing
    /// There is a journal already.
    case exists
    /// Another writer has it open.
    case locked
    /// It, or the workout in progress, cannot be read.
    case damaged
    /// A newer version wrote it.
    case newerFormat
    /// An event is too large for a line.
    case tooLarge
    /// A sync failed: whether what was to be saved is kept is not known until the journal is opened again.
    /// Look for it there before you save it again.
    case outcomeUnknown
    /// Another program removed, replaced or changed the journal's files while the store had them open, or its
    /// writer took lines back that were being read.
    case changed
    /// The store is closed after an earlier failure.
    case closed
    /// The store was opened to read only.
    case readOnly
    /// The disk is full.
    case full
    /// The system does not permit it, or its file system cannot be written to.
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
      case .exists, .full, .notPermitted, .system, .outcomeUnknown: .unknownError
      }
    }
  }

  /// What went wrong.
  public let code: Code
  /// One line that says what, where and what to do.
  public let description: String

  /// Runs `body`; what the journal throws comes out as a `StoreError`, a rejection as it is.
  static func rethrowing<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as JournalError {
      throw StoreError(error)
    } catch let failure as SystemFailure {
      throw StoreError(code: Code(failure.reason), description: Wording.text(failure))
    } catch let both as FailureAndEnding {
      // What the end told is what the journal is left with.
      throw StoreError(both.ending)
    } catch let error as ProjectionError {
      throw StoreError(error)
    } catch let error as ZipError {
      throw StoreError(code: .invalidArgument, description: Wording.text(error))
    } catch let foreign as ForeignInput {
      throw StoreError(code: .invalidArgument, description: Wording.text(foreign))
    } catch let problem as OptionProblem {
      throw StoreError(code: .invalidArgument, description: problem.message)
    } catch let problem as ColumnProblem {
      throw StoreError(code: .invalidArgument, description: Wording.text(problem))
    } catch is ReplayedJournal.NotYet {
      throw StoreError(
        code: .invalidArgument, description: "at that moment the journal had not begun")
    } catch let unknown as ZoneCatalogue.Unknown {
      let code = unknown.failure.map { Code($0.reason) } ?? .timeZoneUnknown
      throw StoreError(code: code, description: Wording.text(unknown))
    }
  }
}

extension StoreError {
  private init(_ error: JournalError) {
    let words: String? =
      if case .missing(let path) = error {
        "no journal at \(path); make one with HealthStore.create(at:timeZone:)"
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
    case .exists: self = .exists
    case .locked: self = .locked
    case .damaged, .notRegular, .sessionDamaged: self = .damaged
    case .newerFormat: self = .newerFormat
    case .system(let failure): self.init(failure.reason)
    case .outcomeUnknown: self = .outcomeUnknown
    case .changed, .unsettled: self = .changed
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
