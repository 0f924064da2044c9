package import HealthModel
package import HealthTables

/// An ambulatory glucose profile: what the days of some weeks look like laid over one another.
///
/// Sources: Battelino et al., "Clinical Targets for Continuous Glucose Monitoring Data
/// Interpretation: Recommendations From the International Consensus on Time in Range", Diabetes
/// Care 42:1593 (2019), for the ranges, the least amount of data and the coefficient of variation;
/// Bergenstal et al., "Glucose Management Indicator", Diabetes Care 41:2275 (2018), for the
/// indicator; the percentiles are those of AGP report version 5.
package struct GlucoseProfile: Sendable {
  /// A range of the consensus.
  package enum Band: Int, CaseIterable, Sendable {
    /// Below 54 mg/dL, or 3.0 mmol/L.
    case veryLow
    /// The range from there to below 70 mg/dL, or 3.9 mmol/L.
    case low
    /// The range from there to 180 mg/dL, or 10.0 mmol/L, both included.
    case target
    /// Above, up to 250 mg/dL, or 13.9 mmol/L.
    case high
    /// The range above that.
    case veryHigh

    /// Creates the band of a value by the limits of its unit; nil if the unit measures something
    /// else.
    package init?(_ value: Double, in unit: Unit) {
      let limits = Limits.of(unit)
      guard let value = try? unit.convert(value, to: limits.unit) else { return nil }
      let isConverted = unit != limits.unit
      func order(_ limit: Double) -> Int {
        Threshold(value: limit, isConverted: isConverted).order(of: value)
      }
      if order(limits.veryLow) < 0 {
        self = .veryLow
      } else if order(limits.low) < 0 {
        self = .low
      } else if order(limits.high) <= 0 {
        self = .target
      } else {
        self = order(limits.veryHigh) <= 0 ? .high : .veryHigh
      }
    }
  }

  /// The limits between the bands. The consensus states them in two units, and neither set is the
  /// other one converted: 10.0 mmol/L is 180.16 mg/dL.
  package struct Limits: Sendable {
    /// The unit of all four limits.
    package let unit: Unit
    /// The limit below which a value is very low.
    package let veryLow: Double
    /// The limit below which a value is low.
    package let low: Double
    /// The limit above which a value is high.
    package let high: Double
    /// The limit above which a value is very high.
    package let veryHigh: Double

    private static let masses = Limits(
      unit: .milligramsPerDeciliter, veryLow: 54, low: 70, high: 180, veryHigh: 250)
    private static let moles = Limits(
      unit: .millimolesOfGlucosePerLiter, veryLow: 3.0, low: 3.9, high: 10.0, veryHigh: 13.9)

    /// Returns the limits for values in a unit.
    package static func of(_ unit: Unit) -> Limits { unit.isOfMoles ? moles : masses }

    /// Returns the same limits in another unit.
    package func converted(to other: Unit) -> Limits {
      func convert(_ limit: Double) -> Double { (try? unit.convert(limit, to: other)) ?? limit }
      return unit == other
        ? self
        : Limits(
          unit: other, veryLow: convert(veryLow), low: convert(low), high: convert(high),
          veryHigh: convert(veryHigh))
    }
  }

  /// The percentiles of the readings at one time of the day.
  package struct Slot: Sendable {
    /// The minutes since midnight at which the slot begins.
    package var minute: Int
    /// The number of readings.
    package var count = 0
    /// The 5th, 25th, 50th, 75th and 95th percentile, in mg/dL; nil of fewer than five readings.
    package var percentiles: [Double]?
  }

  /// The days that the profile is of, as numbers since 1970-01-01.
  package let window: Range<Int>
  /// The number of days with readings.
  package let days: Int
  /// The number of readings.
  package let count: Int
  /// The share of the hours of the window that have a reading.
  package let coverage: Double
  /// The mean in mg/dL.
  package let mean: Double
  /// The standard deviation in mg/dL, with n − 1; nil of one reading.
  package let spread: Double?
  /// The share of readings in each band.
  package let shares: [Band: Double]
  /// The slots of half an hour of the day.
  package let slots: [Slot]

  /// The consensus asks for 14 days.
  package static let leastDays = 14
  /// And for 70 % of the data of these days.
  package static let leastCoverage = 0.7
  /// The length of a slot, in minutes.
  package static let slotLength = 30
  /// The percentiles of a slot.
  package static let percents: [Double] = [5, 25, 50, 75, 95]

  /// True if there is enough data for the picture and for the shares to be read as the consensus
  /// means them.
  package var isEnough: Bool {
    window.count >= Self.leastDays && coverage >= Self.leastCoverage
  }

  /// Percent: 100 × standard deviation / mean.
  package var variation: Double? { spread.map { 100 * $0 / mean } }

  /// The glucose management indicator in percent: 3.31 + 0.02392 × mean in mg/dL.
  package var managementIndicator: Double { 3.31 + 0.02392 * mean }

  /// Creates the profile of readings in mg/dL on some days; nil if there are none.
  package init?(_ readings: [ClockSample], over window: Range<Int>) {
    guard let found = SampleSpread(readings.map(\.value)) else { return nil }
    self.window = window
    count = readings.count
    days = Set(readings.map(\.day)).count
    let hours = Set(readings.map { $0.day * 24 + $0.minute / 60 })
    coverage = Double(hours.count) / Double(window.count * 24)
    mean = found.mean
    spread = found.deviation
    shares = Dictionary(grouping: readings) { Band($0.stated, in: $0.unit) ?? .target }
      .mapValues { Double($0.count) / Double(readings.count) }
    slots = Self.slots(readings)
  }

  private static func slots(_ readings: [ClockSample]) -> [Slot] {
    let grouped = Dictionary(grouping: readings) { $0.minute / slotLength }
    return (0..<1440 / slotLength).map { slot in
      var slot = Slot(minute: slot * slotLength)
      let values = grouped[slot.minute / slotLength, default: []].map(\.value)
      slot.count = values.count
      if values.count >= 5 {
        let found = SampleSpread.percentiles(percents, of: values)
        slot.percentiles = percents.compactMap { found[$0] }
      }
      return slot
    }
  }
}

