import ByteTools
import HealthEvents
import HealthModel

/// One import on its way through a file.
struct AppleHealthRun {
  /// The closing equation so far.
  var tally = ImportTally()
  /// The rows of plain records and their metadata, once there are any.
  var recordRow: Int?
  var entryRow: Int?
  /// What turns elements into objects.
  var objects = AppleObjects()
  /// What has been put off.
  var temporaryStore = TemporaryStoreWriter()
  /// Elements directly inside the root so far.
  var elements = 0
  /// What turns plain records into lines.
  var plain: PlainRecords
  /// Contents that have been met.
  var filter: BloomFilter
  private var traits: Set<ObjectUUID> = []
  private var isExport = false
  private var truncatedAt: UInt64?
  /// Whether the bytes right before were set aside as damage.
  private var followsDamage = false

  init(filterBytes: Int, usesFastPath: Bool) {
    filter = BloomFilter(bytes: filterBytes)
    plain = PlainRecords(isInUse: usesFastPath)
  }

  /// What it came to.
  var outcome: ImportOutcome {
    let doubt =
      tally.rows.isEmpty
      ? "is no Apple Health export: it has no <HealthData>"
      : "has no <HealthData>; its elements were read all the same"
    return tally.outcome(
      exported: objects.exported, doubt: isExport ? nil : doubt, truncatedAt: truncatedAt)
  }

  /// Takes what stands next in the file. False: nothing is left.
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
      self.followsDamage = true
      try setAside(damage: reader, reason, continues: followsDamage, &sink)
    case .truncated:
      truncatedAt = reader.offset
      try setAside(damage: reader, "the file ends too early", continues: followsDamage, &sink)
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
    if element.isLossy { try keepBytes(of: element, "it holds bytes that are no UTF-8", &sink) }
    do {
      if let problem = element.problem { throw UnreadableElement(problem) }
      if element.isTooLarge { throw UnreadableElement("it is too large for a line") }
      try takeWhole(&element, &sink)
    } catch let error as UnreadableElement {
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
    case .correlation: try putOff(element, &sink)
    case nil, .record, .workout, .activitySummary, .clinicalRecord, .audiogram,
      .visionPrescription, .healthData, .metadataEntry, .workoutEvent, .workoutActivity,
      .workoutStatistics, .workoutRoute, .fileReference, .location, .heartRateList,
      .beatsPerMinute, .sensitivityPoint:
      let stated = try objects.state(&element)
      let key = stated.identity.uuid()
      guard filter.insert(key) else { return try putOff(element, &sink) }
      let isPresent = try settle(stated, key, &element, &sink)
      try temporaryStore.append(settled: key, isPresent: isPresent, to: &sink)
    }
  }

  private mutating func putOff(
    _ element: ElementTree, _ sink: inout some ImportSink
  ) throws {
    try temporaryStore.append(
      element: element.raw.rawBytes, offset: element.offset, to: &sink)
  }

  /// The receipt states it, so it counts as saved.
  private mutating func takeExportDate(_ element: inout ElementTree) throws {
    guard let date = element.take("value", of: 0, AppleDate.parse) else {
      throw UnreadableElement("its value is no date")
    }
    guard date == objects.exported ?? date else {
      throw UnreadableElement("there is another ExportDate before it")
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
    for stated in all {
      let uuid = stated.identity.uuid()
      let isKnown = sink.knows(uuid) || !traits.insert(uuid).inserted
      let draft = isKnown ? nil : objects.draft(stated, uuid: uuid, in: &element)
      parts.append(Part(node: 0, uuid: uuid, draft: draft))
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

  private mutating func setAside(
    damage reader: borrowing ElementReader, _ reason: String, continues: Bool,
    _ sink: inout some ImportSink
  ) throws {
    let offset = reader.offset
    tally.complain("", offset, reason)
    try reader.withDamage { bytes in
      if bytes.isEmpty { return }
      try sink.quarantine(
        bytes, element: "", offset: offset, reason: reason, continues: continues)
    }
  }
}
