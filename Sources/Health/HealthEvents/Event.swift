public import HealthModel

/// A fact of the journal: it has happened and is never changed.
public enum Event: Hashable, Sendable {
  /// The opening of the journal: line 1.
  case open(JournalOpening)
  /// A source revision or device is seen for the first time.
  case origin(Origin)
  /// Objects are saved, all or none.
  case save(Save)
  /// A deletion: objects leave every view.
  case delete(Deletion)
  /// The owner decides what a source may share and read.
  case authorize(AuthorizationChange)
  /// A change of settings.
  case configure(Configuration)
  /// A type that HealthKit does not have is declared.
  case declare(DeclaredType)
  /// The receipt of an import that has ended.
  case importReceipt(ImportReceipt)
  /// An erasure of lines.
  case erase(Erasure)
  /// The step to a newer format: later lines may state what older formats cannot.
  case format(FormatStep)
  /// A revert of earlier events, with its effect.
  case revert(Revert)

  /// The kind of the event.
  public var kind: EventKind {
    switch self {
    case .open: .open
    case .origin: .origin
    case .save: .save
    case .delete: .delete
    case .authorize: .authorize
    case .configure: .configure
    case .declare: .declare
    case .importReceipt: .importReceipt
    case .erase: .erase
    case .format: .format
    case .revert: .revert
    }
  }

  /// The objects that it saves or deletes.
  package var objects: [ObjectUUID] {
    switch self {
    case .save(let save): save.objects.map(\.uuid)
    case .delete(let deletion): deletion.objects
    case .open, .origin, .authorize, .configure, .declare, .importReceipt, .erase, .format, .revert:
      []
    }
  }

  /// The least version of the format that can state the event (D193).
  public var leastFormat: Int {
    switch self {
    case .open(let opening): opening.format
    case .importReceipt(let receipt): receipt.leastFormat
    case .authorize(let change): change.terms == .none ? 1 : 2
    case .configure(let settings): settings.sameSource.isEmpty ? 1 : 2
    case .save(let save): save.isCorrection ? 2 : 1
    case .origin, .delete, .erase: 1
    case .declare, .format, .revert: 2
    }
  }
}

/// The opening of a journal.
public struct JournalOpening: Hashable, Sendable {
  /// The version of the format.
  public var format: Int
  /// The journal's own identity.
  public var journal: ObjectUUID
  /// The IANA name of the zone whose days count where a sample names no other.
  public var timeZone: String

  /// Creates the opening of a journal of this identity.
  public init(format: Int, journal: ObjectUUID, timeZone: String) {
    self.format = format
    self.journal = journal
    self.timeZone = timeZone
  }
}

/// The line of another journal that recorded an event first.
public struct Recording: Hashable, Sendable {
  /// The identity of that journal.
  public var journal: ObjectUUID
  /// The number of the line there.
  public var line: UInt64
  /// The time of its recording.
  public var at: Instant
  /// The last line of this journal's own that was recorded before it. So the order of recording is
  /// known without the times of all lines.
  public var after: UInt64

  /// Creates the recording by that line.
  public init(journal: ObjectUUID, line: UInt64, at: Instant, after: UInt64) {
    self.journal = journal
    self.line = line
    self.at = at
    self.after = after
  }
}

/// The origin of samples: a source revision and, if one measured, a device.
public struct Origin: Hashable, Sendable {
  /// The app.
  public var source: Source
  /// The hardware.
  public var device: Device?

  /// Creates the origin of this app on that hardware.
  public init(source: Source, device: Device? = nil) {
    self.source = source
    self.device = device
  }
}

/// Objects saved together.
public struct Save: Hashable, Sendable {
  /// The objects, one or more.
  public var objects: [HealthObject]
  /// The saved workout that the samples belong to; a workout among `objects` needs no mention.
  public var workout: ObjectUUID?
  /// Older versions, by sync identifier or of an import, which leave the views; see `older(at:)`.
  public var replaces: [ObjectUUID]
  /// True if a person corrects the only one of `replaces` by the only one of `objects`, which takes
  /// its place in workouts and correlations.
  public var isCorrection: Bool

  /// Creates a save of these objects.
  public init(
    objects: [HealthObject], workout: ObjectUUID? = nil, replaces: [ObjectUUID] = [],
    isCorrection: Bool = false
  ) {
    self.objects = objects
    self.workout = workout
    self.replaces = replaces
    self.isCorrection = isCorrection
  }

  /// The workout that the samples belong to: the one that is named, or the only one among the
  /// objects.
  package var owner: ObjectUUID? {
    if let workout { return workout }
    var found: ObjectUUID?
    for object in objects {
      guard case .workout = object.content else { continue }
      if found != nil { return nil }
      found = object.uuid
    }
    return found
  }

