import ByteTools
import HealthEvents
import HealthModel
import JournalFile

/// The statement of an Observation.
struct StatedObservation {
  /// The object, and after a correlation its members.
  var drafts: [Draft]
  /// True if this program wrote it, and its uuids are those of the objects.
  var isOwn: Bool
  /// The workout that it was saved with.
  var workout: ObjectUUID?
  /// Percents that may be fractions.
  var doubts: [DoubtfulPercent] = []

  /// The statement to save.
  var statement: IdentifiedObjects.Statement {
    IdentifiedObjects.Statement(drafts: drafts, workout: workout, isOwn: isOwn)
  }
}

/// Reads Observations of FHIR R4: those of this program as the objects that they were, those of
/// others as far as the catalogue has a type for their code.
struct FHIRObservation {
  private let resource: FieldValue
  private let devices: FHIRDevices
  /// The days of dates without a time.
  private let calendar: DayCalendar
  /// The type of its code.
  private let type: String?

  /// Creates the reader of an Observation.
  ///
  /// - Parameter calendar: the days of dates without a time.
  init(_ resource: FieldValue, _ devices: FHIRDevices, _ calendar: DayCalendar) {
    self.resource = resource
    self.devices = devices
    self.calendar = calendar
    type = Self.type(of: resource["code"])
  }

  /// True if its code is of no type that a journal has, and it does not hold an object whole, as a
  /// note.
  var isOfNoType: Bool { type == nil && text(of: FHIRName.object) == nil }

  /// True if it gives the reason for a missing value, and has neither a value nor a part of one.
  var isWithoutValue: Bool {
    let parts = resource["component"].elements
    let isAbsent =
      resource["dataAbsentReason"] != nil || parts.contains { $0["dataAbsentReason"] != nil }
    return isAbsent && !parts.contains(where: Self.hasValue) && !Self.hasValue(resource)
  }

  private static func hasValue(_ element: FieldValue) -> Bool {
    guard case .fields(let members) = element else { return false }
    return members.contains { $0.name.hasPrefix("value") }
  }

  /// True if it is a figure computed from samples.
  var isFigure: Bool {
    resource["meta"]?["tag"].elements.contains {
      $0["system"].text == FHIRName.tags && $0["code"].text == FHIRName.figure
    } ?? false
  }

  /// True if its code is for the total of a day. Apple's own code is for a sample of its type.
  var isDayTotal: Bool {
    let code = resource["code"]
    return Self.appleCode(code) == nil
      && Self.codings(code, of: FHIRName.loinc).contains { FHIRName.Code.dayTotals[$0] != nil }
  }

  /// Reads its statement; nil: it is of no type that a journal has.
  func read() throws -> StatedObservation? {
    if isOfNoType { return nil }
    let status = resource["status"].text ?? ""
    guard ["final", "amended", "corrected"].contains(status) else {
      throw UnreadablePart("its status is not final, amended or corrected")
    }
    if let object = try wholeObject() { return object }
    guard let type else { return nil }
    guard let span = try span() else { throw UnreadablePart("it has no time") }
    guard let content = try content(type, span) else { return nil }
    var object = HealthObject(
      uuid: ownUUID ?? Self.noUUID, content: content,
      created: resource["issued"].time)
    object.metadata = metadata(of: resource)
    if let place = sensorLocation { object.metadata = Metadata(object.metadata.entries + [place]) }
    let origin = devices.origin(of: resource)
    var whole = Draft(object, source: origin?.source ?? others, device: origin?.device)
    let members = try self.members(of: whole)
    if case .correlation(var correlation) = content, !members.isEmpty {
      correlation.members = members.map(\.object.uuid)
      whole.object.content = .correlation(correlation)
    }
    return StatedObservation(
      drafts: lacksMembers(type, members) ? members : [whole] + members, isOwn: ownUUID != nil,
      workout: workout, doubts: doubts)
  }

  /// Returns true if it states that members were not measured which a correlation of its type
  /// requires: the measured ones are samples by themselves.
  private func lacksMembers(_ type: String, _ members: [Draft]) -> Bool {
    guard case .correlation(let known)? = TypeCatalogue.find(type), !members.isEmpty,
      known.membership == .eachOnce, members.count < known.containedTypes.count
    else { return false }
    return resource["component"].elements.contains { $0["dataAbsentReason"] != nil }
  }

