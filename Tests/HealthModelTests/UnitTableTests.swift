import HealthModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The unit table against reference/units.tsv, and every unit that real files contain.
@Suite struct UnitTableTests {
  /// Every name, with whether it takes a prefix.
  static let names: [(name: String, takesPrefix: Bool)] = [
    ("%", false), ("Cal", false), ("D", false), ("Hz", true), ("IU", false), ("J", true),
    ("K", true), ("L", true), ("Pa", true), ("S", true), ("V", true), ("W", true),
    ("appleEffortScore", false), ("atm", false), ("cal", false), ("cmAq", false),
    ("count", false), ("cup_imp", false), ("cup_us", false), ("d", false), ("dBASPL", false),
    ("dBHL", false), ("deg", false), ("degC", false), ("degF", false), ("fl_oz_imp", false),
    ("fl_oz_us", false), ("ft", false), ("g", true), ("hr", false), ("in", false),
    ("inHg", false), ("kcal", false), ("lb", false), ("lx", true), ("m", true), ("mi", false),
    ("min", false), ("mmHg", false), ("mol", true), ("mol<12>", true), ("oz", false),
    ("pD", false), ("pt_imp", false), ("pt_us", false), ("rad", true), ("s", true),
    ("st", false), ("yd", false),
  ]

  static let prefixes: [(name: String, factor: Double)] = [
    ("f", 1e-15), ("p", 1e-12), ("n", 1e-9), ("mc", 1e-6), ("m", 1e-3), ("c", 1e-2), ("d", 1e-1),
    ("da", 10), ("h", 100), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
  ]

  @Test(arguments: names)
  func takesPrefixes(_ name: String, _ takesPrefix: Bool) throws {
    let unit = try Unit(name)
    #expect(unit.description == name)
    for prefix in Self.prefixes {
      let text = prefix.name + name
      let isOwnName = Self.names.contains { $0.name == text }
      guard takesPrefix || isOwnName else {
        #expect(throws: UnitProblem.self, "\(text)") { try Unit(text) }
        continue
      }
      let prefixed = try Unit(text)
      #expect(prefixed.description == text)
      guard !isOwnName else { continue }
      let power = try prefixed.raised(to: 1).multiplied(by: .count)
        .convert(1, to: unit.multiplied(by: .count))
      #expect(power == prefix.factor, "\(text)")
    }
  }

  @Test(.enabled(if: Reference.isPresent, "no ../shared/reference beside the package"))
  func agreesWithTheReference() throws {
    let rows = try Reference.rows("units")
    var names: Set<String> = []
    for row in rows {
      let name = row["unit"] == "mol<x>" ? "mol<12>" : row["unit"] ?? ""
      let unit = try Unit(name)
      if name != "()" { names.insert(name) }
      guard name != "()", name != "mol<12>" else { continue }
      let base = row["base_unit"] == "1" ? .count : try Unit(row["base_unit"] ?? "")
      let (factor, offset) = (confirmed(row["factor_to_base"]), row["offset_to_base"] ?? "")
      let expected = try #require(Double(factor)) + #require(Double(offset))
      let result = try unit.convert(1, to: base)
      #expect(abs(result - expected) <= 1e-12 * expected, "\(name): \(result)")
    }
    #expect(names == Set(Self.names.map(\.name)))
  }

  @Test(.enabled(if: Reference.isPresent, "no ../shared/reference beside the package"))
  func agreesWithTheReferencePrefixes() throws {
    let rows = try Reference.rows("unit_prefixes")
    #expect(rows.map { $0["prefix"] } == Self.prefixes.map(\.name))
    for row in rows {
      let unit = try Unit("\(row["prefix"] ?? "")J")
      #expect(try unit.convert(1, to: Unit("J")) == Double("1e\(row["power_of_ten"] ?? "")"))
    }
  }

  @Test(.enabled(if: RealExports.arePresent, "no real exports: set HEALTH_JOURNAL_DATA"))
  func readsEveryUnitOfRealExports() throws {
    var units: Set<String> = []
    for path in RealExports.paths() {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for match in text.matches(of: /[uU]nit="([^"]*)"/) { units.insert(String(match.1)) }
      let metadata = /key="HK\w+(?:METs|Length|scended|Temperature)" value="[0-9.]+ ([^" ]+)"/
      for match in text.matches(of: metadata) { units.insert(String(match.1)) }
    }
    #expect(units.count >= 20)
    // One file was edited by hand and has a hyphen where Apple writes a dot.
    for unit in units where unit != "kcal/hr-kg" {
      #expect(throws: Never.self, "\(unit)") { try Unit(unit) }
    }
  }
}
