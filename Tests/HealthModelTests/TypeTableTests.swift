import HealthModel
import Testing

/// The tables by themselves: counts, uniqueness, units.
@Suite struct TypeTableTests {
  @Test func countsAreThoseOfTheSources() {
    #expect(QuantityType.all.count == 121)
    #expect(CategoryType.all.count == 71)
    #expect(CharacteristicType.all.count == 7)
    #expect(CharacteristicType.all.filter(\.isPublic).count == 6)
    #expect(CorrelationType.all.count == 2)
    #expect(OtherType.all.count == 23 + 1)
    #expect(WorkoutActivityType.all.count == 84)
    #expect(WorkoutEventType.all.count == 8)
    #expect(MetadataKey.all.count == 72)
    // The last one is the journal's own type of notes.
    #expect(TypeCatalogue.all.count == 121 + 71 + 7 + 2 + 23 + 1)
    // The reference has a 27th, which is a part of LOINC's and no code.
    #expect(QuantityType.all.filter { $0.loinc != nil }.count == 26)
  }

  @Test func namesAreUnique() {
    #expect(Set(TypeCatalogue.all.map(\.identifier)).count == TypeCatalogue.all.count)
    #expect(Set(TypeCatalogue.all.map { $0.shortName.lowercased() }).count == 225)
    #expect(Set(WorkoutActivityType.all.map(\.rawValue)).count == 84)
    #expect(Set(WorkoutActivityType.all.map(\.name)).count == 84)
    #expect(Set(WorkoutEventType.all.map(\.rawValue)) == Set(1...8))
    #expect(Set(MetadataKey.all.map(\.key)).count == 72)
    #expect(Set(MetadataKey.all.map(\.constantName)).count == 72)
  }

  @Test func quantityTypesAreFoundAmongTheirNeighbours() {
    let identifiers = QuantityType.all.map(\.identifier)
    #expect(identifiers == identifiers.sorted())
    for (type, identifier) in zip(QuantityType.all, identifiers) {
      #expect(TypeCatalogue.find(identifier) == .quantity(type))
      #expect(TypeCatalogue.find(identifier + "X") == nil)
      #expect(TypeCatalogue.find(String(identifier.dropLast())) == nil)
    }
    #expect(TypeCatalogue.find("HKQ") == nil)
    #expect(TypeCatalogue.find("HKQuantityTypeIdentifierzzz") == nil)
  }

  @Test(arguments: QuantityType.all)
  func unitsFit(_ type: QuantityType) throws {
    #expect(type.canonicalUnit.description == type.canonicalUnitText)
    #expect(type.accepts(type.canonicalUnit))
    #expect(type.accepts(try Unit(type.metricUnitText)))
    #expect(type.accepts(try Unit(type.usUnitText)))
    #expect(!type.accepts(.null))
  }

  @Test(arguments: [
    ("percentages are fractions", QuantityType.bodyMassIndex, "%", true),
    ("glucose by moles", QuantityType.known("bloodGlucose"), "mmol<180.1558800000541>/L", true),
    ("glucose by bare moles", QuantityType.known("bloodGlucose"), "mmol/L", false),
    ("pounds", .bodyMass, "lb", true), ("no pounds of steps", .stepCount, "lb", false),
    ("hertz are not beats", .heartRate, "Hz", false), ("beats", .heartRate, "count/min", true),
  ])
  func acceptsUnits(_ why: String, _ type: QuantityType, _ unit: String, _ fits: Bool) throws {
    #expect(type.accepts(try Unit(unit)) == fits, "\(why)")
  }

  @Test func correlationsNameTheirMembers() {
    let pressure = CorrelationType.bloodPressure
    #expect(
      pressure.containedTypes.map(\.shortName) == [
        "bloodPressureSystolic", "bloodPressureDiastolic",
      ])
    #expect(pressure.membership == .eachOnce)
    #expect(CorrelationType.food.containedTypes.count == 39)
    #expect(CorrelationType.food.membership == .anySubset)
  }

  @Test func commonTypesAreThemselves() {
    #expect(QuantityType.stepCount.shortName == "stepCount")
    #expect(QuantityType.stepCount.aggregationStyle.isCumulative)
    #expect(QuantityType.heartRate.aggregationStyle == .discreteTemporallyWeighted)
    #expect(QuantityType.distanceSwimming.loinc == "93816-7")
    #expect(!QuantityType.appleExerciseTime.isWritable)
    #expect(CategoryType.sleepAnalysis.shortName == "sleepAnalysis")
    #expect(CharacteristicType.dateOfBirth.valueKind == .date)
    #expect(WorkoutActivityType.other.rawValue == 3000)
    #expect(!ObjectType.characteristic(.bloodType).isWritable)
    #expect(ObjectType.workout.isWritable)
  }
}

extension QuantityType {
  /// A type by its short name, for rows of arguments; steps where there is none.
  static func known(_ shortName: String) -> QuantityType {
    all.first { $0.shortName == shortName } ?? .stepCount
  }
}
