import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import HealthViews
import JournalFile

/// Writes objects as Observations.
struct FHIRObservationWriter {
  /// The uuid of the journal, in small letters; it is also the id of the Patient.
  let journalID: String
  /// The types of the journal.
  private let catalogue: JournalTypes
  private var clock: LocalClock
  /// The importer's reading of the output.
  private var readBack = FHIRReadBack()
  /// The Devices that were written, by the source and device that they state.
  private var devices: [Origin: String] = [:]
  /// The resources written and not yet handed out: Devices, then the Observation that names one.
  private var resources: [Resource] = []

  struct Resource {
    var id: String
    var bytes: [UInt8]
  }

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - journal: its uuid, in small letters.
  ///   - catalogue: its types.
  init(journal: String, timeZone: String, _ catalogue: JournalTypes) {
    journalID = journal
    self.catalogue = catalogue
    clock = LocalClock(timeZone)
  }

  /// Hands out the resources written since the last call.
  mutating func take() -> [Resource] {
    defer { resources.removeAll() }
    return resources
  }

  /// Returns true if there is an Observation for such an object.
  static func hasResource(_ content: Content) -> Bool {
    switch content {
    case .quantity, .category, .correlation, .workout, .characteristic: true
    case .summary: false
    case .document(let document): document.type == Note.type
    }
  }

  /// Writes an object.
  ///
  /// - Returns: what is lost; nil: nothing. With `.size` the object is written, but not as it was;
  ///   with any other loss it is not written.
  mutating func write(_ stated: Stated) -> FHIRLoss? {
    guard Self.hasResource(stated.object.content) else { return .noResource }
    guard let (plain, isExact) = plain(stated) else { return .time }
    let id = FHIRText.uuid(stated.object.uuid)
    if isExact {
      resources.append(Resource(id: id, bytes: plain))
      return nil
    }
    let (ownSpan, ownDevice) = (span(stated), device(stated))
    let whole = observation(stated, ownSpan, ownDevice, isWhole: true)
    resources.append(Resource(id: id, bytes: whole))
    return readBack.drafts(of: whole)?.first == stated.drafts.first ? nil : .size
  }

  /// Returns true if an import of an Observation gives the same object without the extension that
  /// holds it whole.
  mutating func isExact(_ stated: Stated) -> Bool { plain(stated)?.isExact ?? false }

  private mutating func plain(_ stated: Stated) -> (bytes: [UInt8], isExact: Bool)? {
    let span = span(stated)
    if let span, FHIRText.time(span.start) == nil || FHIRText.time(span.end) == nil { return nil }
    // Before the call, which would hold a copy of all devices while another one is added.
    let device = device(stated)
    let plain = observation(stated, span, device, isWhole: false)
    return (plain, readBack.drafts(of: plain) == stated.drafts)
  }

  private mutating func span(_ stated: Stated) -> TimeSpan? {
    guard let span = stated.object.content.span else { return nil }
    return clock.local(span, stated.object.metadata)
  }

  /// An object with all that an Observation of it states.
  struct Stated {
    let live: LiveObject
    let members: [LiveObject]
    let sequence: UInt64
    let workout: ObjectUUID?
    /// The totals of a workout, as `workouts` shows them.
    let totals: [WorkoutTotal: Amount]

    /// Creates the statement.
    ///
    /// - Parameters:
    ///   - members: the samples of a correlation that its Observation holds; empty: it refers to
    ///     its own.
    ///   - workout: the workout that it was saved with.
    init(
      _ live: LiveObject, members: [LiveObject], at sequence: UInt64, workout: ObjectUUID?,
      totals: [WorkoutTotal: Amount] = [:]
    ) {
      (self.live, self.members, self.sequence, self.workout) = (live, members, sequence, workout)
      self.totals = totals
    }

    var object: HealthObject { live.object }

    /// The text and the tags of a note; nil for any other object.
    var note: Note.Words? {
      object.content.type == Note.type ? Note.Words(stated: object.fields) : nil
    }

