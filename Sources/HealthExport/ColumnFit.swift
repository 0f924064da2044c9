import ViewTables

/// How wide columns are where a line may not be wider than a terminal, and which of them are left
/// out.
///
/// Steps are taken until a row fits, the least costly first: headings are broken into lines; texts
/// of the columns that matter least are shortened; other texts are broken at 40 columns; the
/// columns that matter least are left out. Then, where the columns that always stay (`.key`) fit in
/// one line, the others are left out until a row fits; where they do not, texts are broken at 12
/// columns first. Where even that is not enough, a row takes several lines.
struct ColumnFit {
  /// What a column would take.
  struct Measure {
    /// Its widest cell.
    var cells: Int
    /// Its heading, and the widest word of that.
    var heading: Int
    var word: Int
    var rank: Column.Rank
    /// Whether its cells may be broken or shortened: texts.
    var isFlexible: Bool

    var full: Int { max(cells, heading) }
  }

  /// Columns between two cells.
  static let gap = 2
  /// The width of a shortened text; that of a broken text at first; and that where the columns that
  /// always stay do not fit in one line.
  private static let (short, roomy, narrow) = (12, 40, 12)

  /// Of each column; nil: it is left out.
  private(set) var widths: [Int?]
  private let measures: [Measure]
  private let room: Int

  /// - Parameters:
  ///   - room: how wide a line may be.
  ///   - keepsAll: whether no column is left out and no text shortened.
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

  /// Whether a text of a column is shortened rather than broken.
  static func isShortened(_ measure: Measure, keepsAll: Bool) -> Bool {
    measure.rank == .detail && !keepsAll
  }

  private var isFit: Bool { total <= room }

  private var total: Int { Self.total(widths) }

  /// Whether the columns that always stay fit in one line by themselves. With a text of more than
  /// 40 columns among them they do not: then rows take several lines, even without the others.
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

  /// Whether a column that is shown has less than it would take.
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
