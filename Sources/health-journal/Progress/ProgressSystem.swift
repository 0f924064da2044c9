import JournalFile
import ProcessStart

/// The system, which counts what is read of a journal's lines for the progress line. Where a person may break off, no
/// read succeeds once that was asked for: so whatever reads ends by itself, and tidies up on its way.
struct ProgressSystem: FileSystem {
  /// Whether reads end; those of a writer do not, as it reads to take back what it wrote.
  let isBreakable: Bool

  private let base = PosixSystem()
  private let meter = ProgressMeter.shared

  init(isBreakable: Bool) { self.isBreakable = isBreakable }

  // MARK: What is counted

  func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile {
    let file = try base.open(path, access)
    if path.hasSuffix("/events.ndjson"), let size = try? base.size(of: file) {
      meter.begin("reading the journal", of: size)
    }
    return file
  }

  func read(
    _ file: OpenFile, at offset: UInt64, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    try requireGoingOn()
    let count = try base.read(file, at: offset, into: &buffer, from: index)
    meter.add(count)
    return count
  }

  func read(
    _ file: OpenFile, _ range: Range<Int>, into bytes: OwnedBytes
  ) throws(SystemFailure) -> Int {
    try requireGoingOn()
    return try base.read(file, range, into: bytes)
  }

  private func requireGoingOn() throws(SystemFailure) {
    guard isBreakable, Interruption.signal != nil else { return }
    throw SystemFailure(.read, "the journal", .other(4))
  }

  // MARK: What is passed on

  func close(_ file: OpenFile) { base.close(file) }

  func readNext(
    _ file: OpenFile, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    try requireGoingOn()
    let count = try base.readNext(file, into: &buffer, from: index)
    meter.add(count)
    // What a pipe gives when the program before it was ended by the same signal is no whole journal.
    try requireGoingOn()
    return count
  }

  func append(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure) {
    try base.append(bytes, to: file)
  }

  func write(_ bytes: [UInt8], at offset: UInt64, to file: OpenFile) throws(SystemFailure) {
    try base.write(bytes, at: offset, to: file)
  }

  func truncate(_ file: OpenFile, to size: UInt64) throws(SystemFailure) {
    try base.truncate(file, to: size)
  }

  func synchronize(_ file: OpenFile) throws(SystemFailure) { try base.synchronize(file) }

  func startSynchronizing(_ file: OpenFile, from offset: UInt64) {
    base.startSynchronizing(file, from: offset)
  }

  func lock(_ file: OpenFile, patiently: Bool) throws(SystemFailure) -> Bool {
    try base.lock(file, patiently: patiently)
  }

  func rename(_ from: String, to: String) throws(SystemFailure) { try base.rename(from, to: to) }

  func remove(_ path: String) throws(SystemFailure) { try base.remove(path) }

  func createDirectory(_ path: String) throws(SystemFailure) { try base.createDirectory(path) }

  func restrictDirectory(_ path: String) throws(SystemFailure) {
    try base.restrictDirectory(path)
  }

  func synchronizeDirectory(_ path: String) throws(SystemFailure) {
    try base.synchronizeDirectory(path)
  }

  func names(inDirectory path: String) throws(SystemFailure) -> [String] {
    try base.names(inDirectory: path)
  }

  func status(of file: OpenFile) throws(SystemFailure) -> FileStatus { try base.status(of: file) }

  func status(at path: String) throws(SystemFailure) -> FileStatus? { try base.status(at: path) }

  func now() -> Int64 { base.now() }

  func random() -> UInt64 { base.random() }

  func random(into words: inout [UInt64]) { base.random(into: &words) }
}
