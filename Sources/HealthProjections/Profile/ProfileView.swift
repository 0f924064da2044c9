package import HealthModel
package import HealthTables
package import ViewTables

/// Profile: the owner's characteristics, age, latest height and mass, and BMI.
package enum ProfileView {
  /// The columns that identify a row.
  package static let rowKey = RowKey.uuid
  /// What they are made of.
  package static let reads = Reads.types(
    lasting: body + CharacteristicType.all.filter(\.isPublic).map(\.identifier))

  /// The types that a person's body is told by.
  static let body = [QuantityType.height, .bodyMass].map(\.identifier)

  /// The units in which height and mass are shown; nil: the preferred one, else the sample's own.
  package struct Units: Sendable {
    /// A unit of length.
    package var height: Unit?
    /// A unit of mass.
    package var mass: Unit?

    /// No unit asked for.
    package init() {}
  }

  /// What is known of a day: age on it, height and mass as its last moment left them.
  package static func profile(
    of tables: HealthTables, on day: CivilDate, in context: ViewContext
  ) throws(ProjectionError) -> Profile {
    let days = try context.calendar(of: tables)
    let end = days.start(of: day.dayNumber + 1).adding(microseconds: -1)
    return ProfileSource(tables, context.query).profile(on: day, at: end)
  }

  /// One row.
  package static func table(
    _ profile: Profile, units: Units, of tables: HealthTables
  ) throws(ProjectionError) -> Table {
    let height = try Measure(profile.height, asked: units.height, in: tables)
    let mass = try Measure(profile.bodyMass, asked: units.mass, in: tables)
    let row: [Cell] = [
      .day(profile.day), profile.dateOfBirth.map { .day($0) } ?? .missing, Cell(whole: profile.age),
      cell(profile.biologicalSex, .notSet), cell(profile.bloodType, .notSet),
      cell(profile.fitzpatrickSkinType, .notSet), cell(profile.wheelchairUse, .notSet),
      Cell(text: profile.activityMoveMode?.name), height.value, height.unit, height.date,
      mass.value, mass.unit, mass.date, Cell(profile.bodyMassIndex), .names(profile.missing),
    ]
    return Table(columns: columns, rows: [row])
  }

  /// The fields of `profile`; `missing` names those that are not known.
  static let columns = [
    Column("day", .time, rank: .key), Column("dateOfBirth", .time), Column("age", .number),
    Column("biologicalSex"), Column("bloodType"), Column("fitzpatrickSkinType"),
    Column("wheelchairUse"), Column("activityMoveMode"),
    Column("height", .quantity, type: QuantityType.height.identifier),
    Column("heightUnit"), Column("heightDate", .time),
    Column("bodyMass", .quantity, type: QuantityType.bodyMass.identifier),
    Column("bodyMassUnit"), Column("bodyMassDate", .time), Column("bodyMassIndex", .quantity),
    Column("missing", note: "fields"),
  ]

  private static func cell<Value: CharacteristicValue>(_ value: Value, _ notSet: Value) -> Cell {
    value == notSet ? .missing : .text(value.name)
  }

  /// The cells of height or mass.
  private struct Measure {
    var value = Cell.missing
    var unit = Cell.missing
    var date = Cell.missing

    init(
      _ sample: QuantitySample?, asked: Unit?, in tables: HealthTables
    ) throws(ProjectionError) {
      guard let sample else { return }
      let preferred = tables.settings.preferredUnit(of: sample.type).flatMap { try? Unit($0) }
      value = .number(sample.value)
      unit = .text(sample.unit)
      date = .time(sample.span.end)
      guard let target = asked ?? preferred, let own = try? Unit(sample.unit) else { return }
      guard let converted = try? own.convert(sample.value, to: target) else {
        throw .unitMismatch(type: sample.type, unit: target.description)
      }
      value = .number(converted)
      unit = .text(target.description)
    }
  }
}

/// Profiles of many days: characteristics as they stand, height and mass as of a moment.
struct ProfileSource {
  private let tables: HealthTables
  private let heights: LatestRows?
  private let masses: LatestRows?
  private let base: Profile

  init(_ tables: HealthTables, _ query: Query) {
    self.tables = tables
    heights = LatestRows(.height, query, in: tables)
    masses = LatestRows(.bodyMass, query, in: tables)
    base = Profile(characteristicsOf: tables)
  }

  /// What was known of a day at a moment of it.
  func profile(on day: CivilDate, at moment: Instant) -> Profile {
    profile(on: day, heights?.row(at: moment), masses?.row(at: moment))
  }

  /// What formulas take for a day: where height or mass was not measured by the moment, the first
  /// one after it.
  func profileForFormula(on day: CivilDate, at moment: Instant) -> Profile {
    let (height, mass) = rowsForFormula(at: moment)
    return profile(on: day, height, mass)
  }

  /// The rows that formulas have height and mass from.
  func rowsForFormula(at moment: Instant) -> (height: SampleRow?, bodyMass: SampleRow?) {
    (heights?.rowForFormula(at: moment), masses?.rowForFormula(at: moment))
  }

  private func profile(on day: CivilDate, _ height: SampleRow?, _ mass: SampleRow?) -> Profile {
    func sample(_ row: SampleRow?, _ type: QuantityType) -> QuantitySample? {
      row.map { QuantitySample($0, type: type.identifier, in: tables) }
    }
    var profile = base
    profile.day = day
    profile.height = sample(height, .height)
    profile.bodyMass = sample(mass, .bodyMass)
    return profile
  }
}

extension Profile {
  /// The characteristics as they stand, of no particular day. A word that the catalogue does not
  /// know is as if nothing were set.
  package init(characteristicsOf tables: HealthTables) {
    func value<Value: CharacteristicValue>(_ kind: Value.Type) -> Value? {
      tables.characteristic(kind.type).flatMap(Value.init(exportName:))
    }
    self.init(day: CivilDate(dayNumber: 0))
    dateOfBirth = tables.characteristic(.dateOfBirth).flatMap { CivilDate($0) }
    biologicalSex = value(BiologicalSex.self) ?? .notSet
    bloodType = value(BloodType.self) ?? .notSet
    fitzpatrickSkinType = value(FitzpatrickSkinType.self) ?? .notSet
    wheelchairUse = value(WheelchairUse.self) ?? .notSet
    activityMoveMode = value(ActivityMoveMode.self)
  }
}
