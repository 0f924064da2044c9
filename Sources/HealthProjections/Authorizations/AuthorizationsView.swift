import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile
package import ViewTables

/// What the owner has decided on sources: as it stands, and every decision in its order.
package enum AuthorizationsView {
  /// The columns that identify a row.
  package static let rowKey = RowKey("type", "source")

  /// Which decisions.
  package struct Filter: Sendable {
    /// Bundle identifiers or names of sources; empty: all.
    package var sources: [String] = []
    /// Type identifiers; nil: all.
    package var types: [String]?

    /// All decisions.
    package init() {}

    /// The bundle identifiers that are asked for, also by the names that origins give them; nil:
    /// all. Only the owner is told which bundle an object names that another source saved.
    fileprivate func bundles(in tables: HealthTables) -> Set<String>? {
      guard !sources.isEmpty else { return nil }
      var bundles = Set(sources)
      var query = Query()
      query.sources = sources
      for (index, isNamed) in query.provenances(in: tables).enumerated() where isNamed {
        guard let bundle = tables.origin(UInt32(index))?.source.bundle else { continue }
        let actor = tables.actors.names[Int(tables.provenances[index].actor)]
        if tables.access.isOwners || actor == bundle { bundles.insert(bundle) }
      }
      return bundles
    }
  }

  /// The decisions that pass, in their order.
  package static func decisions(
    in tables: HealthTables, filter: Filter
  ) -> [AuthorizationDecision] {
    let bundles = filter.bundles(in: tables)
    return tables.decisions.filter { decision in
      (bundles?.contains(decision.source) ?? true)
        && (filter.types?.contains(decision.type) ?? true)
    }
  }

  /// The latest decision on each source and type that changed something, sources and types in
  /// alphabetical order. What has been reset for both rights is as if it had never been asked for:
  /// it is left out.
  package static func standing(
    in tables: HealthTables, filter: Filter
  ) -> [AuthorizationDecision] {
    var latest: [SourceType: AuthorizationDecision] = [:]
    for decision in decisions(in: tables, filter: filter) where decision.isChange {
      latest[SourceType(source: decision.source, type: decision.type)] = decision
    }
    return latest.values
      .filter { $0.shareAfter != .notDetermined || $0.readAfter != .notDetermined }
      .sorted { ($0.source, $0.type) < ($1.source, $1.type) }
  }

  private struct SourceType: Hashable {
    var source: String
    var type: String
  }

  // MARK: Tables

  /// The fields of `authorizations`.
  static let columns = [
    Column("source", rank: .key), Column("type", rank: .key), Column("share"), Column("read"),
    Column("since", .time, unit: "UTC"), Column("seq", .number, rank: .detail),
  ]

  /// The fields of `authorizations --history`.
  static let historyColumns = [
    Column("seq", .number, rank: .key), Column("at", .time, unit: "UTC"),
    Column("source", rank: .key), Column("type", rank: .key), Column("share"),
    Column("shareBefore", rank: .detail), Column("read"), Column("readBefore", rank: .detail),
  ]

  /// One row a source and type: what holds for it, and since which line. What a source may read is
  /// told to the owner alone.
  package static func table(of tables: HealthTables, filter: Filter = Filter()) -> Table {
    let rows = standing(in: tables, filter: filter).map { decision -> [Cell] in
      [
        .text(decision.source), .identifier(decision.type), cell(decision.shareAfter),
        tables.access.isOwners ? cell(decision.readAfter) : .missing, Cell(utc: decision.at),
        .whole(Int(decision.sequence)),
      ]
    }
    return Table(columns: columns, rows: rows)
  }

  /// One row a decision on a source and type: what it was set to, and what it was before. A right
  /// that the decision was not on has none of both.
  package static func history(of tables: HealthTables, filter: Filter = Filter()) -> Table {
    let rows = decisions(in: tables, filter: filter).map { decision -> [Cell] in
      let (share, read) = (decision.share, decision.read)
      return [
        .whole(Int(decision.sequence)), Cell(utc: decision.at), .text(decision.source),
        .identifier(decision.type), share.map(cell) ?? .missing,
        share == nil ? .missing : cell(decision.shareBefore), read.map(cell) ?? .missing,
        read == nil ? .missing : cell(decision.readBefore),
      ]
    }
    return Table(columns: historyColumns, rows: rows)
  }

  private static func cell(_ status: AuthorizationStatus) -> Cell { .text(status.name) }
}
