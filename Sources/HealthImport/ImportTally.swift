import HealthEvents
import HealthModel

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
