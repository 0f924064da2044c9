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

  /// Tells it that this was all, and waits until its reader leaves it.
  package func finish() {
    close(1)
    process.wait()
  }
}
