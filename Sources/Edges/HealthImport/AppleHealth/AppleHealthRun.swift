import ByteTools
import HealthEvents
import HealthModel

/// The state of one import on its way through a file.
struct AppleHealthRun {
  /// The closing equation so far.
  var tally = ImportTally()
  /// The rows of plain records and their metadata, once there are any.
  var recordRow: Int?
  var entryRow: Int?
  /// The reader that turns elements into objects.
  var objects = AppleObjects()
  /// The files next to the export.
  var companions: AppleCompanions
  /// The elements that have been put off.
  var temporaryStore = TemporaryStoreWriter()
  /// Elements directly inside the root so far.
  var elements = 0
  /// The reader that turns plain records into lines.
  var plain: PlainRecords
  /// Contents that have been met.
  var filter: BloomFilter
  /// The request; nil: everything.
  let selection: ImportSelection?
  /// The uuids of summaries and characteristics of this import.
  var drawn: Set<ObjectUUID> = []
  /// The units and names known before a second look.
  var second = SecondLook()
  /// The clocks stated so far.
  var zones = ZoneTally()
  private var traits: Set<ObjectUUID> = []
  private var person: StatedPerson?
  /// The earliest start and the latest end so far.
  var stretch: TimeSpan?
  private var isExport = false
  private var truncatedAt: UInt64?
  private var controls = ControlCharacterTally()
  /// True if the bytes right before were set aside as damage.
  private var followsDamage = false

  init(
    filterBytes: Int, usesFastPath: Bool, selection: ImportSelection?,
    companions: (any ImportCompanions)?
  ) {
    self.companions = AppleCompanions(companions)
    filter = BloomFilter(bytes: filterBytes)
    plain = PlainRecords(isInUse: usesFastPath)
    self.selection = selection
  }

  var outcome: ImportOutcome {
    let doubt =
      tally.isEmpty
      ? "is not an Apple Health export: it has no <HealthData>"
      : "has no <HealthData>; the import read its elements"
    var outcome = tally.outcome(
      exported: objects.exported, doubt: isExport ? nil : doubt, truncatedAt: truncatedAt)
    (outcome.person, outcome.start, outcome.end) = (person, stretch?.start, stretch?.end)
    if let issue = controls.issue { outcome.note(first: issue, isHarmless: true) }
    outcome.zones = zones.stated
    (outcome.notRead, outcome.missing) = (companions.notRead, companions.notFound)
    (outcome.renamed, outcome.untold) = (second.renamedSources, second.untoldTypes)
    outcome.namesMet = objects.names.met
    return outcome
  }

  /// Reads the next part of the file. Returns false if nothing is left.
  mutating func step(
    _ reader: inout ElementReader, _ sink: inout some ImportSink
  ) throws -> Bool {
    let followsDamage = self.followsDamage
    self.followsDamage = false
    if plain.isInUse, try reader.takeAhead({ try takePlain($0, &sink) }) {
      tell(reader.endOffset, &sink)
      return true
    }
    switch try reader.next(&tally) {
    case .root: isExport = true
    case .element: try take(&reader.element, reader.endOffset, &sink)
    case .piece(let isLast):
      let reason = "it is larger than \(ElementReader.largest >> 20) MiB"
      try setAside(reader.element, reason, isIssue: isLast, &sink)
    case .cut:
      truncatedAt = reader.element.offset
      try setAside(reader.element, "the file ends inside it", &sink)
    case .damage(let reason):
      self.followsDamage = try setAside(
        damage: reader, reason, continues: followsDamage, &sink)
    case .truncated:
      truncatedAt = reader.offset
      _ = try setAside(damage: reader, "the file ends too early", continues: followsDamage, &sink)
    case .finished: return false
    }
    return true
  }

  // MARK: Elements

  private mutating func take(
    _ element: inout ElementTree, _ end: UInt64, _ sink: inout some ImportSink
  ) throws {
    elements += 1
    tell(end, &sink)
    controls.count(element)
    if element.isLossy {
      tally.countAside()
      try keepBytes(of: element, "it has bytes that are not UTF-8", &sink)
    }
    do {
      if let problem = element.problem { throw UnreadablePart(problem) }
      if element.isTooLarge { throw UnreadablePart("it is too large for a line") }
      try takeWhole(&element, &sink)
    } catch let error as UnreadablePart {
      try setAside(element, error.reason, &sink)
    }
  }

  private func tell(_ end: UInt64, _ sink: inout some ImportSink) {
    if elements % 1024 == 0 { sink.progress(bytesRead: end, elements: elements) }
  }