    /// The drafts that an import must give back.
    var drafts: [Draft] { ([live] + members).map(\.draft) }
  }

  // MARK: Devices

  /// Returns the id of the Device of an origin, which is written before it is first named.
  private mutating func device(_ stated: Stated) -> String? {
    guard let origin = stated.live.statedOrigin else { return nil }
    if let known = devices[origin] { return known }
    let id = FHIRText.derived("Device", String(decoding: OriginText.bytes(origin), as: UTF8.self))
    devices[origin] = id
    let bytes = FHIRDeviceWriter.bytes(origin, id: id)
    readBack.add(device: bytes)
    resources.append(Resource(id: id, bytes: bytes))
    return id
  }

  /// Returns an Observation as JSON.
  ///
  /// - Parameter isWhole: true if an extension holds the whole object too.
  func observation(
    _ stated: Stated, _ span: TimeSpan?, _ device: String?, isWhole: Bool
  ) -> [UInt8] {
    var writer = JSONWriter()
    let type = stated.object.content.type
    let declared = catalogue.declaration(of: type)?.type
    let coding = FHIRCoding(type, declared)
    let profile = profile(stated, coding)
    writer.object { writer in
      writer.member("resourceType", "Observation")
      writer.member("id", FHIRText.uuid(stated.object.uuid))
      writer.object("meta") { writer in
        writer.member("source", "urn:uuid:\(journalID)#\(stated.sequence)")
        if let profile { writer.strings("profile", [profile]) }
      }
      writer.extensions(stated, span, declared, isWhole: isWhole)
      writer.member("status", "final")
      if let category = category(stated, profile) {
        writer.objects("category", [category]) { writer, code in
          writer.objects("coding", [code]) { $0.coding(FHIRName.category, $1) }
        }
      }
      if let words = stated.note {
        writer.note(words)
      } else {
        writer.code(coding)
      }
      writer.reference("subject", journalID)
      writer.effective(span)
      writer.member("issued", text: stated.object.created.flatMap { FHIRText.time($0) })
      writer.value(stated.object.content)
      if let device { writer.reference("device", device) }
      writer.hasMembers(stated)
      writer.components(stated)
    }
    return writer.bytes
  }

  /// Returns the profile of US Core that the Observation meets; nil: none. It requires a time, a
  /// unit of its own and, for blood pressure, both figures.
  private func profile(_ stated: Stated, _ coding: FHIRCoding) -> String? {
    guard let profile = coding.profile else { return nil }
    let samples = stated.members.isEmpty ? [stated.live] : stated.members
    let codes = samples.map { live -> String? in
      guard case .quantity(let sample) = live.object.content else { return nil }
      return FHIRAmount(sample.value, sample.unit, of: sample.type).code
    }
    guard codes.allSatisfy({ $0.map(profile.units.contains) ?? false }) else { return nil }
    if case .correlation = stated.object.content, stated.members.count != 2 { return nil }
    return profile.url
  }

  private func category(_ stated: Stated, _ profile: String?) -> String? {
    if profile != nil { return "vital-signs" }
    if case .workout = stated.object.content { return "activity" }
    return nil
  }
}

extension LiveObject {
  /// The object as a command has it.
  var draft: Draft {
    var object = object
    object.origin = nil
    return Draft(object, source: statedOrigin?.source, device: statedOrigin?.device)
  }

  /// Its source and device; if it has none, the app that asked for the save; nil: the owner entered
  /// it by hand.
  var statedOrigin: Origin? {
    if let origin { return origin }
    return by == EventActor.owner ? nil : Origin(source: Source(name: by, bundle: by))
  }
}

/// The reason why an object is left out of an export, or is changed when it is imported again.
enum FHIRLoss: String {
  case noResource = "no resource of FHIR is written for it"
  case time = "its year is none that FHIR has"
  case size = "too large for an extension: what FHIR has no word for is left out"

  /// True where the object itself is left out.
  var isAbsence: Bool { self != .size }
}

/// An extension of an Observation.
private enum StatedExtension {
  case text(_ url: String, String)
  case metadata([Metadata.Entry])
}

