import HealthModel

/// Which copies of the contents put off there are.
struct CopyLedger {
  /// The copies of one content.
  struct Copies {
    /// The ordinal of the next new copy; nil: those that the journal held have not been counted.
    var next: Int?
    /// How many the journal held, including those that were erased from it.
    var held = 0
    /// The first ordinal that may be unstated: elements of this import have stated all below it.
    var unstated = 0
    /// How many ordinals have been looked at for records inside of correlations.
    var inside = 0
    /// Whether the first was settled when it was met.
    var isFirstSettled = false
    /// Whether the journal states that one.
    var isFirstPresent = false
  }

  /// Copies by the key that the first has.
  var copies: [ObjectUUID: Copies] = [:]
  /// The keys of what was put off and is saved now.
  private(set) var saved: Set<ObjectUUID> = []
  /// The keys of what was put off and stays out, as it was erased.
  private var erased: Set<ObjectUUID> = []
  /// The uuids of newer versions that this import saved, by their keys; kept only where there are
  /// correlations, which refer to them.
  private(set) var newer: [ObjectUUID: ObjectUUID] = [:]
  /// The offsets of elements that match what the journal held.
  var areSettled: Set<UInt64> = []
  /// What becomes of correlations that match what the journal held, by their offsets.
  var correlations: [UInt64: AppleHealthRun.Part] = [:]
  private var hasMembers = false

  /// Notes a content that correlations hold.
  mutating func addMember(_ key: ObjectUUID) {
    copies[key] = Copies()
    hasMembers = true
  }

  /// Notes that the first copy was settled when it was met, if the content matters at all.
  mutating func settle(_ key: ObjectUUID, isPresent: Bool) {
    guard copies[key] != nil else { return }
    copies[key]?.isFirstSettled = true
    copies[key]?.isFirstPresent = isPresent
  }

  /// Notes what the journal states now.
  mutating func note(_ parts: [AppleHealthRun.Part]) {
    for part in parts where part.fate == .erased { erased.insert(part.copy) }
    for part in parts where part.draft != nil {
      saved.insert(part.copy)
      if part.older != nil, hasMembers { newer[part.copy] = part.uuid }
    }
  }

  /// Whether this import has met a copy that was erased.
  func keepsOut(_ copy: ObjectUUID, of key: ObjectUUID, _ sink: some ImportSink) -> Bool {
    guard sink.keepsOut(copy) else { return false }
    return erased.contains(copy) || copy == key && copies[key]?.isFirstSettled ?? false
  }

  /// Whether this import has saved a copy, or found it known when it was met.
  func holds(_ copy: ObjectUUID, of key: ObjectUUID) -> Bool {
    saved.contains(copy) || copy == key && copies[key]?.isFirstPresent ?? false
  }
}
