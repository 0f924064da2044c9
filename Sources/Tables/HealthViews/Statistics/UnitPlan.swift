import HealthEvents
package import HealthModel
package import HealthTables

/// The units in which people are shown figures; formats for programs have those of the journal.
package struct ReaderUnits: Sendable {
  /// The system; nil: figures stay in the units that they were saved in.
  package let system: UnitSystem?
  /// Types that have a preferred unit of their own.
  private let preferred: [String]
  /// The unit of distances, made when it is asked for: most rows have none.
  private let distanceUnit: @Sendable () -> Unit?
  /// The unit of what is swum, made in the same way.
  private let swimUnit: @Sendable () -> Unit?

  /// The unit of how far someone went; nil: that of the column.
  package var distance: Unit? { distanceUnit() }

  /// The unit of pools and of what is swum in them: metres, if nothing else is preferred.
  package var swimming: Unit {
    swimUnit() ?? system?.unit(of: QuantityType.distanceSwimming.identifier, in: .meter) ?? .meter
  }

  /// Every figure stays in its unit.
  package static let stated = ReaderUnits(system: nil, distance: nil, preferred: [])

  /// Creates the units of a system.
  ///
  /// - Parameters:
  ///   - swimming: the unit of swum distances; nil: that of the system.
  ///   - preferred: types that have a preferred unit of their own, in which figures are already.
  package init(
    system: UnitSystem?, distance: @autoclosure @escaping @Sendable () -> Unit?,
    swimming: @autoclosure @escaping @Sendable () -> Unit? = nil, preferred: [String]
  ) {
    self.system = system
    self.preferred = preferred
    distanceUnit = distance
    swimUnit = swimming
  }

  /// Returns the units for an output in a unit that was asked for: figures are in it already, and a
  /// unit of length is that of distances too.
  package func asking(for text: String) -> ReaderUnits {
    let asked = (try? Unit(entered: text)).flatMap { $0.isCompatible(with: .meter) ? $0 : nil }
    return ReaderUnits(
      system: nil, distance: asked ?? self.distance, swimming: asked ?? self.swimming,
      preferred: preferred)
  }

  /// Returns the unit in which a figure is shown; nil: its own.
  package func unit(of type: String?, in unit: Unit) -> Unit? {
    if let type, preferred.contains(type) { return nil }
    return system?.unit(of: type, in: unit)
  }

  /// Creates the units that a journal prefers. If it prefers none, distances are in miles if its
  /// samples have miles and no kilometres, else in kilometres.
  package init(_ tables: HealthTables) {
    let system = tables.settings.preferredUnit(of: PreferredUnit.allTypes)
      .flatMap { UnitSystem(rawValue: $0) }
    let (settings, units) = (tables.settings, tables.units.names)
    self.init(
      system: system, distance: Self.unitOfDistances(settings, system ?? Self.usual(units)),
      swimming: Self.preferred(.distanceSwimming, settings),
      preferred: settings.preferredUnits.map(\.type))
  }

  private static func unitOfDistances(_ settings: HealthTables.Settings, _ system: UnitSystem)
    -> Unit
  {
    preferred(.distanceWalkingRunning, settings) ?? system.distance
  }

  private static func preferred(
    _ type: QuantityType, _ settings: HealthTables.Settings
  ) -> Unit? {
    settings.preferredUnit(of: type.identifier).flatMap { try? Unit($0) }
  }

  private static func usual(_ units: [String]) -> UnitSystem {
    units.contains("mi") && !units.contains("km") ? .us : .metric
  }
}

/// The unit in which each sample of one type is shown.
///
/// Samples whose unit converts into the shown one are converted; others, of unit texts that nobody
/// knows, are shown as they are and never added to anything else.
struct UnitPlan {
  /// A unit's text, and the conversion to it; nil: the number stays as it is.
  struct Step {
    var shown: String
    var from: Unit?
    var to: Unit?

    /// True if the number changes.
    var converts: Bool { from != nil && to != nil }

    /// Converts a number to the shown unit; the result is infinite or NaN, which no cell shows, if
    /// that unit is too small or too great for it: the old number with the new unit would be wrong.
    func apply(_ value: Double) -> Double {
      guard let from, let to else { return value }
      return (try? from.convert(value, to: to)) ?? .nan
    }

    /// Returns a number to show and its unit: the shown unit, or the number's own if it does not
    /// convert.
    func show(_ value: Double) -> (value: Double, unit: String) {
      let converted = apply(value)
      guard converted.isNaN, !value.isNaN else { return (converted, shown) }
      return (value, from?.description ?? shown)
    }
  }

  // A type has samples in a few units: to look through them is quicker than to make a dictionary,
  // which was a tenth of all that `latest --type` does.
  private var steps: [(unit: UInt32, step: Step)] = []

  /// Creates a plan without units, for category samples.
  init() {}

  /// The step for a value in the unit of this number.
  subscript(unit: UInt32) -> Step {
    steps.first { $0.unit == unit }?.step ?? Step(shown: "", from: nil, to: nil)
  }