extension JSONWriter {
  // MARK: Extensions

  fileprivate mutating func extensions(
    _ stated: FHIRObservationWriter.Stated, _ span: TimeSpan?, _ declared: DeclaredType?,
    isWhole: Bool
  ) {
    var parts: [StatedExtension] = []
    if let declared { parts.append(.text(FHIRName.declaration, DeclarationText.json(declared))) }
    if let own = stated.object.content.span, let span, own != span, !isWhole {
      let offsets = "\(own.start.offsetMinutes) \(own.end.offsetMinutes)"
      parts.append(.text(FHIRName.offsets, offsets))
    }
    if let workout = stated.workout {
      parts.append(.text(FHIRName.workout, FHIRText.uuid(workout)))
    }
    if isWhole {
      let text = DraftText.json(stated.live.draft)
      if text.utf8.count <= JSONParser.stringLimit { parts.append(.text(FHIRName.object, text)) }
    }
    let entries = stated.object.metadata.entries.filter(\.isText)
    if !entries.isEmpty { parts.append(.metadata(entries)) }
    objects("extension", parts) { writer, part in
      switch part {
      case .text(let url, let text): writer.extension(url, text: text)
      case .metadata(let entries): writer.metadata(entries)
      }
    }
  }

  fileprivate mutating func metadata(_ entries: [Metadata.Entry]) {
    member("url", FHIRName.metadata)
    objects("extension", entries) { writer, entry in
      writer.member("url", FHIRName.metadata + "/" + FHIRName.escaped(entry.key))
      switch entry.value {
      case .string(let text): writer.member("valueString", text)
      case .number(let number):
        writer.member("valueDecimal", number: DecimalText.text(number))
      case .boolean(let flag): writer.member("valueBoolean", flag)
      case .date(let time): writer.member("valueDateTime", text: FHIRText.time(time))
      case .quantity(let number, let unit):
        writer.object("valueQuantity") { writer in
          writer.member("value", number: DecimalText.text(number))
          writer.member("unit", text: unit)
        }
      }
    }
  }

  // MARK: Times and values

  fileprivate mutating func effective(_ span: TimeSpan?) {
    guard let span else { return }
    if span.start == span.end {
      member("effectiveDateTime", text: FHIRText.time(span.start))
    } else {
      object("effectivePeriod") { writer in
        writer.member("start", text: FHIRText.time(span.start))
        writer.member("end", text: FHIRText.time(span.end))
      }
    }
  }

  fileprivate mutating func value(_ content: Content) {
    switch content {
    case .quantity(let sample):
      valueQuantity(FHIRAmount(sample.value, sample.unit, of: sample.type))
    case .category(let sample): concept(Self.word(sample), nil)
    case .workout(let workout):
      let known = WorkoutActivityType.all.first { $0.exportName == workout.activity }
      concept(workout.activity, known?.name)
    case .characteristic(let trait): if FHIRText.isText(trait.value) { characteristic(trait) }
    case .correlation, .summary, .document: break
    }
  }

  /// Writes a CodeableConcept with a word of Apple's.
  private mutating func concept(_ word: String, _ name: String?) {
    object("valueCodeableConcept") { writer in
      writer.objects("coding", [word]) { $0.coding(FHIRName.apple, $1, display: name) }
    }
  }

  private mutating func characteristic(_ trait: Characteristic) {
    if trait.value.hasPrefix("HK") {
      concept(trait.value, nil)
    } else {
      member("valueString", trait.value)
    }
  }

  private static func word(_ sample: CategoryContent) -> String {
    switch sample.value {
    case .name(let word): return word
    case .code(let code):
      guard case .category(let known)? = TypeCatalogue.find(sample.type) else { return "\(code)" }
      return known.value(rawValue: code)?.exportName ?? "\(code)"
    }
  }

  // MARK: Parts

