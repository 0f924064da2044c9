import ByteTools
package import HealthModel
package import HealthViews

/// The spelling of cells and headings in the formats for people. The returned texts are not yet
/// safe for a terminal or a page: the format escapes them.
package enum ReadableText {
  /// Returns a cell as people read it: short names, local times, rounded numbers.
  package static func text(_ cell: Cell) -> String {
    switch cell.finite {
    case .missing: ""
    case .text(let text): text
    case .number(let number): self.number(number)
    case .whole(let number): String(number)
    case .time(let time): self.time(time, seconds: false, offset: false)
    case .day(let day): day.description
    case .flag(let flag): flag ? "yes" : "no"
    case .identifier(let identifier): name(identifier)
    case .names(let names): names.joined(separator: ", ")
    case .list(let objects): objects.isEmpty ? "" : jsonText(objects)
    case .json(let text): text
    }
  }

  /// Returns the words of a column's name: `metres per lap`; of a column for a type its name.
  package static func heading(_ column: Column) -> String {
    let parts = column.field.split(separator: ".", maxSplits: 1)
    if let type = column.type, parts.first == TypeCatalogue.shortName(of: type)[...] {
      return ([TypeCatalogue.plainName(of: type)] + parts.dropFirst().map(String.init))
        .joined(separator: ", ")
    }
    return plain[column.field] ?? words(column.field)
  }

  /// The words of fields whose names are not what help and people call them.
  private static let plain = [
    "seq": "line", "keptSeq": "kept line", "snapshotSeq": "snapshot line",
    "witnessedSeq": "witnessed line", "kilocalories": "energy (kcal)",
    "averageKilocalories": "average energy (kcal)", "totalTime": "duration",
    "averageTotalTime": "average duration", "swolf": "SWOLF", "rem": "REM",
    "averageRem": "average REM", "last7": "7 days", "last28": "28 days",
    "before28": "28 before", "yearAgo28": "year ago",
  ]

  /// Returns the words of a field's name: `metresPerLap` gives `metres per lap`, `restingBMR`
  /// `resting BMR`.
  static func words(_ field: String) -> String {
    // A key of metadata is a name of somebody else's.
    if field.utf8.contains(UInt8(ascii: ".")) { return field }
    // Most fields are one word.
    if field.utf8.allSatisfy({ $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0) }) {
      return field
    }
    let letters = Array(field)
    var words = ""
    for (index, letter) in letters.enumerated() {
      let follows = index > 0 && !letters[index - 1].isUppercase
      let begins = letter.isUppercase && follows
      let isAlone = index + 1 == letters.count || !letters[index + 1].isUppercase
      if begins { words += " " }
      words += begins && isAlone ? letter.lowercased() : String(letter)
    }
    return words
  }

  /// Returns the name of a type, an activity or an event in plain words; or else the identifier
  /// unchanged.
  static func name(_ identifier: String) -> String {
    if TypeCatalogue.find(identifier) != nil { return TypeCatalogue.name(of: identifier) }
    let other =
      WorkoutActivityType.find(identifier)?.name ?? WorkoutEventType.find(identifier)?.name
    return other.map(TypeCatalogue.words) ?? TypeCatalogue.name(of: identifier)
  }

  static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Returns a finite number in six significant digits, without zeros at the end; it never rounds
  /// the whole part: `72.1235`, `0.3`, `1234568`, `0.000123457`, `1.5e-9`.
  static func number(_ value: Double) -> String {
    if let whole = Int(exactly: value), whole.magnitude < 1_000_000 { return String(whole) }
    var (digits, point) = decimal(value.magnitude)
    round(&digits, to: (-4...21).contains(point) ? max(6, point) : 6, &point)
    let isPlain = (-4...21).contains(point)
    let sign = value < 0 ? "-" : ""
    guard isPlain else {
      let fraction = text(digits, 1, digits.count)
      return "\(sign)\(digits[0])\(fraction.isEmpty ? "" : ".\(fraction)")e\(point - 1)"
    }
    let fraction = text(digits, point, digits.count)
    let whole = point < 1 ? "0" : text(digits, 0, point)
    return sign + whole + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// Digits from one index to another, zeros where there are none.
  private static func text(_ digits: [UInt8], _ first: Int, _ end: Int) -> String {
    var text = ""
    var index = first
    while index < end {
      let digit = digits.indices.contains(index) ? digits[index] : 0
      text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") + digit))
      index += 1
    }
    return text
  }

  /// Returns the digits of the shortest decimal that reads back to a positive number, without zeros
  /// at either end, and the position of the point: 0.05 is ([5], -1), 72.5 is ([7, 2, 5], 2).
  private static func decimal(_ value: Double) -> (digits: [UInt8], point: Int) {
    let text = value.description
    let mantissa = text.utf8.prefix { $0 != UInt8(ascii: "e") }
    var digits: [UInt8] = []
    var (whole, zeros, isWhole) = (0, 0, true)
    for byte in mantissa {
      guard byte != UInt8(ascii: ".") else {
        isWhole = false
        continue
      }
      if isWhole { whole += 1 }
      if byte == UInt8(ascii: "0"), digits.isEmpty {
        zeros += 1
      } else {
        digits.append(byte - UInt8(ascii: "0"))
      }
    }
    while digits.last == 0 { digits.removeLast() }
    let exponent =
      mantissa.endIndex < text.endIndex ? Int(text[mantissa.endIndex...].dropFirst()) ?? 0 : 0
    return (digits, whole - zeros + exponent)
  }

  /// Returns a finite number as exact as people need it, with commas between thousands: `1,705`,
  /// `79.0`. A number below the least digit is shown by its first digits: `0.0073`.
  static func number(_ value: Double, _ precision: FigureStyle.Precision) -> String {
    var (digits, point) = decimal(value.magnitude)
    guard !digits.isEmpty else { return fixed(digits, 1, precision.decimals) }
    guard (-3...15).contains(point) else { return grouped(number(value)) }
    let kept = max(point + precision.decimals, precision.significant)
    round(&digits, to: kept, &point)
    let decimals = max(precision.decimals, digits.count - point)
    return (value < 0 ? "-" : "") + fixed(digits, point, decimals)
  }

  /// Digits, this many of them after the point.
  private static func fixed(_ digits: [UInt8], _ point: Int, _ decimals: Int) -> String {
    let whole = point < 1 ? "0" : grouped(text(digits, 0, point))
    guard decimals > 0 else { return whole }
    return "\(whole).\(text(digits, point, point + decimals))"
  }

  /// Returns a number's text with commas between thousands of its whole part: `12,031`.
  static func grouped(_ text: String) -> String {
    guard !text.contains("e") else { return text }
    let whole = text.prefix { $0 != "." }
    let sign = whole.hasPrefix("-") ? "-" : ""
    let digits = whole.dropFirst(sign.count)
    guard digits.count > 3 else { return text }
    return sign + thousands(digits).joined(separator: ",") + text[whole.endIndex...]
  }

  /// Rounds half up, as people do, to at most this many digits.
  private static func round(_ digits: inout [UInt8], to count: Int, _ point: inout Int) {
    guard digits.count > count else { return }
    let roundsUp = digits[count] >= 5
    digits.removeSubrange(count...)
    if roundsUp {
      while digits.last == 9 { digits.removeLast() }
      if digits.isEmpty {
        digits = [1]
        point += 1
      } else {
        digits[digits.count - 1] += 1
      }
    }
    while digits.last == 0 { digits.removeLast() }
  }

  // Times, days and lengths of time, as people say them.

  /// Returns a time: `2026-11-20 08:00`. It has seconds if they are asked for or are not zero, but
  /// never if it must be short.
  static func time(_ time: Timestamp, seconds: Bool, offset: Bool) -> String {
    .written { append(time, seconds: seconds, offset: offset, to: &$0) }
  }

  /// Appends the same text.
  static func append(
    _ time: Timestamp, seconds: Bool, offset: Bool, isShort: Bool = false,
    to output: inout [UInt8]
  ) {
    time.date.appendText(to: &output)
    output.append(UInt8(ascii: " "))
    output.append(twoDigits: time.hour)
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: time.minute)
    if seconds || hasSeconds(time), !isShort {
      output.append(UInt8(ascii: ":"))
      output.append(twoDigits: time.second)
    }
    guard offset else { return }
    let minutes = abs(Int(time.offsetMinutes))
    output.append(contentsOf: time.offsetMinutes < 0 ? " -".utf8 : " +".utf8)
    output.append(twoDigits: minutes / 60)
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: minutes % 60)
  }

  /// Returns true if a time is not on a whole minute of its clock; fractions of seconds are never
  /// shown.
  static func hasSeconds(_ time: Timestamp) -> Bool { time.second != 0 }

  /// Returns the name of a day's weekday: `Fri`.
  static func weekday(_ day: CivilDate) -> String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day.weekday - 1]
  }

  /// Returns the name of a day's month: `Nov`.
  static func month(_ day: CivilDate) -> String {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
      day.month - 1]
  }

  /// Seconds as hours, minutes and whole seconds that are over, as a watch shows them: `2:10:56`.
  static func duration(_ seconds: Double) -> String? {
    whole(seconds, .towardZero).map { seconds, sign in
      let minutes = seconds / 60
      return "\(sign)\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(seconds % 60))"
    }
  }

  /// Seconds as hours and minutes, to the nearest minute: `7:05`.
  static func hours(_ seconds: Double) -> String? {
    whole(seconds / 60).map { minutes, sign in
      "\(sign)\(minutes / 60):\(twoDigits(minutes % 60))"
    }
  }

  /// Seconds as minutes and seconds: `5:27`.
  static func pace(_ seconds: Double) -> String? {
    whole(seconds).map { seconds, sign in "\(sign)\(seconds / 60):\(twoDigits(seconds % 60))" }
  }

  /// Returns a whole number and the sign; nil if it is too great for this form.
  private static func whole(
    _ value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> (Int, String)? {
    guard value.magnitude < 1e13 else { return nil }
    let number = Int(value.magnitude.rounded(rule))
    return (number, value < 0 && number > 0 ? "-" : "")
  }
}

