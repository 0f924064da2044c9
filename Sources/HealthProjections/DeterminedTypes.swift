import HealthModel
package import HealthTables

extension HealthTables {
  /// A type that is asked for by name must have been decided on, whatever the decision: only that a
  /// refusal is one stays hidden. Of a correlation that takes any of its members one is enough.
  ///
  /// - Throws: `.readNotDetermined` where the reader never asked for it.
  package func requireDetermined(_ type: String) throws(ProjectionError) {
    guard !access.isOwners else { return }
    let open = undetermined(type)
    guard let first = open.types.first, open.isBar else { return }
    throw .readNotDetermined(source: access.reader, type: first)
  }

  /// Whether it does not throw: then a view that is not about this type alone shows it.
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