  /// The place of a temperature measurement, by its code.
  private var sensorLocation: Metadata.Entry? {
    guard type == QuantityType.bodyTemperature.identifier, Self.appleCode(resource["code"]) == nil
    else { return nil }
    return Self.codings(resource["code"], of: FHIRName.loinc).lazy
      .compactMap { LOINCTypes.sensorLocation($0) }.first
      .map { Metadata.Entry(MetadataName.bodyTemperatureSensorLocation, .number($0)) }
  }

  /// Percents that may be fractions.
  private var doubts: [DoubtfulPercent] {
    ([resource] + resource["component"].elements).compactMap { element in
      guard let type = Self.type(of: element["code"]), let value = element["valueQuantity"]
      else { return nil }
      return FHIRQuantity(value, of: type, by: writer).doubt
    }
  }

  /// Reads the object as it was written whole.
  private func wholeObject() throws -> StatedObservation? {
    guard let text = text(of: FHIRName.object) else { return nil }
    do {
      let draft = try DraftText.read(Array(text.utf8).rawBytes)
      return StatedObservation(drafts: [draft], isOwn: true, workout: workout)
    } catch {
      throw UnreadablePart("its extension \(FHIRName.object) has no object")
    }
  }

  private static let noUUID = ObjectUUID(high: 0, low: 0)

  /// The uuid of an Observation that this program wrote.
  private var ownUUID: ObjectUUID? {
    guard resource["meta"]?["source"].text?.hasPrefix("urn:uuid:") ?? false,
      Self.appleCode(resource["code"]) != nil
        || !Self.codings(resource["code"], of: FHIRName.types).isEmpty
    else { return nil }
    return resource["id"].text.flatMap { ObjectUUID($0) }
  }

  private var writer: FHIRWriter {
    if ownUUID != nil { return .own }
    return Self.extensions(FHIRName.source, of: resource).isEmpty ? .other : .healthKitOnFHIR
  }

  /// The source of what another program wrote without naming a device.
  private var others: Source? {
    guard ownUUID == nil else { return nil }
    let names = resource["performer"].elements + [resource["device"]].compactMap { $0 }
    let display = names.lazy.compactMap { $0["display"].text }.first { !$0.isEmpty }
    return Source(name: display ?? "FHIR")
  }

  // MARK: Codes

  private static func codings(_ concept: FieldValue?, of system: String) -> [String] {
    concept?["coding"].elements.filter { $0["system"].text == system }
      .compactMap { $0["code"].text } ?? []
  }

  private static func appleCode(_ concept: FieldValue?) -> String? {
    codings(concept, of: FHIRName.apple).first
  }

  /// Returns Apple's word for a value; HealthKitOnFHIR has numbers, each of its own system.
  private static func appleWord(_ concept: FieldValue?) -> String? {
    concept["coding"].elements.first {
      $0["system"].text?.holds("developer.apple.com/documentation/healthkit") ?? false
    }?["code"].text
  }

  /// Returns the type of a code: by Apple's own word, by the identifier of a declared type, else by
  /// LOINC.
  private static func type(of code: FieldValue?) -> String? {
    let own = code["coding"].elements.first { $0["system"].text == FHIRName.apple }
    if let own, let word = own["code"].text, word.hasPrefix("HK") {
      return miscodings.first { $0.code == word && $0.display == own["display"].text }?.type ?? word
    }
    if let declared = codings(code, of: FHIRName.types).first(where: DeclaredType.isIdentifier) {
      return declared
    }
    return codings(code, of: FHIRName.loinc).lazy.compactMap { LOINCTypes.type($0) }.first
  }

  /// The types that HealthKitOnFHIR codes as others: for two it writes the code of the type before
  /// them in its mapping, for a third a word that HealthKit does not have. Only the display
  /// distinguishes them. Source: HKSampleMapping.json (StanfordBDHG, MIT, 25b9ca38).
  private static let miscodings = [
    ("AppleSleepingWristTemperature", "Atrial Fibrillation Burden", "AtrialFibrillationBurden"),
    ("CyclingFunctionalThresholdPower", "Cycling Speed", "CyclingSpeed"),
    ("DietaryCarbohydates", "Dietary Carbohydates", "DietaryCarbohydrates"),
  ].map { code, display, type in
    let prefix = "HKQuantityTypeIdentifier"
    return (code: prefix + code, display: display, type: prefix + type)
  }

