import ByteTools
import JournalFile

/// What a snapshot is sealed with. Checksums tell bytes that rotted; the seal tells that a program
/// of this user wrote them: a person who can write to the journal's folder can make checksums fit,
/// but has not the key.
enum SnapshotSeal {
  /// The key of the user.
  case key([UInt8])
  /// A seal that was read, right or not: what is compared with is written with the same one.
  case copied(Digest)

  /// The seal of what `SnapshotTrailer.sealed` gives.
  func of(_ bytes: [UInt8]) -> Digest {
    switch self {
    case .key(let key): HMAC.sha256(bytes.rawBytes, key: key)
    case .copied(let seal): seal
    }
  }

  /// That of the user whom a process runs as; nobody's where the user has no key.
  init(of system: any FileSystem) {
    self = system.userKey(making: true).map(Self.key) ?? .copied(.zero)
  }
}

/// The digests of the sections of a snapshot, which its seal vouches for.
struct SnapshotDigests {
  private let digests: [Digest]
  private let sections: Int

  /// Reads them and checks the seal; nil where it is not made with this key.
  init?(
    _ file: SnapshotFile, _ trailer: SnapshotTrailer, _ sections: [SnapshotSection], _ key: [UInt8]
  ) {
    guard let last = sections.last, last.kind == .digests, file.loadSound(last) else { return nil }
    let range = last.offset..<last.end
    let digest = file.bytes.withBytes(range) { SHA256.hash($0) }
    let directory = file.bytes.withBytes(
      trailer.directory..<file.count - SnapshotLayout.trailerSize
    ) { $0.array }
    let seal = HMAC.sha256(trailer.sealed(directory, digests: digest).rawBytes, key: key)
    guard trailer.seal == seal else { return nil }
    var reader = FactReader(file.bytes, last)
    guard let all = try? (0..<last.count).map({ _ in try reader.digest() }),
      all.count >= sections.count - 1
    else { return nil }
    (digests, self.sections) = (all, sections.count - 1)
  }

  /// The digest of a section by its index in the directory; nil for the last section, which holds
  /// the digests.
  subscript(section index: Int) -> Digest? { index < sections ? digests[index] : nil }

  /// The digests of the row IDs of each bucket.
  var buckets: ArraySlice<Digest> { digests[sections...] }
}
