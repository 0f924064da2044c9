import ByteTools
import HealthEvents
import HealthModel

/// The statement of an element: content, and the identity that follows from it.
struct StatedObject {
  var node: Int
  var content: Content
  /// The source of a new object's uuid.
  var identity: ContentIdentity
  /// The app that wrote it, without its version; nil for what the phone itself keeps.
  var source: Source?
  /// Fields that are read already.
  var fields: [Field] = []
  /// True if the fields hold the element whole, so that nothing else of it is read.
  var isWhole = false
  /// The files next to the export that are also part of it.
  var files: [AppleCompanions.File] = []
  /// True if it names a file that could not be read, so that a part of it is missing.
  var isPartial = false
  /// The members of a correlation.
  var members: [StatedObject] = []

  /// By what the journal is searched, of all copies of the content; see `copy`.
  var key: ContentKey { key(from: source?.name) }

  /// Returns the key for a source of another name.
  func key(from name: String?, members keys: [ContentKey]? = nil) -> ContentKey {
    ContentKey(
      of: content, source: ContentKey.word(ofSource: name),
      members: keys ?? members.map { $0.key(from: name) }, uuid: identity.uuid())
  }

  /// Returns the key that finds one of several copies in the journal, from 0. Uuids distinguish
  /// copies of a document; their order in the journal distinguishes all others.
  func copy(_ ordinal: Int, of key: ContentKey) -> ContentKey {
    isDocument ? ContentKey(identity.uuid(ordinal: ordinal)) : key.copy(ordinal)
  }

  /// The uuid that is the first among equals, whatever their source.
  var filterUUID: ObjectUUID { (ContentIdentity(subjectOf: content) ?? identity).uuid() }

  /// True if it is a document, which is found by its uuid.
  var isDocument: Bool { if case .document = content { true } else { false } }
  /// True if the journal is searched by its subject, as for a summary or a characteristic.
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
  /// The time of the export that the file states.
  var exported: Timestamp?
  /// The reading of sources' names.
  var names = SourceNames()
  private var texts = TextCache()
  private var devices = DeviceCache()

  // MARK: Values

  /// Returns a text, the same one for equal bytes.
  mutating func text(_ range: Range<Int>, in element: ElementTree) -> String {
    element.withBytes(range) { texts.text($0) }
  }

  /// Returns an attribute as text, or nil if it is missing.
  mutating func text(
    _ name: StaticString, of node: Int, in element: inout ElementTree
  ) -> String? {
    element.take(name, of: node).map { text($0, in: element) }
  }

  /// Returns a required attribute as text.
  mutating func required(
    _ name: StaticString, of node: Int, in element: inout ElementTree
  ) throws(UnreadablePart) -> String {
    text(try element.require(name, of: node), in: element)
  }

  /// Returns the source's name as the journal has it; iOS 8 called it `source`. An empty name gives
  /// nil.
  mutating func sourceName(of node: Int, in element: inout ElementTree) -> String? {
    let printed =
      text("sourceName", of: node, in: &element) ?? text("source", of: node, in: &element)
    return printed.flatMap { $0.isEmpty ? nil : names.name($0) }
  }

  /// Returns the device that an element names, and leaves the attribute unread.
  mutating func device(of node: Int, in element: ElementTree) -> Device? {
    element.peek("device", of: node) { texts.text($0) }.map { devices.device($0) }
  }

  func span(
    of node: Int, in element: inout ElementTree
  ) throws(UnreadablePart) -> TimeSpan {
    guard let start = element.take("startDate", of: node, AppleDate.parse) else {
      throw UnreadablePart("its startDate is not a date")
    }
    guard let end = element.take("endDate", of: node, AppleDate.parse) else {
      throw UnreadablePart("its endDate is not a date")
    }
    guard start.instant <= end.instant else {
      throw UnreadablePart("it ends before it starts")
    }
    return TimeSpan(start, end)
  }

  /// Returns a duration in seconds, with its unit; both stay unread if either cannot be read.
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

