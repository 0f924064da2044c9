import Foundation
import HealthModel
import Testing

@testable import HealthViews

/// Averages by aggregation style, worked by hand.
@Suite struct StyledMeanTests {
  private func mean(
    _ style: AggregationStyle, _ values: [(value: Double, seconds: Double)]
  ) -> Double? {
    var mean = StyledMean(style)
    for (value, seconds) in values { mean.add(value, seconds: seconds) }
    return mean.value
  }

  @Test func arithmeticForgetsTime() {
    #expect(mean(.discreteArithmetic, [(70, 0), (80, 3600)]) == 75)
  }

  @Test func weightedByTime() {
    // (60 × 10 + 120 × 30) / 40
    #expect(mean(.discreteTemporallyWeighted, [(60, 10), (120, 30)]) == 105)
  }

  /// (200 × 0.1 + 100 × 1) / 1.1.
  @Test func lessThanASecondWeighsWhatItLasts() throws {
    let average = try #require(mean(.discreteTemporallyWeighted, [(200, 0.1), (100, 1)]))
    #expect(abs(average - 1200 / 11) < 1e-12)
  }

  /// One hour of 90 dB and one of 80 dB: 10·log10((10⁹ + 10⁸) / 2) = 87.4036 dB.
  @Test func levelsAreAveragedAsPowers() throws {
    let level = try #require(mean(.discreteEquivalentContinuousLevel, [(90, 3600), (80, 3600)]))
    #expect(abs(level - 87.403626894942) < 1e-9)
    let steady = try #require(mean(.discreteEquivalentContinuousLevel, [(73, 60), (73, 5)]))
    #expect(abs(steady - 73) < 1e-12)
  }

  /// What averages are made of comes to the average of all, to the last digit, in any parts.
  @Test(arguments: [AggregationStyle.discreteArithmetic, .discreteTemporallyWeighted])
  func partsComeToTheWhole(_ style: AggregationStyle) {
    let values: [Double] = (0..<100).map { Double($0) / 7 }
    func mean(_ range: Range<Int>) -> StyledMean {
      var mean = StyledMean(style)
      for index in range { mean.add(values[index], seconds: Double(index % 9 + 1) / 3) }
      return mean
    }
    for cut in [1, 10, 99] {
      var whole = StyledMean(style)
      whole.add(mean(0..<cut).allParts)
      whole.add(mean(cut..<100).allParts)
      #expect(whole.value == mean(0..<100).value)
    }
  }

  @Test func ofNothingThereIsNone() {
    for style in AggregationStyle.allCases { #expect(mean(style, []) == nil) }
  }

  /// Three times 50.2 is rounded up, and a third of that is more than 50.2.
  @Test func aMeanLiesAmongItsNumbers() throws {
    var figures = FigureCells.Figures(mean: StyledMean(.discreteArithmetic))
    for time in 0..<3 {
      figures.add(value: 50.2, start: Int64(time), end: Int64(time), seconds: 0)
    }
    #expect(figures.mean.value != 50.2)
    #expect(figures.average == 50.2)
    let spread = try #require(SampleSpread([50.2, 50.2, 50.2]))
    #expect(spread.mean == 50.2 && spread.deviation == 0)
    #expect(SampleSpread([1, 2, 6])?.mean == 3)
  }
}
