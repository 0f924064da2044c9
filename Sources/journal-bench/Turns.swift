import HealthProjections

/// The seconds of two things that were measured in turns, so that a noisy machine is noisy for
/// both.
struct Turns {
  /// The median of what is measured.
  let ours: Double
  /// The median of the yardstick.
  let yardstick: Double

  /// Measures both this many times: A B A B.
  ///
  /// - Parameters:
  ///   - ours: measures the one and returns its seconds.
  ///   - yardstick: measures the other.
  init(
    _ runs: Int, ours: () throws -> Double, yardstick: () throws -> Double
  ) rethrows {
    var all: (ours: [Double], yardstick: [Double]) = ([], [])
    for _ in 0..<runs {
      all.ours.append(try ours())
      all.yardstick.append(try yardstick())
    }
    self.ours = Self.median(all.ours)
    self.yardstick = Self.median(all.yardstick)
  }

  private static func median(_ values: [Double]) -> Double {
    SampleSpread.quantile(0.5, of: values.sorted())
  }

  /// How many seconds `body` takes.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    seconds(try ContinuousClock().measure(body))
  }

  /// A duration in seconds.
  static func seconds(_ duration: Duration) -> Double {
    let parts = duration.components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}
