public import HealthModel
import HealthProjections

extension HealthStore {
  /// Looks for samples and workouts that make no sense.
  ///
  ///     let findings = try await store.check()
  ///     findings.filter(\.isProblem).map(\.check)   // ["duplicates", "implausible"]
  ///
  /// - Parameters:
  ///   - types: the types to look at; nil: all.
  ///   - checks: the names of the checks to run, see `SampleFinding.check`; nil: all.
  ///   - examples: at most so many samples a finding.
  ///   - reader: who reads: the owner, or a source, which sees of a refused type only what it saved
  ///     itself.
  /// - Returns: by check, then type; none of a journal that is clean.
  /// - Throws: a `StoreError` where the journal cannot be read, `reader` never asked for one of the
  ///   types, or the system does not know the journal's zone.
  public func check(
    _ types: [TypeIdentifier]? = nil, checks: Set<String>? = nil, examples: Int = 3,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [SampleFinding] {
    try answering {
      var query = HealthProjections.Query()
      query.types = types?.map(\.rawValue)
      var options = CheckOptions()
      options.only = checks
      options.examples = max(0, examples)
      return try CheckReport(
        try replayed(by: reader), in: ViewContext(query), options: options
      )
      .values
    }
  }
}
