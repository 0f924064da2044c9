package import ByteTools

/// The part of a journal that is on the disk: all lines up to one of them.
package struct DurablePart: Hashable, Sendable {
  /// The number of its last line.
  package var sequence: UInt64
  /// The offset after that line.
  package var offset: UInt64
  /// The chain value of that line.
  package var chain: Digest
  /// Whether a writer wrote more than `mostUnmarked` bytes after it before it synced them, or
  /// failed to sync them. After a loss of power any page of them can be missing.
  package var canHaveHolesAfter = false

  /// A commit of at most this many bytes is written without a record before it: one page of a file,
  /// so that it lies on two pages at most.
  package static let mostUnmarked = 4096

  init(_ head: Head, canHaveHolesAfter: Bool = false) {
    (sequence, offset, chain) = (head.sequence, head.offset, head.chain)
    self.canHaveHolesAfter = canHaveHolesAfter
  }

  /// Whether the last line of the part stands in a file of this size.
  func stands(
    in file: OpenFile, on system: any FileSystem, size: UInt64
  ) throws(SystemFailure) -> Bool {
    guard offset <= size else { return false }
    if offset == 0 { return true }
    return try Head.chain(endingAt: offset, in: file, on: system) == chain
  }
}