  // MARK: Content

  /// Reads its content; nil: it is of a type that is no sample.
  private func content(_ type: String, _ span: TimeSpan) throws -> Content? {
    if case .correlation? = TypeCatalogue.find(type) {
      return .correlation(
        CorrelationContent(type: type, span: span, members: references("hasMember")))
    }
    let whole = resource["valueInteger"].map { FieldValue.fields([Field("value", $0)]) }
    if let value = resource["valueQuantity"] ?? whole {
      let amount = try FHIRQuantity(value, of: type, by: writer).amount()
      return .quantity(
        QuantityContent(type: type, span: span, value: amount.value, unit: amount.unit))
    }
    let isDeclared = DeclaredType.isIdentifier(type)
    guard isDeclared || type.hasPrefix("HKQuantityType") || type.hasPrefix("HKCategoryType") else {
      return nil
    }
    if let word = Self.appleWord(resource["valueCodeableConcept"]),
      isDeclared || type.hasPrefix("HKCategory")
    {
      return .category(CategoryContent(type: type, span: span, value: Self.value(word, of: type)))
    }
    // HealthKitOnFHIR states the type in place of a value where HealthKit has none.
    if resource["valueString"].text == type, type.hasPrefix("HKCategory") {
      let value = Self.value("HKCategoryValueNotApplicable", of: type)
      return .category(CategoryContent(type: type, span: span, value: value))
    }
    throw UnreadablePart("it has no value that fits its type")
  }

  private static func value(_ word: String, of type: String) -> CategoryCode {
    if case .category(let known)? = TypeCatalogue.find(type),
      let value = known.value(exportName: word)
    {
      return .code(value.rawValue)
    }
    return CategoryCode(word: word)
  }

  private func references(_ name: String) -> [ObjectUUID] {
    resource[name].elements.compactMap { $0["reference"].text }
      .compactMap { ObjectUUID($0.suffix(36)) }
  }

  /// Reads the members of a correlation from its components.
  private func members(of whole: Draft) throws -> [Draft] {
    guard case .correlation(let correlation) = whole.object.content else { return [] }
    var members: [Draft] = []
    for component in resource["component"].elements {
      guard let type = Self.type(of: component["code"]) else { continue }
      guard let value = component["valueQuantity"] else { continue }
      let amount = try FHIRQuantity(value, of: type, by: writer).amount()
      let sample = QuantityContent(
        type: type, span: correlation.span, value: amount.value, unit: amount.unit)
      var object = HealthObject(
        uuid: component["id"].text.flatMap { ObjectUUID($0) } ?? Self.noUUID,
        content: .quantity(sample), created: whole.object.created)
      object.metadata = metadata(of: component)
      members.append(Draft(object, source: whole.source, device: whole.device))
    }
    return members
  }

  // MARK: Times

  private func span() throws -> TimeSpan? {
    var span: TimeSpan?
    let time = resource["effectiveDateTime"] ?? resource["effectiveInstant"]
    if time != nil {
      span = try FHIRTime.span(time.text, calendar)
      if span == nil { throw UnreadablePart("its time is neither a moment nor a day") }
    } else if let period = resource["effectivePeriod"] {
      guard let start = try FHIRTime.span(period["start"].text, calendar)?.start,
        let end = try FHIRTime.span(period["end"].text, calendar)?.end
      else { throw UnreadablePart("its period does not have two moments or two days") }
      span = TimeSpan(start, end)
    }
    guard let span else { return nil }
    guard let offsets = text(of: FHIRName.offsets).flatMap(Self.offsets) else { return span }
    return TimeSpan(
      Timestamp(instant: span.start.instant, offsetMinutes: offsets.start),
      Timestamp(instant: span.end.instant, offsetMinutes: offsets.end))
  }

  /// Reads two numbers of minutes, such as `120 60`.
  private static func offsets(_ text: String) -> (start: Int16, end: Int16)? {
    let numbers = text.split(separator: " ").compactMap { Int16($0) }
    guard numbers.count == 2, numbers.allSatisfy({ (-1439...1439).contains($0) })
    else { return nil }
    return (numbers[0], numbers[1])
  }

  // MARK: Extensions

