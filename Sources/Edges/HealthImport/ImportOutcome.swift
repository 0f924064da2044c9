package import HealthEvents
package import HealthModel

/// The result of an import.
package struct ImportOutcome: Hashable, Sendable {
  /// The closing equation, a row for each kind of element in order of first appearance.
  package var counts: [ImportCount]
  /// The fates of the objects of each type; `element` is its identifier.
  package var types: [ImportCount]
  /// The person with this data; nil: the input does not state one.
  package var person: StatedPerson?
  /// The earliest start and the latest end of what the input states.
  package var start: Timestamp?
  package var end: Timestamp?
  /// The time of the export, as the input states it.
  package var exported: Timestamp?
  /// The reason for a doubt about the input's format, as the end of a sentence that begins with its
  /// name: `has no <HealthData>; the import read its elements`; nil: there is no doubt.
  package var doubt: String?
  /// The beginning of the missing or cut part, if the input ends too early.
  package var truncatedAt: UInt64?
  /// The number of elements and positions that could not be imported unchanged.
  package var issueCount: Int
  /// The first issues.
  package var issues: [ImportIssue]
  /// The files next to the input that were not read, each kind with its count: `2 attachments`.
  package var notRead: [String] = []
  /// The files that the input names and that are missing, in the same form.
  package var missing: [String] = []
  /// The number of issues that lost nothing of the input's statements.
  package private(set) var harmlessCount = 0
  /// The number of days' totals that the journal held and the import deleted, because the input has
  /// their parts.
  package var deletedTotals = 0
  /// Sources that the input seems to name anew.
  package var renamed: [RenamedSource] = []
  /// The names of sources that it states, as they are typed.
  package var namesMet: Set<String> = []
  /// The types whose erased objects cannot be identified, with the number of objects that stayed
  /// out for that reason.
  package var untold: [VanishedCount] = []
  /// The clocks that the input states.
  package var zones = StatedZones()
  /// The percents that may or may not be fractions of one.
  package var doubtful: [DoubtfulPercent] = []

  /// Notes something of the whole input, before all that is of one position.
  mutating func note(first issue: ImportIssue, isHarmless: Bool = false) {
    issueCount += 1
    if isHarmless { harmlessCount += 1 }
    issues.insert(issue, at: 0)
  }

  /// Notes how many characters of the input were not valid, where there were any.
  package mutating func note(replaced count: Int) {
    guard count > 0 else { return }
    let reason = "unpaired surrogates or half characters: \(count); U+FFFD stands there"
    note(first: ImportIssue(element: "", offset: 0, reason: reason))
  }

  /// True if no element was met.
  package var isOfNothing: Bool { counts.allSatisfy { $0.element == ImportTally.noElement } }

  /// The number of elements, and of stretches that are none, that were set aside. It is 0 only if
  /// the quarantine is empty.
  package var quarantined: Int { counts.reduce(0) { $0 + $1.quarantined } }

  /// True if the equation of `ImportCount` holds for every kind and type.
  package var balances: Bool { counts.allSatisfy(\.balances) && types.allSatisfy(\.balances) }

  /// True if the input's statements are certain, so that they can be compared with others.
  package var holdsAll: Bool {
    doubt == nil && truncatedAt == nil && issueCount == harmlessCount
  }

  /// True if the journal now holds everything in the input, unchanged.
  package var isComplete: Bool { doubt == nil && truncatedAt == nil && issueCount == 0 }
}

/// The person with the data of an input, as the input states.
package struct StatedPerson: Hashable, Sendable {
  /// The traits that the input states, by the identifier of the type.
  package let traits: [String: String]

  /// Creates the person with these traits; nil: there are none.
  package init?(_ traits: [Characteristic]) {
    if traits.isEmpty { return nil }
    self.traits = Dictionary(traits.map { ($0.type, $0.value) }) { _, last in last }
  }

  /// The person in receipts of older programs: a hash of the traits, from which they can be
  /// guessed.
  package var uuidOfOlderPrograms: ObjectUUID {
    var identity = ContentIdentity("Person")
    for part in traits.map({ "\($0.key)=\($0.value)" }).sorted() { identity.add(part) }
    return identity.uuid()
  }
}

