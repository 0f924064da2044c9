import HealthEvents
import HealthModel
package import HealthTables
import JournalFile
import ViewTables

/// How lines are named that did something together: imports by their receipts, and lines that
/// follow one another as a range.
struct LineNames {
  /// Lines that an import appended, in order, and that of its receipt.
  private(set) var imports: [(lines: ClosedRange<UInt64>, receipt: UInt64)] = []

  /// The imports whose receipts the reader of a journal sees.
  ///
  /// - Throws: what reading lines throws.
  init(_ journal: ReplayedJournal) throws {
    try ImportsView.forEachReceipt(of: journal) { entry, receipt in
      guard let first = receipt.first, let last = receipt.last, first <= last,
        last < entry.sequence, first > imports.last?.receipt ?? 0
      else { return }
      imports.append((first...last, entry.sequence))
    }
  }

  /// The receipt of the import that appended a line; nil: none did.
  func receipt(of line: UInt64) -> UInt64? {
    let index = imports.indices.partitioningIndex { imports[$0].lines.upperBound >= line }
    guard index < imports.count, imports[index].lines.contains(line) else { return nil }
    return imports[index].receipt
  }

  /// `17`, `20-25`, `import 11096`, in the order of the lines.
  ///
  /// - Parameter lines: in order.
  func names(of lines: [UInt64]) -> [String] {
    var names: [String] = []
    var range: ClosedRange<UInt64>?
    func name(_ range: ClosedRange<UInt64>) -> String {
      range.count == 1
        ? String(range.lowerBound) : "\(range.lowerBound)-\(range.upperBound)"
    }
    for line in lines {
      if let receipt = receipt(of: line) {
        if let range { names.append(name(range)) }
        range = nil
        if names.last != "import \(receipt)" { names.append("import \(receipt)") }
      } else if let known = range, known.upperBound + 1 == line {
        range = known.lowerBound...line
      } else {
        if let range { names.append(name(range)) }
        range = line...line
      }
    }
    if let range { names.append(name(range)) }
    return names
  }
}

extension ReplayedJournal {
  /// The lines of the last import whose receipt the reader sees, the receipt included; nil: there
  /// was none.
  package func lastImport() throws -> ClosedRange<UInt64>? {
    var last: ClosedRange<UInt64>?
    try ImportsView.forEachReceipt(of: self) { entry, receipt in
      let first = receipt.first.map { min(max($0, 2), entry.sequence) } ?? entry.sequence
      last = first...entry.sequence
    }
    return last
  }

  /// The line before those that the last import appended, and its receipt, as words for moments.
  ///
  /// - Throws: `OptionProblem` where the reader sees none.
  package func momentsAroundLastImport() throws -> (String, String) {
    guard let last = try lastImport() else { throw OptionProblem("nothing was imported yet") }
    return (String(last.lowerBound - 1), String(last.upperBound))
  }
}
