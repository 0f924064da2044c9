package import HealthEvents
package import HealthModel
import HealthTables

/// Which objects of any kind are asked for, by `--type`, `--source` and the options of time.
package struct ObjectSelection: Sendable {
  private let types: Set<String>?
  private let query: Query

  /// The options in which it is stated.
  package static let options: [Option] = [.type] + Option.window + [.source]

  /// What a request asks for.
  ///
  /// - Throws: `OptionProblem`; `ProjectionError.readNotDetermined` where the request names a type
  ///   on which the owner never decided for the reader.
  package init(_ request: inout ViewRequest) throws {
    query = try request.context().query
    for type in query.types ?? [] { try request.journal.tables.requireDetermined(type) }
    types = query.types.map(Set.init)
  }

  /// Whether objects of a type are asked for.
  package func takes(type: String) -> Bool { types?.contains(type) ?? true }

  /// Whether an object is asked for.
  ///
  /// - Parameters:
  ///   - origin: its source; nil: it has none, and who asked for the save stands for it.
  ///   - by: who asked for the save.
  package func takes(_ content: Content, origin: Origin?, by: String) -> Bool {
    guard takes(type: content.type) else { return false }
    guard query.names(anyOf: HealthTables.names(origin, by: by)) else { return false }
    guard let span = content.span else { return true }
    return query.covers(
      start: span.start.instant.microseconds, end: span.end.instant.microseconds)
  }
}
