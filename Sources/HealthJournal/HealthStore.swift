import Journal
public import HealthEvents
public import HealthModel
import HealthProjections
import HealthTables
package import JournalFile

/// The front door: a journal that is open for writing, as HealthKit's HKHealthStore is the door to the
/// Health app's data.
///
///     try HealthStore.create(at: "my.journal", timeZone: "Europe/Paris")
///     let store = try HealthStore(at: "my.journal")
///     let type = QuantityType.bodyMass.identifier
///     let now = TimeSpan(at: try await store.now)
///     let mass = QuantitySample(type: type, span: now, value: 71.5, unit: "kg")
///     let uuids = try await store.save([.quantity(mass)])
///     try await store.latestSample(of: type)?.value   // 71.5
///
/// What a method has returned from is on the disk. One store at a time may be open on a journal; others
/// are refused at once.
public actor HealthStore {
  var session: JournalSession
  let observers = Observers()

  /// Makes a new journal in a folder that holds none.
  ///
  /// - Parameter timeZone: the IANA name of the zone whose days count.
  /// - Throws: a `StoreError` where there is a journal already, the zone is unknown, or the system
  ///   refuses.
  public static func create(at folder: String, timeZone: String) throws {
    try StoreError.rethrowing {
      var zones = ZoneCatalogue()
      _ = try zones.rules(named: timeZone)
      try JournalSession.create(folder, timeZone: timeZone)
    }
  }

  /// Opens a journal; every line is verified on the way, but for those that a snapshot holds, which its
  /// writer has verified.
  ///
  /// - Throws: a `StoreError` where there is none, it is damaged, or another writer has it open.
  public init(at folder: String) throws {
    try self.init(at: folder, on: PosixSystem())
  }

  /// Opens a journal of this system.
  package init(at folder: String, on system: any FileSystem) throws {
    session = try StoreError.rethrowing {
      let session = try JournalSession.open(folder, on: system)
      try session.tables.readDecisions()
      return session
    }
  }

  /// Closes the journal: another store can open it, and this one saves nothing any more. It still answers
  /// queries, from its tables: they do not have what another store saves later.
  ///
  /// A store without any reference is closed too. This method also says when that fails, and writes a snapshot
  /// where many lines came since the last.
  ///
  /// - Throws: a `StoreError`.
  public func close() throws {
    try StoreError.rethrowing { try session.finish() }
  }

  /// Saves new objects, all or none.
  ///
  /// - Parameters:
  ///   - contents: what they say; their uuids are drawn.
  ///   - source: who asks, a bundle identifier; the owner by default.
  ///   - workout: the saved workout that they belong to.
  /// - Returns: their uuids, in order.
  /// - Throws: the `Rejection` of the rule that they break; a `StoreError`.
  public func save(
    _ contents: [Content], by source: String = Actor.owner, workout: ObjectUUID? = nil
  ) throws -> [ObjectUUID] {
    let drafts = contents.map { Draft(HealthObject(uuid: session.drawUUID(), content: $0)) }
    return try perform(.save(SaveRequest(objects: drafts, workout: workout)), by: source)
  }

  /// Does what a command asks.
  ///
  /// - Returns: the uuids of the objects that it saved or deleted.
  /// - Throws: the `Rejection` of the rule that it breaks; a `StoreError`.
  @discardableResult
  public func perform(
    _ request: Request, by source: String = Actor.owner
  ) throws -> [ObjectUUID] {
    try changing { session in try session.perform(Command(by: source, request)).uuids }
  }

  /// The live sample of a type with the greatest end, or nil; in the unit in which it was saved.
  ///
  /// - Parameter reader: who reads: the owner, or a source, which sees of a refused type only what it
  ///   saved itself.
  /// - Throws: a `StoreError` where `reader` never asked for the type.
  public func latestSample(
    of type: String, as reader: String = Actor.owner
  ) throws -> QuantitySample? {
    let tables = session.tables.seen(by: reader)
    let found = try answering {
      try tables.requireDetermined(type)
      return LatestView.row(of: type, in: tables, query: Query())
    }
    guard let row = found, row.unit != SampleRow.none, !row.flags.contains(.category)
    else { return nil }
    return QuantitySample(
      type: type, span: TimeSpan(row.startTime, row.endTime), value: row.value,
      unit: tables.units.names[Int(row.unit)])
  }

  /// Runs `body`, which answers a question; what it throws comes out as a `StoreError`. So does that a part
  /// of the journal could not be read for it.
  func answering<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try StoreError.rethrowing {
      let answer = try body()
      try session.tables.requireReadable()
      return answer
    }
  }

  /// Whether `source` may save a type, as far as the owner has decided.
  public func authorizationStatus(for type: String, of source: String) -> AuthorizationStatus {
    session.tables.shareStatus(of: type, by: source)
  }
}
