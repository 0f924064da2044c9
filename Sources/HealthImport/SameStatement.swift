import HealthEvents
import HealthModel

/// Whether two statements of one object say the same, however each is printed: the units of its
/// figures, no-break spaces and the order of entries are the phone's, not the object's.
///
/// The quantity of a sample and the members of a correlation are what it is, and are not compared.
enum SameStatement {
  /// Returns whether both drafts say the same.
  static func isSaid(by one: Draft, and other: Draft) -> Bool {
    let (a, b) = (one.object, other.object)
    guard isSame(one.source, other.source), isSame(one.device, other.device),
      hasDateOfItsFile(a.content) || a.created?.instant == b.created?.instant,
      isSame(a.metadata, b.metadata)
    else { return false }
    switch (a.content, b.content) {
    case (.quantity(let x), .quantity(let y)):
      return isSame(x.series, x.unit, y.series, y.unit) && areSame(a.fields, b.fields)
    case (.category, .category), (.correlation, .correlation):
      return areSame(a.fields, b.fields)
    case (.workout(let x), .workout(let y)): return isSame(x, y) && areSame(a.fields, b.fields)
    case (.characteristic(let x), .characteristic(let y)): return x == y
    case (.summary(let x), .summary(let y)): return x == y && areSameFigures(a.fields, b.fields)
    case (.document(let x), .document(let y)):
      return x.kind == y.kind && areSame(a.fields, b.fields)
    default: return false
    }
  }

  /// Returns whether its creation is that of the file: of rings and characteristics.
  private static func hasDateOfItsFile(_ content: Content) -> Bool {
    ContentIdentity.hasSubject(content)
  }

  // MARK: Origins

  private static func isSame(_ one: Source?, _ other: Source?) -> Bool {
    var (one, other) = (one ?? Source(name: ""), other ?? Source(name: ""))
    guard SourceName.means(one.name, other.name) else { return false }
    (one.name, other.name) = ("", "")
    return one == other
  }

  private static func isSame(_ one: Device?, _ other: Device?) -> Bool {
    guard var one, var other else { return one == other }
    let names = (one.name, other.name)
    (one.name, other.name) = (nil, nil)
    return one == other && isSame(names.0, names.1)
  }

  // MARK: Values

  private static func isSame(_ one: String?, _ other: String?) -> Bool {
    one == other || one.map(SourceName.folded) == other.map(SourceName.folded)
  }

  private static func isSame(
    _ one: Double?, _ unit: String?, _ other: Double?, _ otherUnit: String?
  ) -> Bool {
    guard let one, let other else { return one == other }
    return PrintedQuantity(one, unit ?? "").agrees(with: PrintedQuantity(other, otherUnit ?? ""))
  }

  private static func isSame(_ one: Metadata, _ other: Metadata) -> Bool {
    guard one.entries.count == other.entries.count else { return false }
    return one.entries.allSatisfy { entry in
      switch (entry.value, other[entry.key]) {
      case (.quantity(let x, let unit), .quantity(let y, let otherUnit)?):
        isSame(x, unit, y, otherUnit)
      case (.date(let x), .date(let y)?): x.instant == y.instant
      case (.string(let x), .string(let y)?): isSame(x, y)
      case (let x, let y): x == y
      }
    }
  }

  private static func isSame(
    _ one: SeriesSummary?, _ unit: String, _ other: SeriesSummary?, _ otherUnit: String
  ) -> Bool {
    one?.count == other?.count && isSame(one?.minimum, unit, other?.minimum, otherUnit)
      && isSame(one?.maximum, unit, other?.maximum, otherUnit)
      && isSame(one?.sum, unit, other?.sum, otherUnit)
  }

  // MARK: Workouts

