/// A power of ten before a unit: HealthKit's HKMetricPrefix.
///
///     Unit.gramUnit(with: .kilo)   // kg
public enum MetricPrefix: String, Hashable, Sendable, CaseIterable {
  /// 1.
  case none = ""
  /// 10^-15.
  case femto = "f"
  /// 10^-12.
  case pico = "p"
  /// 10^-9.
  case nano = "n"
  /// 10^-6.
  case micro = "mc"
  /// 10^-3.
  case milli = "m"
  /// 10^-2.
  case centi = "c"
  /// 10^-1.
  case deci = "d"
  /// 10.
  case deca = "da"
  /// 10^2.
  case hecto = "h"
  /// 10^3.
  case kilo = "k"
  /// 10^6.
  case mega = "M"
  /// 10^9.
  case giga = "G"
  /// 10^12.
  case tera = "T"
}
