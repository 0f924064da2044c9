import JournalFile
import ProcessStart

/// Another program, with pipes to its standard input and from its standard output.
struct ChildProcess {
  private let process: SpawnedProcess
  private let input: OpenFile
  private let output: OpenFile
  private static let system = PosixSystem()

  /// Starts a program.
  ///
  /// - Throws: a `Failure` where the system refuses.
  init(_ path: String, _ arguments: [String], environment: [String]) throws(Failure) {
    let toChild = try Self.pipeEnds()
    let fromChild = try Self.pipeEnds()
    defer {
      Self.system.close(toChild.read)
      Self.system.close(fromChild.write)
    }
    input = toChild.write
    output = fromChild.read
    do {
      process = try SpawnedProcess(
        arguments, at: path, environment: environment,
        input: .descriptor(toChild.read.descriptor),
        output: .descriptor(fromChild.write.descriptor))
    } catch {
      Self.system.close(toChild.write)
      Self.system.close(fromChild.read)
      throw Failure(code: .system, message: "cannot start \(path): system error \(error.code)")
    }
  }

  /// Writes all of `bytes`, then reads what the program answers, and waits for its end. To be
  /// called once.
  func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    // A program that does not read to the end says why in its answer, or breaks off.
    try? Self.system.append(bytes, to: input)
    Self.system.close(input)
    defer {
      Self.system.close(output)
      process.wait()
    }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while answer.count < 1 << 20 {
      let count = try Self.system.readNext(output, into: &chunk, from: 0)
      if count == 0 { break }
      answer += chunk[..<count]
    }
    return answer
  }

  private static func pipeEnds() throws(Failure) -> (read: OpenFile, write: OpenFile) {
    do {
      let ends = try SpawnedProcess.pipeEnds()
      return (OpenFile(descriptor: ends.read), OpenFile(descriptor: ends.write))
    } catch {
      throw Failure(code: .system, message: "cannot make a pipe: system error \(error.code)")
    }
  }
}
