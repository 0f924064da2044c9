import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal

/// The command `authorize`: the owner decides which types a source may share and read.
struct AuthorizeCommand: CommandOptions {
  /// The names of types, as the user typed them.
  var share: [String] = []
  var read: [String] = []
  var denyShare: [String] = []
  var denyRead: [String] = []
  var reset: [String] = []
  var purpose: String?
  var isRequest = false

  static let share = Option(
    "share", "TYPES", "let the source save these types or groups of types", isRepeatable: true)
  static let read = Option(
    "read", "TYPES", "let the source read these types or groups of types", isRepeatable: true)
  static let denyShare = Option(
    "deny-share", "TYPES", "forbid the source to save these types", isRepeatable: true)
  static let denyRead = Option(
    "deny-read", "TYPES", "forbid the source to read these types", isRepeatable: true)
  static let reset = Option(
    "reset", "TYPES", "forget the decisions on sharing and reading these types", isRepeatable: true)
  static let since = Option("since", "TIME", "read only data that end at this moment or later")
  static let until = Option("until", "TIME", "the rights end at this moment")
  static let purpose = Option("purpose", "TEXT", "the purpose of the rights")
  static let request = Option(
    "request", nil, "only show what a request for --share and --read would ask")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal), .shared(.wait), .shared(.format),
    .value(\.share, share) { try $0.values.list($1) },
    .value(\.read, read) { try $0.values.list($1) },
    .value(\.denyShare, denyShare) { try $0.values.list($1) },
    .value(\.denyRead, denyRead) { try $0.values.list($1) },
    .value(\.reset, reset) { try $0.values.list($1) }, .shared(since), .shared(until),
    .value(\.purpose, purpose) { $0.values[$1] }, .flag(\.isRequest, request), .shared(.by),
  ]
  static let rules: [OptionRule] = [
    .excludes(request, [denyShare, denyRead, reset, since, until, purpose, .by]) {
      "--request takes no --\($0.name)"
    },
    .atLeastOne(
      of: [share, read], with: request,
      saying: "nothing to ask for: name types with --share or --read"),
    .atLeastOne(
      of: [share, read, denyShare, denyRead, reset],
      saying: "nothing to decide: name types with --share, --read or another"),
  ]

  static let page = command(
    name: "authorize", group: .append, summary: "allow or forbid a source to share or read types",
    words: "SOURCE", count: 1...1, missing: "SOURCE",
    details: """
      Decides which types a source may share (save) and read. SOURCE is a bundle identifier. The
      decisions on other types do not change. TYPES are types, groups of types such as activity,
      heart and sleep (`types --groups`), or `all`. A group means those of its types that may be
      asked for. Places of workouts are a group of their own, which `all` includes. A type that you
      name yourself has priority over a group. `authorizations --preview SOURCE` shows what the
      source would see.

      The command refuses what HealthKit's request would refuse:

        a right to share a type that is read-only
        a right to a correlation type
        a right to read a type whose objects a person selects one by one
        a right to workout routes, unless the owner decides on workouts in this call or before

      --since, --until and --purpose are the terms of the rights that the command grants. With
      --since a source does not see samples of others that end before that moment, as with the
      limited history of HealthKit. It always sees its own samples. --since is only for reading,
      and does not bound characteristics and the rings of a day. At --until all these rights end,
      as if the owner had denied them. A new decision on a type replaces the old one with its
      terms. Terms need --share or --read, and no denial or --reset in the same command.

      --request does not change decisions. It shows the types for which HealthKit would ask the
      owner. HealthKit asks for a type until the owner has decided. Sharing and reading are
      separate decisions. `requestStatus` is `shouldRequest` or `unnecessary`. The rows are
      available in any format. If HealthKit would raise an exception, the command refuses the
      request (exit code 4).

      Examples

        health-journal authorize com.example.swimfit --share workout,activeEnergyBurned --read bodyMass
        health-journal authorize com.example.coach --read activity,heart,sleep
        health-journal authorize com.example.swimfit --deny-share bodyMass
        health-journal authorize org.example.study --read stepCount --since 2026-01-01 \\
          --until 2099-07-01 --purpose 'study of steps'
        health-journal authorize com.example.swimfit --request --share bodyMass,workout --read heartRate

      Fields

        one object: seq, uuids
        with --request: source, type, access (`share` or `read`), asked, status, requestStatus
      """
  ) { options, arguments, console in
    if options.isRequest { return try options.ask(arguments, &console) }
    var change = AuthorizationChange(source: arguments.words[0])
    change.share = try grants(
      [(options.share, .authorized), (options.denyShare, .denied)], isAskable: \.isSharable)
    change.read = try grants(
      [(options.read, .authorized), (options.denyRead, .denied)], isAskable: \.isReadable)
    let forgotten = try grants([(options.reset, .notDetermined)]) { $0.isSharable || $0.isReadable }
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
      change.terms = AuthorizationTerms(
        since: try writing.time(since), until: try writing.time(until), purpose: options.purpose)
      return try writing.perform(.authorize(change), &console) { accepted in
        "decided in line \(accepted.sequence)"
      }
    }
  }

  private static func requireOther(_ source: String) throws {
    guard source != EventActor.owner else {
      throw Failure.usage("the owner may save and read everything; name another source")
    }
  }

  /// Prints the types for which HealthKit would ask the owner.
  private func ask(_ arguments: Arguments, _ console: inout Console) throws -> ExitCode {
    let source = arguments.words[0]
    try Self.requireOther(source)
    let request = AuthorizationRequest(
      source: source,
      share: try Self.grants([(share, .authorized)], isAskable: \.isSharable).map(\.type),
      read: try Self.grants([(read, .authorized)], isAskable: \.isReadable).map(\.type))
    let journal = try OpenedJournal(arguments, console).request
    let answer = try journal.answer(to: request)
    if try Console.format(arguments).isForPeople {
      let asked = answer.questions.count(where: \.isAsked)
      try console.print(
        "\(answer.status.name): \(asked) of \(answer.questions.count) would be asked for")
    }
    return try console.show(AuthorizationsView.table(answer, for: source), arguments)
  }

  /// Returns the decisions on the types that are named, then on those of the groups.
  ///
  /// - Parameter isAskable: returns true for a type of a group that may be decided on.
  private static func grants(
    _ lists: [(names: [String], status: AuthorizationStatus)],
    isAskable: (ObjectType) -> Bool
  ) throws -> [AuthorizationGrant] {
    var grants: [AuthorizationGrant] = []
    for (names, status) in lists {
      for name in names where TypeGroup.named(name) == nil {
        let type = try Inputs.type(name)
        guard !grants.contains(where: { $0.type == type }) else {
          throw Failure.usage("\(name) is named twice")
        }
        grants.append(AuthorizationGrant(type, status))
      }
    }
    var decided = Set(grants.map(\.type))
    for (names, status) in lists {
      let types = names.compactMap(TypeGroup.named).flatMap(\.types).filter(isAskable)
      for type in types where decided.insert(type.identifier).inserted {
        grants.append(AuthorizationGrant(type.identifier, status))
      }
    }
    return grants
  }
}

extension ObjectType {
  /// True if an app may ask to share the type.
  fileprivate var isSharable: Bool {
    if case .correlation = self { false } else { isWritable }
  }

  /// True if an app may ask to read the type as a whole.
  fileprivate var isReadable: Bool {
    if case .correlation = self { false } else { !needsPerObjectAuthorization }
  }
}
