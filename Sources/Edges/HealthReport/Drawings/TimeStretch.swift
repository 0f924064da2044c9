package import HealthModel

/// The part of time that a drawing shows from its left to its right end: a night, a workout, a day.
package struct TimeStretch: Sendable {
  package let start: Instant
  package let end: Instant
  private let zone: ZoneRules

  /// Creates the time from one moment to another; a stretch of no length lasts a second.
  package init(_ start: Instant, _ end: Instant, in zone: ZoneRules) {
    (self.start, self.zone) = (start, zone)
    self.end = max(end, start.adding(microseconds: 1_000_000))
  }

  /// Returns the share of the width at which a moment lies, from 0 to 1.
  package func share(_ moment: Instant) -> Double {
    let whole = Double(end.microseconds) - Double(start.microseconds)
    let share = (Double(moment.microseconds) - Double(start.microseconds)) / whole
    return min(max(share, 0), 1)
  }

  /// Returns the part of some time that is shown; nil: none of it.
  func shown(from first: Instant, to last: Instant) -> (start: Double, end: Double)? {
    guard first < end, last > start || last == start && first == last else { return nil }
    return (share(first), share(last))
  }

  /// Returns a moment as a time of the clock there.
  package func text(_ moment: Instant, _ words: Words) -> String {
    words.time(minutes: minutes(moment))
  }

  /// The minutes between two labels that make round times of the clock.
  private static let steps: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440]
  private static let minute: Int64 = 60_000_000

  /// Returns round times of the clock and where they lie, not more than `most` and a few; the days
  /// of a stretch of many days.
  func ticks(_ words: Words, most: Int) -> [(share: Double, text: String)] {
    let length = Double(end.microseconds) - Double(start.microseconds)
    let fits = Self.steps.first { Double(most) * Double($0 * Self.minute) >= length }
    guard let step = fits else { return days(words, most: most) }
    // Clocks change by quarters of an hour at most: no round time lies between two looks.
    let look = min(step, 15) * Self.minute
    var ticks: [(share: Double, text: String)] = []
    var moment = start.microseconds.floorDivided(by: look) * look
    while moment <= end.microseconds {
      let instant = Instant(microseconds: moment)
      if instant >= start, Int64(minutes(instant)) % step == 0 {
        ticks.append((share(instant), text(instant, words)))
      }
      moment += look
    }
    return ticks
  }

  private func days(_ words: Words, most: Int) -> [(share: Double, text: String)] {
    let (first, last) = (Timestamp(start, in: zone).date, Timestamp(end, in: zone).date)
    let days = first.dayNumber..<max(last.dayNumber, first.dayNumber + 1)
    return TimeTicks.of(days, words, most: most).map { tick in
      (Double(tick.day - days.lowerBound) / Double(days.count), tick.text)
    }
  }

  private func minutes(_ moment: Instant) -> Int {
    let time = Timestamp(moment, in: zone)
    return time.hour * 60 + time.minute
  }
}

extension Plot {
  /// Returns the times of the clock below the plot.
  func clockAxis(_ time: TimeStretch, _ words: Words) -> [Shape] {
    let ticks = time.ticks(words, most: Int((right - left) / 45))
    return axis(ticks.map { (x(share: $0.share), $0.text) }, room: 11)
  }
}
