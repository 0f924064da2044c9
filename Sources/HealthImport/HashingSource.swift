package import ByteTools

/// A source that counts and hashes what it gives out.
package struct HashingSource: XMLByteSource {
  private var source: any XMLByteSource
  private var hash = SHA256()
  /// How many bytes it has given out.
  package private(set) var count: UInt64 = 0

  /// The same bytes, counted and hashed.
  package init(_ source: some XMLByteSource) { self.source = source }

  /// The SHA-256 of all bytes given out.
  package var digest: Digest {
    var hash = hash
    return hash.finalize()
  }

  /// Passes on the next bytes.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try unsafe source.read(into: buffer)
    unsafe hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bytes)
    self.count += UInt64(count)
    return count
  }
}
