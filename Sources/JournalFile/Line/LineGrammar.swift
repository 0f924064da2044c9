import ByteTools
package import HealthEvents
import HealthModel

/// The grammar of a line, written down once: of each event and object its keys in canonical order,
/// what their values are and which may be left out. Docs/JOURNAL_FORMAT.md says the same in words.
///
/// The encoder walks these tables, and notes what the decoder would refuse. The texts between two
/// values that `PlainCommand` looks for are made from them; `SampleTemplate` is a line of the
/// encoder with gaps. The decoder reads the keys in any order, and the fast reader of HealthTables
/// has the texts of canonical lines in literals of its own: tests write random lines by these
/// tables and check both with them.
package enum LineGrammar {
  // MARK: Line

  /// How every line begins that says an event.
  static let head = Shape<EntryHead>(
    .always(.seq, .whole, \.sequence), .always(.at, .moment, \.at), .always(.by, .text, \.by),
    .always(.event, .word(EventKind.allCases.map(\.name)), \.kind.name))

  /// What stands after the payload; the chain value follows, which `Chain` fills in.
  static let foot = Shape<Salt>(.always(.salt, .hex(24), \.text))

  /// What stands after the salt of a line from which something was erased: the digest of what it
  /// was.
  static let original = Shape<Digest>(.always(.digest, .hex(64), \.hexText))

  /// What ends a line.
  static let chain = Shape<Digest>(.always(.chain, .hex(64), \.hexText))

  /// What remains of an erased line.
  static let erased = Shape<ErasedLine>(
    .always(.seq, .whole, \.sequence), .always(.at, .moment, \.at),
    .always(.event, .word([EventKind.erased.name]), { _ in EventKind.erased.name }),
    .always(.digest, .hex(64), \.digest.hexText), .always(.chain, .hex(64), \.chain.hexText))

  /// A whole line of this kind.
  ///
  /// - Parameter isRewritten: whether something was erased from it.
  package static func line(_ kind: EventKind, isRewritten: Bool = false) -> WireObject {
    guard let payload = payload(kind) else { return WireObject(members: erased.forms) }
    let event = WireMember(key: .event, value: .word([kind.name]), presence: .always)
    let original = isRewritten ? original.forms : []
    return WireObject(
      members: head.forms.dropLast() + [event] + payload + foot.forms + original + chain.forms)
  }

  private static func payload(_ kind: EventKind) -> [WireMember]? {
    switch kind {
    case .open: opening.forms
    case .origin: origin.forms
    case .save: save.forms
    case .delete: deletion.forms
    case .authorize: authorization.forms
    case .configure: configuration.forms
    case .importReceipt: receipt.forms
    case .erase: erasure.forms
    case .erased: nil
    }
  }

  // MARK: Events

  static let opening = Shape<JournalOpening>(
    .always(.format, .count, \.format), .always(.journal, .uuid, \.journal),
    .always(.timeZone, .text, \.timeZone))

  static let origin = Shape<Origin>(
    .always(.source, .object(source), \.source), .optional(.device, device, \.device))

  static let source = Shape<Source>(
    .always(.name, .text, \.name), .optional(.bundle, .text, \.bundle),
    .optional(.version, .text, \.version), .optional(.productType, .text, \.productType),
    .optional(.operatingSystem, .text, \.operatingSystem))

  static let deviceNames = Shape<Device>(
    .optional(.name, .text, \.name), .optional(.manufacturer, .text, \.manufacturer),
    .optional(.model, .text, \.model), .optional(.hardware, .text, \.hardware),
    .optional(.firmware, .text, \.firmware), .optional(.software, .text, \.software),
    .optional(.localIdentifier, .text, \.localIdentifier), .optional(.udi, .text, \.udi))

  /// A device, whose other keys are kept.
  static let device = Form<Device>(
    value: .object(WireObject(members: deviceNames.forms, others: deviceNames.forms.count))
  ) { device, writer in
    writer.object {
      $0.members(of: device, deviceNames)
      $0.members(device.fields)
    }
  }

  static let save = Shape<Save>(
    .always(.objects, .list(ObjectGrammar.object), \.objects),
    .optional(.workout, .uuid, \.workout),
    .unlessEmpty(.replaces, .list(.uuid), \.replaces))

  static let deletion = Shape<Deletion>(
    .always(.objects, .list(.uuid), \.objects), .optional(.reason, .text, \.reason))

  static let authorization = Shape<AuthorizationChange>(
    .always(.source, .text, \.source), .unlessEmpty(.share, grants, \.share),
    .unlessEmpty(.read, grants, \.read))

  private static let grants = Form<[AuthorizationGrant]>.table(
    .word(AuthorizationStatus.allCases.map(\.name)), \.type, \.status.name)

  static let configuration = Shape<Configuration>(
    .optional(.timeZone, .text, \.timeZone),
    .optional(.weekStarts, .word(Weekday.allCases.map(\.name)), \.weekStarts?.name),
    .unlessEmpty(.priority, .table(.list(.text), \.type, \.sources), \.priority),
    .unlessEmpty(.preferredUnits, .table(.text, \.type, \.unit), \.preferredUnits))

  static let receipt = Shape<ImportReceipt>(
    .always(.format, .text, \.format), .always(.file, .text, \.file),
    .always(.bytes, .whole, \.bytes), .always(.sha256, .text, \.sha256),
    .optional(.exported, .time, \.exported), .optional(.first, .whole, \.first),
    .optional(.last, .whole, \.last),
    .always(.counts, counts, \.counts), .optional(.extent, .object(extent), \.extent))

  private static let counts = Form<[ImportCount]>.table(.object(count), \.element, \.self)

  private static let count = Shape<ImportCount>(
    .always(.read, .count, \.read), .always(.saved, .count, \.saved),
    .always(.known, .count, \.known), .always(.quarantined, .count, \.quarantined),
    .always(.unsupported, .count, \.unsupported),
    .optional(.corrected, .positive, { $0.corrected == 0 ? nil : $0.corrected }),
    .optional(.superseded, .positive, { $0.superseded == 0 ? nil : $0.superseded }),
    .optional(.leftOut, .positive, { $0.leftOut == 0 ? nil : $0.leftOut }),
    .optional(.erased, .positive, { $0.erased == 0 ? nil : $0.erased }))

  private static let extent = Shape<ImportExtent>(
    .always(.complete, .flag, \.isComplete), .optional(.person, .uuid, \.person),
    .optional(.start, .time, \.start), .optional(.end, .time, \.end),
    .optional(.selection, .object(selection), \.selection),
    .always(.types, counts, \.types), .optional(.compared, .whole, \.compared),
    .always(.vanished, .table(.count, \.type, \.count), \.vanished))

  private static let selection = Shape<ImportSelection>(
    .optional(.from, .time, \.from), .optional(.to, .time, \.to),
    .unlessEmpty(.types, .list(.text), \.types),
    .unlessEmpty(.sources, .list(.text), \.sources))

  static let erasure = Shape<Erasure>(
    .always(.lines, .list(.whole), \.lines),
    .unlessEmpty(.kept, .list(.object(keptLine)), \.kept),
    .always(.reason, .text, \.reason),
    .optional(.tombstones, .object(tombstones), \.tombstones))

  private static let tombstones = Shape<Tombstones>(
    .always(.salt, .hex(24), \.salt), .always(.hashes, .list(.hash), \.hashes))

  private static let keptLine = Shape<KeptLine>(
    .always(.seq, .whole, \.sequence), .always(.digest, .hex(64), \.digest))

  // MARK: Commands

  /// A command of `append` that saves samples, in the order in which most programs write it.
  static let command = WireObject(members: [
    WireMember(key: .id, value: .either([.text, .number]), presence: .optional),
    WireMember(key: .event, value: .word([EventKind.save.name]), presence: .always),
    WireMember(key: .by, value: .text, presence: .always),
    WireMember(key: .objects, value: .list(.object(draft)), presence: .always),
  ])

  /// A sample of such a command: as on a line, with its source and device in the place of their
  /// line.
  static let draft = WireObject(
    members: ObjectGrammar.head.forms + ObjectGrammar.quantity.forms + origin.forms
      + ObjectGrammar.tail.forms.dropFirst())
}

extension JSONWriter {
  /// Writes the keys that an event has beyond the envelope, in canonical order.
  mutating func payload(_ event: Event) {
    switch event {
    case .open(let opening): members(of: opening, LineGrammar.opening)
    case .origin(let origin): members(of: origin, LineGrammar.origin)
    case .save(let save): members(of: save, LineGrammar.save)
    case .delete(let deletion): members(of: deletion, LineGrammar.deletion)
    case .authorize(let change): members(of: change, LineGrammar.authorization)
    case .configure(let configuration): members(of: configuration, LineGrammar.configuration)
    case .importReceipt(let receipt): members(of: receipt, LineGrammar.receipt)
    case .erase(let erasure): members(of: erasure, LineGrammar.erasure)
    }
  }
}

/// What every line says that says an event.
struct EntryHead {
  var sequence: UInt64
  var at: Instant
  var by: String
  var kind: EventKind
}

/// What remains of an erased line.
struct ErasedLine {
  var sequence: UInt64
  var at: Instant
  /// The digest of the line that stood there.
  var digest: Digest
  /// The chain value that it had, and keeps.
  var chain: Digest
}