  /// Returns the object with all that its element states besides its content.
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

  /// Returns the statement of a `Record`: a quantity, a category or, for a type that is neither,
  /// the whole element.
  mutating func sample(
    _ node: Int, in element: inout ElementTree
  ) throws(UnreadablePart) -> StatedObject {
    let type = try required("type", of: node, in: &element)
    let source = sourceName(of: node, in: &element)
    let span = try span(of: node, in: &element)
    let content: Content
    if Self.isCategory(type) {
      let value = category(of: type, node, in: &element)
      content = .category(CategoryContent(type: type, span: span, value: value))
    } else if Self.isQuantity(type) || element.statesQuantity(node) {
      content = .quantity(try quantity(of: type, span, node, in: &element))
    } else {
      return other(node, in: &element)
    }
    guard let identity = ContentIdentity(of: content) else { return other(node, in: &element) }
    return StatedObject(
      node: node, content: content, identity: identity, source: Source(name: source ?? ""))
  }

  private static func isQuantity(_ type: String) -> Bool {
    if type.hasPrefix("HKQuantityTypeIdentifier") { return true }
    if case .quantity? = TypeCatalogue.find(type) { return true }
    return false
  }

  private static func isCategory(_ type: String) -> Bool {
    if type.hasPrefix("HKCategoryTypeIdentifier") { return true }
    // Quantities are the rule: ask the catalogue only for what does not say it is one.
    if type.hasPrefix("HKQuantityTypeIdentifier") { return false }
    if case .category? = TypeCatalogue.find(type) { return true }
    return false
  }

  // MARK: Quantities

  private mutating func quantity(
    of type: String, _ span: TimeSpan, _ node: Int, in element: inout ElementTree
  ) throws(UnreadablePart) -> QuantityContent {
    // iOS 8 condensed samples: how many, and their least, greatest and average value.
    let series = SeriesSummary(
      count: element.take("recordCount", of: node, AppleNumber.parse),
      minimum: element.take("min", of: node, AppleNumber.parse),
      maximum: element.take("max", of: node, AppleNumber.parse),
      sum: element.take("sum", of: node, AppleNumber.parse))
    let average = element.peek("average", of: node, AppleNumber.parse)
    let stated = element.take("value", of: node, AppleNumber.parse)
    guard let value = stated ?? average ?? series.sum else {
      throw UnreadablePart("its value is not a number")
    }
    if element.has("value", of: node) { throw UnreadablePart("its value is not a number") }
    // An average beside a value has no field of its own and stays an attribute.
    if stated == nil { _ = element.take("average", of: node) }
    return QuantityContent(
      type: type, span: span, value: value, unit: text("unit", of: node, in: &element) ?? "",
      series: series == SeriesSummary() ? nil : series)
  }

  // MARK: Categories

  /// Returns the value of a category sample. A sample of a type that knows no values, such as a
  /// mindful session, may have none.
  private mutating func category(
    of type: String, _ node: Int, in element: inout ElementTree
  ) -> CategoryCode {
    let word = text("value", of: node, in: &element) ?? Self.notApplicable
    guard case .category(let known)? = TypeCatalogue.find(type) else {
      return word == Self.notApplicable ? .code(0) : CategoryCode(word: word)
    }
    return known.value(exportName: word).map { .code($0.rawValue) } ?? CategoryCode(word: word)
  }

  static let notApplicable = "HKCategoryValueNotApplicable"

  /// Returns the statement of a `Correlation` itself; its members are `Record`s inside it.
  ///
  /// - Parameter members: its members, which are part of its content.
  mutating func correlation(
    _ node: Int, members: [StatedObject], in element: inout ElementTree
  ) throws(UnreadablePart) -> StatedObject {
    let type = try required("type", of: node, in: &element)
    let source = sourceName(of: node, in: &element)
    let span = try span(of: node, in: &element)
    let content = Content.correlation(CorrelationContent(type: type, span: span, members: []))
    let uuids = members.map { $0.identity.uuid() }
    return StatedObject(
      node: node, content: content,
      identity: ContentIdentity(of: content, members: uuids) ?? ContentIdentity(),
      source: Source(name: source ?? ""), members: members)
  }

