import ByteTools
import HealthEvents
import HealthImport
import HealthModel

/// A writer of objects as elements, one after the other; it notes the losses of each.
///
/// The importer itself reads every element back, so that the report lists exactly what an import
/// would miss. For samples that differ only in times, value and metadata this is done once for each
/// kind of them (`AppleRecordShape`): nearly all objects of a journal are such samples.
struct AppleObjectWriter {
  /// The elements so far; empty again where they have been taken away.
  var bytes: [UInt8] = []
  /// The files next to it that have not been written yet.
  var files: [AppleFile] = []
  /// The result of the export.
  var report = ExportReport()
  private var names = AppleFileNames()
  private var readBack: AppleReadBack
  private var shapes: [AppleRecordShape.Key: Int] = [:]
  private var known: [AppleRecordShape] = []
  private var dates = AppleDateText()
  private var newUUIDs = 0

  /// Creates a writer for an export of this moment.
  init(exported: Timestamp) {
    readBack = AppleReadBack(exported: exported)
    // Records come first, and are counted at the end.
    report.count("Record", 0)
  }

  // MARK: Objects

  /// Writes an object that is no part of another.
  mutating func append(_ live: LiveObject) {
    var elements = AppleElements()
    switch live.object.content {
    case .quantity, .category: return appendRecord(live)
    case .summary(let summary): elements.summary(live, summary)
    case .document(let document) where document.kind == .audiogram:
      elements.audiogram(live, document)
    case .document(let document) where document.kind == .ecg: return append(recording: live)
    case .document where live.object.fields["element"] != nil:
      elements.whole(live.object.fields)
      return finish(elements.xml, withoutResource(live))
    case .document, .correlation, .workout, .characteristic: return note(.noElement, live)
    }
    finish(elements.xml, live)
  }

  /// Writes a correlation; its members are written by themselves too.
  mutating func append(_ live: LiveObject, members: [LiveObject]) {
    var elements = AppleElements()
    elements.correlation(live, members: members)
    if case .correlation(let correlation) = live.object.content,
      correlation.members.count > members.count
    {
      note(.member, live)
    }
    finish(elements.xml, live)
  }

  /// Writes a workout with its routes.
  mutating func append(_ live: LiveObject, _ workout: WorkoutContent, routes: [LiveObject]) {
    var elements = AppleElements()
    let routes = Self.routes(of: routes).map { AppleRoute($0, $0[0], &names) }
    elements.workout(live, workout, routes: routes)
    for route in routes { files += route.files }
    finish(elements.xml, live, parts: routes.map(\.said))
  }

  /// Returns the parts of each route of a workout: those of one time and source.
  private static func routes(of parts: [LiveObject]) -> [[LiveObject]] {
    var groups: [[LiveObject]] = []
    for part in parts {
      let index = groups.firstIndex {
        $0[0].object.content.span == part.object.content.span && $0[0].origin == part.origin
      }
      if let index { groups[index].append(part) } else { groups.append([part]) }
    }
    return groups.flatMap { group in
      RouteParts.together(group.map { RouteParts.part(of: $0.object.fields) })
        .map { $0.map { group[$0] } }
    }
  }

  /// Writes an electrocardiogram into a file of its own.
  private mutating func append(recording live: LiveObject) {
    guard let recording = AppleRecording(live), let start = live.object.content.span?.start else {
      return note(.noElement, live)
    }
    let name = names.name("electrocardiograms/ecg_\(start.date)", ".csv")
    files.append(AppleFile(name: name, bytes: recording.bytes))
    for loss in recording.losses { note(loss, live) }
    noteUUID(of: live)
  }

  /// Writes the resource of a clinical record into the file that its element names, and returns the
  /// object without it, for the element.
  private mutating func withoutResource(_ live: LiveObject) -> LiveObject {
    let fields = live.object.fields
    guard case .text(let resource)? = fields["resource"],
      case .text(let path)? = fields.attributes["resourceFilePath"],
      let name = names.claim(path, ending: ".json")
    else { return live }
    files.append(AppleFile(name: name, bytes: Array(resource.utf8)))
    var live = live
    live.object.fields.removeAll { $0.name == "resource" || $0.name == "FHIRResource" }
    return live
  }

