import ByteTools
import HealthEvents
import HealthImport
import HealthModel

/// Writes objects as elements one after the other, and notes what is lost of each.
///
/// The importer itself reads every element back, so that the report says exactly what an import
/// would miss. For samples that differ only in times, value and metadata this is done once for each
/// kind of them (`AppleRecordShape`): nearly all objects of a journal are such samples.
struct AppleObjectWriter {
  /// The elements so far; empty again where they have been taken away.
  var bytes: [UInt8] = []
  /// Files beside it that have not been written yet.
  var files: [AppleFile] = []
  /// What it came to.
  var report = ExportReport()
  private var names = AppleFileNames()
  private var readBack: AppleReadBack
  private var shapes: [AppleRecordShape.Key: Int] = [:]
  private var known: [AppleRecordShape] = []
  private var dates = AppleDateText()
  private var newUUIDs = 0

  /// A writer of an export of this moment.
  init(exported: Timestamp) {
    readBack = AppleReadBack(exported: exported)
    // Records come first, and are counted at the end.
    report.count("Record", 0)
  }

  // MARK: Objects

  /// Writes an object that stands by itself.
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
  mutating func append(_ live: LiveObject, _ workout: Workout, routes: [LiveObject]) {
    var elements = AppleElements()
    let routes = Self.routes(of: routes).map { AppleRoute($0, $0[0], &names) }
    elements.workout(live, workout, routes: routes)
    for route in routes { files += route.files }
    finish(elements.xml, live, parts: routes.map(\.said))
  }

  /// The parts of each route of a workout: those of one time and source.
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

  /// Counts an object of which something is lost.
  mutating func note(_ loss: AppleLoss, _ live: LiveObject) {
    report.losses.note(loss.rawValue, of: live.object.content.type)
  }

  /// Counts an object that is written under a uuid that an import would not give it.
  mutating func noteUUID(of live: LiveObject) {
    if !live.object.uuid.isOfContent { newUUIDs += 1 }
  }

  /// What is counted in one go at the end.
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
  /// Whether none of its times has a fraction of a second.
  fileprivate var hasWholeSeconds: Bool {
    guard created?.isWholeSecond ?? true, let span = content.span, span.start.isWholeSecond,
      span.end.isWholeSecond
    else { return false }
    return metadata.entries.allSatisfy { entry in
      guard case .date(let time) = entry.value else { return true }
      return time.isWholeSecond
    }
  }
}
