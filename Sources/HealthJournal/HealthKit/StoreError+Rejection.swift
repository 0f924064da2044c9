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
