package import HealthEvents
package import HealthModel
package import HealthProjections
import HealthTables
package import JournalFile
package import ViewTables

/// What a journal that was read tells beside views.
extension ViewRequest {
  /// Its folder.
  package var folder: String { journal.paths.folder }
  /// The position after the last line that was read.
  package var head: Head { journal.head }
  /// Bytes after it: in flight, or never acknowledged.
  package var unread: UInt64 { journal.unread }
  /// When the last line was recorded; nil: there is none.
  package var recordedUpTo: Instant? { tables.lastAt }
  /// How far the last line is ahead of now; nil: it is not, but for what two clocks may differ.
  package var leap: ClockLeap? { ClockLeap(of: recordedUpTo, after: now) }

  /// What is said where the days that options name follow from now, and the last line is later, so
  /// that it has other days; nil: nothing.
  package func clockRemark() -> String? {
    guard let leap else { return nil }
    var (own, later) = (self, ViewRequest(journal, values, now: leap.now))
    guard let window = try? own.window(), let other = try? later.window(), window != other
    else { return nil }
    return "the last line is dated \(Wording.day(leap.now)), after this machine's "
      + "\(Wording.day(now)), from which days are counted; see `health-journal doctor`"
  }

  /// The journal's own uuid; nil: its first line does not say.
  package var identity: ObjectUUID? { tables.opening?.journal }

  /// The entry with this number, as the reader sees it.
  package func entry(_ sequence: UInt64) throws -> Entry? { try journal.entry(sequence) }

  /// The line with this number, without its line feed, as the owner reads it; nil: there is none.
  package func line(_ sequence: UInt64) throws -> String? { try journal.line(sequence) }

  /// Whether it holds an object that is no sample, as a workout, deleted or not.
  ///
  /// - Throws: what reading the objects throws.
  package func holds(_ uuid: ObjectUUID) throws -> Bool {
    try tables.readObjects()
    return tables.objects.contains { $0.uuid == uuid }
  }

  /// How many snapshots lie beside the lines, of how many bytes, and the last line of the newest;
  /// nil: there is none.
  package var snapshots: (count: Int, bytes: UInt64, newest: UInt64)? {
    let kept = journal.snapshots()
    return kept.last.map { (kept.count, kept.reduce(0) { $0 + $1.bytes }, $0.sequence) }
  }

  /// Whether it was decided whether the reader may read a type.
  package func isDetermined(_ type: String) -> Bool { tables.isDetermined(type) }

  /// The owner's decisions on the requests of a source.
  ///
  /// - Throws: `Rejection` where a rule refuses the request; what reading the decisions throws.
  package func answer(to request: AuthorizationRequest) throws -> AuthorizationRequest.Answer {
    try tables.readDecisions()
    return try request.answer(given: tables)
  }

  // MARK: Anchors

  /// The anchor after a line; nil: it cannot be read.
  package func anchor(after sequence: UInt64) throws -> ChangeAnchor? {
    try journal.anchor(after: sequence)
  }

  /// Refuses an anchor that is not one of this journal as it is now.
  ///
  /// - Parameter remedy: how to start anew.
  /// - Throws: `OptionProblem`; what reading the line throws.
  package func require(_ anchor: ChangeAnchor, toStartAnew remedy: String) throws {
    do {
      try journal.require(anchor)
    } catch let problem as AnchorProblem {
      throw OptionProblem(Wording.text(problem, remedy: remedy))
    }
  }

  /// Refuses the number of an anchor that lies beyond the last line.
  ///
  /// - Parameter remedy: how to start anew.
  package func require(
    anchor: UInt64, toStartAnew remedy: String
  ) throws(OptionProblem) {
    guard anchor > head.sequence else { return }
    let problem = AnchorProblem.beyond(anchor: anchor, last: head.sequence)
    throw OptionProblem(Wording.text(problem, remedy: remedy))
  }
}

/// Names that only the journal knows.
package struct KnownNames: Sendable {
  /// Types with live samples, by short name.
  package private(set) var types: [String] = []
  /// Sources, by name.
  package private(set) var sources: [String] = []
  /// Sources, by bundle.
  package private(set) var bundles: [String] = []
  /// Units of samples.
  package private(set) var units: [String] = []

  /// Those of a journal that was read.
  ///
  /// - Throws: what reading the decisions throws.
  package init(_ request: ViewRequest) throws {
    let tables = request.tables
    try tables.readDecisions()
    types = tables.liveSampleTypes.map(TypeCatalogue.shortName(of:))
    units = tables.units.names
    for number in tables.provenances.indices {
      Self.add(tables.sourceName(UInt32(number)), to: &sources)
      if let bundle = tables.origin(UInt32(number))?.source.bundle {
        Self.add(bundle, to: &bundles)
      }
    }
    for decision in tables.decisions { Self.add(decision.source, to: &bundles) }
  }

  private static func add(_ name: String, to names: inout [String]) {
    if !names.contains(name) { names.append(name) }
  }
}
