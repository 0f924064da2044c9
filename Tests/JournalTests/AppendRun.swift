import ByteTools
import Foundation
import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import Testing

/// What lines of `append` came to in one session, with or without the short way of plain saves.
struct AppendRun {
  /// What a line came to.
  enum Outcome: Equatable {
    case accepted(JournalSession.Accepted, id: String)
    case refused(String, id: String)
  }

  /// The answers, a drawn uuid as zeros.
  var outcomes: [Outcome] = []
  /// The journal's lines without what is drawn or follows from it.
  var lines: [String] = []
  /// How many took the short way; no part of what is compared.
  var shortcuts = 0

  /// Gives lines to two journals, one for each way; both must come to the same.
  ///
  /// - Returns: what they came to by the short way.
  static func expectSame(
    _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> AppendRun {
    let short = try AppendRun(of: texts, shortens: true)
    let general = try AppendRun(of: texts, shortens: false)
    for (text, (one, other)) in zip(texts, zip(short.outcomes, general.outcomes))
    where one != other {
      Issue.record("\(text): \(one), not \(other)", sourceLocation: sourceLocation)
      break
    }
    for (one, other) in zip(short.lines, general.lines) where one != other {
      Issue.record("the line \(one), not \(other)", sourceLocation: sourceLocation)
      break
    }
    #expect(short.lines.count == general.lines.count, sourceLocation: sourceLocation)
    #expect(general.shortcuts == 0, sourceLocation: sourceLocation)
    return short
  }

  private init(of texts: [String], shortens: Bool) throws {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open(
      "/j", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
    var drawn: [ObjectUUID] = []
    for text in texts {
      let (outcome, isShort) = Self.take(text, &session, shortens: shortens)
      if isShort { shortcuts += 1 }
      guard case .accepted(var accepted, let id) = outcome, accepted.uuids.count == 1,
        !text.uppercased().contains("\(accepted.uuids[0])")
      else {
        outcomes.append(outcome)
        continue
      }
      drawn.append(accepted.uuids[0])
      accepted.uuids = [.zero]
      outcomes.append(.accepted(accepted, id: id))
    }
    try session.commit()
    lines = Self.lines(on: system)
    for uuid in drawn {
      for place in lines.indices { lines[place].replace("\(uuid)", with: "\(ObjectUUID.zero)") }
    }
    // With it the snapshot, which has to say what the lines say.
    try session.finish()
    #expect(try JournalAudit("/j", on: system).findings.isEmpty)
    #expect(
      Self.rows(of: session.tables) == Self.rows(of: try ReplayedJournal("/j", on: system).tables))
  }

  /// Gives a line to a session as `append` does; whether it took the short way.
  static func take(
    _ text: String, _ session: inout JournalSession, shortens: Bool
  ) -> (Outcome, isShort: Bool) {
    let bytes = Array(text.utf8)
    let line = unsafe bytes.span.bytes
    do {
      if shortens, let command = PlainCommand(line),
        let saved = try session.stage(plain: command, in: line)
      {
        let accepted = JournalSession.Accepted(sequence: saved.sequence, uuids: [saved.uuid])
        return (.accepted(accepted, id: line.text(saved.identifier)), true)
      }
      var system = SystemRandomNumberGenerator()
      let asked = try CommandCodec.decode(line) {
        .init(random: (system.next(), system.next()))
      }
      let accepted =
        try shortens ? session.stage(asked.command, of: line) : session.stage(asked.command)
      return (.accepted(accepted, id: line.text(asked.id)), false)
    } catch {
      return (.refused("\(error)", id: line.text(CommandCodec.identifier(in: line))), false)
    }
  }

  /// The lines of a journal after the first, without what is drawn or follows from it.
  static func lines(on system: MemorySystem) -> [String] {
    String(decoding: system["/j/events.ndjson"] ?? [], as: UTF8.self).split(separator: "\n")
      .dropFirst().map { line in
        guard let salt = line.range(of: ",\"salt\":\"") else { return String(line) }
        return String(line[..<salt.lowerBound])
      }
  }

  private static func rows(of tables: HealthTables) -> [String: [SampleRow]] {
    var rows: [String: [SampleRow]] = [:]
    for (number, name) in tables.types.names.enumerated() where number < tables.sampleTypes.count {
      let columns = tables.columns(number)
      rows[name] = (0..<columns.count).map { columns[$0] }
    }
    return rows
  }
}

extension ObjectUUID {
  /// Stands for a drawn one.
  fileprivate static let zero = ObjectUUID(high: 0, low: 0)
}
