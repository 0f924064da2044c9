import HealthModel

extension Decider {
  /// Metadata of a new object: HealthKit's keys take the values that HealthKit names, Apple's
  /// own keys are written by Apple alone, and all other keys are free.
  func check(metadataOf object: HealthObject, by: String) throws(Rejection) {
    let unit = object.content.unit
    try check(object.metadata, sampleUnit: unit, by: by)
    guard case .workout(let workout) = object.content else { return }
    for event in workout.events { try check(event.metadata, sampleUnit: nil, by: by) }
    for part in workout.activities {
      try check(part.metadata, sampleUnit: nil, by: by)
      for event in part.events { try check(event.metadata, sampleUnit: nil, by: by) }
    }
  }

  private func check(
    _ metadata: Metadata, sampleUnit: String?, by: String
  ) throws(Rejection) {
    for entry in metadata.entries {
      if let fault = Self.fault(of: entry, sampleUnit: sampleUnit, by: by) { throw .invalid(fault) }
    }
  }

  private static func fault(
    of entry: Metadata.Entry, sampleUnit: String?, by: String
  ) -> Rejection.Fault? {
    let known = MetadataKey.find(entry.key)
    let isReserved = known?.isReserved ?? entry.key.hasPrefix(MetadataKey.privatePrefix)
    if isReserved, !EventActor.isSystem(by) { return .metadataReserved(key: entry.key) }
    if entry.key.isEmpty { return .metadataClass(key: "''", expected: "named by a key") }
    guard let known else { return fault(ofUnitIn: entry.value) }
    switch (known.valueClass, entry.value) {
    case (.string, .string(let name)) where known.key == MetadataName.timeZone:
      return ZoneRules.isValidName(name) ? nil : .timeZoneUnknown(name)
    case (.string, .string), (.date, .date): return nil
    case (.number, .number(let number)): return fault(of: number, for: known)
    case (.number, .boolean) where known.isBoolean: return nil
    case (.quantity, .quantity(let length, _))
    where known.key == MetadataName.lapLength && length <= 0:
      return .metadataClass(key: known.key, expected: "more than 0")
    case (.quantity, .quantity(_, let unit)):
      return fault(ofUnit: unit, for: known, sampleUnit: sampleUnit)
    case (.string, _), (.date, _), (.number, _), (.quantity, _):
      return .metadataClass(key: known.key, expected: known.expectation)
    }
  }

  /// A key that HealthKit does not define takes any value; the unit of a quantity must exist.
  private static func fault(ofUnitIn value: MetadataValue) -> Rejection.Fault? {
    guard case .quantity(_, let unit) = value, (try? Unit(unit)) == nil else { return nil }
    return .unitUnknown(unit)
  }

  private static func fault(of number: Double, for key: MetadataKey) -> Rejection.Fault? {
    let isRight =
      if key.isBoolean {
        number == 0 || number == 1
      } else if let enumeration = key.enumeration {
        Int(exactly: number).map { enumeration.allows($0) } ?? false
      } else {
        !key.isInteger || Int(exactly: number) != nil
      }
    return isRight ? nil : .metadataClass(key: key.key, expected: key.expectation)
  }

  private static func fault(
    ofUnit text: String, for key: MetadataKey, sampleUnit: String?
  ) -> Rejection.Fault? {
    guard let unit = try? Unit(text) else { return .unitUnknown(text) }
    guard let expected = key.comparableUnit ?? sampleUnit.flatMap({ try? Unit($0) }),
      !unit.isCompatible(with: expected)
    else { return nil }
    return .unitMismatch(type: key.key, unit: text, canonical: expected.description)
  }
}

extension MetadataKey {
  /// What a value of the key is, in words.
  fileprivate var expectation: String {
    switch valueClass {
    case .string: "text"
    case .date: "a date"
    case .quantity: "a quantity with a unit"
    case .number where isBoolean: "true or false, 1 or 0"
    case .number where isInteger: "a whole number"
    case .number: enumeration?.expectation ?? "a number"
    }
  }
}

extension Content {
  /// The unit of a quantity sample.
  fileprivate var unit: String? {
    guard case .quantity(let sample) = self else { return nil }
    return sample.unit
  }
}
