import HealthEvents
import HealthModel
import Testing

@testable import HealthImport

/// Electrocardiograms in the languages of phones.
@Suite struct ECGTests {
  struct Language: Sendable, CustomStringConvertible {
    var description: String
    var header: String
    var voltages = "-180.596\n12\n0.5\n"
    var classification: String?
    var text: String?
    var frequency = 512.0
  }

  static let languages = [
    Language(
      description: "English",
      header: """
        Name,Ann Example
        Date of Birth,"Mar 27, 1987"
        Recorded Date,2024-05-01 07:30:00 +0200
        Classification,Heart Rate Over 120
        Symptoms,
        Software Version,1.90
        Device,"Watch6,1"
        Sample Rate,512 hertz


        Lead,Lead I
        Unit,µV
        """, classification: "inconclusiveHighHeartRate"),
    Language(
      description: "German",
      header: """
        Name
        Geburtstag,"27.03.1987"
        Aufzeichnungsdatum,2024-05-01 07:30:00 +0200
        Klassifizierung,Sinusrhythmus
        Symptome,
        Softwareversion,1.90
        Gerät,"Watch6,1"
        Messrate,511,562\u{A0}Hertz


        Ableitung,Ableitung I
        Einheit,µV
        """, voltages: "-180,596\n12\n0,5\n", classification: "sinusRhythm", frequency: 511.562),
    Language(
      description: "French",
      header: """
        Nom,Anne
        Date de naissance,"27 mars 1987"
        Date d’enregistrement,2024-05-01 07:30:00 +0200
        Classement,Fibrillation auriculaire
        Symptômes,
        Version du logiciel,1.90
        Appareil,"Watch6,1"
        Fréquence d’échantillonnage,"511,562 hertz"

        Dérivation,Dérivation I
        Unité,μV
        """, voltages: "-180,596\n12\n0,5\n", classification: "atrialFibrillation",
      frequency: 511.562),
    Language(
      description: "Spanish, unknown verdict",
      header: """
        Nombre
        Fecha de nacimiento,27/3/87
        Fecha de grabación,2024-05-01 07:30:00 +0200
        Clasificación,No concluyente
        Síntomas,
        Versión de software,1.90
        Dispositivo,"Watch6,1"
        Frecuencia de muestreo,512 hercios

        Derivación,Derivación I
        Unidad,µV
        """, voltages: "-180,596\n12\n0,5\n", text: "No concluyente"),
    Language(
      description: "Chinese",
      header: """
        姓名,安
        出生日期,1987年3月27日
        记录日期,2024-05-01 07:30:00 +0200
        分类,窦性心律
        症状,
        软件版本,1.90
        设备,"Watch6,1"
        采样率,512赫兹

        导联,I 导联
        单位,µV
        """, classification: "sinusRhythm"),
    Language(
      description: "Swedish minus",
      header: """
        Namn
        Födelsedatum,1987-03-27
        Inspelningsdatum,2024-05-01 07:30:00 +0200
        Klassificering,Sinusrytm
        Symptom,
        Programversion,1.90
        Enhet,"Watch6,1"
        Samplingsfrekvens,512 hertz
        Avledning,Avledning I
        Mätenhet,µV
        """, voltages: "\u{2212}180,596\n12\n0,5\n", text: "Sinusrytm"),
  ]

  private static func draft(_ text: String) throws -> Draft {
    AppleObjects.electrocardiogram(try ECGFile(Array(text.utf8))).draft
  }

  @Test(arguments: languages) func isReadInItsLanguage(_ language: Language) throws {
    for text in [
      language.header + "\n\n" + language.voltages,
      "\u{FEFF}" + (language.header + "\n\n" + language.voltages).replacing("\n", with: "\r\n"),
    ] {
      let draft = try Self.draft(text)
      let fields = draft.object.fields
      #expect(fields["classification"] == language.classification.map { .text($0) })
      #expect(fields["classificationText"] == language.text.map { .text($0) })
      #expect(fields["symptomsStatus"] == nil && fields["symptoms"] == nil)
      #expect(fields["samplingFrequency"] == .number(language.frequency))
      #expect(fields["voltages"] == .list([.number(-180.596), .number(12), .number(0.5)]))
      #expect(draft.source == Source(name: "ECG", version: "1.90"))
      #expect(draft.device == Device(hardware: "Watch6,1"))
      if case .list(let header)? = fields["header"] {
        #expect(header.count == 10)
      } else {
        Issue.record("no header")
      }
    }
  }

