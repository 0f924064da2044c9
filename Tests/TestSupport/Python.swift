/// Python 3, where the machine has it: it judges what we write.
package enum Python {
  private static let program = ChildProgram("python3", in: ["/usr/bin", "/usr/local/bin"])

  /// The path of its program; nil where there is none.
  package static let path = program?.path

  /// True where there is one.
  package static let isPresent = program != nil

  /// Returns what it prints.
  ///
  /// - Throws: `ChildProgram.Failure` where it ends with another code than 0.
  package static func run(
    _ arguments: [String], input: String = "", environment: [String: String]? = nil
  ) throws -> String {
    try required().run(arguments, input: input, environment: environment)
  }

  /// Returns its exit code, and what it printed, its complaints included.
  package static func result(
    of arguments: [String], input: String = "", environment: [String: String]? = nil
  ) throws -> (status: Int32, said: String) {
    try required().result(of: arguments, input: input, environment: environment)
  }

  private static func required() throws -> ChildProgram {
    guard let program else { throw ChildProgram.Failure(status: 127, said: "no python3") }
    return program
  }
}