  /// Returns the version that the object at an index replaces in workouts and correlations: the one
  /// at the same index of `replaces`, if both uuids are made from content, as imports make them.
  /// Nil for all others: what they replace by sync identifier has no order.
  package func older(at index: Int) -> ObjectUUID? {
    guard index < min(objects.count, replaces.count), objects[index].uuid.isOfContent,
      replaces[index].isOfContent
    else { return nil }
    return replaces[index]
  }

  /// The object that is corrected; nil if the save is no correction.
  package var corrected: ObjectUUID? {
    isCorrection && objects.count == 1 && replaces.count == 1 ? replaces[0] : nil
  }

  /// Returns the part of the save that is left with these objects and older versions: a correction
  /// is one only as a whole.
  package func keeping(_ objects: [HealthObject], replacing replaces: [ObjectUUID]) -> Save {
    var kept = self
    (kept.objects, kept.replaces) = (objects, replaces)
    let isWhole = objects.count == self.objects.count && replaces.count == self.replaces.count
    kept.isCorrection = isCorrection && isWhole
    return kept
  }
}

/// Objects deleted together.
public struct Deletion: Hashable, Sendable {
  /// The uuids, one or more.
  public var objects: [ObjectUUID]
  /// The reason, in the words of the actor.
  public var reason: String?

  /// Creates a deletion of these objects.
  public init(objects: [ObjectUUID], reason: String? = nil) {
    self.objects = objects
    self.reason = reason
  }
}

/// A decision of the owner about one source; types that it does not list stay as they were.
public struct AuthorizationChange: Hashable, Sendable {
  /// The bundle identifier.
  public var source: String
  /// The decisions on the types that it may save.
  public var share: [AuthorizationGrant]
  /// The decisions on the types of others that it may see.
  public var read: [AuthorizationGrant]
  /// The terms of the rights that it grants.
  public var terms: AuthorizationTerms

  /// Creates these decisions for that source.
  public init(
    source: String, share: [AuthorizationGrant] = [], read: [AuthorizationGrant] = [],
    terms: AuthorizationTerms = .none
  ) {
    self.source = source
    self.share = share
    self.read = read
    self.terms = terms
  }
}

/// New settings; nil and absent keys stay as they were.
public struct Configuration: Hashable, Sendable {
  /// An IANA zone name.
  public var timeZone: String?
  /// The day with which weeks begin.
  public var weekStarts: Weekday?
  /// Names of sources, first counts first, per type identifier or `*`.
  public var priority: [SourcePriority]
  /// The unit in which a type is shown.
  public var preferredUnits: [PreferredUnit]
  /// The names that are those of one source.
  public var sameSource: [SameSource]

  /// Creates these settings.
  public init(
    timeZone: String? = nil, weekStarts: Weekday? = nil, priority: [SourcePriority] = [],
    preferredUnits: [PreferredUnit] = [], sameSource: [SameSource] = []
  ) {
    self.timeZone = timeZone
    self.weekStarts = weekStarts
    self.priority = priority
    self.preferredUnits = preferredUnits
    self.sameSource = sameSource
  }
}

/// The order of the sources for a type: the first counts first.
public struct SourcePriority: Hashable, Sendable {
  /// A type identifier, or `*` for all that have no order of their own.
  public var type: String
  /// Source names; the first counts first. None: the order is taken back.
  public var sources: [String]

  /// Creates this order for that type.
  public init(type: String, sources: [String]) {
    self.type = type
    self.sources = sources
  }
}

/// The unit in which a type is shown.
public struct PreferredUnit: Hashable, Sendable {
  /// The word for all types: the unit is then a system of units, `metric` or `us`, for output for
  /// people.
  public static let allTypes = "*"

  /// A quantity type identifier, or `allTypes`.
  public var type: String
  /// The text of a unit that fits the type; empty: the preference is taken back.
  public var unit: String

  /// Creates this unit for that type.
  public init(type: String, unit: String) {
    self.type = type
    self.unit = unit
  }
}

/// The record of what an import did, written when it ended.
public struct ImportReceipt: Hashable, Sendable {
  /// The format, as `apple-health`.
  public var format: String
  /// The name of the file, without its folder.
  public var file: String
  /// The number of bytes that were read.
  public var bytes: UInt64
  /// SHA-256 of those bytes in lower-case hex.
  public var sha256: String
  /// The time of the export that the file states.
  public var exported: Timestamp?
  /// The first seq that the import appended; nil: none.
  public var first: UInt64?
  /// The last seq that the import appended.
  public var last: UInt64?
  /// The closing equation, a row for each kind of element.
  public var counts: [ImportCount]
  /// The extent of what the file stated; nil if the receipt is of a program that did not write it.
  public var extent: ImportExtent?
  /// The journal whose lines were imported, up to which line; nil if the file was no journal.
  public var journal: ImportedJournal?

