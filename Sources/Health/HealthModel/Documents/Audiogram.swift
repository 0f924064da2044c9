/// A hearing test: HealthKit's HKAudiogramSample.
///
///     let point = Audiogram.SensitivityPoint(frequency: 1000, left: .init(15), right: .init(20))
///     let test = Audiogram(span: now, points: [point])
///     test.points[0].left?.sensitivity   // 15 dBHL: the softest sound that was heard
public struct Audiogram: DocumentValue {
  /// What one ear heard at a frequency.
  public struct Ear: Hashable, Sendable {
    /// The softest sound that was heard, in dBHL: 0 is what a healthy young ear hears.
    public var sensitivity: Double
    /// Whether noise was played to the other ear, where known.
    public var isMasked: Bool?
    /// The least and the greatest that the test could tell, in dBHL, where known.
    public var clampingLowerBound: Double?
    /// See `clampingLowerBound`.
    public var clampingUpperBound: Double?

    /// This sensitivity, in dBHL.
    public init(
      _ sensitivity: Double, isMasked: Bool? = nil, clampingLowerBound: Double? = nil,
      clampingUpperBound: Double? = nil
    ) {
      self.sensitivity = sensitivity
      self.isMasked = isMasked
      self.clampingLowerBound = clampingLowerBound
      self.clampingUpperBound = clampingUpperBound
    }
  }

  /// What was heard at one frequency: HealthKit's HKAudiogramSensitivityPoint.
  public struct SensitivityPoint: Hashable, Sendable {
    /// The frequency in Hz.
    public var frequency: Double
    /// The left ear, where it was tested.
    public var left: Ear?
    /// The right ear, where it was tested.
    public var right: Ear?

    /// What the ears heard at this frequency.
    public init(frequency: Double, left: Ear? = nil, right: Ear? = nil) {
      self.frequency = frequency
      self.left = left
      self.right = right
    }
  }

  /// The kind of the object that holds it.
  public static let kind = Document.Kind.audiogram
  /// HealthKit's identifier of its type.
  public static let type = "HKDataTypeIdentifierAudiogram"

  /// When the test was made.
  public var span: TimeSpan
  /// One or more, each with an ear at least.
  public var points: [SensitivityPoint]

  /// A test of these points.
  public init(span: TimeSpan, points: [SensitivityPoint]) {
    self.span = span
    self.points = points
  }

  /// Reads an object.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init(_ object: HealthObject) throws(DocumentProblem) {
    span = try Self.span(of: object)
    let reader = DocumentReader(object.fields)
    points = []
    for part in try reader.parts("sensitivityPoints") {
      points.append(try SensitivityPoint(part))
    }
    if points.isEmpty { throw reader.problem("sensitivityPoints", "a list of one point or more") }
  }

  /// What it says, by name: Apple's names.
  public var fields: [Field] {
    [Field("sensitivityPoints", .list(points.map { .fields($0.fields) }))]
  }
}

extension Audiogram.SensitivityPoint {
  fileprivate init(_ reader: DocumentReader) throws(DocumentProblem) {
    frequency = try reader.requiredNumber(
      "frequencyValue", in: Unit(known: "Hz"), unitName: "frequencyUnit", .positive)
    left = try Audiogram.Ear(reader, "leftEar")
    right = try Audiogram.Ear(reader, "rightEar")
    if left == nil, right == nil {
      throw reader.problem("leftEarValue", "a number, unless rightEarValue is")
    }
  }

  fileprivate var fields: [Field] {
    [Field("frequencyValue", .number(frequency)), Field("frequencyUnit", .text("Hz"))]
      + (left?.fields("leftEar") ?? []) + (right?.fields("rightEar") ?? [])
  }
}

extension Audiogram.Ear {
  fileprivate init?(_ reader: DocumentReader, _ side: String) throws(DocumentProblem) {
    let unit = Unit(known: "dBHL")
    guard
      let sensitivity = try reader.number(side + "Value", in: unit, unitName: side + "Unit")
    else { return nil }
    self.init(
      sensitivity, isMasked: try reader.flag(side + "Masked"),
      clampingLowerBound: try reader.number(side + "ClampingRangeLowerBound"),
      clampingUpperBound: try reader.number(side + "ClampingRangeUpperBound"))
  }

  fileprivate func fields(_ side: String) -> [Field] {
    var fields = [
      Field(side + "Value", .number(sensitivity)), Field(side + "Unit", .text("dBHL")),
    ]
    fields.add(side + "Masked", ifAny: isMasked)
    fields.add(side + "ClampingRangeLowerBound", ifAny: clampingLowerBound)
    fields.add(side + "ClampingRangeUpperBound", ifAny: clampingUpperBound)
    return fields
  }
}
