package import HealthModel
package import HealthTables

/// Profile: the owner's characteristics, age, latest height and mass, and BMI.
package enum ProfileView {
  /// The objects that the row is made of.
  package static let reads = Reads.types(
    lasting: body + CharacteristicType.all.filter(\.isPublic).map(\.identifier))

  /// The types that a person's body is told by.
  static let body = [QuantityType.height, .bodyMass].map(\.identifier)

  /// The units in which height and mass are shown; nil: the preferred unit, otherwise the unit of
  /// the sample.
  package struct Units: Sendable {
    /// A unit of length.
    package var height: Unit?
    package var mass: Unit?

    package init() {}
  }

  /// Returns the profile of a day: the age on it, and height and mass as its last moment left them.
  package static func profile(
    of tables: HealthTables, on day: CivilDate, in context: ViewContext
  ) throws(ProjectionError) -> Profile {
    let days = try context.calendar(of: tables)
    let end = days.start(of: day.dayNumber + 1).adding(microseconds: -1)
    return ProfileSource(tables, context.query).profile(on: day, at: end)
  }

  /// Returns a table of one row.
  package static func table(
    _ profile: Profile, units: Units, of tables: HealthTables
  ) throws(ProjectionError) -> Table {
    let row = Row(
      profile: profile, height: try Measure(profile.height, asked: units.height, in: tables),
      mass: try Measure(profile.bodyMass, asked: units.mass, in: tables))
    return Table(columns, rows: [row])
  }

  /// A profile, with height and mass in the units in which they are shown.
  struct Row {
    fileprivate var profile: Profile
    fileprivate var height: Measure?
    fileprivate var mass: Measure?
  }

  /// The fields of `profile`; `missing` names those that are not known.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.date, .time, named: "day", rank: .key) { .day($0.profile.day) },
    RowColumn("dateOfBirth", .time) { $0.profile.dateOfBirth.map { .day($0) } ?? .missing },
    RowColumn("age", .number) { Cell(whole: $0.profile.age) },
    RowColumn("biologicalSex") { cell($0.profile.biologicalSex, .notSet) },
    RowColumn("bloodType") { cell($0.profile.bloodType, .notSet) },
    RowColumn("fitzpatrickSkinType") { cell($0.profile.fitzpatrickSkinType, .notSet) },
    RowColumn("wheelchairUse") { cell($0.profile.wheelchairUse, .notSet) },
    RowColumn("activityMoveMode") { Cell(text: $0.profile.activityMoveMode?.name) },
    RowColumn(
      "height", .quantity, unitIn: "heightUnit", type: QuantityType.height.identifier
    ) {
      Cell($0.height?.value)
    },
    RowColumn("heightUnit") { Cell(text: $0.height?.unit) },
    RowColumn("heightDate", .time) { Cell(time: $0.height?.date) },
    RowColumn(
      "bodyMass", .quantity, unitIn: "bodyMassUnit", type: QuantityType.bodyMass.identifier
    ) {
      Cell($0.mass?.value)
    },
    RowColumn("bodyMassUnit") { Cell(text: $0.mass?.unit) },
    RowColumn("bodyMassDate", .time) { Cell(time: $0.mass?.date) },
    RowColumn("bodyMassIndex", .quantity) { Cell($0.profile.bodyMassIndex) },
    RowColumn("missing", note: "fields") { .names($0.profile.missing) },
  ]

  private static func cell<Value: CharacteristicValue>(_ value: Value, _ notSet: Value) -> Cell {
    value == notSet ? .missing : .text(value.name)
  }

  /// Height or mass, in the requested unit, otherwise in the preferred unit, otherwise in its own.
  fileprivate struct Measure {
    var value: Double
    var unit: String
    var date: Timestamp

    init?(
      _ sample: QuantityContent?, asked: Unit?, in tables: HealthTables
    ) throws(ProjectionError) {
      guard let sample else { return nil }
      let preferred = tables.settings.preferredUnit(of: sample.type).flatMap { try? Unit($0) }
      (value, unit, date) = (sample.value, sample.unit, sample.span.end)
      guard let target = asked ?? preferred, let own = try? Unit(sample.unit) else { return }
      guard let converted = try? own.convert(sample.value, to: target) else {
        throw .unitMismatch(type: sample.type, unit: target.description)
      }
      (value, unit) = (converted, target.description)
    }
  }
}

