import HealthModel

extension Decider {
  /// The rule that an event breaks, seen from the journal before it; nil: none.
  ///
  /// For an audit of lines that another program may have written. What a source states is taken as an
  /// import takes it: only what no program may write is a fault.
  public mutating func fault(
    of event: Event, by: String, given state: some JournalState
  ) -> Rejection? {
    do {
      switch event {
      case .save(let save):
        let drafts = save.objects.map { Draft($0) }
        let request = SaveRequest(objects: drafts, workout: save.workout, imported: true)
        _ = try check(request, by: by, given: state, seesMembers: true)
        try check(replaced: save.replaces, by: by, given: state)
      case .delete(let deletion): try check(deletion, by: by, given: state)
      case .authorize: try require(ownerFor: "authorizations", by)
      case .configure(let configuration):
        _ = try decideConfigure(configuration, by: by)
      case .importReceipt: try require(ownerFor: "an import", by)
      case .erase: try require(ownerFor: "erasure", by)
      case .open, .origin: break
      }
      return nil
    } catch {
      return error
    }
  }

  /// What a save replaces must be there, and be the source's own.
  private func check(
    replaced uuids: [ObjectUUID], by: String, given state: some JournalState
  ) throws(Rejection) {
    for uuid in uuids {
      guard let facts = state.facts(of: uuid) else {
        throw .invalidArgument(.uuidUnknown(uuid), index: nil)
      }
      guard by == Actor.owner || facts.by == by else {
        throw .invalidArgument(.notOwned(uuid, by: facts.by), index: nil)
      }
    }
  }
}
