package import HealthEvents
package import HealthModel

/// The reading of the names of sources in a file: a name that the journal has in another spelling
/// is the journal's, and one that a source got later is that source's.
///
/// Exports of one phone print one name with plain and with no-break spaces; see `SourceName.typed`.
package struct SourceNames: Sendable {
  /// A source that has another name in the file than in the journal.
  package struct Renaming: Hashable, Sendable {
    /// The name in the journal.
    package var old: String
    /// The name in the file.
    package var new: String

    package init(old: String, new: String) { (self.old, self.new) = (old, new) }
  }

  /// The names of the journal, by how they are typed.
  private var known: [String: [String]] = [:]
  /// The devices of each name of the journal.
  private var devices: [String: Set<Device?>] = [:]
  /// The stated renamings: the journal's name, by the typed form of the file's name.
  private var renamed: [String: String] = [:]

  /// Creates the names for no journal and no renaming.
  package init() {}

  /// Creates the names from the origins of a journal, the earliest first.
  package init(_ origins: some Sequence<Origin>) {
    for origin in origins {
      let name = origin.source.name
      if !known[SourceName.typed(name), default: []].contains(name) {
        known[SourceName.typed(name), default: []].append(name)
      }
      devices[name, default: []].insert(origin.device)
    }
  }

  /// The names of the journal that printed names are, once they have been asked for.
  private var read: [String: String] = [:]
  /// The names that have been asked for, as they are typed.
  package private(set) var met: Set<String> = []

  /// Returns the journal's name for a printed name.
  package mutating func name(_ printed: String) -> String {
    if let known = read[printed] { return known }
    let typed = SourceName.typed(printed)
    met.insert(typed)
    let spellings = known[typed] ?? [printed]
    let name = renamed[typed] ?? (spellings.contains(printed) ? printed : spellings[0])
    read[printed] = name
    return name
  }

  /// Returns all spellings of a name that the journal has, and this one.
  package func spellings(of name: String) -> [String] {
    let others = known[SourceName.typed(name)] ?? []
    return others.contains(name) ? others : others + [name]
  }

  /// Returns whether the journal has this name in some spelling.
  private func isKnown(_ name: String) -> Bool { known[SourceName.typed(name)] != nil }

  /// Returns the names of the journal whose sources had this device, in order.
  package func names(withDevice device: Device?) -> [String] {
    devices.filter { $0.value.contains(device) }.map(\.key).sorted()
  }

  // MARK: Renaming

  /// Reads a renaming, `OLD=NEW`; nil if the text is not a renaming. If a name holds an equals
  /// sign, the journal decides which is the old one.
  package func renaming(_ text: String) -> Renaming? {
    var readings: [Renaming] = []
    for index in text.indices where text[index] == "=" {
      let (old, new) = (text[..<index], text[text.index(after: index)...])
      if !old.isEmpty, !new.isEmpty {
        readings.append(Renaming(old: String(old), new: String(new)))
      }
    }
    return readings.first { isKnown($0.old) } ?? readings.first
  }

  /// Takes what is said to be renamed, all of it at once: where A was renamed to B and B to C, what
  /// the file calls C is A; where two sources have changed their names, each is the other.
  ///
  /// - Returns: the reason why the renamings cannot be read; nil if they can.
  package mutating func rename(_ all: [Renaming]) -> RenamingFault? {
    var olds: [String: String] = [:]
    for pair in all {
      let (old, new) = (SourceName.typed(pair.old), SourceName.typed(pair.new))
      guard old != new else { return .same(pair.old) }
      guard olds[new] ?? pair.old == pair.old else { return .twice(pair.new) }
      olds[new] = pair.old
    }
    for pair in all {
      var (old, passed) = (pair.old, Set([SourceName.typed(pair.new)]))
      while !isKnown(old), let older = olds[SourceName.typed(old)] {
        guard passed.insert(SourceName.typed(old)).inserted else { break }
        old = older
      }
      guard let spelling = known[SourceName.typed(old)]?.first else {
        return .unknown(
          old, isTurned: isKnown(pair.new) ? pair : nil, names: known.values.map { $0[0] }.sorted())
      }
      renamed[SourceName.typed(pair.new)] = spelling
    }
    return nil
  }

  /// Takes the renamings that the journal's settings state, as far as they agree with those that an
  /// import states and with each other.
  package mutating func rename(by settings: SameSources, after stated: [Renaming]) {
    var accepted = stated
    for same in settings.all {
      let pair = Renaming(old: same.old, new: same.name)
      var names = self
      guard names.rename(accepted + [pair]) == nil else { continue }
      accepted.append(pair)
      self = names
    }
  }

  /// Returns the name that counts for a name in lines of the journal: a renamed source has lines
  /// under both if the file with the new name came before anybody stated the renaming.
  package func nameInLines(_ name: String) -> String {
    let typed = SourceName.typed(name)
    let isOld = renamed.values.contains { SourceName.typed($0) == typed }
    return isOld ? name : renamed[typed] ?? name
  }
}

/// The reason why names cannot be read as renamed.
package enum RenamingFault: Hashable, Sendable {
  /// Both names are the same.
  case same(String)
  /// A new name is said to be that of two sources.
  case twice(String)
  /// The journal has no source of that name; `isTurned`: it has the other one.
  case unknown(String, isTurned: SourceNames.Renaming?, names: [String])
}
