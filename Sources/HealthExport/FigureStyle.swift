import HealthModel
import HealthProjections

/// How the figures of a unit are written for people: in which unit, and with how many digits.
///
///     FigureStyle(unit: "kcal", type: nil, .stated).text(1704.91)   // 1,705
struct FigureStyle {
  /// What a style depends on: the key under which it is kept.
  struct Question: Hashable {
    var unit: String
    var type: String?
    var isDistance = false
    /// Whether the figures are differences, which a zero point does not move.
    var isDifference = false
    /// Whether six digits are shown, of hours too.
    var isExact = false
  }

  /// The text of the unit that people see.
  let unit: String
  /// The conversion to that unit; nil: the figures are stated in it.
  private let step: (from: Unit, to: Unit)?
  /// What 0 of the saved unit is in the shown one, where that does not count: of differences.
  private let zero: Double
  /// What the figures are multiplied by: percent are saved as parts of one.
  private let factor: Double
  private let precision: Precision?
  private let isExact: Bool
  /// Whether they are hours, as sums of time are given: people read hours and minutes.
  private let isHours: Bool

  /// The style for a unit, as its text is saved, and a type.
  init(_ question: Question, _ units: ReaderUnits) {
    isExact = question.isExact
    isHours = question.unit == "h"
    guard let stated = try? Unit(question.unit) else {
      (unit, step, zero, factor, precision) = (question.unit, nil, 0, 1, nil)
      return
    }
    let target = question.isDistance ? units.distance : units.unit(of: question.type, in: stated)
    if let target, target != stated, target.isCompatible(with: stated) {
      (unit, step) = (target.description, (stated, target))
    } else {
      (unit, step) = (question.unit, nil)
    }
    zero = question.isDifference ? step.flatMap { try? $0.from.convert(0, to: $0.to) } ?? 0 : 0
    let shown = step?.to.description ?? stated.description
    factor = shown == "%" ? 100 : 1
    precision =
      question.type.flatMap { TypeCatalogue.find($0)?.shortName }.flatMap { Self.ofTypes[$0] }
      ?? Self.ofUnits[shown]
  }

  /// A figure that was saved in the unit of the question.
  func text(_ value: Double) -> String {
    guard let number = converted(value) else { return "" }
    if isExact { return ReadableText.number(number) }
    if isHours, let hours = ReadableText.hours(number * 3600) { return hours }
    return precision.map { ReadableText.number(number, $0) }
      ?? ReadableText.grouped(ReadableText.number(number))
  }

  private func converted(_ value: Double) -> Double? {
    guard value.isFinite else { return nil }
    guard let step else { return value * factor }
    return (try? step.from.convert(value, to: step.to)).map { ($0 - zero) * factor }
  }

  /// How exact figures of a unit are shown.
  struct Precision: Sendable {
    /// Digits behind the point.
    var decimals: Int
    /// Digits that are there at least, so that what is little is not shown as nothing.
    var significant = 2
  }

  /// By the text of the unit.
  private static let ofUnits: [String: Precision] = {
    var all: [String: Precision] = [:]
    for (decimals, units) in [
      (
        0,
        "count count/min kcal Cal kJ min mmHg mg/dL mg mcg mL fl_oz_us ms % W dBASPL dBHL deg Hz"
      ),
      (
        1,
        "kg lb g oz st degC degF mL/min·kg cm in km/hr mi/hr hr IU kcal/hr·kg "
          + "mmol<180.1558800000541>/L"
      ),
      (2, "km mi L m/s"),
    ] {
      for unit in units.split(separator: " ") { all[String(unit)] = Precision(decimals: decimals) }
    }
    // Figures of these units range widely: from a step to a long swim, from seconds to a night.
    for unit in ["m", "ft", "yd", "s"] { all[unit] = Precision(decimals: 0, significant: 3) }
    return all
  }()

  /// By types whose figures need other digits than their unit has.
  private static let ofTypes: [String: Precision] = [
    "bodyMassIndex": Precision(decimals: 1), "bodyFatPercentage": Precision(decimals: 1),
    "respiratoryRate": Precision(decimals: 1),
    "numberOfAlcoholicBeverages": Precision(decimals: 1),
  ]
}
