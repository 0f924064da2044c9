public import HealthModel

/// A live or dead sample as the tables hold it.
public struct SampleRow: Hashable, Sendable {
  /// Its identity.
  public var uuid: ObjectUUID
  /// Its span in microseconds since 1970.
  public var start: Int64
  /// Its span in microseconds since 1970.
  public var end: Int64
  /// The number of a quantity, or the raw value of a category.
  public var value: Double
  /// The seq of the line that saved it.
  public var sequence: UInt32
  /// Who wrote it: a number in `HealthTables.provenances`.
  public var provenance: UInt32
  /// A quantity's unit: a number in `HealthTables.units`. A category's value in the export's own
  /// word: a number in `HealthTables.categoryNames`. `SampleRow.none` otherwise.
  public var unit: UInt16
  /// The time zone of its metadata: a number in `HealthTables.zones`, or `SampleRow.none`.
  public var zone: UInt16
  /// Minutes east of UTC that the source gave.
  public var startOffset: Int16
  /// Minutes east of UTC that the source gave.
  public var endOffset: Int16
  /// What else is true of it.
  public var flags: Flags

  /// No unit, no word, no zone.
  public static let none = UInt16.max

  /// Facts of one bit.
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Deleted or replaced: in no view.
    public static let dead = Flags(rawValue: 1)
    /// Its metadata says that a person typed it in.
    public static let userEntered = Flags(rawValue: 2)
    /// A category sample; else a quantity sample.
    public static let category = Flags(rawValue: 4)
    /// A member of a correlation.
    public static let member = Flags(rawValue: 8)
  }
}

/// The samples of one type, column by column, in the order in which they were saved.
public struct SampleColumns: Sendable {
  /// See `SampleRow`; all columns are of equal length.
  public private(set) var uuids: [ObjectUUID] = []
  public private(set) var starts: [Int64] = []
  public private(set) var ends: [Int64] = []
  public private(set) var values: [Double] = []
  public private(set) var sequences: [UInt32] = []
  public private(set) var provenances: [UInt32] = []
  public private(set) var units: [UInt16] = []
  public private(set) var zones: [UInt16] = []
  public private(set) var startOffsets: [Int16] = []
  public private(set) var endOffsets: [Int16] = []
  public private(set) var flags: [SampleRow.Flags] = []

  init() {}

  /// How many rows there are, dead ones included.
  public var count: Int { starts.count }

  /// Whether a row is in the views.
  public func isLive(_ index: Int) -> Bool { !flags[index].contains(.dead) }

  /// One row, put together.
  public subscript(index: Int) -> SampleRow {
    SampleRow(
      uuid: uuids[index], start: starts[index], end: ends[index], value: values[index],
      sequence: sequences[index], provenance: provenances[index], unit: units[index],
      zone: zones[index], startOffset: startOffsets[index], endOffset: endOffsets[index],
      flags: flags[index])
  }

  mutating func append(_ row: SampleRow) {
    uuids.append(row.uuid)
    starts.append(row.start)
    ends.append(row.end)
    values.append(row.value)
    sequences.append(row.sequence)
    provenances.append(row.provenance)
    units.append(row.unit)
    zones.append(row.zone)
    startOffsets.append(row.startOffset)
    endOffsets.append(row.endOffset)
    flags.append(row.flags)
  }

  mutating func mark(_ index: Int, _ flag: SampleRow.Flags) { flags[index].insert(flag) }
}
