import HealthModel

extension AppleElements {
  /// The activity rings of a day.
  mutating func summary(_ live: LiveObject, _ summary: ActivitySummary) {
    let object = live.object
    xml.begin("ActivitySummary")
    xml.attribute("dateComponents", summary.date)
    attributes(object.fields.filter { !["attributes", "text", "children"].contains($0.name) })
    rest(object.fields)
    metadata(object)
    whole(KeptChildren(object.fields).rest)
    xml.end()
  }

  /// A hearing test.
  mutating func audiogram(_ live: LiveObject, _ document: Document) {
    let object = live.object
    xml.begin("Audiogram")
    xml.attribute("type", document.type)
    source(live)
    times(object)
    rest(object.fields)
    metadata(object)
    if case .list(let points)? = object.fields["sensitivityPoints"] {
      for case .fields(let point) in points {
        xml.begin("SensitivityPoint")
        attributes(point)
        xml.end()
      }
    }
    whole(KeptChildren(object.fields).rest)
    xml.end()
  }

  /// What the owner is, by the newest values.
  mutating func me(_ traits: [Characteristic]) {
    xml.begin("Me")
    let required =
      ["DateOfBirth", "BiologicalSex", "BloodType", "FitzpatrickSkinType"]
      + ["CardioFitnessMedicationsUse"]
    let types = required.map { "HKCharacteristicTypeIdentifier" + $0 }
    for type in types { xml.attribute(type, traits.first { $0.type == type }?.value ?? "") }
    for trait in traits where !types.contains(trait.type) {
      xml.attribute(trait.type, trait.value)
    }
    xml.end()
  }
}

extension AppleElements {
  /// Whether `Me` has an attribute for a type: the importer reads each of these names.
  static func isTrait(_ type: String) -> Bool {
    type.hasPrefix("HKCharacteristicTypeIdentifier") && XMLWriter.isName(type)
  }
}
