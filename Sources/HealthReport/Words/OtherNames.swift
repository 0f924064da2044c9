/// The names of types and activities that have no section of their own but turn up in one: as
/// findings, or as workouts. What is not among them has HealthKit's name.
enum OtherNames {
  /// By HealthKit's short name of the type.
  static let types: [String: Word] = [
    "appleStandHour": Word("Stand hours", "Stehstunden", "Horas de pie"),
    "appleStandTime": Word("Stand time", "Stehzeit", "Tiempo de pie"),
    "appleWalkingSteadiness": Word(
      "Walking steadiness", "Gangstabilität", "Estabilidad al caminar"),
    "basalEnergyBurned": Word("Energy at rest", "Ruheenergie", "Energía en reposo"),
    "dietaryCaffeine": Word("Caffeine", "Koffein", "Cafeína"),
    "dietaryCarbohydrates": Word("Carbohydrates", "Kohlenhydrate", "Carbohidratos"),
    "dietaryEnergyConsumed": Word("Energy eaten", "Nahrungsenergie", "Energía consumida"),
    "dietaryFatTotal": Word("Fat eaten", "Nahrungsfett", "Grasas consumidas"),
    "dietaryProtein": Word("Protein", "Eiweiß", "Proteínas"),
    "dietarySugar": Word("Sugar", "Zucker", "Azúcar"),
    "dietaryWater": Word("Water", "Wasser", "Agua"),
    "distanceCycling": Word("Distance cycled", "Radstrecke", "Distancia en bicicleta"),
    "distanceSwimming": Word("Distance swum", "Schwimmstrecke", "Distancia nadada"),
    "environmentalAudioExposure": Word("Noise around", "Umgebungslärm", "Ruido ambiental"),
    "headphoneAudioExposure": Word("Headphones", "Kopfhörer", "Auriculares"),
    "insulinDelivery": Word("Insulin", "Insulin", "Insulina"),
    "mindfulSession": Word("Mindfulness", "Achtsamkeit", "Atención plena"),
    "physicalEffort": Word("Physical effort", "Körperliche Belastung", "Esfuerzo físico"),
    "runningPower": Word("Running power", "Laufleistung", "Potencia de carrera"),
    "runningSpeed": Word("Running speed", "Lauftempo", "Velocidad de carrera"),
    "sixMinuteWalkTestDistance": Word(
      "Six-minute walk", "Sechs-Minuten-Gehtest", "Marcha de seis minutos"),
    "stairAscentSpeed": Word("Speed upstairs", "Tempo treppauf", "Velocidad al subir"),
    "stairDescentSpeed": Word("Speed downstairs", "Tempo treppab", "Velocidad al bajar"),
    "swimmingStrokeCount": Word("Swimming strokes", "Schwimmzüge", "Brazadas"),
    "timeInDaylight": Word("Time in daylight", "Zeit im Tageslicht", "Tiempo con luz diurna"),
    "waistCircumference": Word("Waist", "Taillenumfang", "Cintura"),
    "walkingAsymmetryPercentage": Word(
      "Walking asymmetry", "Gangasymmetrie", "Asimetría al caminar"),
    "walkingDoubleSupportPercentage": Word(
      "Double support time", "Bipedale Abstützzeit", "Tiempo de doble apoyo"),
    "walkingSpeed": Word("Walking speed", "Gehtempo", "Velocidad al caminar"),
    "walkingStepLength": Word("Step length", "Schrittlänge", "Longitud del paso"),
  ]

  /// By HealthKit's short name of the activity.
  static let activities: [String: Word] = [
    "coreTraining": Word("core training", "Rumpftraining", "entrenamiento del core"),
    "cycling": Word("cycling", "Radfahren", "ciclismo"),
    "dance": Word("dance", "Tanzen", "baile"),
    "elliptical": Word("elliptical", "Crosstrainer", "elíptica"),
    "functionalStrengthTraining": Word(
      "functional strength training", "funktionales Krafttraining", "fuerza funcional"),
    "highIntensityIntervalTraining": Word(
      "high intensity interval training", "Intervalltraining", "intervalos de alta intensidad"),
    "hiking": Word("hiking", "Wandern", "senderismo"),
    "mixedMetabolicCardioTraining": Word("mixed cardio", "gemischtes Cardio", "cardio mixto"),
    "other": Word("other", "anderes", "otro"),
    "pilates": Word("pilates", "Pilates", "pilates"),
    "rowing": Word("rowing", "Rudern", "remo"),
    "running": Word("running", "Laufen", "correr"),
    "soccer": Word("soccer", "Fußball", "fútbol"),
    "stairClimbing": Word("stair climbing", "Treppensteigen", "subir escaleras"),
    "swimBikeRun": Word("swim, bike, run", "Multisport", "multideporte"),
    "swimming": Word("swimming", "Schwimmen", "natación"),
    "tennis": Word("tennis", "Tennis", "tenis"),
    "traditionalStrengthTraining": Word(
      "traditional strength training", "klassisches Krafttraining", "fuerza tradicional"),
    "walking": Word("walking", "Gehen", "caminar"),
    "yoga": Word("yoga", "Yoga", "yoga"),
  ]
}
