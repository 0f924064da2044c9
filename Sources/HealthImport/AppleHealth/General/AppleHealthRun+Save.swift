import ByteTools
import HealthEvents
import HealthModel

extension AppleHealthRun {
  /// An object that an element states, and the part of the element that it accounts for.
  struct Part {
    /// The root of that part.
    var node: Int
    /// The object's identity.
    var uuid: ObjectUUID
    /// The object; nil where the journal states it already.
    var draft: Draft?
  }

  /// Saves what an element states, if the journal does not know it.
  ///
  /// - Returns: whether the journal states it now.
  mutating func settle(
    _ stated: StatedObject, _ uuid: ObjectUUID, _ element: inout ElementTree,
    _ sink: inout some ImportSink
  ) throws -> Bool {
    var routes: [Part] = []
    if case .workout = stated.content {
      routes = self.routes(of: uuid, &element, isKnown: sink.knows)
    }
    let isKnown = sink.knows(uuid)
    let isLesson = plain.lacksHead(of: element)
    let draft =
      isKnown && !isLesson ? nil : objects.draft(stated, uuid: uuid, in: &element)
    let part = Part(node: 0, uuid: uuid, draft: isKnown ? nil : draft)
    guard try save([part] + routes, element, &sink) else { return false }
    if isLesson, let draft {
      plain.learn(draft, stated.identity, element.raw.rawBytes, &sink)
    }
    return true
  }

  private mutating func routes(
    of workout: ObjectUUID, _ element: inout ElementTree, isKnown: (ObjectUUID) -> Bool
  ) -> [Part] {
    var copies: [ContentIdentity: Int] = [:]
    var parts: [Part] = []
    for node in objects.routes(of: 0, in: element) {
      let stated = objects.route(node, of: workout, in: &element)
      let uuid = stated.identity.uuid(ordinal: copies[stated.identity, default: 0])
      copies[stated.identity, default: 0] += 1
      let draft = isKnown(uuid) ? nil : objects.draft(stated, uuid: uuid, in: &element)
      element.nodes[node].use = .apart
      parts.append(Part(node: node, uuid: uuid, draft: draft))
    }
    return parts
  }

  /// Saves the new ones among the parts as one line, and counts what became of the element.
  ///
  /// - Parameter parts: the first one accounts for the element itself.
  /// - Returns: whether the journal states them all now.
  mutating func save(
    _ parts: [Part], _ element: ElementTree, _ sink: inout some ImportSink
  ) throws -> Bool {
    let drafts = parts.compactMap(\.draft)
    if drafts.isEmpty {
      settle(element, .known)
      return true
    }
    // A route that came to the phone after its workout had been imported.
    let isLate = element.nodes[0].name == .workout && parts[0].draft == nil
    let refusal = try sink.save(
      SaveRequest(objects: drafts, workout: isLate ? parts[0].uuid : nil, imported: true))
    settle(element, parts, new: refusal == nil ? .saved : .quarantined)
    guard let refusal else { return true }
    try keepBytes(of: element, "the journal refused it: \(refusal.reason)", &sink)
    return false
  }

  /// Counts the whole element.
  mutating func settle(_ element: ElementTree, _ fate: ImportFate) {
    for node in element.nodes { tally.settle(node.row, fate) }
  }

  /// Counts each part by itself.
  private mutating func settle(_ element: ElementTree, _ parts: [Part], new: ImportFate) {
    if parts.allSatisfy({ $0.node == 0 }) { return settle(element, new) }
    var fates = [ImportFate](repeating: .known, count: element.nodes.count)
    for part in parts {
      let fate = part.draft == nil ? ImportFate.known : new
      for node in element.subtree(of: part.node) { fates[node] = fate }
    }
    for (node, fate) in zip(element.nodes, fates) { tally.settle(node.row, fate) }
  }
}

extension AppleObjects {
  /// What an element states that is neither `Me`, `ExportDate` nor `Correlation`.
  mutating func state(_ element: inout ElementTree) throws(UnreadableElement) -> StatedObject {
    switch element.nodes[0].name {
    case .record: return try sample(0, in: &element)
    case .workout: return try workout(0, in: &element)
    case .activitySummary: return try summary(0, in: &element)
    case .audiogram: return try audiogram(0, in: &element)
    case nil, .clinicalRecord, .visionPrescription: return other(0, in: &element)
    case .me, .exportDate, .correlation, .healthData, .metadataEntry, .workoutEvent,
      .workoutActivity, .workoutStatistics, .workoutRoute, .fileReference, .location,
      .heartRateList, .beatsPerMinute, .sensitivityPoint:
      throw UnreadableElement("it stands outside of the element that it belongs to")
    }
  }
}
