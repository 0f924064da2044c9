/// A hearing test: HealthKit's HKAudiogramSample.
///
///     let point = Audiogram.SensitivityPoint(frequency: 1000, left: .init(15), right: .init(20))
///     let test = Audiogram(span: now, points: [point])
///     test.points[0].left?.sensitivity   // 15 dBHL: the softest sound that was heard
public struct Audiogram: DocumentValue {
  /// The result for one ear at a frequency.
  public struct Ear: Hashable, Sendable {
    /// The softest sound that was heard, in dBHL: 0 is what a healthy young ear hears.
    public var sensitivity: Double
    /// True if noise was played to the other ear; nil if not known.
    public var isMasked: Bool?
    /// The least sensitivity that the test could measure, in dBHL; nil if not known.
    public var clampingLowerBound: Double?
    /// The greatest sensitivity that the test could measure, in dBHL; nil if not known.
    public var clampingUpperBound: Double?

    /// Makes a result of this sensitivity, in dBHL.
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

  /// The results of both ears at one frequency: HealthKit's HKAudiogramSensitivityPoint.
  public struct SensitivityPoint: Hashable, Sendable {
    /// The frequency in Hz.
    public var frequency: Double
    /// The left ear, if it was tested.
    public var left: Ear?
    /// The right ear, if it was tested.
    public var right: Ear?

    /// Makes the results for a frequency in Hz.
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

  /// The time of the test.
  public var span: TimeSpan
  /// The results by frequency: at least one, each with at least one ear.
  public var points: [SensitivityPoint]

  /// Creates a test of these points.
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

  /// The fields of the journal's line, under Apple's names.
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
