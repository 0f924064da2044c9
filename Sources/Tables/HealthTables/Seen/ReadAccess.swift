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
/// A right that has ended at the moment of asking is as one that was taken away. A right that
/// covers the data since a moment hides the objects of others that end before it, and what such
/// objects state of the type. Characteristics and the rings of days have no end and are not
/// bounded.
///
/// A correlation is never asked for itself: it is seen by a reader that sees the types of all its
/// members.
package struct ReadAccess: Sendable {
  /// `owner` or a bundle identifier.
  package let reader: String
  /// The flags of the provenances that are the reader's own; nil if the reader is the owner.
  private let own: [Bool]?
  /// The rights to the types that the reader asked for.
  private let rights: [String: Right]
  /// The moment of asking; nil: the owner asks, whose rights do not end.
  package let moment: Instant?

  /// The right to read a type.
  private struct Right: Sendable {
    var status: AuthorizationStatus
    /// The first end that is seen, in microseconds; the least number: all are.
    var since = Int64.min
  }

  static let owner = ReadAccess(EventActor.owner, own: nil, [:], at: nil)

  private init(
    _ reader: String, own: [Bool]?, _ rights: [String: Right], at moment: Instant?
  ) {
    self.reader = reader
    self.own = own
    self.rights = rights
    self.moment = moment
  }

  /// Creates the access of a reader who asks at a moment, by what the owner has decided so far.
  init(_ reader: String, in tables: HealthTables, at moment: Instant) {
    var rights: [String: Right] = [:]
    for (key, right) in tables.grants where key.source == reader && key.isRead {
      rights[key.type] = Right(
        status: right.status(at: moment),
        since: Self.isBounded(key.type) ? right.terms.since?.instant.microseconds ?? .min : .min)
    }
    self = ReadAccess(reader, own: nil, rights, at: moment).with(tables)
  }

  /// Returns true if the journal has heard of the reader: it saved something, or a decision names
  /// it. What cannot be read counts as saved.
  package func isKnown(in tables: HealthTables) -> Bool {
    guard let own else { return true }
    if tables.grants.contains(where: { $0.key.source == reader }) { return true }
    // Tables of an earlier line have the names of later ones too.
    return own.contains(true) && (try? tables.hasRows(of: own)) ?? true
  }

  /// Returns true if rights to a type can cover the data since a moment: its objects have an end.
  private static func isBounded(_ type: String) -> Bool {
    if case .characteristic? = TypeCatalogue.find(type) { return false }
    return type != SummaryContent.type
  }

  /// This access where the same reader has another access too, that of another moment: what both
  /// let be seen. Where the reader never asked by one of them, it never asked.
  func limited(to other: ReadAccess) -> ReadAccess {
    var rights: [String: Right] = [:]
    for (type, right) in self.rights {
      guard let limit = other.rights[type] else { continue }
      switch limit.status {
      case .authorized:
        rights[type] = Right(status: right.status, since: max(right.since, limit.since))
      case .denied where right.status != .notDetermined: rights[type] = Right(status: .denied)
      case .denied, .notDetermined: break
      }
    }
    return ReadAccess(reader, own: own, rights, at: moment)
  }

  /// Returns the same access, as the owner has decided it, to tables of the same journal at another
  /// moment.
  func with(_ tables: HealthTables) -> ReadAccess {
    guard !isOwners else { return self }
    let own = tables.provenances.indices.map { index in
      isOwn(
        by: tables.actors.names[Int(tables.provenances[index].actor)],
        tables.statedOrigin(UInt32(index)))
    }
    return ReadAccess(reader, own: own, rights, at: moment)
  }

  package var isOwners: Bool { reader == EventActor.owner }

  /// Returns the owner's decision on reading a type; `.denied` if the right has ended.
  package func status(of type: String) -> AuthorizationStatus {
    rights[type]?.status ?? .notDetermined
  }

  /// Returns the first end of the objects of other sources that may be seen of a type, in
  /// microseconds; nil: none may be seen. The least number: all.
  package func firstEnd(of type: String) -> Int64? {
    if isOwners { return .min }
    guard case .correlation(let known)? = TypeCatalogue.find(type) else {
      guard let right = rights[type], right.status == .authorized else { return nil }
      return right.since
    }
    var first = Int64.min
    for member in known.containedTypes {
      guard let end = firstEnd(of: member.identifier) else { return nil }
      first = max(first, end)
    }
    return first
  }

  /// Returns true if what an object states of a type may be seen, of its own type or another.
  package func maySee(_ type: String, of row: ObjectRow) -> Bool {
    isOwn(row.provenance) || maySee(type, until: row.end)
  }

  /// Returns true if an object may be seen that another source saved.
  func maySee(_ content: Content) -> Bool {
    maySee(content.type, until: content.lastMoment)
  }

  /// Returns true if objects of a type may be seen that end at a moment, in microseconds.
  func maySee(_ type: String, until end: Int64) -> Bool {
    firstEnd(of: type).map { $0 <= end } ?? false
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
    let end = object.content.lastMoment
    var seen = object.keeping { mayState($0, until: end) }
    seen.fields.removeAll { !mayBeHandedOut($0, of: object.content) }
    return seen
  }

  private func mayState(_ types: [String], until end: Int64) -> Bool {
    types.allSatisfy { maySee($0, until: end) }
  }

  /// Returns true if a field is a property, or if its type and the types inside it are known.
  private func mayBeHandedOut(_ field: Field, of content: Content) -> Bool {
    switch content {
    case .document(let document) where document.kind == .other:
      // The element whole is what the type stands for.
      field.name != "resource" || mayRead(resource: field.value, until: content.lastMoment)
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
  private func mayRead(resource: FieldValue, until end: Int64) -> Bool {
    guard case .text(let text) = resource else { return true }
    let bytes = Array(text.utf8)
    guard let resource = try? FieldValue(parsing: bytes.rawBytes) else { return false }
    return mayRead(resource, until: end)
  }

  private func mayRead(_ value: FieldValue, until end: Int64) -> Bool {
    switch value {
    case .null, .boolean, .number, .text: true
    case .list(let values): values.allSatisfy { mayRead($0, until: end) }
    case .fields(let members):
      members.allSatisfy {
        mayState(Self.types(of: $0), until: end) && mayRead($0.value, until: end)
      }
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

extension Content {
  /// The moment in microseconds with which rights to data since a moment are compared: the end; of
  /// the rings of a day, its midnight in UTC; 0 of an object without a time, as rows have it.
  fileprivate var lastMoment: Int64 {
    if case .summary(let summary) = self, let day = CivilDate(summary.date) {
      return Int64(day.dayNumber + 1) * 86_400_000_000
    }
    return span?.end.instant.microseconds ?? 0
  }
}

// What objects say of types beside their own. Rights hold for these statements too, and HealthKit
// hands out no more of an object than its properties.

// MARK: FHIR resources
