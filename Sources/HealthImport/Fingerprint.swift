package import HealthModel

/// A hash of all that was stated of an object: equal where nothing differs, whatever the order of
/// its members and the offsets of its times, which follow the phone at the time of an export.
///
/// Its key says what a thing is (`ContentKey`); a fingerprint, which version of it. It is
/// made again by each import, of the objects of the journal and of those of the input alike, and
/// stands in no file.
package struct Fingerprint: Hashable, Sendable {
  /// The hash.
  package let value: UInt64

  /// This hash.
  package init(_ value: UInt64) { self.value = value }
}

/// What the journal held of a copy of some content before an import.
package struct HeldObject: Hashable, Sendable {
  /// The uuid with which its first version was saved.
  package let first: ObjectUUID
  /// The uuid of its newest version; the first where there is but one.
  package let newest: ObjectUUID
  /// What all copies of the content have in common.
  package let key: ContentKey
  /// What that version states.
  package let fingerprint: Fingerprint
  /// Whether that version is live: neither deleted nor replaced by something else.
  package let isLive: Bool
  /// Whether this import has stated it, or replaced it.
  package let isConfirmed: Bool

  /// This version.
  package init(
    first: ObjectUUID, newest: ObjectUUID, key: ContentKey, fingerprint: Fingerprint, isLive: Bool,
    isConfirmed: Bool
  ) {
    (self.first, self.newest, self.key) = (first, newest, key)
    self.fingerprint = fingerprint
    self.isLive = isLive
    self.isConfirmed = isConfirmed
  }
}

/// A quantity that the journal held, and that an import has not stated.
package struct HeldQuantity: Hashable, Sendable {
  /// What quantities of its type, source and time have in common.
  package let group: ContentKey
  /// By what it is found.
  package let copy: ContentKey
  /// What it says.
  package let statement: QuantityPairs.Statement

  /// This quantity.
  package init(group: ContentKey, copy: ContentKey, statement: QuantityPairs.Statement) {
    (self.group, self.copy, self.statement) = (group, copy, statement)
  }
}

/// How what an import states compares with the journal before it.
package enum ImportComparison: Sendable {
  /// The journal holds nothing of this identity.
  case new
  /// The journal holds just that.
  case known
  /// The journal held just that, and it was deleted there.
  case deleted
  /// The journal holds something else under this identity, or an element before has stated it.
  case other
}
