import HealthModel

extension Decider {
  /// Checks the members of a correlation. Members of an imported one must be in the save or in the
  /// journal, and its source must be allowed to share their types; no other rule holds for them.
  func check(
    _ correlation: Correlation, uuid: ObjectUUID, by: String, among types: [ObjectUUID: String],
    given state: some JournalState, _ imported: Bool
  ) throws(Rejection) {
    guard !correlation.members.isEmpty || imported else { throw .invalid(.noMembers) }
    if !imported { try Self.requireOnce(correlation, uuid: uuid) }
    var known: CorrelationType?
    if !imported, case .correlation(let type)? = TypeCatalogue.find(correlation.type) {
      known = type
    }
    let wanted = known?.containedTypes.map(\.identifier) ?? []
    var left = Set(wanted)
    for member in correlation.members {
      let saved = state.facts(of: member)
      guard let type = types[member] ?? saved?.type, saved?.isLive ?? true || imported else {
        throw .invalid(.memberMissing(member))
      }
      if !imported {
        // A source must not learn what another source saved.
        guard types[member] != nil || saved?.isOwn(of: by) == true else {
          throw .invalid(.memberMissing(member))
        }
      }
      let fits = known?.membership == .eachOnce ? left.remove(type) != nil : left.contains(type)
      if known != nil && !fits || !imported && !Self.isSample(type) {
        throw .invalid(.memberType(type: correlation.type, member: type))
      }
      if by != EventActor.owner { try requireShare(of: type, by: by, given: state) }
    }
    if known?.membership == .eachOnce, let missing = wanted.first(where: left.contains) {
      throw .invalid(.memberTypeMissing(type: correlation.type, member: missing))
    }
  }

  /// A correlation holds each member once, and not itself.
  private static func requireOnce(
    _ correlation: Correlation, uuid: ObjectUUID
  ) throws(Rejection) {
    var seen: Set<ObjectUUID> = []
    for member in correlation.members {
      guard member != uuid else {
        let type = correlation.type
        throw .invalid(.memberType(type: type, member: type))
      }
      guard seen.insert(member).inserted else { throw .invalid(.uuidTwice(member)) }
    }
  }

  /// Correlations hold quantity and category samples; types that the catalogue does not know may be
  /// either.
  private static func isSample(_ type: String) -> Bool {
    switch TypeCatalogue.find(type) {
    case .quantity?, .category?, nil: true
    case .correlation?, .characteristic?, .workout?, .other?: false
    }
  }
}
