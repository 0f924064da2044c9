import HealthTables

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

  /// The stage of a sample. A value that is not known is taken for sleep: each that Apple has added
  /// was a kind of it.
  init(of sample: SampleRow) {
    self = Self.known(sample) ?? .unspecified
  }

  /// The stage of a sample; nil: its value is none that is known.
  static func known(_ sample: SampleRow) -> SleepStage? {
    guard sample.unit == SampleRow.none else { return nil }
    switch sample.value {
    case 0: return .inBed
    case 1: return .unspecified
    case 2: return .awake
    case 3: return .core
    case 4: return .deep
    case 5: return .rem
    default: return nil
    }
  }

  /// Those that are sleep.
  static let asleep: [SleepStage] = [.deep, .rem, .core, .unspecified]

  /// Whether it is sleep.
  var isAsleep: Bool { Self.asleep.contains(self) }
}
