import ByteTools
import HealthEvents
import HealthModel

/// An electrocardiogram as the phone writes it next to an export, in English: lines of a label and
/// a value, then a voltage in µV on each line. No element of export.xml names it.
struct AppleRecording {
  /// The bytes of the file.
  let bytes: [UInt8]
  /// The losses of the file.
  let losses: [AppleLoss]

  /// Creates the recording of an object; nil: there are no voltages, or the time of measurement is
  /// unknown.
  init?(_ live: LiveObject) {
    let fields = live.object.fields
    guard let span = live.object.content.span, case .list(let list)? = fields["voltages"],
      case .number(let frequency)? = fields["samplingFrequency"], frequency > 0
    else { return nil }
    var voltages: [Double] = []
    for case .number(let voltage) in list { voltages.append(voltage) }
    guard !voltages.isEmpty, voltages.count == list.count else { return nil }
    let kept = Self.header(fields)
    var bytes: [UInt8] = []
    for (label, value) in kept ?? Self.header(live, span.start, frequency) {
      if label == "Lead", kept == nil { bytes.append(contentsOf: "\n\n".utf8) }
      Self.append(label, value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    for voltage in voltages {
      DecimalText.append(voltage, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    self.bytes = bytes
    let end = TimeSpan(from: span.start.wholeSecond, seconds: Double(voltages.count) / frequency)
    losses = Self.losses(of: live, span, end)
  }

  // MARK: The beginning

  /// Returns the lines of the file that the object was read from.
  private static func header(_ fields: [Field]) -> [(String, String)]? {
    guard case .list(let lines)? = fields["header"] else { return nil }
    var header: [(String, String)] = []
    for case .fields(let line) in lines {
      guard case .text(let label)? = line["label"], case .text(let value)? = line["value"]
      else { return nil }
      header.append((label, value))
    }
    return header
  }

  private static func header(
    _ live: LiveObject, _ start: Timestamp, _ frequency: Double
  ) -> [(String, String)] {
    let fields = live.object.fields
    return [
      ("Name", ""), ("Date of Birth", ""), ("Recorded Date", AppleDateText.text(start)),
      ("Classification", verdict(fields)), ("Symptoms", symptoms(fields)),
      ("Software Version", live.origin?.source.version ?? ""),
      ("Device", live.origin?.device?.hardware ?? ""),
      ("Sample Rate", DecimalText.text(frequency) + " hertz"), ("Lead", "Lead I"), ("Unit", "µV"),
    ]
  }

  private static let verdicts: [String: String] = [
    "sinusRhythm": "Sinus Rhythm", "atrialFibrillation": "Atrial Fibrillation",
    "inconclusiveLowHeartRate": "Low Heart Rate", "inconclusiveHighHeartRate": "High Heart Rate",
    "inconclusivePoorReading": "Poor Recording", "inconclusiveOther": "Inconclusive",
    "unrecognized": "Unrecognized", "notSet": "Not Set",
  ]

  private static func verdict(_ fields: [Field]) -> String {
    if case .text(let name)? = fields["classification"], let words = verdicts[name] {
      return words
    }
    if case .text(let words)? = fields["classificationText"] { return words }
    return ""
  }

  private static func symptoms(_ fields: [Field]) -> String {
    if case .text(let words)? = fields["symptoms"] { return words }
    switch fields["symptomsStatus"] {
    case .text("none"): return "None"
    case .text("present"): return "Present"
    default: return ""
    }
  }

  private static func append(_ label: String, _ value: String, to bytes: inout [UInt8]) {
    append(cell: label, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    append(cell: value, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func append(cell: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let breaks = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    var line: [UInt8] = []
    var isBreak = false
    for byte in cell.utf8 {
      let wasBreak = isBreak
      isBreak = breaks.contains(byte)
      if !isBreak { line.append(byte) } else if !wasBreak { line.append(UInt8(ascii: " ")) }
    }
    guard line.contains(where: { $0 == UInt8(ascii: ",") || $0 == quote }) else {
      return bytes.append(contentsOf: line)
    }
    bytes.append(quote)
    for byte in line { bytes += byte == quote ? [quote, quote] : [byte] }
    bytes.append(quote)
  }

  // MARK: What is lost

  /// The fields of an object that the file states.
  private static let said: Set = [
    "classification", "classificationText", "symptomsStatus", "symptoms", "samplingFrequency",
    "header", "voltages",
  ]

  private static func losses(
    of live: LiveObject, _ span: TimeSpan, _ read: TimeSpan
  ) -> [AppleLoss] {
    let object = live.object
    var losses: [AppleLoss] = []
    if !span.start.isWholeSecond { losses.append(.fraction) }
    if abs(span.end.instant.seconds(since: read.end.instant)) >= 1 { losses.append(.content) }
    if object.created != nil { losses.append(.created) }
    if !object.metadata.isEmpty { losses.append(.metadata) }
    if object.fields.contains(where: { !said.contains($0.name) }) { losses.append(.details) }
    let source = live.origin?.source
    if live.origin == nil {
      losses.append(.byHand)
    } else if source?.name != "ECG" {
      losses.append(.source)
    }
    if live.hasMoreOfSource { losses.append(.sourceDetails) }
    let device = live.origin?.device
    if device != nil, device != Device(hardware: device?.hardware) { losses.append(.device) }
    return losses
  }
}
