import ByteTools
import HealthEvents
import HealthModel
import JournalFile

/// An eraser, which removes content from lines, line by line.
struct LineEraser: Sendable {
  enum Outcome: Hashable, Sendable {
    /// The line does not change.
    case kept
    /// The whole line is erased.
    case erased
    /// The line keeps this part.
    case rewritten(Event)
  }

  var objects: Set<ObjectUUID> = []
  var lines: Set<UInt64> = []
  /// The eraser of the statements that were derived from erased content.
  var derived = DerivedEraser()
  /// The replacements for names of sources, by the name as a keyboard writes it, because settings
  /// and receipts have names that a person typed.
  private var words: [String: String] = [:]
  /// For each `origin` line whose names are erased: the origin that replaces it.
  var origins: [UInt64: Origin] = [:]

  /// Returns the replacement for a name of a source; nil if the name stays.
  func word(for name: String) -> String? {
    let typed = SourceName.typed(name)
    if let word = words[typed] { return word }
    // A name with what tells it from others, see `SourceName.label`: origins without names have
    // neither bundle nor hardware.
    guard typed.hasSuffix(")"), let bracket = typed.lastIndex(of: "(") else { return nil }
    return words[SourceName.typed(String(typed[..<bracket]))]
  }

  /// Replaces a name of a source by a word in every place.
  mutating func replace(_ name: String, by word: String) { words[SourceName.typed(name)] = word }

  func outcome(of entry: Entry) -> Outcome {
    guard let event = entry.event, entry.kind.canBeErased else { return .kept }
    if let origin = origins[entry.sequence] { return changed(event, .origin(origin)) }
    let isChosen = lines.contains(entry.sequence)
    switch event {
    case .delete(let deletion): return changed(event, rest(of: deletion, isChosen))
    case .save(let save): return isChosen ? .erased : changed(event, rest(of: save))
    case .configure(let configuration):
      let rest = renamed(configuration)
      let isNothing = rest == Configuration()
      return isChosen ? .erased : changed(event, isNothing ? nil : .configure(rest))
    case .importReceipt(let receipt):
      if isChosen { return .erased }
      let rest = derived.rest(of: renamed(receipt), at: entry.sequence)
      return changed(event, rest.map { .importReceipt($0) })
    case .origin, .authorize, .declare: return isChosen ? .erased : .kept
    case .revert(let revert): return changed(event, .revert(rest(of: revert, isChosen)))
    case .open, .erase, .format: return .kept
    }
  }

  private func changed(_ event: Event, _ rest: Event?) -> Outcome {
    guard let rest else { return .erased }
    return rest == event ? .kept : .rewritten(rest)
  }

  /// Returns the rest of a deletion. A selected deletion loses only its reason, because without its
  /// line the deleted objects would come back.
  private func rest(of deletion: Deletion, _ isChosen: Bool) -> Event? {
    var rest = deletion
    rest.objects.removeAll(where: objects.contains)
    if isChosen { rest.reason = nil }
    return rest.objects.isEmpty ? nil : .delete(rest)
  }

  /// Returns the rest of a revert. If it was selected, it loses only its reason: without its line,
  /// what was reverted would hold again.
  private func rest(of revert: Revert, _ isChosen: Bool) -> Revert {
    var left = revert
    for (runs, state) in revert.objects {
      left[state] = ObjectRuns(
        lines: runs.lines, objects: runs.objects.filter { !objects.contains($0) })
    }
    left.joined.removeAll(where: objects.contains)
    left.freed.removeAll(where: objects.contains)
    if let settings = left.settings { left.settings = renamed(settings) }
    if isChosen { left.reason = nil }
    return left
  }

  private func rest(of save: Save) -> Event? {
    let kept = save.objects.filter { !objects.contains($0.uuid) }
    let replaced = save.replaces.filter { !objects.contains($0) }
    guard !kept.isEmpty else { return nil }
    var rest = save
    if kept.count < save.objects.count || replaced.count < save.replaces.count {
      let (objects, replaces) = paired(save)
      rest = save.keeping(objects, replacing: replaces)
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

  /// Returns the remaining objects and the objects that they replace: the pairs first, so that they
  /// stay pairs.
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
    var known: Set<String> = []
    renamed.sameSource = renamed.sameSource
      .map { SameSource(old: word(for: $0.old) ?? $0.old, name: word(for: $0.name) ?? $0.name) }
      .filter { $0.old != $0.name && known.insert($0.old).inserted }
    return renamed
  }

  private func renamed(_ receipt: ImportReceipt) -> ImportReceipt {
    guard !words.isEmpty, let sources = receipt.extent?.selection?.sources else { return receipt }
    var renamed = receipt
    renamed.extent?.selection?.sources = sources.map { word(for: $0) ?? $0 }
    return renamed
  }
}

/// A writer that copies the lines of a journal without the erased content, and appends the erasure.
struct ErasedLines {
  /// The greatest number of lines that one `erase` names: each needs some hundred bytes, and the
  /// length of a line is limited.
  private static let mostNamed = 50_000
  /// The greatest number of tombstones in one `erase`: 19 bytes each.
  private static let mostTombstones = 250_000

