import ByteTools
import HealthEvents
import HealthModel

/// One import of FHIR on its way through a file.
struct FHIRRun {
  static let observation = "Observation"
  static let figure = "Observation (figure)"
  static let dayTotal = "Observation (total of a day)"
  static let otherCode = "Observation (other code)"

  private var tally = ImportTally()
  private var devices = FHIRDevices()
  private var truncatedAt: UInt64?
  private var objects: IdentifiedObjects
  private var totals = FHIRDayTotals()
  /// How many totals of the journal gave way to their parts.
  private var deletedTotals = 0
  /// Whose Observations are taken: the first that one refers to.
  private var subject: String?
  /// Resources so far.
  private(set) var elements = 0

  init(selection: ImportSelection?) { objects = IdentifiedObjects(selection) }

  /// What it came to.
  var outcome: ImportOutcome {
    let doubt = tally.rows.isEmpty ? "holds no resource of FHIR" : nil
    var outcome = tally.outcome(doubt: doubt, truncatedAt: truncatedAt)
    objects.tell(&outcome)
    outcome.deletedTotals = deletedTotals
    return outcome
  }

  /// Takes what stands next. False: nothing is left.
  mutating func step(_ pieces: inout FHIRPieces, _ sink: inout some ImportSink) throws -> Bool {
    switch try pieces.next() {
    case .finished:
      try settleTotals(&sink)
      return false
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
      if reader.isDayTotal, !found.isOwn {
        return totals.add(found, pieces.bytes, at: pieces.offset)
      }
      let fate = try settle(found, &sink)
      count(Self.observation, fate)
      if fate == .known || fate == .saved { try giveWay(to: found, &sink) }
    } catch let problem as UnreadableElement {
      count(Self.observation, .quarantined)
      try setAside(pieces, Self.observation, problem.reason, &sink)
    }
  }

  /// Deletes totals that the journal took for want of their parts, one of which it has now.
  private mutating func giveWay(
    to part: StatedObservation, _ sink: inout some ImportSink
  ) throws {
    let gone = totals.note(part, sink)
    if gone.isEmpty { return }
    deletedTotals += gone.count
    try sink.delete(gone, reason: "the total of a day whose parts are there")
  }

  /// Saves the totals of days of which there are no parts.
  private mutating func settleTotals(_ sink: inout some ImportSink) throws {
    for total in totals.takeWaiting() {
      if totals.hasParts(of: total.found, sink) {
        count(Self.dayTotal, .unsupported)
        continue
      }
      do {
        count(Self.observation, try settle(total.found, &sink))
      } catch let problem as UnreadableElement {
        count(Self.observation, .quarantined)
        tally.complain(Self.observation, total.offset, problem.reason)
        try sink.quarantine(
          total.bytes.rawBytes, element: Self.observation, offset: total.offset,
          reason: problem.reason, continues: false)
      }
    }
  }

  /// Refuses an Observation of another patient than the first one.
  private mutating func require(subject reference: String?) throws(UnreadableElement) {
    guard let reference else { return }
    if subject == nil { subject = reference }
    guard subject == reference else {
      throw UnreadableElement("it is of another patient than the Observations before it")
    }
  }

  // MARK: Objects

  /// Saves what an Observation states where the journal does not hold it.
  private mutating func settle(
    _ found: StatedObservation, _ sink: inout some ImportSink
  ) throws -> ImportFate {
    var drafts = found.drafts
    if !found.isOwn { Self.identify(&drafts) }
    return try objects.take(
      drafts, in: found.workout, areOwn: found.isOwn, &tally, &sink)
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
