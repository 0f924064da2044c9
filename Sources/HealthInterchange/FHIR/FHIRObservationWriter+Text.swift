import ByteTools
import HealthImport
import HealthModel
import JournalFile

extension FHIRObservationWriter {
  /// An Observation as JSON.
  ///
  /// - Parameter isWhole: whether the object stands in an extension too, as it is.
  func observation(
    _ stated: Stated, _ span: TimeSpan?, _ device: String?, isWhole: Bool
  ) -> [UInt8] {
    var writer = JSONWriter()
    let coding = FHIRCoding(stated.object.content.type)
    let profile = profile(stated, coding)
    writer.object { writer in
      writer.member("resourceType", "Observation")
      writer.member("id", FHIRText.uuid(stated.object.uuid))
      writer.object("meta") { writer in
        writer.member("source", "urn:uuid:\(journalID)#\(stated.sequence)")
        if let profile { writer.strings("profile", [profile]) }
      }
      writer.extensions(stated, span, isWhole: isWhole)
      writer.member("status", "final")
      if let category = category(stated, profile) {
        writer.objects("category", [category]) { writer, code in
          writer.objects("coding", [code]) { $0.coding(FHIRName.category, $1) }
        }
      }
      writer.code(coding)
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

  /// The profile of US Core that the Observation meets; nil: none. It demands a time, a unit of its
  /// own and, of blood pressure, both figures.
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

extension JSONWriter {
  /// An array of texts.
  mutating func strings(_ key: String, _ texts: [String]) {
    self.key(key)
    array(texts) { $0.string($1) }
  }

  // MARK: Extensions

  fileprivate mutating func extensions(
    _ stated: FHIRObservationWriter.Stated, _ span: TimeSpan?, isWhole: Bool
  ) {
    var texts: [(url: String, text: String)] = []
    if let own = stated.object.content.span, let span, own != span, !isWhole {
      texts.append(
        (FHIRName.offsets, "\(own.start.offsetMinutes) \(own.end.offsetMinutes)"))
    }
    if let workout = stated.workout { texts.append((FHIRName.workout, FHIRText.uuid(workout))) }
    if isWhole {
      let text = DraftText.json(stated.live.draft)
      if text.utf8.count <= JSONParser.stringLimit { texts.append((FHIRName.object, text)) }
    }
    let entries = stated.object.metadata.entries.filter(\.isText)
    guard !texts.isEmpty || !entries.isEmpty else { return }
    key("extension")
    bytes.append(UInt8(ascii: "["))
    for (url, text) in texts {
      separate()
      object { $0.extension(url, text: text) }
    }
    if !entries.isEmpty {
      separate()
      object { $0.metadata(entries) }
    }
    bytes.append(UInt8(ascii: "]"))
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

  /// A CodeableConcept with a word of Apple's.
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

  private static func word(_ sample: CategorySample) -> String {
    switch sample.value {
    case .name(let word): return word
    case .code(let code):
      guard case .category(let known)? = TypeCatalogue.find(sample.type) else { return "\(code)" }
      return known.value(rawValue: code)?.exportName ?? "\(code)"
    }
  }

  // MARK: Parts

  /// The members of a correlation that have Observations of their own.
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

  /// How long a workout took, and its totals.
  private mutating func components(of workout: Workout, _ totals: [WorkoutTotal: Amount]) {
    let known = WorkoutTotal.allCases.compactMap { total in totals[total].map { (total, $0) } }
    key("component")
    bytes.append(UInt8(ascii: "["))
    object { writer in
      writer.object("code") { writer in
        writer.objects("coding", [FHIRName.Code.workoutDuration]) {
          $0.coding(FHIRName.loinc, $1)
        }
        writer.member("text", "Duration")
      }
      writer.valueQuantity(FHIRAmount(workout.duration / 60, "min", of: ""))
    }
    for (total, amount) in known {
      separate()
      object { writer in
        let types = workout.types(of: total)
        let type = types.count == 1 ? types[0] : nil
        if let type {
          writer.code(FHIRCoding(type))
        } else {
          // No code is of the distance of several sports together.
          writer.object("code") { $0.member("text", FHIRCoding.words(total.rawValue)) }
        }
        writer.valueQuantity(FHIRAmount(amount.value, amount.unit, of: type ?? ""))
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension Metadata.Entry {
  /// Whether FHIR has texts for all of it.
  fileprivate var isText: Bool {
    switch value {
    case .string(let text): FHIRText.isText(text)
    case .number, .boolean: true
    case .date(let time): FHIRText.time(time) != nil
    case .quantity(_, let unit): FHIRText.isText(unit)
    }
  }
}
