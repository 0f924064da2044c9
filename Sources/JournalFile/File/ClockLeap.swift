public import HealthModel

/// A clock that is further ahead of the last line than people pause. Lines never go back in time:
/// by
/// a wrong clock, one line would date all later ones.
public struct ClockLeap: Hashable, Sendable {
  /// When the last line was recorded.
  public var last: Instant
  /// What the clock says.
  public var now: Instant

  /// From so many microseconds on it is said: 31 days.
  static let least: Int64 = 31 * day
  private static let day: Int64 = 86_400_000_000

  /// The leap from one moment to another.
  public init(from last: Instant, to now: Instant) { (self.last, self.now) = (last, now) }

  /// That of a last line which is dated after now; nil: it is not, but for a minute, by which
  /// clocks
  /// differ.
  package init?(of last: Instant?, after now: Instant) {
    guard let last, last > now + 60 else { return nil }
    self.init(from: now, to: last)
  }

  /// How many whole days it is.
  public var days: Int64 { (now.microseconds - last.microseconds) / Self.day }

  /// Whether a wrong clock is likelier than a pause: it is more than 366 days.
  public var isFar: Bool { now.microseconds - last.microseconds > 366 * Self.day }
}