/// The way to write the figures of a unit for people: in which unit, and with how many digits.
///
///     FigureStyle(unit: "kcal", type: nil, .stated).text(1704.91)   // 1,705
package struct FigureStyle {
  /// The facts that decide a style.
  struct Question: Hashable {
    var unit: String
    var type: String?
    var isDistance = false
    /// True if the figures are differences, which a zero point does not move.
    var isDifference = false
    /// True if six digits are shown, also for hours.
    var isExact = false
    /// True where they stay in their unit.
    var isStated = false
  }

  /// The text of the unit that people see.
  package let unit: String
  /// The conversion to that unit; nil: the figures are stated in it.
  private let step: (from: Unit, to: Unit)?
  /// The shown value of 0 in the saved unit; not used for differences.
  private let zero: Double
  /// The factor for the figures: percent are saved as parts of one.
  private let factor: Double
  private let precision: Precision?
  private let isExact: Bool
  /// True if the figures are hours, the unit of sums of time: people read hours and minutes.
  private let isHours: Bool

  /// Creates the style for a unit, as its text is saved, and a type.
  init(_ question: Question, _ units: ReaderUnits) {
    let units = question.isStated ? .stated : units
    isExact = question.isExact
    isHours = question.unit == "h"
    // Most figures stay in their unit, and the text of most units is known: these are not parsed.
    if units.system == nil, !question.isDistance, let known = Self.precision(of: question.unit) {
      (unit, step, zero, factor) = (
        Self.unitText(question.unit, of: question.type), nil, 0, Self.factor(question.unit)
      )
      precision = Self.precision(of: question) ?? known
      return
    }
    guard let stated = try? Unit(question.unit) else {
      (unit, step, zero, factor, precision) = (question.unit, nil, 0, 1, nil)
      return
    }
    let target = question.isDistance ? units.distance : units.unit(of: question.type, in: stated)
    if let target, target != stated, target.isCompatible(with: stated) {
      (unit, step) = (Self.unitText(target.description, of: question.type), (stated, target))
    } else {
      (unit, step) = (Self.unitText(question.unit, of: question.type), nil)
    }
    zero = question.isDifference ? step.flatMap { try? $0.from.convert(0, to: $0.to) } ?? 0 : 0
    let shown = step?.to.description ?? stated.description
    factor = Self.factor(shown)
    precision =
      Self.precision(of: question) ?? Self.precision(of: shown)
      ?? Self.precision(of: step?.to ?? stated)
  }

  /// Returns the text of a unit that people see with figures of a type, such as `mmol/L` for blood
  /// glucose, `/min` for a count in a minute, and `°C`.
  static func unitText(_ unit: String, of type: String?) -> String {
    let plain = ["count/min": "/min", "degC": "°C", "degF": "°F"]
    if let text = plain[unit] { return text }
    guard type == nil || type == QuantityType.bloodGlucose.identifier else { return unit }
    return QuantityType.bloodGlucose.unitText(shown: unit)
  }

  private static func factor(_ unit: String) -> Double { unit == "%" ? 100 : 1 }

  /// Returns the text of a figure that was saved in the unit of the question.
  func text(_ value: Double) -> String {
    guard let number = number(value) else { return "" }
    if isExact { return ReadableText.number(number) }
    if isHours, let hours = ReadableText.hours(number * 3600) { return hours }
    return precision.map { ReadableText.number(number, $0) }
      ?? ReadableText.grouped(ReadableText.number(number))
  }

  /// Returns the text of a figure with its unit. A count needs none.
  package func phrase(_ value: Double) -> String {
    unit == "count" ? text(value) : "\(text(value)) \(unit)"
  }

  /// Returns a figure in the unit that people see; nil: it is none.
  package func number(_ value: Double) -> Double? {
    guard value.isFinite else { return nil }
    guard let step else { return value * factor }
    return (try? step.from.convert(value, to: step.to)).map { ($0 - zero) * factor }
  }

  /// The number of digits that figures of a unit show.
  struct Precision: Sendable {
    /// The number of digits after the point.
    var decimals: Int
    /// Digits that are there at least, so that what is little is not shown as nothing.
    var significant = 2
  }

  /// Returns the precision for the text of a unit.
  private static func precision(of unit: String) -> Precision? { precisions[unit] }

  /// Returns the precision for the size of a unit: a unit may be written in several ways.
  private static func precision(of unit: Unit) -> Precision? {
    read.first { $0.unit.isSameSize(as: unit) }?.precision
  }

  private static let precisions: [String: Precision] = {
    let groups = [
      (
        "count count/min kcal kJ min mmHg mg/dL mg mcg mL fl_oz_us ms % W dBASPL dBHL deg Hz Cal",
        Precision(decimals: 0)
      ),
      (
        "kg lb g oz st degC degF mL/min·kg cm in km/hr mi/hr hr IU kcal/hr·kg "
          + "mmol<180.1558800000541>/L",
        Precision(decimals: 1)
      ),
      ("km mi L m/s min/km min/mi", Precision(decimals: 2)),
      // Figures of these units range widely: from a step to a long swim, from seconds to a night.
      ("m ft yd s", Precision(decimals: 0, significant: 3)),
    ]
    var precisions: [String: Precision] = [:]
    for (units, precision) in groups {
      for unit in units.split(separator: " ") { precisions[String(unit)] = precision }
    }
    return precisions
  }()

  /// The same units, parsed; without percent, which has the same size as a count.
  private static let read: [(unit: Unit, precision: Precision)] = precisions.compactMap {
    guard let unit = try? Unit($0.key), !unit.isPercent else { return nil }
    return (unit, $0.value)
  }

  /// Returns the precision of types whose figures need other digits than their unit has.
  private static func precision(of question: Question) -> Precision? {
    guard let type = question.type else { return nil }
    return switch TypeCatalogue.shortName(of: type) {
    case "bodyMassIndex", "bodyFatPercentage", "respiratoryRate", "numberOfAlcoholicBeverages":
      Precision(decimals: 1)
    default: nil
    }
  }
}

