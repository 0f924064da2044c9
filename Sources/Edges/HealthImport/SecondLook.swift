import HealthEvents
import HealthModel

/// The evidence that an element may be in the journal in another unit, or under an earlier name of
/// its source. Only all elements of the file together can show it, so the import puts such elements
/// off.
struct SecondLook {
  private struct Kind: Hashable {
    var type: String
    var source: String
    var unit: String
  }

  private var answers: [Kind: Bool] = [:]
  /// The names of sources that the file states.
  private var met: Set<String> = []
  /// The types that the journal does not show, and that had objects in another unit erased.
  private var erased: Set<String> = []
  private var untold: [String: Int] = [:]
  /// The number of times that a name states what another one stated before.
  private var likenesses: [SourceNames.Renaming: Int] = [:]
  /// The earlier names of each name in the file; several if nobody has stated them for some time.
  private var renamed: [String: [RenamedSource]] = [:]
  /// The names of the journal with one device.
  private var sharing: [Device: [String]] = [:]

  // MARK: Units

  /// Returns whether a second look is needed before an object can be called new.
  mutating func isNeeded(
    for object: StatedObject, _ device: Device?, _ sink: some ImportSink
  ) -> Bool {
    if isInOtherUnits(object, sink) { return true }
    return oldNames(of: object, device, sink).contains { name in
      sink.held(object.copy(0, of: object.key(from: name))) != nil
    }
  }

  /// Returns whether one may be needed for any object of this type, source, unit and device.
  mutating func mayBeNeeded(
    for object: StatedObject, _ device: Device?, _ sink: some ImportSink
  ) -> Bool {
    isInOtherUnits(object, sink) || !oldNames(of: object, device, sink).isEmpty
  }

  /// Returns true if the journal states such quantities in a unit of another size, or may have lost
  /// some.
  mutating func isInOtherUnits(_ object: StatedObject, _ sink: some ImportSink) -> Bool {
    guard case .quantity(let sample) = object.content else { return false }
    let kind = Kind(type: sample.type, source: object.source?.name ?? "", unit: sample.unit)
    if let known = answers[kind] { return known }
    let own = ContentKey.word(ofUnit: sample.unit)
    let answer =
      sink.units(of: sample.type, from: kind.source).contains { ContentKey.word(ofUnit: $0) != own }
      || sink.keepsOutErased && !Self.isShown(sample, sink)
    answers[kind] = answer
    return answer
  }

  /// Returns whether the journal states quantities of a type in a unit of this size.
  private static func isShown(_ sample: QuantityContent, _ sink: some ImportSink) -> Bool {
    let own = ContentKey.word(ofUnit: sample.unit)
    return sink.units(of: sample.type, from: nil).contains { ContentKey.word(ofUnit: $0) == own }
  }

  // MARK: What was erased

  /// Looks whether an object of a type that the journal does not show was erased in another unit.
  mutating func probe(_ object: StatedObject, _ sink: some ImportSink) {
    guard sink.keepsOutErased, case .quantity(let sample) = object.content,
      !erased.contains(sample.type), sink.units(of: sample.type, from: nil).isEmpty,
      object.wasErasedInOtherUnit(sink)
    else { return }
    erased.insert(sample.type)
  }

  /// Returns whether it cannot be told if an object that the journal does not hold was erased from
  /// it: its unit is one in which no line shows the type, and tombstones name numbers as they were
  /// printed.
  mutating func isUntold(_ object: StatedObject, _ sink: some ImportSink) -> Bool {
    guard sink.keepsOutErased, case .quantity(let sample) = object.content,
      !Self.isShown(sample, sink), Self.mayBeHeld(sample)
    else { return false }
    return !sink.units(of: sample.type, from: nil).isEmpty || erased.contains(sample.type)
  }

  /// Returns true if a journal may ever have held such a quantity: it refuses a unit that does not
  /// fit its type, and no tombstone names what was refused.
  private static func mayBeHeld(_ sample: QuantityContent) -> Bool {
    guard case .quantity(let type)? = TypeCatalogue.find(sample.type) else { return true }
    return (try? Unit(sample.unit)).map(type.accepts) ?? false
  }

