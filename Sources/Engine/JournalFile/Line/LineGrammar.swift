import ByteTools
package import HealthEvents
import HealthModel

/// The grammar of a line, written down once: for each event and object its keys in canonical order,
/// the kinds of their values and which may be left out. Docs/JOURNAL_FORMAT.md has the same in
/// words.
///
/// The types of a line's content are `Shaped`: the encoder visits their members, and notes anything
/// that the decoder would refuse; the decoder visits the same members, and finds their keys in any
/// order; and `LineGrammar` gathers them as data. The texts between two values that `PlainCommand`
/// looks for are made from that; `SampleTemplate` is a line of the encoder with gaps. The fast
/// reader of HealthTables has the texts of canonical lines in literals of its own: tests write
/// random lines by the grammar and check all of them with these.
package enum LineGrammar {
  // MARK: Envelope

  private static let seq = WireMember("seq", UInt64.self)
  private static let at = WireMember("at", Instant.self)
  private static let by = WireMember("by", String.self)
  private static let salt = WireMember("salt", HexText<24>.self)
  private static let recorded = WireMember(
    key: "recorded", value: .object(Recording.object), presence: .optional)
  private static let digest = WireMember("digest", HexText<64>.self)
  private static let chain = WireMember("chain", HexText<64>.self)

  /// Returns the grammar of a whole line of this kind.
  ///
  /// - Parameter isRewritten: true if something was erased from it.
  package static func line(_ kind: EventKind, isRewritten: Bool = false) -> WireObject {
    let event = word(of: kind)
    guard let payload = payload(kind) else {
      return WireObject(members: [seq, at, event, digest, chain])
    }
    return WireObject(
      members: [seq, at, by, event] + payload.members + (kind.canComeAlong ? [recorded] : [])
        + [salt] + (isRewritten ? [digest] : []) + [chain])
  }

  private static func word(of kind: EventKind) -> WireMember {
    WireMember(key: "event", value: .word([kind.name]), presence: .always)
  }

  private static func payload(_ kind: EventKind) -> WireObject? {
    switch kind {
    case .open: JournalOpening.object
    case .origin: Origin.object
    case .save: Save.object
    case .delete: Deletion.object
    case .authorize: AuthorizationChange.object
    case .configure: Configuration.object
    case .declare: DeclaredType.object
    case .importReceipt: ImportReceipt.object
    case .erase: Erasure.object
    case .format: FormatStep.object
    case .revert: Revert.object
    case .erased: nil
    }
  }

  // MARK: Commands

  /// A command of `append` that saves samples, in the order in which most programs write it.
  static let command = WireObject(members: [
    WireMember(key: "id", value: .either([.text, .number]), presence: .optional),
    word(of: .save), by,
    WireMember(key: "objects", value: .list(.object(draft)), presence: .always),
  ])

  /// The grammar of a sample in such a command: as on a line, with its source and device instead of
  /// their line.
  static let draft = WireObject(
    members: ObjectGrammar.head(ObjectKind.allCases)
      + QuantityContent.object.members.dropLast(SeriesSummary.object.members.count)
      + Origin.object.members + ObjectTail.object.members.dropFirst())
}

extension JSONWriter {
  /// Writes the keys that an event has beyond the envelope, in canonical order.
  mutating func payload(_ event: Event) {
    switch event {
    case .open(let opening): members(of: opening)
    case .origin(let origin): members(of: origin)
    case .save(let save): members(of: save)
    case .delete(let deletion): members(of: deletion)
    case .authorize(let change): members(of: change)
    case .configure(let configuration): members(of: configuration)
    case .declare(let type): members(of: type)
    case .importReceipt(let receipt): members(of: receipt)
    case .erase(let erasure): members(of: erasure)
    case .format(let step): members(of: step)
    case .revert(let revert): members(of: revert)
    }
  }
}

extension JSONMembers {
  /// Reads the event of this kind; `erased` has none.
  mutating func payload(_ kind: EventKind) throws(LineProblem) -> Event? {
    switch kind {
    case .open: return .open(try read(JournalOpening.self))
    case .origin: return .origin(try read(Origin.self))
    case .save: return .save(try read(Save.self))
    case .delete: return .delete(try read(Deletion.self))
    case .authorize: return .authorize(try read(AuthorizationChange.self))
    case .configure: return .configure(try read(Configuration.self))
    case .declare: return .declare(try read(DeclaredType.self))
    case .importReceipt: return .importReceipt(try read(ImportReceipt.self))
    case .erase: return .erase(try read(Erasure.self))
    case .format: return .format(try read(FormatStep.self))
    case .revert: return .revert(try read(Revert.self))
    case .erased: return nil
    }
  }
}

