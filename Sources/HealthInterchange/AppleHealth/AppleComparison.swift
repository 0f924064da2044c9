import HealthEvents
import HealthModel

/// What differs between an object and what an import makes of its element.
enum AppleComparison {
  /// What is lost of an object, nothing where it comes back as it is.
  ///
  /// - Parameter isLossy: whether a text or name on the way was one that XML cannot hold.
  static func losses(of live: LiveObject, in draft: Draft, isLossy: Bool) -> [AppleLoss] {
    let object = live.object
    let whole = object.inWholeSeconds
    var losses = source(of: live, in: draft)
    if whole.metadata != draft.object.metadata { losses.append(.metadata) }
    if !isSameDocument(whole, draft.object) {
      if whole.content.asStated != draft.object.content.asStated { losses.append(.content) }
      if whole.fields != draft.object.fields { losses.append(.details) }
    }
    if isLossy, !losses.isEmpty { losses = [.characters] }
    if whole != object { losses.append(.fraction) }
    if whole.created != draft.object.created, !object.isDatedByExport { losses.append(.created) }
    if live.origin == nil, draft.source != nil { losses.append(.byHand) }
    if live.hasMoreOfSource { losses.append(.sourceDetails) }
    return losses
  }

  /// Whether both read as the same document, in whatever spelling: `true` may come back as `YES`.
  private static func isSameDocument(_ one: HealthObject, _ other: HealthObject) -> Bool {
    guard let own = try? TypedDocument(one) else { return false }
    return own == (try? TypedDocument(other))
  }

  private static func source(of live: LiveObject, in draft: Draft) -> [AppleLoss] {
    guard let origin = live.origin else { return [] }
    let stated = Source(name: origin.source.name, version: origin.source.version)
    // A device without a source is one of the owner's.
    let read = draft.source ?? draft.device.map { _ in Source(name: EventActor.owner) }
    return (stated == read ? [] : [.source]) + (origin.device == draft.device ? [] : [.device])
  }
}

extension HealthObject {
  /// Whether it is a summary or a characteristic from an import: then its creation date is that of
  /// the export, and its element states none.
  var isDatedByExport: Bool {
    switch content {
    case .summary, .characteristic: uuid.isOfContent
    case .quantity, .category, .correlation, .workout, .document: false
    }
  }
}

extension LiveObject {
  /// Whether more is known of its source than an element can say.
  var hasMoreOfSource: Bool {
    guard by == EventActor.owner, let source = origin?.source else { return by != EventActor.owner }
    return source != Source(name: source.name, version: source.version)
  }
}

extension Content {
  /// The content as far as an element states it: the members of a correlation are elements of their
  /// own, and the type of a route follows from the name of its element.
  fileprivate var asStated: Content {
    switch self {
    case .correlation(var correlation):
      correlation.members = []
      return .correlation(correlation)
    case .document(var document)
    where document.kind == .route && document.type == document.kind.type:
      document.type = nil
      return .document(document)
    case .quantity, .category, .workout, .characteristic, .summary, .document: return self
    }
  }

  fileprivate var inWholeSeconds: Content {
    switch self {
    case .quantity(var sample):
      sample.span = sample.span.inWholeSeconds
      return .quantity(sample)
    case .category(var sample):
      sample.span = sample.span.inWholeSeconds
      return .category(sample)
    case .correlation(var correlation):
      correlation.span = correlation.span.inWholeSeconds
      return .correlation(correlation)
    case .workout(let workout): return .workout(workout.inWholeSeconds)
    case .document(var document):
      document.span = document.span?.inWholeSeconds
      return .document(document)
    case .characteristic, .summary: return self
    }
  }
}

extension HealthObject {
  /// The same, all its times cut to whole seconds.
  fileprivate var inWholeSeconds: HealthObject {
    var object = self
    object.content = content.inWholeSeconds
    object.created = created?.wholeSecond
    object.metadata = metadata.inWholeSeconds
    return object
  }
}

extension TimeSpan {
  fileprivate var inWholeSeconds: TimeSpan { TimeSpan(start.wholeSecond, end.wholeSecond) }
}

extension Metadata {
  fileprivate var inWholeSeconds: Metadata {
    Metadata(
      entries.map { entry in
        guard case .date(let time) = entry.value else { return entry }
        return Entry(entry.key, .date(time.wholeSecond))
      })
  }
}

extension Workout {
  fileprivate var inWholeSeconds: Workout {
    var workout = self
    workout.span = span.inWholeSeconds
    workout.events = events.map(\.inWholeSeconds)
    workout.statistics = statistics.map(\.inWholeSeconds)
    workout.activities = activities.map { activity in
      var activity = activity
      activity.start = activity.start.wholeSecond
      activity.end = activity.end?.wholeSecond
      activity.events = activity.events.map(\.inWholeSeconds)
      activity.statistics = activity.statistics.map(\.inWholeSeconds)
      activity.metadata = activity.metadata.inWholeSeconds
      return activity
    }
    return workout
  }
}

extension WorkoutEvent {
  fileprivate var inWholeSeconds: WorkoutEvent {
    var event = self
    event.date = date.wholeSecond
    event.metadata = metadata.inWholeSeconds
    return event
  }
}

extension WorkoutStatistics {
  fileprivate var inWholeSeconds: WorkoutStatistics {
    var statistics = self
    statistics.start = start?.wholeSecond
    statistics.end = end?.wholeSecond
    return statistics
  }
}
