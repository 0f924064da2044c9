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

  /// Below the least normal number.
  private static let subnormal = Double.leastNormalMagnitude / 128

  private static let extremes: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, subnormal, .leastNormalMagnitude, 1e-300, 4e-300, 1e-12, 1,
    1 + 1e-15, 9e15, 1e16, 1e22, 1e300, 1e307, 1.5e308, .greatestFiniteMagnitude,
  ]

  /// Whatever numbers a journal holds, marks ascend and every value has its position in the plot.
  @Test func anyNumbersAreDrawn() {
    let values = Self.extremes + Self.extremes.map { -$0 }
    for one in values {
      for other in values {
        for fromZero in [false, true] {
          let scale = ValueScale([one, other], fromZero: fromZero)
          let marks = scale.marks
          #expect(marks.count > 1 && marks.allSatisfy(\.isFinite), "\(one) \(other)")
          #expect(zip(marks, marks.dropFirst()).allSatisfy { $0 < $1 }, "\(one) \(other)")
          let plot = Plot(scale)
          for value in [one, other, -Double.infinity, Double.infinity] {
            #expect((plot.top...plot.bottom).contains(plot.y(value)), "\(one) \(other)")
          }
        }
      }
    }
  }

  /// A path takes every number; one that is none is 0.
  @Test func anyCoordinateIsWritten() {
    for value in Self.extremes + [.infinity] {
      let text = PathText.number(value)
      #expect(Double(text).map { (0...99_999).contains($0) } == true, "\(text) of \(value)")
    }
    #expect(PathText.number(.nan) == "0" && PathText.number(-Double.infinity) == "-99999")
  }

  /// Points that lie on each other make no line, and none is so small or large that it ends a
  /// report.
  @Test func anyPointsAreARouteOrNone() {
    func route(_ latitude: Double) -> RouteLine? {
      RouteLine(
        [(latitude: 0, longitude: 0, segment: 1), (latitude: latitude, longitude: 0, segment: 1)],
        start: nil)
    }
    for latitude in Self.extremes where latitude < 1e-9 || latitude > 1e307 { _ = route(latitude) }
    #expect(route(0) == nil && route(Self.subnormal) == nil)
    #expect(route(0.001)?.path.text == "M50 96L50 4")
  }

  /// Whatever has no length, width or height is drawn so that it is seen.
  @Test func nothingIsTooSmallToBeSeen() {
    func path(_ draw: (inout PathText) -> Void) -> String {
      var path = PathText()
      draw(&path)
      return path.text
    }
    #expect(path { $0.line(through: [(3, 4)]) } == "M3 4h0")
    #expect(path { $0.line(through: [(3, 4), (5, 6)]) } == "M3 4L5 6")
    #expect(path { $0.upright(3, from: 9, to: 9) } == "M3 9V8")
    #expect(path { $0.upright(3, from: 9, to: 4) } == "M3 9V4")
    #expect(path { $0.rectangle(3, 130, width: 8, height: 0) } == "M3 129h8v1h-8z")
    #expect(path { $0.area(from: [(3, 4)], to: [(3, 9)]) } == "M2.5 4h1v5h-1z")
    #expect(path { $0.area(from: [(3, 4), (5, 4)], to: [(3, 9), (5, 9)]) } == "M3 4L5 4L5 9L3 9z")
    #expect(path { $0.area(from: [(3, 4), (5, 4)], to: [(3, 4), (5, 4)]) } == "M3 4L5 4L5 5L3 5z")
    let apart = RouteLine(
      [(latitude: 0, longitude: 0, segment: 1), (latitude: 0.001, longitude: 0, segment: 2)],
      start: nil)
    #expect(apart?.path.text == "M50 96h0M50 4h0")
  }

  /// The marks of a fine axis are told with all their digits.
  @Test func smallNumbersHaveAllTheirDigits() {
    let words = Words(language: .en)
    #expect(words.number(0.0125, 4) == "0.0125" && words.number(-0.00025, 5) == "−0.00025")
    #expect(words.number(1234.5, 1) == "1,234.5" && words.number(0.004, 3) == "0.004")
  }
}