// MARK: Events

extension JournalOpening: Shaped, Versioned {
  static var newestFormat: Int { JournalLimits.format }

  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    JournalOpening(
      format: try way.always("format") { FormatVersion<Self>(number: $0.format) }.number,
      journal: try way.always("journal", \.journal),
      timeZone: try way.always("timeZone", \.timeZone))
  }
}

extension Origin: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Origin(
      source: try way.always("source", \.source), device: try way.optional("device", \.device))
  }
}

extension Source: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Source(
      name: try way.always("name", \.name), bundle: try way.optional("bundle", \.bundle),
      version: try way.optional("version", \.version),
      productType: try way.optional("productType", \.productType),
      operatingSystem: try way.optional("operatingSystem", \.operatingSystem))
  }
}

extension Device: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Device(
      name: try way.optional("name", \.name),
      manufacturer: try way.optional("manufacturer", \.manufacturer),
      model: try way.optional("model", \.model), hardware: try way.optional("hardware", \.hardware),
      firmware: try way.optional("firmware", \.firmware),
      software: try way.optional("software", \.software),
      localIdentifier: try way.optional("localIdentifier", \.localIdentifier),
      udi: try way.optional("udi", \.udi), fields: try way.others(\.fields))
  }
}

extension Save: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Save(
      objects: try way.always("objects") { FilledList($0.objects) }.elements,
      workout: try way.optional("workout", \.workout),
      replaces: try way.unlessEmpty("replaces", \.replaces),
      isCorrection: try way.optional("replacement") {
        $0.isCorrection ? Replacement.correction : nil
      } != nil)
  }
}

/// The reason why an object replaces another, if a line states it.
private enum Replacement: WireWord {
  case correction

  var name: String { "correction" }
}

extension Deletion: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Deletion(
      objects: try way.always("objects") { FilledList($0.objects) }.elements,
      reason: try way.optional("reason", \.reason))
  }
}

extension AuthorizationStatus: WireWord {}

extension AuthorizationChange: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    AuthorizationChange(
      source: try way.always("source", \.source), share: try way.table("share", \.share),
      read: try way.table("read", \.read), terms: try way.part(\.terms))
  }
}

extension AuthorizationTerms: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    AuthorizationTerms(
      since: try way.optional("since", \.since), until: try way.optional("until", \.until),
      purpose: try way.optional("purpose", \.purpose))
  }
}

extension AuthorizationGrant: KeyedRow {
  var key: String { type }
  var value: AuthorizationStatus { status }
}

extension Weekday: WireWord {}

extension Configuration: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Configuration(
      timeZone: try way.optional("timeZone", \.timeZone),
      weekStarts: try way.optional("weekStarts", \.weekStarts),
      priority: try way.table("priority", \.priority),
      preferredUnits: try way.table("preferredUnits", \.preferredUnits),
      sameSource: try way.table("sameSource", \.sameSource))
  }
}

extension SourcePriority: KeyedRow {
  var key: String { type }
  var value: [String] { sources }

  init(_ key: String, _ value: [String]) { self.init(type: key, sources: value) }
}

extension PreferredUnit: KeyedRow {
  var key: String { type }
  var value: String { unit }

  init(_ key: String, _ value: String) { self.init(type: key, unit: value) }
}

extension SameSource: KeyedRow {
  var key: String { old }
  var value: String { name }

  init(_ key: String, _ value: String) { self.init(old: key, name: value) }
}

extension DeclaredType.Kind: WireWord {}

extension AggregationStyle: WireWord {}

extension DeclaredType: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    DeclaredType(
      try way.always("type", \.identifier), kind: try way.always("kind", \.kind),
      unit: try way.optional("unit", \.unit),
      aggregation: try way.optional("aggregation", \.aggregation),
      title: try way.always("title", \.title), values: try way.table("values", \.values))
  }
}

extension DeclaredType.Value: KeyedRow {
  var key: String { name }
  var value: Int { code }

  init(_ key: String, _ value: Int) { self.init(name: key, code: value) }
}

extension ImportReceipt: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    ImportReceipt(
      format: try way.always("format", \.format), file: try way.always("file", \.file),
      bytes: try way.always("bytes", \.bytes), sha256: try way.always("sha256", \.sha256),
      exported: try way.optional("exported", \.exported), first: try way.optional("first", \.first),
      last: try way.optional("last", \.last),
      counts: try way.always("counts") { KeyedTable($0.counts) }.rows,
      extent: try way.optional("extent", \.extent),
      journal: try way.optional("other", \.journal))
  }
}

