import HealthModel

/// Which copies of the contents put off there are.
struct CopyLedger {
  /// The copies of one content.
  struct Copies {
    /// The ordinal of the next new copy; nil: those that the journal held have not been counted.
    var next: Int?
    /// How many the journal held, of documents including those that were erased from it.
    var held = 0
    /// How many were erased; they have the ordinals after those that it held.
    var erased = 0
    /// The first ordinal that may be unstated: elements of this import have stated all below it.
    var unstated = 0
    /// How many elements outside of correlations state it.
    var outside = 0
    /// How many ordinals have been looked at for records inside of correlations.
    var inside = 0
    /// What the journal holds of it in another unit or under another name.
    var elsewhere: [ContentKey] = []
    /// Whether the first was settled when it was met.
    var isFirstSettled = false
    /// Whether the journal states that one.
    var isFirstPresent = false
  }

  /// A part of the file: the element and the node in it.
  struct Place: Hashable {
    var offset: UInt64
    var node: Int
  }

  /// Copies by what they have in common.
  var copies: [ContentKey: Copies] = [:]
  /// The uuids under which what was put off is saved now.
  private(set) var saved: [ContentKey: ObjectUUID] = [:]
  /// What was put off and stays out, as it was erased.
  private var erased: Set<ContentKey> = []
  /// The uuids of newer versions that this import saved; kept only where there are correlations,
  /// which refer to them.
  private(set) var newer: [ContentKey: ObjectUUID] = [:]
  /// The offsets of elements that match what the journal held.
  var areSettled: Set<UInt64> = []
  /// What becomes of correlations and their members, by their offsets; the correlation is first.
  var correlations: [UInt64: [AppleHealthRun.Part]] = [:]
  /// Quantities that are to be looked at.
  var looks: [QuantityLook<Place>] = []
  /// What the journal held of quantities in another unit.
  var found: [Place: ContentKey] = [:]
  private var hasMembers = false
  /// The next numbers among equals, whatever their source, by the uuid of the first.
  private var numbers: [ObjectUUID: Int] = [:]
  /// Those of which the first unused number was taken when it was met.
  private var taken: Set<ObjectUUID> = []

  /// Notes a content that an element states, or a member of a correlation.
  mutating func note(_ object: StatedObject, isMember: Bool) {
    let key = object.key
    copies[key, default: Copies()].outside += isMember ? 0 : 1
    numbers[object.filterUUID] = 0
    if isMember { hasMembers = true }
  }

  /// Begins anew with the records inside of correlations.
  mutating func beginInside() { for key in copies.keys { copies[key]?.inside = 0 } }

  /// Notes that the first copy was settled when it was met, if the content matters at all.
  mutating func settle(_ key: ContentKey, first: ObjectUUID, isPresent: Bool) {
    if isPresent, numbers[first] != nil { taken.insert(first) }
    guard copies[key] != nil else { return }
    copies[key]?.isFirstSettled = true
    copies[key]?.isFirstPresent = isPresent
  }

  /// The uuid of a new object: that of the next number among equals.
  mutating func uuid(of identity: ContentIdentity, _ sink: some ImportSink) -> ObjectUUID {
    let first = identity.uuid()
    var number = sink.unusedNumber(of: identity, from: numbers[first] ?? 0)
    if taken.remove(first) != nil { number = sink.unusedNumber(of: identity, from: number + 1) }
    numbers[first] = number + 1
    return identity.uuid(ordinal: number)
  }

  /// Notes what the journal states now.
  mutating func note(_ parts: [AppleHealthRun.Part]) {
    for part in parts where part.fate == .erased { erased.insert(part.copy) }
    for part in parts where part.draft != nil {
      saved[part.copy] = part.uuid
      if part.older != nil, hasMembers { newer[part.copy] = part.uuid }
    }
  }

  /// Whether this import has met a copy that was erased.
  func keepsOut(_ copy: ContentKey, of key: ContentKey) -> Bool {
    erased.contains(copy)
      || copy == key && copies[key]?.isFirstSettled ?? false
        && !(copies[key]?.isFirstPresent ?? true)
  }

  /// Whether this import has saved a copy, or found it known when it was met.
  func holds(_ copy: ContentKey, of key: ContentKey) -> Bool {
    saved[copy] != nil || copy == key && copies[key]?.isFirstPresent ?? false
  }
}
