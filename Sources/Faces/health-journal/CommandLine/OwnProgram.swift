import ByteTools
import JournalFile

/// The other programs of this project, which stand in the folder of this one.
enum OwnProgram {
  /// Returns the path of a program in the folder of this one, else the one that the shell would
  /// find.
  ///
  /// - Parameter purpose: what the program does, as `makes the requests`.
  static func path(of name: String, which purpose: String) throws(Failure) -> String {
    let folders =
      [ownFolder()].compactMap { $0 }
      + (try Environment.path("PATH") ?? "").split(separator: ":")
      .map { String($0) }
    for folder in folders where folder.hasPrefix("/") {
      let path = folder + "/" + name
      if SystemFacts.isExecutable(path) { return path }
    }
    throw Failure(
      code: .system,
      message: "\(name), which \(purpose), is neither beside health-journal nor in PATH; "
        + "build it with `swift build --product \(name)`")
  }

  private static func ownFolder() -> String? {
    guard let bytes = SystemFacts.ownPath, let path = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return FilePath.folder(of: path)
  }
}

/// Another program, with pipes to its standard input and from its standard output.
struct ChildProcess {
  private let process: SpawnedProcess
  private let input: OpenFile
  private let output: OpenFile
  /// The bytes that came and are no whole line yet.
  private var received: [UInt8] = []
  private static let system = PosixSystem()

  /// Starts a program.
  ///
  /// - Parameter errors: where its standard error goes.
  /// - Throws: a `SystemFailure` where the system refuses.
  init(
    _ path: String, _ arguments: [String], environment: [String],
    errors: SpawnedProcess.Stream = .nothing
  ) throws(SystemFailure) {
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
        output: .descriptor(fromChild.write.descriptor), errors: errors)
    } catch {
      Self.system.close(toChild.write)
      Self.system.close(fromChild.read)
      throw error
    }
  }

  /// Writes all of `bytes`, and keeps the pipe open.
  ///
  /// - Throws: a `SystemFailure` if the program is gone.
  func send(_ bytes: [UInt8]) throws(SystemFailure) { try Self.system.append(bytes, to: input) }

  /// Returns the next line that the program writes, without its line feed, and waits for it; nil at
  /// the end of what it writes, and where a line is longer than any that it has to write.
  mutating func line() throws(SystemFailure) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      if let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(feed + 1) }
        return Array(received[..<feed])
      }
      guard received.count < 1 << 16 else { return nil }
      let count = try Self.system.readNext(output, into: &chunk, from: 0)
      if count == 0 { return nil }
      received += chunk[..<count]
    }
  }

  /// Returns the next line, as above; nil also after a signal, if signals are watched for.
  mutating func lineUnlessInterrupted() throws(SystemFailure) -> [UInt8]? {
    if !received.contains(UInt8(ascii: "\n")) { Interruption.awaitInput(output.descriptor) }
    return Interruption.signal == nil ? try line() : nil
  }

  /// Closes both pipes, and waits for the end of the program.
  ///
  /// - Returns: its exit code.
  func finish() -> Int32 {
    Self.system.close(input)
    Self.system.close(output)
    return process.wait().code
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

  private static func pipeEnds() throws(SystemFailure) -> (read: OpenFile, write: OpenFile) {
    let ends = try SpawnedProcess.pipeEnds()
    return (OpenFile(descriptor: ends.read), OpenFile(descriptor: ends.write))
  }
}
