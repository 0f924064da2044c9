public import HealthEvents

extension StoreError {
  /// Why the journal's rules refused a command.
  ///
  /// - Parameter rejection: nothing was written.
  public init(_ rejection: Rejection) {
    let code: Code =
      switch rejection {
      case .authorizationNotDetermined: .authorizationNotDetermined
      case .authorizationDenied: .authorizationDenied
      case .anotherWorkoutSessionStarted: .anotherWorkoutSessionStarted
      case .invalidArgument: .invalidArgument
      }
    self.init(code: code, description: rejection.description, rejection: rejection)
  }
}

/// HealthKit's name.
@available(*, deprecated, renamed: "StoreError")
public typealias HealthError = StoreError

extension StoreError.Code {
  /// HealthKit's name.
  @available(*, deprecated, renamed: "authorizationDenied")
  public static var errorAuthorizationDenied: StoreError.Code { .authorizationDenied }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "authorizationNotDetermined")
  public static var errorAuthorizationNotDetermined: StoreError.Code { .authorizationNotDetermined }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "invalidArgument")
  public static var errorInvalidArgument: StoreError.Code { .invalidArgument }
}
