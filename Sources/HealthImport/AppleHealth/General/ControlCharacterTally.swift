/// The control characters in an export's texts: one issue for all of them.
struct ControlCharacterTally: Sendable {
  private var count = 0
  private var first: (name: String, offset: UInt64)?

  /// Counts those of an element.
  mutating func count(_ element: ElementTree) {
    if element.controlCount == 0 { return }
    count += element.controlCount
    if first == nil { first = (element.name(of: 0), element.offset) }
  }

  /// How many there were, and where the first; nil: none.
  var issue: ImportIssue? {
    first.map { first in
      let what = count == 1 ? "a control character" : "\(count) control characters from here on"
      return ImportIssue(
        element: first.name, offset: first.offset,
        reason: "\(what); ignored in the names of sources, kept elsewhere")
    }
  }
}
