package import ByteTools
package import HealthEvents
import Synchronization

/// The input of an import: bytes in their order, counted and hashed as in the file, and given out
/// as UTF-8, whatever the file's encoding. It is a class because the code that reads it and the
/// code that asks for the count share it.
package final class ImportInput: ByteSource {
  /// The number of its bytes, if known.
  package let size: UInt64?
  /// The part of it that is asked for; nil: all.
  package let selection: ImportSelection?
  /// The files next to it; nil: they are not known, as for standard input.
  package let companions: (any ImportCompanions)?
  /// The encoding of the file.
  package private(set) var encoding = TextEncoding.utf8

  private var source: HashedSource
  /// The input as UTF-8, if the file has another encoding.
  private var text: TranscodingSource?
  private var hasBegun = false
  /// Bytes that were read to be looked at and have not been given out.
  private var ahead: ArraySlice<UInt8> = []

  /// The number of bytes in the beginning that is examined.
  package static let beginningSize = 1 << 16

  /// Creates the input from the bytes of a source.
  package init(
    _ source: some ByteSource, size: UInt64? = nil, selection: ImportSelection? = nil,
    companions: (any ImportCompanions)? = nil
  ) {
    self.source = HashedSource(source)
    self.size = size
    self.selection = selection
    self.companions = companions
  }

  /// The number of bytes of the file read so far.
  package var count: UInt64 { source.count }
  /// The SHA-256 of the bytes read so far.
  package var digest: Digest { source.digest }
  /// The number of characters that were not valid in the encoding; each became U+FFFD.
  package var replacedCount: Int { text?.replacedCount ?? 0 }

  /// Returns the first bytes, fewer only if there are no more; `read` gives them out again.
  package func beginning() throws -> [UInt8] {
    try begin()
    return Array(ahead)
  }

  package func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    if !hasBegun { try begin() }
    if ahead.isEmpty {
      return try text?.read(into: &bytes, from: start) ?? source.read(into: &bytes, from: start)
    }
    let part = ahead.prefix(bytes.count - start)
    bytes.replaceSubrange(start..<start + part.count, with: part)
    ahead.removeFirst(part.count)
    return part.count
  }

  /// Reads the beginning, and detects the encoding.
  private func begin() throws {
    precondition(!hasBegun, "the beginning has been given out")
    hasBegun = true
    let bytes = try Self.beginning(of: &source)
    encoding = TextEncoding(of: bytes.rawBytes)
    switch encoding {
    case .utf8, .other: ahead = bytes[...]
    case .utf16LittleEndian, .utf16BigEndian, .latin1:
      var text = TranscodingSource(FollowedBytes(bytes, source), from: encoding)
      ahead = try Self.beginning(of: &text)[...]
      self.text = text
    }
  }

  private static func beginning(of source: inout some ByteSource) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: beginningSize)
    var filled = 0
    while filled < bytes.count {
      let more = try source.read(into: &bytes, from: filled)
      if more == 0 { break }
      filled += more
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }
}

/// Bytes at hand, and after them those of a source.
private struct FollowedBytes: ByteSource {
  private var first: MemorySource
  private var rest: HashedSource

  init(_ first: [UInt8], _ rest: HashedSource) {
    self.first = MemorySource(first)
    self.rest = rest
  }

  mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    let count = first.read(into: &bytes, from: start)
    return try count > 0 ? count : rest.read(into: &bytes, from: start)
  }
}

/// A source whose bytes are counted and hashed when they are read. The first megabyte is hashed at
/// once, what follows on a thread of its own, while the importer reads it.
private final class HashedSource: ByteSource {
  /// The input of the hash so far. It is a class because both threads hold it.
  private final class Taken: Sendable {
    let hash = Mutex(SHA256())

    func update(_ bytes: RawSpan) { hash.withLock { $0.update(bytes) } }
  }

  private(set) var count: UInt64 = 0
  private var source: any ByteSource
  private let taken = Taken()
  private var queue: BufferQueue?

  init(_ source: some ByteSource) { self.source = source }

  var digest: Digest {
    queue?.wait()
    var hash = taken.hash.withLock { $0 }
    return hash.finalize()
  }

  func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    let given = try source.read(into: &bytes, from: start)
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

/// The files next to an import's input that belong to it, in its folder or its archive. They give
/// access to nothing else: names in an input are compared with these names, and never used as a
/// path.
package protocol ImportCompanions {
  var files: [ImportCompanion] { get }

  /// Returns the bytes of a file, from the first.
  ///
  /// - Parameter index: its index in `files`.
  /// - Throws: `UnreadablePart`, also while the bytes are read.
  func open(_ index: Int) throws -> any ByteSource
}

/// A file next to an import's input.
package struct ImportCompanion: Hashable, Sendable {
  /// Its name below the folder of the input: `workout-routes/route.gpx`. Untrusted text.
  package let name: String

  package init(name: String) { self.name = name }
}

/// A part of an input that cannot be imported: an element whose form or content keeps it out of the
/// journal, or a file next to the input.
package struct UnreadablePart: Error, Hashable, Sendable {
  /// The problem; it holds no health value.
  package let reason: String
  /// The offset of the problem in a file next to the input; 0 if the whole file is wrong.
  package let offset: UInt64

  package init(_ reason: String, at offset: UInt64 = 0) {
    self.reason = reason
    self.offset = offset
  }
}
