import ByteTools
import HealthViews

/// A text that is safe at its target, and its width in columns. The width is measured once, here.
struct MeasuredText {
  let text: String
  let width: Int

  /// Creates a measured text of one that is safe already.
  init(_ text: String) {
    self.text = text
    width = TerminalText.width(text)
  }

  /// Creates a text from any text, made safe for a terminal.
  init(escaping text: String) { self.init(TerminalText.escaped(text)) }
}

/// The columns of a table in lines of text: as wide as they need to be, or not wider than a
/// terminal.
struct Layout {
  /// The texts before, between and after the cells of a line.
  struct Edges {
    var before = ""
    var between = "  "
    var after = ""
  }

  /// A column that is shown.
  struct Shown {
    /// Its index in a row.
    var index: Int
    var width: Int
    var isRight: Bool
    /// True if its texts may be cut at all.
    var isFlexible = false
    /// True if a text that is too wide is broken into lines; false if it is shortened.
    var isBroken = false

    /// Returns a text as lines that fit the column.
    fileprivate func lines(_ text: MeasuredText) -> [MeasuredText] {
      guard isFlexible else { return [text] }
      return isBroken ? TextWrap.lines(text, width) : [TextWrap.shortened(text, width)]
    }
  }

  /// The greatest width of a column if lines may be of any width. Wider cells are printed whole;
  /// they push only the rest of their own line, not of every line.
  static let widest = 48
  /// The number of rows that are held and measured before the first is written.
  static let measured = 1000

  let columns: [Shown]
  /// The columns that are left out.
  let leftOut: [Int]
  private let edges: Edges
  /// The greatest width of a line without its indentation; nil: as wide as it needs to be.
  private let room: Int?
  private let widths: [Int]

  /// Lines of any width.
  init(edges: Edges, isRight: [Bool], measuring rows: [[MeasuredText]]) {
    self.edges = edges
    room = nil
    leftOut = []
    widths = Self.widths(of: rows, count: isRight.count).map { min($0, Self.widest) }
    columns = zip(isRight, widths).enumerated().map { index, column in
      Shown(index: index, width: column.1, isRight: column.0)
    }
  }

  /// Lines of at most so many columns, after an indentation.
  ///
  /// - Parameters:
  ///   - cells: the width of the widest cell of each column.
  ///   - constants: the columns that say the same in every row.
  init(
    _ columns: [Column], headings: [MeasuredText], cells: [Int], constants: Set<Int> = [],
    indent: String, room: Int, keepsAll: Bool
  ) {
    let measures = columns.indices.map { index in
      ColumnFit.Measure(
        cells: cells[index], heading: headings[index].width,
        word: TextWrap.widestWord(headings[index].text), rank: columns[index].rank,
        isFlexible: columns[index].kind == .text, isConstant: constants.contains(index),
        isTime: columns[index].kind == .time)
    }
    let fit = ColumnFit(measures, room: room, keepsAll: keepsAll)
    leftOut = columns.indices.filter { fit.widths[$0] == nil }
    let shown = columns.indices.compactMap { index in
      fit.widths[index].map { width in
        Shown(
          index: index, width: width, isRight: columns[index].kind.isNumeric,
          isFlexible: measures[index].isFlexible,
          isBroken: !ColumnFit.isShortened(measures[index], keepsAll: keepsAll))
      }
    }
    edges = Edges(before: indent)
    self.room = max(1, room)
    widths = shown.map(\.width)
    self.columns = shown
  }