  /// The same recording is one object, in whatever language it is exported.
  @Test func identityIsTheRecording() throws {
    let uuids = try Self.languages.map {
      try Self.draft($0.header + "\n" + $0.voltages).object.uuid
    }
    #expect(Set(uuids).count == 1)
    let other = try Self.draft(Self.languages[0].header + "\n-180.596\n12\n0.6\n")
    #expect(!uuids.contains(other.object.uuid))
  }

  @Test func itReadsAsTheTypedValue() throws {
    let text = Self.languages[1].header.replacing("Symptome,", with: "Symptome,Müdigkeit")
    let object = try Self.draft(text + "\n1,5\n2\n").object
    let ecg = try Electrocardiogram(object)
    #expect(ecg.classification == .sinusRhythm && ecg.symptomsStatus == .present)
    #expect(object.fields["symptoms"] == .text("Müdigkeit"))
    #expect(ecg.span.start.description == "2024-05-01T07:30:00+02:00")
    #expect(abs(ecg.span.duration - 2 / 511.562) < 1e-6)
  }

  /// Lines whose places are not known are kept, and claim nothing.
  @Test func anotherLineBetweenIsNoVerdict() throws {
    let spanish = Self.languages[3].header.replacing("Síntomas,", with: "Más,64 lpm\nSíntomas,")
    let fields = try Self.draft(spanish + "\n1\n").object.fields
    #expect(fields["classification"] == nil && fields["classificationText"] == nil)
    let english = Self.languages[0].header.replacing("Symptoms,", with: "More,1\nSymptoms,None")
    let known = try Self.draft(english + "\n1\n").object.fields
    #expect(known["classification"] == .text("inconclusiveHighHeartRate"))
    #expect(known["symptomsStatus"] == .text("none"))
  }

  private static let header = languages[0].header + "\n"

  private static let damaged: [(String, String)] = [
    ("", "it is not an electrocardiogram of the phone"),
    ("a,b\n1,2\n", "it is not an electrocardiogram"),
    ("1\n2\n", "it is not an electrocardiogram"), (header, "it has no voltages"),
    (header + "1\nx\n", "a voltage is not a number"),
    (header + "1\nNaN\n", "a voltage is not a number"),
    (header + "1\n1.234,5\n", "a voltage is not a number"),
    (header + "1.5\n2,5\n", "its numbers have two decimal signs"),
    (header.replacing("µV", with: "mV") + "1\n", "its unit is not µV"),
    (header.replacing("512 hertz", with: "many") + "1\n", "it is not an electrocardiogram"),
    (
      header.replacing("2024-05-01 07:30:00", with: "today") + "1\n",
      "it is not an electrocardiogram"
    ),
  ]

  @Test(arguments: damaged) func damage(_ text: String, _ reason: String) throws {
    let problem = #expect(throws: UnreadablePart.self) { try Self.draft(text) }
    #expect(problem?.reason.hasPrefix(reason) ?? false, "\(problem?.reason ?? "")")
  }

  @Test func aDamagedFileIsSetAsideAndTheOthersAreRead() throws {
    let good = Self.header + "1\n2\n"
    var sink = MemorySink()
    let outcome = try load(
      export(),
      beside: Companions(texts: [
        "electrocardiograms/a.csv": good, "electrocardiograms/b.csv": "no",
        "electrocardiograms/c.csv": good, "other/d.csv": good,
      ]), into: &sink)
    #expect(lines(outcome) == ["ECG file 3 = 1 + 1 + 1"])
    #expect(outcome.issues.map(\.file) == ["electrocardiograms/b.csv"])
    #expect(outcome.notRead == ["1 other file"] && sink.quarantine.count == 1)
  }
}
