import HealthTables
import HealthModel
import ViewTables

/// The options of `profile`.
package struct ProfileOptions: ViewOptions {
  /// The day for which the profile is shown; nil: today.
  var day: CivilDate?
  /// The units of height and mass.
  var units = ProfileView.Units()

  /// The defaults.
  package init() {}

  /// The day for which the profile is shown.
  package static let on = Option("on", "DAY", "age, height and mass as of this day; else today")
  /// The unit of the mass.
  package static let massUnit = Option("mass-unit", "UNIT", "show the mass in it, as lb")
  /// The unit of the height.
  package static let heightUnit = Option("height-unit", "UNIT", "show the height in it, as ft")

  /// In the order of help.
  package static let declared: [DeclaredOption<Self>] =
    [
      .value(\.day, on) { request, option in try request.day(option) },
      .value(\.units.mass, massUnit) { request, option in
        try Inputs.unit(option, of: .bodyMass, request.values)
      },
      .value(\.units.height, heightUnit) { request, option in
        try Inputs.unit(option, of: .height, request.values)
      },
    ]
}

extension View {
  /// Characteristics, age, height, mass and BMI.
  package static let profile = View(
    "profile", summary: "characteristics, age, height, mass and BMI",
    options: ProfileOptions.self,
    details: """
      The characteristics as they stand; the age, the latest height and the latest mass as of a day;
      BMI = kg/m². Who was born on 29 February is a year older on 1 March where the year has no such
      day. `missing` names what is not known. --save-bmi saves the BMI (count) at the time of the later
      of the two samples; one that is saved already is not saved again.

        health-journal profile --on 2026-11-20 --mass-unit lb --height-unit ft
        health-journal profile --save-bmi
      """,
    rowKey: ProfileView.rowKey, reads: ProfileView.reads,
    forms: [Form("", ProfileView.columns)]
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
