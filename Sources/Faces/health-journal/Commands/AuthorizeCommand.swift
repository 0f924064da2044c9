import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal

/// `authorize`: what the owner lets a source share and read.
struct AuthorizeCommand: CommandOptions {
  /// Types as they were typed, and whether something is only asked.
  var share: [String] = []
  var read: [String] = []
  var denyShare: [String] = []
  var denyRead: [String] = []
  var reset: [String] = []
  var isRequest = false

  static let share = Option("share", "TYPES", "may save these types", isRepeatable: true)
  static let read = Option("read", "TYPES", "may read these types", isRepeatable: true)
  static let denyShare = Option("deny-share", "TYPES", "may not save these", isRepeatable: true)
  static let denyRead = Option("deny-read", "TYPES", "may not read these", isRepeatable: true)
  static let reset = Option("reset", "TYPES", "as if never asked, for both", isRepeatable: true)
  static let request = Option(
    "request", nil, "only tell what a request for --share and --read would ask")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal), .shared(.wait), .shared(.format),
    .value(\.share, share) { try $0.values.list($1) },
    .value(\.read, read) { try $0.values.list($1) },
    .value(\.denyShare, denyShare) { try $0.values.list($1) },
    .value(\.denyRead, denyRead) { try $0.values.list($1) },
    .value(\.reset, reset) { try $0.values.list($1) }, .flag(\.isRequest, request), .shared(.by),
  ]
  static let rules: [OptionRule] = [
    .excludes(request, [denyShare, denyRead, reset, .by]) { "--request takes no --\($0.name)" },
    .atLeastOne(
      of: [share, read], with: request,
      saying: "nothing to ask for: name types with --share or --read"),
    .atLeastOne(
      of: [share, read, denyShare, denyRead, reset],
      saying: "nothing to decide: name types with --share, --read or another"),
  ]

  static let page = command(
    name: "authorize", group: .append, summary: "let a source share or read types, or not",
    words: "SOURCE", count: 1...1, missing: "SOURCE",
    details: """
      Decides which types a source may share (save) and read. SOURCE is a bundle identifier. Types
      that you do not name stay as they were.

      The command refuses what HealthKit's request would refuse:

        sharing a type that is read-only
        asking for a correlation type
        reading a type whose objects a person picks one by one
        a workout route without workouts, now or before

      --request decides nothing. It answers which types HealthKit's sheet would ask the owner for.
      A type is asked for until it is decided; sharing and reading are decided separately.
      `requestStatus` is `shouldRequest` or `unnecessary`. The rows are available in any format.
      If HealthKit would raise an exception, the command refuses the request (exit code 4).

      Examples

        health-journal authorize com.example.swimfit --share workout,activeEnergyBurned --read bodyMass
        health-journal authorize com.example.swimfit --deny-share bodyMass
        health-journal authorize com.example.swimfit --request --share bodyMass,workout --read heartRate

      Fields

        one object: seq, uuids
        with --request: source, type, access (`share` or `read`), asked, status, requestStatus
      """
  ) { options, arguments, console in
    if options.isRequest { return try options.ask(arguments, &console) }
    var change = AuthorizationChange(source: arguments.words[0])
    change.share = try grants([(options.share, .authorized), (options.denyShare, .denied)])
    change.read = try grants([(options.read, .authorized), (options.denyRead, .denied)])
    let forgotten = try grants([(options.reset, .notDetermined)])
    let decided = Set((change.share + change.read).map(\.type))
    for grant in forgotten where decided.contains(grant.type) {
      throw Failure.usage("\(grant.type) is named twice: decided on and reset")
    }
    change.share += forgotten.filter { TypeCatalogue.find($0.type)?.isWritable ?? true }
    change.read += forgotten.filter {
      !(TypeCatalogue.find($0.type)?.needsPerObjectAuthorization ?? false)
    }
    guard !(change.share.isEmpty && change.read.isEmpty) else {
      throw arguments.misused("nothing to decide: name types with --share, --read or another")
    }
    try requireOther(change.source)
    return try Writing.run(arguments, &console) { writing, console in
      try writing.perform(.authorize(change), &console) { accepted in
        "decided in line \(accepted.sequence)"
      }
    }
  }

  private static func requireOther(_ source: String) throws {
    guard source != EventActor.owner else {
      throw Failure.usage("the owner may save and read everything; name another source")
    }
  }

  /// Prints the questions of HealthKit's request sheet.
  private func ask(_ arguments: Arguments, _ console: inout Console) throws -> ExitCode {
    let source = arguments.words[0]
    try Self.requireOther(source)
    let request = AuthorizationRequest(
      source: source, share: try share.map { try Inputs.type($0) },
      read: try read.map { try Inputs.type($0) })
    let journal = try OpenedJournal(arguments, console).request
    let answer = try journal.answer(to: request)
    if try Console.format(arguments).isForPeople {
      let asked = answer.questions.count(where: \.isAsked)
      try console.print(
        "\(answer.status.name): \(asked) of \(answer.questions.count) would be asked for")
    }
    return try console.show(AuthorizationsView.table(answer, for: source), arguments)
  }

  private static func grants(
    _ lists: [(names: [String], status: AuthorizationStatus)]
  ) throws -> [AuthorizationGrant] {
    var grants: [AuthorizationGrant] = []
    for (names, status) in lists {
      for name in names {
        let type = try Inputs.type(name)
        guard !grants.contains(where: { $0.type == type }) else {
          throw Failure.usage("\(name) is named twice")
        }
        grants.append(AuthorizationGrant(type, status))
      }
    }
    return grants
  }
}