  /// Counts an object that stays out for that.
  mutating func countUntold(_ object: StatedObject) { untold[object.content.type, default: 0] += 1 }

  /// The number of objects that stayed out, by type.
  var untoldTypes: [VanishedCount] {
    untold.sorted { $0.key < $1.key }.map { VanishedCount(type: $0.key, count: $0.value) }
  }

  // MARK: Names

  /// Notes a source that the file states.
  mutating func note(_ source: Source?) {
    if let name = source?.name, !met.contains(name) { met.insert(name) }
  }

  /// Returns the sources of the journal that an object may be from, under another name, and that
  /// the file has not stated so far.
  private mutating func oldNames(
    of object: StatedObject, _ device: Device?, _ sink: some ImportSink
  ) -> [String] {
    // Two apps that state no device may have recorded one thing, each for itself.
    guard let device, let name = object.source?.name, !name.isEmpty, !object.isDocument
    else { return [] }
    let names = sharing[device] ?? sink.names.names(withDevice: device)
    sharing[device] = names
    return names.filter { !met.contains($0) && !SourceName.means(name, $0) }
  }

  /// Counts a source of the journal that held an object which the file states under a new name.
  mutating func noteLikeness(
    of object: StatedObject, _ device: Device?, _ sink: some ImportSink
  ) {
    for old in oldNames(of: object, device, sink)
    where sink.held(object.copy(0, of: object.key(from: old)))?.isConfirmed == false {
      let pair = SourceNames.Renaming(old: old, new: object.source?.name ?? "")
      likenesses[pair, default: 0] += 1
    }
  }

  /// Decides the old names of new sources, when all elements are known: each old name that the file
  /// no longer states belongs to the new name that was like it most often.
  mutating func decideNames() {
    let typed = Set(met.map(SourceName.typed))
    let pairs = likenesses.filter { !typed.contains(SourceName.typed($0.key.old)) }
      .sorted { ($1.value, $0.key.old, $0.key.new) < ($0.value, $1.key.old, $1.key.new) }
    var taken: Set<String> = []
    for (pair, _) in pairs where taken.insert(pair.old).inserted {
      renamed[pair.new, default: []].append(RenamedSource(names: pair, known: 0))
    }
  }

  /// Returns the names that the source of an object had before.
  func oldNames(of object: StatedObject) -> [String] {
    object.source.map { renamed[$0.name, default: []].map(\.names.old) } ?? []
  }

  /// Counts an object that the journal has under an old name.
  mutating func countRenamed(_ object: StatedObject, from old: String) {
    guard let name = object.source?.name,
      let index = renamed[name]?.firstIndex(where: { $0.names.old == old })
    else { return }
    renamed[name]?[index].known += 1
  }

  /// The sources that seem to be renamed.
  var renamedSources: [RenamedSource] {
    renamed.values.joined().filter { $0.known > 0 }
      .sorted { ($0.names.new, $0.names.old) < ($1.names.new, $1.names.old) }
  }
}

/// A quantity that the journal may hold in another unit, and its place in what is imported.
struct QuantityLook<Place> {
  let place: Place
  let key: ContentKey
  fileprivate let group: ContentKey
  fileprivate let statement: QuantityPairs.Statement

  /// Creates the look at an object; nil: it states no quantity whose number can be compared.
  init?(_ object: StatedObject, _ draft: Draft, at place: Place, _ sink: some ImportSink) {
    guard let printed = object.printed,
      let group = ContentKey(
        groupOf: object.content, source: ContentKey.word(ofSource: object.source?.name))
    else { return nil }
    (self.place, key, self.group) = (place, object.key, group)
    statement = QuantityPairs.Statement(printed, sink.fingerprint(of: draft))
  }
}

extension ImportSink {
  /// Pairs quantities with those that the journal holds in other units.
  ///
  /// - Throws: what reading the journal throws.
  mutating func heldElsewhere<Place>(
    _ looks: [QuantityLook<Place>]
  ) throws -> [(look: QuantityLook<Place>, copy: ContentKey)] {
    if looks.isEmpty { return [] }
    let held = Dictionary(
      grouping: try heldQuantities(in: Set(looks.map(\.group))), by: \.group)
    return Dictionary(grouping: looks, by: \.group).flatMap { group, looks in
      let held = held[group] ?? []
      return QuantityPairs.pairs(looks.map(\.statement), held.map(\.statement))
        .map { (look: looks[$0.stated], copy: held[$0.held].copy) }
    }
  }
}

