/// What people call types and activities, beside HealthKit's short names.
///
/// An alias is here only where it can mean one thing. `calories`, `energy`, `audio` and `cycling`
/// could mean several: they get suggestions instead.
enum Aliases {
  /// A folded name (lower case, no separators) and the short name that it stands for.
  struct Alias: Sendable {
    let alias: String
    let name: String

    init(_ alias: String, _ name: String) {
      self.alias = alias
      self.name = name
    }
  }

  /// For `TypeCatalogue.resolve`.
  static let types: [Alias] = [
    // Activity.
    Alias("steps", "stepCount"), Alias("step", "stepCount"),
    Alias("distance", "distanceWalkingRunning"), Alias("walkingdistance", "distanceWalkingRunning"),
    Alias("runningdistance", "distanceWalkingRunning"),
    Alias("cyclingdistance", "distanceCycling"), Alias("swimmingdistance", "distanceSwimming"),
    Alias("flights", "flightsClimbed"), Alias("floors", "flightsClimbed"),
    Alias("strokes", "swimmingStrokeCount"), Alias("strokecount", "swimmingStrokeCount"),
    Alias("activeenergy", "activeEnergyBurned"), Alias("activecalories", "activeEnergyBurned"),
    Alias("restingenergy", "basalEnergyBurned"), Alias("basalenergy", "basalEnergyBurned"),
    Alias("restingcalories", "basalEnergyBurned"),
    Alias("exercise", "appleExerciseTime"), Alias("exercisetime", "appleExerciseTime"),
    Alias("exerciseminutes", "appleExerciseTime"), Alias("movetime", "appleMoveTime"),
    Alias("standtime", "appleStandTime"), Alias("standhour", "appleStandHour"),
    Alias("standhours", "appleStandHour"), Alias("daylight", "timeInDaylight"),
    Alias("rings", "activitySummary"), Alias("workouts", "workout"),
    Alias("route", "workoutRoute"), Alias("routes", "workoutRoute"),
    // Heart.
    Alias("pulse", "heartRate"), Alias("hr", "heartRate"),
    Alias("rhr", "restingHeartRate"), Alias("restingpulse", "restingHeartRate"),
    Alias("hrv", "heartRateVariabilitySDNN"),
    Alias("heartratevariability", "heartRateVariabilitySDNN"),
    Alias("sdnn", "heartRateVariabilitySDNN"), Alias("vo2", "vo2Max"),
    Alias("cardiofitness", "vo2Max"), Alias("bp", "bloodPressure"),
    Alias("systolic", "bloodPressureSystolic"), Alias("diastolic", "bloodPressureDiastolic"),
    Alias("ecg", "electrocardiogram"), Alias("ekg", "electrocardiogram"),
    Alias("heartbeats", "heartbeatSeries"), Alias("afib", "atrialFibrillationBurden"),
    // Body.
    Alias("weight", "bodyMass"), Alias("mass", "bodyMass"), Alias("bmi", "bodyMassIndex"),
    Alias("bodyfat", "bodyFatPercentage"), Alias("leanmass", "leanBodyMass"),
    Alias("waist", "waistCircumference"), Alias("temperature", "bodyTemperature"),
    Alias("wristtemperature", "appleSleepingWristTemperature"),
    Alias("spo2", "oxygenSaturation"), Alias("oxygen", "oxygenSaturation"),
    Alias("bloodoxygen", "oxygenSaturation"), Alias("respiration", "respiratoryRate"),
    Alias("breathing", "respiratoryRate"), Alias("glucose", "bloodGlucose"),
    Alias("bloodsugar", "bloodGlucose"), Alias("insulin", "insulinDelivery"),
    Alias("bac", "bloodAlcoholContent"), Alias("falls", "numberOfTimesFallen"),
    // Food.
    Alias("dietaryenergy", "dietaryEnergyConsumed"),
    Alias("dietarycalories", "dietaryEnergyConsumed"),
    Alias("water", "dietaryWater"), Alias("caffeine", "dietaryCaffeine"),
    Alias("protein", "dietaryProtein"), Alias("carbs", "dietaryCarbohydrates"),
    Alias("carbohydrates", "dietaryCarbohydrates"), Alias("fat", "dietaryFatTotal"),
    Alias("sugar", "dietarySugar"), Alias("fiber", "dietaryFiber"), Alias("fibre", "dietaryFiber"),
    Alias("sodium", "dietarySodium"), Alias("cholesterol", "dietaryCholesterol"),
    Alias("drinks", "numberOfAlcoholicBeverages"), Alias("meal", "food"),
    // Mind, sleep and the rest.
    Alias("sleep", "sleepAnalysis"), Alias("mindfulness", "mindfulSession"),
    Alias("mindfulminutes", "mindfulSession"), Alias("meditation", "mindfulSession"),
    Alias("mood", "stateOfMind"), Alias("period", "menstrualFlow"),
    Alias("menstruation", "menstrualFlow"), Alias("handwashing", "handwashingEvent"),
    Alias("toothbrushing", "toothbrushingEvent"),
    // The person.
    Alias("sex", "biologicalSex"), Alias("gender", "biologicalSex"),
    Alias("birthday", "dateOfBirth"), Alias("birthdate", "dateOfBirth"),
    Alias("dob", "dateOfBirth"), Alias("skintype", "fitzpatrickSkinType"),
    Alias("wheelchair", "wheelchairUse"),
  ]

  /// For `WorkoutActivityType.resolve`.
  static let workoutActivities: [Alias] = [
    Alias("run", "running"), Alias("jog", "running"), Alias("jogging", "running"),
    Alias("walk", "walking"), Alias("hike", "hiking"), Alias("swim", "swimming"),
    Alias("bike", "cycling"), Alias("biking", "cycling"), Alias("ride", "cycling"),
    Alias("row", "rowing"), Alias("climb", "climbing"), Alias("football", "soccer"),
    Alias("hiit", "highIntensityIntervalTraining"), Alias("core", "coreTraining"),
    Alias("strength", "traditionalStrengthTraining"),
    Alias("strengthtraining", "traditionalStrengthTraining"),
    Alias("weights", "traditionalStrengthTraining"), Alias("skiing", "downhillSkiing"),
    Alias("ski", "downhillSkiing"), Alias("diving", "underwaterDiving"),
    Alias("triathlon", "swimBikeRun"), Alias("multisport", "swimBikeRun"),
    Alias("horseriding", "equestrianSports"), Alias("surfing", "surfingSports"),
  ]
}
