import ByteTools
import HealthViews

/// Columns of measured width, for texts that are safe already, in lines as wide as they need to be.
struct Layout {
  /// The texts before, between and after the cells of a line.
  struct Edges {
    let before: String
    let between: String
    let after: String
  }

  /// Wider cells are printed whole but push the rest of their line only, not of every line.
  static let widest = 48
  /// The number of rows that are held and measured before the first is written.
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

  /// Returns the number of columns that a safe text needs.
  static func width(_ text: String) -> Int { TerminalText.width(text) }
}

/// Columns in lines that are not wider than a terminal, for texts that are safe already.
struct FittedLayout {
  /// The columns that are left out.
  let leftOut: [Int]
  private let columns: [Shown]
  private let indent: String
  private let room: Int

  private struct Shown {
    var index: Int
    var width: Int
    var isRight: Bool
    /// True if a text that is too wide is broken into lines; otherwise it is shortened.
    var isBroken: Bool
    /// True if its texts may be cut at all.
    var isFlexible: Bool
  }

  init(
    _ columns: [Column], headings: [String], measuring rows: [[String]], indent: String, room: Int,
    keepsAll: Bool
  ) {
    self.indent = indent
    self.room = max(1, room - indent.utf8.count)
    let measures = columns.indices.map { index in
      ColumnFit.Measure(
        cells: rows.reduce(0) { max($0, Layout.width($1[index])) },
        heading: Layout.width(headings[index]), word: TextWrap.widestWord(headings[index]),
        rank: columns[index].rank, isFlexible: columns[index].kind == .text)
    }
    let fit = ColumnFit(measures, room: self.room, keepsAll: keepsAll)
    leftOut = columns.indices.filter { fit.widths[$0] == nil }
    self.columns = columns.indices.compactMap { index in
      fit.widths[index].map { width in
        Shown(
          index: index, width: width, isRight: columns[index].kind.isNumeric,
          isBroken: !ColumnFit.isShortened(measures[index], keepsAll: keepsAll),
          isFlexible: measures[index].isFlexible)
      }
    }
  }

  /// Appends the headings, in as many lines as they need.
  func append(headings: [String], _ paints: [Paint], to output: inout [UInt8]) {
    let cells = columns.map { TextWrap.lines(headings[$0.index], $0.width) }
    append(cells, of: columns, paints, to: &output)
  }

  /// Appends a row: a line, or some where a text is broken or where there is no room for all.
  func append(_ row: [String], _ paints: [Paint], to output: inout [UInt8]) {
    let columns = columns(of: row)
    let cells = columns.map { column -> [String] in
      let text = row[column.index]
      guard column.isFlexible else { return [text] }
      return column.isBroken
        ? TextWrap.lines(text, column.width) : [TextWrap.shortened(text, column.width)]
    }
    append(cells, of: columns, paints, to: &output)
  }

  /// Returns the columns for a row: a last text with too little room begins in the empty cells
  /// before it.
  private func columns(of row: [String]) -> [Shown] {
    guard let last = columns.last, last.isFlexible, last.isBroken,
      Layout.width(row[last.index]) > last.width
    else { return columns }
    let shown = columns.dropLast().lastIndex { !row[$0.index].isEmpty }
    guard let shown, shown + 2 < columns.count else { return columns }
    var wide = last
    wide.width = columns[(shown + 1)...].reduce(-ColumnFit.gap) { $0 + $1.width + ColumnFit.gap }
    return columns[...shown] + [wide]
  }

  private func append(
    _ cells: [[String]], of columns: [Shown], _ paints: [Paint], to output: inout [UInt8]
  ) {
    // A figure after the measured rows may be wider than they were; it is never cut while a line
    // has room.
    var cells = cells
    var widths = columns.map(\.width)
    for index in cells.indices {
      let least = room - Self.hanging
      if widths[index] > least || cells[index].contains(where: { Layout.width($0) > least }) {
        cells[index] = cells[index].flatMap { TextWrap.lines($0, max(1, least)) }
        widths[index] = min(widths[index], max(1, least))
      }
      widths[index] = cells[index].reduce(widths[index]) { max($0, Layout.width($1)) }
    }
    for (number, deck) in decks(widths).enumerated() {
      let height = deck.map { cells[$0].count }.max() ?? 0
      for line in 0..<height {
        var painted = PaintedLine(
          indent: number == 0 ? indent : indent + String(repeating: " ", count: Self.hanging))
        for index in deck {
          if index != deck.first { painted.append("  ") }
          painted.append(
            line < cells[index].count ? cells[index][line] : "", width: widths[index],
            isRight: columns[index].isRight, paints[columns[index].index])
        }
        painted.end(&output)
      }
    }
  }

