import HealthModel

/// The words of an electrocardiogram's file in the languages in which they are known.
///
/// Labels and verdicts in English and German: as real files have them, told in the tests of
/// healthlog (GitHub), with `511,562 Hertz` and `Uneindeutig`. Verdicts in other languages: the
/// medical terms that Apple's own pages use for the results of the ECG app
/// (support.apple.com/120278 in Spanish and German; apple.com/fr/newsroom, March 2019, and
/// "Utilisation d'Apple Watch pour la détection de l'arythmie"), 窦性心律 and 竇性心律 as reviews of it
/// show them, 洞調律 as issue 131 of a reader of exports quotes a Japanese one. A verdict that is not
/// here is kept in its words.
enum ECGWords {
  /// The labels of lines.
  static let labels: [ECGFile.Role: Set<String>] = [
    .classification: ["Classification", "Klassifizierung"],
    .symptoms: ["Symptoms", "Symptome"],
    .version: ["Software Version", "Softwareversion"],
    .device: ["Device", "Gerät"],
  ]

  /// The unit, with the micro sign, the Greek letter, and without either.
  static let microvolts: Set<String> = ["\u{B5}V", "\u{3BC}V", "uV"]

  /// What a verdict means; nil for one that is not known, or that HealthKit has no one word for.
  static func classification(_ words: String) -> Electrocardiogram.Classification? {
    let words = words.lowercased()
    if let known = classifications[words] { return known }
    // The limit is that of the watch's version: 100, 120 or 150.
    if words.hasPrefix("heart rate over ") { return .inconclusiveHighHeartRate }
    return words.hasPrefix("heart rate under ") ? .inconclusiveLowHeartRate : nil
  }

  private static let classifications: [String: Electrocardiogram.Classification] = [
    "sinus rhythm": .sinusRhythm, "sinusrhythmus": .sinusRhythm, "rythme sinusal": .sinusRhythm,
    "ritmo sinusal": .sinusRhythm, "窦性心律": .sinusRhythm, "竇性心律": .sinusRhythm,
    "洞調律": .sinusRhythm,
    "atrial fibrillation": .atrialFibrillation, "vorhofflimmern": .atrialFibrillation,
    "fibrillation auriculaire": .atrialFibrillation,
    "fibrilación auricular": .atrialFibrillation, "心房颤动": .atrialFibrillation,
    "房颤": .atrialFibrillation, "心房顫動": .atrialFibrillation, "心房細動": .atrialFibrillation,
    "inconclusive": .inconclusiveOther, "uneindeutig": .inconclusiveOther,
    "inconclusive low heart rate": .inconclusiveLowHeartRate,
    "low heart rate": .inconclusiveLowHeartRate,
    "inconclusive high heart rate": .inconclusiveHighHeartRate,
    "high heart rate": .inconclusiveHighHeartRate,
    "poor recording": .inconclusivePoorReading, "poor reading": .inconclusivePoorReading,
    "unrecognized": .unrecognized, "not set": .notSet,
  ]

  /// How a person says that there were no symptoms.
  static let noSymptoms: Set<String> = ["none", "no symptoms", "keine", "keine symptome"]
}
