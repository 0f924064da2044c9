/// An electrocardiogram: HealthKit's HKElectrocardiogram.
///
///     let ecg = try Electrocardiogram(object)
///     ecg.classification      // .sinusRhythm
///     ecg.voltages.count      // 15360: 30 s at 512 Hz
public struct Electrocardiogram: DocumentValue {
  /// The rhythm that the source's algorithm found.
  public enum Classification: Int, NamedEnumeration {
    /// The values of HKElectrocardiogramClassification.
    case notSet = 0, sinusRhythm, atrialFibrillation, inconclusiveLowHeartRate,
      inconclusiveHighHeartRate, inconclusivePoorReading, inconclusiveOther, unrecognized = 100

    /// HealthKit's name for it.
    public static let enumeration = "HKElectrocardiogramClassification"
  }

  /// The symptoms, as the person answered.
  public enum SymptomsStatus: Int, NamedEnumeration {
    /// The values of HKElectrocardiogramSymptomsStatus.
    case notSet = 0, none, present

    /// HealthKit's name for it.
    public static let enumeration = "HKElectrocardiogramSymptomsStatus"
  }

  /// The kind of the object that holds it.
  public static let kind = Document.Kind.ecg
  /// HealthKit's identifier of its type.
  public static let type = "HKDataTypeIdentifierElectrocardiogram"

  /// The time from the first measurement to the last.
  public var span: TimeSpan
  /// The rhythm that the source's algorithm found.
  public var classification: Classification
  /// The symptoms, as the person answered.
  public var symptomsStatus: SymptomsStatus
  /// Beats a minute, where the recording was good enough.
  public var averageHeartRate: Double?
  /// Measurements a second, in Hz.
  public var samplingFrequency: Double?
  /// The voltages of the one lead that a watch has, similar to lead I, in µV, equally spaced.
  public var voltages: [Double]

  /// Creates an electrocardiogram of these measurements.
  public init(
    span: TimeSpan, classification: Classification, symptomsStatus: SymptomsStatus = .notSet,
    averageHeartRate: Double? = nil, samplingFrequency: Double? = nil, voltages: [Double] = []
  ) {
    self.span = span
    self.classification = classification
    self.symptomsStatus = symptomsStatus
    self.averageHeartRate = averageHeartRate
    self.samplingFrequency = samplingFrequency
    self.voltages = voltages
  }

  /// Reads an object.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init(_ object: HealthObject) throws(DocumentProblem) {
    span = try Self.span(of: object)
    let reader = DocumentReader(object.fields)
    classification = try reader.requiredNamed("classification")
    symptomsStatus = try reader.named("symptomsStatus") ?? .notSet
    averageHeartRate = try reader.number("averageHeartRate", in: .countPerMinute, .positive)
    samplingFrequency = try reader.number(
      "samplingFrequency", in: Unit(known: "Hz"), .positive)
    voltages = try reader.numbers("voltages")
    if samplingFrequency == nil, !voltages.isEmpty {
      throw reader.problem("samplingFrequency", "a number, as there are voltages")
    }
  }

  /// The fields of the journal's line.
  public var fields: [Field] {
    var fields = [
      Field("classification", .text(classification.name)),
      Field("symptomsStatus", .text(symptomsStatus.name)),
    ]
    fields.add("averageHeartRate", ifAny: averageHeartRate)
    fields.add("samplingFrequency", ifAny: samplingFrequency)
    fields.add("voltages", voltages.map { .number($0) })
    return fields
  }
}

/// The beats of a heart one by one: HealthKit's HKHeartbeatSeriesSample.
///
///     let series = try HeartbeatSeries(object)
///     series.beats[1].timeSinceStart - series.beats[0].timeSinceStart   // 0.84 s
public struct HeartbeatSeries: DocumentValue {
  /// A heartbeat, by its distance from the start of the series.
  public struct Beat: Hashable, Sendable {
    /// Seconds since the series began.
    public var timeSinceStart: Double
    /// True if beats before it may be missing.
    public var precededByGap: Bool

    /// Creates a beat this many seconds after the start.
    public init(_ timeSinceStart: Double, precededByGap: Bool = false) {
      self.timeSinceStart = timeSinceStart
      self.precededByGap = precededByGap
    }
  }

  /// The kind of the object that holds it.
  public static let kind = Document.Kind.heartbeats
  /// HealthKit's identifier of its type.
  public static let type = "HKDataTypeIdentifierHeartbeatSeries"

  /// The time from the first beat to the last.
  public var span: TimeSpan
  /// The beats in order of time; at least one.
  public var beats: [Beat]

  /// Creates a series of these beats.
  public init(span: TimeSpan, beats: [Beat]) {
    self.span = span
    self.beats = beats
  }

  /// Reads an object.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init(_ object: HealthObject) throws(DocumentProblem) {
    span = try Self.span(of: object)
    let reader = DocumentReader(object.fields)
    beats = []
    for part in try reader.parts("beats") {
      let time = try part.requiredNumber("timeSinceStart", .notNegative)
      guard time >= beats.last?.timeSinceStart ?? 0 else {
        throw part.problem("timeSinceStart", "no less than that of the beat before")
      }
      beats.append(Beat(time, precededByGap: try part.flag("precededByGap") ?? false))
    }
    if beats.isEmpty { throw reader.problem("beats", "a list of one beat or more") }
  }

  /// The fields of the journal's line.
  public var fields: [Field] {
    let beats = beats.map { beat in
      FieldValue.fields([
        Field("timeSinceStart", .number(beat.timeSinceStart)),
        Field("precededByGap", .boolean(beat.precededByGap)),
      ])
    }
    return [Field("beats", .list(beats))]
  }
}