  /// Writes the members of a correlation that have Observations of their own.
  fileprivate mutating func hasMembers(_ stated: FHIRObservationWriter.Stated) {
    guard case .correlation(let correlation) = stated.object.content, stated.members.isEmpty
    else { return }
    objects("hasMember", correlation.members) { writer, uuid in
      writer.member("reference", "urn:uuid:\(FHIRText.uuid(uuid))")
    }
  }

  fileprivate mutating func components(_ stated: FHIRObservationWriter.Stated) {
    if case .workout(let workout) = stated.object.content {
      return components(of: workout, stated.totals)
    }
    if let note = stated.note {
      return objects("component", note.tags.filter(FHIRText.isText)) { writer, tag in
        writer.object("code") { $0.member("text", "Tag") }
        writer.member("valueString", tag)
      }
    }
    objects("component", stated.members) { writer, live in
      guard case .quantity(let sample) = live.object.content else { return }
      writer.member("id", FHIRText.uuid(live.object.uuid))
      let entries = live.object.metadata.entries.filter(\.isText)
      if !entries.isEmpty {
        writer.objects("extension", [entries]) { $0.metadata($1) }
      }
      writer.code(FHIRCoding(sample.type))
      writer.valueQuantity(FHIRAmount(sample.value, sample.unit, of: sample.type))
    }
  }

  /// Writes what a note is, without a code of any system, and its text.
  fileprivate mutating func note(_ words: Note.Words) {
    object("code") { $0.member("text", "Note") }
    if let text = words.text, FHIRText.isText(text) { member("valueString", text) }
  }

  /// Writes the duration of a workout, and its totals.
  private mutating func components(of workout: WorkoutContent, _ totals: [WorkoutTotal: Amount]) {
    let known = WorkoutTotal.allCases.filter { totals[$0] != nil }
    array("component", [nil] + known) { writer, total in
      writer.object { writer in
        if let total, let amount = totals[total] {
          writer.total(total, amount, of: workout)
        } else {
          writer.duration(of: workout)
        }
      }
    }
  }

  private mutating func duration(of workout: WorkoutContent) {
    object("code") { writer in
      writer.objects("coding", [FHIRName.Code.workoutDuration]) { $0.coding(FHIRName.loinc, $1) }
      writer.member("text", "Duration")
    }
    valueQuantity(FHIRAmount(workout.duration / 60, "min", of: ""))
  }

  private mutating func total(_ total: WorkoutTotal, _ amount: Amount, of workout: WorkoutContent) {
    let types = workout.types(of: total)
    let type = types.count == 1 ? types[0] : nil
    if let type {
      code(FHIRCoding(type))
    } else {
      // No code is of the distance of several sports together.
      object("code") { $0.member("text", FHIRCoding.words(total.rawValue)) }
    }
    valueQuantity(FHIRAmount(amount.value, amount.unit, of: type ?? ""))
  }

  /// Writes a CodeableConcept of a code of LOINC.
  fileprivate mutating func code(_ code: (String, String)) {
    object("code") { writer in
      writer.objects("coding", [code]) { $0.coding(FHIRName.loinc, $1.0, display: $1.1) }
    }
  }
}

extension Metadata.Entry {
  /// True if FHIR can hold all its texts.
  fileprivate var isText: Bool {
    switch value {
    case .string(let text): FHIRText.isText(text)
    case .number, .boolean: true
    case .date(let time): FHIRText.time(time) != nil
    case .quantity(_, let unit): FHIRText.isText(unit)
    }
  }
}

