import ByteTools
import HealthEvents
import HealthModel

/// An electrocardiogram as the phone writes it: lines of a label and a value in the phone's
/// language, then a voltage a line, with the decimal sign of its region.
///
///     Name,Ann Example                        Name
///     Date of Birth,"Mar 27, 1987"            Geburtstag,"27.03.1987"
///     Recorded Date,2024-05-01 07:30:00 +0200 Aufzeichnungsdatum,2020-07-31 22:48:19 +0200
///     Classification,Sinus Rhythm             Klassifizierung,Sinusrhythmus
///     Symptoms,                               Symptome,
///     Software Version,1.90                   Softwareversion,1.13
///     Device,"Watch6,1"                       Gerät,"Watch4,2"
///     Sample Rate,512 hertz                   Messrate,"511,562 Hertz"
///
///     Lead,Lead I                             Ableitung,Ableitung I
///     Unit,µV                                 Einheit,µV
///
///     -180.596                                -180,596
///
/// The order is the same in every language that has been seen, so what a line is follows from its
/// position: the first value that is a date of an export is that of the recording, the last number
/// with a word after it is the sample rate, the four lines between them are classification,
/// symptoms, version and device, and the last two lines are lead and unit. A known label
/// (`ECGWords`) comes before the position, and where there are more or fewer lines between, labels
/// alone decide.
struct ECGFile {
  /// A line of the beginning.
  struct Line: Equatable {
    var label: String
    var value: String
  }

  /// The lines before the voltages, unchanged.
  private(set) var header: [Line] = []
  /// The beginning of the recording.
  private(set) var start: Timestamp
  /// The number of measurements a second.
  private(set) var frequency: Double
  /// The voltages in µV.
  private(set) var voltages: [Double] = []
  private var recordedLine: Int
  private var rateLine: Int

  /// Reads a file whole.
  ///
  /// - Throws: `UnreadablePart`.
  init(_ bytes: [UInt8]) throws(UnreadablePart) {
    var lines = ECGLines(bytes)
    var line = lines.next()
    while let text = line, !ECGLines.isNumber(text) {
      guard let text = String(validating: text, as: UTF8.self) else {
        throw UnreadablePart("it is not UTF-8", at: lines.offset)
      }
      header.append(Self.line(text))
      guard header.count <= 64, text.utf8.count <= 4096 else {
        throw UnreadablePart("it is not an electrocardiogram of the phone")
      }
      line = lines.next()
    }
    let dates = header.map { AppleDate.parse(Array($0.value.utf8).rawBytes) }
    let rates = header.map { Self.rate($0.value) }
    guard let recorded = dates.firstIndex(where: { $0 != nil }), let start = dates[recorded],
      let rate = rates.lastIndex(where: { $0 != nil }), let frequency = rates[rate],
      rate > recorded
    else { throw UnreadablePart("it is not an electrocardiogram of the phone") }
    guard let unit = header.last?.value, ECGWords.microvolts.contains(unit) else {
      throw UnreadablePart("its unit is not µV")
    }
    guard line != nil else { throw UnreadablePart("it has no voltages") }
    (self.start, self.frequency) = (start, frequency)
    (recordedLine, rateLine) = (recorded, rate)
    voltages = try lines.voltages()
  }

  /// The time from the first measurement to the end of the last.
  var span: TimeSpan { TimeSpan(from: start, seconds: Double(voltages.count) / frequency) }

  /// Returns a label and the text after the first comma, without quotes.
  private static func line(_ text: String) -> Line {
    var rest = text.unicodeScalars[...]
    let label = cell(&rest)
    return Line(label: label, value: rest.first == "\"" ? cell(&rest) : String(rest))
  }

  /// Takes a cell and the comma after it.
  private static func cell(_ rest: inout Substring.UnicodeScalarView) -> String {
    guard rest.first == "\"" else {
      let cell = rest.prefix { $0 != "," }
      rest = rest.dropFirst(cell.count + 1)
      return String(cell)
    }
    var cell = String.UnicodeScalarView()
    rest.removeFirst()
    while let quote = rest.firstIndex(of: "\"") {
      cell.append(contentsOf: rest[..<quote])
      rest = rest[rest.index(after: quote)...]
      guard rest.first == "\"" else {
        rest = rest.drop { $0 != "," }.dropFirst()
        return String(cell)
      }
      cell.append("\"")
      rest.removeFirst()
    }
    cell.append(contentsOf: rest)
    rest.removeAll()
    return String(cell)
  }