  /// Returns the records directly inside a correlation.
  func members(of node: Int, in element: ElementTree) -> [Int] {
    element.children(of: node).filter { element.nodes[$0].name == .record }
  }

  /// Returns the statement of an `ActivitySummary`: a day and its figures under Apple's names.
  func summary(
    _ node: Int, in element: inout ElementTree
  ) throws(UnreadablePart) -> StatedObject {
    let range = try element.require("dateComponents", of: node)
    let date = element.withBytes(range) { $0.text() }
    // Names that stand for something else on the line go with what the importer does not know.
    let figures = element.nodes[node].attributes.filter { index in
      let attribute = element.attributes[index]
      let name = element.withBytes(attribute.name) { $0.text() }
      return !attribute.isUsed && !Self.reserved.contains(name)
    }
    var fields: [Field] = []
    if case .fields(let read) = element.object(figures, parsesNumbers: true) { fields = read }
    for figure in figures { element.attributes[figure].isUsed = true }
    var identity = ContentIdentity("ActivitySummary")
    identity.add(date)
    for field in fields.sorted(by: { $0.name < $1.name }) { identity.add(field) }
    return StatedObject(
      node: node, content: .summary(SummaryContent(date: date)), identity: identity,
      fields: fields)
  }

  private static let reserved: Set<String> = [
    "kind", "uuid", "type", "start", "end", "date", "origin", "created", "metadata",
    "attributes", "children", "text",
  ]

  /// Returns the statement of `Me`: each characteristic that has a value. An empty one states
  /// nothing.
  func characteristics(
    _ node: Int, in element: inout ElementTree
  ) -> [StatedObject] {
    var stated: [StatedObject] = []
    for index in element.nodes[node].attributes {
      let attribute = element.attributes[index]
      let type = element.withBytes(attribute.name) { $0.text() }
      guard type.hasPrefix("HKCharacteristicTypeIdentifier") else { continue }
      element.attributes[index].isUsed = true
      let value = element.withBytes(attribute.value) { $0.text() }
      if value.isEmpty { continue }
      var identity = ContentIdentity("Me")
      identity.add(type)
      identity.add(value)
      stated.append(
        StatedObject(
          node: node, content: .characteristic(Characteristic(type: type, value: value)),
          identity: identity))
    }
    return stated
  }

  /// Returns the statement of an `Audiogram`.
  mutating func audiogram(
    _ node: Int, in element: inout ElementTree
  ) throws(UnreadablePart) -> StatedObject {
    var identity = ContentIdentity("Element")
    add(node, of: element, to: &identity)
    let type = text("type", of: node, in: &element)
    let source = sourceName(of: node, in: &element)
    let span = try span(of: node, in: &element)
    var stated = StatedObject(
      node: node, content: .document(Document(kind: .audiogram, type: type, span: span)),
      identity: identity, source: Source(name: source ?? ""))
    let points = element.children(of: node)
      .filter { element.nodes[$0].name == .sensitivityPoint && element.isLeaf($0) }
      .map { element.takeAll(of: $0) }
    if !points.isEmpty { stated.fields = [Field("sensitivityPoints", .list(points))] }
    return stated
  }

  /// Returns an element that the model has no kind for, whole.
  mutating func other(_ node: Int, in element: inout ElementTree) -> StatedObject {
    var identity = ContentIdentity("Element")
    add(node, of: element, to: &identity)
    let fields = element.whole(node)
    for index in element.nodes[node].attributes { element.attributes[index].isUsed = false }
    let type = text("type", of: node, in: &element)
    let source = sourceName(of: node, in: &element)
    // A clinical record has one date: when it was received.
    let span =
      element.nodes[node].name == .clinicalRecord
      ? element.take("receivedDate", of: node, AppleDate.parse).map { TimeSpan(at: $0) }
      : try? span(of: node, in: &element)
    return StatedObject(
      node: node, content: .document(Document(kind: .other, type: type, span: span)),
      identity: identity, source: source.map { Source(name: $0) }, fields: fields, isWhole: true)
  }

