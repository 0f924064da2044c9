import CLibrary

/// A program that takes standard output and shows it a screen at a time.
///
///     let pager = try Pager("less -FRX")
///     // what is written to descriptor 1 now goes to less
///     pager.finish()
package struct Pager: Sendable {
  private let process: SpawnedProcess

  /// Starts a pager and leads standard output to it. A write fails from then on where it has been
  /// left.
  ///
  /// - Parameters:
  ///   - command: as a shell reads it.
  ///   - defaults: variables that it gets where they are unset, as `LESS=FRX`.
  package init(
    _ command: String, defaults: [String]
  ) throws(SpawnedProcess.Problem) {
    let pipe = try SpawnedProcess.pipeEnds()
    defer {
      close(pipe.read)
      close(pipe.write)
    }
    let unset = defaults.filter { variable in
      SystemFacts.variable(String(variable.prefix { $0 != "=" })) == nil
    }
    process = try SpawnedProcess(
      ["/bin/sh", "-c", command], environment: SystemFacts.variables + unset,
      input: .descriptor(pipe.read), output: .descriptor(1), errors: .descriptor(2))
    signal(SIGPIPE, SIG_IGN)
    guard dup2(pipe.write, 1) >= 0 else { throw SpawnedProcess.Problem(code: errno) }
  }

  /// Whether the shell knows the program that a command begins with; also where the command begins
  /// with something else than a plain name.
  package static func isThere(_ command: String) -> Bool {
    let name = String(command.prefix { $0 != " " })
    let isPlain = name.utf8.allSatisfy { byte in
      byte > 0x7F || Character(Unicode.Scalar(byte)).isLetter
        || Character(Unicode.Scalar(byte)).isNumber || "._/+-".utf8.contains(byte)
    }
    guard isPlain, !name.isEmpty else { return true }
    let words = ["/bin/sh", "-c", "command -v -- \"$0\"", name]
    let shell = try? SpawnedProcess(words, environment: SystemFacts.variables, output: .nothing)
    return shell.map { $0.wait().code == 0 } ?? true
  }

  /// Tells it that this was all, and waits until its reader leaves it.
  package func finish() {
    close(1)
    process.wait()
  }
}