  /// Returns the width of the widest cell of each column of some rows.
  static func widths(of rows: [[MeasuredText]], count: Int) -> [Int] {
    var widths = [Int](repeating: 0, count: count)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
    }
    return widths
  }

  /// Appends the headings, in as many lines as they need.
  func append(headings: [MeasuredText], _ paints: [Paint], to output: inout [UInt8]) {
    guard let room else { return append(headings, paints, to: &output) }
    let cells = columns.map { TextWrap.lines(headings[$0.index], $0.width) }
    append(cells, of: columns, within: room, paints, to: &output)
  }

  /// Appends a row: a line, or some where a text is broken or where there is no room for all.
  func append(_ row: [MeasuredText], _ paints: [Paint] = [], to output: inout [UInt8]) {
    guard let room else {
      return appendLine(of: columns, columns.indices, widths, paints, to: &output) { row[$0] }
    }
    let columns = columns(of: row)
    let cells = columns.map { $0.lines(row[$0.index]) }
    append(cells, of: columns, within: room, paints, to: &output)
  }

  /// True if lines may be of any width, so that a row is one line.
  var isOfAnyWidth: Bool { room == nil }

  /// Appends a row of any width as plain text, without white space at its end.
  ///
  /// - Parameter append: appends the text of a column and returns its width.
  func appendRow(to output: inout [UInt8], _ append: (Int, inout [UInt8]) -> Int) {
    let start = output.count
    output.append(contentsOf: edges.before.utf8)
    for index in columns.indices {
      if index > 0 { output.append(contentsOf: edges.between.utf8) }
      let cell = output.count
      let padding = widths[index] - append(index, &output)
      guard padding > 0 else { continue }
      let spaces = repeatElement(UInt8(ascii: " "), count: padding)
      if columns[index].isRight {
        output.insert(contentsOf: spaces, at: cell)
      } else {
        output.append(contentsOf: spaces)
      }
    }
    output.append(contentsOf: edges.after.utf8)
    while output.count > start, output.last == UInt8(ascii: " ") { output.removeLast() }
    output.append(UInt8(ascii: "\n"))
  }

  /// Returns the columns for a row: a text at its end that has too little room begins in the empty
  /// cells before it.
  private func columns(of row: [MeasuredText]) -> [Shown] {
    guard let last = columns.last, last.isFlexible, last.isBroken,
      row[last.index].width > last.width
    else { return columns }
    let shown = columns.dropLast().lastIndex { !row[$0.index].text.isEmpty }
    guard let shown, shown + 2 < columns.count else { return columns }
    var wide = last
    wide.width = ColumnFit.total(columns[(shown + 1)...].map(\.width))
    return columns[...shown] + [wide]
  }

  private func append(
    _ cells: [[MeasuredText]], of columns: [Shown], within room: Int, _ paints: [Paint],
    to output: inout [UInt8]
  ) {
    // A figure after the measured rows may be wider than they were; it is never cut while a line
    // has room.
    var cells = cells
    let least = room - Self.hanging
    let widths = columns.indices.map { index in
      var width = columns[index].width
      if width > least || cells[index].contains(where: { $0.width > least }) {
        cells[index] = cells[index].flatMap { TextWrap.lines($0, max(1, least)) }
        width = min(width, max(1, least))
      }
      return cells[index].reduce(width) { max($0, $1.width) }
    }
    for (number, deck) in Self.decks(widths, room).enumerated() {
      let height = deck.map { cells[$0].count }.max() ?? 0
      for line in 0..<height {
        appendLine(of: columns, deck, widths, paints, isFirst: number == 0, to: &output) { index in
          line < cells[index].count ? cells[index][line] : MeasuredText("")
        }
      }
    }
  }

  /// Appends a line of some columns, padded to widths, without white space at its end.
  private func appendLine(
    of columns: [Shown], _ indices: Range<Int>, _ widths: [Int], _ paints: [Paint],
    isFirst: Bool = true, to output: inout [UInt8], _ cell: (Int) -> MeasuredText
  ) {
    var line = PaintedLine(
      indent: isFirst ? edges.before : edges.before + String(repeating: " ", count: Self.hanging))
    for index in indices {
      if index > indices.lowerBound { line.append(edges.between) }
      let column = columns[index]
      line.append(
        cell(index), width: widths[index], isRight: column.isRight,
        paints.indices.contains(column.index) ? paints[column.index] : .plain)
    }
    line.append(edges.after)
    line.end(&output)
  }

  /// By how much further lines of a row are set in.
  private static let hanging = 2

  /// Returns the columns of each line of a row: one line if there is room.
  private static func decks(_ widths: [Int], _ room: Int) -> [Range<Int>] {
    var decks = [0..<0]
    var used = 0
    for index in widths.indices {
      let last = decks[decks.count - 1]
      let needed = (last.isEmpty ? 0 : ColumnFit.gap) + widths[index]
      if !last.isEmpty, used + needed > room {
        decks.append(index..<index + 1)
        used = hanging + widths[index]
      } else {
        decks[decks.count - 1] = last.lowerBound..<index + 1
        used += needed
      }
    }
    return decks
  }
}