/// Values of one type that were stated in percent, are at most 1, and may be fractions of one.
package struct DoubtfulPercent: Hashable, Sendable {
  package var type: String
  /// True if they were read as fractions, because nobody has so little.
  package var isFraction: Bool
  package var count: Int
}

/// A source that an input seems to name anew: under a name that the journal lacks it states what a
/// source of the journal with the same device stated, and under that source's name nothing.
package struct RenamedSource: Hashable, Sendable {
  /// The old and the new name.
  package var names: SourceNames.Renaming
  /// The number of objects that the journal has under the old name. They are not saved again.
  package var known: Int
}

/// Something that an import met and could not take as it stood.
package struct ImportIssue: Hashable, Sendable {
  /// The name of the element, empty where there is none.
  package var element: String
  /// Its position in the input.
  package var offset: UInt64
  /// The problem. It holds no health value.
  package var reason: String
  /// The name of the file if it is not the input itself but a file next to it.
  package var file: String?

  /// This complaint about that position.
  package init(element: String, offset: UInt64, reason: String, file: String? = nil) {
    self.element = element
    self.offset = offset
    self.reason = reason
    self.file = file
  }

  /// The position and the problem, not escaped: `byte 1200, Record: its value is not a number`.
  package var words: String {
    let position = "byte \(offset)" + (element.isEmpty ? "" : ", \(element)")
    return (file ?? position) + (file != nil && offset > 0 ? ", byte \(offset)" : "")
      + ": \(reason)"
  }
}

/// The fate of an element; the weightiest is the last.
enum ImportFate: Int, Comparable, Sendable {
  /// The journal stated just that already, or this import has.
  case known
  /// The fate of an element that the journal stated before and has replaced since by another
  /// version.
  case superseded
  /// It was deleted in the journal, and stays so.
  case deleted
  /// It was erased from the journal, and stays out.
  case erased
  /// The fate of an element that was not asked for.
  case leftOut
  /// A journal has no kind of object for it.
  case unsupported
  /// It lives again: a revert had taken it.
  case restored
  /// A line of the journal states it, written by this import.
  case saved
  /// The fate of an element that was saved and replaces an older version.
  case corrected
  /// The fate of an element whose bytes are set aside.
  case quarantined

  static func < (left: ImportFate, right: ImportFate) -> Bool { left.rawValue < right.rawValue }
}

/// The account of an import in the making: the closing equation and the issues. What is read is
/// counted when an element is met, what became of it when that is decided: two counts that know
/// nothing of each other.
struct ImportTally: Sendable {
  /// The rows in order of first appearance.
  private(set) var rows: [ImportCount] = []
  private var rowsByName: [String: Int] = [:]
  /// The fates of objects, by their types.
  private(set) var types: [ImportCount] = []
  private var rowsByType: [String: Int] = [:]

  /// The row of what is set aside and is no element: damage, and bytes of an element that is
  /// imported all the same.
  static let noElement = "(no element)"
  /// Names told apart, at most; the rest share one row, so that no file can fill the memory.
  static let mostRows = 512
  static let crowd = "(other elements)"
  /// Issues that are listed; the others are only counted.
  static let mostIssues = 20

  private var issueCount = 0
  private var issues: [ImportIssue] = []

  /// Returns the row of elements of this name.
  mutating func row(_ name: String) -> Int {
    if let known = rowsByName[name] { return known }
    let isOwn = name == Self.crowd || name == Self.noElement
    if rows.count >= Self.mostRows, !isOwn { return row(Self.crowd) }
    rowsByName[name] = rows.count
    rows.append(ImportCount(element: name))
    return rows.count - 1
  }

  /// True if no element was met.
  var isEmpty: Bool { rows.allSatisfy { $0.element == Self.noElement } }

