package import ByteTools
package import HealthImport

/// An input that no importer can read. Nothing of it was kept.
package struct ForeignInput: Error, Hashable, Sendable {
  /// The file's name.
  package let file: String
  /// Its encoding.
  package let encoding: TextEncoding
  /// What it seems to be.
  package let content: OtherContent
  /// What it is not: `an Apple Health export`.
  package let lack: String
  /// What importers take.
  package let paths: String

  init(
    _ file: String, _ encoding: TextEncoding, _ beginning: [UInt8], _ importers: [any Importer]
  ) {
    self.file = file
    self.encoding = encoding
    content = OtherContent.guess(beginning.rawBytes)
    lack = importers.map(\.summary).joined(separator: " or ")
    paths = importers.map(\.paths.what).joined(separator: ", or ")
  }
}