  private static func extensions(_ url: String, of element: FieldValue) -> [FieldValue] {
    element["extension"].elements.filter { $0["url"].text == url }
  }

  /// Returns the text of an extension of the resource; nil: it has none.
  private func text(of url: String) -> String? {
    Self.extensions(url, of: resource).first?["valueString"].text
  }

  /// The declaration of its type; nil: it states none that can be read.
  var declaration: DeclaredType? {
    text(of: FHIRName.declaration).flatMap { text in
      try? DeclarationText.read(Array(text.utf8).rawBytes)
    }
  }

  /// The workout that it was saved with.
  private var workout: ObjectUUID? { text(of: FHIRName.workout).flatMap { ObjectUUID($0) } }

  private func metadata(of element: FieldValue) -> Metadata {
    let stated = Self.extensions(FHIRName.metadata, of: element)
    return Metadata(stated.flatMap { $0["extension"].elements }.compactMap(entry))
  }

  private func entry(_ stated: FieldValue) -> Metadata.Entry? {
    guard let url = stated["url"].text, url.hasPrefix(FHIRName.metadata + "/"),
      let key = FHIRName.unescaped(url.dropFirst(FHIRName.metadata.count + 1))
    else { return nil }
    if let text = stated["valueString"].text { return Metadata.Entry(key, .string(text)) }
    if let number = stated["valueDecimal"].number { return Metadata.Entry(key, .number(number)) }
    if case .boolean(let flag)? = stated["valueBoolean"] {
      return Metadata.Entry(key, .boolean(flag))
    }
    if let time = stated["valueDateTime"].time { return Metadata.Entry(key, .date(time)) }
    if let quantity = stated["valueQuantity"], let number = quantity["value"].number,
      let unit = quantity["unit"].text
    {
      let read = writer == .own ? nil : Unit(written: unit)?.description
      return Metadata.Entry(key, .quantity(number, unit: read ?? unit))
    }
    // HealthKitOnFHIR states the number of a value of an enumeration as its code.
    if let code = stated["valueCoding"]?["code"].text, let number = Int(code) {
      return Metadata.Entry(key, .number(Double(number)))
    }
    return nil
  }
}

extension FieldValue? {
  /// The member of an object; nil: there is none.
  subscript(key: String) -> FieldValue? { self?[key] }
  /// The elements of an array; of others none.
  var elements: [FieldValue] { if case .list(let elements)? = self { elements } else { [] } }
  var text: String? { if case .text(let text)? = self { text } else { nil } }
  var number: Double? { if case .number(let number)? = self { number } else { nil } }

  /// The moment that a text names; a date alone names none.
  var time: Timestamp? { text.flatMap { Timestamp(rfc3339: $0) } }
}

/// The writer of an Observation, as far as that decides the reading of its numbers.
enum FHIRWriter {
  case own
  /// HealthKitOnFHIR, which writes percent as HealthKit has it: fractions of one.
  case healthKitOnFHIR
  /// Somebody else, or a HealthKitOnFHIR that does not say so.
  case other
}

/// A Quantity of FHIR as a number and a unit of HealthKit.
///
/// The unit is that of UCUM's code; else what the code or the unit for people means among the words
/// that programs write; else HealthKit's own text. The first that fits the type counts. A number
/// without a unit is a count, of types that are counted.
struct FHIRQuantity {
  private let quantity: FieldValue
  private let type: String
  private let known: QuantityType?
  private let writer: FHIRWriter

  /// Creates the Quantity of a type, by its identifier.
  init(_ quantity: FieldValue, of type: String, by writer: FHIRWriter) {
    self.quantity = quantity
    self.type = type
    self.writer = writer
    if case .quantity(let type)? = TypeCatalogue.find(type) { known = type } else { known = nil }
  }

  /// Returns the stated amount.
  func amount() throws -> Amount {
    guard quantity["comparator"] == nil else {
      throw UnreadablePart("it states only that the value is less or more than a number")
    }
    guard let number = quantity["value"].number else {
      throw UnreadablePart("its value is not a number")
    }
    if let known, let own = known.ownUCUM, isWritten(own) {
      return Amount(number, known.canonicalUnitText)
    }
    if writer == .own, let text = quantity["unit"].text {
      return Amount(code == "%" ? Self.hundredth(of: number) : number, text)
    }
    let unit = try unit()
    guard unit.isPercent, !isFraction(number) else { return Amount(number, unit.description) }
    return Amount(Self.hundredth(of: number), unit.description)
  }

