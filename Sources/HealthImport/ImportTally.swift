import HealthEvents
import HealthModel

/// What became of an element.
enum ImportFate: Sendable {
  /// A line of the journal states it, written by this import.
  case saved
  /// The journal stated it already, or this import has.
  case known
  /// Its bytes are set aside.
  case quarantined
}

/// The account of an import in the making: the closing equation and the issues. What is read is counted when
/// an element is met, what became of it when that is decided: two counts that know nothing of each other.
struct ImportTally: Sendable {
  /// The rows in order of first appearance.
  private(set) var rows: [ImportCount] = []
  private var places: [String: Int] = [:]

  /// Names told apart, at most; the rest share one row, so that no file can fill the memory.
  static let mostRows = 512
  static let crowd = "(other elements)"
  /// Issues that are listed; the others are only counted.
  static let mostIssues = 20

  private var issueCount = 0
  private var issues: [ImportIssue] = []

  /// The row of elements of this name.
  mutating func row(_ name: String) -> Int {
    if let place = places[name] { return place }
    if rows.count >= Self.mostRows, name != Self.crowd { return row(Self.crowd) }
    places[name] = rows.count
    rows.append(ImportCount(element: name))
    return rows.count - 1
  }

  /// Counts an element that was met.
  mutating func read(_ row: Int) { rows[row].read += 1 }

  /// Counts elements of one name, all read, and what became of them.
  mutating func count(_ row: Int, _ number: Int, _ fate: ImportFate) {
    rows[row].read += number
    switch fate {
    case .saved: rows[row].saved += number
    case .known: rows[row].known += number
    case .quarantined: rows[row].quarantined += number
    }
  }

  /// Counts what became of an element.
  mutating func settle(_ row: Int, _ fate: ImportFate) {
    switch fate {
    case .saved: rows[row].saved += 1
    case .known: rows[row].known += 1
    case .quarantined: rows[row].quarantined += 1
    }
  }
  /// Notes what could not be taken as it stood.
  mutating func complain(_ element: String, _ offset: UInt64, _ reason: String) {
    issueCount += 1
    guard issues.count < Self.mostIssues else { return }
    issues.append(ImportIssue(element: element, offset: offset, reason: reason))
  }

  /// What the import came to. See `ImportOutcome` for what it is asked.
  func outcome(
    exported: Timestamp? = nil, doubt: String? = nil, truncatedAt: UInt64? = nil
  ) -> ImportOutcome {
    ImportOutcome(
      counts: rows, exported: exported, doubt: doubt, truncatedAt: truncatedAt,
      issueCount: issueCount, issues: issues)
  }
}
