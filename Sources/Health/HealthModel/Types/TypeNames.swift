extension TypeCatalogue {
  /// Returns the name that people read; the identifier if the catalogue does not know it. `resolve`
  /// takes it too.
  ///
  ///     TypeCatalogue.name(of: "HKQuantityTypeIdentifierRestingHeartRate")  // "Resting heart rate"
  package static func name(of identifier: String) -> String {
    guard let type = find(identifier) else { return identifier }
    return name(ofShort: type.shortName)
  }

  /// Returns the same name within a sentence: `resting heart rate`.
  package static func plainName(of identifier: String) -> String {
    let name = name(of: identifier)
    let isWord = name.dropFirst().first?.isLowercase ?? false
    return isWord && find(identifier) != nil ? NameMatching.small(name) : name
  }

  /// Returns the name of the type that has a short name.
  package static func name(ofShort name: String) -> String {
    let food = "dietary"
    let own = name.hasPrefix(food) ? NameMatching.small(String(name.dropFirst(food.count))) : name
    return TypeNames.all[name] ?? NameMatching.capital(words(own))
  }

  /// Returns a text with short names in the place of the identifiers that the catalogue knows.
  ///
  ///     TypeCatalogue.shortened("HKQuantityTypeIdentifierBodyMass is …")   // "bodyMass is …"
  package static func shortened(_ text: String) -> String {
    guard text.contains("HK") else { return text }
    var words = ""
    var word = ""
    for letter in text + " " {
      if letter.isLetter || letter.isNumber {
        word.append(letter)
      } else {
        words += (word.hasPrefix("HK") ? shortName(of: word) : word) + String(letter)
        word = ""
      }
    }
    return String(words.dropLast())
  }

  /// Returns the words of a name; capitals in a row are one word.
  ///
  ///     TypeCatalogue.words("traditionalStrengthTraining")   // "traditional strength training"
  package static func words(_ name: String) -> String {
    var words = [""]
    for letter in name {
      let isNext = letter.isUppercase && !(words[words.count - 1].last?.isUppercase ?? false)
      if isNext { words.append("") }
      words[words.count - 1].append(letter)
    }
    return words.map { $0.count > 1 && $0.allSatisfy(\.isUppercase) ? $0 : $0.lowercased() }
      .joined(separator: " ")
  }
}

/// The names of types in plain words, if the words of their short names are not plain: what the
/// report, the tables and the sentences show. An index by short names.
private enum TypeNames {
  static let all = [
    "stepCount": "Steps", "distanceWalkingRunning": "Distance",
    "activeEnergyBurned": "Active energy", "basalEnergyBurned": "Energy at rest",
    "appleExerciseTime": "Exercise", "appleStandHour": "Stand hours",
    "appleStandTime": "Stand time", "appleMoveTime": "Move time",
    "appleWalkingSteadiness": "Walking steadiness", "activitySummary": "Rings",
    "appleWalkingSteadinessEvent": "Low walking steadiness",
    "highHeartRateEvent": "High heart rate", "lowHeartRateEvent": "Low heart rate",
    "hypertensionEvent": "Possible hypertension", "sleepApneaEvent": "Possible sleep apnea",
    "irregularHeartRhythmEvent": "Irregular rhythm",
    "lowCardioFitnessEvent": "Low cardio fitness", "coughing": "Cough",
    "chestTightnessOrPain": "Tightness or pain in the chest",
    "rapidPoundingOrFlutteringHeartbeat": "Rapid or fluttering heartbeat",
    "moodChanges": "Changes of mood", "sleepChanges": "Changes of sleep",
    "appetiteChanges": "Changes of appetite",
    "appleSleepingWristTemperature": "Wrist temperature",
    "appleSleepingBreathingDisturbances": "Breathing disturbances",
    "walkingHeartRateAverage": "Walking heart rate",
    "heartRateVariabilitySDNN": "Heart rate variability (SDNN)",
    "heartRateVariabilityRMSSD": "Heart rate variability (RMSSD)", "vo2Max": "VO₂ max",
    "bodyFatPercentage": "Body fat", "bloodPressureSystolic": "Systolic",
    "bloodPressureDiastolic": "Diastolic", "insulinDelivery": "Insulin",
    "waistCircumference": "Waist", "sleepAnalysis": "Sleep", "mindfulSession": "Mindfulness",
    "distanceCycling": "Distance cycled", "distanceSwimming": "Distance swum",
    "swimmingStrokeCount": "Swimming strokes", "sixMinuteWalkTestDistance": "Six-minute walk",
    "stairAscentSpeed": "Speed upstairs", "stairDescentSpeed": "Speed downstairs",
    "walkingAsymmetryPercentage": "Walking asymmetry",
    "walkingDoubleSupportPercentage": "Double support time", "walkingStepLength": "Step length",
    "environmentalAudioExposure": "Noise around", "headphoneAudioExposure": "Headphones",
    "dietaryEnergyConsumed": "Energy eaten", "dietaryFatTotal": "Fat eaten",
    "dietaryFatMonounsaturated": "Monounsaturated fat",
    "dietaryFatPolyunsaturated": "Polyunsaturated fat", "dietaryFatSaturated": "Saturated fat",
    "dietaryVitaminA": "Vitamin A", "dietaryVitaminB6": "Vitamin B6",
    "dietaryVitaminB12": "Vitamin B12", "dietaryVitaminC": "Vitamin C",
    "dietaryVitaminD": "Vitamin D", "dietaryVitaminE": "Vitamin E",
    "dietaryVitaminK": "Vitamin K",
  ]
}
