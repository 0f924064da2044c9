package import ByteTools
package import HealthEvents
import Synchronization

/// What an import reads: bytes in their order, counted and hashed on the way. The first megabyte is hashed at
/// once, what follows on a thread of its own, while the importer reads it. A class: who reads it and who asks
/// for the count are two.
package final class ImportInput: ByteSource {
  /// What the hash has taken in. A class, as both threads hold it.
  private final class Taken: Sendable {
    let hash = Mutex(SHA256())

    func update(_ bytes: RawSpan) { hash.withLock { $0.update(bytes) } }
  }

  /// How many bytes it has, where that is known.
  package let size: UInt64?
  /// The part of it that is asked for; nil: all.
  package let selection: ImportSelection?
  /// What lies beside it; nil: nothing is known of that, as of standard input.
  package let companions: (any ImportCompanions)?
  /// How many bytes it has given out.
  package private(set) var count: UInt64 = 0

  private var source: any ByteSource
  private let taken = Taken()
  private var queue: BufferQueue?
  /// Bytes that were read to be looked at and have not been given out.
  private var ahead: ArraySlice<UInt8> = []

  /// The bytes of a source.
  package init(
    _ source: some ByteSource, size: UInt64? = nil, selection: ImportSelection? = nil,
    companions: (any ImportCompanions)? = nil
  ) {
    self.source = source
    self.size = size
    self.selection = selection
    self.companions = companions
  }

  /// The first bytes, fewer only where there are no more; they are given out all the same.
  package func beginning(_ most: Int = 1 << 16) throws -> [UInt8] {
    precondition(count == 0, "the beginning has been given out")
    var bytes = [UInt8](repeating: 0, count: most)
    var filled = 0
    while filled < most {
      let more = try source.read(into: &bytes, from: filled)
      if more == 0 { break }
      filled += more
    }
    ahead = bytes[..<filled]
    return Array(ahead)
  }

  /// The SHA-256 of all bytes given out.
  package var digest: Digest {
    queue?.wait()
    var hash = taken.hash.withLock { $0 }
    return hash.finalize()
  }

  /// Gives out the next bytes.
  package func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    let part = ahead.prefix(bytes.count - start)
    var given = part.count
    if given > 0 {
      bytes.replaceSubrange(start..<start + given, with: part)
      ahead.removeFirst(given)
    } else {
      given = try source.read(into: &bytes, from: start)
    }
    hash(bytes.rawBytes.extracting(start..<start + given))
    count += UInt64(given)
    return given
  }

  private func hash(_ bytes: RawSpan) {
    guard count >= 1 << 20 else { return taken.update(bytes) }
    let taken = taken
    let queue = self.queue ?? BufferQueue(room: 2) { taken.update($0.rawBytes) }
    self.queue = queue
    var copy = queue.spareBuffer()
    copy.append(contentsOf: bytes)
    queue.send(copy)
  }
}
