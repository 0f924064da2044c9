import Foundation

/// Python 3, where the machine has it: it judges what we write.
package enum Python {
  /// Where it is; nil where there is none.
  package static let path: String? = {
    let named = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (["/usr/bin", "/usr/local/bin"] + named.split(separator: ":").map(String.init))
      .map { $0 + "/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Whether there is one.
  package static let isPresent = path != nil

  /// A program that did not end well.
  package struct Failure: Error {
    /// Its exit code.
    package var status: Int32
    /// What it printed, its complaints included.
    package var said: String
  }

  /// What a program prints.
  ///
  /// - Throws: `Failure` where it ends with another code than 0.
  package static func run(
    _ arguments: [String], input: String = "", environment: [String: String]? = nil
  ) throws -> String {
    let (status, said) = try result(of: arguments, input: input, environment: environment)
    guard status == 0 else { throw Failure(status: status, said: said) }
    return said
  }

  /// The exit code of a program, and what it printed, its complaints included.
  package static func result(
    of arguments: [String], input: String = "", environment: [String: String]? = nil
  ) throws -> (status: Int32, said: String) {
    try TemporaryFolder.use { folder in
      // By way of files: reading a pipe ends in a trap where another child ends meanwhile.
      let (question, answer) = (folder.path("question"), folder.path("answer"))
      try Data(input.utf8).write(to: URL(filePath: question))
      try Data().write(to: URL(filePath: answer))
      let process = Process()
      process.executableURL = URL(filePath: path ?? "python3")
      process.arguments = arguments
      if let environment { process.environment = environment }
      process.standardInput = FileHandle(forReadingAtPath: question)
      let output = FileHandle(forWritingAtPath: answer)
      process.standardOutput = output
      process.standardError = output
      try process.run()
      process.waitUntilExit()
      let said = String(decoding: try Data(contentsOf: URL(filePath: answer)), as: UTF8.self)
      return (process.terminationStatus, said)
    }
  }
}
