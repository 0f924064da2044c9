package import ByteTools
package import HealthModel

/// The position after a line: what the next one continues.
package struct Head: Hashable, Sendable {
  /// The number of the last line; 0: none yet.
  package var sequence: UInt64 = 0
  /// Where the next line begins in the file.
  package var offset: UInt64 = 0
  /// The chain value.
  package var chain = Digest.zero
  /// When the last line was recorded.
  package var at = Instant(microseconds: .min)

  /// Before the first line.
  package init() {}

  /// The chain value as 64 lower-case hex digits.
  package var chainText: String { chain.hexText }
}
