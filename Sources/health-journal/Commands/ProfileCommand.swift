import HealthEvents
import HealthExport
import Journal
import HealthModel
import HealthProjections
import HealthTables

/// `profile`: characteristics, age, latest height and mass, BMI.
enum ProfileCommand {
  static let on = Option("on", "DAY", "age, height and mass as of this day; else today")
  static let massUnit = Option("mass-unit", "UNIT", "show the mass in it, as lb")
  static let heightUnit = Option("height-unit", "UNIT", "show the height in it, as ft")
  private static let saveBMI = Option("save-bmi", nil, "save the BMI as a sample of bodyMassIndex")

  static let view = View(
    name: "profile", summary: "characteristics, age, height, mass and BMI",
    options: [on, massUnit, heightUnit, saveBMI],
    commandOptions: [saveBMI],
    details: """
      The characteristics as they stand; the age, the latest height and the latest mass as of a day;
      BMI = kg/m². Who was born on 29 February is a year older on 1 March where the year has no such
      day. `missing` names what is not known. --save-bmi saves the BMI (count) at the time of the later
      of the two samples; one that is saved already is not saved again.

        health-journal profile --on 2026-11-20 --mass-unit lb --height-unit ft
        health-journal profile --save-bmi
      """,
    rowKey: ProfileView.rowKey
  ) {
    try profile($0, &$1).table
  } show: { arguments, reading, console in
    let (profile, table) = try profile(arguments, &reading)
    let isTransposed = try Console.format(arguments).isForPeople && !arguments.has(.columns)
    let code = try console.show(isTransposed ? try table.transposed() : table, arguments)
    guard profile.isEmpty else { return code }
    console.remark("nothing is known; `missing` names what to save")
    return .no
  } instead: { arguments, console in
    arguments.has(saveBMI) ? try save(arguments, &console) : nil
  }

  /// The profile and its row.
  static func profile(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> (profile: Profile, table: Table) {
    let units = try units(arguments)
    let day = try Inputs.day(on, arguments, try reading.timeInput())
    let tables = reading.journal.tables
    let profile = try ProfileView.profile(of: tables, on: day, in: try reading.context())
    return (profile, try ProfileView.table(profile, units: units, of: tables))
  }

  private static func units(_ arguments: Arguments) throws(Failure) -> ProfileView.Units {
    var units = ProfileView.Units()
    units.mass = try unit(massUnit, of: .bodyMass, arguments)
    units.height = try unit(heightUnit, of: .height, arguments)
    return units
  }

  private static func unit(
    _ option: Option, of type: QuantityType, _ arguments: Arguments
  ) throws(Failure) -> Unit? {
    guard let text = arguments[option] else { return nil }
    let unit = try Inputs.unit(text)
    guard type.accepts(unit) else {
      throw .usage("--\(option.name): \(type.identifier) does not convert to \(text)")
    }
    return unit
  }

  private static func save(_ arguments: Arguments, _ console: inout Console) throws -> ExitCode {
    for option in [massUnit, heightUnit, Option.all, .asOf, .reader] where arguments.has(option) {
      throw arguments.misused("--save-bmi takes no --\(option.name)")
    }
    return try Writing.run(arguments, &console) { writing, console in
      try save(arguments, &writing, &console)
    }
  }

  private static func save(
    _ arguments: Arguments, _ writing: inout Writing, _ console: inout Console
  ) throws -> ExitCode {
    let day = try Inputs.day(on, arguments, try writing.timeInput())
    let profile = try ProfileView.profile(
      of: writing.session.tables, on: day, in: ViewContext())
    guard let sample = QuantitySample(bodyMassIndexOf: profile) else {
      throw Failure(code: .no, message: "nothing saved: " + reason(profile))
    }
    if let known = writing.session.tables.known(sample) {
      let accepted = JournalSession.Accepted(sequence: known.sequence, uuids: [known.uuid])
      return try writing.show(accepted, &console) { _ in
        "the BMI is known: \(known.uuid) in line \(known.sequence); nothing is saved"
      }
    }
    let object = HealthObject(uuid: writing.session.drawUUID(), content: .quantity(sample))
    return try writing.perform(.save(SaveRequest(objects: [Draft(object)])), &console) {
      "saved the BMI \($0.uuids[0]) in line \($0.sequence)"
    }
  }

  /// Why there is no BMI.
  private static func reason(_ profile: Profile) -> String {
    let missing = profile.missing
    let wanted = [("height", "height '1.75 m'"), ("bodyMass", "bodyMass '70 kg'")]
      .filter { missing.contains($0.0) }
    guard !wanted.isEmpty else { return "height and body mass are no person's" }
    let names = wanted.map(\.0).joined(separator: " and no ")
    let saves = wanted.map { "`save \($0.1)`" }.joined(separator: " and ")
    return "no \(names) \(wanted.count == 1 ? "is" : "are") known; \(saves) first"
  }
}

extension Inputs {
  /// The day that an option names; today without it.
  static func day(
    _ option: Option, _ arguments: Arguments, _ input: TimeInput
  ) throws(Failure) -> CivilDate {
    let text = arguments[option] ?? "today"
    if let day = CivilDate(text) { return day }
    guard let time = input.timestamp(text) else {
      throw .usage("--\(option.name): '\(text)' is no day; write 2026-11-20, today or yesterday")
    }
    return input.day(of: time.instant)
  }
}