  private let eraser: LineEraser
  private let file: ReplacementFile
  private let system: any FileSystem
  private var output = JSONWriter()
  /// The position after the last line that was written.
  private(set) var head = Head()
  private var erased: [UInt64] = []
  private var kept: [KeptLine] = []

  init(_ eraser: LineEraser, to file: ReplacementFile, on system: any FileSystem) {
    self.eraser = eraser
    self.file = file
    self.system = system
  }

  /// Adds the next line.
  mutating func take(_ line: RawSpan) throws -> ScannedLine {
    let entry = try LineCodec.decode(line)
    guard let stated = Chain.stated(in: line) else { throw LineProblem.noChain }
    let before = output.bytes.count
    switch eraser.outcome(of: entry) {
    case .kept:
      output.bytes.append(contentsOf: line)
      output.bytes.append(UInt8(ascii: "\n"))
    case .erased:
      erased.append(entry.sequence)
      LineCodec.appendErased(
        sequence: entry.sequence, at: entry.at, digest: try Self.original(line),
        chain: stated, to: &output)
    case .rewritten(let event): try rewrite(entry, as: event, line, stated)
    }
    (head.sequence, head.at, head.chain) = (entry.sequence, entry.at, stated)
    head.offset += UInt64(output.bytes.count - before)
    if output.bytes.count >= 1 << 20 { try flush() }
    return ScannedLine(sequence: entry.sequence, at: entry.at)
  }

  private mutating func rewrite(
    _ entry: Entry, as event: Event, _ line: RawSpan, _ chain: Digest
  ) throws {
    let start = output.bytes.count
    let digest = LineCodec.appendRewritten(
      entry, event: event, salt: salt(), original: try Self.original(line), chain: chain,
      to: &output)
    guard output.bytes.count - start - 1 <= JournalLimits.lineBytes else {
      throw SessionProblem.restTooLong(line: entry.sequence)
    }
    kept.append(KeptLine(sequence: entry.sequence, digest: digest.hexText))
  }

  private static func original(_ line: RawSpan) throws -> Digest {
    guard let digest = Chain.digest(ofLine: line) else { throw LineProblem.noChain }
    return digest
  }

  private func salt() -> Salt { Salt(random: (system.random(), system.random())) }

  private mutating func flush() throws {
    guard !output.bytes.isEmpty else { return }
    try file.append(output.bytes)
    output.bytes.removeAll(keepingCapacity: true)
  }

  /// Appends the record of the erasure to the lines, in one line or several.
  ///
  /// - Returns: the numbers of those lines.
  mutating func finish(reason: String, _ tombstones: Tombstones?) throws -> ClosedRange<UInt64> {
    let first = head.sequence + 1
    let now = system.now()
    let at = max(head.at, Instant(microseconds: now - now % 1_000))
    var hashes = (tombstones?.hashes ?? [])[...]
    repeat {
      let part = Array(hashes.prefix(Self.mostTombstones))
      hashes = hashes.dropFirst(part.count)
      let erasure = Erasure(
        lines: Array(erased.prefix(Self.mostNamed)), kept: Array(kept.prefix(Self.mostNamed)),
        reason: reason,
        tombstones: part.isEmpty
          ? nil : tombstones.map { Tombstones(salt: $0.salt, hashes: part) })
      erased.removeFirst(erasure.lines.count)
      kept.removeFirst(erasure.kept.count)
      let before = output.bytes.count
      head.chain = LineCodec.append(
        event: .erase(erasure), by: EventActor.owner, sequence: head.sequence + 1, at: at,
        salt: salt(), after: head.chain, to: &output)
      head.sequence += 1
      head.at = at
      head.offset += UInt64(output.bytes.count - before)
    } while !erased.isEmpty || !kept.isEmpty || !hashes.isEmpty
    try flush()
    return first...head.sequence
  }
}