extension ImportedJournal: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    ImportedJournal(
      try way.always("journal", \.journal), upTo: try way.always("line", \.line),
      chain: try way.always("chain") { HexText<64>($0.chain) }.text)
  }
}

extension ImportCount: Shaped, KeyedRow {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    var count = ImportCount(element: "")
    count.read = try way.orZero("read", \.read)
    count.saved = try way.orZero("saved", \.saved)
    count.known = try way.orZero("known", \.known)
    count.quarantined = try way.orZero("quarantined", \.quarantined)
    count.unsupported = try way.orZero("unsupported", \.unsupported)
    count.corrected = try way.unlessZero("corrected", \.corrected)
    count.superseded = try way.unlessZero("superseded", \.superseded)
    count.leftOut = try way.unlessZero("leftOut", \.leftOut)
    count.erased = try way.unlessZero("erased", \.erased)
    count.deleted = try way.unlessZero("deleted", \.deleted)
    count.restored = try way.unlessZero("restored", \.restored)
    return count
  }

  var key: String { element }
  var value: ImportCount { self }

  init(_ key: String, _ value: ImportCount) {
    self = value
    element = key
  }
}

extension ImportExtent: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    ImportExtent(
      isComplete: try way.always("complete", \.isComplete),
      person: try way.optional("person", \.person), start: try way.optional("start", \.start),
      end: try way.optional("end", \.end), selection: try way.optional("selection", \.selection),
      types: try way.always("types") { KeyedTable($0.types) }.rows,
      compared: try way.optional("compared", \.compared),
      vanished: try way.always("vanished") { KeyedTable($0.vanished) }.rows)
  }
}

extension VanishedCount: KeyedRow {
  var key: String { type }
  var value: Int { count }

  init(_ key: String, _ value: Int) { self.init(type: key, count: value) }
}

extension ImportSelection: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    ImportSelection(
      from: try way.optional("from", \.from), to: try way.optional("to", \.to),
      types: try way.unlessEmpty("types", \.types),
      sources: try way.unlessEmpty("sources", \.sources))
  }
}

extension Erasure: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Erasure(
      lines: try way.always("lines", \.lines), kept: try way.unlessEmpty("kept", \.kept),
      reason: try way.always("reason", \.reason),
      tombstones: try way.optional("tombstones", \.tombstones))
  }
}

extension Tombstones: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Tombstones(
      salt: try way.always("salt") { HexText<24>($0.salt) }.text,
      hashes: try way.always("hashes") { $0.hashes.map(HexHash.init) }.map(\.number))
  }
}

extension KeptLine: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    KeptLine(
      sequence: try way.always("seq", \.sequence),
      digest: try way.always("digest") { HexText<64>($0.digest) }.text)
  }
}

extension Recording: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Recording(
      journal: try way.always("journal", \.journal), line: try way.always("line", \.line),
      at: try way.always("at", \.at), after: try way.always("after", \.after))
  }
}

extension FormatStep: Shaped, Versioned {
  static var newestFormat: Int { JournalLimits.format }

  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    FormatStep(to: try way.always("format") { FormatVersion<Self>(number: $0.format) }.number)
  }
}

extension Revert: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Revert(
      lines: try way.unlessEmpty("lines", \.lines),
      live: try way.optional("live", \.live), gone: try way.optional("gone", \.gone),
      deleted: try way.optional("deleted", \.deleted),
      joined: try way.unlessEmpty("joined", \.joined),
      freed: try way.unlessEmpty("freed", \.freed),
      rights: try way.unlessEmpty("rights", \.rights),
      settings: try way.optional("settings", \.settings),
      reason: try way.optional("reason", \.reason))
  }
}

extension ObjectRuns: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    ObjectRuns(
      lines: try way.unlessEmpty("lines", \.lines),
      objects: try way.unlessEmpty("objects", \.objects))
  }
}

extension RestoredRight: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    var right = RestoredRight(
      source: try way.always("source", \.source), type: try way.always("type", \.type))
    right.share = try way.optional("share", \.share)
    right.shareTerms = try way.optional("shareTerms", \.shareTerms)
    right.shareLine = try way.optional("shareLine", \.shareLine)
    right.read = try way.optional("read", \.read)
    right.readTerms = try way.optional("readTerms", \.readTerms)
    right.readLine = try way.optional("readLine", \.readLine)
    return right
  }
}
