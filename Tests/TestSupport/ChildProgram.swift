import Foundation

/// A program of the machine that a test runs.
package struct ChildProgram: Sendable {
  /// The path of its file.
  package let path: String

  /// Looks for a program in these folders, and then where the shell looks; nil where it is nowhere.
  package init?(_ name: String, in folders: [String] = []) {
    let named = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let found = (folders + named.split(separator: ":").map(String.init)).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  /// A program that did not end well.
  package struct Failure: Error {
    /// Its exit code.
    package var status: Int32
    /// What it printed, its complaints included.
    package var said: String
  }

  /// Returns what the program prints.
  ///
  /// - Throws: `Failure` where it ends with another code than 0.
  package func run(
    _ arguments: [String], input: String = "", environment: [String: String]? = nil
  ) throws -> String {
    let (status, said) = try result(of: arguments, input: input, environment: environment)
    guard status == 0 else { throw Failure(status: status, said: said) }
    return said
  }

  /// Returns the exit code of the program, and what it printed, its complaints included.
  package func result(
    of arguments: [String], input: String = "", environment: [String: String]? = nil
  ) throws -> (status: Int32, said: String) {
    try TemporaryFolder.use { folder in
      // By way of files: reading a pipe ends in a trap where another child ends meanwhile.
      let (question, answer) = (folder.path("question"), folder.path("answer"))
      try Data(input.utf8).write(to: URL(filePath: question))
      try Data().write(to: URL(filePath: answer))
      let process = Process()
      process.executableURL = URL(filePath: path)
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
