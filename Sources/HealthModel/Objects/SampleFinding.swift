/// What a check found of the samples of a type: copies, samples in the future, values that nobody
/// can have.
public struct SampleFinding: Hashable, Sendable {
  /// The check: `future`, `zeroLength`, `absurdLength`, `duplicates`, `implausible`, `wholeSecond`,
  /// `late`, `gaps`, `wear`, `unitChanges` or `overlaps`.
  public var check: String
  /// Whether something is wrong; false: the finding is for information.
  public var isProblem: Bool
  /// The type's identifier; nil: it is about several types.
  public var type: String?
  /// How many samples, workouts, days or other cases the note describes.
  public var count: Int
  /// What there is, in words.
  public var note: String
  /// The first samples or workouts that it is about; none where it is about days or sources.
  public var samples: [ObjectUUID]

  /// A finding of a check.
  public init(
    check: String, isProblem: Bool, type: String?, count: Int, note: String,
    samples: [ObjectUUID] = []
  ) {
    self.check = check
    self.isProblem = isProblem
    self.type = type
    self.count = count
    self.note = note
    self.samples = samples
  }
}
