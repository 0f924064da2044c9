/// The figures of blood pressures in mmHg, beside the limits for measurements at home.
///
/// Source of the limits: Mancia et al., "2023 ESH Guidelines for the management of arterial
/// hypertension", Journal of Hypertension 41:1874 (2023): 135/85 mmHg, measured at home.
package struct PressureFigures {
  /// The limits of both figures: at one of them or above, a reading is high.
  package static let limits = (systolic: 135.0, diastolic: 85.0)

  package let systolic: SampleSpread?
  package let diastolic: SampleSpread?
  /// The pulses that were measured with the readings.
  package let pulse: SampleSpread?
  /// The number of readings.
  package let count: Int
  /// The number of readings with a figure at its limit or above.
  package let high: Int
  /// The lines of the readings.
  package let lines: [UInt32]

  /// The share of high readings in percent.
  package var highShare: Double { 100 * Double(high) / Double(count) }

  /// Creates the figures of readings in mmHg; nil if there are none.
  package init?(_ readings: [PressureView.Reading]) {
    guard !readings.isEmpty else { return nil }
    systolic = SampleSpread(readings.compactMap(\.systolic))
    diastolic = SampleSpread(readings.compactMap(\.diastolic))
    pulse = SampleSpread(readings.compactMap(\.pulse))
    count = readings.count
    high = readings.count {
      $0.systolic ?? 0 >= Self.limits.systolic || $0.diastolic ?? 0 >= Self.limits.diastolic
    }
    lines = readings.flatMap(\.lines)
  }
}
