import HealthModel

extension HelpTopic {
  /// Every unit by what it measures, from the table of units.
  static let units = HelpTopic(name: "units", summary: "Units, as HealthKit writes them") {
    let known = Unit.named
    var rows: [(String, String)] = []
    var named: Set<String> = []
    for (what, example) in kinds {
      let dimension = known.first { $0.name == example }?.dimension
      let units = known.filter { $0.dimension == dimension && !named.contains($0.name) }
      named.formUnion(units.map(\.name))
      rows.append((what, units.map(text).joined(separator: ", ")))
    }
    let others = known.filter { !named.contains($0.name) }
    rows.append(("others", others.map(text).joined(separator: ", ")))
    return """
      \(table(rows))

      Units with * take a metric prefix: \(Unit.prefixes.joined(separator: ", ")), as in kg, mL, kJ, mcg.
      They are multiplied by * and divided by /, with a power after ^: count/min, mL/(kg*min), kg/m^2.
      mmol<180.15588>/L is a concentration of what weighs 180.15588 g a mole: glucose, of which mmol/L
      means the same. °C and °F are degC and degF.

      Values are typed as text shows them: 97 % is 0.97, as 0.97 alone is for a type that is a share of
      a whole; 1,705 kcal may have its comma. Formats for programs and `append` have shares of 0 to 1.

      `configure --preferred-unit TYPE=UNIT` chooses the unit in which a type is shown, --unit that of one
      answer; `types TYPE` tells the one that the Health app shows.

        health-journal save bodyMass 158 lb
        health-journal latest --type bodyMass --unit lb
        health-journal configure --preferred-unit bloodGlucose=mmol/L
      """
  }

  /// What is measured, with a unit of it, in the order of the page.
  private static let kinds = [
    ("length", "m"), ("mass", "g"), ("volume", "L"), ("energy", "kcal"), ("power", "W"),
    ("time", "s"), ("frequency", "Hz"), ("temperature", "degC"), ("pressure", "Pa"),
    ("angle", "rad"), ("numbers", "count"),
  ]

  private static func text(_ unit: Unit.Named) -> String {
    unit.name + (unit.takesPrefix ? "*" : "")
  }
}
