/// How much a figure changed, as a part of what it was.
enum RelativeChange {
  /// The change; nil where one of the figures is missing, what it was is not above 0, or the unit
  /// is degC or degF: these scales have no true zero.
  static func share(_ value: Double?, of base: Double?, unit: String?) -> Double? {
    guard let value, let base, base > 0, unit != "degC", unit != "degF" else { return nil }
    return (value - base) / base
  }
}
