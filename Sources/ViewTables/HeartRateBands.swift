package import HealthModel

/// How long the heart beat at which rate during a workout: below 100 beats a minute, then in bands
/// of 20, and from 180 on. They are no training zones, which would need a greatest heart rate that
/// nobody measured.
package struct HeartRateBands: Hashable, Sendable {
  /// When the workout began.
  package let start: Instant
  /// When it was over.
  package let end: Instant
  /// The seconds in each band.
  package private(set) var seconds = [Double](repeating: 0, count: starts.count)
  /// The lines that saved the values in each band, one for each value.
  package private(set) var lines = [[UInt32]](repeating: [], count: starts.count)

  /// How many values lie in each band.
  package var counts: [Int] { lines.map(\.count) }

  /// Where bands begin, in beats a minute.
  package static let starts: [Double] = [0, 100, 120, 140, 160, 180]
  /// A heart rate holds until the next one, but no longer than this, in seconds.
  package static let longest = 60.0

  /// The words for a band: `below 100`, `100-119`, `from 180`.
  package static func name(_ band: Int, dash: String = "-") -> String {
    if band == 0 { return "below \(Int(starts[1]))" }
    if band == starts.count - 1 { return "from \(Int(starts[band]))" }
    return "\(Int(starts[band]))\(dash)\(Int(starts[band + 1]) - 1)"
  }

  /// How many seconds have a heart rate.
  package var measured: Double { seconds.reduce(0, +) }

  /// No heart rate between these two moments.
  package init(start: Instant, end: Instant) { (self.start, self.end) = (start, end) }

  /// Adds a heart rate, in beats a minute, that held for some seconds, of the value of a line.
  package mutating func add(_ rate: Double, for held: Double, of line: UInt32) {
    // What was converted from beats a second must not fall below a limit by that.
    let band = Self.starts.lastIndex { $0 * (1 - 1e-12) <= rate } ?? 0
    seconds[band] += min(held, Self.longest)
    lines[band].append(line)
  }
}