/// A sample with the time that local clocks showed at its start.
package struct ClockSample: Hashable, Sendable {
  /// The value in the unit that was asked for.
  package var value: Double
  /// The value as the line states it.
  package var stated: Double
  /// The unit in which the line states it.
  package var unit: Unit
  /// The local day, as a number since 1970-01-01.
  package var day: Int
  /// Minutes of the local clock since midnight.
  package var minute: Int
  /// The number of the line that saved it.
  package var line: UInt32

  /// Returns the live quantity samples of a type that start in the window of a query, by their
  /// start; those whose unit does not convert are left out. The clock is that of the sample's own
  /// HKTimeZone if it has one, else the journal's.
  package static func all(
    of type: String, in journal: ReplayedJournal, _ context: ViewContext, unit: Unit
  ) throws -> [ClockSample] {
    var query = context.query
    query.types = [type]
    let journal = journal.forWindow(query)
    var selection = try SampleSelection(query, journal)
    guard let columns = journal.tables.columns(of: type) else { return [] }
    let rows = try selection.rows(of: type).filter { row in
      !columns.flags[row].contains(.category)
        && query.touches(start: columns.starts[row], end: columns.starts[row])
    }
    let plan = try UnitPlan(
      type, columns, RowSelection(rows), asked: unit, in: journal.tables)
    let days = try DayFinder(journal.tables, context)
    let order = columns.byStart(rows)
    return order.compactMap { row in
      let step = plan[columns.unit(row)]
      let value = step.apply(columns.values[row])
      guard value.isFinite, (try? Unit(step.shown)) == unit else { return nil }
      let zone = days.zone(of: days.cursor(zone: columns.zone(row)))
      let time = Timestamp(Instant(microseconds: columns.starts[row]), in: zone)
      return ClockSample(
        value: value, stated: columns.values[row], unit: step.from ?? unit,
        day: time.date.dayNumber, minute: time.hour * 60 + time.minute,
        line: columns.sequences[row])
    }
  }
}
