import HealthModel
import HealthTables

/// The correlations of a journal, and which of them hold their members as components.
struct FHIRGroups {
  /// A correlation with its live members, in their newest versions.
  struct Group {
    var live: LiveObject
    var sequence: UInt64
    var members: [(live: LiveObject, sequence: UInt64)]
    /// Whether it had members, all of which were deleted.
    var isBereft = false
  }

  /// The members that stand in their correlations.
  private(set) var folded: Set<ObjectUUID> = []
  /// The members that have Observations of their own.
  private(set) var members: Set<ObjectUUID> = []
  /// The correlations that refer to their members, with their lines.
  private(set) var referring: [(uuid: ObjectUUID, sequence: UInt64)] = []
  /// The correlations that hold their members, with their lines, by the member that was saved
  /// first. They are written when that member is met, so that samples of one type stay in their
  /// order.
  private(set) var anchors: [ObjectUUID: (uuid: ObjectUUID, sequence: UInt64)] = [:]
  private var lines: [ObjectUUID: UInt64] = [:]

  /// The correlation that FHIR has one Observation for.
  static let pressure = "HKCorrelationTypeIdentifierBloodPressure"

  /// None.
  init() {}

  /// Those of a journal, none of which has been looked at.
  init(_ journal: ReplayedJournal) { lines = journal.tables.memberLines() }

  /// A correlation with its members.
  func group(
    _ live: LiveObject, _ sequence: UInt64, in journal: ReplayedJournal
  ) throws -> Group {
    guard case .correlation(var correlation) = live.object.content else {
      return Group(live: live, sequence: sequence, members: [])
    }
    let newest = correlation.members.map { journal.tables.newest(of: $0) }
    var wanted: [ObjectUUID: UInt64] = [:]
    for uuid in newest { wanted[uuid] = lines[uuid] }
    let found = try journal.liveObjects(wanted)
    correlation.members = newest.filter { found[$0] != nil }
    var live = live
    live.object.content = .correlation(correlation)
    let members = correlation.members.compactMap { uuid in
      found[uuid].map { ($0, lines[uuid] ?? 0) }
    }
    return Group(
      live: live, sequence: sequence, members: members,
      isBereft: members.isEmpty && !newest.isEmpty)
  }

  /// The figures of a blood pressure, where they share its span, origin, creation date and workout;
  /// else nil.
  func alike(_ group: Group, _ workouts: [UInt64: ObjectUUID]) -> [LiveObject]? {
    let whole = group.live
    guard whole.object.content.type == Self.pressure, group.members.count == 2 else { return nil }
    for (member, sequence) in group.members {
      guard case .quantity(let sample) = member.object.content,
        sample.span == whole.object.content.span, member.statedOrigin == whole.statedOrigin,
        member.object.created == whole.object.created, !folded.contains(member.object.uuid),
        !members.contains(member.object.uuid), workouts[sequence] == workouts[group.sequence]
      else { return nil }
    }
    return group.members.map(\.live)
  }

  /// Notes that a correlation holds its members.
  mutating func fold(_ group: Group) {
    folded.formUnion(group.members.map(\.live.object.uuid))
    let first = group.members.min { $0.sequence < $1.sequence }
    if let first {
      anchors[first.live.object.uuid] = (group.live.object.uuid, group.sequence)
    }
  }

  /// Notes that a correlation refers to its members.
  mutating func refer(_ group: Group) {
    members.formUnion(group.members.map(\.live.object.uuid))
    referring.append((group.live.object.uuid, group.sequence))
  }
}
