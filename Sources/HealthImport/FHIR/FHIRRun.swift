import ByteTools
import HealthEvents
import HealthModel

/// One import of FHIR on its way through a file.
struct FHIRRun {
  static let observation = "Observation"
  static let figure = "Observation (figure)"
  static let dayTotal = "Observation (total of a day)"
  static let otherCode = "Observation (other code)"
  static let noValue = "Observation (no value)"
  static let bundle = "Bundle"

  private var tally = ImportTally()
  private var devices = FHIRDevices()
  /// The days of dates without a time.
  private let calendar: DayCalendar
  private var truncatedAt: UInt64?
  private var objects: IdentifiedObjects
  private var totals: FHIRDayTotals
  /// How many totals of the journal gave way to their parts.
  private var deletedTotals = 0
  /// Whose Observations are taken: the first that one refers to.
  private var subject: String?
  /// Resources so far.
  private(set) var elements = 0

  /// Observations that may be in the journal in another unit.
  private var waiting: [FHIRDayTotals.Waiting] = []

  /// Percents that may be fractions, by type.
  private var doubtful: [String: DoubtfulPercent] = [:]

  init(_ selection: ImportSelection?, _ sink: some ImportSink) {
    objects = IdentifiedObjects(selection, sink.names)
    totals = FHIRDayTotals(sink.names)
    calendar = FHIRTime.calendar(of: sink.timeZone)
  }

  /// What it came to.
  var outcome: ImportOutcome {
    let doubt = tally.isEmpty ? "holds no resource of FHIR" : nil
    var outcome = tally.outcome(doubt: doubt, truncatedAt: truncatedAt)
    objects.tell(&outcome)
    outcome.deletedTotals = deletedTotals
    outcome.doubtful = doubtful.values.sorted { $0.type < $1.type }
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
    case .emptyBundle: count(Self.bundle, .unsupported)
    case .damage(let reason, let continues):
      try setAside(pieces, reason, continues: continues, &sink)
    case .truncated:
      truncatedAt = pieces.offset
      try setAside(pieces, "the file ends inside it", &sink)
    }
    return true
  }

  /// Settles the Observations that had to wait; the totals of days after all of their parts.
  mutating func settleWaiting(_ sink: inout some ImportSink) throws {
    try settle(waiting, &sink)
    waiting = []
    var alone: [FHIRDayTotals.Waiting] = []
    for total in totals.takeWaiting() {
      if totals.hasParts(of: total.found, sink) {
        count(Self.dayTotal, .unsupported)
      } else {
        alone.append(total)
      }
    }
    try settle(alone, &sink)
  }

  private mutating func settle(
    _ elements: [FHIRDayTotals.Waiting], _ sink: inout some ImportSink
  ) throws {
    try objects.lookAgain(at: elements.map(\.found.statement), &sink)
    for (index, one) in elements.enumerated() {
      do {
        let fate = try objects.take(one.found.statement, waitingAs: index, &tally, &sink)
        try count(one.found, fate ?? .known, &sink)
      } catch let problem as UnreadableElement {
        count(Self.observation, .quarantined)
        try setAside(one.bytes, at: one.offset, Self.observation, problem.reason, &sink)
      }
    }
  }

  /// Counts an Observation that was settled; a total gives way to it where it is a part of one.
  private mutating func count(
    _ found: StatedObservation, _ fate: ImportFate, _ sink: inout some ImportSink
  ) throws {
    count(Self.observation, fate)
    if fate != .leftOut { note(found.doubts) }
    if fate == .known || fate == .saved { try giveWay(to: found, &sink) }
  }

  /// Sets bytes aside that are no resource; those that continue others count with them.
  private mutating func setAside(
    _ pieces: FHIRPieces, _ reason: String, continues: Bool = false, _ sink: inout some ImportSink
  ) throws {
    if !continues, !pieces.bytes.isEmpty { tally.countAside() }
    try setAside(pieces.bytes, at: pieces.offset, "", reason, continues: continues, &sink)
  }

  private mutating func setAside(
    _ bytes: [UInt8], at offset: UInt64, _ element: String, _ reason: String,
    continues: Bool = false, _ sink: inout some ImportSink
  ) throws {
    if !continues { tally.complain(element, offset, reason) }
    guard !bytes.isEmpty else { return }
    try sink.quarantine(
      bytes.rawBytes, element: element, offset: offset, reason: reason, continues: continues)
  }

  // MARK: Resources

  private mutating func take(_ pieces: FHIRPieces, _ sink: inout some ImportSink) throws {
    let resource: JSONValue
    do {
      resource = try JSONValue(parsing: pieces.bytes.rawBytes)
    } catch {
      let reason = "it \(error.problem.rawValue), at byte \(error.offset) of it"
      return try setAside(pieces, reason, &sink)
    }
    guard let kind = resource["resourceType"].text else {
      return try setAside(pieces, "it is no resource of FHIR", &sink)
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
    let reader = FHIRObservation(resource, devices, calendar)
    if reader.isFigure { return count(Self.figure, .unsupported) }
    do {
      if reader.isOfNoType { return count(Self.otherCode, .unsupported) }
      if reader.isWithoutValue { return count(Self.noValue, .unsupported) }
      guard let found = try reader.read() else { return count(Self.otherCode, .unsupported) }
      try require(subject: resource["subject"]["reference"].text)
      let element = FHIRDayTotals.Waiting(found: found, bytes: pieces.bytes, offset: pieces.offset)
      if reader.isDayTotal, !found.isOwn { return totals.add(element) }
      guard let fate = try objects.take(found.statement, &tally, &sink) else {
        return waiting.append(element)
      }
      try count(found, fate, &sink)
    } catch let problem as UnreadableElement {
      count(Self.observation, .quarantined)
      try setAside(pieces.bytes, at: pieces.offset, Self.observation, problem.reason, &sink)
    }
  }

  private mutating func note(_ doubts: [DoubtfulPercent]) {
    for doubt in doubts {
      let known = doubtful[doubt.type]?.count ?? 0
      doubtful[doubt.type] = doubt
      doubtful[doubt.type]?.count = known + doubt.count
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

  /// Refuses an Observation of another patient than the first one.
  private mutating func require(subject reference: String?) throws(UnreadableElement) {
    guard let reference else { return }
    if subject == nil { subject = reference }
    guard subject == reference else {
      throw UnreadableElement("it is of another patient than the Observations before it")
    }
  }
}
