import ByteTools
import HealthEvents
import HealthModel

extension AppleHealthRun {
  /// What becomes of an object that an element states, and the part of the element that it accounts for.
  struct Part {
    /// The root of that part.
    var node: Int
    /// What becomes of the object, if the journal does not refuse it.
    var fate: ImportFate
    /// The uuid that the journal has for it.
    var uuid: ObjectUUID
    /// Its key; see `ImportSink.held`.
    var copy: ObjectUUID
    /// The row of its type; nil: another element has counted it.
    var type: Int?
    /// The object; nil where it is not to be saved.
    var draft: Draft?
    /// The version that it replaces.
    var older: ObjectUUID?
  }

  /// Saves an object that stands alone, with its routes where it is a workout.
  ///
  /// - Returns: whether the journal states it now.
  mutating func settle(
    _ part: Part, _ routes: [Stated], _ element: ElementTree, _ sink: inout some ImportSink
  ) throws -> Bool {
    if routes.isEmpty { return try save([part], element, &sink) }
    let isGone = part.fate == .superseded && !(sink.held(part.copy)?.isLive ?? true)
    var parts = [part]
    for route in routes {
      var part = self.part(route, &sink)
      // Nothing is added to a workout that was deleted.
      if isGone { (part.draft, part.older, part.fate) = (nil, nil, .superseded) }
      parts.append(part)
    }
    return try save(parts, element, &sink)
  }

  /// Saves the new ones among the parts as one line, and counts what became of the element.
  ///
  /// - Parameter parts: the first one accounts for the element itself.
  /// - Returns: whether the journal states them all now.
  mutating func save(
    _ parts: [Part], _ element: ElementTree, _ sink: inout some ImportSink
  ) throws -> Bool {
    let newer = parts.filter { $0.older != nil }
    let drafts = (newer + parts.filter { $0.older == nil }).compactMap(\.draft)
    var refusal: Rejection?
    if !drafts.isEmpty {
      // A route that came to the phone after its workout had been imported.
      let isLate = element.nodes[0].name == .workout && parts[0].draft == nil
      let request = SaveRequest(
        objects: drafts, workout: isLate ? parts[0].uuid : nil, imported: true,
        replaces: newer.compactMap(\.older))
      refusal = try sink.save(request)
    }
    settle(element, parts, isRefused: refusal != nil)
    guard let refusal else { return true }
    try keepBytes(of: element, "the journal refused it: \(refusal.reason)", &sink)
    return false
  }

  /// Counts the whole element.
  mutating func settle(_ element: ElementTree, _ fate: ImportFate) {
    for node in element.nodes { tally.settle(node.row, fate) }
  }

  /// Counts each part by itself. Of several that account for the same, the weightiest fate counts.
  private mutating func settle(_ element: ElementTree, _ parts: [Part], isRefused: Bool) {
    var fates = [ImportFate](repeating: .known, count: element.nodes.count)
    for part in parts {
      var fate = part.draft != nil && isRefused ? .quarantined : part.fate
      if let type = part.type { tally.count(type: type, fate) }
      if part.node == 0 { fate = max(fate, fates[0]) }
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
