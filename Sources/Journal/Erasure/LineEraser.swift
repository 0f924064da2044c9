import HealthEvents
import HealthModel
import JournalFile

/// Takes what is to be erased out of lines, one by one.
struct LineEraser: Sendable {
  /// What becomes of a line.
  enum Outcome: Hashable, Sendable {
    /// It stays as it is.
    case kept
    /// It goes whole.
    case erased
    /// This is left of it.
    case rewritten(Event)
  }

  /// The objects that go.
  var objects: Set<ObjectUUID> = []
  /// The lines that go.
  var lines: Set<UInt64> = []
  /// Takes what was derived from what goes.
  var derived = DerivedEraser()
  /// What is put in the place of names of sources, by the name as a keyboard writes it: settings
  /// and receipts hold what a person typed.
  private var words: [String: String] = [:]
  /// For each `origin` line whose names are erased: the origin that replaces it.
  var origins: [UInt64: Origin] = [:]

  /// What is put in the place of a name of a source; nil: the name stays.
  func word(for name: String) -> String? {
    let typed = SourceName.typed(name)
    if let word = words[typed] { return word }
    // A name with what tells it from others, see `SourceName.label`: origins without names have
    // neither bundle nor hardware.
    guard typed.hasSuffix(")"), let bracket = typed.lastIndex(of: "(") else { return nil }
    return words[SourceName.typed(String(typed[..<bracket]))]
  }

  /// Puts a word in the place of a name of a source, wherever it occurs.
  mutating func replace(_ name: String, by word: String) { words[SourceName.typed(name)] = word }

  /// What becomes of an entry.
  func outcome(of entry: Entry) -> Outcome {
    guard let event = entry.event, entry.kind.canBeErased else { return .kept }
    if let origin = origins[entry.sequence] { return changed(event, .origin(origin)) }
    let isChosen = lines.contains(entry.sequence)
    switch event {
    case .delete(let deletion): return changed(event, rest(of: deletion, isChosen))
    case .save(let save): return isChosen ? .erased : changed(event, rest(of: save))
    case .configure(let configuration):
      return isChosen ? .erased : changed(event, .configure(renamed(configuration)))
    case .importReceipt(let receipt):
      if isChosen { return .erased }
      let rest = derived.rest(of: renamed(receipt), at: entry.sequence)
      return changed(event, rest.map { .importReceipt($0) })
    case .origin, .authorize: return isChosen ? .erased : .kept
    case .open, .erase: return .kept
    }
  }

  private func changed(_ event: Event, _ rest: Event?) -> Outcome {
    guard let rest else { return .erased }
    return rest == event ? .kept : .rewritten(rest)
  }

  /// A deletion that was selected loses only its reason: without its line, what was deleted would
  /// come back.
  private func rest(of deletion: Deletion, _ isChosen: Bool) -> Event? {
    var rest = deletion
    rest.objects.removeAll(where: objects.contains)
    if isChosen { rest.reason = nil }
    return rest.objects.isEmpty ? nil : .delete(rest)
  }

  private func rest(of save: Save) -> Event? {
    let kept = save.objects.filter { !objects.contains($0.uuid) }
    let replaced = save.replaces.filter { !objects.contains($0) }
    guard !kept.isEmpty else { return nil }
    var rest = save
    if kept.count < save.objects.count || replaced.count < save.replaces.count {
      (rest.objects, rest.replaces) = paired(save)
    }
    if let workout = save.workout, objects.contains(workout) { rest.workout = nil }
    for index in rest.objects.indices {
      rest.objects[index] = derived.rest(of: rest.objects[index])
      guard case .correlation(var correlation) = rest.objects[index].content,
        correlation.members.contains(where: objects.contains)
      else { continue }
      correlation.members.removeAll(where: objects.contains)
      rest.objects[index].content = .correlation(correlation)
    }
    return .save(rest)
  }

  /// What is left of objects and of what they replace: the pairs first, so that they stay pairs.
  private func paired(_ save: Save) -> ([HealthObject], [ObjectUUID]) {
    var pairs: [(HealthObject, ObjectUUID)] = []
    var (alone, others) = ([HealthObject](), [ObjectUUID]())
    for (index, object) in save.objects.enumerated() {
      let older = index < save.replaces.count ? save.replaces[index] : nil
      switch (objects.contains(object.uuid), older.map { objects.contains($0) } ?? true) {
      case (false, false):
        if let older { pairs.append((object, older)) }
      case (false, true): alone.append(object)
      case (true, false): if let older { others.append(older) }
      case (true, true): break
      }
    }
    others += save.replaces.dropFirst(save.objects.count).filter { !objects.contains($0) }
    return (pairs.map(\.0) + alone, pairs.map(\.1) + others)
  }

  private func renamed(_ configuration: Configuration) -> Configuration {
    guard !words.isEmpty else { return configuration }
    var renamed = configuration
    for index in renamed.priority.indices {
      var known: Set<String> = []
      renamed.priority[index].sources = renamed.priority[index].sources
        .map { word(for: $0) ?? $0 }.filter { known.insert($0).inserted }
    }
    return renamed
  }

  private func renamed(_ receipt: ImportReceipt) -> ImportReceipt {
    guard !words.isEmpty, let sources = receipt.extent?.selection?.sources else { return receipt }
    var renamed = receipt
    renamed.extent?.selection?.sources = sources.map { word(for: $0) ?? $0 }
    return renamed
  }
}
