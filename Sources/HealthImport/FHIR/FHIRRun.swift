import ByteTools
import HealthEvents
import HealthModel

/// One import of FHIR on its way through a file.
struct FHIRRun {
  static let observation = "Observation"
  static let figure = "Observation (figure)"
  static let otherCode = "Observation (other code)"

  private var tally = ImportTally()
  private var devices = FHIRDevices()
  private var zones = ZoneTally()
  private var stretch: TimeSpan?
  private var truncatedAt: UInt64?
  /// The uuids that this import has saved or found, so that what is stated twice is saved once.
  private var stated: Set<ObjectUUID> = []
  /// Whose Observations are taken: the first that one refers to.
  private var subject: String?
  private let selection: ImportSelection?
  /// Resources so far.
  private(set) var elements = 0

  init(selection: ImportSelection?) { self.selection = selection }

  /// What it came to.
  var outcome: ImportOutcome {
    let doubt = tally.rows.isEmpty ? "holds no resource of FHIR" : nil
    var outcome = tally.outcome(doubt: doubt, truncatedAt: truncatedAt)
    (outcome.start, outcome.end) = (stretch?.start, stretch?.end)
    outcome.zones = zones.stated
    return outcome
  }

  /// Takes what stands next. False: nothing is left.
  mutating func step(_ pieces: inout FHIRPieces, _ sink: inout some ImportSink) throws -> Bool {
    switch try pieces.next() {
    case .finished: return false
    case .resource:
      elements += 1
      if elements % 1024 == 0 { sink.progress(bytesRead: pieces.endOffset, elements: elements) }
      try take(pieces, &sink)
    case .damage(let reason):
      try setAside(pieces, "", reason, &sink)
    case .truncated:
      truncatedAt = pieces.offset
      try setAside(pieces, "", "the file ends inside it", &sink)
    }
    return true
  }

  /// Sets bytes aside that belong to no resource that could be counted.
  private mutating func setAside(
    _ pieces: FHIRPieces, _ element: String, _ reason: String, _ sink: inout some ImportSink
  ) throws {
    tally.complain(element, pieces.offset, reason)
    guard !pieces.bytes.isEmpty else { return }
    try sink.quarantine(
      pieces.bytes.rawBytes, element: element, offset: pieces.offset, reason: reason,
      continues: false)
  }

  // MARK: Resources

  private mutating func take(_ pieces: FHIRPieces, _ sink: inout some ImportSink) throws {
    let resource: JSONValue
    do {
      resource = try JSONValue(parsing: pieces.bytes.rawBytes)
    } catch {
      let reason = "it \(error.problem.rawValue), at byte \(error.offset) of it"
      return try setAside(pieces, "", reason, &sink)
    }
    guard let kind = resource["resourceType"].text else {
      return try setAside(pieces, "", "it is no resource of FHIR", &sink)
    }
    switch kind {
    case Self.observation: try takeObservation(resource, pieces, &sink)
    case "Device":
      devices.add(resource)
      count(kind, .known)
    case "Patient": count(kind, .known)
    default: count(String(kind.prefix(64)), .unsupported)
    }
  }

  private mutating func count(_ kind: String, _ fate: ImportFate) {
    tally.count(tally.row(kind), 1, fate)
  }

  private mutating func takeObservation(
    _ resource: JSONValue, _ pieces: FHIRPieces, _ sink: inout some ImportSink
  ) throws {
    let reader = FHIRObservation(resource, devices)
    if reader.isFigure { return count(Self.figure, .unsupported) }
    do {
      guard let found = try reader.read() else { return count(Self.otherCode, .unsupported) }
      try require(subject: resource["subject"]["reference"].text)
      count(Self.observation, try settle(found, &sink))
    } catch let problem as UnreadableResource {
      count(Self.observation, .quarantined)
      try setAside(pieces, Self.observation, problem.reason, &sink)
    }
  }

  /// Refuses an Observation of another patient than the first one.
  private mutating func require(subject reference: String?) throws(UnreadableResource) {
    guard let reference else { return }
    if subject == nil { subject = reference }
    guard subject == reference else {
      throw UnreadableResource("it is of another patient than the Observations before it")
    }
  }

  // MARK: Objects

  /// Saves what an Observation states where the journal does not hold it.
  private mutating func settle(
    _ found: StatedObservation, _ sink: inout some ImportSink
  ) throws -> ImportFate {
    var drafts = found.drafts
    if !found.isOwn { Self.identify(&drafts) }
    let whole = drafts[0].object
    guard selection?.takes(whole.content, source: drafts[0].source?.name) ?? true else {
      for draft in drafts { count(draft, .leftOut) }
      return .leftOut
    }
    if let span = whole.content.span { note(span, whole.metadata) }
    var fates: [ImportFate] = []
    for draft in drafts { fates.append(try fate(of: draft, isOwn: found.isOwn, sink)) }
    Self.leaveOutErased(&drafts, &fates)
    let new = zip(drafts, fates).filter { $0.1 == .saved }.map(\.0)
    if !new.isEmpty {
      let isKnown = found.workout.map { stated.contains($0) || sink.knows($0) } ?? false
      let request = SaveRequest(
        objects: new.reversed(), workout: isKnown ? found.workout : nil, imported: true)
      if let refusal = try sink.save(request) {
        throw UnreadableResource("the journal refused it: \(refusal.reason)")
      }
    }
    for (draft, fate) in zip(drafts, fates) {
      if fate != .erased { stated.insert(draft.object.uuid) }
      sink.confirm(draft.object.uuid)
      count(draft, fate)
    }
    return fates[0]
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
      throw UnreadableResource("the journal holds another object under its uuid")
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

  private mutating func count(_ draft: Draft, _ fate: ImportFate) {
    tally.count(type: tally.typeRow(draft.object.content.type), fate)
  }

  private mutating func note(_ span: TimeSpan, _ metadata: Metadata) {
    var zone: String?
    if case .string(let name)? = metadata[MetadataName.timeZone] { zone = name }
    zones.count(offset: span.start.offsetMinutes, name: zone)
    let known = stretch ?? span
    stretch = TimeSpan(
      span.start.instant < known.start.instant ? span.start : known.start,
      span.end.instant > known.end.instant ? span.end : known.end)
  }

  // MARK: Others' objects

  /// Gives objects of other programs uuids that follow from what they say, and a correlation its
  /// members.
  private static func identify(_ drafts: inout [Draft]) {
    for index in drafts.indices.reversed() {
      var identity = ContentIdentity("Observation")
      let content = drafts[index].object.content
      identity.add(content.type)
      identity.add(drafts[index].source?.name)
      if let span = content.span { identity.add(span) }
      switch content {
      case .quantity(let sample):
        identity.add(sample.value)
        identity.add(sample.unit)
      case .category(let sample): identity.add("\(sample.value)")
      case .correlation(var correlation):
        correlation.members = drafts.dropFirst().map(\.object.uuid)
        drafts[index].object.content = .correlation(correlation)
        for member in correlation.members { identity.add(member.description) }
      case .workout, .characteristic, .summary, .document: break
      }
      drafts[index].object.uuid = identity.uuid()
    }
  }
}
