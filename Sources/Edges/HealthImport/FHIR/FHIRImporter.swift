import ByteTools
package import HealthEvents
package import HealthModel
import JournalFile

/// The importer of Observations of FHIR R4: NDJSON, a Bundle, an array of resources or a single
/// one.
///
/// It reads the output of `export fhir` as the original objects, with their uuids. It imports other
/// programs' Observations if the catalogue has their code, by Apple's coding or by LOINC, with a
/// unit that fits (`FHIRQuantity`); their **identity is content** as in other imports: type,
/// source, start, end, value and unit.
///
/// The importer saves the total of a day (steps in 24 hours) only if its source has no samples on
/// that day, in the file or in the journal (`FHIRDayTotals`). Otherwise it counts the total as
/// unsupported.
///
/// The importer counts as unsupported: a resource of another kind, an Observation with a code that
/// no type has, and an Observation that gives the reason for a missing value. It sets aside
/// anything that is not a resource, or that states no value and time to keep. All Observations of
/// an import are of one patient, the first that one names; those of others are set aside, so that a
/// file of many never ends up in the journal of one.
package struct FHIRImporter: Importer {
  package let name = "fhir"
  package let summary = "FHIR R4 Observations"
  package let paths = (
    what: "NDJSON or a Bundle of FHIR R4", example: "observations.ndjson"
  )
  /// The kinds of resources that it turns into objects, or reads for them.
  package let kinds = [
    FHIRRun.observation, FHIRRun.figure, FHIRRun.dayTotal, FHIRRun.otherCode, FHIRRun.noValue,
    "Device", "Patient",
  ]

  private let largest: Int

  /// Creates an importer.
  ///
  /// - Parameter largest: the most bytes of a resource; a line of the journal holds no more.
  package init(largest: Int = 16 << 20) { self.largest = largest }

  /// Recognizes JSON in which a resource begins.
  package func recognizes(_ beginning: RawSpan) -> Recognition {
    let at = beginning.skipSpace(from: beginning.markEnd)
    guard at < beginning.byteCount, "{[#".utf8.contains(beginning.byte(at)),
      ByteSearch("\"resourceType\"").occurs(in: beginning)
    else { return .no }
    return .surely
  }

  /// Returns the note as a line that begins with #.
  package func note(_ text: String) -> String { "# \(text)" }

  /// Reads the input to its end.
  package func run(
    _ input: ImportInput, into sink: inout some ImportSink
  ) throws -> ImportOutcome {
    var run = FHIRRun(input.selection, sink)
    var pieces = FHIRPieces(input, largest: largest)
    while try run.step(&pieces, &sink) {}
    try run.settleWaiting(&sink)
    sink.progress(bytesRead: pieces.endOffset, elements: run.elements)
    return run.outcome
  }
}

