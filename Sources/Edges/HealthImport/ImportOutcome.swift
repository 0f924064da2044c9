package import HealthEvents
package import HealthModel

/// What an import came to.
package struct ImportOutcome: Hashable, Sendable {
  /// The closing equation, a row for each kind of element in order of first appearance.
  package var counts: [ImportCount]
  /// What became of the objects of each type; `element` is its identifier.
  package var types: [ImportCount]
  /// The person whose data it is; nil: the input says nothing of them.
  package var person: StatedPerson?
  /// The earliest start and the latest end of what the input states.
  package var start: Timestamp?
  package var end: Timestamp?
  /// When the input says that it was exported.
  package var exported: Timestamp?
  /// Why the input may be of another format, as the end of a sentence that begins with its name:
  /// `has no <HealthData>; its elements were read all the same`; nil: it is of this one.
  package var doubt: String?
  /// Where the part begins that is missing or cut, if the input ends too early.
  package var truncatedAt: UInt64?
  /// How many elements and positions could not be taken as they stood.
  package var issueCount: Int
  /// The first of them.
  package var issues: [ImportIssue]
  /// What lies beside the input and was not read, each kind with its count: `2 attachments`.
  package var notRead: [String] = []
  /// What the input names and is not beside it, in the same form.
  package var missing: [String] = []
  /// How many of the issues cost nothing of what the input states.
  package private(set) var harmlessCount = 0
  /// How many totals of days that the journal held were deleted, as the input has their parts.
  package var deletedTotals = 0
  /// Sources that the input seems to name anew.
  package var renamed: [RenamedSource] = []
  /// The names of sources that it states, as they are typed.
  package var namesMet: Set<String> = []
  /// Types of which it cannot be told what was erased, and how many objects stayed out for that.
  package var untold: [VanishedCount] = []
  /// What the input says of clocks.
  package var zones = StatedZones()
  /// Percents of which nothing tells whether they are fractions of one.
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

  /// Whether no element was met.
  package var isOfNothing: Bool { counts.allSatisfy { $0.element == ImportTally.noElement } }

  /// How many elements, and stretches that are none, were set aside. It is 0 only where the
  /// quarantine is empty.
  package var quarantined: Int { counts.reduce(0) { $0 + $1.quarantined } }

  /// Whether the equation of `ImportCount` holds for every kind and type.
  package var balances: Bool { counts.allSatisfy(\.balances) && types.allSatisfy(\.balances) }

  /// Whether it is certain what the input states, so that it can be compared with others.
  package var holdsAll: Bool {
    doubt == nil && truncatedAt == nil && issueCount == harmlessCount
  }

  /// Whether everything that the input holds is in the journal now, as it stands.
  package var isComplete: Bool { doubt == nil && truncatedAt == nil && issueCount == 0 }
}

/// The person whose data an input holds, as it says.
package struct StatedPerson: Hashable, Sendable {
  /// The traits that the input states, by the identifier of the type.
  package let traits: [String: String]

  /// The person with these traits; nil: there are none.
  package init?(_ traits: [Characteristic]) {
    if traits.isEmpty { return nil }
    self.traits = Dictionary(traits.map { ($0.type, $0.value) }) { _, last in last }
  }

  /// What receipts of older programs have for the person: a hash of the traits, from which they can
  /// be guessed.
  package var uuidOfOlderPrograms: ObjectUUID {
    var identity = ContentIdentity("Person")
    for part in traits.map({ "\($0.key)=\($0.value)" }).sorted() { identity.add(part) }
    return identity.uuid()
  }
}

/// Values of one type that were stated in percent, are at most 1, and may be fractions of one.
package struct DoubtfulPercent: Hashable, Sendable {
  /// Its identifier.
  package var type: String
  /// Whether they were taken as fractions, because nobody has so little.
  package var isFraction: Bool
  /// How many.
  package var count: Int
}

/// A source that an input seems to name anew: under a name that the journal lacks it states what a
/// source of the journal with the same device stated, and under that source's name nothing.
package struct RenamedSource: Hashable, Sendable {
  /// Both names.
  package var names: SourceNames.Renaming
  /// How many objects the journal has under the old name. They are not saved again.
  package var known: Int
}

/// Something that an import met and could not take as it stood.
package struct ImportIssue: Hashable, Sendable {
  /// The name of the element, empty where there is none.
  package var element: String
  /// Where it begins in the input.
  package var offset: UInt64
  /// What is wrong. Holds no health value.
  package var reason: String
  /// The name of the file where it is not the input itself but one beside it.
  package var file: String?

  /// This complaint about that position.
  package init(element: String, offset: UInt64, reason: String, file: String? = nil) {
    self.element = element
    self.offset = offset
    self.reason = reason
    self.file = file
  }

  /// Where and what: `byte 1200, Record: its value is no number`. Not escaped.
  package var words: String {
    let position = "byte \(offset)" + (element.isEmpty ? "" : ", \(element)")
    return (file ?? position) + (file != nil && offset > 0 ? ", byte \(offset)" : "")
      + ": \(reason)"
  }
}

/// What became of an element, the weightiest last.
enum ImportFate: Int, Comparable, Sendable {
  /// The journal stated just that already, or this import has.
  case known
  /// The journal stated it before, and says something newer: another version, or that it was
  /// deleted.
  case superseded
  /// It was erased from the journal, and stays out.
  case erased
  /// It was not asked for.
  case leftOut
  /// A journal has no kind of object for it.
  case unsupported
  /// A line of the journal states it, written by this import.
  case saved
  /// The same, and it replaces an older version.
  case corrected
  /// Its bytes are set aside.
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
  /// What became of objects, by their types.
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

  /// The row of elements of this name.
  mutating func row(_ name: String) -> Int {
    if let known = rowsByName[name] { return known }
    let isOwn = name == Self.crowd || name == Self.noElement
    if rows.count >= Self.mostRows, !isOwn { return row(Self.crowd) }
    rowsByName[name] = rows.count
    rows.append(ImportCount(element: name))
    return rows.count - 1
  }

  /// Whether no element was met.
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

  /// The row of objects of this type.
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

  /// What the import came to. See `ImportOutcome` for what it is asked.
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
    case .erased: erased += number
    case .leftOut: leftOut += number
    case .unsupported: unsupported += number
    case .quarantined: quarantined += number
    }
  }
}

/// What an input says of clocks: which offsets its times have, and which time zones its samples
/// name.
package struct StatedZones: Hashable, Sendable {
  /// How many samples start at a time of each offset, in minutes east of UTC.
  package private(set) var offsets: [Int16: Int] = [:]
  /// How many samples name each zone; 100 zones at most.
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

/// Counts what an input says of clocks, sample by sample: nearly always the offset of the one
/// before.
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

  /// What has been counted so far.
  var stated: StatedZones {
    var zones = zones
    if recentCount > 0 { zones.count(offset: recent, recentCount) }
    return zones
  }
}
