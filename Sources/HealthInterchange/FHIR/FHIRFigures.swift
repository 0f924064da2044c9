import ByteTools
import HealthImport
import HealthModel
import HealthProjections
import HealthTables
import ViewTables

/// Figures that views compute, as Observations with a tag that says that they are no samples.
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

  /// The steps of each day, as `daily` has them: sources merged, by the day where they were taken.
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
    var writer = JSONWriter()
    writer.object { writer in
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
    return writer.bytes
  }
}

extension JSONWriter {
  /// A CodeableConcept of a code of LOINC.
  fileprivate mutating func code(_ code: (String, String)) {
    object("code") { writer in
      writer.objects("coding", [code]) { $0.coding(FHIRName.loinc, $1.0, display: $1.1) }
    }
  }
}

/// The person whose journal it is: no name, which a journal does not have.
enum FHIRPatient {
  /// The Patient as JSON, of the newest value of each characteristic.
  static func bytes(_ id: String, _ traits: [String: String]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
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
    return writer.bytes
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
