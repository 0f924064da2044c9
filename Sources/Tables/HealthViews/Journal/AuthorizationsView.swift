package import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// The view of the owner's decisions on sources: the current ones, and every decision in its order.
package enum AuthorizationsView {
  /// The selection of decisions.
  package struct Filter: Sendable {
    /// Bundle identifiers or names of sources; empty: all.
    package var sources: [String] = []
    /// The type identifiers; nil: all.
    package var types: [String]?

    /// Creates a filter that selects all decisions.
    package init() {}

    /// Returns the bundle identifiers that are asked for, also by the names that origins give them;
    /// nil: all. Only the owner learns which bundle an object names that another source saved.
    fileprivate func bundles(in tables: HealthTables) -> Set<String>? {
      guard !sources.isEmpty else { return nil }
      var bundles = Set(sources)
      var query = ViewQuery()
      query.sources = sources
      for (index, isNamed) in query.provenances(in: tables).enumerated() where isNamed {
        guard let bundle = tables.statedOrigin(UInt32(index))?.source.bundle else { continue }
        let actor = tables.actors.names[Int(tables.provenances[index].actor)]
        if tables.access.isOwners || actor == bundle { bundles.insert(bundle) }
      }
      return bundles
    }
  }

  /// Returns the sentence on a source that no decision names and that saved nothing.
  package static func unknown(_ source: String) -> String {
    "this journal does not know \(source): it saved nothing, and no decision names it"
  }

  /// Returns the sentence if there are no decisions on the sources that were asked for.
  fileprivate static func nothing(_ sources: [String], in journal: ReplayedJournal) -> String {
    let tables = journal.tables
    guard tables.access.isOwners, let source = sources.first,
      !tables.decisions.contains(where: { $0.source == source })
    else { return NothingFound.words }
    var query = ViewQuery()
    query.sources = [source]
    let provenances = query.provenances(in: tables)
    let isKnown = provenances.contains(true) && (try? tables.hasRows(of: provenances)) ?? true
    return isKnown ? "\(source) has no rights: the owner decided nothing on it" : unknown(source)
  }

  /// Returns one row for each type that a source would see, as it would see them at a moment.
  ///
  /// - Throws: `OptionProblem` if the journal has never heard of the source, or if another source
  ///   asks; what reading throws.
  fileprivate static func preview(
    _ source: String, _ request: inout ViewRequest
  ) throws -> Table {
    let access = request.tables.access
    guard access.isOwners || access.reader == source else {
      throw OptionProblem("--preview of another source is for the owner: leave out --as")
    }
    var seen = request.tables
    if access.isOwners { seen = try seen.seen(by: source, at: request.asked) }
    guard seen.access.isKnown(in: request.tables) else { throw OptionProblem(unknown(source)) }
    var table = try HeldTypes.table(of: request.journal.with(seen), in: request.context())
    table.presentation = Presentation(nothing: "\(source) would see nothing")
    return table
  }

  /// Returns the decisions that pass, in their order.
  package static func decisions(
    in tables: HealthTables, filter: Filter
  ) -> [AuthorizationDecision] {
    let bundles = filter.bundles(in: tables)
    return tables.decisions.filter { decision in
      (bundles?.contains(decision.source) ?? true)
        && (filter.types?.contains(decision.type) ?? true)
    }
  }

  /// Returns the latest decision on each source and type that changed something, sources and types
  /// in alphabetical order; if a revert made it, with the line and time of the decision that holds
  /// again. A type that has been reset for both rights is as if it had never been asked for: it is
  /// left out.
  package static func standing(
    in tables: HealthTables, filter: Filter
  ) -> [AuthorizationDecision] {
    var latest: [SourceType: Standing] = [:]
    for decision in decisions(in: tables, filter: filter) {
      let key = SourceType(source: decision.source, type: decision.type)
      latest[key, default: Standing()].take(decision)
    }
    return latest.values.compactMap(\.decision)
      .filter { $0.shareAfter != .notDetermined || $0.readAfter != .notDetermined }
      .sorted { ($0.source, $0.type) < ($1.source, $1.type) }
  }

  /// The decisions on a source and type so far that hold.
  private struct Standing {
    /// The latest that changed something, with the line and time since which both rights hold.
    var decision: AuthorizationDecision?
    private var share: RestoredDecision?
    private var read: RestoredDecision?

    /// Takes the next decision.
    mutating func take(_ next: AuthorizationDecision) {
      let own = RestoredDecision(sequence: next.sequence, at: next.at)
      if next.sharingAfter != next.sharingBefore || next.restoredShare != nil {
        share = next.restoredShare ?? own
      }
      if next.readingAfter != next.readingBefore || next.restoredRead != nil {
        read = next.restoredRead ?? own
      }
      guard next.isChange || next.restoredShare != nil || next.restoredRead != nil else { return }
      var standing = next
      let since = [share, read].compactMap(\.self).max { $0.sequence ?? 0 < $1.sequence ?? 0 }
      if let sequence = since?.sequence, let at = since?.at {
        (standing.sequence, standing.at) = (sequence, at)
      }
      decision = standing
    }
  }

  private struct SourceType: Hashable {
    var source: String
    var type: String
  }

  // MARK: Tables

  /// Returns the fields of `authorizations` at a moment. Only the owner sees what a source may
  /// read.
  static func columns(
    at moment: Instant = .epoch, forOwner isOwners: Bool = true
  ) -> [RowColumn<AuthorizationDecision>] {
    [
      RowColumn(.source, tellsApart: true, rank: .key) { .text($0.source) },
      RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
      RowColumn("share") { cell($0.sharingAfter, at: moment) },
      RowColumn("read") { isOwners ? cell($0.readingAfter, at: moment) : .missing },
      RowColumn("since", .time, unit: "UTC") { Cell(utc: $0.at) },
      RowColumn(.line, .number, rank: .detail) { .whole(Int($0.sequence)) },
    ]
  }

  /// The fields of `authorizations --history`. A right that the decision was not on has none of
  /// both.
  static let historyColumns: [RowColumn<AuthorizationDecision>] = [
    RowColumn(.line, .number, rank: .key) { .whole(Int($0.sequence)) },
    RowColumn(.recorded, .time, unit: "UTC") { Cell(utc: $0.at) },
    RowColumn(.source, tellsApart: true, rank: .key) { .text($0.source) },
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
    RowColumn("share") { cell($0.share) },
    RowColumn("shareBefore", rank: .detail) { cell($0.share == nil ? nil : $0.shareBefore) },
    RowColumn("read") { cell($0.read) },
    RowColumn("readBefore", rank: .detail) { cell($0.read == nil ? nil : $0.readBefore) },
  ]

  /// The rights of a row whose terms it shows: to share and to read.
  private typealias Rights =
    @Sendable (AuthorizationDecision) -> (
      AuthorizationRight?, AuthorizationRight?
    )

  /// The fields for the terms of rights, which the table has only if some rights have terms.
  static let termColumns = termColumns { ($0.sharingAfter, $0.readingAfter) }

  private static func termColumns(
    of rights: @escaping Rights
  ) -> [RowColumn<AuthorizationDecision>] {
    [
      RowColumn("dataSince", .time, note: "of `read`; only where rights have terms") {
        Cell(time: rights($0).1?.terms.since)
      },
      RowColumn("readUntil", .time, note: "the same") { Cell(time: rights($0).1?.terms.until) },
      RowColumn("shareUntil", .time, note: "the same") { Cell(time: rights($0).0?.terms.until) },
      RowColumn("purpose", note: "the same") {
        Cell(text: rights($0).1?.terms.purpose ?? rights($0).0?.terms.purpose)
      },
    ]
  }

  /// Makes one row a source and type: what holds for it at a moment, and since which line.
  package static func table(
    of tables: HealthTables, filter: Filter = Filter(), at moment: Instant
  ) -> Table {
    table(
      columns(at: moment, forOwner: tables.access.isOwners), standing(in: tables, filter: filter)
    ) { ($0.sharingAfter, $0.readingAfter) }
  }

  /// Makes one row a decision on a source and type: its new state, and the one before.
  package static func history(of tables: HealthTables, filter: Filter = Filter()) -> Table {
    table(historyColumns, decisions(in: tables, filter: filter)) { ($0.sharing, $0.reading) }
  }

  private static func table(
    _ columns: [RowColumn<AuthorizationDecision>], _ rows: [AuthorizationDecision],
    _ rights: @escaping Rights
  ) -> Table {
    let hasTerms = rows.contains { decision in
      let (sharing, reading) = rights(decision)
      return [sharing, reading].contains { $0 != nil && $0?.terms != AuthorizationTerms.none }
    }
    return Table(columns + (hasTerms ? termColumns(of: rights) : []), rows: rows)
  }

  private static func cell(_ status: AuthorizationStatus?) -> Cell { Cell(text: status?.name) }

  private static func cell(_ right: AuthorizationRight, at moment: Instant) -> Cell {
    right.hasEnded(at: moment) ? .text("ended") : cell(right.decision)
  }

  // MARK: Requests

  /// Makes one row a type and right: what HealthKit's request sheet would do. `requestStatus` is
  /// that of the whole request.
  package static func table(
    _ answer: AuthorizationRequest.Answer, for source: String
  ) -> Table {
    let columns: [RowColumn<AuthorizationRequest.Question>] = [
      RowColumn(.source, hidden: true) { _ in .text(source) },
      RowColumn(.type, rank: .key) { .identifier($0.type) },
      RowColumn("access") { .text($0.access.rawValue) },
      RowColumn("asked") { .flag($0.isAsked) },
      RowColumn("status") { cell($0.status) },
      RowColumn("requestStatus", hidden: true) { _ in .text(answer.status.name) },
    ]
    return Table(columns, rows: answer.questions)
  }
}

