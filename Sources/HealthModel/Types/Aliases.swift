/// What people call types and activities, beside HealthKit's short names.
///
/// An alias is here only where it can mean one thing. `calories`, `energy`, `audio` and `cycling`
/// could mean several: they get suggestions instead.
///
/// A folded name (lower case, no separators), and the short name that it stands for.
enum Aliases {
  /// For `TypeCatalogue.resolve`.
  static let types: KeyValuePairs = [
    // Activity.
    "steps": "stepCount", "step": "stepCount", "distance": "distanceWalkingRunning",
    "walkingdistance": "distanceWalkingRunning", "runningdistance": "distanceWalkingRunning",
    "cyclingdistance": "distanceCycling", "swimmingdistance": "distanceSwimming",
    "flights": "flightsClimbed", "floors": "flightsClimbed", "strokes": "swimmingStrokeCount",
    "strokecount": "swimmingStrokeCount", "activeenergy": "activeEnergyBurned",
    "activecalories": "activeEnergyBurned", "restingenergy": "basalEnergyBurned",
    "basalenergy": "basalEnergyBurned", "restingcalories": "basalEnergyBurned",
    "exercise": "appleExerciseTime", "exercisetime": "appleExerciseTime",
    "exerciseminutes": "appleExerciseTime", "movetime": "appleMoveTime",
    "standtime": "appleStandTime", "standhour": "appleStandHour", "standhours": "appleStandHour",
    "daylight": "timeInDaylight", "rings": "activitySummary", "workouts": "workout",
    "route": "workoutRoute", "routes": "workoutRoute",
    // Heart.
    "pulse": "heartRate", "hr": "heartRate", "rhr": "restingHeartRate",
    "restingpulse": "restingHeartRate", "hrv": "heartRateVariabilitySDNN",
    "heartratevariability": "heartRateVariabilitySDNN", "sdnn": "heartRateVariabilitySDNN",
    "rmssd": "heartRateVariabilityRMSSD",
    "vo2": "vo2Max", "cardiofitness": "vo2Max", "bp": "bloodPressure",
    "systolic": "bloodPressureSystolic", "diastolic": "bloodPressureDiastolic",
    "ecg": "electrocardiogram", "ekg": "electrocardiogram", "heartbeats": "heartbeatSeries",
    "afib": "atrialFibrillationBurden",
    // Body.
    "weight": "bodyMass", "mass": "bodyMass", "bmi": "bodyMassIndex",
    "bodyfat": "bodyFatPercentage", "leanmass": "leanBodyMass", "waist": "waistCircumference",
    "temperature": "bodyTemperature", "wristtemperature": "appleSleepingWristTemperature",
    "spo2": "oxygenSaturation", "oxygen": "oxygenSaturation", "bloodoxygen": "oxygenSaturation",
    "respiration": "respiratoryRate", "breathing": "respiratoryRate", "glucose": "bloodGlucose",
    "bloodsugar": "bloodGlucose", "insulin": "insulinDelivery", "bac": "bloodAlcoholContent",
    "falls": "numberOfTimesFallen",
    // Food.
    "dietaryenergy": "dietaryEnergyConsumed", "dietarycalories": "dietaryEnergyConsumed",
    "water": "dietaryWater", "caffeine": "dietaryCaffeine", "protein": "dietaryProtein",
    "carbs": "dietaryCarbohydrates", "carbohydrates": "dietaryCarbohydrates",
    "fat": "dietaryFatTotal", "sugar": "dietarySugar", "fiber": "dietaryFiber",
    "fibre": "dietaryFiber", "sodium": "dietarySodium", "cholesterol": "dietaryCholesterol",
    "drinks": "numberOfAlcoholicBeverages", "meal": "food",
    // Mind, sleep and the rest.
    "sleep": "sleepAnalysis", "mindfulness": "mindfulSession", "mindfulminutes": "mindfulSession",
    "meditation": "mindfulSession", "mood": "stateOfMind", "period": "menstrualFlow",
    "menstruation": "menstrualFlow", "handwashing": "handwashingEvent",
    "toothbrushing": "toothbrushingEvent",
    // The person.
    "sex": "biologicalSex", "gender": "biologicalSex", "birthday": "dateOfBirth",
    "birthdate": "dateOfBirth", "dob": "dateOfBirth", "skintype": "fitzpatrickSkinType",
    "wheelchair": "wheelchairUse",
  ]

  /// For `WorkoutActivityType.resolve`.
  static let workoutActivities: KeyValuePairs = [
    "run": "running", "jog": "running", "jogging": "running", "walk": "walking", "hike": "hiking",
    "swim": "swimming", "bike": "cycling", "biking": "cycling", "ride": "cycling",
    "row": "rowing", "climb": "climbing", "football": "soccer",
    "hiit": "highIntensityIntervalTraining", "core": "coreTraining",
    "strength": "traditionalStrengthTraining", "strengthtraining": "traditionalStrengthTraining",
    "weights": "traditionalStrengthTraining", "skiing": "downhillSkiing", "ski": "downhillSkiing",
    "diving": "underwaterDiving", "triathlon": "swimBikeRun", "multisport": "swimBikeRun",
    "horseriding": "equestrianSports", "surfing": "surfingSports",
  ]
}