  /// By how much further lines of a row are set in.
  private static let hanging = 2

  /// Returns the columns of each line of a row: one line if there is room.
  private func decks(_ widths: [Int]) -> [[Int]] {
    var decks: [[Int]] = [[]]
    var used = 0
    for index in widths.indices {
      let isFirst = decks[decks.count - 1].isEmpty
      let needed = (isFirst ? 0 : ColumnFit.gap) + widths[index]
      if !isFirst, used + needed > room {
        decks.append([index])
        used = Self.hanging + widths[index]
      } else {
        decks[decks.count - 1].append(index)
        used += needed
      }
    }
    return decks
  }
}

/// The widths of columns in a line that may not be wider than a terminal, and the choice of columns
/// to leave out.
///
/// Steps are taken until a row fits, the least costly first: headings are broken into lines; texts
/// of the columns that matter least are shortened; other texts are broken at 40 columns; the
/// columns that matter least are left out. Then, if the columns that always stay (`.key`) fit in
/// one line, the others are left out until a row fits; otherwise texts are broken at 12 columns
/// first. If even that is not enough, a row has several lines.
struct ColumnFit {
  /// The room that a column needs.
  struct Measure {
    /// The width of its widest cell.
    var cells: Int
    /// Its heading, and the widest word of that.
    var heading: Int
    var word: Int
    var rank: Column.Rank
    /// True if its cells are texts, which may be broken or shortened.
    var isFlexible: Bool

    var full: Int { max(cells, heading) }
  }

  /// The number of columns between two cells.
  static let gap = 2
  /// The width of a shortened text; that of a broken text at first; and that where the columns that
  /// always stay do not fit in one line.
  private static let (short, roomy, narrow) = (12, 40, 12)

  /// The width of each column; nil: it is left out.
  private(set) var widths: [Int?]
  private let measures: [Measure]
  private let room: Int

  /// Creates the fit for these columns.
  ///
  /// - Parameters:
  ///   - room: the greatest width of a line.
  ///   - keepsAll: true if no column is left out and no text shortened.
  init(_ measures: [Measure], room: Int, keepsAll: Bool) {
    self.measures = measures
    self.room = max(room, 1)
    widths = measures.map(\.full)
    if isFit { return }
    fit(keepsAll: keepsAll)
    grow()
  }

  private mutating func fit(keepsAll: Bool) {
    let steps: [(Measure) -> Int] =
      keepsAll
      ? [Self.folded, { Self.broken($0, to: Self.roomy, from: .detail) }]
      : [Self.folded, Self.shortened, { Self.broken($0, to: Self.roomy, from: .usual) }]
    for step in steps {
      widths = measures.map(step)
      if isFit { return }
    }
    // Where all stay, and are too many for a line, a row takes several, with room for each.
    if keepsAll { return }
    leaveOut(.detail)
    if isFit { return }
    if keysFit { return leaveOut(.usual) }
    for index in measures.indices where widths[index] != nil {
      widths[index] = Self.broken(measures[index], to: Self.narrow, from: .usual)
    }
    leaveOut(.usual)
  }

  /// Returns true if a text of a column is shortened rather than broken.
  static func isShortened(_ measure: Measure, keepsAll: Bool) -> Bool {
    measure.rank == .detail && !keepsAll
  }

  private var isFit: Bool { total <= room }

  private var total: Int { Self.total(widths) }

  /// True if the columns that always stay fit in one line by themselves. A text of more than 40
  /// columns among them makes it false: then rows have several lines, even without the others.
  private var keysFit: Bool {
    let keys = measures.indices.filter { measures[$0].rank == .key }
    guard keys.allSatisfy({ !measures[$0].isFlexible || measures[$0].cells <= Self.roomy })
    else { return false }
    return Self.total(keys.map { widths[$0] }) <= room
  }