/// The widths of columns in a line that may not be wider than a terminal, and the choice of columns
/// to leave out.
///
/// Steps are taken until a row fits, the least costly first: headings are broken into lines;
/// columns that say the same in every row are left out; texts of the columns that matter least are
/// shortened; other texts are broken at 40 columns; times are left out, then the columns that
/// matter least. Then, if the columns that always stay (`.key`) fit in one line, the others are
/// left out until a row fits; otherwise texts are broken at 12 columns first. If even that is not
/// enough, a row has several lines.
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
    /// True if its cells are the same text in every row.
    var isConstant = false
    /// True if its cells are times.
    var isTime = false

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
    shrink(Self.folded)
    // Where all stay, and are too many for a line, a row takes several, with room for each.
    if keepsAll { return shrink { Self.broken($0, to: Self.roomy, from: .detail) } }
    leaveOut(where: \.isConstant)
    shrink(Self.shortened)
    shrink { Self.broken($0, to: Self.roomy, from: .usual) }
    leaveOut { $0.isTime && $0.rank < .key }
    leaveOut { $0.rank == .detail }
    if !keysFit { shrink { Self.broken($0, to: Self.narrow, from: .usual) } }
    leaveOut { $0.rank == .usual }
  }

  /// Gives each column that is shown another width, if they do not fit.
  private mutating func shrink(_ width: (Measure) -> Int) {
    if isFit { return }
    widths = zip(widths, measures).map { $0 == nil ? nil : width($1) }
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
    let keys = measures.indices.filter { measures[$0].rank == .key && widths[$0] != nil }
    guard keys.allSatisfy({ !measures[$0].isFlexible || measures[$0].cells <= Self.roomy })
    else { return false }
    return Self.total(keys.map { widths[$0] }) <= room
  }

  /// Returns the width of a line of columns of these widths; nil: a column that is left out.
  static func total(_ widths: [Int?]) -> Int {
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

  /// Leaves out columns of a kind, from the last on, until the others fit; then those come back
  /// that fit all the same.
  private mutating func leaveOut(where isOfKind: (Measure) -> Bool) {
    let before = widths
    for index in measures.indices.reversed() where !isFit && isOfKind(measures[index]) {
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
    lines(MeasuredText(text), width).map(\.text)
  }

  /// Returns the same lines for a measured text.
  static func lines(_ text: MeasuredText, _ width: Int) -> [MeasuredText] {
    guard text.width > width else { return [text] }
    var lines: [MeasuredText] = []
    var line = MeasuredText("")
    for word in text.text.split(separator: " ") {
      let joined = MeasuredText(line.text.isEmpty ? String(word) : line.text + " " + word)
      if joined.width <= width {
        line = joined
        continue
      }
      if !line.text.isEmpty { lines.append(line) }
      line = MeasuredText(String(word))
      while line.width > width {
        let head = wordHead(of: line.text, width)
        lines.append(MeasuredText(head))
        line = MeasuredText(String(line.text.dropFirst(head.count)))
      }
    }
    return line.text.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// Returns the beginning of a text that is too wide, and a sign that there is more: `Alex’s
  /// iPh…`.
  static func shortened(
    _ text: MeasuredText, _ width: Int, with sign: String = "…"
  ) -> MeasuredText {
    text.width <= width ? text : MeasuredText(head(of: text.text, width - 1) + sign)
  }

  /// Returns a text at the right end of this many columns.
  static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - TerminalText.width(text))) + text
  }

  /// Returns the width of the widest word of a text.
  static func widestWord(_ text: String) -> Int {
    text.split(separator: " ").map { TerminalText.width(String($0)) }.max() ?? 0
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
  private static func head(of word: String, _ width: Int) -> String {
    var head = ""
    var used = 0
    for character in word {
      let next = TerminalText.width(String(character))
      if used + next > width, !head.isEmpty { break }
      head.append(character)
      used += next
    }
    return head
  }
}
