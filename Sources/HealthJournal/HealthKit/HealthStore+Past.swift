public import HealthModel

/// What HealthKit does not have: the past of a journal, and why a figure is what it is.
extension HealthStore {
  /// The journal as it stood at a moment: a store that only reads, and stays there. A source sees
  /// of it what it could read then and may read now, without what was deleted or replaced since.
  ///
  ///     let past = try await store.asOf(monday)
  ///     try await past.latestSample(of: .bodyMass)
  ///
  /// - Throws: a `StoreError`, `.invalidArgument` where the journal had not begun.
  public func asOf(_ moment: Instant) throws(StoreError) -> HealthStore {
    try HealthStore(
      journal, asOf: Timestamp(instant: moment, offsetMinutes: 0).description)
  }

  /// The journal as it stood after a line: a store that only reads, and stays there. See
  /// `asOf(_:)` on what a source sees.
  ///
  /// - Throws: a `StoreError`, `.invalidArgument` where there is no such line.
  public func asOf(line: UInt64) throws(StoreError) -> HealthStore {
    try HealthStore(journal, asOf: String(line))
  }

  /// Why a type came to what it did on a local day: each sample that counts or does not, and by
  /// which rule, as `daily --explain` shows it.
  ///
  ///     let rows = try await store.explain(.stepCount, on: CivilDate(year: 2026, month: 3, day: 1))
  ///
  /// - Parameters:
  ///   - type: the type whose figure it is.
  ///   - day: the local day.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`.
  public func explain(
    _ type: TypeIdentifier, on day: CivilDate, as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try StoreError.typed {
      try view(
        "daily",
        options: ["type": type.rawValue, "day": day.description, "explain": "true"], as: reader)
    }
  }

  /// Why a type came to what it did on a local day.
  ///
  /// - Throws: a `StoreError`.
  public func explain(
    _ type: some SampleType, on day: CivilDate, as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows { try explain(type.typeIdentifier, on: day, as: reader) }
}