// What tombstones say of an object that the journal does not hold. They name it as programs before
// derived its uuid: with the name of its source and its unit as they were printed.

extension StatedObject {
  /// Returns how many copies of a content were erased; those that the journal still holds are none
  /// of them.
  ///
  /// - Parameters:
  ///   - held: how many of the content it holds.
  ///   - statement: what states it.
  func erasedCount(
    held: Int, in statement: ContentIdentity.Statement = .element, _ sink: some ImportSink
  ) -> Int {
    guard sink.keepsOutErased else { return 0 }
    return identitiesInTombstones(statement, sink).reduce(0) { count, identity in
      var (erased, misses, ordinal) = (0, 0, 0)
      while misses <= held + 1 {
        let uuid = identity.uuid(ordinal: ordinal)
        ordinal += 1
        if sink.knows(uuid) { continue }
        if sink.wasErased(uuid) { erased += 1 } else { misses += 1 }
      }
      return count + erased
    }
  }

  /// Returns the identities under which tombstones may name it.
  private func identitiesInTombstones(
    _ statement: ContentIdentity.Statement, _ sink: some ImportSink
  ) -> [ContentIdentity] {
    var contents = [content]
    if case .quantity(let sample) = content {
      let own = ContentKey.word(ofUnit: sample.unit)
      for unit in sink.units(of: sample.type, from: nil)
      where unit != sample.unit && ContentKey.word(ofUnit: unit) == own {
        contents.append(content.quantity(sample.value, unit))
      }
    }
    return names(sink).flatMap { name in
      contents.compactMap { content in
        ContentIdentity(
          of: content, in: statement, .name(name), members: uuids(ofMembersIn: statement, name))
      }
    }
  }

  private func names(_ sink: some ImportSink) -> [String?] {
    guard let name = source?.name, !name.isEmpty else { return [nil, ""] }
    return sink.names.spellings(of: name)
  }

  private func uuids(
    ofMembersIn statement: ContentIdentity.Statement, _ name: String?
  ) -> [ObjectUUID] {
    members.compactMap { ContentIdentity(of: $0.content, in: statement, .name(name))?.uuid() }
  }

  /// Returns whether a tombstone names the quantity in another unit that phones print, rounded as
  /// they do.
  func wasErasedInOtherUnit(_ sink: some ImportSink) -> Bool {
    guard case .quantity(let sample) = content, let unit = try? Unit(sample.unit) else {
      return false
    }
    return Self.printedUnits.contains { text in
      guard text != sample.unit, let other = try? Unit(text),
        let converted = try? unit.convert(sample.value, to: other)
      else { return false }
      // The print may have had fewer digits than this one.
      return (1...6).contains { digits in
        let number = PrintedQuantity.rounded(converted, digits: digits)
        let content = content.quantity(number, text)
        return names(sink).contains { name in
          ContentIdentity(of: content, .name(name)).map { sink.wasErased($0.uuid()) } ?? false
        }
      }
    }
  }

  /// Units between which a phone lets its owner choose.
  private static let printedUnits = [
    "kcal", "Cal", "kJ", "km", "mi", "m", "ft", "yd", "cm", "in", "kg", "lb", "g", "oz", "st", "mL",
    "L", "fl_oz_us", "fl_oz_imp", "cup_us", "pt_us", "mg/dL", "mmol<180.1558800000541>/L", "degC",
    "degF", "km/hr", "mi/hr", "m/s", "min", "hr", "s", "mmHg", "kPa", "cmAq",
  ]
}

extension Content {
  /// Returns the same quantity as another number of another unit.
  fileprivate func quantity(_ number: Double, _ unit: String) -> Content {
    guard case .quantity(var sample) = self else { return self }
    (sample.value, sample.unit) = (number, unit)
    return .quantity(sample)
  }
}
