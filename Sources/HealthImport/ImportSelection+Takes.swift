package import HealthEvents
package import HealthModel

extension ImportSelection {
  /// Whether an object is in the part that is asked for.
  ///
  /// - Parameter source: the name of its source; nil: it has none.
  package func takes(_ content: Content, source: String?) -> Bool {
    guard types.isEmpty || types.contains(content.type) else { return false }
    guard sources.isEmpty || names(source) else { return false }
    if let span = content.span { return takes(span) }
    return from == nil && to == nil
  }

  private func names(_ source: String?) -> Bool {
    guard let source else { return false }
    return sources.contains { SourceName.means($0, source) }
  }

  /// Whether a stretch of time overlaps the one that is asked for.
  package func takes(_ span: TimeSpan) -> Bool {
    if let from, span.end.instant < from.instant { return false }
    if let to, span.start.instant >= to.instant { return false }
    return true
  }
}