  /// Creates a receipt of these figures.
  public init(
    format: String, file: String, bytes: UInt64, sha256: String, exported: Timestamp? = nil,
    first: UInt64? = nil, last: UInt64? = nil, counts: [ImportCount] = [],
    extent: ImportExtent? = nil, journal: ImportedJournal? = nil
  ) {
    self.format = format
    self.file = file
    self.bytes = bytes
    self.sha256 = sha256
    self.exported = exported
    self.first = first
    self.last = last
    self.counts = counts
    self.extent = extent
    self.journal = journal
  }

  /// Returns the lines that the import appended; nil: none, or the receipt states them wrongly.
  ///
  /// - Parameter line: the line of the receipt.
  package func lines(before line: UInt64 = .max) -> ClosedRange<UInt64>? {
    guard let first, let last, first > 0, first <= last, last < line else { return nil }
    return first...last
  }
}

/// Another journal as far as it was imported.
public struct ImportedJournal: Hashable, Sendable {
  /// Its identity.
  public var journal: ObjectUUID
  /// The number of the last line that was read.
  public var line: UInt64
  /// The chain value of that line: 64 lower-case hex digits.
  public var chain: String

  /// Creates the journal of this identity, imported up to that line.
  public init(_ journal: ObjectUUID, upTo line: UInt64, chain: String) {
    self.journal = journal
    self.line = line
    self.chain = chain
  }
}

extension ImportReceipt {
  private var allCounts: [ImportCount] { counts + (extent?.types ?? []) }

  /// The least version of the format that can state the counts.
  var leastFormat: Int {
    journal != nil || allCounts.contains { $0.deleted > 0 || $0.restored > 0 } ? 2 : 1
  }

  /// The same receipt as format 1 states it, which counts what was deleted as superseded.
  package var inFormat1: ImportReceipt {
    func older(_ counts: [ImportCount]) -> [ImportCount] {
      counts.map { count in
        var count = count
        count.superseded += count.deleted
        count.deleted = 0
        return count
      }
    }
    var receipt = self
    receipt.counts = older(counts)
    if let types = extent?.types { receipt.extent?.types = older(types) }
    return receipt
  }
}

/// The extent of an import: the person whose data the file holds, its time and types, if all of it
/// was imported, and what it lacks that earlier files had.
public struct ImportExtent: Hashable, Sendable {
  /// True if the file was whole, and all of it could be imported.
  public var isComplete: Bool
  /// The person: derived from the characteristics that the file states; nil: it states none.
  public var person: ObjectUUID?
  /// The earliest start of what the file states.
  public var start: Timestamp?
  /// The latest end of what the file states.
  public var end: Timestamp?
  /// The part of the file that was asked for; nil: all of it.
  public var selection: ImportSelection?
  /// The counts of what became of the objects of each type; `element` is its identifier.
  public var types: [ImportCount]
  /// The line of the earlier receipt with which the file was compared; nil: it was compared with
  /// none.
  public var compared: UInt64?
  /// The number of objects that earlier files stated and this one does not, by type.
  public var vanished: [VanishedCount]

  /// Creates this extent.
  public init(
    isComplete: Bool, person: ObjectUUID? = nil, start: Timestamp? = nil, end: Timestamp? = nil,
    selection: ImportSelection? = nil, types: [ImportCount] = [], compared: UInt64? = nil,
    vanished: [VanishedCount] = []
  ) {
    self.isComplete = isComplete
    self.person = person
    self.start = start
    self.end = end
    self.selection = selection
    self.types = types
    self.compared = compared
    self.vanished = vanished
  }
}

/// The part of a file that an import takes. Nil and empty: all.
public struct ImportSelection: Hashable, Sendable {
  /// The start: only what ends after this moment.
  public var from: Timestamp?
  /// The end: only what starts before this moment.
  public var to: Timestamp?
  /// The identifiers of types.
  public var types: [String]
  /// The names of sources.
  public var sources: [String]

  /// Creates this selection.
  public init(
    from: Timestamp? = nil, to: Timestamp? = nil, types: [String] = [], sources: [String] = []
  ) {
    self.from = from
    self.to = to
    self.types = types
    self.sources = sources
  }
}