  /// Counts an object that lost something.
  mutating func note(_ loss: AppleLoss, _ live: LiveObject) {
    report.losses.note(loss.rawValue, of: live.object.content.type)
  }

  /// Counts an object that is written under a uuid that an import would not give it.
  mutating func noteUUID(of live: LiveObject) {
    if !live.object.uuid.isOfContent { newUUIDs += 1 }
  }

  /// Adds the counts that are made in one step at the end.
  mutating func finish() {
    for shape in known { shape.report(to: &report) }
    report.losses.note(
      "the uuid: an import makes another", of: "any", newUUIDs)
    newUUIDs = 0
  }

  private mutating func finish(
    _ xml: XMLWriter, _ live: LiveObject, parts: [LiveObject] = []
  ) {
    guard let drafts = readBack.drafts(of: xml.bytes), drafts.count > parts.count else {
      for object in [live] + parts { note(.noElement, object) }
      return
    }
    bytes += xml.bytes
    report.count(name(of: live.object))
    for (object, draft) in zip([live] + parts, drafts) {
      for loss in AppleComparison.losses(of: object, in: draft, isLossy: xml.isLossy) {
        note(loss, object)
      }
      noteUUID(of: object)
    }
  }

  private func name(of object: HealthObject) -> String {
    switch object.content {
    case .quantity, .category: return "Record"
    case .correlation: return "Correlation"
    case .workout: return "Workout"
    case .characteristic: return "Me"
    case .summary: return "ActivitySummary"
    case .document(let document):
      if case .text(let element)? = object.fields["element"] { return element }
      return document.kind == .audiogram ? "Audiogram" : "WorkoutRoute"
    }
  }

  // MARK: Records

  private mutating func appendRecord(_ live: LiveObject) {
    guard live.object.fields.isEmpty, let key = AppleRecordShape.Key(live),
      let index = index(of: key, live)
    else {
      var elements = AppleElements()
      elements.record(live)
      return finish(elements.xml, live)
    }
    noteUUID(of: live)
    known[index].count += 1
    let object = live.object
    bytes.append(contentsOf: known[index].beginning)
    append(" creationDate=\"", object.created)
    append(" startDate=\"", object.content.span?.start)
    append(" endDate=\"", object.content.span?.end)
    bytes.append(contentsOf: known[index].valueBeginning)
    if case .quantity(let sample) = object.content { DecimalText.append(sample.value, to: &bytes) }
    appendEnd(live)
    if !object.hasWholeSeconds { note(.fraction, live) }
  }

  private mutating func index(of key: AppleRecordShape.Key, _ live: LiveObject) -> Int? {
    if let index = shapes[key] { return index }
    guard let shape = AppleRecordShape(live, &readBack) else { return nil }
    shapes[key] = known.count
    known.append(shape)
    return known.count - 1
  }

