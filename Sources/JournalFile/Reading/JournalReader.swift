import ByteTools

/// Reads a journal without a lock. Bytes behind the last complete line are in flight and not read.
package final class JournalReader: Sendable {
  /// The journal's paths.
  package let paths: JournalPaths
  private let system: any FileSystem
  private let file: OpenFile
  /// The size of the file when it was opened.
  package let size: UInt64
  /// The part that was known to be on the disk then; nil: nothing was known.
  package let durable: DurablePart?

  /// Opens the journal in a folder.
  ///
  /// - Throws: `JournalError`: missing, not regular, or the system's refusal.
  package convenience init(_ folder: String, on system: any FileSystem) throws {
    let paths = JournalPaths(folder: folder)
    // Asked first, so that it is never ahead of the file.
    let durable = LockRecords.read(paths, on: system).durable
    let opened = try Self.open(paths, on: system)
    self.init(
      paths: paths, system: system, file: opened.file, size: opened.size, durable: durable)
  }

  private init(
    paths: JournalPaths, system: any FileSystem, file: OpenFile, size: UInt64,
    durable: DurablePart?
  ) {
    self.durable = durable
    self.paths = paths
    self.system = system
    self.file = file
    self.size = size
  }

  private static func open(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws(JournalError) -> (file: OpenFile, size: UInt64) {
    do throws(SystemFailure) {
      let file = try system.open(paths.events, .read)
      do {
        return (file, try system.size(of: file))
      } catch {
        system.close(file)
        throw error
      }
    } catch {
      throw JournalError(error, opening: paths)
    }
  }

  deinit { system.close(file) }

  /// Reads all lines behind a place in order; see `JournalScan.scan`.
  package func scan(
    from start: Head = Head(), verifyingChain: Bool = false,
    body: (RawSpan, UInt64) throws -> ScannedLine?
  ) throws -> JournalScan {
    try JournalScan.scan(
      file, on: system, from: start, to: size, durable: durable, verifyingChain: verifyingChain,
      body: body)
  }

  /// Whether a line with the chain value of `head` ends where that says.
  package func holds(_ head: Head) throws(SystemFailure) -> Bool {
    try head.stands(in: file, on: system, size: size)
  }

  /// A reader of lines that is told which, see `LineReader.restart`.
  package func lines() -> LineReader { LineReader(file, on: system, from: 0, to: 0) }

  /// Reads the chain value of the last line where it was not read on the way.
  package func readChain(of head: inout Head) throws(SystemFailure) {
    try head.readChain(from: Head(), in: file, on: system)
  }

  /// The chain value of the line that ends at a place; nil: none does.
  func chain(endingAt offset: UInt64) throws(SystemFailure) -> Digest? {
    try Head.chain(endingAt: offset, in: file, on: system)
  }

  /// Reads the complete lines from `offset` on, until `body` returns false.
  ///
  /// - Parameters:
  ///   - end: a place between lines; nil: the end of the file.
  ///   - window: how many bytes are read at a time; fewer serve a few lines better.
  package func forEachLine(
    from offset: UInt64, to end: UInt64? = nil, window: Int = LineReader.window,
    _ body: (RawSpan, UInt64) throws -> Bool
  ) throws {
    var reader = LineReader(file, on: system, from: offset, to: end ?? size, window: window)
    _ = try reader.forEachLine(body)
  }
}

extension JournalError {
  /// What a failure to open the lines of a journal means.
  init(_ failure: SystemFailure, opening paths: JournalPaths) {
    switch failure.reason {
    case .missing where [paths.events, paths.lock].contains(failure.path):
      self = .missing(path: paths.folder)
    case .notRegular: self = .notRegular(path: failure.path)
    case .missing, .exists, .notPermitted, .readOnly, .tooManyOpen, .closed, .full, .other:
      self = .system(failure)
    }
  }
}

extension JournalScan {
  /// The damage that a scan found, as an error.
  package func damage(in paths: JournalPaths) -> JournalError? {
    guard case .damaged(let problem) = tail else { return nil }
    if case .newerFormat(let format) = problem {
      return .newerFormat(format, path: paths.folder)
    }
    return .damaged(
      Damage(
        path: paths.events, line: head.sequence + 1, offset: head.offset, problem: problem))
  }
}
