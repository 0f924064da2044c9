import HealthModel

extension Decider {
  /// The rule that an event breaks, seen from the journal before it; nil: none.
  ///
  /// For an audit of lines that another program may have written. A save is checked by the rules
  /// for imports: a fault is only what no program may write.
  public mutating func fault(
    of event: Event, by: String, given state: some JournalState
  ) -> Rejection? {
    do {
      switch event {
      case .save(let save):
        let drafts = save.objects.map { Draft($0) }
        let request = SaveRequest(objects: drafts, workout: save.workout, imported: true)
        _ = try check(request, by: by, given: state, seesMembers: true)
        try check(replaced: save, by: by, given: state)
      case .delete(let deletion): try check(deletion, by: by, given: state)
      case .authorize: try require(ownerFor: "authorizations", by)
      case .configure(let configuration):
        try check(configuration, by: by)
      case .importReceipt: try require(ownerFor: "an import", by)
      case .erase: try require(ownerFor: "erasure", by)
      case .open, .origin: break
      }
      return nil
    } catch {
      return error
    }
  }

  /// A save replaces only objects of its own and objects that its source may delete.
  private func check(
    replaced save: Save, by: String, given state: some JournalState
  ) throws(Rejection) {
    let own = Set(save.replaces.isEmpty ? [] : save.objects.map(\.uuid))
    for uuid in save.replaces where !own.contains(uuid) {
      try requireRight(toRemove: uuid, by: by, given: state)
    }
  }
}
