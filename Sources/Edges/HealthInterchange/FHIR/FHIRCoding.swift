import ByteTools
import HealthImport
import HealthModel

/// The codes of a type, and the profile of US Core that its Observations may meet.
struct FHIRCoding {
  /// The code of LOINC; nil: the catalogue has none.
  let loinc: String?
  /// Another code of LOINC, written together with the first.
  let second: String?
  /// The system of the identifier: Apple's, or that of declared types.
  let system: String
  let identifier: String
  let name: String
  /// The profile with the units of UCUM that it takes; nil: there is none.
  let profile: (url: String, units: Set<String>)?

  /// Creates the codes of the type with this identifier.
  ///
  /// - Parameter declared: its declaration; nil: the journal does not declare it.
  init(_ type: String, _ declared: DeclaredType? = nil) {
    let found = TypeCatalogue.find(type)
    loinc =
      switch found {
      case .quantity(let type)?: type.loinc
      case .correlation(let type)?: type.loinc
      default: type == WorkoutContent.type ? FHIRName.Code.workout : nil
      }
    system = DeclaredType.isIdentifier(type) ? FHIRName.types : FHIRName.apple
    identifier = type
    name = declared?.title ?? Self.words(found?.shortName ?? type)
    second = loinc == "59408-5" ? FHIRName.Code.oxygen : nil
    profile = loinc.flatMap { Self.profiles[$0] }.map { (Self.usCore + $0.name, $0.units) }
  }

  /// Returns a name such as `heartRate` in words.
  static func words(_ name: String) -> String {
    var words = ""
    for character in name {
      if character.isUppercase, words.last?.isLowercase ?? false {
        words += " \(character.lowercased())"
      } else {
        words.append(character)
      }
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static let usCore = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-"

  /// Source: HL7 US Core, `us-core-vital-signs` and the profiles below it, with the value sets of
  /// their units.
  private static let profiles: [String: (name: String, units: Set<String>)] = [
    "8867-4": ("heart-rate", ["/min"]), "9279-1": ("respiratory-rate", ["/min"]),
    "8310-5": ("body-temperature", ["Cel", "[degF]"]),
    "8302-2": ("body-height", ["cm", "[in_i]"]),
    "29463-7": ("body-weight", ["kg", "g", "[lb_av]"]), "39156-5": ("bmi", ["kg/m2"]),
    "59408-5": ("pulse-oximetry", ["%"]), "85354-9": ("blood-pressure", ["mm[Hg]"]),
  ]

  /// The profile of a person: an identifier, a gender, and a name or why there is none.
  static let patientProfile = usCore + "patient"
}

/// A Quantity of FHIR for the value of a sample.
struct FHIRAmount {
  /// The number, as JSON.
  let number: String
  /// The unit for people: as the sample has it.
  let unit: String
  /// The code of UCUM; nil if the unit has none.
  let code: String?

  /// This much of a type; an unknown unit stays a text.
  init(_ value: Double, _ unit: String, of type: String) {
    let known = try? Unit(unit)
    var own: String?
    if case .quantity(let quantity)? = TypeCatalogue.find(type) { own = quantity.ownUCUM }
    code = own ?? (known.flatMap { unit.isEmpty ? nil : $0.ucum })
    self.unit = own ?? unit
    number =
      known?.isPercent ?? false
      ? PercentNumber.hundredfold(of: DecimalText.text(value)) : DecimalText.text(value)
  }
}

extension JSONWriter {
  /// Writes a text; nothing for nil, because FHIR has no empty texts.
  mutating func member(_ key: String, text: String?) {
    guard let text, FHIRText.isText(text) else { return }
    member(key, text)
  }

  /// Writes an array of objects under a key; nothing if there are none, because FHIR has no empty
  /// arrays.
  mutating func objects<Elements: Collection>(
    _ key: String, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    if elements.isEmpty { return }
    array(key, elements) { writer, element in writer.object { body(&$0, element) } }
  }

  /// Writes a Coding.
  mutating func coding(_ system: String, _ code: String, display: String? = nil) {
    member("system", system)
    member("code", code)
    member("display", text: display)
  }

  /// Writes a CodeableConcept of a type: LOINC if it has a code, and its identifier.
  mutating func code(_ coding: FHIRCoding) {
    object("code") { writer in
      var codes: [(String, String)] = []
      for code in [coding.loinc, coding.second] {
        if let code { codes.append((FHIRName.loinc, code)) }
      }
      codes.append((coding.system, coding.identifier))
      writer.objects("coding", codes) { $0.coding($1.0, $1.1) }
      writer.member("text", text: coding.name)
    }
  }

  /// Writes a value that is a Quantity.
  mutating func valueQuantity(_ amount: FHIRAmount) {
    object("valueQuantity") { writer in
      writer.member("value", number: amount.number)
      writer.member("unit", text: amount.unit)
      guard let code = amount.code else { return }
      writer.member("system", FHIRName.ucum)
      writer.member("code", code)
    }
  }

  /// Writes a Reference to the resource with this uuid.
  mutating func reference(_ key: String, _ uuid: String) {
    object(key) { $0.member("reference", "urn:uuid:\(uuid)") }
  }

  /// Writes an extension with a text.
  mutating func `extension`(_ url: String, text: String) {
    member("url", url)
    member("valueString", text)
  }
}

/// The rules of FHIR for texts and times.
enum FHIRText {
  /// Returns true if FHIR can hold a text: not empty, not blank, and without control characters
  /// except white space.
  static func isText(_ text: String) -> Bool {
    var isBlank = true
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20: break
      case 0..<0x20, 0x7F: return false
      default: isBlank = false
      }
    }
    return !isBlank
  }

  /// Returns the uuid as FHIR writes it, in small letters.
  static func uuid(_ uuid: ObjectUUID) -> String { uuid.description.lowercased() }

  /// Returns the id of a resource that is derived and is no object of the journal: equal texts give
  /// equal ids.
  static func derived(_ kind: String, _ text: String) -> String {
    let words = SHA256.hash(Array("\(kind):\(text)".utf8).rawBytes).words
    return uuid(ObjectUUID(content: (words.0, words.1)))
  }

  /// Returns a dateTime; nil: its year is outside FHIR's range, 0001 to 9999. A time with an offset
  /// of more than 14 hours, which FHIR does not have, is written in UTC.
  static func time(_ time: Timestamp) -> String? {
    let isFar = abs(Int(time.offsetMinutes)) > 14 * 60
    let shown = isFar ? Timestamp(instant: time.instant, offsetMinutes: 0) : time
    return (1...9999).contains(shown.date.year) ? shown.description : nil
  }
}
