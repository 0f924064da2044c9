package import ByteTools
import Synchronization

/// A source that counts and hashes what it gives out: the first megabyte at once, what follows on a thread of
/// its own, while the importer reads it.
package struct HashingSource: ByteSource {
  /// What the hash has taken in. A class, as both threads hold it.
  private final class Taken: Sendable {
    let hash = Mutex(SHA256())

    func update(_ bytes: RawSpan) { hash.withLock { $0.update(bytes) } }
  }

  private var source: any ByteSource
  private let taken = Taken()
  private var queue: BufferQueue?
  /// How many bytes it has given out.
  package private(set) var count: UInt64 = 0

  /// The same bytes, counted and hashed.
  package init(_ source: some ByteSource) { self.source = source }

  /// The SHA-256 of all bytes given out.
  package var digest: Digest {
    queue?.wait()
    var hash = taken.hash.withLock { $0 }
    return hash.finalize()
  }

  /// Passes on the next bytes.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try unsafe source.read(into: buffer)
    unsafe hash(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bytes)
    self.count += UInt64(count)
    return count
  }

  private mutating func hash(_ bytes: RawSpan) {
    guard count >= 1 << 20 else { return taken.update(bytes) }
    let taken = taken
    let queue =
      self.queue ?? BufferQueue(room: 2) { taken.update(unsafe $0.span.bytes) }
    self.queue = queue
    var copy = queue.spareBuffer()
    copy.append(contentsOf: bytes)
    queue.send(copy)
  }
}
