import HealthModel
package import HealthTables

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
    throw .readNotDetermined(source: access.reader, type: first)
  }

  /// Whether `requireDetermined` does not throw: then a view of several types shows this one too.
  package func isDetermined(_ type: String) -> Bool { (try? requireDetermined(type)) != nil }

  /// The types to be decided on before a type can be read, and whether they stand in the way.
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