  private mutating func takeWhole(
    _ element: inout ElementTree, _ sink: inout some ImportSink
  ) throws {
    switch element.nodes[0].name {
    case .exportDate: try takeExportDate(&element)
    case .me: try takeMe(&element, &sink)
    case .correlation:
      let object = try objects.correlation(0, members: [], in: &element)
      second.note(object.source)
      guard takes(object) else { return leaveOut(object, element) }
      try putOff(element, &sink)
    case nil, .record, .workout, .activitySummary, .clinicalRecord, .audiogram,
      .visionPrescription, .healthData, .metadataEntry, .workoutEvent, .workoutActivity,
      .workoutStatistics, .workoutRoute, .fileReference, .location, .heartRateList,
      .beatsPerMinute, .sensitivityPoint:
      try takeObject(&element, &sink)
    }
  }

  /// Settles an object where that can be done now: the object is the first with its content, and is
  /// not different from what the journal holds. The sink knows this of objects that the journal
  /// holds, the filter of all others.
  private mutating func takeObject(
    _ element: inout ElementTree, _ sink: inout some ImportSink
  ) throws {
    let zone = element.timeZone
    let object = try objects.state(&element)
    second.note(object.source)
    guard takes(object) else { return leaveOut(object, element) }
    if let start = object.content.span?.start {
      zones.count(offset: start.offsetMinutes, name: zone)
    }
    let key = object.key
    let held = sink.held(object.copy(0, of: key))
    guard held.map({ !$0.isConfirmed }) ?? isNew(object, element, sink) else {
      return try putOff(element, &sink)
    }
    let isLesson = plain.lacksHead(of: element)
    let (stated, routes) = self.stated(object, &element)
    guard let part = partAlone(stated, object.copy(0, of: key), &sink) else {
      return try putOff(element, &sink)
    }
    let isPresent = try settle(part, routes, element, &sink)
    if isPresent, isLesson, part.fate != .erased {
      let isDoubtful = second.mayBeNeeded(for: object, stated.draft.device, sink)
      plain.learn(stated, isDoubtful: isDoubtful, element.raw.rawBytes, part.type, &sink)
    }
    if held == nil {
      let isStated = isPresent && part.fate != .erased
      try temporaryStore.append(
        settled: key, first: object.filterUUID, isPresent: isStated, to: &sink)
    }
  }

  /// Returns whether an element is surely the first of its content, whatever its source, and the
  /// journal surely does not hold it.
  private mutating func isNew(
    _ object: StatedObject, _ element: ElementTree, _ sink: some ImportSink
  ) -> Bool {
    if second.isNeeded(for: object, objects.device(of: 0, in: element), sink) { return false }
    return filter.insert(object.filterUUID.high, object.filterUUID.low)
  }

  // MARK: Selection

  /// Returns true if an object is requested; notes the time of those that are.
  mutating func takes(_ object: StatedObject) -> Bool {
    guard let selection else {
      if let span = object.content.span { note(span) }
      return true
    }
    guard selection.takes(object.content, source: object.source?.name) else { return false }
    if let span = object.content.span { note(span) }
    return true
  }

  /// Notes the time of what is stated.
  mutating func note(_ span: TimeSpan) {
    stretch = stretch?.widened(by: span) ?? span
  }

  private mutating func leaveOut(_ object: StatedObject, _ element: ElementTree) {
    tally.count(type: tally.typeRow(object.content.type), .leftOut)
    settle(element, .leftOut)
    leaveOutFiles(of: element)
  }

  private mutating func putOff(
    _ element: ElementTree, _ sink: inout some ImportSink
  ) throws {
    try temporaryStore.append(
      element: element.raw.rawBytes, offset: element.offset, to: &sink)
  }

  /// Reads the export date. The receipt states it, so it counts as saved.
  private mutating func takeExportDate(_ element: inout ElementTree) throws {
    guard let date = element.take("value", of: 0, AppleDate.parse) else {
      throw UnreadablePart("its value is not a date")
    }
    guard date == objects.exported ?? date else {
      throw UnreadablePart("there is another ExportDate before it")
    }
    objects.exported = date
    settle(element, .saved)
  }