  /// Counts an element that was met.
  mutating func read(_ row: Int) { rows[row].read += 1 }

  /// Counts elements of one name, all read, and what became of them.
  mutating func count(_ row: Int, _ number: Int, _ fate: ImportFate) {
    rows[row].read += number
    rows[row].add(number, fate)
  }

  /// Counts bytes that were set aside and are no element.
  mutating func countAside() { count(row(Self.noElement), 1, .quarantined) }

  /// Counts what became of an element.
  mutating func settle(_ row: Int, _ fate: ImportFate) { rows[row].add(1, fate) }

  /// Returns the row of objects of this type.
  mutating func typeRow(_ type: String) -> Int {
    if let known = rowsByType[type] { return known }
    if types.count >= Self.mostRows, type != Self.crowd { return typeRow(Self.crowd) }
    rowsByType[type] = types.count
    types.append(ImportCount(element: type))
    return types.count - 1
  }

  /// Counts an object of a type, and what became of it.
  mutating func count(type row: Int, _ fate: ImportFate) {
    types[row].read += 1
    types[row].add(1, fate)
  }

  /// Notes what could not be taken as it stood.
  mutating func complain(
    _ element: String, _ offset: UInt64, _ reason: String, file: String? = nil
  ) {
    issueCount += 1
    guard issues.count < Self.mostIssues else { return }
    issues.append(ImportIssue(element: element, offset: offset, reason: reason, file: file))
  }

  /// Returns the outcome of the import. See `ImportOutcome` for its contents.
  func outcome(
    exported: Timestamp? = nil, doubt: String? = nil, truncatedAt: UInt64? = nil
  ) -> ImportOutcome {
    ImportOutcome(
      counts: rows, types: types, exported: exported, doubt: doubt, truncatedAt: truncatedAt,
      issueCount: issueCount, issues: issues)
  }
}

extension ImportCount {
  /// Adds `number` elements with this fate to the counts.
  fileprivate mutating func add(_ number: Int, _ fate: ImportFate) {
    switch fate {
    case .saved: saved += number
    case .corrected: corrected += number
    case .known: known += number
    case .superseded: superseded += number
    case .deleted: deleted += number
    case .restored: restored += number
    case .erased: erased += number
    case .leftOut: leftOut += number
    case .unsupported: unsupported += number
    case .quarantined: quarantined += number
    }
  }
}

/// The clocks of an input: the offsets of its times, and the time zones that its samples name.
package struct StatedZones: Hashable, Sendable {
  /// The number of samples that start at a time of each offset, in minutes east of UTC.
  package private(set) var offsets: [Int16: Int] = [:]
  /// The number of samples that name each zone; 100 zones at most.
  package private(set) var names: [String: Int] = [:]
  private static let mostNames = 100

  /// The offset that most samples have, the smaller one of two; nil: there are no samples.
  package var usualOffset: Int16? {
    offsets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The zones from the one that most samples name on.
  package var namesByUse: [String] {
    names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  mutating func count(offset: Int16, _ number: Int) { offsets[offset, default: 0] += number }

  mutating func count(name: String) {
    guard names[name] != nil || names.count < Self.mostNames, ZoneRules.isValidName(name)
    else { return }
    names[name, default: 0] += 1
  }
}

/// The counter of an input's clocks, sample by sample: nearly always the offset is that of the
/// sample before.
struct ZoneTally: Sendable {
  private var zones = StatedZones()
  private var recent: Int16 = 0
  private var recentCount = 0

  /// Counts a sample that starts at a time of this offset, and the zone that it names.
  mutating func count(offset: Int16, name: String?) {
    if offset != recent {
      zones = stated
      (recent, recentCount) = (offset, 0)
    }
    recentCount += 1
    if let name { zones.count(name: name) }
  }

  /// The counts so far.
  var stated: StatedZones {
    var zones = zones
    if recentCount > 0 { zones.count(offset: recent, recentCount) }
    return zones
  }
}
