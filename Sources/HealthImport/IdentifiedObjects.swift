import HealthEvents
import HealthModel

/// The objects of an import whose uuids are known when they are read: it saves those that the
/// journal does not hold, and says what becomes of the others.
///
/// It is for formats in which an element states an object by itself, or a correlation with its
/// members, and no newer version of one:
///
///     objects = IdentifiedObjects(input.selection)
///     let fate = try objects.take([draft], &tally, &sink)
///     objects.tell(&outcome)   // at the end
struct IdentifiedObjects {
  private let selection: ImportSelection?
  /// The uuids that this import has saved or found, so that what is stated twice is saved once.
  private var stated: Set<ObjectUUID> = []
  private var zones = ZoneTally()
  /// The earliest start and the latest end so far.
  private var stretch: TimeSpan?

  /// None yet.
  ///
  /// - Parameter selection: what is asked for; nil: all.
  init(_ selection: ImportSelection?) { self.selection = selection }

  /// Saves what an element states where the journal does not hold it, and counts each object.
  ///
  /// - Parameters:
  ///   - drafts: an object, and after a correlation its members.
  ///   - workout: the workout that they are saved into, where the journal has it.
  ///   - areOwn: whether the uuids are those of this program's own objects, and not made of what
  ///     the objects say.
  /// - Returns: what became of the first object.
  /// - Throws: `UnreadableElement` where the journal refuses them, or holds another object under
  ///   the uuid of an own one; what ends the import.
  mutating func take(
    _ drafts: [Draft], in workout: ObjectUUID? = nil, areOwn: Bool = false,
    _ tally: inout ImportTally, _ sink: inout some ImportSink
  ) throws -> ImportFate {
    let whole = drafts[0].object
    guard selection?.takes(whole.content, source: drafts[0].source?.name) ?? true else {
      for draft in drafts { tally.count(draft, .leftOut) }
      return .leftOut
    }
    if let span = whole.content.span { note(span, whole.metadata) }
    var drafts = drafts
    var fates: [ImportFate] = []
    for draft in drafts { fates.append(try fate(of: draft, isOwn: areOwn, sink)) }
    Self.leaveOutErased(&drafts, &fates)
    try save(zip(drafts, fates).filter { $0.1 == .saved }.map(\.0), in: workout, &sink)
    for (draft, fate) in zip(drafts, fates) {
      if fate != .erased { stated.insert(draft.object.uuid) }
      sink.confirm(draft.object.uuid)
      tally.count(draft, fate)
    }
    return fates[0]
  }

  /// Says what the zones and the times of all of them were.
  func tell(_ outcome: inout ImportOutcome) {
    (outcome.start, outcome.end) = (stretch?.start, stretch?.end)
    outcome.zones = zones.stated
  }

  private func save(
    _ new: [Draft], in workout: ObjectUUID?, _ sink: inout some ImportSink
  ) throws {
    if new.isEmpty { return }
    let isKnown = workout.map { stated.contains($0) || sink.knows($0) } ?? false
    let request = SaveRequest(
      objects: new.reversed(), workout: isKnown ? workout : nil, imported: true)
    guard let refusal = try sink.save(request) else { return }
    throw UnreadableElement("the journal refused it: \(refusal.reason)")
  }

  /// What becomes of an object: a uuid stands for one object for ever, whatever has become of it.
  private func fate(
    of draft: Draft, isOwn: Bool, _ sink: some ImportSink
  ) throws -> ImportFate {
    let uuid = draft.object.uuid
    if stated.contains(uuid) { return .known }
    guard let held = sink.held(uuid) else {
      if sink.knows(uuid) { return .known }
      return sink.keepsOut(uuid) ? .erased : .saved
    }
    guard held.isLive, held.newest == uuid else { return .superseded }
    if isOwn, held.fingerprint != sink.fingerprint(of: draft) {
      throw UnreadableElement("the journal holds another object under its uuid")
    }
    return .known
  }

  /// Takes members that were erased out of a correlation; one that has no others stays out itself.
  private static func leaveOutErased(_ drafts: inout [Draft], _ fates: inout [ImportFate]) {
    guard case .correlation(var correlation) = drafts[0].object.content, fates[0] == .saved
    else { return }
    let erased = zip(drafts, fates).filter { $0.1 == .erased }.map(\.0.object.uuid)
    if erased.isEmpty { return }
    correlation.members.removeAll(where: erased.contains)
    drafts[0].object.content = .correlation(correlation)
    if correlation.members.isEmpty { fates[0] = .erased }
  }

  private mutating func note(_ span: TimeSpan, _ metadata: Metadata) {
    var zone: String?
    if case .string(let name)? = metadata[MetadataName.timeZone] { zone = name }
    zones.count(offset: span.start.offsetMinutes, name: zone)
    stretch = stretch?.widened(by: span) ?? span
  }
}

extension ImportTally {
  /// Counts an object, and what became of it.
  fileprivate mutating func count(_ draft: Draft, _ fate: ImportFate) {
    count(type: typeRow(draft.object.content.type), fate)
  }
}

extension TimeSpan {
  /// From the earlier start to the later end of both.
  func widened(by other: TimeSpan) -> TimeSpan {
    TimeSpan(
      other.start.instant < start.instant ? other.start : start,
      other.end.instant > end.instant ? other.end : end)
  }
}
