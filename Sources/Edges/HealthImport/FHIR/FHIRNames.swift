import HealthModel

/// The names by which FHIR knows systems of codes, and what this program adds to it.
package enum FHIRName {
  /// The system of LOINC.
  package static let loinc = "http://loinc.org"
  /// The system of UCUM.
  package static let ucum = "http://unitsofmeasure.org"
  /// Apple's identifiers, as HealthKitOnFHIR writes them.
  package static let apple = "http://developer.apple.com/documentation/healthkit"
  /// FHIR's categories of observations.
  package static let category = "http://terminology.hl7.org/CodeSystem/observation-category"

  /// The extension for metadata, with an extension for each key inside, as HealthKitOnFHIR writes
  /// it.
  package static let metadata = "https://bdh.stanford.edu/fhir/defs/metadata"
  /// The extension for the app that wrote an object, as HealthKitOnFHIR names it. This program has
  /// it on the Device, and HealthKitOnFHIR on each Observation since its commit 1cb965c (1.1.1,
  /// July 2025); there it is the mark that identifies its Observations. Source: StanfordBDHG,
  /// HealthKitOnFHIR (MIT, 25b9ca38), `FHIRExtensionBuilder+Source.swift` and
  /// `HKSample+ResourceProxy.swift`: it is "always enabled".
  package static let source = "https://bdh.stanford.edu/fhir/defs/sourceRevision"
  /// The extension for the device, as HealthKitOnFHIR names it.
  static let sourceDevice = "https://bdh.stanford.edu/fhir/defs/sourceDevice"

  /// The extension for the offsets from UTC that the source wrote, where the resource states
  /// others.
  package static let offsets = "urn:health-journal:offsets"
  /// The extension for the workout that a sample was saved with.
  package static let workout = "urn:health-journal:workout"
  /// The extension for an object as `append` takes it, where the resource alone would not come back
  /// as it was.
  package static let object = "urn:health-journal:object"
  /// The system of the identifiers of types that the journal declares.
  package static let types = "urn:health-journal:types"
  /// The extension for the declaration of such a type, as its line states it.
  package static let declaration = "urn:health-journal:type"
  /// The system of the tag of figures: they are computed from samples, and are not samples.
  package static let tags = "urn:health-journal:tags"
  package static let figure = "figure"

  /// The codes of LOINC for what is no type of the catalogue.
  package enum Code {
    /// Steps of a day. Source: HL7 US Physical Activity 1.0.0, `pa-observation-code-time`.
    package static let daySteps = "41950-7"
    /// The types of the codes that state the total of a day and no sample.
    static let dayTotals = [daySteps: QuantityType.stepCount.identifier]
    /// A workout. Source: HL7 US Physical Activity 1.0.0.
    package static let workout = "73985-4"
    /// The code for the duration of a workout. Source: the same.
    package static let workoutDuration = "55411-3"
    /// The code for the time asleep. Source: HL7 Personal Health Record,
    /// `pcd-sleep-observation-code`, also for the stages.
    package static let sleep = "93832-4"
    package static let deepSleep = "93831-6"
    package static let lightSleep = "93830-8"
    /// Sleep with rapid eye movements.
    package static let remSleep = "93829-0"
    /// Oxygen saturation, the second code that US Core's pulse oximetry demands.
    package static let oxygen = "2708-6"
  }

  /// Returns a text as the end of the URL of an extension: characters other than letters, digits
  /// and `-._~` become `%41` and the like.
  package static func escaped(_ key: String) -> String {
    var text = ""
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 16 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }

  /// Returns the text before it was escaped; nil: it is not UTF-8.
  static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// The types for codes of LOINC.
enum LOINCTypes {
  /// Returns the identifier of the type for a code; nil: no type of a journal has this code.
  static func type(_ code: String) -> String? { types[code] }

  /// Returns the place of a code's temperature measurement, as HKBodyTemperatureSensorLocation has
  /// it; nil: the code does not state it.
  static func sensorLocation(_ code: String) -> Double? {
    temperatures.first { $0.code == code }?.location
  }

  /// Temperatures in the mouth, in the armpit, in the rectum and at the eardrum. Source: LOINC's
  /// names of the codes.
  private static let temperatures: [(code: String, location: Double)] = [
    ("8331-1", 6), ("8328-7", 1), ("8332-9", 7), ("8333-7", 9),
  ]

  /// Codes that others use for what the catalogue has under another one. Source: US Core 8 vital
  /// signs and its value set `us-core-body-weight`, HL7's Observation examples for FHIR R4; of
  /// glucose in serum or plasma HL7's guide LIVD 1.0.0.
  private static let others = [
    ("2708-6", "HKQuantityTypeIdentifierOxygenSaturation"),
    ("3141-9", QuantityType.bodyMass.identifier), ("41950-7", QuantityType.stepCount.identifier),
    ("2339-0", QuantityType.bloodGlucose.identifier),
    ("15074-8", QuantityType.bloodGlucose.identifier),
    ("2345-7", QuantityType.bloodGlucose.identifier),
    ("14749-6", QuantityType.bloodGlucose.identifier),
  ]

  private static let types: [String: String] = {
    var types: [String: String] = [:]
    for type in QuantityType.all {
      if let code = type.loinc { types[code] = type.identifier }
    }
    for type in CorrelationType.all { types[type.loinc] = type.identifier }
    for (code, type) in others { types[code] = type }
    for (code, _) in temperatures { types[code] = QuantityType.bodyTemperature.identifier }
    return types
  }()
}
