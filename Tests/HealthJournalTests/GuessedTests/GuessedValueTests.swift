import HealthJournalFoundation
import Testing

/// Types, units and quantities, written as HealthKit's programs write them, the prefix left out.
@Suite struct GuessedValueTests {
  @Test func types() {
    let steps = QuantityType(.stepCount)
    #expect(QuantityType(.bodyMass).identifier == "HKQuantityTypeIdentifierBodyMass")
    #expect(CategoryType(.sleepAnalysis) == .sleepAnalysis)
    #expect(CorrelationType(.bloodPressure) == .bloodPressure)
    #expect(ObjectType.workoutType() == .workout)
    #expect(ObjectType.quantityType(forIdentifier: .heartRate) == .heartRate)
    #expect(steps.aggregationStyle == .cumulative)
    #expect(steps.is(compatibleWith: .count()))
    #expect(!steps.is(compatibleWith: .meter()))
  }

  @Test func quantitiesConvertAndCompare() {
    let kilometer = Unit.meterUnit(with: .kilo)
    let distance = Quantity(unit: kilometer, doubleValue: 5)
    #expect(distance.doubleValue(for: .meter()) == 5_000)
    #expect(distance.is(compatibleWith: .mile()))
    #expect(!distance.is(compatibleWith: .second()))
    #expect(distance.compare(Quantity(unit: .mile(), doubleValue: 3)) == .orderedDescending)
    #expect(distance.compare(Quantity(unit: .meter(), doubleValue: 5_000)) == .orderedSame)
    #expect(distance < Quantity(unit: .mile(), doubleValue: 3.2))
    #expect(throws: (any Error).self) { try distance.value(in: .second()) }
  }

  @Test func quantitiesOfOneKindAreMoreOrAsMuch() {
    let (kilometer, meters) = (
      Quantity(unit: .meterUnit(with: .kilo), doubleValue: 1),
      Quantity(unit: .meter(), doubleValue: 1_000)
    )
    #expect(kilometer >= meters && kilometer <= meters && !(kilometer < meters))
    #expect(kilometer != meters)
    let all = [meters, Quantity(unit: .mile(), doubleValue: 1), kilometer]
    #expect(all.max(by: <) == Quantity(unit: .mile(), doubleValue: 1))
    #expect(all.sorted(by: <).last?.doubleValue == 1)
  }

  @Test func quantitiesAreWrittenAsPeopleWriteThem() {
    #expect("\(Quantity(unit: .meterUnit(with: .kilo), doubleValue: 5))" == "5 km")
    #expect("\(Quantity(unit: .kilocalorie(), doubleValue: 61.5))" == "61.5 kcal")
  }

  @Test func unitsMultiplyAndDivide() {
    #expect(Unit(from: "kg/m^2").unitString == "kg/m^2")
    let index = Unit.gramUnit(with: .kilo).unitDivided(by: .meter().unitRaised(toPower: 2))
    #expect(index == Unit(from: "kg/m^2"))
    #expect(Unit.literUnit(with: .milli).unitMultiplied(by: .count()).isNull() == false)
    #expect(Unit.meter().unitDivided(by: .meter()).isNull())
    #expect(Unit.second().reciprocal().unitString == "1/s")
    let glucose = Unit.moleUnit(with: .milli, molarMass: UnitMolarMassBloodGlucose)
      .unitDivided(by: .liter())
    #expect(glucose.unitString == "mmol<180.1558800000541>/L")
  }

  @Test func everyUnitHasItsFactory() {
    let made: [Unit] = [
      .count(), .percent(), .internationalUnit(), .appleEffortScore(), .gram(), .ounce(), .pound(),
      .stone(), .meter(), .inch(), .foot(), .yard(), .mile(), .liter(), .fluidOunceUS(),
      .fluidOunceImperial(), .pintUS(), .pintImperial(), .cupUS(), .cupImperial(), .second(),
      .minute(), .hour(), .day(), .hertz(), .joule(), .kilocalorie(), .smallCalorie(),
      .largeCalorie(), .watt(), .kelvin(), .degreeCelsius(), .degreeFahrenheit(), .pascal(),
      .millimeterOfMercury(), .inchesOfMercury(), .centimeterOfWater(), .atmosphere(), .siemen(),
      .volt(), .lux(), .decibelAWeightedSoundPressureLevel(), .decibelHearingLevel(),
      .radianAngle(), .degreeAngle(), .diopter(), .prismDiopter(), .moleUnit(withMolarMass: 1),
    ]
    let names = made.map { $0.unitString.replacing("<1>", with: "") }
    #expect(Set(names) == Set(Unit.named.map(\.name)))
    for prefix in MetricPrefix.allCases {
      #expect(Unit.secondUnit(with: prefix).is(compatibleWith: .second()))
    }
  }
}

extension Unit {
  fileprivate func `is`(compatibleWith other: Unit) -> Bool { isCompatible(with: other) }
}
