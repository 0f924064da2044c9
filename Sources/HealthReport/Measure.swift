import HealthModel

/// A type that a report shows: its name and how many decimals its figures have.
struct Measure {
  /// The identifier.
  let type: String
  let word: Word
  let decimals: Int

  init(_ name: String, _ word: Word, _ decimals: Int = 0) {
    type = "HKQuantityTypeIdentifier" + name
    self.word = word
    self.decimals = decimals
  }

  static let steps = Measure("StepCount", .steps)
  static let distance = Measure("DistanceWalkingRunning", .distance, 1)
  static let flights = Measure("FlightsClimbed", .flights)
  static let activeEnergy = Measure("ActiveEnergyBurned", .activeEnergy)
  static let exercise = Measure("AppleExerciseTime", .exercise)
  static let heartRate = Measure("HeartRate", .heartRate)
  static let resting = Measure("RestingHeartRate", .restingHeartRate)
  static let walkingRate = Measure("WalkingHeartRateAverage", .walkingHeartRate)
  static let variability = Measure("HeartRateVariabilitySDNN", .variability)
  static let oxygen = Measure("OxygenSaturation", .oxygen, 1)
  static let breathing = Measure("RespiratoryRate", .breathing, 1)
  static let fitness = Measure("VO2Max", .fitness, 1)
  static let mass = Measure("BodyMass", .mass, 1)
  static let index = Measure("BodyMassIndex", .bodyMassIndex, 1)
  static let fat = Measure("BodyFatPercentage", .fat, 1)
  static let height = Measure("Height", .height, 2)
  static let temperature = Measure("BodyTemperature", .temperature, 1)
  static let systolic = Measure("BloodPressureSystolic", .systolic)
  static let diastolic = Measure("BloodPressureDiastolic", .diastolic)
  static let glucose = Measure("BloodGlucose", .glucose, 0)

  /// What is compared with the period before.
  static let compared = [
    steps, distance, flights, activeEnergy, exercise, resting, heartRate, walkingRate,
    variability, fitness, oxygen, breathing, mass, fat, systolic, diastolic, glucose,
  ]

  /// What the latest values are of.
  static let vital = [
    heartRate, resting, walkingRate, variability, systolic, diastolic, oxygen, breathing,
    temperature, glucose, mass, height, index, fat, fitness,
  ]

  /// How many decimals figures in a unit have.
  func decimals(in unit: String) -> Int {
    switch (type, unit) {
    case (Self.height.type, "cm"): 0
    case (Self.glucose.type, _) where unit.hasPrefix("mmol"): 1
    default: decimals
    }
  }
}
