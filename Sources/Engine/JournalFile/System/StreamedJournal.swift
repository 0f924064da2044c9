import ByteTools
import Synchronization

/// The system of a journal that is no folder but its lines alone, to be read only: what comes from
/// standard input or a pipe, or a plain file of lines.
///
/// Views read some lines twice. So what comes from a pipe is copied, once, into a file without a
/// name, which goes away with the process however that ends; the memory is that of a buffer. There
/// is nothing else: no lock, no notes of what was acknowledged, no snapshot, and nothing can be
/// written.
///
///     let system = StreamedJournal(of: "-", copyingTo: "/tmp")
///     try JournalReader("-", on: system).linesEnd   // as of a file
package final class StreamedJournal: FileSystem {
  /// The word for standard input instead of a path.
  package static let standardInput = "-"

  private let base: any FileSystem
  private let source: String
  private let paths: JournalPaths
  private let temporary: String
  private let copy = Mutex<OpenFile?>(nil)

  /// The number of bytes that are read at a time.
  private static let window = 1 << 20

  /// Returns true if a path, or `-`, leads to lines and not to a journal's folder; links are
  /// followed.
  package static func isMeant(by path: String) -> Bool {
    if path == standardInput { return true }
    // What cannot be looked at is opened as a journal's folder, which says why.
    let kind = try? PosixSystem().kindFollowingLinks(of: path)
    return kind == .regular || kind == .other
  }

  /// Creates the journal from the lines at a path, or those of standard input (`-`).
  ///
  /// - Parameters:
  ///   - temporary: the folder of the copy, which has no name.
  ///   - base: the system that reads and copies.
  package init(
    of source: String, copyingTo temporary: String, on base: any FileSystem
  ) {
    self.source = source
    self.temporary = temporary
    self.base = base
    paths = JournalPaths(lines: source == Self.standardInput ? "standard input" : source)
  }

  deinit {
    if let copy = copy.withLock({ $0 }) { base.close(copy) }
  }

  /// Returns the paths of the lines alone, whatever the folder is called.
  package func paths(of folder: String) -> JournalPaths { paths }

  /// Opens the lines; there is no other file.
  package func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile {
    guard access == .read else { throw SystemFailure(.open, path, .readOnly) }
    guard path == paths.events else { throw SystemFailure(.open, path, .missing) }
    let file = try lines()
    // A program that fails may write nothing to the pipe: that must not count as a journal without
    // faults.
    guard try base.size(of: file) > 0 else { throw SystemFailure(.open, path, .missing) }
    return file
  }

  /// Returns the file of the lines, or their copy, which is made on first use.
  private func lines() throws(SystemFailure) -> OpenFile {
    try copy.withLock { (copy) throws(SystemFailure) -> OpenFile in
      if let copy { return copy }
      let made = try file()
      copy = made
      return made
    }
  }

  private func file() throws(SystemFailure) -> OpenFile {
    if source == Self.standardInput { return try copy(of: OpenFile(descriptor: 0)) }
    let file = try base.open(source, .readForeign)
    do throws(SystemFailure) {
      if try base.status(of: file).kind == .regular { return file }
      let made = try copy(of: file)
      base.close(file)
      return made
    } catch {
      base.close(file)
      throw error
    }
  }

  private func copy(of stream: OpenFile) throws(SystemFailure) -> OpenFile {
    let made = try nameless()
    do throws(SystemFailure) {
      var buffer = [UInt8](repeating: 0, count: Self.window)
      var filled = 0
      // Of a line that is longer than lines may be, the beginning is enough: no reader goes on.
      var unended = 0
      repeat {
        filled = try fill(&buffer, from: stream)
        let window = filled < buffer.count ? Array(buffer[..<filled]) : buffer
        try SystemFailure.telling(.append, copyName, try base.append(window, to: made))
        let hasEnd = window.rawBytes.lineFeed(from: 0) != nil
        unended = hasEnd ? window.count : unended + window.count
      } while filled == buffer.count && unended <= JournalLimits.lineBytes + 2 * Self.window
    } catch {
      base.close(made)
      throw error
    }
    return made
  }

  /// Fills a buffer; less is in it only at the end.
  private func fill(
    _ buffer: inout [UInt8], from stream: OpenFile
  ) throws(SystemFailure) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try SystemFailure.telling(
        .read, paths.events, try base.readNext(stream, into: &buffer, from: filled))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  private func nameless() throws(SystemFailure) -> OpenFile {
    let path = "\(temporary)/health-journal.\(base.random())"
    do throws(SystemFailure) {
      let file = try base.open(path, .createNew)
      try base.remove(path)
      return file
    } catch {
      throw SystemFailure(.createDirectory, copyName, error.reason)
    }
  }

  private var copyName: String { "a copy of \(paths.events) in \(temporary)" }

  // MARK: What is passed on

  /// Does nothing: the lines stay open as long as this exists.
  package func close(_ file: OpenFile) {}

  package func read(
    _ file: OpenFile, at offset: UInt64, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    try base.read(file, at: offset, into: &buffer, from: index)
  }

  package func read(
    _ file: OpenFile, _ range: Range<Int>, into bytes: OwnedBytes
  ) throws(SystemFailure) -> Int {
    try base.read(file, range, into: bytes)
  }

  /// Reads the next bytes.
  package func readNext(
    _ file: OpenFile, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    try base.readNext(file, into: &buffer, from: index)
  }

  /// Returns the status of the file of the lines.
  package func status(of file: OpenFile) throws(SystemFailure) -> FileStatus {
    try base.status(of: file)
  }

  package func now() -> Int64 { base.now() }

  /// Returns 64 bits that nobody can guess.
  package func random() -> UInt64 { base.random() }

  /// Fills words with bits that nobody can guess.
  package func random(into words: inout [UInt64]) { base.random(into: &words) }

  // MARK: What there is not

  /// Returns nil: there is nothing next to the lines.
  package func status(at path: String) throws(SystemFailure) -> FileStatus? { nil }

  /// Returns no names: there is nothing next to the lines.
  package func names(inDirectory path: String) throws(SystemFailure) -> [String] { [] }

  /// Refuses to append.
  package func append(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure) {
    throw refusal(.append)
  }

  /// Refuses to write.
  package func write(
    _ bytes: [UInt8], at offset: UInt64, to file: OpenFile
  ) throws(SystemFailure) {
    throw refusal(.write)
  }

  /// Refuses to truncate.
  package func truncate(_ file: OpenFile, to size: UInt64) throws(SystemFailure) {
    throw refusal(.truncate)
  }

  /// Refuses to sync.
  package func synchronize(_ file: OpenFile) throws(SystemFailure) { throw refusal(.synchronize) }

  /// Does nothing: nothing is written.
  package func startSynchronizing(_ file: OpenFile, from offset: UInt64) {}

  /// Refuses to lock.
  package func lock(_ file: OpenFile, patiently: Bool) throws(SystemFailure) -> Bool {
    throw refusal(.lock)
  }

  /// Refuses to rename.
  package func rename(_ from: String, to: String) throws(SystemFailure) { throw refusal(.rename) }

  /// Refuses to remove.
  package func remove(_ path: String) throws(SystemFailure) { throw refusal(.remove) }

  /// Refuses to create a folder.
  package func createDirectory(_ path: String) throws(SystemFailure) {
    throw refusal(.createDirectory)
  }

  /// Refuses to sync a folder.
  package func synchronizeDirectory(_ path: String) throws(SystemFailure) {
    throw refusal(.synchronizeDirectory)
  }

  private func refusal(_ operation: SystemFailure.Operation) -> SystemFailure {
    SystemFailure(operation, paths.events, .readOnly)
  }
}
