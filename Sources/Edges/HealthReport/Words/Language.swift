import HealthModel

package enum Language: String, CaseIterable, Sendable {
  case en
  case de
  case es
}

/// A text in each language, with the gaps `%1`, `%2` ….
struct Word: Sendable {
  private let en: String
  private let de: String
  private let es: String

  init(_ en: String, _ de: String, _ es: String) {
    self.en = en
    self.de = de
    self.es = es
  }

  func text(_ language: Language) -> String {
    switch language {
    case .en: en
    case .de: de
    case .es: es
    }
  }
}

/// The words, numbers and dates of one language.
struct Words {
  let language: Language

  /// Returns a word with its gaps filled.
  ///
  ///     words(.ofDays, "3", "31")     // 3 of 31 days
  func callAsFunction(_ word: Word, _ parts: String...) -> String {
    var text = word.text(language)
    for (index, part) in parts.enumerated().reversed() {
      text = text.exchanging("%\(index + 1)", for: part)
    }
    return text
  }

  /// Returns a number of things: `1 day`, `3 days`.
  ///
  /// - Parameters:
  ///   - one: the text for one.
  ///   - many: the text for any other number, which replaces `%1`.
  func count(_ number: Int, _ one: Word, _ many: Word) -> String {
    number == 1 ? self(one) : self(many, self.number(number))
  }

  /// Returns the number out of all: `1 of 1 day`, `3 of 31 days`.
  ///
  /// - Parameters:
  ///   - one: the text if all are one.
  ///   - many: the text for any other number, which replaces `%2`.
  func share(_ number: Int, of all: Int, _ one: Word, _ many: Word) -> String {
    let part = self.number(number)
    return all == 1 ? self(one, part) : self(many, part, self.number(all))
  }

  // MARK: Numbers

  /// Returns a number with this many decimals, halves away from zero: `1,234.5`, in German
  /// `1.234,5`; `–` for nil. A small number keeps two digits and is not shown as 0: `0.045`,
  /// `0.97`.
  func number(_ value: Double?, _ decimals: Int = 0) -> String {
    guard let value, value.isFinite else { return "–" }
    let kept = Self.decimals(for: value, atLeast: decimals)
    var text = fixed(value, kept)
    // Zeros after the decimals that were asked for say nothing: `5`, not `5.0`.
    for _ in 0..<(kept - decimals) where text.last == "0" { text.removeLast() }
    if decimals == 0, kept > 0, text.last == "." || text.last == "," { text.removeLast() }
    return text
  }

  /// Returns the number of decimals that show two digits of a number, `least` or more. A number
  /// below 0.00001 was computed, not measured, and gets no more.
  static func decimals(for value: Double, atLeast least: Int) -> Int {
    let steps: [Double] = [10, 1, 0.1, 0.01, 0.001, 0.0001, 0.00001]
    let needed = steps.firstIndex { value.magnitude >= $0 } ?? 0
    return max(least, needed)
  }

  /// Returns a number with exactly this many decimals.
  private func fixed(_ value: Double, _ decimals: Int) -> String {
    let scale = (0..<min(max(decimals, 0), 12)).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 1e15 else { return "\(value)" }
    let whole = Int(scaled.magnitude) / Int(scale)
    let rest = Int(scaled.magnitude) % Int(scale)
    let digits = String(rest)
    let zeros = String(repeating: "0", count: max(0, decimals - digits.count))
    let fraction = decimals > 0 ? (language == .en ? "." : ",") + zeros + digits : ""
    return (scaled < 0 ? "−" : "") + grouped(whole) + fraction
  }

  /// Returns a whole number: `1,201`.
  func number(_ value: Int) -> String { (value < 0 ? "−" : "") + grouped(abs(value)) }

  /// Returns a difference with its sign: `+3.1`, `−0.4`, `±0`. It is as exact as its two numbers,
  /// so a small one gets no more decimals.
  func difference(_ value: Double?, _ decimals: Int = 0) -> String {
    guard let value, value.isFinite else { return "–" }
    let text = fixed(value.magnitude, decimals)
    if !text.contains(where: { ("1"..."9").contains($0) }) { return "±0" }
    return (value < 0 ? "−" : "+") + text
  }

