/// Why a zip archive, or a file in it, is not read.
package enum ZipError: Error, Equatable {
  /// No end of an archive stands at the end of the bytes: they were cut off, or are no zip archive.
  case noArchive
  /// The bytes end within a part of the archive.
  case truncated
  /// What the archive says of itself does not fit: a directory, a header, an offset.
  case damaged
  /// The archive is one of several volumes.
  case split
  /// The directory names more files, or is longer, than any archive that is read: see `ZipArchive`.
  case tooManyEntries(UInt64)
  /// The file is encrypted.
  case encrypted
  /// The file was compressed by another method than deflating; the number is zip's.
  case method(UInt16)
  /// The file's bytes are those of another file too, or of the directory.
  case overlap
  /// The archive says that the file is longer than its compressed bytes can be inflated to.
  case impossibleRatio
  /// The deflated bytes are not what deflating makes.
  case notDeflated
  /// The file holds more bytes than the archive says.
  case moreBytes
  /// The file holds fewer bytes than the archive says.
  case fewerBytes
  /// The file's bytes are not those that were put in: their checksum is another one.
  case wrongChecksum
}
