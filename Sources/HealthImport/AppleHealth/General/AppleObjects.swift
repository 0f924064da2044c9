import ByteTools
import HealthEvents
import HealthModel

/// What an element states: content, and the identity that follows from it.
struct StatedObject {
  /// The element that states it.
  var node: Int
  /// What it says.
  var content: Content
  /// What the uuid of a new one is derived from.
  var identity: ContentIdentity
  /// The app that wrote it, without its version; nil for what the phone itself keeps.
  var source: Source?
  /// Fields that are read already.
  var fields: [Field] = []
  /// Whether the fields hold the element whole, so that nothing else of it is read.
  var isWhole = false
  /// The files beside the export that it was read from too.
  var files: [AppleCompanions.File] = []
  /// Whether it names a file that could not be read, so that it says less than it would.
  var isPartial = false
  /// What a correlation holds.
  var members: [StatedObject] = []

  /// By what the journal is searched, of all copies of the content; see `copy`.
  var key: ContentKey { key(from: source?.name) }

  /// The same, if it were from a source of another name.
  func key(from name: String?, members keys: [ContentKey]? = nil) -> ContentKey {
    ContentKey(
      of: content, source: ContentKey.word(ofSource: name),
      members: keys ?? members.map { $0.key(from: name) }, uuid: identity.uuid())
  }

  /// By what the journal is searched for one of several copies, from 0. Copies of a document are
  /// told by their uuids, all others by their order in the journal.
  func copy(_ ordinal: Int, of key: ContentKey) -> ContentKey {
    isDocument ? ContentKey(identity.uuid(ordinal: ordinal)) : key.copy(ordinal)
  }

  /// The uuid that is the first among equals, whatever their source.
  var filterUUID: ObjectUUID { (ContentIdentity(subjectOf: content) ?? identity).uuid() }

  /// Whether it is a document, which is found by its uuid.
  var isDocument: Bool { if case .document = content { true } else { false } }
  /// Whether the journal is searched by its subject, as for a summary or a characteristic.
  var isOfSubject: Bool { ContentIdentity.hasSubject(content) }

  /// The quantity as it is printed; nil: it is something else.
  var printed: PrintedQuantity? {
    guard case .quantity(let sample) = content else { return nil }
    return PrintedQuantity(sample.value, sample.unit)
  }
}

/// Turns elements into objects in two steps: `state` reads what decides the identity, and `draft`
/// the rest, for objects that the journal does not know.
struct AppleObjects: Sendable {
  /// When the file says that it was exported.
  var exported: Timestamp?
  /// How names of sources are read.
  var names = SourceNames()
  private var texts = TextCache()
  private var devices = DeviceCache()

  // MARK: Values

  /// A text, the same one where it comes again.
  mutating func text(_ range: Range<Int>, in element: ElementTree) -> String {
    element.withBytes(range) { texts.text($0) }
  }

  /// An attribute as text, nil where there is none.
  mutating func text(
    _ name: StaticString, of node: Int, in element: inout ElementTree
  ) -> String? {
    element.take(name, of: node).map { text($0, in: element) }
  }

  /// An attribute that must be there as text.
  mutating func required(
    _ name: StaticString, of node: Int, in element: inout ElementTree
  ) throws(UnreadableElement) -> String {
    text(try element.require(name, of: node), in: element)
  }

  /// The source's name as the journal has it; iOS 8 called it `source`. An empty one is none.
  mutating func sourceName(of node: Int, in element: inout ElementTree) -> String? {
    let printed =
      text("sourceName", of: node, in: &element) ?? text("source", of: node, in: &element)
    return printed.flatMap { $0.isEmpty ? nil : names.name($0) }
  }

  /// The device that an element names, which stays to be read.
  mutating func device(of node: Int, in element: ElementTree) -> Device? {
    element.peek("device", of: node) { texts.text($0) }.map { devices.device($0) }
  }

  /// Start and end.
  func span(
    of node: Int, in element: inout ElementTree
  ) throws(UnreadableElement) -> TimeSpan {
    guard let start = element.take("startDate", of: node, AppleDate.parse) else {
      throw UnreadableElement("its startDate is no date")
    }
    guard let end = element.take("endDate", of: node, AppleDate.parse) else {
      throw UnreadableElement("its endDate is no date")
    }
    guard start.instant <= end.instant else {
      throw UnreadableElement("it ends before it starts")
    }
    return TimeSpan(start, end)
  }

  /// A duration in seconds, with its unit; both stay untaken where either cannot be read.
  func duration(of node: Int, in element: inout ElementTree) -> Double? {
    let seconds = element.peek("durationUnit", of: node) { bytes -> Double? in
      if bytes.equals("min") { return 60 }
      if bytes.equals("s") { return 1 }
      return bytes.equals("hr") ? 3600 : nil
    }
    guard let seconds, let number = element.take("duration", of: node, AppleNumber.parse) else {
      return nil
    }
    _ = element.take("durationUnit", of: node)
    return number * seconds
  }

  // MARK: Drafts

  /// The object with all that its element says beside its content.
  mutating func draft(
    _ stated: StatedObject, uuid: ObjectUUID, in element: inout ElementTree
  ) -> Draft {
    let node = stated.node
    var object = HealthObject(uuid: uuid, content: stated.content, fields: stated.fields)
    switch stated.content {
    case .summary:
      object.created = exported
      object.fields += element.leftovers(of: node)
      return Draft(object)
    case .characteristic:
      object.created = exported
      return Draft(object)
    case .quantity, .category, .correlation, .workout, .document: break
    }
    var source = stated.source
    source?.version = text("sourceVersion", of: node, in: &element)
    let device = text("device", of: node, in: &element).map { devices.device($0) }
    object.created = element.take("creationDate", of: node, AppleDate.parse)
    if !stated.isWhole {
      readBeats(of: node, in: &element, into: &object)
      readMetadata(of: node, in: &element, into: &object)
      object.fields += element.leftovers(of: node)
    }
    return Draft(object, source: source, device: device)
  }

  private func readBeats(
    of node: Int, in element: inout ElementTree, into object: inout HealthObject
  ) {
    if element.isLeaf(node) { return }
    var beats: [FieldValue] = []
    for list in element.children(of: node) where element.nodes[list].name == .heartRateList {
      element.nodes[list].use = .read
      for beat in element.children(of: list) where element.nodes[beat].name == .beatsPerMinute {
        element.nodes[beat].use = .read
        var fields: [Field] = []
        if let bpm = element.takeText("bpm", of: beat) { fields.append(Field("bpm", .text(bpm))) }
        if let time = element.takeText("time", of: beat) {
          fields.append(Field("time", .text(time)))
        }
        beats.append(.fields(fields))
      }
    }
    if !beats.isEmpty { object.fields.append(Field("beatsPerMinute", .list(beats))) }
  }

  private mutating func readMetadata(
    of node: Int, in element: inout ElementTree, into object: inout HealthObject
  ) {
    if element.isLeaf(node) { return }
    var repeated: [FieldValue] = []
    object.metadata = metadata(of: node, in: &element) { key, value in
      repeated.append(.fields([Field("key", .text(key)), Field("value", .text(value))]))
      return true
    }
    if !repeated.isEmpty { object.fields.append(Field("repeatedMetadata", .list(repeated))) }
  }
}

extension ElementTree {
  /// Whether an element holds no others.
  func isLeaf(_ node: Int) -> Bool {
    node + 1 == nodes.count || nodes[node + 1].level <= nodes[node].level
  }
}