  private func grouped(_ number: Int) -> String {
    let digits = String(number)
    // Spanish writes four digits without a mark.
    guard digits.count > (language == .es ? 4 : 3) else { return digits }
    var groups: [Substring] = []
    var rest = digits[...]
    while rest.count > 3 {
      groups.append(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    groups.append(rest)
    return groups.reversed().joined(separator: language == .en ? "," : ".")
  }

  /// Seconds as hours and minutes: `7 h 05`.
  func hours(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, seconds.magnitude < 1e12 else { return "–" }
    let minutes = Int((seconds / 60).rounded())
    let rest = minutes % 60
    return Self.together("\(grouped(minutes / 60)) h \(rest < 10 ? "0" : "")\(rest)")
  }

  /// Returns a difference of seconds in minutes or hours: `+12 min`, `−1 h 05`.
  func hoursDifference(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, seconds.magnitude < 1e12 else { return "–" }
    let minutes = Int((seconds.magnitude / 60).rounded())
    if minutes == 0 { return "±0 min" }
    let text = minutes < 60 ? Self.together("\(minutes) min") : hours(seconds.magnitude)
    return (seconds < 0 ? "−" : "+") + text
  }

  /// Seconds as minutes and seconds: `5:27`; from an hour on `1:05:27`.
  func clock(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, (0..<1e9).contains(seconds) else { return "–" }
    let whole = Int(seconds.rounded())
    let (hours, rest) = (whole / 3600, whole % 3600)
    return (hours > 0 ? "\(hours):" + Self.two(rest / 60) : "\(rest / 60)")
      + ":" + Self.two(rest % 60)
  }

  /// The same text with no-break spaces, so that no line breaks within it.
  private static func together(_ text: String) -> String { text.exchanging(" ", for: "\u{A0}") }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

  /// Minutes of a day as a time of the clock: `23:05`.
  func time(minutes: Int) -> String {
    let rest = ((minutes % 1440) + 1440) % 1440
    return Self.two(rest / 60) + ":" + Self.two(rest % 60)
  }

  // MARK: Dates

  /// The short names of the months.
  private var months: [String] {
    switch language {
    case .en:
      ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    case .de:
      [
        "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.",
        "Dez.",
      ]
    case .es:
      ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"]
    }
  }

  /// Returns the name of a month, 1 to 12, for an axis.
  func month(_ number: Int) -> String {
    String(months[number - 1].prefix(3))
  }

  /// The first letters of the days of the week, Monday first.
  var weekdays: [String] {
    switch language {
    case .en: ["M", "T", "W", "T", "F", "S", "S"]
    case .de: ["M", "D", "M", "D", "F", "S", "S"]
    case .es: ["L", "M", "X", "J", "V", "S", "D"]
    }
  }

  /// Returns a day: `29 Mar 2026`, in German `29. März 2026`.
  func day(_ date: CivilDate) -> String { shortDay(date) + " \(date.year)" }

  /// Returns a day without its year.
  func shortDay(_ date: CivilDate) -> String {
    Self.together("\(date.day)\(language == .de ? "." : "") \(months[date.month - 1])")
  }

  /// Returns a month: `Mar 2026`.
  func month(of date: CivilDate) -> String { "\(months[date.month - 1]) \(date.year)" }

  /// Returns a day and a time of the clock there: `29 Mar 2026, 07:30`.
  func moment(_ time: Timestamp) -> String {
    day(time.date) + ", " + self.time(minutes: time.hour * 60 + time.minute)
  }

  // MARK: Lines

  /// Returns the lines behind a figure: `12, 40–60, … 9,912 (1,201 lines)`.
  func lines(_ numbers: [ClosedRange<UInt32>], count: Int, leavesOut: Bool) -> String {
    guard !numbers.isEmpty else { return "–" }
    var names = numbers.map { span in
      span.count == 1
        ? number(Int(span.lowerBound))
        : number(Int(span.lowerBound)) + "–" + number(Int(span.upperBound))
    }
    if leavesOut { names[names.count - 1] = "… " + names[names.count - 1] }
    let list = names.joined(separator: language == .en ? ", " : "; ")
    return count > numbers.count || count > 1 ? self(.inAll, list, number(count)) : list
  }
}

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