/// The options of `authorizations`.
struct AuthorizationsOptions: ViewOptions {
  /// Asks for a row for each decision.
  var showsHistory = false
  /// The source whose sight is shown.
  var preview: String?

  static let preview = Option(
    "preview", "SOURCE", "what this source would see")

  static let declared: [DeclaredOption<Self>] = [
    .shared(.source), .shared(.type),
    .flag(\.showsHistory, "history", "show every decision in its order, with the value before"),
    .value(\.preview, preview) { $0.values[$1] }, .shared(.limit), .shared(.sort),
  ]
  static let rules: [OptionRule] = [
    .excludes(preview, [.source, Option("history", nil, ""), .reader])
  ]
}

extension View {
  /// The owner's decisions on sources.
  package static let authorizations = View(
    "authorizations", summary: "decisions on what sources may share and read",
    options: AuthorizationsOptions.self,
    details: """
      Shows the decisions of the owner on what sources may share and read: one row per source and
      type, with the line of the decision. If a source never asked for a type, or the decision was
      reset, there is no row. --history shows every decision in its order: the new value and the
      value before. Times are in UTC.

      If rights have terms, four more fields show them: `dataSince` (what ends before is not seen),
      `readUntil` and `shareUntil` (the ends of the two rights) and `purpose`. A right that has ended
      is `ended`; --at shows the rights at another moment. --history shows what was decided, not what
      has ended.

      --preview SOURCE shows what this source would see if it asked now, or at --at: each type, the
      number of its objects, and the first and last time. A source that has no rights sees only what
      it saved itself. If the journal has never heard of the source, the exit code is 2.

      --source is a bundle, or a name under which the source saved samples. The owner may do
      everything and is not listed. With --as a source sees the types that it may share. It does
      not see the types that it may read, as in HealthKit.

      Examples

        health-journal authorizations
        health-journal authorizations --preview com.example.swimfit
        health-journal authorizations --history --source com.example.swimfit --type bodyMass
      """,
    reads: .only(.authorizations),
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [
      Form("", AuthorizationsView.columns() + AuthorizationsView.termColumns),
      Form("--history", AuthorizationsView.historyColumns + AuthorizationsView.termColumns),
      Form("--preview", HeldTypes.columns),
    ]
  ) { request, options in
    if let source = options.preview {
      return try AuthorizationsView.preview(source, &request)
        .limited(to: request.limitUnlessSorted())
    }
    var filter = AuthorizationsView.Filter()
    filter.sources = request.values.all(.source)
    filter.types = try Inputs.types(request.values)
    let tables = request.journal.tables
    let table =
      options.showsHistory
      ? AuthorizationsView.history(of: tables, filter: filter)
      : AuthorizationsView.table(of: tables, filter: filter, at: request.asked)
    var shown = try table.newest(request.limitUnlessSorted())
    shown.presentation = Presentation(
      hidesEmptyColumns: false,
      nothing: AuthorizationsView.nothing(filter.sources, in: request.journal))
    return shown
  }
}

