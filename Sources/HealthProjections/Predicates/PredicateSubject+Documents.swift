import HealthModel

extension PredicateSubject {
  /// What objects say whose details stand in their fields.
  func documentFacts(_ path: PredicateKeyPath) -> [Fact] {
    switch path {
    case .dateComponents:
      guard case .summary(let summary) = object.content, let day = CivilDate(summary.date) else {
        return []
      }
      return [.day(day.dayNumber)]
    case .averageHeartRate: return Self.figure(object.fields["averageHeartRate"], .countPerMinute)
    case .ecgClassification:
      return Self.words(object.fields["classification"], "HKElectrocardiogramClassification")
    case .ecgSymptomsStatus:
      return Self.words(object.fields["symptomsStatus"], "HKElectrocardiogramSymptomsStatus")
    case .status:
      return Self.words(object.fields["status"] ?? object.fields["logStatus"])
    case .clinicalRecordFHIRResourceIdentifier: return resource("identifier")
    case .clinicalRecordFHIRResourceType:
      let stated = resource("resourceType")
      return stated.isEmpty ? resource("type") : stated
    case _: return []
    }
  }

  /// A field of a clinical record: of its resource, of itself, or of the export's element.
  private func resource(_ name: String) -> [Fact] {
    let candidates = [
      object.fields["FHIRResource"], .fields(object.fields), object.fields["attributes"],
    ]
    for case .fields(let fields)? in candidates {
      if case .text(let text)? = fields[name] { return [.text(text)] }
    }
    return []
  }

  /// A word, or a number and the word for it in one of HealthKit's enumerations.
  private static func words(_ value: FieldValue?, _ enumeration: String = "") -> [Fact] {
    switch value {
    case .text(let text)?: [.text(text)]
    case .number(let number)?:
      [.number(number)]
        + (Int(exactly: number).flatMap { Enumeration.find(enumeration)?.value(rawValue: $0) }
          .map { [.text($0.name)] } ?? [])
    case .null?, .boolean?, .list?, .fields?, nil: []
    }
  }

  /// A number in the usual unit, or with its own.
  private static func figure(_ value: FieldValue?, _ usual: Unit) -> [Fact] {
    switch value {
    case .number(let number)?: return [.quantity(number, usual)]
    case .fields(let fields)?:
      guard case .number(let number)? = fields["value"] else { return [] }
      guard case .text(let unit)? = fields["unit"] else { return [.quantity(number, usual)] }
      return [.quantity(number, try? Unit(unit))]
    case .text?, .null?, .boolean?, .list?, nil: return []
    }
  }
}
