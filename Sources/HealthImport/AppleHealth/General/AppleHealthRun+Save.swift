import HealthEvents
import HealthModel

extension AppleHealthRun {
  /// What becomes of an object that an element states, and the part of the element that it accounts
  /// for.
  struct Part {
    /// The root of that part.
    var node: Int
    /// What becomes of the object, if the journal does not refuse it.
    var fate: ImportFate
    /// The uuid that the journal has for it.
    var uuid: ObjectUUID
    /// The uuid of its first version.
    var first: ObjectUUID
    /// By what the journal is searched for it; see `ImportSink.held`.
    var copy: ContentKey
    /// What its copies have in common.
    var key: ContentKey
    /// Whether the journal has it under the name that its source had before.
    var isRenamed = false
    /// The row of its type; nil: another element has counted it.
    var type: Int?
    /// The object; nil where it is not to be saved.
    var draft: Draft?
    /// The version that it replaces.
    var older: ObjectUUID?
    /// The files beside the export that it was read from too.
    var files: [AppleCompanions.File] = []

    /// Whether it is a route with the points of such files, which takes a line of its own: code
    /// that reads a workout then need not read its points.
    var isApart: Bool { draft != nil && node > 0 && files.contains { $0.problem == nil } }
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
    for var route in routes {
      route.object.identity = route.object.identity.ofWorkout(part.first)
      var part = try self.part(route, &sink)
      if parts[0].isRenamed { (part.draft, part.older, part.fate) = (nil, nil, .known) }
      // Nothing is added to a workout that was deleted or erased.
      if isGone { (part.draft, part.older, part.fate) = (nil, nil, .superseded) }
      if parts[0].fate == .erased, part.draft != nil {
        (part.draft, part.older, part.fate) = (nil, nil, .erased)
      }
      parts.append(part)
    }
    return try save(parts, element, &sink)
  }

  /// Saves the new ones among the parts as one line, but for routes with points, and counts what
  /// became of the element.
  ///
  /// - Parameter parts: the first one accounts for the element itself.
  /// - Returns: whether the journal states them all now.
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