/// The number of objects of a type that earlier imports stated and an import did not find in its
/// file.
public struct VanishedCount: Hashable, Sendable {
  /// The identifier of the type.
  public var type: String
  /// The number of objects.
  public var count: Int

  /// Creates a count of objects of that type.
  public init(type: String, count: Int) {
    self.type = type
    self.count = count
  }
}

/// The counts of what became of the elements of one kind: read = saved + restored + corrected +
/// known + superseded + deleted + erased + left out + quarantined + unsupported.
public struct ImportCount: Hashable, Sendable {
  /// The name of the element, or the identifier of a type.
  public var element: String
  /// The number of elements that the file held.
  public var read = 0
  /// The number that were saved as new.
  public var saved = 0
  /// The number that were saved as newer versions of what the journal held.
  public var corrected = 0
  /// The number that the journal held just as they are.
  public var known = 0
  /// The number that the journal held before it received a newer version of them. A receipt of
  /// format 1 also counts here what was deleted.
  public var superseded = 0
  /// The number that were deleted in the journal, and stayed so.
  public var deleted = 0
  /// The number that a revert had taken, and that live again.
  public var restored = 0
  /// The number that had been erased from the journal, and stayed out.
  public var erased = 0
  /// The number that were not asked for.
  public var leftOut = 0
  /// The number that were set aside as unreadable.
  public var quarantined = 0
  /// The number that are of a kind that the importer does not import.
  public var unsupported = 0

  /// Creates counts without elements of this kind yet.
  public init(element: String) { self.element = element }

  /// True if the equation holds.
  public var balances: Bool {
    read
      == saved + restored + corrected + known + superseded + deleted + erased + leftOut
      + quarantined + unsupported
  }
}

/// Content that was taken out of the file.
public struct Erasure: Hashable, Sendable {
  /// The seqs of the lines that were erased whole.
  public var lines: [UInt64]
  /// The lines that lost a part, as they are now.
  public var kept: [KeptLine]
  /// The reason for the erasure.
  public var reason: String
  /// The hashes by which an import recognizes the erased objects; nil: no object was erased, or the
  /// owner asked to keep no hashes.
  public var tombstones: Tombstones?

  /// Creates an erasure of these lines for that reason.
  public init(
    lines: [UInt64], kept: [KeptLine] = [], reason: String, tombstones: Tombstones? = nil
  ) {
    self.lines = lines
    self.kept = kept
    self.reason = reason
    self.tombstones = tombstones
  }
}

/// The remains of erased objects: enough to recognize one again, without its content (D184).
public struct Tombstones: Hashable, Sendable {
  /// The salt that is hashed before each uuid: 24 lower-case hexadecimal digits.
  public var salt: String
  /// The first 64 bits of SHA-256 of the salt's 12 bytes and the uuid's 16, for each uuid.
  public var hashes: [UInt64]

  /// Creates tombstones of these hashes.
  public init(salt: String, hashes: [UInt64]) {
    self.salt = salt
    self.hashes = hashes
  }
}

/// A line from which something was erased, as it is now. An `erase` vouches for it so.
public struct KeptLine: Hashable, Sendable {
  /// The seq of the line.
  public var sequence: UInt64
  /// SHA-256 of a zero byte and its bytes up to the chain value, as 64 lower-case hexadecimal
  /// digits.
  public var digest: String

  /// Creates the line of this number and digest.
  public init(sequence: UInt64, digest: String) {
    self.sequence = sequence
    self.digest = digest
  }
}

/// The kinds of lines in a journal.
public enum EventKind: Int, Hashable, Sendable, CaseIterable {
  /// The opening of the journal.
  case open
  /// A source or device is seen for the first time.
  case origin
  /// A save of objects.
  case save
  /// A deletion of objects.
  case delete
  /// The owner decides on a source.
  case authorize
  /// A change of settings.
  case configure
  /// The receipt of an import that has ended.
  case importReceipt
  /// An erasure of lines.
  case erase
  /// The step to a newer format.
  case format
  /// A revert of earlier events.
  case revert
  /// The rest of an erased line.
  case erased
  /// The declaration of a type.
  case declare

  /// True if an event of this kind can come from another journal with the line that recorded it.
  public var canComeAlong: Bool {
    switch self {
    case .save, .delete, .revert: true
    case .open, .origin, .authorize, .configure, .declare, .importReceipt, .erase, .format,
      .erased:
      false
    }
  }

  /// True if a line of this kind can be erased, whole or in part. An `erase` cannot: it vouches for
  /// other lines.
  public var canBeErased: Bool {
    switch self {
    case .origin, .save, .delete, .authorize, .configure, .declare, .importReceipt, .revert: true
    case .open, .erase, .format, .erased: false
    }
  }
}
