/// The sleep of one night or one local day. A time without any sample is nil, never 0.
///
/// No instant counts twice: `asleep` is the sum of `core`, `deep`, `rem` and `unspecified`, and
/// `inBed` is never less than `asleep` and `awake` together. All of them have the naps of the date
/// in them.
public struct SleepSummary: Hashable, Sendable {
  /// The unit of time of a summary.
  public enum Period: String, Hashable, Sendable, CaseIterable {
    /// Whole sleeps, each with the date on which it ends: the longest of a date and those between
    /// 18:00 and noon are its night, the others naps.
    case night
    /// A day from midnight to midnight.
    case day
  }

  /// The ways to combine several sources.
  public enum Sources: String, Hashable, Sendable, CaseIterable {
    /// At each instant, only the stage of the first source in the order that has one there counts.
    case merge
    /// A summary for each source.
    case separate
    /// All add up, so that an hour that two sources saw is two.
    case all
  }

  /// The day of the summary; of a night that of its morning.
  public var date: CivilDate
  /// The time from the start of the first sample that counts to the end of the last one, by the
  /// clocks there; of a night without its naps.
  public var span: TimeSpan
  /// Seconds in bed: what a sample of being in bed covers, or one of any stage.
  public var inBed: Double?
  /// Seconds asleep, in whatever stage.
  public var asleep: Double?
  /// The seconds in core sleep.
  public var core: Double?
  /// The seconds in deep sleep.
  public var deep: Double?
  /// The seconds in REM sleep.
  public var rem: Double?
  /// Seconds asleep in a stage that is not known.
  public var unspecified: Double?
  /// The seconds awake in bed.
  public var awake: Double?
  /// The seconds of `asleep` that were naps; nil if there was none.
  public var naps: Double?
  /// True if there is a night or, where days were asked for, a day; false for a date with naps
  /// only.
  public var isNight: Bool
  /// The sources of samples that count, by rank.
  public var sources: [String]

  /// Creates a summary with the known figures.
  package init(
    date: CivilDate, span: TimeSpan, inBed: Double? = nil, asleep: Double? = nil,
    core: Double? = nil, deep: Double? = nil, rem: Double? = nil, unspecified: Double? = nil,
    awake: Double? = nil, naps: Double? = nil, isNight: Bool = true, sources: [String] = []
  ) {
    self.date = date
    self.span = span
    self.inBed = inBed
    self.asleep = asleep
    self.core = core
    self.deep = deep
    self.rem = rem
    self.unspecified = unspecified
    self.awake = awake
    self.naps = naps
    self.isNight = isNight
    self.sources = sources
  }
}