extension ExportOptions {
  /// Returns the style of figures of a unit and a type.
  package func style(of unit: String, _ type: String) -> FigureStyle {
    FigureStyle(FigureStyle.Question(unit: unit, type: type), units)
  }
}

/// Objects in one line for a person who has just entered them, or takes them back.
package enum ObjectWords {
  /// Returns type, value, unit and time: `bodyMass 71.5 kg, 2026-03-01 07:00`; for a correlation it
  /// returns the members, and does not list them again by themselves. The text is safe for a
  /// terminal.
  ///
  /// - Parameters:
  ///   - zone: the zone of the times.
  ///   - catalogue: the types of the journal.
  package static func text(
    _ objects: [HealthObject], in zone: ZoneRules, _ catalogue: JournalTypes
  ) -> String {
    var members: [ObjectUUID: Content] = [:]
    for object in objects { members[object.uuid] = object.content }
    var inside: Set<ObjectUUID> = []
    for case .correlation(let correlation) in objects.map(\.content) {
      inside.formUnion(correlation.members)
    }
    let texts = objects.filter { !inside.contains($0.uuid) }.map { object in
      let span = object.content.span.map { ", " + times($0, in: zone) } ?? ""
      return (note(object) ?? mood(object) ?? what(object.content, members, catalogue)) + span
    }
    let shown = texts.count > 4 ? texts.prefix(3) + ["… \(texts.count - 3) more"] : texts[...]
    return TerminalText.escaped(shown.joined(separator: "; "))
  }

  /// Returns the beginning of a note's text, and its tags: `note "flu" (sick)`; nil for any other
  /// object.
  private static func note(_ object: HealthObject) -> String? {
    guard object.content.type == Note.type else { return nil }
    let words = Note.Words(stated: object.fields)
    let text = words.text.map { text in
      "\"" + (text.count > shownOfNote ? text.prefix(shownOfNote) + "…" : text[...]) + "\""
    }
    let tags = words.tags.isEmpty ? nil : "(\(words.tags.joined(separator: ", ")))"
    return ["note", text, tags].compactMap(\.self).joined(separator: " ")
  }

  /// Returns the words of a state of mind: `stateOfMind pleasant, calm, work`; nil for any other
  /// object.
  private static func mood(_ object: HealthObject) -> String? {
    guard let mood = try? StateOfMind(object) else { return nil }
    let words =
      [mood.valenceClassification?.name].compactMap(\.self) + mood.labels.map(\.name)
      + mood.associations.map(\.name)
    return "\(TypeCatalogue.plainName(of: StateOfMind.type)) \(words.joined(separator: ", "))"
  }

  /// The number of characters of a note's text that are shown.
  private static let shownOfNote = 60

  /// Returns the content of an object, without its time.
  private static func what(
    _ content: Content, _ members: [ObjectUUID: Content], _ catalogue: JournalTypes
  ) -> String {
    switch content {
    case .workout(let workout): return self.workout(workout)
    case .correlation(let correlation):
      let parts = correlation.members.map { uuid in
        members[uuid].map { what($0, [:], catalogue) } ?? "\(uuid)"
      }
      return "\(ReadableText.name(correlation.type)) of \(parts.joined(separator: ", "))"
    case .characteristic(let trait):
      return "\(ReadableText.name(trait.type)) \(value(of: trait))"
    case .quantity(let sample):
      let style = FigureStyle(
        FigureStyle.Question(unit: sample.unit, type: sample.type, isExact: true), .stated)
      return "\(ReadableText.name(sample.type)) \(style.phrase(sample.value))"
    case .category, .summary, .document:
      let words = [
        ReadableText.name(content.type), ReadableText.text(content.valueCell(catalogue)),
        ReadableText.text(content.unitCell),
      ]
      return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Returns the value by its short name, if it has one.
  private static func value(of trait: Characteristic) -> String {
    guard case .characteristic(let type)? = TypeCatalogue.find(trait.type) else {
      return trait.value
    }
    return type.value(exportName: trait.value)?.name ?? trait.value
  }

  private static func workout(_ workout: WorkoutContent) -> String {
    let totals = WorkoutTotal.allCases.compactMap { total in
      workout.totals[total].map { "\(ReadableText.number($0.value)) \($0.unit)" }
    }
    let name = "\(ReadableText.name(workout.activity)) workout"
    let duration = ReadableText.duration(workout.duration).map { [$0] } ?? []
    return ([name] + duration + totals).joined(separator: " ")
  }

  /// Returns `2026-03-01 07:00`, `2026-03-01 07:00 to 07:30` or `2026-03-01 23:00 to 2026-03-02
  /// 06:30`.
  private static func times(_ span: TimeSpan, in zone: ZoneRules) -> String {
    let start = Timestamp(span.start.instant, in: zone)
    let end = Timestamp(span.end.instant, in: zone)
    let first = ReadableText.time(start, seconds: false, offset: false)
    guard start != end else { return first }
    let last = ReadableText.time(end, seconds: false, offset: false)
    let isOneDay = start.date == end.date
    return
      "\(first) to \(isOneDay ? String(last.dropFirst(start.date.description.count + 1)) : last)"
  }
}
