package import JournalFile
import Synchronization

/// A system in memory in which something happens between two calls of a reader, as other processes
/// do it. It reads few bytes at a time, so that much may happen.
package final class MeddlingSystem: FileSystem {
  /// The calls before which something may happen.
  package enum Call: Sendable { case open, read, append, synchronize }

  /// The system to which the calls go.
  package let inner: MemorySystem
  private let most: Int
  private let hook: @Sendable (Call, Int) throws -> Void
  private let calls = Atomic(0)
  private let isMeddling = Atomic(false)

  /// - Parameter hook: gets the number of the call, from 0; what it does to the system is not
  ///   counted.
  package init(
    _ inner: MemorySystem, most: Int = .max, _ hook: @escaping @Sendable (Call, Int) throws -> Void
  ) {
    self.inner = inner
    self.most = most
    self.hook = hook
  }

  /// How many calls there have been.
  package var count: Int { calls.load(ordering: .relaxed) }

  private func meddle(_ call: Call) {
    guard isMeddling.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    else { return }
    try? hook(call, calls.wrappingAdd(1, ordering: .relaxed).oldValue)
    isMeddling.store(false, ordering: .relaxed)
  }

  package func read(
    _ file: OpenFile, at offset: UInt64, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    meddle(.read)
    var few = [UInt8](repeating: 0, count: min(most, buffer.count - index))
    let count = try inner.read(file, at: offset, into: &few, from: 0)
    buffer.replaceSubrange(index..<index + count, with: few[..<count])
    return count
  }

  package func read(
    _ file: OpenFile, _ range: Range<Int>, into bytes: OwnedBytes
  ) throws(SystemFailure) -> Int {
    meddle(.read)
    let few = range.lowerBound..<range.lowerBound + min(most, range.count)
    return try inner.read(file, few, into: bytes)
  }

  package func append(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure) {
    meddle(.append)
    try inner.append(bytes, to: file)
  }

  package func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile {
    meddle(.open)
    return try inner.open(path, access)
  }
  package func close(_ file: OpenFile) { inner.close(file) }
  package func readNext(
    _ file: OpenFile, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int { try inner.readNext(file, into: &buffer, from: index) }
  package func write(_ bytes: [UInt8], at offset: UInt64, to file: OpenFile) throws(SystemFailure) {
    try inner.write(bytes, at: offset, to: file)
  }
  package func truncate(_ file: OpenFile, to size: UInt64) throws(SystemFailure) {
    try inner.truncate(file, to: size)
  }
  package func synchronize(_ file: OpenFile) throws(SystemFailure) {
    meddle(.synchronize)
    try inner.synchronize(file)
  }
  package func startSynchronizing(_ file: OpenFile, from offset: UInt64) {}
  package func lock(_ file: OpenFile, patiently: Bool) throws(SystemFailure) -> Bool {
    try inner.lock(file, patiently: patiently)
  }
  package func rename(_ from: String, to: String) throws(SystemFailure) {
    try inner.rename(from, to: to)
  }
  package func remove(_ path: String) throws(SystemFailure) { try inner.remove(path) }
  package func createDirectory(_ path: String) throws(SystemFailure) {
    try inner.createDirectory(path)
  }
  package func synchronizeDirectory(_ path: String) throws(SystemFailure) {
    try inner.synchronizeDirectory(path)
  }
  package func names(inDirectory path: String) throws(SystemFailure) -> [String] {
    try inner.names(inDirectory: path)
  }
  package func status(of file: OpenFile) throws(SystemFailure) -> FileStatus {
    try inner.status(of: file)
  }
  package func status(at path: String) throws(SystemFailure) -> FileStatus? {
    try inner.status(at: path)
  }
  package func now() -> Int64 { inner.now() }
  package func userKey(making: Bool) -> [UInt8]? { inner.userKey(making: making) }
  package func random() -> UInt64 { inner.random() }
  package func random(into words: inout [UInt64]) { inner.random(into: &words) }
}

extension MemorySystem {
  /// Cuts a file back and writes after the cut, in place, as a writer does that takes lines back.
  package func rewrite(_ path: String, from offset: Int, with bytes: [UInt8]) throws {
    let file = try open(path, .append)
    defer { close(file) }
    try truncate(file, to: UInt64(offset))
    try append(bytes, to: file)
  }
}
