import ByteTools
import HealthEvents
package import HealthModel
import JournalFile

/// By which rights a source reads what was known at a moment.
package enum RightsMoment: String, Sendable, CaseIterable {
  /// The rights of the moment and those of the last line: what both let be seen, without what was
  /// deleted or replaced since.
  case now
  /// The rights of the moment alone: what the source could read then. The owner asks so.
  case then
}

/// The rule of reading, stated once: the owner sees everything. Any other source sees the objects
/// of the types that the owner lets it read, and its own: those that it saved, and those that carry
/// its bundle.
///
/// What a reader may not see is as if it had never been saved: a journal with and without it gives
/// the reader the same bytes in every view. So the rule is asked before any view is computed, see
/// `ReplayedJournal.seen(by:)`, and by no view itself (D21).
///
/// A correlation is never asked for itself: it is seen by a reader that sees the types of all its
/// members.
package struct ReadAccess: Sendable {
  /// `owner` or a bundle identifier.
  package let reader: String
  /// The flags of the provenances that are the reader's own; nil if the reader is the owner.
  private let own: [Bool]?
  /// The owner's decisions on the types that the reader asked for.
  private let statuses: [String: AuthorizationStatus]

  static let owner = ReadAccess(EventActor.owner, own: nil, [:])

  private init(_ reader: String, own: [Bool]?, _ statuses: [String: AuthorizationStatus]) {
    self.reader = reader
    self.own = own
    self.statuses = statuses
  }

  /// Creates the access of a reader, by what the owner has decided so far.
  init(_ reader: String, in tables: HealthTables) {
    var statuses: [String: AuthorizationStatus] = [:]
    for (key, status) in tables.grants where key.source == reader && key.isRead {
      statuses[key.type] = status
    }
    self = ReadAccess(reader, own: nil, statuses).with(tables)
  }

  /// This access where the same reader has another access too, that of another moment: what both
  /// let be seen. Where the reader never asked by one of them, it never asked.
  func limited(to other: ReadAccess) -> ReadAccess {
    var statuses: [String: AuthorizationStatus] = [:]
    for (type, status) in self.statuses {
      switch other.status(of: type) {
      case .authorized: statuses[type] = status
      case .denied where status != .notDetermined: statuses[type] = .denied
      case .denied, .notDetermined: break
      }
    }
    return ReadAccess(reader, own: own, statuses)
  }

  /// Returns the same access, as the owner has decided it, to tables of the same journal at another
  /// moment.
  func with(_ tables: HealthTables) -> ReadAccess {
    guard !isOwners else { return self }
    let own = tables.provenances.indices.map { index in
      isOwn(
        by: tables.actors.names[Int(tables.provenances[index].actor)],
        tables.origin(UInt32(index)))
    }
    return ReadAccess(reader, own: own, statuses)
  }

  package var isOwners: Bool { reader == EventActor.owner }

  /// Returns the owner's decision on reading a type.
  package func status(of type: String) -> AuthorizationStatus { statuses[type] ?? .notDetermined }

  /// Returns true if everything of a type may be seen.
  package func maySeeAll(of type: String) -> Bool {
    if isOwners { return true }
    guard case .correlation(let known)? = TypeCatalogue.find(type) else {
      return status(of: type) == .authorized
    }
    return known.containedTypes.allSatisfy { maySeeAll(of: $0.identifier) }
  }

  /// Returns true if an object of a type may be seen that was written by this provenance.
  package func maySee(_ type: String, provenance: UInt32) -> Bool {
    isOwn(provenance) || maySeeAll(of: type)
  }

  /// Returns true if what this provenance wrote is the reader's own; everything is the owner's.
  func isOwn(_ provenance: UInt32) -> Bool { own?[Int(provenance)] ?? true }

  /// True if anything is the reader's own.
  var ownsSomething: Bool { own?.contains(true) ?? true }

  /// Returns true if what an actor saved of an origin is the reader's own.
  func isOwn(by actor: String, _ origin: Origin?) -> Bool {
    isOwners || actor == reader || origin?.source.bundle == reader
  }

  /// Returns an object of another source as the reader sees it: without the content of types that
  /// the reader may not see, and without the content that the journal knows no type for.
  func seen(_ object: HealthObject) -> HealthObject {
    guard !isOwners else { return object }
    var seen = object.keeping(mayState)
    seen.fields.removeAll { !mayBeHandedOut($0, of: object.content) }
    return seen
  }

  private func mayState(_ types: [String]) -> Bool { types.allSatisfy(maySeeAll) }

  /// Returns true if a field is a property, or if its type and the types inside it are known.
  private func mayBeHandedOut(_ field: Field, of content: Content) -> Bool {
    switch content {
    case .document(let document) where document.kind == .other:
      // The element whole is what the type stands for.
      field.name != "resource" || mayRead(resource: field.value)
    case .document(let document) where document.kind == .ecg:
      Self.ofRecordings.contains(field.name)
    case .quantity, .category, .correlation, .workout, .characteristic, .summary, .document:
      !Self.leftovers.contains(field.name)
    }
  }

  /// The fields in which an import keeps what it does not know of an element: statistics that it
  /// could not read may be among it.
  private static let leftovers: Set<String> = ["attributes", "children", "text"]

  /// The fields of an electrocardiogram that a source can read: the properties of
  /// HKElectrocardiogram. The beginning of an export's file has the person's name and date of
  /// birth, and the symptoms in words, which are samples of types of their own.
  private static let ofRecordings: Set<String> = [
    "classification", "classificationText", "symptomsStatus", "samplingFrequency", "voltages",
    "averageHeartRate",
  ]

  /// Returns true if the reader may see all types that a clinical record's resource has figures of,
  /// and the traits that it names. A resource is given whole or not at all; one that cannot be read
  /// is not.
  private func mayRead(resource: FieldValue) -> Bool {
    guard case .text(let text) = resource else { return true }
    let bytes = Array(text.utf8)
    guard let resource = try? FieldValue(parsing: bytes.rawBytes) else { return false }
    return mayRead(resource)
  }

  private func mayRead(_ value: FieldValue) -> Bool {
    switch value {
    case .null, .boolean, .number, .text: true
    case .list(let values): values.allSatisfy { mayRead($0) }
    case .fields(let members):
      members.allSatisfy { mayState(Self.types(of: $0)) && mayRead($0.value) }
    }
  }

  /// Returns the types that a member of a resource is about.
  private static func types(of member: Field) -> [String] {
    if let trait = traits[member.name] { return [trait] }
    guard member.name == "code", case .text(let code) = member.value else { return [] }
    return codes[code] ?? []
  }

  private static let traits = [
    "birthDate": CharacteristicType.dateOfBirth.identifier,
    "gender": CharacteristicType.biologicalSex.identifier,
  ]

  /// Types by their codes of LOINC, which are like no code of another system.
  private static let codes: [String: [String]] = {
    var codes: [String: [String]] = [:]
    for type in QuantityType.all {
      if let code = type.loinc { codes[code, default: []].append(type.identifier) }
    }
    for type in CorrelationType.all { codes[type.loinc, default: []].append(type.identifier) }
    return codes
  }()
}

// What objects say of types beside their own. Rights hold for these statements too, and HealthKit
// hands out no more of an object than its properties.

// MARK: FHIR resources
