package import HealthModel

/// An object that is no quantity or category sample, as the tables hold it. What it says is read
/// again from its line.
package struct ObjectRow: Hashable, Sendable {
  /// The kind of object; snapshots have the number.
  package enum Kind: UInt8, Hashable, Sendable {
    /// A correlation.
    case correlation = 0
    /// A workout.
    case workout = 1
    /// A characteristic.
    case characteristic = 2
    /// The activity rings of a day.
    case summary = 3
    /// A route, a recording, or something unknown.
    case document = 4
  }

  /// Its identity.
  package var uuid: ObjectUUID
  /// What it is.
  package var kind: Kind
  /// The number of its type in `HealthTables.types`.
  package var type: UInt32
  /// The seq of the line that saved it.
  package var sequence: UInt32
  /// Who wrote it: a number in `HealthTables.provenances`.
  package var provenance: UInt32
  /// Its span in microseconds since 1970, where it has one.
  package var start: Int64
  /// Its span in microseconds since 1970, where it has one.
  package var end: Int64
  /// Neither deleted nor replaced.
  package var isLive = true
}

/// Who wrote an object, and by way of whom.
package struct Provenance: Hashable, Sendable {
  /// Who asked for the save: a number in `HealthTables.actors`.
  package var actor: UInt32
  /// The seq of the `origin` line; 0: none.
  package var origin: UInt64
}
