import HealthModel
import HealthViews
import Journal
import JournalFile

/// The reason why a command failed: one line, and the exit code.
struct Failure: Error {
  var code: ExitCode
  var message: String
  /// HealthKit's error, if a rule refused the command.
  var refusal: HealthErrorCode?

  /// The message for a person.
  var sentence: String { refusal == nil ? message : "refused: " + message }

  /// The message for a program: a refusal has the name and number of HealthKit's error.
  var statement: String {
    refusal.map { "refused, HKError \($0.name) (\($0.rawValue)): " + message } ?? message
  }

  static func usage(_ message: String) -> Failure { Failure(code: .usage, message: message) }
}

extension Failure {
  /// Creates the failure that a person, or the system, ended the work, with what was kept of it.
  init(interruptedBy signal: Int32, _ words: String) {
    self.init(code: signal == 15 ? .terminated : .interrupted, message: "broken off: " + words)
  }

  /// Creates the failure that the person who ran the command sees for an error: its words, and the
  /// exit code.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let both as FailureAndEnding:
      let (failure, ending) = (Failure(both.failure), Failure(both.ending))
      self.init(
        code: ending.code, message: failure.message + ". And at the end: " + ending.message,
        refusal: failure.refusal)
    case let problem as any Problem:
      self.init(
        code: ExitCode(problem.problemCode),
        message: problem.message + (Self.remedy(for: problem) ?? ""))
      if case .refused(let error) = problem.problemCode { refusal = error }
    default: self.init(code: .system, message: "unexpected error: \(type(of: error))")
    }
  }

  /// Returns the remedy for a problem, if a command or an option is one.
  private static func remedy(for problem: any Problem) -> String? {
    switch problem {
    case JournalError.missing: "; make one with `health-journal init`"
    case JournalError.clockLeap:
      "; nothing was written. Lines that you save now would keep this date: set the clock, or give "
        + "--clock-is-right"
    case JournalError.locked: ", or give --wait SECONDS"
    case ProjectionError.readNotDetermined: "; see `health-journal authorize`"
    case ProjectionError.noReceipt, SessionProblem.noReceipt: "; see `health-journal imports`"
    case SessionProblem.noBodyMass: "; save one with `save bodyMass '70 kg'`, or give --kcal"
    default: nil
    }
  }
}

extension ExitCode {
  init(_ code: ProblemCode) {
    switch code {
    case .noAnswer: self = .no
    case .argument, .unitMismatch, .unknownZone, .missing, .exists, .unfitFolder, .clockLeap,
      .notThere:
      self = .usage
    case .damaged, .newerFormat: self = .damaged
    case .refused, .conflict, .notTaken, .tooLarge: self = .refused
    case .noZones, .locked, .outcomeUnknown, .changed, .closed, .notPermitted, .full, .system:
      self = .system
    }
  }
}
