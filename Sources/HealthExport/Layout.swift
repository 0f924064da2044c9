import ByteTools

/// Columns of measured width, for texts that are safe already, in lines as wide as they need to be.
struct Layout {
  /// What stands before, between and after the cells of a line.
  struct Edges {
    let before: String
    let between: String
    let after: String
  }

  /// Wider cells are printed whole but push the rest of their line only, not of every line.
  static let widest = 48
  /// How many rows are held and measured before the first is written.
  static let measured = 1000

  let edges: Edges
  let isRight: [Bool]
  let widths: [Int]

  init(edges: Edges, isRight: [Bool], measuring rows: [[String]], widest: Int = Self.widest) {
    self.edges = edges
    self.isRight = isRight
    var widths = isRight.map { _ in 0 }
    for row in rows {
      for (index, text) in row.enumerated() {
        widths[index] = max(widths[index], min(widest, Self.width(text)))
      }
    }
    self.widths = widths
  }

  /// Appends a line, padded to the widths, without white space at its end.
  func append(_ row: [String], _ paints: [Paint] = [], to output: inout [UInt8]) {
    var line = PaintedLine(indent: edges.before)
    for (index, text) in row.enumerated() {
      if index > 0 { line.append(edges.between) }
      line.append(
        text, width: widths[index], isRight: isRight[index],
        paints.indices.contains(index) ? paints[index] : .plain)
    }
    line.append(edges.after)
    line.end(&output)
  }

  /// The columns that a safe text takes.
  static func width(_ text: String) -> Int { TerminalText.width(text) }
}