  // MARK: Identity

  /// Adds an element with all that it holds.
  private mutating func add(
    _ node: Int, of element: ElementTree, to identity: inout ContentIdentity
  ) {
    identity.add(element.name(of: node))
    let attributes = element.nodes[node].attributes.map { element.attributes[$0] }
      .filter { !Self.isMissingSource($0, in: element) }
      .sorted { Self.precedes(element.bytes[$0.name], element.bytes[$1.name]) }
    identity.add(String(attributes.count))
    for attribute in attributes {
      element.withBytes(attribute.name) { identity.add($0) }
      let isSource = element.withBytes(attribute.name) { $0.equals("sourceName") }
      element.withBytes(attribute.value) { value in
        if isSource { return identity.add(names.name(value.text())) }
        Self.add(value: value, to: &identity)
      }
    }
    identity.add(element.text(of: node))
    let children = element.children(of: node)
    identity.add(String(children.count))
    for child in children { add(child, of: element, to: &identity) }
  }

  /// Returns true if an attribute is an empty name of a source, which means the same as none.
  private static func isMissingSource(
    _ attribute: ElementTree.Attribute, in element: ElementTree
  ) -> Bool {
    attribute.value.isEmpty && element.withBytes(attribute.name) { $0.equals("sourceName") }
  }

  private static func precedes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  private static func add(value: RawSpan, to identity: inout ContentIdentity) {
    if let date = AppleDate.parse(value) { return identity.add(date.instant) }
    guard value.byteCount > 13, value.extracting(first: 13).equals("<<HKDevice: 0") else {
      return identity.add(value)
    }
    identity.add(AppleDevice.withoutAddress(value.text()))
  }
}

extension ElementTree {
  /// Returns true if an element holds no others.
  func isLeaf(_ node: Int) -> Bool {
    node + 1 == nodes.count || nodes[node + 1].level <= nodes[node].level
  }

  /// Returns true if an element has a number and a unit.
  fileprivate func statesQuantity(_ node: Int) -> Bool {
    has("unit", of: node) && peek("value", of: node, AppleNumber.parse) != nil
  }
}

extension CategoryCode {
  /// Creates the value of a word that the catalogue does not know.
  init(word: String) {
    // Through the number and back, so that `01` and `+1` stay the words they are.
    self = Int(word).flatMap { String($0) == word ? .code($0) : nil } ?? .name(word)
  }
}

extension ContentIdentity {
  fileprivate mutating func add(_ field: Field) {
    add(field.name)
    switch field.value {
    case .number(let number): add(number)
    case .text(let text): add(text)
    case .list(let values): for value in values { add(Field(field.name, value)) }
    case .null, .boolean, .fields: add(nil as String?)
    }
  }
}

/// Strings by their bytes: types, units, source names and metadata keys come by the million and
/// are few. A fixed number of slots, each held by the last text that fell on it.
struct TextCache: Sendable {
  private var slots = [String](repeating: "", count: 4096)

  /// Returns the text of the bytes; invalid UTF-8 becomes U+FFFD.
  mutating func text(_ bytes: RawSpan) -> String {
    // Up to 15 bytes a string allocates nothing; long texts seldom come again.
    guard (16...256).contains(bytes.byteCount) else { return bytes.text() }
    let slot = Self.slot(of: bytes)
    if slots[slot].utf8.rawBytes.equals(bytes) { return slots[slot] }
    let text = bytes.text()
    slots[slot] = text
    return text
  }

  /// Returns the slot by FNV-1a, folded to 12 bits.
  private static func slot(of bytes: RawSpan) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<bytes.byteCount {
      hash = (hash ^ UInt64(bytes.byte(index))) &* 0x100_0000_01b3
    }
    return Int(((hash ^ (hash >> 32)) >> 4) & 4095)
  }
}