  private static func isSame(_ one: Workout, _ other: Workout) -> Bool {
    one.duration == other.duration && Set(one.totals.keys) == Set(other.totals.keys)
      && one.totals.allSatisfy { total, amount in
        let own = other.totals[total]
        return isSame(amount.value, amount.unit, own?.value, own?.unit)
      } && areSame(one.events, other.events) && areSame(one.statistics, other.statistics)
      && one.activities.count == other.activities.count
      && zip(one.activities, other.activities).allSatisfy { isSame($0, $1) }
  }

  private static func areSame(_ one: [WorkoutEvent], _ other: [WorkoutEvent]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { x, y in
        x.type == y.type && x.date.instant == y.date.instant && x.duration == y.duration
          && isSame(x.metadata, y.metadata)
      }
  }

  private static func isSame(_ one: WorkoutActivity, _ other: WorkoutActivity) -> Bool {
    one.uuid == other.uuid && one.activity == other.activity
      && one.start.instant == other.start.instant && one.end?.instant == other.end?.instant
      && one.duration == other.duration && areSame(one.events, other.events)
      && areSame(one.statistics, other.statistics) && isSame(one.metadata, other.metadata)
  }

  private static func areSame(_ one: [WorkoutStatistics], _ other: [WorkoutStatistics]) -> Bool {
    guard one.count == other.count else { return false }
    let (one, other) = (one.sorted(by: precedes), other.sorted(by: precedes))
    return zip(one, other).allSatisfy { x, y in
      x.type == y.type && x.start?.instant == y.start?.instant && x.end?.instant == y.end?.instant
        && isSame(x.sum, x.unit, y.sum, y.unit) && isSame(x.average, x.unit, y.average, y.unit)
        && isSame(x.minimum, x.unit, y.minimum, y.unit)
        && isSame(x.maximum, x.unit, y.maximum, y.unit)
    }
  }

  private static func precedes(_ one: WorkoutStatistics, _ other: WorkoutStatistics) -> Bool {
    let (a, b) = (one.start?.instant.microseconds ?? 0, other.start?.instant.microseconds ?? 0)
    return (one.type, a) < (other.type, b)
  }

  // MARK: Fields

  private static func areSame(_ one: [Field], _ other: [Field]) -> Bool {
    one.count == other.count
      && one.allSatisfy { field in isSame(field.value, other[field.name]) }
  }

  private static func isSame(_ one: FieldValue, _ other: FieldValue?) -> Bool {
    switch (one, other) {
    case (.text(let x), .text(let y)?): isSame(x, y)
    case (.list(let x), .list(let y)?):
      x.count == y.count && zip(x, y).allSatisfy { isSame($0, $1) }
    case (.fields(let x), .fields(let y)?): areSame(x, y)
    default: one == other
    }
  }

  /// Figures of a day: `activeEnergyBurned` and `activeEnergyBurnedGoal` are in
  /// `activeEnergyBurnedUnit`.
  private static func areSameFigures(_ one: [Field], _ other: [Field]) -> Bool {
    guard one.count == other.count else { return false }
    let units = one.map(\.name).filter { $0.hasSuffix("Unit") }
    return one.allSatisfy { field in
      guard let value = other[field.name] else { return false }
      if field.value == value { return hasOneUnit(field.name, one, other, units) }
      if units.contains(field.name) { return true }
      let unit = units.first { field.name.hasPrefix($0.dropLast(4)) } ?? ""
      guard case .number(let x) = field.value, case .number(let y) = value,
        case .text(let own)? = one[unit], case .text(let their)? = other[unit]
      else { return false }
      return isSame(x, own, y, their)
    }
  }

  /// Returns whether an equal number means the same: its units are of one size, or there are none.
  private static func hasOneUnit(
    _ name: String, _ one: [Field], _ other: [Field], _ units: [String]
  ) -> Bool {
    guard case .number(let number)? = one[name],
      let unit = units.first(where: { name.hasPrefix($0.dropLast(4)) }),
      case .text(let own)? = one[unit], case .text(let their)? = other[unit]
    else { return true }
    return isSame(number, own, number, their)
  }
}
