/// Units that the views and the commands name themselves.
extension Unit {
  /// `()`, the empty product.
  public static let null = Unit(known: "()")
  /// `count`.
  public static let count = Unit(known: "count")
  /// `%`, a fraction from 0 to 1.
  public static let percent = Unit(known: "%")
  /// `count/min`, in which heart rates are shown.
  public static let countPerMinute = Unit(known: "count/min")
  /// `kcal`.
  public static let kilocalorie = Unit(known: "kcal")
  /// `s`.
  public static let second = Unit(known: "s")
  /// `min`.
  public static let minute = Unit(known: "min")
  /// `hr`.
  public static let hour = Unit(known: "hr")
  /// `m`.
  public static let meter = Unit(known: "m")
  /// `cm`.
  public static let centimeter = Unit(known: "cm")
  /// `km`.
  public static let kilometer = Unit(known: "km")
  /// `mi`.
  package static let mile = Unit(known: "mi")
  /// `kg`.
  public static let kilogram = Unit(known: "kg")
  /// `mg/dL`.
  package static let milligramsPerDeciliter = Unit(known: "mg/dL")
  /// Millimoles of glucose a litre, as the Health app exports them.
  package static let millimolesOfGlucosePerLiter =
    Unit(known: "mmol/L").ofMoles(weighing: .glucose)
  /// `degC`.
  public static let degreeCelsius = Unit(known: "degC")
}
