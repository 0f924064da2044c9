import HealthEvents
import HealthModel
import HealthViews
import Journal

/// The command `profile`: characteristics, age, latest height and mass, and BMI.
struct ProfileCommand: CommandOptions {
  var savesBMI = false

  static let saveBMI = Option("save-bmi", nil, "save the BMI as a sample of bodyMassIndex")
  static let declared: [DeclaredOption<Self>] = [
    .flag(\.savesBMI, saveBMI), .shared(.wait), .shared(.clockIsRight),
  ]
  static let rules: [OptionRule] = [
    .excludes(
      saveBMI,
      [ProfileOptions.massUnit, ProfileOptions.heightUnit, .all] + Option.reading
    ) { "--save-bmi takes no --\($0.name)" }
  ]

  static var page: CommandPage {
    let view = View.profile.page
    var page = view
    page.options += Self.declared.map(\.option)
    page.rules += Self.rules
    page.run = { arguments, console in
      var input = arguments
      guard try Self.read(&input).savesBMI else { return try view.run(arguments, &console) }
      return try Writing.run(arguments, &console) { writing, console in
        try save(arguments, &writing, &console)
      }
    }
    return page
  }

  private static func save(
    _ arguments: Arguments, _ writing: inout Writing, _ console: inout Console
  ) throws -> ExitCode {
    let day = try Inputs.day(
      ProfileOptions.on, arguments.values, try writing.timeInput())
    let profile = try ProfileView.profile(
      of: writing.session.tables, on: day, in: ViewContext())
    guard let sample = QuantityContent(bodyMassIndexOf: profile) else {
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

  /// Explains why there is no BMI.
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