  private mutating func takeMe(
    _ element: inout ElementTree, _ sink: inout some ImportSink
  ) throws {
    var parts: [Part] = []
    var all = objects.characteristics(0, in: &element)
    element.nodes[0].use = .read
    if !element.isAccounted(0) { all.append(objects.other(0, in: &element)) }
    person = StatedPerson(
      all.compactMap { stated in
        guard case .characteristic(let trait) = stated.content else { return nil }
        return trait
      })
    for object in all where traits.insert(object.identity.uuid()).inserted {
      guard takes(object) else {
        let (key, uuid) = (object.key, object.identity.uuid())
        parts.append(
          Part(node: 0, fate: .leftOut, uuid: uuid, first: uuid, copy: key, key: key))
        continue
      }
      let draft = objects.draft(object, uuid: object.identity.uuid(), in: &element)
      parts.append(try part(Stated(object: object, draft: draft), &sink))
    }
    _ = try save(parts, element, &sink)
  }

  // MARK: Setting aside

  /// Sets an element aside, with all that it holds.
  mutating func setAside(
    _ element: ElementTree, _ reason: String, isIssue: Bool = true,
    _ sink: inout some ImportSink
  ) throws {
    settle(element, .quarantined)
    try keepBytes(of: element, reason, isIssue: isIssue, &sink)
  }

  /// Sets an element's bytes aside, whatever becomes of the element.
  mutating func keepBytes(
    of element: ElementTree, _ reason: String, isIssue: Bool = true,
    _ sink: inout some ImportSink
  ) throws {
    let name = element.nodes.isEmpty ? "" : element.name(of: 0)
    if isIssue { tally.complain(name, element.offset, reason) }
    try sink.quarantine(
      element.raw.rawBytes, element: name, offset: element.offset, reason: reason,
      continues: false)
  }

  /// Sets bytes aside that are no element; those that continue others count with them.
  ///
  /// - Returns: whether there are any.
  private mutating func setAside(
    damage reader: borrowing ElementReader, _ reason: String, continues: Bool,
    _ sink: inout some ImportSink
  ) throws -> Bool {
    let offset = reader.offset
    tally.complain("", offset, reason)
    var isThere = false
    try reader.withDamage { bytes in
      isThere = !bytes.isEmpty
      guard isThere else { return }
      try sink.quarantine(
        bytes, element: "", offset: offset, reason: reason, continues: continues)
    }
    if isThere, !continues { tally.countAside() }
    return isThere
  }

  /// The fate of an object that an element states, and the part of the element that it accounts
  /// for.
  struct Part {
    /// The root of that part.
    var node: Int
    /// The fate of the object, if the journal does not refuse it.
    var fate: ImportFate
    /// The uuid that the journal has for it.
    var uuid: ObjectUUID
    /// The uuid of its first version.
    var first: ObjectUUID
    /// By what the journal is searched for it; see `ImportSink.held`.
    var copy: ContentKey
    /// The key that its copies share.
    var key: ContentKey
    /// True if the journal has it under the earlier name of its source.
    var isRenamed = false
    /// The row of its type; nil: another element has counted it.
    var type: Int?
    /// The object; nil if it is not to be saved.
    var draft: Draft?
    /// The version that it replaces.
    var older: ObjectUUID?
    /// The files next to the export that are also part of it.
    var files: [AppleCompanions.File] = []

    /// True if it is a route with the points of such files. Such a route has a line of its own:
    /// code that reads a workout then need not read its points.
    var isApart: Bool { draft != nil && node > 0 && files.contains { $0.problem == nil } }
  }

  /// Saves an object outside of correlations, with its routes if it is a workout.
  ///
  /// - Returns: true if the journal states it now.
  mutating func settle(
    _ part: Part, _ routes: [Stated], _ element: ElementTree, _ sink: inout some ImportSink
  ) throws -> Bool {
    if routes.isEmpty { return try save([part], element, &sink) }
    let isGone = part.draft == nil && !(sink.held(part.copy)?.state.isOpen ?? true)
    var parts = [part]
    for var route in routes {
      route.object.identity = route.object.identity.ofWorkout(part.first)
      var part = try self.part(route, &sink)
      if parts[0].isRenamed { (part.draft, part.older, part.fate) = (nil, nil, .known) }
      // Nothing is added to a workout that was deleted or erased.
      if isGone { (part.draft, part.older, part.fate) = (nil, nil, parts[0].fate) }
      if parts[0].fate == .erased, part.draft != nil {
        (part.draft, part.older, part.fate) = (nil, nil, .erased)
      }
      parts.append(part)
    }
    return try save(parts, element, &sink)
  }

