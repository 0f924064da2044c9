/// Why the bytes of a TZif file do not make a time zone.
///
/// ```swift
/// do { zone = try ZoneRules(name: "Europe/Paris", tzif: bytes) }
/// catch .notTZif { … }   // not a zone file: check the path
/// ```
///
/// Nothing here can be mended by the caller but the choice of the file: take another copy of
/// the zone database. Source: RFC 9636.
public enum ZoneProblem: Error, Hashable, Sendable {
  /// The name is not one that `ZoneRules.isValidName` accepts; ask for another.
  ///
  /// `.invalidName("../etc/passwd")`.
  case invalidName(String)

  /// The file does not begin with `TZif`: it is no zone file at all.
  ///
  /// `.notTZif` for an empty file or `zone1970.tab`. Source: RFC 9636 §3.1, `magic`.
  case notTZif

  /// The file's version is not 1 to 4; the byte as it stands, 0x00 or an ASCII digit.
  ///
  /// `.unsupportedVersion(0x39)` for version 9. Source: RFC 9636 §3.1, `ver`.
  case unsupportedVersion(UInt8)

  /// The file ends before what its header promises; the offset where more bytes were needed.
  ///
  /// `.truncated(at: 44)` for a header without data. Bytes from the file's start.
  case truncated(at: Int)

  /// A count in a header contradicts the others; the offset of that header.
  ///
  /// `.invalidHeader(at: 0)` for a zone with no local time type. Source: RFC 9636 §3.1.
  case invalidHeader(at: Int)

  /// Transition times do not ascend; the index of the first that does not.
  ///
  /// `.unorderedTransition(3)`. From 0. Source: RFC 9636 §3.2, `transition times`.
  case unorderedTransition(Int)

  /// A transition names a local time type that the file does not have; its index.
  ///
  /// `.unknownType(transition: 3)`. From 0. Source: RFC 9636 §3.2, `transition types`.
  case unknownType(transition: Int)

  /// An offset lies outside −24:59:59 to +25:59:59; in seconds east of UTC.
  ///
  /// `.offsetOutOfRange(100_000)`. Source: RFC 9636 §3.2, `utoff`.
  case offsetOutOfRange(Int)

  /// The file counts leap seconds (the `right/` zones), which journals and HealthKit do not.
  ///
  /// `.leapSeconds`: take the zone of the same name without `right/`. Source: RFC 9636 §3.2.
  case leapSeconds

  /// The rule for times after the last transition cannot be read; its text, shortened.
  ///
  /// `.invalidFooter("CET-1CEST,M13.5.0,M10.5.0/3")`. Source: RFC 9636 §3.3.
  case invalidFooter(String)
}
