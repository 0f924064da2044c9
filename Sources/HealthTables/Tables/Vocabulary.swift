/// What many rows share, each kept once: the rows have its number.
package struct Vocabulary: Sendable {
  /// Type identifiers.
  package internal(set) var types = NameTable()
  /// Unit texts.
  package internal(set) var units = NameTable()
  /// Time zone names from metadata.
  package internal(set) var zones = NameTable()
  /// Words for category values that the catalogue has no number for.
  package internal(set) var categoryNames = NameTable()
  /// Who asked.
  package internal(set) var actors = NameTable()
  /// Pairs of actor and origin.
  package internal(set) var provenances = NumberTable<Provenance>()
  /// What samples have in common.
  var contexts = NumberTable<SampleContext>()
}

extension HealthTables {
  /// Type identifiers.
  @inlinable package var types: NameTable { vocabulary.types }
  /// Unit texts.
  @inlinable package var units: NameTable { vocabulary.units }
  /// Time zone names from metadata.
  @inlinable package var zones: NameTable { vocabulary.zones }
  /// Words for category values that the catalogue has no number for.
  @inlinable package var categoryNames: NameTable { vocabulary.categoryNames }
  /// Who asked.
  @inlinable package var actors: NameTable { vocabulary.actors }
  /// Pairs of actor and origin.
  @inlinable package var provenances: [Provenance] { vocabulary.provenances.all }
}
