import HealthModel
import ViewTables

/// How the figures of a unit are written for people: in which unit, and with how many digits.
///
///     FigureStyle(unit: "kcal", type: nil, .stated).text(1704.91)   // 1,705
struct FigureStyle {
  /// What a style depends on.
  struct Question: Equatable {
    var unit: String
    var type: String?
    var isDistance = false
    /// Whether the figures are differences, which a zero point does not move.
    var isDifference = false
    /// Whether six digits are shown, of hours too.
    var isExact = false
    /// True where they stay in their unit.
    var isStated = false
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
    let units = question.isStated ? .stated : units
    isExact = question.isExact
    isHours = question.unit == "h"
    // Most figures stay in their unit, and the text of most units is known: these are not parsed.
    if units.system == nil, !question.isDistance, let known = Self.precision(of: question.unit) {
      (unit, step, zero, factor) = (
        Self.unitText(question.unit, of: question.type), nil, 0, Self.factor(question.unit)
      )
      precision = Self.precision(of: question) ?? known
      return
    }
    guard let stated = try? Unit(question.unit) else {
      (unit, step, zero, factor, precision) = (question.unit, nil, 0, 1, nil)
      return
    }
    let target = question.isDistance ? units.distance : units.unit(of: question.type, in: stated)
    if let target, target != stated, target.isCompatible(with: stated) {
      (unit, step) = (target.description, (stated, target))
    } else {
      (unit, step) = (Self.unitText(question.unit, of: question.type), nil)
    }
    zero = question.isDifference ? step.flatMap { try? $0.from.convert(0, to: $0.to) } ?? 0 : 0
    let shown = step?.to.description ?? stated.description
    factor = Self.factor(shown)
    precision =
      Self.precision(of: question) ?? Self.precision(of: shown)
      ?? Self.precision(of: step?.to ?? stated)
  }

  /// The text of a unit that people see beside figures of a type, as `mmol/L` beside those of blood
  /// glucose.
  static func unitText(_ unit: String, of type: String?) -> String {
    guard type == QuantityType.bloodGlucose.identifier else { return unit }
    return QuantityType.bloodGlucose.unitText(shown: unit)
  }

  private static func factor(_ unit: String) -> Double { unit == "%" ? 100 : 1 }

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
    /// Digits after the point.
    var decimals: Int
    /// Digits that are there at least, so that what is little is not shown as nothing.
    var significant = 2
  }

  /// By the text of the unit.
  private static func precision(of unit: String) -> Precision? { precisions[unit] }

  /// By the size of the unit: one unit may be written in several ways.
  private static func precision(of unit: Unit) -> Precision? {
    read.first { $0.unit.isSameSize(as: unit) }?.precision
  }

  private static let precisions: [String: Precision] = {
    let groups = [
      (
        "count count/min kcal kJ min mmHg mg/dL mg mcg mL fl_oz_us ms % W dBASPL dBHL deg Hz Cal",
        Precision(decimals: 0)
      ),
      (
        "kg lb g oz st degC degF mL/min·kg cm in km/hr mi/hr hr IU kcal/hr·kg "
          + "mmol<180.1558800000541>/L",
        Precision(decimals: 1)
      ),
      ("km mi L m/s", Precision(decimals: 2)),
      // Figures of these units range widely: from a step to a long swim, from seconds to a night.
      ("m ft yd s", Precision(decimals: 0, significant: 3)),
    ]
    var precisions: [String: Precision] = [:]
    for (units, precision) in groups {
      for unit in units.split(separator: " ") { precisions[String(unit)] = precision }
    }
    return precisions
  }()

  /// The same units, read; but for percent, which is as large as a count.
  private static let read: [(unit: Unit, precision: Precision)] = precisions.compactMap {
    guard let unit = try? Unit($0.key), !unit.isPercent else { return nil }
    return (unit, $0.value)
  }

  /// By types whose figures need other digits than their unit has.
  private static func precision(of question: Question) -> Precision? {
    guard let type = question.type else { return nil }
    return switch TypeCatalogue.shortName(of: type) {
    case "bodyMassIndex", "bodyFatPercentage", "respiratoryRate", "numberOfAlcoholicBeverages":
      Precision(decimals: 1)
    default: nil
    }
  }
}
