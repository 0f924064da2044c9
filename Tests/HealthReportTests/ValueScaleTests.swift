import Foundation
import Testing

@testable import HealthReport

/// The scale of a drawing's values.
@Suite struct ValueScaleTests {
  /// With its decimals each mark is told as it is, however near the values are.
  @Test(arguments: [0.001, 0.004, 0.01, 0.04, 0.09, 0.1, 0.4, 0.9, 1, 4, 9, 10, 40, 90, 4000])
  func marksAreToldAsTheyAre(_ range: Double) {
    for low in [0.0, 1, 81, 1000.5] {
      let scale = ValueScale([low, low + range])
      #expect(scale.least <= low && scale.greatest >= low + range - 1e-9)
      for mark in scale.marks {
        let text = String(format: "%.\(scale.decimals)f", mark)
        #expect(abs((Double(text) ?? .nan) - mark) < range * 1e-6, "\(text) of \(mark)")
      }
    }
  }
}
