import ByteTools
import HealthProjections

/// Columns of measured width, for texts that are safe already.
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

  init(edges: Edges, isRight: [Bool], measuring rows: [[String]]) {
    self.edges = edges
    self.isRight = isRight
    var widths = isRight.map { _ in 0 }
    for row in rows {
      for (place, text) in row.enumerated() {
        widths[place] = max(widths[place], min(Self.widest, Self.width(text)))
      }
    }
    self.widths = widths
  }

  /// Appends a line, padded to the widths, without white space at its end.
  func append(_ row: [String], to output: inout [UInt8]) {
    output.append(contentsOf: edges.before.utf8)
    for (place, text) in row.enumerated() {
      if place > 0 { output.append(contentsOf: edges.between.utf8) }
      let padding = max(0, widths[place] - Self.width(text))
      if isRight[place] { output.append(contentsOf: repeatElement(0x20, count: padding)) }
      output.append(contentsOf: text.utf8)
      if !isRight[place] { output.append(contentsOf: repeatElement(0x20, count: padding)) }
    }
    output.append(contentsOf: edges.after.utf8)
    while output.last == 0x20 { output.removeLast() }
    output.append(UInt8(ascii: "\n"))
  }

  /// The columns that a safe text takes.
  static func width(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : TerminalText.width(text)
  }
}

/// The columns that people see, and the spelling of their cells.
struct ReadableColumns {
  let columns: [Column]
  /// Their places in a row of the table.
  let places: [Int]
  let options: ExportOptions
  /// Whether all times of a column show seconds, because one of the measured ones has some.
  private var showsSeconds: [Bool]

  init(_ columns: [Column], _ options: ExportOptions, where isShown: (Column) -> Bool) {
    places = columns.indices.filter { place in
      isShown(columns[place]) && (options.showsHiddenColumns || !columns[place].isHidden)
    }
    self.columns = places.map { columns[$0] }
    self.options = options
    showsSeconds = places.map { _ in false }
  }

  var headings: [String] { columns.map(Reading.heading) }
  var isRight: [Bool] { columns.map { $0.kind.isNumeric } }

  /// Looks through the measured rows before any of them is spelled.
  mutating func study(_ rows: [[Cell]]) {
    for (index, place) in places.enumerated() {
      showsSeconds[index] = rows.contains { row in
        if case .time(let time) = row[place] { Reading.hasSeconds(time) } else { false }
      }
    }
  }

  /// The cells of a row as people read them, not yet escaped.
  func texts(_ row: [Cell]) -> [String] {
    columns.indices.map { index in
      let cell = row[places[index]]
      if columns[index].kind == .hours { return Reading.duration(cell) }
      return Reading.text(cell, seconds: showsSeconds[index], offset: options.showsOffsets)
    }
  }
}
