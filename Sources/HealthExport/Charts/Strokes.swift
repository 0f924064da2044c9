/// What a chart is drawn with.
package enum Drawing: Hashable, Sendable {
  /// Blocks, eighths of them, and lines.
  case blocks
  /// The dots of Braille: twice the columns and four times the lines.
  case braille
  /// Characters of ASCII.
  case ascii
}

/// The characters that a chart is drawn with.
struct Strokes {
  /// Bars, by eighths of a line.
  let eighths: [Character]
  /// From the least to the greatest value of a bin.
  let range: Character
  /// Its average.
  let average: Character
  /// How much of a bin a category value fills, from little to all of it; how much of something a
  /// day has.
  let shades: [Character]
  /// A value above or below what is drawn.
  let beyond: (above: Character, below: Character)
  /// A category value without duration.
  let mark: Character
  /// A day of which nothing is known.
  let nothing: Character
  let corner: Character
  let upright: Character
  let tick: Character
  /// Where the axis of time marks a moment.
  let notch: Character
  let level: Character
  let ellipsis: String

  static let blocks = Strokes(
    eighths: Array(" ▁▂▃▄▅▆▇█"), range: "┃", average: "●", shades: Array("░▒▓█"),
    beyond: ("▲", "▼"), mark: "●",
    nothing: "·", corner: "└", upright: "│", tick: "┤", notch: "┴", level: "─", ellipsis: "…")
  static let ascii = Strokes(
    eighths: Array(" ..:::###"), range: "|", average: "o", shades: Array(".-+#"),
    beyond: ("^", "v"), mark: "o",
    nothing: " ", corner: "+", upright: "|", tick: "+", notch: "'", level: "-", ellipsis: "~")
}

/// Dots of Braille, two a column and four a line.
struct DotCanvas {
  private let lines: Int
  private var cells: [[UInt8]]
  /// The bit of each dot of a character: of the left column from below, then of the right one.
  private static let bits: [[UInt8]] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]]

  init(columns: Int, lines: Int) {
    self.lines = lines
    cells = [[UInt8]](repeating: [UInt8](repeating: 0, count: columns), count: lines)
  }

  /// Sets a dot; rows are counted from below.
  mutating func set(_ column: Int, _ row: Int) {
    cells[lines - 1 - row / 4][column / 2] |= Self.bits[column % 2][row % 4]
  }

  /// A line of characters, counted from above; a space where no dot is set.
  func line(_ line: Int) -> [Character] {
    cells[line].map { bits in
      bits == 0 ? " " : Character(Unicode.Scalar(0x2800 + UInt32(bits)) ?? " ")
    }
  }
}
