/// The values of HKCategoryValueSleepAnalysis, in the order in which they count where one source
/// has several at the same instant.
///
/// Apple's documentation has stages that "overlap the in-bed sample, but they don't overlap each
/// other". Where they do overlap, being awake counts first, so that sleep is never overstated. Then
/// the value that says more counts: a known stage before sleep without one, and that before being
/// in bed.
enum SleepStage: Int, CaseIterable {
  case awake
  case deep
  case rem
  case core
  case unspecified
  case inBed

  /// The stage of a sample's value; nil: a value that nobody knows.
  init?(rawValueOfCategory value: Int) {
    switch value {
    case 0: self = .inBed
    case 1: self = .unspecified
    case 2: self = .awake
    case 3: self = .core
    case 4: self = .deep
    case 5: self = .rem
    default: return nil
    }
  }

  /// Those that are sleep.
  static let asleep: [SleepStage] = [.deep, .rem, .core, .unspecified]
}