extension HealthTables {
  /// Requires that the owner has decided on a type that the reader asks for by name. A denied type
  /// passes, so that the reader does not learn of the refusal. For a correlation that takes any of
  /// its members, a decision on one member is enough.
  ///
  /// - Throws: `.readNotDetermined` where the reader never asked for it.
  package func requireDetermined(_ type: String) throws(ProjectionError) {
    guard !access.isOwners else { return }
    let open = undetermined(type)
    guard let first = open.types.first, open.isBar else { return }
    throw .readNotDetermined(
      source: access.reader, type: first, isKnown: access.isKnown(in: self))
  }

  /// Returns true if `requireDetermined` does not throw: then a view of several types shows this
  /// one too.
  package func isDetermined(_ type: String) -> Bool {
    let open = access.isOwners ? ([], false) : undetermined(type)
    return open.0.isEmpty || !open.1
  }

  /// Returns the types to be decided on before a type can be read, and true if they prevent it.
  private func undetermined(_ type: String) -> (types: [String], isBar: Bool) {
    func isOpen(_ type: String) -> Bool { access.status(of: type) == .notDetermined }
    guard case .correlation(let known)? = TypeCatalogue.find(type) else {
      return ([type].filter(isOpen), true)
    }
    let members = known.containedTypes.map(\.identifier)
    let open = members.filter(isOpen)
    switch known.membership {
    case .eachOnce: return (open, true)
    case .anySubset: return (open, open.count == members.count)
    }
  }
}
