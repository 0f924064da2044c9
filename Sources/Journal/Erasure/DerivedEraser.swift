import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// Takes out of lines what was derived from what an erasure takes, as far as it can be taken; see
/// `DerivedStatement`.
struct DerivedEraser: Sendable {
  /// What stands in the place of the hash of a file.
  static let noHash = String(repeating: "0", count: 64)
  /// What stands in a selection in the place of a type.
  static let noType = "erased"

  /// A survey of what is left of what an import saved.
  struct ImportSurvey: Sendable {
    var line: UInt64
    var lines: ClosedRange<UInt64>
    /// Whether something of it goes, and whether something is left.
    var goes = false
    var isLeft = false
    /// The types of what goes, and those of them of which something is left.
    var gone: Set<String> = []
    var left: Set<String> = []
  }

  /// The types of which all was named, whether or not objects are there.
  var named: Set<String> = []
  /// The types of objects that go, and those that are named.
  var affected: Set<String> = []
  /// Those of them of which nothing is left.
  var gone: Set<String> = []
  /// What takes the place of persons that were made from their traits.
  var persons: [ObjectUUID: ObjectUUID] = [:]
  /// The imports, by the lines of their receipts.
  var imports: [UInt64: ImportSurvey] = [:]
  /// The moments at which receipts say that something began or ended, and the objects that are left
  /// did not.
  var edges: Set<Instant> = []

  /// Returns what is left of an object.
  func rest(of object: HealthObject) -> HealthObject {
    named.isEmpty ? object : object.without(named)
  }

  /// Returns the types of which a receipt says nothing any more.
  func silenced(_ line: UInt64) -> Set<String> {
    guard let survey = imports[line] else { return gone }
    return gone.union(survey.gone.subtracting(survey.left))
  }

  /// Returns the name of the element of an export that states a type, and no other type: `Workout`.
  /// Of a type that a `Record` states it is no element's name.
  private static func element(of type: String) -> String {
    guard let prefix = ["HKDataTypeIdentifier", "HK"].first(where: type.hasPrefix) else {
      return type
    }
    let name = type.dropFirst(prefix.utf8.count)
    return String(
      name.hasSuffix("TypeIdentifier") ? name.dropLast("TypeIdentifier".utf8.count) : name)
  }

  /// Returns what is left of a receipt; nil: nothing.
  func rest(of receipt: ImportReceipt, at line: UInt64) -> ImportReceipt? {
    if let survey = imports[line], survey.goes, !survey.isLeft { return nil }
    var rest = receipt
    if let person = receipt.extent?.person {
      rest.extent?.person = persons[person] ?? person
    }
    guard !receipt.counted.isDisjoint(with: affected) else { return rest }
    let silenced = silenced(line)
    let elements = Set(silenced.map(Self.element(of:)))
    rest.counts.removeAll { count in
      elements.contains(count.element)
        || silenced.contains(Workout.type) && count.element.hasPrefix("Workout")
    }
    rest.extent?.types.removeAll { silenced.contains($0.element) }
    rest.extent?.vanished.removeAll { silenced.contains($0.type) }
    if let types = receipt.extent?.selection?.types, !gone.isDisjoint(with: types) {
      rest.extent?.selection?.types = types.filter { !gone.contains($0) } + [Self.noType]
    }
    if let start = receipt.extent?.start, edges.contains(start.instant) { rest.extent?.start = nil }
    if let end = receipt.extent?.end, edges.contains(end.instant) { rest.extent?.end = nil }
    if !receipt.counted.isDisjoint(with: gone) { rest.sha256 = Self.noHash }
    return rest
  }
}

extension ImportReceipt {
  /// The types that it says something of.
  var counted: Set<String> {
    guard let extent else { return [] }
    return Set(
      extent.types.map(\.element) + extent.vanished.map(\.type) + (extent.selection?.types ?? []))
  }
}