  private mutating func append(_ name: StaticString, _ time: Timestamp?) {
    guard let time else { return }
    bytes.append(addingCapacity: 16) { $0.append(name) }
    dates.append(time, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Ends a record whose value has been written, with its metadata.
  private mutating func appendEnd(_ live: LiveObject) {
    let entries = live.object.metadata.entries
    guard !entries.isEmpty else { return bytes.append(addingCapacity: 3) { $0.append("\"/>") } }
    bytes.append(addingCapacity: 2) { $0.append("\">") }
    var (isSame, isSayable) = (true, true)
    for entry in entries {
      let text = AppleElements.text(entry.value)
      bytes.append(contentsOf: "\n  <MetadataEntry key=\"".utf8)
      if !XMLText.append(entry.key, to: &bytes) { isSayable = false }
      bytes.append(contentsOf: "\" value=\"".utf8)
      if !XMLText.append(text, to: &bytes) { isSayable = false }
      bytes.append(contentsOf: "\"/>".utf8)
      if !Self.comesBack(entry, as: text) { isSame = false }
    }
    bytes.append(contentsOf: "\n </Record>".utf8)
    if !isSayable { note(.characters, live) } else if !isSame { note(.metadata, live) }
  }

  private static func comesBack(_ entry: Metadata.Entry, as text: String) -> Bool {
    var value = entry.value
    if case .date(let time) = value { value = .date(time.wholeSecond) }
    return AppleReadBack.value(text, of: entry.key) == value
  }
}

extension HealthObject {
  /// True if none of its times has a fraction of a second.
  fileprivate var hasWholeSeconds: Bool {
    guard created?.isWholeSecond ?? true, let span = content.span, span.start.isWholeSecond,
      span.end.isWholeSecond
    else { return false }
    return metadata.entries.allSatisfy { entry in
      guard case .date(let time) = entry.value else { return true }
      return time.isWholeSecond
    }
  }

  /// True if it is a summary or a characteristic from an import: then its creation date is that of
  /// the export, and its element states none.
  var isDatedByExport: Bool {
    switch content {
    case .summary, .characteristic: uuid.isOfContent
    case .quantity, .category, .correlation, .workout, .document: false
    }
  }

  /// The object with all its times cut to whole seconds.
  fileprivate var inWholeSeconds: HealthObject {
    var object = self
    object.content = content.inWholeSeconds
    object.created = created?.wholeSecond
    object.metadata = metadata.inWholeSeconds
    return object
  }
}

/// The common part of records that differ only in times, metadata and the value of a quantity: the
/// text of their elements up to the dates, and the losses of each. The importer is asked for these
/// losses once.
struct AppleRecordShape {
  /// The facts that distinguish shapes.
  struct Key: Hashable {
    private let type: String
    /// The unit of a quantity.
    private let unit: String
    private let value: CategoryCode?
    private let origin: UInt64?
    private let by: String

    /// Creates the key of a sample; nil: it has more than the common parts of records.
    init?(_ live: LiveObject) {
      switch live.object.content {
      case .quantity(let sample):
        guard sample.series == nil else { return nil }
        (type, unit, value) = (sample.type, sample.unit, nil)
      case .category(let sample):
        (type, unit, value) = (sample.type, "", sample.value)
      case .correlation, .workout, .characteristic, .summary, .document: return nil
      }
      origin = live.object.origin
      by = live.by
    }
  }

  /// The element up to its dates.
  let beginning: [UInt8]
  /// The text between the dates and the value of a quantity, or the end of the start tag.
  let valueBeginning: [UInt8]
  /// The number of records written with this shape.
  var count = 0

  private let type: String
  private let losses: [AppleLoss]

  /// Creates the shape of a sample; nil: the importer cannot read its element.
  init?(_ live: LiveObject, _ readBack: inout AppleReadBack) {
    var sample = live
    sample.object.metadata = Metadata()
    sample.object.created = nil
    let span = TimeSpan(at: Timestamp(instant: .epoch, offsetMinutes: 0))
    var value = ""
    switch live.object.content {
    case .quantity(var quantity):
      (quantity.span, quantity.value) = (span, 0)
      sample.object.content = .quantity(quantity)
    case .category(var category):
      category.span = span
      sample.object.content = .category(category)
      value = category.value.canonicalText(of: category.type)
    case .correlation, .workout, .characteristic, .summary, .document: return nil
    }
    var elements = AppleElements()
    elements.record(sample)
    guard let draft = readBack.drafts(of: elements.xml.bytes)?.first else { return nil }
    losses = AppleComparison.losses(of: sample, in: draft, isLossy: elements.xml.isLossy)
    type = live.object.content.type
    let text = elements.xml.bytes
    guard let dates = text.place(of: " startDate=\"".utf8) else { return nil }
    beginning = Array(text[..<dates.lowerBound])
    var xml = XMLWriter()
    xml.begin("x")
    xml.attribute("value", value)
    valueBeginning = Array(xml.bytes.dropFirst(3).dropLast())
  }

  /// Counts the records that were written so.
  func report(to report: inout ExportReport) {
    report.count("Record", count)
    for loss in losses { report.losses.note(loss.rawValue, of: type, count) }
  }
}

/// The differences between an object and the result of importing its element.
enum AppleComparison {
  /// Returns the losses of an object; none if an import gives it back unchanged.
  ///
  /// - Parameter isLossy: true if a text or name on the way was one that XML cannot hold.
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

  /// Returns true if both read as the same document, in whatever spelling: `true` may become `YES`.
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

extension LiveObject {
  /// True if more is known of its source than an element can state.
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

extension WorkoutContent {
  fileprivate var inWholeSeconds: WorkoutContent {
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
