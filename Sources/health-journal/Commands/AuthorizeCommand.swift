import HealthEvents
import HealthJournal
import HealthModel

/// `authorize`: what the owner lets a source share and read.
enum AuthorizeCommand {
  private static let share = Option("share", "TYPES", "may save these types", isRepeatable: true)
  private static let read = Option("read", "TYPES", "may read these types", isRepeatable: true)
  private static let denyShare = Option(
    "deny-share", "TYPES", "may not save these", isRepeatable: true)
  private static let denyRead = Option(
    "deny-read", "TYPES", "may not read these", isRepeatable: true)
  private static let reset = Option(
    "reset", "TYPES", "as if never asked, for both", isRepeatable: true)

  static let page = CommandPage(
    name: "authorize", group: .append, summary: "let a source share or read types, or not",
    words: "SOURCE", options: [.journal, .answer, share, read, denyShare, denyRead, reset, .by],
    details: """
      SOURCE is a bundle identifier. TYPES are types with commas between them; those not named stay as
      they were.

        health-journal authorize com.example.swimfit --share workout,activeEnergyBurned --read bodyMass
      """
  ) { arguments, console in
    try arguments.require(words: 1...1, "SOURCE")
    var change = AuthorizationChange(source: arguments.words[0])
    change.share = try grants(arguments, [(share, .authorized), (denyShare, .denied)])
    change.read = try grants(arguments, [(read, .authorized), (denyRead, .denied)])
    let forgotten = try grants(arguments, [(reset, .notDetermined)])
    let decided = Set((change.share + change.read).map(\.type))
    for grant in forgotten where decided.contains(grant.type) {
      throw Failure.usage("\(grant.type) is named twice: decided on and reset")
    }
    change.share += forgotten.filter { TypeCatalogue.find($0.type)?.isWritable ?? true }
    change.read += forgotten
    guard !(change.share.isEmpty && change.read.isEmpty) else {
      throw arguments.misused("nothing to decide: name types with --share, --read or another")
    }
    guard change.source != Actor.owner else {
      throw Failure.usage("the owner may save and read everything; name another source")
    }
    var writing = try Writing(arguments, console)
    return try writing.perform(.authorize(change), &console) { accepted in
      "decided in line \(accepted.sequence)"
    }
  }

  private static func grants(
    _ arguments: Arguments, _ options: [(Option, AuthorizationStatus)]
  ) throws(Failure) -> [AuthorizationGrant] {
    var grants: [AuthorizationGrant] = []
    for (option, status) in options {
      for name in try arguments.list(option) {
        let type = try Inputs.type(name)
        guard !grants.contains(where: { $0.type == type }) else {
          throw .usage("\(name) is named twice")
        }
        grants.append(AuthorizationGrant(type, status))
      }
    }
    return grants
  }
}
