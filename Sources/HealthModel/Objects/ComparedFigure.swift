/// A figure that a workout's source stated, beside the one computed from the workout's samples.
public struct ComparedFigure: Hashable, Sendable {
  /// What of a type's samples is meant.
  public enum Statistic: String, Hashable, Sendable, CaseIterable {
    /// Of a cumulative type.
    case sum
    /// Of a discrete type.
    case average
    /// Of a discrete type.
    case minimum
    /// Of a discrete type.
    case maximum
  }

  /// What the comparison says.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// They differ by no more than the tolerance.
    case agree
    /// They differ by more.
    case differ
    /// There are no samples to compute it from.
    case statedOnly
    /// The source stated none.
    case samplesOnly

    /// What two figures say that agree where they lie no further apart than the tolerance.
    package init(stated: Double?, ours: Double?, tolerance: Double) {
      switch (stated, ours) {
      case (nil, _): self = .samplesOnly
      case (_, nil): self = .statedOnly
      case (let stated?, let ours?):
        self = (ours - stated).magnitude <= tolerance ? .agree : .differ
      }
    }
  }

  /// Which part of a multisport workout stated it, from 1; nil: the workout itself.
  public var part: Int?
  /// A quantity type identifier.
  public var type: String
  /// What of its samples.
  public var statistic: Statistic
  /// The stated figure; nil: there is none.
  public var stated: Double?
  /// The computed figure in the same unit; nil: there is none.
  public var ours: Double?
  /// The unit of both.
  public var unit: String

  /// A comparison of these.
  public init(
    part: Int? = nil, type: String, statistic: Statistic, stated: Double?, ours: Double?,
    unit: String
  ) {
    self.part = part
    self.type = type
    self.statistic = statistic
    self.stated = stated
    self.ours = ours
    self.unit = unit
  }

  /// The computed figure less the stated one; nil where one of them is missing.
  public var difference: Double? {
    guard let stated, let ours else { return nil }
    return ours - stated
  }

  /// Whether they agree.
  public var verdict: Verdict { Verdict(stated: stated, ours: ours, tolerance: tolerance) }

  /// The greatest difference at which they agree: one step of the sixth digit of the stated figure.
  /// Exports round to six digits: half a step is for the stated figure, half for the samples. Zeros
  /// at the end, which exports leave out, count as digits. For a sum of energy, 0.1 kcal is added.
  ///
  ///     1704.91   // ± 0.01
  ///     240       // ± 0.001: 240.000
  public var tolerance: Double {
    guard let stated, stated != 0, stated.isFinite else { return energyTolerance }
    // A step that is exactly one in decimals may be a little more in binary.
    return Double.power(ofTen: stated.decimalExponent - 5) * 1.000_001 + energyTolerance
  }

  private var energyTolerance: Double {
    guard statistic == .sum, let unit = try? Unit(unit) else { return 0 }
    return (try? Unit.kilocalorie.convert(0.1, to: unit)) ?? 0
  }
}

extension Double {
  /// The power of ten of its first digit: 2 for 168.
  fileprivate var decimalExponent: Int {
    var exponent = 0
    while Double.power(ofTen: exponent) > magnitude { exponent -= 1 }
    while Double.power(ofTen: exponent + 1) <= magnitude { exponent += 1 }
    return exponent
  }

  /// Ten to a power.
  fileprivate static func power(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent.magnitude { power *= 10 }
    return exponent < 0 ? 1 / power : power
  }
}
