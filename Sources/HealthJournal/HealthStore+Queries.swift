import Journal
import HealthEvents
public import HealthModel
import HealthProjections
import HealthTables

extension HealthStore {
  /// The live objects of a type that a predicate holds for: HealthKit's HKSampleQuery.
  ///
  ///     let hard = try await store.objects(
  ///       of: .heartRate,
  ///       matching: .samples(from: monday, to: tuesday)
  ///         && .quantitySamples(operator: .greater, quantity: 150, .countPerMinute),
  ///       sortedBy: .endDate.reversed, limit: 10)
  ///
  /// - Parameters:
  ///   - type: of samples, workouts, correlations or documents.
  ///   - predicate: which objects.
  ///   - sort: in which order they come.
  ///   - limit: at most so many; nil, 0 and less: all, as HealthKit's HKObjectQueryNoLimit.
  ///   - reader: who reads: the owner, or a source, which sees of a refused type only what it saved
  ///     itself.
  /// - Throws: a `StoreError` where the predicate compares in a unit that does not fit, or `reader`
  ///   never asked for the type.
  public func objects(
    of type: TypeIdentifier, matching predicate: HealthPredicate = .all,
    sortedBy sort: ObjectSort = .sequence, limit: Int? = nil, as reader: String = EventActor.owner
  ) throws(StoreError) -> [SavedObject] {
    try answering {
      var query = try query(predicate)
      query.types = [type.rawValue]
      query.limit = Self.limit(limit)
      return try MatchingObjects.saved(query, sortedBy: sort, in: try replayed(by: reader))
    }
  }

  /// The workouts that a predicate holds for, newest first, with what their samples come to.
  ///
  ///     let swims = try await store.workouts(matching: .workouts(activity: .swimming), limit: 5)
  ///     swims[0].energy   // kilocalories
  ///
  /// - Parameters:
  ///   - predicate: which objects.
  ///   - limit: at most so many; nil, 0 and less: all.
  ///   - foldingCopies: whether workouts that do not count are left out, see
  ///     `WorkoutWithSamples.copyOf`.
  ///   - reader: `owner` or a source: samples and figures that it may not see are left out.
  /// - Throws: a `StoreError`, as `objects`.
  public func workouts(
    matching predicate: HealthPredicate = .all, limit: Int? = nil, foldingCopies: Bool = false,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [WorkoutWithSamples] {
    try answering {
      var query = try query(predicate)
      query.limit = Self.limit(limit)
      query.foldsCopies = foldingCopies
      return try WorkoutsView.workoutsWithSamples(
        of: try replayed(by: reader), in: ViewContext(query))
    }
  }

  /// The live object of a uuid, or nil: also where `reader` may not see it.
  public func object(
    _ uuid: ObjectUUID, as reader: String = EventActor.owner
  ) throws(StoreError) -> SavedObject? {
    try answering {
      var predicate: HealthPredicate = .object(withUUID: uuid)
      // The tables of a store that only reads have no index of uuids: the query searches the rows.
      if !onlyReads {
        guard let facts = tables.facts(of: uuid), facts.isLive else { return nil }
        predicate = .compare(.type, .equal, .text(facts.type)) && predicate
      }
      // `query.types` stays nil: so the answer is the same for a type that the reader never asked
      // for and for one without data.
      let query = try query(predicate)
      return try MatchingObjects.saved(
        query, sortedBy: .sequence, in: try replayed(by: reader)
      )
      .first
    }
  }

  /// A limit as queries take it: 0 and less mean none.
  static func limit(_ limit: Int?) -> Int? { limit.flatMap { $0 > 0 ? $0 : nil } }

  /// The sources that wrote live objects of a type, by name, version and bundle identifier:
  /// HealthKit's HKSourceQuery.
  public func sources(of type: TypeIdentifier, as reader: String = EventActor.owner)
    throws(StoreError)
    -> [Source]
  {
    Source.inOrder(try objects(of: type, as: reader).map(\.source))
  }

  /// The unit in which a quantity type is shown: the configured one, else the type's metric one;
  /// nil for a type that is no quantity.
  public func preferredUnit(for type: TypeIdentifier) -> Unit? {
    if let text = tables.settings.preferredUnit(of: type.rawValue) { return try? Unit(text) }
    guard case .quantity(let known)? = TypeCatalogue.find(type.rawValue) else { return nil }
    return try? Unit(known.metricUnitText)
  }

  /// Deletes objects: HealthKit's delete(_:).
  ///
  /// - Throws: a `StoreError`; its `rejection` is that of the first one that is not there or not
  ///   the source's own.
  public func delete(
    _ uuids: [ObjectUUID], reason: String? = nil, by source: String = EventActor.owner
  ) throws(StoreError) {
    try perform(.delete(Deletion(objects: uuids, reason: reason)), by: source)
  }

  /// Takes back what the owner saved last, or what one line saved, by an event that deletes it:
  /// nothing is taken out of the file. Once more takes back the save before that.
  ///
  ///     try await store.undo()
  ///
  /// - Parameter line: the line whose save is taken back; nil: the owner's newest with something
  ///   left to take back.
  /// - Returns: the objects that are deleted now; none where nothing was left to take back.
  /// - Throws: a `StoreError`; its `rejection` says why no event takes it back.
  @discardableResult
  public func undo(line: UInt64? = nil) throws(StoreError) -> [HealthObject] {
    try changing { session in try session.undo(line: line)?.objects ?? [] }
  }
}
