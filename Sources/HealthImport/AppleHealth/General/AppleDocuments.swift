import ByteTools
import HealthModel

extension AppleObjects {
  /// What a `Correlation` states of itself; its members are `Record`s inside it.
  ///
  /// - Parameter members: its members, which are part of what it is.
  mutating func correlation(
    _ node: Int, members: [StatedObject], in element: inout ElementTree
  ) throws(UnreadableElement) -> StatedObject {
    let type = try required("type", of: node, in: &element)
    let source = sourceName(of: node, in: &element)
    let span = try span(of: node, in: &element)
    let content = Content.correlation(Correlation(type: type, span: span, members: []))
    let uuids = members.map { $0.identity.uuid() }
    return StatedObject(
      node: node, content: content,
      identity: ContentIdentity(of: content, members: uuids) ?? ContentIdentity(),
      source: Source(name: source ?? ""), members: members)
  }

  /// The records directly inside a correlation.
  func members(of node: Int, in element: ElementTree) -> [Int] {
    element.children(of: node).filter { element.nodes[$0].name == .record }
  }

  /// What an `ActivitySummary` states: a day and its figures under Apple's names.
  func summary(
    _ node: Int, in element: inout ElementTree
  ) throws(UnreadableElement) -> StatedObject {
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
      node: node, content: .summary(ActivitySummary(date: date)), identity: identity,
      fields: fields)
  }

  private static let reserved: Set<String> = [
    "kind", "uuid", "type", "start", "end", "date", "origin", "created", "metadata",
    "attributes", "children", "text",
  ]

  /// What `Me` states: each characteristic that has a value. An empty one states nothing.
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

  /// What an `Audiogram` states.
  mutating func audiogram(
    _ node: Int, in element: inout ElementTree
  ) throws(UnreadableElement) -> StatedObject {
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

  /// An element that the model has no kind for, whole.
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

  /// Returns whether an attribute is the name of a source and empty, which says as much as none.
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

extension ContentIdentity {
  /// Adds a figure.
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
