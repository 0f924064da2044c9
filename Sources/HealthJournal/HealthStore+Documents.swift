import Journal
import HealthEvents
public import HealthModel

extension HealthStore {
  /// Saves documents, all or none: electrocardiograms, audiograms, heartbeat series, states of
  /// mind, vision prescriptions, workout routes.
  ///
  ///     let mood = StateOfMind(span: now, kind: .dailyMood, valence: 0.4, labels: [.calm])
  ///     try await store.save(documents: [mood])
  ///
  /// - Parameters:
  ///   - documents: what they say; their uuids are drawn.
  ///   - source: who asks, a bundle identifier; the owner by default.
  ///   - workout: the saved workout that they belong to.
  /// - Returns: their uuids, in order.
  /// - Throws: a `StoreError`; its `rejection` is the rule that they break.
  public func save(
    documents: [any DocumentValue], by source: String = EventActor.owner, workout: ObjectUUID? = nil
  ) throws(StoreError) -> [ObjectUUID] {
    let drafts = documents.map { Draft($0.object(uuid: journal.drawUUID())) }
    return try perform(.save(SaveRequest(objects: drafts, workout: workout)), by: source)
  }
}