/// The state of one import of FHIR on its way through a file.
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
  /// The number of the journal's totals that were deleted for their parts.
  private var deletedTotals = 0
  /// The patient whose Observations are imported: the first that an Observation refers to.
  private var subject: String?
  /// The number of resources so far.
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

  var outcome: ImportOutcome {
    let doubt = tally.isEmpty ? "has no FHIR resource" : nil
    var outcome = tally.outcome(doubt: doubt, truncatedAt: truncatedAt)
    objects.tell(&outcome)
    outcome.deletedTotals = deletedTotals
    outcome.doubtful = doubtful.values.sorted { $0.type < $1.type }
    return outcome
  }

  /// Reads the next piece. Returns false if nothing is left.
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
      } catch let problem as UnreadablePart {
        count(Self.observation, .quarantined)
        try setAside(one.bytes, at: one.offset, Self.observation, problem.reason, &sink)
      }
    }
  }

  /// Counts an Observation that was settled; if it is a part of a total, that total is deleted.
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
    let resource: FieldValue
    do {
      resource = try FieldValue(parsing: pieces.bytes.rawBytes)
    } catch {
      let reason = "it \(error.problem.rawValue), at byte \(error.offset) of it"
      return try setAside(pieces, reason, &sink)
    }
    guard let kind = resource["resourceType"].text else {
      return try setAside(pieces, "it is not a FHIR resource", &sink)
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
    _ resource: FieldValue, _ pieces: FHIRPieces, _ sink: inout some ImportSink
  ) throws {
    let reader = FHIRObservation(resource, devices, calendar)
    if reader.isFigure { return count(Self.figure, .unsupported) }
    do {
      if reader.isOfNoType { return count(Self.otherCode, .unsupported) }
      if reader.isWithoutValue { return count(Self.noValue, .unsupported) }
      guard let found = try reader.read() else { return count(Self.otherCode, .unsupported) }
      try require(subject: resource["subject"]["reference"].text)
      if let declared = reader.declaration { try sink.declare(declared) }
      let element = FHIRDayTotals.Waiting(found: found, bytes: pieces.bytes, offset: pieces.offset)
      if reader.isDayTotal, !found.isOwn { return totals.add(element) }
      guard let fate = try objects.take(found.statement, &tally, &sink) else {
        return waiting.append(element)
      }
      try count(found, fate, &sink)
    } catch let problem as UnreadablePart {
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

  /// Deletes totals that the journal held because their parts were missing, once it has one of
  /// these parts.
  private mutating func giveWay(
    to part: StatedObservation, _ sink: inout some ImportSink
  ) throws {
    let gone = totals.note(part, sink)
    if gone.isEmpty { return }
    deletedTotals += gone.count
    try sink.delete(gone, reason: "the total of a day whose parts are there")
  }

  /// Refuses an Observation of another patient than the first one.
  private mutating func require(subject reference: String?) throws(UnreadablePart) {
    guard let reference else { return }
    if subject == nil { subject = reference }
    guard subject == reference else {
      throw UnreadablePart("it is of another patient than the Observations before it")
    }
  }
}

/// The Devices that an input has stated so far, by their ids.
struct FHIRDevices {
  private var origins: [String: Origin] = [:]
  /// More than any person has; what comes after them is as if it were not there.
  private static let most = 100_000

  init() {}

  /// Takes in a Device.
  mutating func add(_ resource: FieldValue) {
    guard let id = resource["id"].text, origins.count < Self.most else { return }
    origins[id] = Self.origin(resource)
  }

  /// Returns the source and device of an Observation: those of the Device that it refers to,
  /// otherwise those that HealthKitOnFHIR states in the Observation itself; nil if it names no
  /// Device, or a Device that does not exist.
  func origin(of observation: FieldValue) -> Origin? {
    if let reference = observation["device"]?["reference"].text {
      let id = reference.split { $0 == "/" || $0 == ":" }.last ?? ""
      if let known = origins[String(id)] { return known }
    }
    guard let source = Self.source(observation) else { return nil }
    return Origin(source: source, device: Self.device(observation))
  }

  private static func origin(_ resource: FieldValue) -> Origin {
    let names = resource["deviceName"].elements
    func name(_ type: String) -> String? {
      names.first { $0["type"].text == type }?["name"].text
    }
    func version(_ type: String) -> String? {
      resource["version"].elements.first { $0["type"]?["text"].text == type }?["value"].text
    }
    let device = Device(
      name: name("user-friendly-name"), manufacturer: resource["manufacturer"].text,
      model: name("model-name"), hardware: resource["modelNumber"].text,
      firmware: version("firmware"), software: version("software"),
      localIdentifier: resource["identifier"].elements.first?["value"].text,
      udi: resource["udiCarrier"].elements.first?["deviceIdentifier"].text)
    let hasDevice = device != Device()
    let source = source(resource)
    let fallback = device.name ?? device.model ?? device.hardware ?? device.manufacturer
    return Origin(
      source: source ?? Source(name: fallback ?? "FHIR"), device: hasDevice ? device : nil)
  }

  /// Returns the app as this program states it in a Device, and HealthKitOnFHIR in an Observation.
  private static func source(_ resource: FieldValue) -> Source? {
    guard let stated = FHIRParts(FHIRName.source, of: resource) else { return nil }
    guard let name = stated["source/name"] else { return nil }
    return Source(
      name: name, bundle: stated["source/bundleIdentifier"], version: stated["version"],
      productType: stated["productType"],
      operatingSystem: stated["operatingSystemVersion"] ?? stated["OSVersion"])
  }

  /// Returns the device as HealthKitOnFHIR states it in an Observation.
  private static func device(_ observation: FieldValue) -> Device? {
    guard let stated = FHIRParts(FHIRName.sourceDevice, of: observation) else { return nil }
    let device = Device(
      name: stated["name"], manufacturer: stated["manufacturer"], model: stated["model"],
      hardware: stated["hardwareVersion"], firmware: stated["firmwareVersion"],
      software: stated["softwareVersion"], localIdentifier: stated["localIdentifier"],
      udi: stated["udiDeviceIdentifier"])
    return device == Device() ? nil : device
  }
}

/// The texts of an extension that holds others, by the ends of their URLs.
private struct FHIRParts {
  private let url: String
  private var texts: [String: String] = [:]

  /// Reads the texts of the first extension of this URL; nil: there is none.
  init?(_ url: String, of resource: FieldValue) {
    guard let stated = resource["extension"].elements.first(where: { $0["url"].text == url })
    else { return nil }
    self.url = url
    add(stated)
  }

  /// Adds the texts of an extension. HealthKitOnFHIR puts an extension for the source between.
  private mutating func add(_ stated: FieldValue) {
    for part in stated["extension"].elements {
      guard let name = part["url"].text else { continue }
      if let text = part["valueString"].text { texts[name] = text }
      for inner in part["extension"].elements {
        if let name = inner["url"].text { texts[name] = inner["valueString"].text }
      }
    }
  }

  /// The text of the extension whose URL ends so.
  subscript(name: String) -> String? { texts[url + "/" + name] }
}

/// The totals of days among Observations, and the samples of the same source that are their parts:
/// a total does not count together with its parts.
///
/// A total waits until all parts of the file are known. It stays out if the file or the journal has
/// a part of it. A total that the journal held alone is deleted for the first part of it that comes
/// later.
struct FHIRDayTotals {
  /// An Observation that is put off, with the bytes of its resource and their position.
  struct Waiting {
    var found: StatedObservation
    var bytes: [UInt8]
    var offset: UInt64
  }

  /// A type of a source.
  private struct Subject: Hashable {
    var type: String
    /// The word of the source's name in the journal.
    var source: UInt64
  }

  private var names: SourceNames

  private(set) var waiting: [Waiting] = []
  /// The quarters of hours since 1970 that samples of this import lie in.
  private var parts: [Subject: Set<Int64>] = [:]
  /// The samples that the journal held.
  private var held: [Subject: [HeldSample]] = [:]
  /// Totals of the journal that have given way.
  private var gone: Set<ObjectUUID> = []

  /// A quarter of an hour in microseconds: days of all zones begin with one.
  private static let quarter: Int64 = 900_000_000
  /// The longest day in microseconds.
  private static let longest: Int64 = 25 * 3_600_000_000

  /// Creates the state before the first Observation.
  ///
  /// - Parameter names: the reading of sources' names.
  init(_ names: SourceNames) { self.names = names }

  mutating func add(_ total: Waiting) { waiting.append(total) }

  /// Hands over the totals that wait.
  mutating func takeWaiting() -> [Waiting] {
    defer { waiting = [] }
    return waiting
  }

  // MARK: Parts

  /// Notes an Observation that the journal has now, if it may be a part of a total.
  ///
  /// - Returns: the totals of the journal that are deleted for it.
  mutating func note(
    _ found: StatedObservation, _ sink: some ImportSink
  ) -> [ObjectUUID] {
    found.drafts.flatMap { draft -> [ObjectUUID] in
      guard let (subject, span) = subject(of: draft), span.length <= Self.longest
      else { return [] }
      let first = span.start.microseconds.floorDivided(by: Self.quarter)
      let last = max(span.start.microseconds, span.end.microseconds - 1)
        .floorDivided(by: Self.quarter)
      for quarter in first...last { parts[subject, default: []].insert(quarter) }
      let totals = samples(subject, sink).filter { held in
        held.isDay && Self.isPart(span, of: held.span) && gone.insert(held.uuid).inserted
      }
      return totals.map(\.uuid)
    }
  }

  /// Returns whether the file or the journal has a part of a total.
  mutating func hasParts(of total: StatedObservation, _ sink: some ImportSink) -> Bool {
    guard let draft = total.drafts.first, let (subject, span) = subject(of: draft)
    else { return false }
    let day = span.length > 0 ? span : Self.day(of: span.start)
    let first = day.start.microseconds.floorDivided(by: Self.quarter)
    let end = (day.end.microseconds - 1).floorDivided(by: Self.quarter)
    if first <= end, let known = parts[subject], (first...end).contains(where: known.contains) {
      return true
    }
    return samples(subject, sink).contains { Self.isPart($0.span, of: day) }
  }

  private mutating func samples(_ subject: Subject, _ sink: some ImportSink) -> [HeldSample] {
    if let known = held[subject] { return known }
    let found = sink.heldSamples(of: subject.type, from: subject.source)
    held[subject] = found
    return found
  }

  /// Returns the type and source measured in totals, and the time; nil: the type has no totals.
  private mutating func subject(of draft: Draft) -> (Subject, TimeSpan)? {
    guard case .quantity(let sample) = draft.object.content,
      FHIRName.Code.dayTotals.values.contains(sample.type)
    else { return nil }
    let source = ContentKey.word(ofSource: draft.source.map { names.name($0.name) })
    return (Subject(type: sample.type, source: source), sample.span)
  }

  /// Returns true if a sample is a part of a measurement over a time: if it is shorter and lies in
  /// that time.
  private static func isPart(_ span: TimeSpan, of whole: TimeSpan) -> Bool {
    guard span.length < whole.length else { return false }
    let (start, end) = (span.start.instant, span.end.instant)
    return start < whole.end.instant && (end > whole.start.instant || start >= whole.start.instant)
  }

  /// Returns the local day of a moment, by its own offset.
  private static func day(of time: Timestamp) -> TimeSpan {
    let day: Int64 = 86_400_000_000
    let offset = Int64(time.offsetMinutes) * 60_000_000
    let start = (time.instant.microseconds + offset).floorDivided(by: day) * day - offset
    func moment(_ microseconds: Int64) -> Timestamp {
      Timestamp(
        instant: Instant(microseconds: microseconds), offsetMinutes: time.offsetMinutes)
    }
    return TimeSpan(moment(start), moment(start + day))
  }
}

extension TimeSpan {
  fileprivate var length: Int64 { end.microseconds - start.microseconds }
}

extension Timestamp {
  fileprivate var microseconds: Int64 { instant.microseconds }
}

/// A live sample that the journal held before an import.
package struct HeldSample: Hashable, Sendable {
  package var uuid: ObjectUUID
  /// The time from its start to its end.
  package var span: TimeSpan

  package init(uuid: ObjectUUID, span: TimeSpan) {
    self.uuid = uuid
    self.span = span
  }

  /// True if an import made it, of a whole day from a midnight of its own clock to another.
  fileprivate var isDay: Bool {
    func isMidnight(_ time: Timestamp) -> Bool {
      (time.hour, time.minute, time.second, time.microsecond) == (0, 0, 0, 0)
    }
    let hours = span.length / 3_600_000_000
    return uuid.isOfContent && (23...25).contains(hours) && isMidnight(span.start)
      && isMidnight(span.end)
  }
}

/// The objects that the importer makes of resources. An export asks for what will be read back from
/// what it writes (D100).
package struct FHIRReadBack {
  private var devices = FHIRDevices()

  /// Creates the state before anything is written.
  package init() {}

  /// Takes in a Device that was written.
  package mutating func add(device: [UInt8]) {
    if let resource = try? FieldValue(parsing: device.rawBytes) { devices.add(resource) }
  }

  /// Returns the objects of an Observation: its own first, then those of its components; nil if it
  /// gives none.
  package func drafts(of observation: [UInt8]) -> [Draft]? {
    guard let resource = try? FieldValue(parsing: observation.rawBytes) else { return nil }
    return try? FHIRObservation(resource, devices, DayCalendar(.utc)).read()?.drafts
  }
}