  /// The doubt about a percent that may be a fraction of one, because its writer is unknown; nil:
  /// it may not.
  var doubt: DoubtfulPercent? {
    guard writer == .other, let number = quantity["value"].number, number > 0, number <= 1,
      let unit = try? unit(), unit.isPercent
    else { return nil }
    return DoubtfulPercent(type: type, isFraction: isFraction(number), count: 1)
  }

  // MARK: Percent

  /// Returns true if a number of percent is a fraction: HealthKitOnFHIR's numbers are, and nobody
  /// has at most 1 % of oxygen.
  private func isFraction(_ number: Double) -> Bool {
    guard number <= 1 else { return false }
    switch writer {
    case .own: return false
    case .healthKitOnFHIR: return true
    case .other: return known == .oxygenSaturation
    }
  }

  private static func hundredth(of number: Double) -> Double {
    PercentNumber.hundredth(of: DecimalText.text(number)) ?? number
  }

  // MARK: Units

  /// UCUM's code; nil: there is none, or it is of another system.
  private var code: String? {
    let system = quantity["system"].text
    return system == nil || system == FHIRName.ucum ? quantity["code"].text : nil
  }

  /// The texts that may be a unit.
  private var texts: [String] { [code, quantity["unit"].text].compactMap(\.self) }

  /// Returns true if its unit is UCUM's code for just one type, as people write it too: `kg/m2`,
  /// `kg/m^2`.
  private func isWritten(_ own: String) -> Bool {
    texts.contains { $0.exchanging("^", for: "").exchanging("²", for: "2") == own }
  }

  private func unit() throws -> Unit {
    // HealthKitOnFHIR (25b9ca38) has decibels of hearing here, and HealthKit those of sound.
    if let known, known == .environmentalSoundReduction, texts.contains("dB(HL)") {
      return known.canonicalUnit
    }
    let coded = code.flatMap { Unit(ucum: $0) }.map(meant)
    if let coded, fits(coded) { return coded }
    // Where no code is given, the unit may be one.
    let last = code == nil ? texts.first.flatMap { Unit(ucum: $0) } : nil
    let others = texts.map { Unit(written: $0) } + [last]
    let units = [coded].compactMap(\.self) + others.compactMap(\.self).map(meant)
    if let unit = units.first(where: fits) ?? units.first { return unit }
    guard !texts.isEmpty else {
      if let known, known.canonicalUnit == .count { return .count }
      throw UnreadablePart("it has no unit")
    }
    let read = texts.map { text in
      "'\(TerminalText.escaped(String(text.unicodeScalars.prefix(40))))'"
    }
    throw UnreadablePart(
      "HealthKit does not have its unit: \(read.joined(separator: ", "))")
  }

  private func meant(_ unit: Unit) -> Unit { known?.unit(entered: unit) ?? unit }

  private func fits(_ unit: Unit) -> Bool { known?.accepts(unit) ?? true }
}

/// Times of FHIR: moments, and dates without a time, which are whole days.
enum FHIRTime {
  /// Returns the days of a zone; those of UTC if the system has no such zone.
  static func calendar(of timeZone: String) -> DayCalendar {
    var zones = ZoneCatalogue()
    return DayCalendar((try? zones.rules(named: timeZone)) ?? .utc)
  }

  /// Returns the moment that a text names, or the day; nil: it is less than a day, or no time.
  ///
  /// - Throws: `UnreadablePart` if the moment is finer than those of a journal.
  static func span(_ text: String?, _ calendar: DayCalendar) throws -> TimeSpan? {
    guard let text else { return nil }
    if let moment = Timestamp(rfc3339: text) { return TimeSpan(at: moment) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 2, let zone = parts[1].firstIndex(where: { !$0.isNumber }),
      parts[1][..<zone].count > 6, Timestamp(rfc3339: String(parts[0] + parts[1][zone...])) != nil
    {
      throw UnreadablePart("its time has more than six digits after the seconds")
    }
    guard let day = CivilDate(text)?.dayNumber else { return nil }
    return TimeSpan(
      Timestamp(calendar.start(of: day), in: calendar.zone),
      Timestamp(calendar.start(of: day + 1), in: calendar.zone))
  }
}
