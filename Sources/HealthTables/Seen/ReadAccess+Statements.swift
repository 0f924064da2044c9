import ByteTools
import HealthModel

// What objects say of types beside their own. Rights hold for these statements too, and HealthKit
// hands out no more of an object than its properties.

extension ReadAccess {
  /// An object of another source as the reader sees it: without what it says of types that the
  /// reader may not see, and without what the journal knows no type for.
  func seen(_ object: HealthObject) -> HealthObject {
    guard !isOwners else { return object }
    var seen = object.keeping(mayState)
    seen.fields.removeAll { !mayBeHandedOut($0, of: object.content) }
    return seen
  }

  private func mayState(_ types: [String]) -> Bool { types.allSatisfy(maySeeAll) }

  /// Whether a field is a property, or its type and those inside it are known.
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

  /// Where an import keeps what it does not know of an element: statistics that it could not read
  /// may be among it.
  private static let leftovers: Set<String> = ["attributes", "children", "text"]

  /// What a source hears of an electrocardiogram: the properties of HKElectrocardiogram. The
  /// beginning of an export's file has the person's name and date of birth, and the symptoms in
  /// words, which are samples of types of their own.
  private static let ofRecordings: Set<String> = [
    "classification", "classificationText", "symptomsStatus", "samplingFrequency", "voltages",
    "averageHeartRate",
  ]
}

// MARK: FHIR resources

extension ReadAccess {
  /// Whether the reader may see all types that a clinical record's resource has figures of, and the
  /// traits that it names. A resource is given whole or not at all; one that cannot be read is not.
  private func mayRead(resource: FieldValue) -> Bool {
    guard case .text(let text) = resource else { return true }
    let bytes = Array(text.utf8)
    guard let resource = try? JSONValue(parsing: bytes.rawBytes) else { return false }
    return mayRead(resource)
  }

  private func mayRead(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .boolean, .number, .string: true
    case .array(let values): values.allSatisfy(mayRead)
    case .object(let members):
      members.allSatisfy { mayState(Self.types(of: $0)) && mayRead($0.value) }
    }
  }

  /// The types that a member of a resource is about.
  private static func types(of member: JSONMember) -> [String] {
    if let trait = traits[member.key] { return [trait] }
    guard member.key == "code", case .string(let code) = member.value else { return [] }
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
