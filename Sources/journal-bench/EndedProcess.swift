import ProcessStart

/// A program that ran to its end.
struct EndedProcess {
  /// From before its start to after its end.
  var seconds: Double
  /// The most memory that it took.
  var peakBytes: Int
  /// Its exit code; 128 and more: a signal ended it.
  var code: Int32

  /// Why there is none.
  enum Failure: Error {
    /// The system's number of the error that kept it from starting.
    case notStarted([String], Int32)
    /// It did not do what it was to do.
    case failed([String], code: Int32)
  }

  /// Starts a program, whose output goes to a file, and waits for its end.
  ///
  /// - Parameter words: its path and its arguments.
  static func run(
    _ words: [String], output: String = "/dev/null"
  ) throws(Failure) -> EndedProcess {
    var end: SpawnedProcess.End?
    var problem: Int32 = 0
    let seconds = Turns.seconds {
      do throws(SpawnedProcess.Problem) {
        end = try SpawnedProcess(words, environment: environment, output: .file(output)).wait()
      } catch {
        problem = error.code
      }
    }
    guard let end else { throw .notStarted(words, problem) }
    return EndedProcess(seconds: seconds, peakBytes: end.peakBytes, code: end.code)
  }

  /// What programs may know of our environment: where libraries are, and how to hash.
  private static var environment: [String] {
    let names = ["PATH", "HOME", "LD_LIBRARY_PATH", "HEALTH_JOURNAL_SHA256"]
    return names.compactMap { name in
      SystemFacts.variable(name).map { "\(name)=\(String(decoding: $0, as: UTF8.self))" }
    }
  }
}