  /// Creates a plan for rows whose values will be aggregated, see `merging`.
  init(
    _ type: String, _ columns: SampleColumns, _ rows: RowSelection, asked: Unit?,
    in tables: HealthTables
  ) throws(ProjectionError) {
    try self.init(
      type: type, units: columns.quantityUnits(rows), asked: asked, merging: true, in: tables)
  }

  /// Creates a plan for the unit numbers that occur.
  ///
  /// - Parameters:
  ///   - units: each once.
  ///   - asked: the unit of the query.
  ///   - merging: true if values will be added up, so that one unit is needed if the type has
  ///     samples in several; else each sample keeps its own. Units of one size are one.
  init(
    type: String, units: [UInt32], asked: Unit?, merging: Bool, in tables: HealthTables
  ) throws(ProjectionError) {
    let named = units.filter { $0 != SampleRow.none }.sorted()
    if asked == nil, !merging || named.count < 2, tables.settings.preferredUnit(of: type) == nil {
      // All samples keep their units, so the texts need not be parsed.
      steps = named.map { ($0, Step(shown: tables.units.names[Int($0)])) }
      return
    }
    let texts = named.map { ($0, tables.units.names[Int($0)]) }
    let parsed = texts.map { (number: $0, text: $1, unit: try? Unit($1)) }
    let known = parsed.compactMap(\.unit)
    let asked = asked?.entered(of: type)
    if let asked, !known.isEmpty, !known.contains(where: { $0.isCompatible(with: asked) }) {
      throw .unitMismatch(type: type, unit: asked.description)
    }
    let preferred = tables.settings.preferredUnit(of: type).flatMap { try? Unit($0) }
    var target = asked ?? preferred?.entered(of: type)
    if target == nil, merging, parsed.count > 1 {
      target = Self.common(tables.catalogue.find(type), known)
    }
    for (number, text, unit) in parsed {
      guard let unit, let target, unit.isCompatible(with: target) else {
        steps.append((number, Step(shown: text)))
        continue
      }
      let converts = !unit.isSameSize(as: target)
      steps.append(
        (
          number,
          Step(
            shown: target.description, from: converts ? unit : nil, to: converts ? target : nil)
        ))
    }
  }

  /// Returns the unit in which samples of several units are added up: the type's usual one, or one
  /// of theirs if all are of one size, and the usual one is not.
  private static func common(_ type: ObjectType?, _ units: [Unit]) -> Unit? {
    let first = units.min { $0.description < $1.description }
    guard case .quantity(let known)? = type,
      let usual = try? Unit(known.metricUnitText)
    else { return first }
    guard let first, !first.isSameSize(as: usual),
      units.allSatisfy({ $0.isSameSize(as: first) })
    else { return usual }
    return first
  }
}

extension UnitPlan.Step {
  init(shown: String) { self.init(shown: shown, from: nil, to: nil) }
}

extension SampleColumns {
  /// Returns the numbers of the units that quantity samples have. A type that the catalogue does
  /// not know may have category samples too, whose column holds words.
  func quantityUnits(_ rows: [Int]) -> [UInt32] { quantityUnits(RowSelection(rows)) }

  /// Returns the same numbers for rows that may be all there are.
  func quantityUnits(_ rows: RowSelection) -> [UInt32] {
    var occurs = Array(repeating: false, count: known.count)
    let category = SampleRow.Flags.category.rawValue
    forEachChunk(of: rows) { chunk, first, _, _, _, contexts, flags in
      var occurs = occurs.mutableSpan
      for position in chunk {
        let index = rows[position] - first
        if flags[index].rawValue & category != 0 || rows.skips(flags[index]) { continue }
        occurs[Int(contexts[index])] = true
      }
    }
    return Set(known.indices.filter { occurs[$0] }.map { known[$0].unit }).sorted()
  }
}

extension JournalTypes {
  /// Returns true if samples of a type add up. Types that are neither known nor declared are shown
  /// as discrete: an average of sums misleads less than a sum of temperatures.
  func isCumulative(_ type: String) -> Bool { style(of: type).isCumulative }

  /// Returns the style of a type; arithmetic if it is neither known nor declared.
  func style(of type: String) -> AggregationStyle {
    guard case .quantity(let known)? = find(type) else { return .discreteArithmetic }
    return known.aggregationStyle
  }
}

extension AggregationStyle {
  /// Returns the style that Apple's headers state for a type, if the running system has another
  /// one.
  static func ofHeaders(_ type: String) -> AggregationStyle? {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else { return nil }
    return known.headerAggregationStyle
  }
}

/// Words for the values of category samples.
enum CategoryWords {
  /// Returns the catalogue's short name, else the export's own word, else the number.
  static func word(for row: SampleRow, type: String, tables: HealthTables) -> String {
    word(row.value, word: row.unit, type: type, tables: tables)
  }

  /// Returns the word for a value; `word` is the number of the export's own word, or
  /// `SampleRow.none`.
  static func word(
    _ value: Double, word: UInt32, type: String, tables: HealthTables
  ) -> String {
    if word != SampleRow.none { return tables.categoryNames.names[Int(word)] }
    let code = Int(value)
    guard case .category(let known)? = tables.catalogue.find(type),
      let value = known.value(rawValue: code)
    else { return String(code) }
    return value.name
  }
}
