package import ByteTools
package import HealthEvents
import Synchronization

/// What an import reads: bytes in their order, counted and hashed as they stand in the file, and
/// given out as UTF-8, whatever the file's encoding. A class: the code that reads it and the code
/// that asks for the count share it.
package final class ImportInput: ByteSource {
  /// How many bytes it has, where that is known.
  package let size: UInt64?
  /// The part of it that is asked for; nil: all.
  package let selection: ImportSelection?
  /// What lies beside it; nil: nothing is known of that, as of standard input.
  package let companions: (any ImportCompanions)?
  /// The encoding of the file.
  package private(set) var encoding = TextEncoding.utf8

  private var source: HashedSource
  /// The same as UTF-8, where the file has another encoding.
  private var text: TranscodingSource?
  private var hasBegun = false
  /// Bytes that were read to be looked at and have not been given out.
  private var ahead: ArraySlice<UInt8> = []

  /// How many bytes of the beginning are looked at.
  package static let beginningSize = 1 << 16

  /// The bytes of a source.
  package init(
    _ source: some ByteSource, size: UInt64? = nil, selection: ImportSelection? = nil,
    companions: (any ImportCompanions)? = nil
  ) {
    self.source = HashedSource(source)
    self.size = size
    self.selection = selection
    self.companions = companions
  }

  /// How many bytes of the file have been read.
  package var count: UInt64 { source.count }
  /// The SHA-256 of them.
  package var digest: Digest { source.digest }
  /// How many characters of its encoding were not valid; each became U+FFFD.
  package var replacedCount: Int { text?.replacedCount ?? 0 }

  /// The first bytes, fewer only where there are no more; they are given out all the same.
  package func beginning() throws -> [UInt8] {
    try begin()
    return Array(ahead)
  }

  /// Gives out the next bytes.
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

  /// Reads the beginning, and tells the encoding from it.
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
  /// What the hash has taken in. A class, as both threads hold it.
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

/// The files that lie beside an import's input and belong to it, in its folder or its archive.
/// Nothing else can be read through it: what an input names is compared with these names, and never
/// used as a path.
package protocol ImportCompanions {
  /// The files, by name.
  var files: [ImportCompanion] { get }

  /// The bytes of a file, from the first.
  ///
  /// - Parameter index: its index in `files`.
  /// - Throws: `UnreadableCompanion`, also where they are read.
  func open(_ index: Int) throws -> any ByteSource
}

/// A file beside an import's input.
package struct ImportCompanion: Hashable, Sendable {
  /// Its name below the folder of the input: `workout-routes/route.gpx`. Untrusted text.
  package let name: String

  /// A file of this name.
  package init(name: String) { self.name = name }
}

/// A file beside the input that cannot be taken.
package struct UnreadableCompanion: Error, Hashable, Sendable {
  /// What is wrong; no health value.
  package let reason: String
  /// Where in the file it was met; 0 where it is wrong as a whole.
  package let offset: UInt64

  /// This problem at that byte.
  package init(_ reason: String, at offset: UInt64 = 0) {
    self.reason = reason
    self.offset = offset
  }
}