/// The figures that views compute, as Observations with a tag that marks them as no samples.
enum FHIRFigures {
  /// Returns how long each night was slept, as `sleep` has it without naps, with the stages that
  /// are known.
  static func nights(
    _ request: inout ViewRequest, of journal: String
  ) throws -> [FHIRObservationWriter.Resource] {
    let nights = try SleepView.nights(
      of: request.journal, in: try request.context(), .withoutNaps)
    return nights.compactMap { night in
      guard let asleep = night.asleep else { return nil }
      let id = FHIRText.derived("Sleep", "\(journal) \(night.date)")
      let stages = [
        (FHIRName.Code.deepSleep, "Deep sleep duration", night.deep),
        (FHIRName.Code.lightSleep, "Light sleep duration", night.core),
        (FHIRName.Code.remSleep, "REM sleep duration", night.rem),
      ]
      let bytes = observation(id, journal, (FHIRName.Code.sleep, "Sleep duration")) { writer in
        writer.object("effectivePeriod") { writer in
          writer.member("start", text: FHIRText.time(night.span.start))
          writer.member("end", text: FHIRText.time(night.span.end))
        }
        writer.valueQuantity(hours(asleep))
        writer.objects("component", stages.filter { $0.2 != nil }) { writer, stage in
          writer.code((stage.0, stage.1))
          writer.valueQuantity(hours(stage.2 ?? 0))
        }
      }
      return FHIRObservationWriter.Resource(id: id, bytes: bytes)
    }
  }

  private static func hours(_ seconds: Double) -> FHIRAmount {
    FHIRAmount(seconds / 3600, "hr", of: "")
  }

  /// Returns the steps of each day, as `daily` has them: sources merged, by the local day of the
  /// samples.
  static func days(
    _ request: inout ViewRequest, of journal: String
  ) throws -> [FHIRObservationWriter.Resource] {
    var context = try request.context()
    context.query.types = [QuantityType.stepCount.identifier]
    return try DailyView.statistics(of: request.journal, in: context).compactMap { day in
      guard let steps = day.sum else { return nil }
      let id = FHIRText.derived("Steps", "\(journal) \(day.day)")
      let code = (FHIRName.Code.daySteps, "Number of steps in 24 hour Measured")
      let bytes = observation(id, journal, code) { writer in
        writer.member("effectiveDateTime", "\(day.day)")
        writer.valueQuantity(FHIRAmount(steps, "count", of: ""))
      }
      return FHIRObservationWriter.Resource(id: id, bytes: bytes)
    }
  }

  private static func observation(
    _ id: String, _ journal: String, _ code: (String, String),
    _ body: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    JSONWriter.objectBytes { writer in
      writer.member("resourceType", "Observation")
      writer.member("id", id)
      writer.object("meta") { writer in
        writer.member("source", "urn:uuid:\(journal)")
        writer.objects("tag", [FHIRName.figure]) { $0.coding(FHIRName.tags, $1) }
      }
      writer.member("status", "final")
      writer.objects("category", ["activity"]) { writer, category in
        writer.objects("coding", [category]) { $0.coding(FHIRName.category, $1) }
      }
      writer.code(code)
      writer.reference("subject", journal)
      body(&writer)
    }
  }
}

/// The person whose journal it is: no name, which a journal does not have.
enum FHIRPatient {
  /// Returns the Patient as JSON, of the newest value of each characteristic.
  static func bytes(_ id: String, _ traits: [String: String]) -> [UInt8] {
    JSONWriter.objectBytes { writer in
      writer.member("resourceType", "Patient")
      writer.member("id", id)
      writer.object("meta") { $0.strings("profile", [FHIRCoding.patientProfile]) }
      writer.objects("identifier", [id]) { writer, id in
        writer.member("system", "urn:ietf:rfc:3986")
        writer.member("value", "urn:uuid:\(id)")
      }
      writer.objects("name", [id]) { writer, _ in
        writer.objects("extension", ["unknown"]) { writer, code in
          writer.member("url", "http://hl7.org/fhir/StructureDefinition/data-absent-reason")
          writer.member("valueCode", code)
        }
      }
      writer.member("gender", gender(traits["HKCharacteristicTypeIdentifierBiologicalSex"]))
      let birth = traits["HKCharacteristicTypeIdentifierDateOfBirth"].flatMap { CivilDate($0) }
      if let birth { writer.member("birthDate", "\(birth)") }
    }
  }

  private static func gender(_ sex: String?) -> String {
    switch sex {
    case "HKBiologicalSexFemale": "female"
    case "HKBiologicalSexMale": "male"
    case "HKBiologicalSexOther": "other"
    default: "unknown"
    }
  }
}
