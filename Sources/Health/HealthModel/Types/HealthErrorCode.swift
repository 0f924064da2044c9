/// HKError's codes, in the domain `com.apple.healthkit`.
///
///     HealthErrorCode.authorizationDenied.rawValue   // 4
///     HealthErrorCode.authorizationDenied.name       // "authorizationDenied"
///
/// Source: Apple's SDK headers, HealthKit's documentation of HKError. Code 100, which has been seen
/// but has no known meaning, is not one of them.
public enum HealthErrorCode: Int, CaseIterable, Hashable, Sendable {
  /// Anything unclassified.
  case unknownError = 0
  /// There is no health store on this device.
  case healthDataUnavailable = 1
  /// A policy, such as a management profile, forbids it.
  case healthDataRestricted = 2
  /// An object, unit, metadata value, date or state is not allowed.
  case invalidArgument = 3
  /// The person refused to share this type with the app.
  case authorizationDenied = 4
  /// The app never asked for this type.
  case authorizationNotDetermined = 5
  /// The store is locked.
  case databaseInaccessible = 6
  /// The person dismissed the question.
  case userCanceled = 7
  /// Another app took over the workout session.
  case anotherWorkoutSessionStarted = 8
  /// The person left the workout app.
  case userExitedWorkoutSession = 9
  /// A clinical type that the app requires was refused.
  case requiredAuthorizationDenied = 10
  /// There is nothing to compute a statistic from.
  case noData = 11
  /// The activity is not allowed in this context.
  case workoutActivityNotAllowed = 12
  /// The payload is too large.
  case dataSizeExceeded = 13
  /// A workout session may not start from the background.
  case backgroundWorkoutSessionNotAllowed = 14
  /// A guest may not write.
  case notPermissibleForGuestUserMode = 15

  /// The domain of HKError.
  public static let domain = "com.apple.healthkit"

  /// The name in machine output; part of the contract.
  public var name: String { String(describing: self) }
}