/// The source of profiles of many days: characteristics as they are now, height and mass as of a
/// moment.
struct ProfileSource {
  private let tables: HealthTables
  private let heights: LatestRows?
  private let masses: LatestRows?
  private let base: Profile

  init(_ tables: HealthTables, _ query: ViewQuery) {
    self.tables = tables
    heights = LatestRows(.height, query, in: tables)
    masses = LatestRows(.bodyMass, query, in: tables)
    base = Profile(characteristicsOf: tables)
  }

  /// Returns the profile of a day as it was known at a moment of the day.
  func profile(on day: CivilDate, at moment: Instant) -> Profile {
    profile(on: day, heights?.row(at: moment), masses?.row(at: moment))
  }

  /// Returns the profile that formulas use for a day: if height or mass was not measured by the
  /// moment, it has the first one after it.
  func profileForFormula(on day: CivilDate, at moment: Instant) -> Profile {
    let (height, mass) = rowsForFormula(at: moment)
    return profile(on: day, height, mass)
  }

  func rowsForFormula(at moment: Instant) -> (height: SampleRow?, bodyMass: SampleRow?) {
    (heights?.rowForFormula(at: moment), masses?.rowForFormula(at: moment))
  }

  private func profile(on day: CivilDate, _ height: SampleRow?, _ mass: SampleRow?) -> Profile {
    func sample(_ row: SampleRow?, _ type: QuantityType) -> QuantityContent? {
      row.map { QuantityContent($0, type: type.identifier, in: tables) }
    }
    var profile = base
    profile.day = day
    profile.height = sample(height, .height)
    profile.bodyMass = sample(mass, .bodyMass)
    return profile
  }
}

extension Profile {
  /// Creates a profile of the current characteristics, of no particular day. A word that the
  /// catalogue does not know is as if nothing were set.
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

/// The options of `profile`.
package struct ProfileOptions: ViewOptions {
  /// The day for which the profile is shown; nil: today.
  var day: CivilDate?
  /// The units of height and mass.
  var units = ProfileView.Units()

  package init() {}

  /// The day for which the profile is shown.
  package static let on = Option(
    "on", "DAY", "show age, height and mass on this day; default: today")
  package static let massUnit = Option(
    "mass-unit", "UNIT", "show the mass in this unit, such as lb")
  package static let heightUnit = Option(
    "height-unit", "UNIT", "show the height in this unit, such as ft")

  /// The options in the order of help.
  package static let declared: [DeclaredOption<Self>] =
    [
      .value(\.day, on) { try $0.day($1) },
      .value(\.units.mass, massUnit) { try Inputs.unit($1, of: .bodyMass, $0.values) },
      .value(\.units.height, heightUnit) { try Inputs.unit($1, of: .height, $0.values) },
    ]
}

extension View {
  /// Characteristics, age, height, mass and BMI.
  package static let profile = View(
    "profile", summary: "characteristics, age, height, mass and BMI",
    options: ProfileOptions.self,
    details: """
      Shows the current characteristics and, for a day, the age, the latest height, the latest
      mass and the BMI (kg/m²). A person born on 29 February becomes a year older on 1 March if
      the year has no 29 February. Without --mass-unit and --height-unit the units are the
      preferred units, otherwise those of the sample. `missing` names the fields that are not
      known. If nothing is known, the exit code is 1.

      --save-bmi saves the BMI as a sample (`count`), at the time of the later of the two samples.
      The answer is that of `save`. If this BMI is already saved, the answer names it, and nothing
      is saved.

      Examples

        health-journal save height 175 cm --start 2026-02-01
        health-journal profile --on 2026-11-20 --mass-unit lb --height-unit ft
        health-journal profile --save-bmi
      """,
    reads: ProfileView.reads, forms: [Form("", ProfileView.columns)]
  ) { request, options in
    let tables = request.journal.tables
    let day = try options.day ?? request.day(ProfileOptions.on)
    let profile = try ProfileView.profile(of: tables, on: day, in: try request.context())
    var table = try ProfileView.table(profile, units: options.units, of: tables)
    table.presentation = Presentation(hidesEmptyColumns: false, isTransposed: true)
    if profile.isEmpty {
      table.presentation?.unknown = "nothing is known; `missing` names what to save"
    }
    return table
  }
}