  /// Saves the new ones among the parts as one line, without the routes with points, and counts the
  /// fate of the element.
  ///
  /// - Parameter parts: the first one accounts for the element itself.
  /// - Returns: true if the journal states them all now.
  mutating func save(
    _ parts: [Part], _ element: ElementTree, _ sink: inout some ImportSink
  ) throws -> Bool {
    // A route that came to the phone after its workout had been imported.
    let isLate = element.nodes[0].name == .workout && parts[0].draft == nil
    let together = parts.indices.filter { !parts[$0].isApart }
    let refusal = try Self.saveLine(
      together, of: parts, in: isLate ? parts[0].uuid : nil, &sink)
    var refusals = parts.indices.map { parts[$0].draft == nil ? nil : refusal }
    for index in parts.indices where parts[index].isApart && refusal == nil {
      refusals[index] = try Self.saveLine([index], of: parts, in: parts[0].uuid, &sink)
    }
    settle(element, parts, refusals)
    for index in parts.indices where !parts[index].files.isEmpty {
      try settleFiles(of: parts[index], refusals[index], &sink)
    }
    guard let refusal = refusals.lazy.compactMap(\.self).first else { return true }
    try keepBytes(of: element, "the journal refused it: \(refusal.reason)", &sink)
    return false
  }

  /// Saves the new ones among some of the parts as one line: those that replace a version first.
  ///
  /// - Parameter workout: the saved workout that they belong to.
  /// - Returns: why the journal refuses them; nil: it does not.
  static func saveLine(
    _ indices: [Int], of parts: [Part], in workout: ObjectUUID?, _ sink: inout some ImportSink
  ) throws -> Rejection? {
    var drafts: [Draft] = []
    var replaced: [ObjectUUID] = []
    for index in indices {
      guard let draft = parts[index].draft else { continue }
      if let older = parts[index].older {
        drafts.insert(draft, at: replaced.count)
        replaced.append(older)
      } else {
        drafts.append(draft)
      }
    }
    if drafts.isEmpty { return nil }
    return try sink.save(
      SaveRequest(objects: drafts, workout: workout, imported: true, replaces: replaced))
  }

  /// Counts the whole element.
  mutating func settle(_ element: ElementTree, _ fate: ImportFate) {
    for node in element.nodes { tally.settle(node.row, fate) }
  }

  /// Counts each part by itself. Of several that account for the same, the weightiest fate counts.
  private mutating func settle(
    _ element: ElementTree, _ parts: [Part], _ refusals: [Rejection?]
  ) {
    var fates = [ImportFate](repeating: .known, count: element.nodes.count)
    for index in parts.indices {
      var fate = refusals[index] == nil ? parts[index].fate : .quarantined
      if let type = parts[index].type { tally.count(type: type, fate) }
      let root = parts[index].node
      if root == 0 { fate = max(fate, fates[0]) }
      for node in element.subtree(of: root) { fates[node] = fate }
    }
    for (node, fate) in zip(element.nodes, fates) { tally.settle(node.row, fate) }
  }
}

extension AppleObjects {
  /// Returns the object that an element states; the element is neither `Me`, `ExportDate` nor
  /// `Correlation`.
  mutating func state(_ element: inout ElementTree) throws(UnreadablePart) -> StatedObject {
    switch element.nodes[0].name {
    case .record: return try sample(0, in: &element)
    case .workout: return try workout(0, in: &element)
    case .activitySummary: return try summary(0, in: &element)
    case .audiogram: return try audiogram(0, in: &element)
    case nil, .clinicalRecord, .visionPrescription: return other(0, in: &element)
    case .me, .exportDate, .correlation, .healthData, .metadataEntry, .workoutEvent,
      .workoutActivity, .workoutStatistics, .workoutRoute, .fileReference, .location,
      .heartRateList, .beatsPerMinute, .sensitivityPoint:
      throw UnreadablePart("it is outside the element that it belongs to")
    }
  }
}

/// The control characters in an export's texts: one issue for all of them.
struct ControlCharacterTally: Sendable {
  private var count = 0
  private var first: (name: String, offset: UInt64)?

  mutating func count(_ element: ElementTree) {
    if element.controlCount == 0 { return }
    count += element.controlCount
    if first == nil { first = (element.name(of: 0), element.offset) }
  }

  /// The issue with the count of control characters and the position of the first; nil: none.
  var issue: ImportIssue? {
    first.map { first in
      let what = count == 1 ? "a control character" : "\(count) control characters from here on"
      return ImportIssue(
        element: first.name, offset: first.offset,
        reason: "\(what); ignored in the names of sources, kept elsewhere")
    }
  }
}
