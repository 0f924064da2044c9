package import ByteTools

/// Reads a journal without a lock. Bytes after the last complete line are in flight and not read.
///
/// A writer may take lines back meanwhile, and write others in their place: then `consistent` reads
/// again.
package final class JournalReader: Sendable {
  /// The journal's paths.
  package let paths: JournalPaths
  let system: any FileSystem
  let file: OpenFile
  private let mark: LineMark
  /// The size of the file when it was opened.
  package var size: UInt64 { mark.size }
  /// The position after the last complete line then.
  package var linesEnd: UInt64 { mark.end }
  /// The part that was known to be on the disk then; nil: nothing was known.
  package let durable: DurablePart?

  /// Opens the journal in a folder.
  ///
  /// - Throws: `JournalError`: missing, not regular, or the system's refusal.
  package convenience init(_ folder: String, on system: any FileSystem) throws {
    let paths = system.paths(of: folder)
    // Asked first, so that it is never ahead of the file.
    let durable = LockRecords.read(paths, on: system).durable
    let opened = try Self.open(paths, on: system)
    self.init(
      paths: paths, system: system, file: opened.file, mark: opened.mark, durable: durable)
  }

  private init(
    paths: JournalPaths, system: any FileSystem, file: OpenFile, mark: LineMark,
    durable: DurablePart?
  ) {
    self.durable = durable
    self.paths = paths
    self.system = system
    self.file = file
    self.mark = mark
  }

  private static func open(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws(JournalError) -> (file: OpenFile, mark: LineMark) {
    do throws(SystemFailure) {
      let file = try system.open(paths.events, .read)
      do {
        return (file, try LineMark(file, on: system))
      } catch {
        system.close(file)
        throw error
      }
    } catch {
      throw JournalError(error, opening: paths)
    }
  }

  deinit { system.close(file) }

  /// Reads all lines after a position in order; see `JournalScan.scan`.
  package func scan(
    from start: Head = Head(), verifyingChain: Bool = false, erasedMayLackVoucher: Bool = false,
    body: (RawSpan, UInt64) throws -> ScannedLine?
  ) throws -> JournalScan {
    try JournalScan.scan(
      file, on: system, from: start, to: size, linesEnd: max(linesEnd, start.offset),
      durable: durable, verifyingChain: verifyingChain,
      erasedMayLackVoucher: erasedMayLackVoucher, body: body)
  }

  /// The file that is read; nil: the system does not say.
  package var identity: FileIdentity? { try? system.status(of: file).identity }

  /// The error that there are no lines.
  package var missing: JournalError { JournalError(missing: paths) }

  /// Whether all that the file held when it was opened was known to be on the disk.
  package var isWhollyDurable: Bool { durable?.offset == size }

  /// Whether a line with the chain value of `head` ends where that says.
  package func holds(_ head: Head) throws(SystemFailure) -> Bool {
    try head.stands(in: file, on: system, size: size)
  }

  /// A line reader without a range, which `LineReader.restart` gives it.
  package func lines() -> LineReader { LineReader(file, on: system, from: 0, to: 0) }

  /// Reads the chain value of the last line where it was not read on the way.
  package func readChain(of head: inout Head) throws(SystemFailure) {
    try head.readChain(from: Head(), in: file, on: system)
  }

  /// The chain value of the line that ends at an offset; nil: none does.
  package func chain(endingAt offset: UInt64) throws(SystemFailure) -> Digest? {
    try Head.chain(endingAt: offset, in: file, on: system)
  }

  /// Reads the complete lines from `offset` on, until `body` returns false.
  ///
  /// - Parameters:
  ///   - end: a position between lines; nil: after the last complete one.
  ///   - window: how many bytes are read at a time; fewer serve a few lines better.
  package func forEachLine(
    from offset: UInt64, to end: UInt64? = nil, window: Int = LineReader.window,
    _ body: (RawSpan, UInt64) throws -> Bool
  ) throws {
    var reader = LineReader(file, on: system, from: offset, to: end ?? linesEnd, window: window)
    _ = try reader.forEachLine(body)
  }
}

extension JournalReader {
  /// How many times a journal is read at most, where another process changes it meanwhile.
  private static let attempts = 10

  /// What `body` finds in a journal that others may write to meanwhile: in its lines as they stood
  /// at one moment. Where some were taken back before `body` was done, it gets another reader.
  ///
  /// - Parameter body: also returns the scan that it ended with. Where that found bytes after the
  ///   lines, and the file has changed meanwhile, `body` is called again.
  /// - Throws: what `body` throws; `JournalError.linesGone` where lines are taken back again and
  ///   again.
  package static func consistent<Found>(
    _ folder: String, on system: any FileSystem,
    _ body: (JournalReader) throws -> (found: Found, scan: JournalScan)
  ) throws -> (reader: JournalReader, found: Found, scan: JournalScan) {
    for attempt in 1...attempts {
      let reader = try JournalReader(folder, on: system)
      let isLast = attempt == attempts
      do {
        let (found, scan) = try body(reader)
        let stands = try reader.mark.stands(in: reader.file, on: system)
        if stands, try isLast || scan.tail == .clean || reader.hasItsSize {
          return (reader, found, scan)
        }
      } catch {
        if try reader.mark.stands(in: reader.file, on: system) { throw error }
      }
    }
    throw JournalError.linesGone(path: system.paths(of: folder).events)
  }

  private var hasItsSize: Bool {
    get throws(SystemFailure) { try system.size(of: file) == size }
  }
}

extension JournalError {
  /// There are no lines at these paths.
  package init(missing paths: JournalPaths) {
    self = paths.areLinesAlone ? .noLines(path: paths.folder) : .missing(path: paths.folder)
  }

  /// What a failure to open the lines of a journal means.
  init(_ failure: SystemFailure, opening paths: JournalPaths) {
    switch failure.reason {
    case .missing where [paths.events, paths.lock].contains(failure.path):
      self = JournalError(missing: paths)
    case .notRegular: self = .notRegular(path: failure.path)
    case .missing, .exists, .notPermitted, .readOnly, .tooManyOpen, .closed, .full, .replaced,
      .other:
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
