/// The beats of a heart one by one: HealthKit's HKHeartbeatSeriesSample.
///
///     let series = try HeartbeatSeries(object)
///     series.beats[1].timeSinceStart - series.beats[0].timeSinceStart   // 0.84 s
public struct HeartbeatSeries: DocumentValue {
  /// One beat.
  public struct Beat: Hashable, Sendable {
    /// Seconds since the series began.
    public var timeSinceStart: Double
    /// Whether beats before it may have been missed.
    public var precededByGap: Bool

    /// A beat this many seconds after the start.
    public init(_ timeSinceStart: Double, precededByGap: Bool = false) {
      self.timeSinceStart = timeSinceStart
      self.precededByGap = precededByGap
    }
  }

  /// The kind of the object that holds it.
  public static let kind = Document.Kind.heartbeats
  /// HealthKit's identifier of its type.
  public static let type = "HKDataTypeIdentifierHeartbeatSeries"

  /// From when to when.
  public var span: TimeSpan
  /// One or more, in order of time.
  public var beats: [Beat]

  /// A series of these beats.
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

  /// What it says, by name.
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
