public import HealthModel

// HKError's names for codes. Several of ours can be one of HealthKit's; `healthErrorCode` tells
// which.

/// HealthKit's name.
@available(*, deprecated, renamed: "StoreError")
public typealias HealthError = StoreError

extension StoreError.Code {
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
}

extension StoreError {
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
  /// Whether an error has this code: `catch StoreError.Code.authorizationDenied`.
  public static func ~= (code: StoreError.Code, error: any Error) -> Bool {
    (error as? StoreError)?.code == code
  }
}

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
