import ByteTools
import HealthModel
import HealthEvents

extension AppleObjects {
  /// The electrocardiogram that a file holds. Its source is Apple's ECG app, under the name that
  /// HealthKit has for it: nothing else writes electrocardiograms, and the file names but the app's
  /// version.
  ///
  /// `header` keeps the lines of the file's beginning as they stand, the person's name and date of
  /// birth among them.
  static func electrocardiogram(_ file: ECGFile) -> AppleHealthRun.Stated {
    let classification = file.value(.classification) ?? ""
    let symptoms = file.value(.symptoms) ?? ""
    var fields: [Field] = []
    if let known = ECGWords.classification(classification) {
      fields.append(Field("classification", .text(known.name)))
    } else if !classification.isEmpty {
      fields.append(Field("classificationText", .text(classification)))
    }
    if let status = symptomsStatus(symptoms, isKnown: file.isLabelled(.symptoms)) {
      fields.append(Field("symptomsStatus", .text(status.name)))
    }
    if !symptoms.isEmpty { fields.append(Field("symptoms", .text(symptoms))) }
    fields.append(Field("samplingFrequency", .number(file.frequency)))
    fields.append(
      Field(
        "header",
        .list(
          file.header.map { line in
            .fields([Field("label", .text(line.label)), Field("value", .text(line.value))])
          })))
    fields.append(Field("voltages", .list(file.voltages.map { .number($0) })))
    let hardware = file.value(.device) ?? ""
    let version = file.value(.version) ?? ""
    let stated = StatedObject(
      node: 0, content: .document(Document(kind: .ecg, span: file.span)),
      identity: identity(of: file),
      source: Source(name: "ECG", version: version.isEmpty ? nil : version), fields: fields)
    let draft = Draft(
      HealthObject(uuid: stated.identity.uuid(), content: stated.content, fields: fields),
      source: stated.source, device: hardware.isEmpty ? nil : Device(hardware: hardware))
    return AppleHealthRun.Stated(object: stated, draft: draft)
  }

  /// What the words about symptoms mean; nil where there are none, or where their language is not
  /// known.
  private static func symptomsStatus(
    _ words: String, isKnown: Bool
  ) -> Electrocardiogram.SymptomsStatus? {
    if ECGWords.noSymptoms.contains(words.lowercased()) {
      return Electrocardiogram.SymptomsStatus.none
    }
    return words.isEmpty || !isKnown ? nil : .present
  }

  private static func identity(of file: ECGFile) -> ContentIdentity {
    var bytes: [UInt8] = []
    for voltage in file.voltages {
      DecimalText.append(voltage, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    var identity = ContentIdentity("ECG")
    identity.add(file.start.instant)
    identity.add(SHA256.hash(bytes.rawBytes).hexText)
    return identity
  }
}