  private static func total(_ widths: [Int?]) -> Int {
    let shown = widths.compactMap { $0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1)
  }

  // MARK: What costs more and more

  private static func folded(_ measure: Measure) -> Int { max(measure.cells, measure.word) }

  private static func shortened(_ measure: Measure) -> Int {
    guard measure.isFlexible, measure.rank == .detail else { return folded(measure) }
    return min(folded(measure), max(short, measure.word))
  }

  private static func broken(_ measure: Measure, to width: Int, from rank: Column.Rank) -> Int {
    guard measure.isFlexible, measure.rank >= rank else { return shortened(measure) }
    return min(folded(measure), width)
  }

  /// Leaves out columns of a rank, from the last on, until the others fit; then those come back
  /// that fit all the same.
  private mutating func leaveOut(_ rank: Column.Rank) {
    let before = widths
    for index in measures.indices.reversed() where !isFit && measures[index].rank == rank {
      widths[index] = nil
    }
    for index in measures.indices where isFit && widths[index] == nil && before[index] != nil {
      widths[index] = before[index]
      if !isFit { widths[index] = nil }
    }
  }

  // MARK: Room that is left

  /// Returns true if a column that is shown has less room than it needs.
  private func lacks(_ index: Int) -> Bool {
    guard let width = widths[index] else { return false }
    return width < measures[index].full
  }

  /// Gives the room that is left to columns that lack some, each time to the narrowest: first to
  /// texts that are broken, then to texts that are shortened. What is then left goes to headings
  /// that it lets fit in one line.
  private mutating func grow() {
    var left = room - total
    let texts = measures.indices.filter { measures[$0].isFlexible }
    for isDetail in [false, true] {
      let candidates = texts.filter { (measures[$0].rank == .detail) == isDetail }
      while left > 0 {
        let wanting = candidates.filter { lacks($0) }
        guard let next = wanting.min(by: { (widths[$0] ?? 0) < (widths[$1] ?? 0) }) else { break }
        widths[next]? += 1
        left -= 1
      }
    }
    for index in measures.indices where lacks(index) {
      let lacking = measures[index].full - (widths[index] ?? 0)
      guard lacking <= left else { continue }
      widths[index] = measures[index].full
      left -= lacking
    }
  }
}

/// Safe texts in less room than they need.
package enum TextWrap {
  /// Returns a text in lines of at most this many columns, broken at spaces, and within a word that
  /// is wider.
  ///
  ///     TextWrap.lines("2 of 3 days agree", 8)   // 2 of 3, days, agree
  package static func lines(_ text: String, _ width: Int) -> [String] {
    guard Layout.width(text) > width else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let joined = line.isEmpty ? String(word) : line + " " + word
      if Layout.width(joined) <= width {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = String(word)
      while Layout.width(line) > width {
        let head = wordHead(of: line, width)
        lines.append(head)
        line = String(line.dropFirst(head.count))
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// Returns the beginning of a text that is too wide, and a sign that there is more: `Alex’s
  /// iPh…`.
  static func shortened(_ text: String, _ width: Int) -> String {
    Layout.width(text) <= width ? text : head(of: text, width - 1) + "…"
  }

  /// Returns the width of the widest word of a text.
  static func widestWord(_ text: String) -> Int {
    text.split(separator: " ").map { Layout.width(String($0)) }.max() ?? 0
  }

  /// Returns the beginning of a word that is too wide: up to the end of one of the words in it
  /// (`dietaryEnergyConsumed` has three), or else as much as fits.
  private static func wordHead(of word: String, _ width: Int) -> String {
    let head = Array(head(of: word, width))
    let rest = word.dropFirst(head.count).first
    for length in (1 + head.count / 3..<head.count + 1).reversed() {
      let (last, next) = (head[length - 1], length < head.count ? head[length] : rest)
      let ends = last == "-" || last == "/" || last == "," || last == "_"
      if ends || last.isLowercase && next?.isUppercase ?? false { return String(head[..<length]) }
    }
    return String(head)
  }

  /// Returns as many characters as fit; at least one.
  private static func head(of text: String, _ width: Int) -> String {
    var head = ""
    var used = 0
    for character in text {
      let next = Layout.width(String(character))
      if used + next > width, !head.isEmpty { break }
      head.append(character)
      used += next
    }
    return head
  }
}
