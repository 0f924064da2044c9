package import HealthEvents
import HealthModel

/// What tells a source from others where samples are merged: its bundle where one is stated, else
/// its name.
package struct SourceKey: Hashable, Sendable {
  /// What the text of a key is.
  package enum Kind: Hashable, Sendable {
    /// The owner, who typed something in.
    case owner
    /// A bundle identifier.
    case bundle
    /// A name, as `SourceName.folded` has it.
    case name
  }

  /// What `text` is.
  package let kind: Kind
  /// The bundle identifier or the name.
  package let text: String
}

extension HealthTables {
  /// Returns whether what has this provenance was entered by hand by the owner, who is its source.
  package func isByHand(_ provenance: UInt32) -> Bool {
    guard actors.names[Int(provenances[Int(provenance)].actor)] == EventActor.owner else {
      return false
    }
    return origin(provenance).map { origin in
      origin.source.bundle == nil && SourceName.folded(origin.source.name) == EventActor.owner
    } ?? true
  }

  /// Returns what tells the source of a provenance from others.
  package func sourceKey(_ provenance: UInt32) -> SourceKey {
    if isByHand(provenance) { return SourceKey(kind: .owner, text: EventActor.owner) }
    guard let source = origin(provenance)?.source else {
      return SourceKey(kind: .bundle, text: sourceName(provenance))
    }
    if let bundle = source.bundle { return SourceKey(kind: .bundle, text: bundle) }
    return SourceKey(kind: .name, text: SourceName.folded(source.name))
  }

  /// The names by which the source of a provenance is asked for; see `names`.
  package func sourceNames(_ provenance: UInt32, withLabels: Bool = true) -> [String] {
    let actor = actors.names[Int(provenances[Int(provenance)].actor)]
    return Self.names(origin(provenance), by: actor, withLabels: withLabels)
  }

  /// The names by which a source is asked for: its own, its bundle, and as labels its own with
  /// bundle or hardware behind it, as rows tell sources of one name apart. A label with hardware
  /// means what states that hardware: what states none and counts with it is asked for by the name
  /// alone.
  ///
  /// - Parameters:
  ///   - origin: what the object states; nil: nothing, and the actor stands for it.
  ///   - actor: the source that asked for the save.
  ///   - withLabels: whether labels are among them: they are of no use where a part of a name is
  ///     asked for, because an app is not named after the device that it runs on.
  package static func names(
    _ origin: Origin?, by actor: String, withLabels: Bool = true
  ) -> [String] {
    guard let origin else { return [actor] }
    let source = origin.source
    var names = [source.name]
    if withLabels {
      let distinctions = [source.bundle, origin.device?.hardware].compactMap(\.self)
      names += distinctions.map { SourceName.label(source.name, $0) }
    }
    if let bundle = source.bundle { return names + [bundle] }
    // A source whose objects the owner imported cannot be asked for as `owner`.
    return actor == EventActor.owner ? names : names + [actor]
  }
}
