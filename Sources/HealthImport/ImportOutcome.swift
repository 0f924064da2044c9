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