  /// Reads a frequency, such as `512 hertz`, `511,562 Hertz` or `512 Hz`: a number above 0 and a
  /// word without digits.
  private static func rate(_ text: String) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "," || $0 == ".") }
    let word = text.dropFirst(number.count).filter { !$0.isWhitespace }
    guard !word.isEmpty, word.allSatisfy(\.isLetter),
      let (rate, _) = ECGLines.number(Array(number.utf8)), rate > 0
    else { return nil }
    return rate
  }

  // MARK: Lines

  /// The role of a line of the beginning.
  enum Role: Int, CaseIterable {
    /// The roles in the order of the lines.
    case classification, symptoms, version, device
  }

  /// Returns the value of a line; nil if its line is not known.
  func value(_ role: Role) -> String? {
    let between = recordedLine + 1..<rateLine
    if let line = header[between].first(where: {
      ECGWords.labels[role]?.contains($0.label) ?? false
    }) {
      return line.value
    }
    guard between.count == Role.allCases.count else { return nil }
    return header[between.lowerBound + role.rawValue].value
  }

  /// Returns true if the label of a line is known, and so the language.
  func isLabelled(_ role: Role) -> Bool {
    header.contains { ECGWords.labels[role]?.contains($0.label) ?? false }
  }
}

struct ECGLines {
  private let bytes: [UInt8]
  private var end = 0
  private var current = 0..<0

  /// Creates the lines of these bytes, without a byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { end = 3 }
  }

  /// The offset of the line that came last.
  var offset: UInt64 { UInt64(current.lowerBound) }

  /// Returns the next line that is not blank, without white space around it; nil after the last.
  mutating func next() -> ArraySlice<UInt8>? {
    while end < bytes.count {
      let stop = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var line = end..<stop
      end = stop + 1
      while let first = line.first, bytes[first] <= 0x20 { line.removeFirst() }
      while let last = line.last, bytes[last] <= 0x20 { line.removeLast() }
      if line.isEmpty { continue }
      current = line
      return bytes[line]
    }
    return nil
  }

  /// Returns true if a line is a number and nothing else.
  static func isNumber(_ line: ArraySlice<UInt8>) -> Bool { number(Array(line)) != nil }

  /// Reads a number with a decimal point or comma, and returns its sign character; a minus may be
  /// U+2212. A number with two signs could be read in two ways, and is not accepted.
  static func number(_ text: [UInt8]) -> (value: Double, sign: UInt8?)? {
    var text = text
    if text.starts(with: [0xE2, 0x88, 0x92]) { text.replaceSubrange(0..<3, with: [0x2D]) }
    let signs = text.indices.filter {
      text[$0] == UInt8(ascii: ",") || text[$0] == UInt8(ascii: ".")
    }
    guard signs.count <= 1 else { return nil }
    let sign = signs.first.map { text[$0] }
    if let index = signs.first { text[index] = UInt8(ascii: ".") }
    return AppleNumber.parse(text.rawBytes).map { ($0, sign) }
  }

  /// Returns the voltages of the line that was read last and of all lines after it.
  ///
  /// - Throws: `UnreadablePart` if one is no number.
  mutating func voltages() throws(UnreadablePart) -> [Double] {
    var voltages: [Double] = []
    var sign: UInt8?
    var line: ArraySlice<UInt8>? = bytes[current]
    while let text = line {
      guard let number = Self.number(Array(text)) else {
        throw UnreadablePart("a voltage is not a number", at: offset)
      }
      guard sign == nil || number.sign == nil || number.sign == sign else {
        throw UnreadablePart("its numbers have two decimal signs", at: offset)
      }
      sign = sign ?? number.sign
      voltages.append(number.value)
      line = next()
    }
    return voltages
  }
}

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
  static let labels: [ECGFile.Role: Set<String>] = [
    .classification: ["Classification", "Klassifizierung"],
    .symptoms: ["Symptoms", "Symptome"],
    .version: ["Software Version", "Softwareversion"],
    .device: ["Device", "Gerät"],
  ]

  /// The unit, with the micro sign, the Greek letter, and without either.
  static let microvolts: Set<String> = ["\u{B5}V", "\u{3BC}V", "uV"]

  /// Returns the meaning of a verdict; nil for one that is not known, or that HealthKit has no one
  /// word for.
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

  /// The words for the absence of symptoms.
  static let noSymptoms: Set<String> = ["none", "no symptoms", "keine", "keine symptome"]
}

extension AppleObjects {
  /// Returns the electrocardiogram in a file. Its source is Apple's ECG app, under HealthKit's name
  /// for it: nothing else writes electrocardiograms, and the file names only the app's version.
  ///
  /// `header` keeps the lines of the file's beginning unchanged, including the person's name and
  /// date of birth.
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

  /// Returns the meaning of the words about symptoms; nil if there are none, or if their language
  /// is not known.
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
