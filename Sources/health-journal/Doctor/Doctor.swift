import HealthProjections
import ViewTables

/// What `doctor` found of one thing that it looked at.
struct DoctorFinding: Hashable, Sendable {
  /// How it is.
  enum State: String, Sendable {
    case good
    /// Good to know; nothing has to be done.
    case note
    /// Something has to be done.
    case problem
    /// It was not looked at, or could not be.
    case unknown
  }

  /// What was looked at, in a word.
  var item: String
  var state: State
  /// What was found, and what to do.
  var text: String

  init(_ item: String, _ state: State, _ text: String) {
    self.item = item
    self.state = state
    self.text = text
  }
}

extension [DoctorFinding] {
  /// One row a finding.
  var table: Table {
    Table(
      columns: [Column("item"), Column("state"), Column("finding")],
      rows: map { [.text($0.item), .text($0.state.rawValue), .text($0.text)] })
  }
}
