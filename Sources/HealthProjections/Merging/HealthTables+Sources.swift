import HealthEvents
import HealthModel
import HealthTables

extension HealthTables {
  /// Whether what has this provenance was entered by hand by the owner.
  func isByHand(_ provenance: UInt32) -> Bool {
    guard actors.names[Int(provenances[Int(provenance)].actor)] == EventActor.owner else {
      return false
    }
    return origin(provenance).map { $0.source.name == EventActor.owner } ?? true
  }

  /// The names by which a source is asked for: its own, and its bundle.
  func sourceNames(_ provenance: UInt32) -> [String] {
    let actor = actors.names[Int(provenances[Int(provenance)].actor)]
    return Self.names(origin(provenance)?.source, by: actor)
  }

  /// The names by which a source is asked for.
  ///
  /// - Parameters:
  ///   - source: what the object states; nil: nothing, and the actor stands for it.
  ///   - actor: the source that asked for the save.
  static func names(_ source: Source?, by actor: String) -> [String] {
    guard let source else { return [actor] }
    if let bundle = source.bundle { return [source.name, bundle] }
    // A source whose objects the owner imported cannot be asked for as `owner`.
    return actor == EventActor.owner ? [source.name] : [source.name, actor]
  }
}
