package import ByteTools
package import HealthEvents
package import HealthModel

/// What an import of an `export.xml` came to.
package struct AppleHealthOutcome: Hashable, Sendable {
  /// The closing equation, a row for each kind of element in order of first appearance.
  package var counts: [ImportCount]
  /// How many bytes the file held.
  package var bytes: UInt64
  /// The SHA-256 of all of them.
  package var digest: Digest
  /// When the file says that it was exported.
  package var exported: Timestamp?
  /// The file's locale, as `en_GB`.
  package var locale: String?
  /// Whether there was a `HealthData` element: whether the file is an export at all.
  package var isExport: Bool
  /// Where the part begins that is missing or cut, if the file ends too early.
  package var truncatedAt: UInt64?
  /// How many places were no XML and had to be skipped.
  package var malformed: Int
  /// How many elements and places could not be taken as they stood.
  package var issueCount: Int
  /// The first of them.
  package var issues: [ImportIssue]

  /// Whether read = saved + known + quarantined + unsupported holds for every kind.
  package var balances: Bool { counts.allSatisfy(\.balances) }

  /// Whether everything that the file holds is in the journal now.
  package var isComplete: Bool { isExport && truncatedAt == nil && issueCount == 0 }

  /// The line that ends the import in the journal.
  package func receipt(file: String, first: UInt64?, last: UInt64?) -> ImportReceipt {
    ImportReceipt(
      format: AppleHealthImporter.format, file: file, bytes: bytes, sha256: digest.hexText,
      exported: exported, first: first, last: last, counts: counts)
  }
}
