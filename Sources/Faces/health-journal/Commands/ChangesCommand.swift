import ByteTools
import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `changes`: the objects that were saved or deleted after an anchor.
struct ChangesCommand: CommandOptions {
  static let since = Option("since", "LINE", "only changes of the lines after this line")

  var filter = ChangesTable.Filter()
  var since: UInt64?
  var file: AnchorFile?

  static let anchorFile = Option(
    "anchor-file", "FILE", "read the anchor from FILE, and write the next anchor there")
  static let declared: [DeclaredOption<Self>] =
    shared([.journal, .format, .columns] + Option.reading)
    + [
      .value(\.since, ChangesCommand.since) { try $0.values.whole($1).map { UInt64($0) } },
      .value(\.file, anchorFile) { $0.values[$1].map { AnchorFile(path: $0) } },
      .types(\.filter.types),
      .value(\.filter.limit, .limit) { try $0.values.whole($1, least: 1) },
    ]
    + shared(.timeZone)
  static let rules: [OptionRule] = [
    .excludes(ChangesCommand.since, [anchorFile]) { _ in
      "--since and --anchor-file both name an anchor; give one"
    }
  ]

  static let page = command(
    name: "changes", group: .read, summary: "show new objects and deleted uuids since a line",
    details: """
      Shows new objects and deleted uuids since a line, the anchor. This is HealthKit's anchored
      query. An object of any kind is `added` if it was saved after the anchor and was not deleted
      or replaced. An object that was deleted or replaced after the anchor is `deleted`, with its
      uuid, even if it was also saved after the anchor. Without an anchor the command begins with
      the first line. Formats for programs have the units in which values were saved; formats for
      people have the units of `configure --units`. If nothing is new, the exit code is 1.

      The next anchor is the last line that the command read. A remark on standard error shows
      this anchor, in every format. With --limit it is the last line of the rows that you see. The
      command does not split a line: if one line has more rows than --limit, you see all of them.
      The command refuses an anchor after the journal's last line.

      --anchor-file reads the anchor from a file. After the command has written the rows, it
      writes the next anchor into the file. If the file does not exist, the command begins with
      the first line. The file contains:

        {"journal":"<uuid>","seq":123,"chain":"<64 hex digits>"}

      The command refuses the anchor of another journal. It also refuses an anchor if the chain
      value of its line has changed. In this case the journal was restored from an older copy, and
      new lines have the numbers of lost lines. --since is only a number, so it cannot detect
      this. Erased lines keep their chain values, but have no uuids. So after an erasure begin
      again without an anchor.

      Examples

        health-journal changes --type bodyMass
        health-journal changes --since 1 --format ndjson
        health-journal changes --anchor-file steps.anchor --type stepCount --format csv

      Fields

        change (`added` or `deleted`), seq, uuid, type, start, end, value, unit, source
        for a deleted object only: change, seq, uuid, type
      """
  ) { options, arguments, console in
    var filter = options.filter
    var opened = try OpenedJournal(arguments, console)
    let journal = opened.request
    filter.anchor = try anchor(
      options.file?.anchor(of: journal) ?? options.since ?? 0, in: journal)
    let view = try ChangesTable(of: journal.journal, filter)
    let code = try console.show(
      opened.request.timed(view.table), arguments,
      nothing: ChangesTable.nothing(of: filter, in: journal.journal)
        + Inputs.doubt(arguments.values, in: journal.catalogue))
    try options.file?.keep(view.next, of: journal)
    console.remark("next anchor: \(view.next)")
    return code
  }

  /// Reads an anchor that this journal can have.
  static func anchor(
    _ anchor: UInt64, in journal: ViewRequest
  ) throws(OptionProblem) -> UInt64 {
    try journal.require(anchor: anchor, toStartAnew: "leave out --since")
    return anchor
  }
}

/// A file that keeps an anchor from one call to the next:
/// `{"journal":"<uuid>","seq":123,"chain":"<64 hex digits>"}`. The uuid shows that an anchor is of
/// another journal, and the chain value that the journal was restored from an older copy; the
/// number of the line alone would show neither.
struct AnchorFile {
  let path: String

  /// Returns the seq of the anchor in the file; 0 if there is no file yet.
  ///
  /// - Throws: a `Failure` of usage if the file holds none, another journal's, or one whose line
  ///   has changed.
  func anchor(of journal: ViewRequest) throws -> UInt64 {
    guard let bytes = try SmallFile.bytes(path) else { return 0 }
    guard let tape = try? JSONTape(bytes.rawBytes),
      let owner = JSONView(tape, bytes.rawBytes).text("journal").flatMap({ ObjectUUID($0) }),
      let anchor = JSONView(tape, bytes.rawBytes).anchor("seq")
    else {
      throw Failure.usage("\(path) holds no anchor; name another file, or remove it to start anew")
    }
    guard try owner == journal.requiredIdentity() else {
      throw Failure.usage("\(path) holds the anchor of another journal, \(owner)")
    }
    try journal.require(anchor, toStartAnew: "remove \(path)")
    return anchor.sequence
  }

  /// Puts an anchor into the file, whole or not at all.
  func keep(_ anchor: UInt64, of journal: ViewRequest) throws {
    let identity = try journal.requiredIdentity()
    let anchor = try journal.lineAnchor(anchor)
    var file = try FileSink(path, outside: journal.folder)
    try file.write { file in
      let json = JSONWriter.objectBytes { json in
        json.member("journal", identity.description)
        json.member("seq", anchor.sequence)
        json.member("chain", anchor.chain)
      }
      try file.write(json + [UInt8(ascii: "\n")])
    }
  }
}

extension ViewRequest {
  /// Returns the journal's own uuid.
  ///
  /// - Throws: a `Failure` of a damaged journal.
  func requiredIdentity() throws(Failure) -> ObjectUUID {
    guard let identity else {
      throw Failure(code: .damaged, message: "line 1 does not say which journal this is")
    }
    return identity
  }

  /// Returns the anchor after a line that the journal has.
  func lineAnchor(_ sequence: UInt64) throws -> ChangeAnchor {
    guard let anchor = try anchor(after: sequence) else {
      throw Failure(
        code: .damaged, message: "line \(sequence) cannot be read again; run the command again")
    }
    return anchor
  }
}

extension JSONView {
  /// Returns the text under a key.
  func text(_ key: String) -> String? { self[key]?.text }

  /// Returns the whole number under a key, if it is one that a seq can be.
  func whole(_ key: String) -> UInt64? { self[key]?.number.flatMap { UInt64(exactly: $0) } }

  /// Returns the anchor whose number is under this key, and its chain value under `chain`.
  func anchor(_ sequence: String) -> ChangeAnchor? {
    guard let sequence = whole(sequence), let chain = text("chain") else { return nil }
    return ChangeAnchor("\(sequence)-\(chain)")
  }
}
