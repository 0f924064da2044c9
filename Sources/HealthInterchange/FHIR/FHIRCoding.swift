import ByteTools
import HealthImport
import HealthModel

/// The codes of a type, and the profile of US Core that its Observations may meet.
struct FHIRCoding {
  /// The code of LOINC; nil: the catalogue has none.
  let loinc: String?
  /// Another one of LOINC that stands beside it.
  let second: String?
  /// Apple's identifier.
  let apple: String
  /// Its name, for people.
  let name: String
  /// The profile with the units of UCUM that it takes; nil: there is none.
  let profile: (url: String, units: Set<String>)?

  /// The codes of the type with this identifier.
  init(_ type: String) {
    let found = TypeCatalogue.find(type)
    loinc =
      switch found {
      case .quantity(let type)?: type.loinc
      case .correlation(let type)?: type.loinc
      default: type == Workout.type ? FHIRName.Code.workout : nil
      }
    apple = type
    name = Self.words(found?.shortName ?? type)
    second = loinc == "59408-5" ? FHIRName.Code.oxygen : nil
    profile = loinc.flatMap { Self.profiles[$0] }.map { (Self.usCore + $0.name, $0.units) }
  }

  /// A name such as `heartRate` in words.
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

/// A Quantity of FHIR, of what a sample states.
struct FHIRAmount {
  /// The number, as JSON.
  let number: String
  /// The unit for people: as the sample has it.
  let unit: String
  /// UCUM's code; nil: it has none.
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
