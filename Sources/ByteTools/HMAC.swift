/// HMAC with SHA-256 (RFC 2104): shows a reader who has the key that the bytes were signed with it.
package enum HMAC {
  /// The code of some bytes.
  ///
  /// - Parameter key: 32 bytes that nobody else knows.
  package static func sha256(_ bytes: RawSpan, key: [UInt8]) -> Digest {
    precondition(key.count <= 64, "a longer key is not hashed first")
    var inner = SHA256()
    for index in 0..<64 { inner.update((index < key.count ? key[index] : 0) ^ 0x36) }
    inner.update(bytes)
    var outer = SHA256()
    for index in 0..<64 { outer.update((index < key.count ? key[index] : 0) ^ 0x5C) }
    outer.update(inner.finalize())
    return outer.finalize()
  }
}
