/// The reason why a zip archive, or a file in it, is not read.
package enum ZipError: Error, Equatable {
  /// The bytes do not end with the end of an archive: they were cut off, or are no zip archive.
  case noArchive
  /// The bytes end within a part of the archive.
  case truncated
  /// The archive contradicts itself: a directory, a header, an offset.
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
  /// The archive states a size of the file to which its compressed bytes cannot be inflated.
  case impossibleRatio
  /// The deflated bytes are not what deflating makes, or end before their last block does.
  case notDeflated
  /// The file holds more bytes than the archive states.
  case moreBytes
  /// The file holds fewer bytes than the archive states.
  case fewerBytes
  /// The file's bytes are not those that were put in: their checksum is another one.
  case wrongChecksum
}

/// The reason why bytes are not JSON that a journal accepts, and the position of the byte that
/// shows it.
package struct JSONFailure: Error, Hashable, Sendable {
  package enum Problem: String, Sendable {
    case unexpectedByte = "is not JSON here"
    case unexpectedEnd = "ends in the middle of a JSON value"
    case trailingBytes = "has more after the end of the JSON value"
    case duplicateKey = "has the same key twice in one object"
    case invalidUTF8 = "is not valid UTF-8"
    case unpairedSurrogate = "has an escape for half a UTF-16 pair"
    case invalidEscape = "has an escape that JSON does not know"
    case controlCharacter = "has a control character inside a string"
    case numberOutOfRange = "has a number that no finite double holds"
    case tooDeep = "nests deeper than 32 levels"
    case stringTooLong = "has a string longer than 1 MiB"
  }

  package var problem: Problem
  package var offset: Int
}
