/// A type whose samples group quantity samples, such as a blood pressure.
///
///     CorrelationType.bloodPressure.containedTypes.map(\.shortName)
///     // ["bloodPressureSystolic", "bloodPressureDiastolic"]
///
/// Source: Apple's SDK headers.
public struct CorrelationType: Hashable, Sendable {
  /// Which members a correlation holds.
  public enum Membership: Hashable, Sendable {
    /// Exactly one sample of each contained type.
    case eachOnce
    /// At least one sample, of any of the contained types.
    case anySubset
  }

  let index: UInt8

  private var row: CorrelationRow { CorrelationTable.rows[Int(index)] }

  /// The two correlation types, by identifier.
  public static var all: [CorrelationType] {
    CorrelationTable.rows.indices.map { CorrelationType(index: UInt8($0)) }
  }

  /// Apple's full identifier: `HKCorrelationTypeIdentifierFood`.
  public var identifier: String { row.identifier }

  /// The name without its prefix: `food`.
  public var shortName: String { row.shortName }

  /// Which members a correlation holds.
  public var membership: Membership { row.membership }

  /// The iOS version that introduced it.
  public var introduced: String { row.introduced }

  /// Its LOINC code.
  public var loinc: String { row.loinc }

  /// The quantity types of its members.
  public var containedTypes: [QuantityType] { row.members }
}

/// One row of the table of correlation types.
struct CorrelationRow: Sendable {
  let identifier: String
  let shortName: String
  let membership: CorrelationType.Membership
  let members: [QuantityType]
  let introduced: String
  let loinc: String

  init(
    _ constant: String, _ membership: CorrelationType.Membership, _ members: [QuantityType],
    since: String, loinc: String
  ) {
    identifier = "HKCorrelationTypeIdentifier" + constant
    shortName = NameMatching.small(constant)
    self.membership = membership
    self.members = members
    introduced = since
    self.loinc = loinc
  }
}
