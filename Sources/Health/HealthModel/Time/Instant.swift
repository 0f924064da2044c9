/// A moment in time: whole microseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// ```swift
/// let wake = Instant(microseconds: 1_795_158_000_000_000)  // 2026-11-20T07:00:00Z
/// let later = wake + 90.5
/// later.seconds(since: wake)  // 90.5
/// ```
///
/// Range: years −290308 to 294247. Arithmetic that would leave the range stops at its end.
/// Source: POSIX.1-2024, "Seconds Since the Epoch".
public struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before it.
  ///
  /// `Instant(microseconds: 1_000_000).microseconds` is `1_000_000`. Every `Int64` is valid.
  public let microseconds: Int64

  /// Creates the moment this many microseconds after 1970-01-01T00:00:00Z.
  ///
  /// `Instant(microseconds: 0)` is `Instant.epoch`. Every `Int64` is valid.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Creates the moment this many whole seconds after 1970-01-01T00:00:00Z.
  ///
  /// `Instant(wholeSeconds: 60).microseconds` is `60_000_000`. Beyond ±9,223,372,036,854 s the
  /// result is the first or last instant.
  @inlinable
  public init(wholeSeconds: Int64) {
    let (product, overflow) = wholeSeconds.multipliedReportingOverflow(by: 1_000_000)
    microseconds = overflow ? (wholeSeconds < 0 ? .min : .max) : product
  }

  /// 1970-01-01T00:00:00Z.
  ///
  /// `Instant.epoch.microseconds` is `0`.
  public static let epoch = Instant(microseconds: 0)

  /// Seconds since 1970-01-01T00:00:00Z, rounded down.
  ///
  /// `Instant(microseconds: -1).wholeSeconds` is `-1`.
  @inlinable
  public var wholeSeconds: Int64 { microseconds.floorDivided(by: 1_000_000) }

  /// The moment cut to a whole second.
  package var wholeSecond: Instant { Instant(wholeSeconds: wholeSeconds) }

  /// Seconds from `other` to this instant; negative when this one is earlier.
  ///
  /// `Instant(microseconds: 1_500_000).seconds(since: .epoch)` is `1.5`.
  /// Exact to the microsecond for spans below 285 years (2⁵³ µs).
  @inlinable
  public func seconds(since other: Instant) -> Double {
    let (span, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
    let exact = overflow ? Double(microseconds) - Double(other.microseconds) : Double(span)
    return exact / 1_000_000
  }

  /// Returns the instant this many microseconds later, or earlier if negative.
  ///
  /// `Instant.epoch.adding(microseconds: -1) < .epoch`. Stops at the end of the range.
  @inlinable
  public func adding(microseconds delta: Int64) -> Instant {
    let (sum, overflow) = microseconds.addingReportingOverflow(delta)
    return Instant(microseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }

  /// Returns the instant this many seconds later, rounded to the nearest microsecond.
  ///
  /// `(Instant.epoch + 0.25).microseconds` is `250_000`. Stops at the end of the range; NaN is a
  /// programmer's error and traps.
  @inlinable
  public static func + (instant: Instant, seconds: Double) -> Instant {
    precondition(!seconds.isNaN, "a span of time is a number")
    let delta = seconds * 1_000_000
    guard abs(delta) < 0x1p63 else {
      return instant.adding(microseconds: delta < 0 ? .min : .max)
    }
    // `rounded()` would make every program that uses this link the C mathematics library.
    let towardsZero = Int64(delta)
    let rest = delta - Double(towardsZero)
    let whole = towardsZero + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
    return instant.adding(microseconds: whole)
  }

  /// Returns the instant this many seconds earlier, rounded to the nearest microsecond.
  ///
  /// `(Instant.epoch - 0.25).microseconds` is `-250_000`. Stops at the end of the range; NaN is a
  /// programmer's error and traps.
  @inlinable
  public static func - (instant: Instant, seconds: Double) -> Instant {
    instant + -seconds
  }

  /// Returns true if the left instant is the earlier one.
  ///
  /// `Instant.epoch < Instant(microseconds: 1)` is true.
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension Int64 {
  /// Returns the quotient rounded down, so that −1 / 86,400 is −1: the days before 1970 need it.
  @inlinable
  package func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
