import ByteTools
package import HealthEvents
import HealthModel
package import JournalFile

/// A property of lines that a question may look for.
package enum LineWord: Hashable, Sendable {
  /// A line is of this kind.
  case kind(EventKind)
  /// A line saves objects in the place of others.
  case replaces
  /// A line deletes or replaces an object that lives no more, which leaves no other trace.
  case removesAgain
  /// An object of a line has metadata under this key.
  case metadataKey(String)
  /// An object of a line has this text as a value of metadata.
  case metadataText(String)
}

/// The words that lines hold, by pages of lines: a snapshot has them, so that a question about a
/// few lines reads only the pages that may hold them.
struct LineWords: Sendable {
  /// The number of lines of a page.
  static let pageLines: UInt64 = 256
  /// The most bytes of texts: a journal with more has none of them, as if every line had each.
  private static let mostTextBytes = 1 << 20

  /// Pages, ascending, as runs of pages.
  private struct Pages: Sendable {
    var runs: [Range<UInt32>] = []

    /// Adds a page that is none of the earlier ones, or the last.
    mutating func add(_ page: UInt32) {
      guard let last = runs.last, last.upperBound >= page else {
        return runs.append(page..<page + 1)
      }
      if last.upperBound == page { runs[runs.count - 1] = last.lowerBound..<page + 1 }
    }

    /// Adds pages none of which is before the last one.
    mutating func add(_ other: Pages) {
      for run in other.runs {
        if let last = runs.last, last.upperBound >= run.lowerBound {
          runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
        } else {
          runs.append(run)
        }
      }
    }
  }

  private var numbers: [LineWord: Int] = [:]
  /// The words by their numbers, with the pages that have them.
  private var words: [(word: LineWord, pages: Pages)] = []
  /// The numbers of the words that have pages.
  private var noted: [Int] = []
  private var textBytes = 0
  /// True if there are too many texts to keep them.
  private var lacksTexts = false
  /// The number of the word for deletions.
  private var deletes: Int?
  /// The words of keys that the fast path of a replay knows by numbers of its own.
  private var ofKeys: [Int] = []
  /// Texts that came lately, each at the index that its checksum gives it.
  private var recent: [(text: [UInt8], word: Int)?] = []

  init() {}

  // MARK: Taking lines

  /// Returns the page of a line. A bad line may have the number 0: it is refused once it was read.
  static func page(_ sequence: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (max(sequence, 1) - 1) / pageLines)
  }

  /// Notes the words of an entry.
  mutating func add(_ entry: Entry) {
    let page = Self.page(entry.sequence)
    if entry.kind != .save { note(.kind(entry.kind), on: page) }
    guard case .save(let save)? = entry.event else { return }
    if !save.replaces.isEmpty { note(.replaces, on: page) }
    for object in save.objects {
      for word in Self.words(of: object.metadata) { note(word, on: page) }
    }
  }

  private static func words(of metadata: Metadata) -> [LineWord] {
    metadata.entries.flatMap { entry in
      let key = LineWord.metadataKey(entry.key)
      return if case .string(let text) = entry.value { [key, .metadataText(text)] } else { [key] }
    }
  }

  /// Returns the numbers of the words of metadata that a line had, for `note(_:in:)`.
  func numbers(of metadata: Metadata) -> [Int] {
    Self.words(of: metadata).compactMap { numbers[$0] }
  }

  /// Notes the words of a line by their numbers.
  mutating func note(_ words: [Int], in sequence: UInt32) {
    for word in words { note(word, on: Self.page(UInt64(sequence))) }
  }

  /// Notes a line that deletes objects.
  mutating func addDeletion(_ sequence: UInt32) {
    deletes = deletes ?? number(of: .kind(.delete))
    if let deletes { note(deletes, on: Self.page(UInt64(sequence))) }
  }

  /// Notes a line that deletes or replaces an object that lives no more.
  mutating func addRepeatedRemoval(_ sequence: UInt32) {
    note(.removesAgain, on: Self.page(UInt64(sequence)))
  }

  /// Notes a key of metadata in a line.
  ///
  /// - Parameters:
  ///   - key: the number of the key; these count from 0 on, without gaps.
  ///   - name: the text of the key.
  @inline(__always)
  mutating func addKey(_ key: UInt32, _ name: @autoclosure () -> String, in sequence: UInt32) {
    while ofKeys.count <= Int(key) { ofKeys.append(-1) }
    if ofKeys[Int(key)] < 0 { ofKeys[Int(key)] = number(of: .metadataKey(name())) ?? -1 }
    note(ofKeys[Int(key)], on: Self.page(UInt64(sequence)))
  }

  /// Notes a text of metadata in a line, whose bytes are the text itself.
  mutating func addText(_ text: RawSpan, in sequence: UInt32) {
    if lacksTexts { return }
    if recent.isEmpty { recent = Array(repeating: nil, count: 256) }
    let slot = Int(truncatingIfNeeded: Checksum64.of(text) >> 56)
    if let known = recent[slot], known.text.rawBytes.equals(text) {
      return note(known.word, on: Self.page(UInt64(sequence)))
    }
    guard let word = number(of: .metadataText(text.text(0..<text.byteCount))) else { return }
    recent[slot] = (text.array, word)
    note(word, on: Self.page(UInt64(sequence)))
  }

  private mutating func note(_ word: LineWord, on page: UInt32) {
    if let number = number(of: word) { note(number, on: page) }
  }

  @inline(__always)
  private mutating func note(_ word: Int, on page: UInt32) {
    if words[word].pages.runs.isEmpty { noted.append(word) }
    words[word].pages.add(page)
  }

  /// Returns the number of a word; nil: it is a text, and there are too many of those.
  private mutating func number(of word: LineWord) -> Int? {
    if let number = numbers[word] { return number }
    if case .metadataText(let text) = word {
      textBytes += text.utf8.count + 16
      if textBytes > Self.mostTextBytes { lacksTexts = true }
      if lacksTexts { return nil }
    }
    numbers[word] = words.count
    words.append((word, Pages()))
    return words.count - 1
  }

  /// Takes the pages of the lines that follow out of other words.
  ///
  /// - Parameter numbers: the numbers here by the numbers there, as far as they are known; −1: the
  ///   word is not kept.
  mutating func take(_ later: inout LineWords, _ numbers: inout [Int]) {
    while numbers.count < later.words.count {
      numbers.append(number(of: later.words[numbers.count].word) ?? -1)
    }
    for word in later.noted where numbers[word] >= 0 {
      if words[numbers[word]].pages.runs.isEmpty { noted.append(numbers[word]) }
      words[numbers[word]].pages.add(later.words[word].pages)
    }
    if later.lacksTexts { lacksTexts = true }
    later.removePages()
  }

  /// Returns the words of these lines and of those that follow.
  func adding(_ later: LineWords) -> LineWords {
    var (all, later, numbers) = (self, later, [Int]())
    all.take(&later, &numbers)
    return all
  }

  /// Forgets which lines have the words, and keeps the numbers of the words.
  mutating func removePages() {
    for word in noted { words[word].pages.runs.removeAll(keepingCapacity: true) }
    noted.removeAll(keepingCapacity: true)
  }

  // MARK: Questions

  /// Returns the lines of the pages that may hold a word that is asked for, ascending; nil: any
  /// line may.
  ///
  /// - Parameter asksForTexts: whether some texts are asked for.
  func lines(
    askingForTexts asksForTexts: Bool, where isWanted: (LineWord) -> Bool
  ) -> [ClosedRange<UInt64>]? {
    if lacksTexts, asksForTexts { return nil }
    var found = Set<UInt32>()
    for (word, pages) in words where isWanted(word) {
      for run in pages.runs { found.formUnion(run) }
    }
    var merged = Pages()
    for page in found.sorted() { merged.add(page) }
    return merged.runs.map {
      UInt64($0.lowerBound) * Self.pageLines + 1...UInt64($0.upperBound) * Self.pageLines
    }
  }

  // MARK: In a snapshot

  /// Writes the words, in an order that depends on them alone.
  func write(to writer: inout FactWriter) {
    writer.put(lacksTexts)
    let words = words.filter { !$0.pages.runs.isEmpty && !(lacksTexts && $0.word.isText) }
      .map { (key: $0.word.key, pages: $0.pages) }.sorted { $0.key < $1.key }
    writer.put(all: words) { writer, word in
      writer.put(word.key.tag)
      writer.put(word.key.text)
      writer.put(all: word.pages.runs) { writer, run in
        writer.put(run.lowerBound)
        writer.put(run.upperBound)
      }
    }
  }

  init(_ reader: inout FactReader) throws(SnapshotProblem) {
    lacksTexts = try reader.flag()
    try reader.forEach { (reader) throws(SnapshotProblem) in
      let (tag, text) = (try reader.number(UInt8.self), try reader.text())
      guard let word = LineWord(tag: tag, text: text) else { throw SnapshotProblem() }
      let runs = try reader.all { (reader) throws(SnapshotProblem) in
        let (first, end) = (try reader.number(UInt32.self), try reader.number(UInt32.self))
        guard first < end else { throw SnapshotProblem() }
        return first..<end
      }
      if word.isText { textBytes += text.utf8.count + 16 }
      numbers[word] = words.count
      noted.append(words.count)
      words.append((word, Pages(runs: runs)))
    }
  }
}

extension ReplayedJournal {
  /// Calls `body` with the entry of each line of these kinds, and of each that may hold one of
  /// these keys.
  package func forEachEntry(
    ofKinds kinds: [EventKind], orHolding keys: [String] = [], _ body: (Entry) throws -> Void
  ) throws {
    try forEachLine(ofKinds: kinds, orHolding: keys) { entry in
      if let entry = try seen(entry) { try body(entry) }
    }
  }

  /// Calls `body` with the same entries as the owner reads them.
  func forEachLine(
    ofKinds kinds: [EventKind], orHolding keys: [String] = [], _ body: (Entry) throws -> Void
  ) throws {
    let kinds = kinds.filter { tables.counts[$0] > 0 }
    let words = kinds.map(\.name) + keys
    if words.isEmpty { return }
    let quoted = QuotedWords(words)
    let lines = keys.isEmpty ? pages { $0.isKind(among: kinds) } : nil
    try forEachLine(on: lines, where: { quoted.mayOccur(in: $0) }, body)
  }

  /// Calls `body` with the entry of each line that may delete or replace some samples of a type, or
  /// is of one of these kinds.
  ///
  /// - Parameter rows: the numbers of the samples.
  package func forEachEntry(
    removing rows: [Int], of type: String, orOfKinds kinds: [EventKind],
    _ body: (Entry) throws -> Void
  ) throws {
    let quoted = QuotedWords(kinds.map(\.name) + [EventKind.delete.name, "replaces"])
    var lines = pages { $0 == .replaces || $0.isKind(among: kinds + [.delete]) }
    if let changing = tables.lines(changing: rows, of: type),
      let others = pages(where: { $0.isKind(among: kinds) })
    {
      lines = (changing + others).merged()
    }
    try forEachLine(on: lines, where: { quoted.mayOccur(in: $0) }) { entry in
      if let entry = try seen(entry) { try body(entry) }
    }
  }

  /// Returns the lines that may name some objects, or be of one of these kinds; nil: any line may.
  ///
  /// - Throws: the errors of `read(types:)`.
  func lines(
    naming uuids: Set<ObjectUUID>, orOfKinds kinds: [EventKind]
  ) throws -> [ClosedRange<UInt64>]? {
    guard let naming = try tables.lines(naming: uuids), naming.count <= Self.mostSingleLines,
      let others = pages(where: { $0 == .removesAgain || $0.isKind(among: kinds) })
    else { return nil }
    return (others + naming.map { $0...$0 }).merged()
  }

  /// The most lines that are read one by one, as each costs a call of the system.
  private static let mostSingleLines = 4096

  /// Calls `body` with the entry of each line whose objects may have metadata with a key for which
  /// `isWanted` returns true.
  ///
  /// - Parameter isText: whether `isWanted` is asked of texts that are values of metadata too.
  package func forEachEntry(
    withMetadata isWanted: (String) -> Bool, orText isText: Bool = false,
    _ body: (Entry) throws -> Void
  ) throws {
    let lines = pages(askingForTexts: isText) { word in
      switch word {
      case .metadataKey(let key): isWanted(key)
      case .metadataText(let text): isText && isWanted(text)
      case .kind, .replaces, .removesAgain: false
      }
    }
    let quoted = QuotedWords(["metadata"])
    try forEachLine(on: lines, where: { quoted.mayOccur(in: $0) }) { entry in
      if let entry = try seen(entry) { try body(entry) }
    }
  }

  /// Returns the receipts of imports that were not reverted, in the order of the lines. They are
  /// not hidden from any reader: which lines an import appended is no secret.
  package func importReceipts() throws -> [ImportReceipt] {
    guard tables.counts[.importReceipt] > 0 else { return [] }
    let reverted = try revertedLines()
    var receipts: [ImportReceipt] = []
    try forEachLine(ofKinds: [.importReceipt]) { entry in
      if case .importReceipt(let receipt) = entry.event, !reverted.contains(entry.sequence) {
        receipts.append(receipt)
      }
    }
    return receipts
  }

  /// Returns the lines that may hold a word that is asked for: those of pages of which the snapshot
  /// knows it, and those after the snapshot; nil: all.
  private func pages(
    askingForTexts asksForTexts: Bool = false, where isWanted: (LineWord) -> Bool
  ) -> [ClosedRange<UInt64>]? {
    guard let base = tables.parts.base,
      let words = base.words()?.lines(askingForTexts: asksForTexts, where: isWanted)
    else { return nil }
    let last = base.head.sequence
    return words.filter { $0.lowerBound <= last }
      .map { $0.lowerBound...min($0.upperBound, last) } + [last + 1...max(last + 1, head.sequence)]
  }

  /// The number of lines that a thread reads at a time, and of such parts that are read before
  /// their entries are handed out.
  private static let (partLines, batch): (UInt64, Int) = (4096, 8)

  /// Calls `body` with the entry of each line that may hold something, in order. Several threads
  /// look for these lines.
  ///
  /// - Parameter lines: those that are read, ascending; nil: all.
  func forEachLine(
    on lines: [ClosedRange<UInt64>]? = nil, where mayHold: @Sendable (RawSpan) -> Bool,
    _ body: (Entry) throws -> Void
  ) throws {
    let parts = (lines ?? [1...head.sequence]).flatMap { lines in
      stride(
        from: lines.lowerBound, through: min(lines.upperBound, head.sequence),
        by: Int(Self.partLines)
      )
      .map { $0...min($0 + Self.partLines - 1, lines.upperBound) }
    }
    for first in stride(from: 0, to: parts.count, by: Self.batch) {
      let batch = Array(parts[first..<min(first + Self.batch, parts.count)])
      let found = try Threads.map(batch, on: PosixSystem.processors) {
        try entries(in: $0, where: mayHold)
      }
      for entry in found.joined() { try body(entry) }
    }
  }

  private func entries(
    in lines: ClosedRange<UInt64>, where mayHold: (RawSpan) -> Bool
  ) throws -> [Entry] {
    var entries: [Entry] = []
    let start = try tables.lines.starts.start(for: lines.lowerBound)
    var sequence = start.sequence
    try forEachLine(from: start.offset, window: 1 << 17) { line, _ in
      defer { sequence += 1 }
      if sequence >= lines.lowerBound, mayHold(line) {
        entries.append(try LineCodec.decode(line))
      }
      return sequence < lines.upperBound
    }
    return entries
  }
}

extension LineWord {
  /// The word as a snapshot has it, in the order of which words follow one another.
  fileprivate struct Key: Comparable {
    var tag: UInt8
    var text: String

    static func < (a: Key, b: Key) -> Bool {
      a.tag == b.tag ? a.text.utf8.lexicographicallyPrecedes(b.text.utf8) : a.tag < b.tag
    }
  }

  fileprivate var key: Key {
    switch self {
    case .kind(let kind): Key(tag: 0, text: kind.name)
    case .replaces: Key(tag: 1, text: "")
    case .metadataKey(let key): Key(tag: 2, text: key)
    case .metadataText(let text): Key(tag: 3, text: text)
    case .removesAgain: Key(tag: 4, text: "")
    }
  }

  fileprivate init?(tag: UInt8, text: String) {
    switch tag {
    case 0:
      guard let kind = EventKind.allCases.first(where: { $0.name == text }) else { return nil }
      self = .kind(kind)
    case 1: self = .replaces
    case 2: self = .metadataKey(text)
    case 3: self = .metadataText(text)
    case 4: self = .removesAgain
    default: return nil
    }
  }

  /// Returns true if the word is one of these kinds.
  func isKind(among kinds: [EventKind]) -> Bool {
    if case .kind(let kind) = self { kinds.contains(kind) } else { false }
  }

  fileprivate var isText: Bool { key.tag == 3 }
}

extension HealthTables {
  /// Returns the lines up to the snapshot's that name some objects; nil if that is not known.
  ///
  /// - Throws: the errors of `read(types:)`.
  fileprivate func lines(naming uuids: Set<ObjectUUID>) throws -> Set<UInt64>? {
    guard let ladder = completeLadder, index.isMade else { return nil }
    try readObjects()
    let others = ladder.tables.count - 1
    var (found, rows) = (Set<UInt64>(), [Int: Set<Int>]())
    for uuid in uuids {
      let rowIDs = rowIDs(of: uuid)
      // Lines may name an object that none saves.
      if rowIDs.isEmpty { return nil }
      for rowID in rowIDs {
        found.insert(UInt64(sequence(at: rowID)))
        let table = rowID.table == UUIDIndex.RowID.others ? others : Int(rowID.table)
        rows[table, default: []].insert(Int(rowID.row))
      }
    }
    for line in workoutLines where uuids.contains(line.workout) {
      found.insert(UInt64(line.sequence))
    }
    for (table, rows) in rows { found.formUnion(ladder.lines(changing: rows, in: table)) }
    return found
  }

  /// Returns the lines that changed some samples of a type, up to the snapshot's; nil if that is
  /// not known.
  ///
  /// - Parameter rows: the numbers of the samples.
  fileprivate func lines(changing rows: [Int], of type: String) -> [ClosedRange<UInt64>]? {
    guard let ladder = completeLadder, let number = types.number(of: type),
      number < ladder.tables.count - 1
    else { return nil }
    return ladder.lines(changing: Set(rows), in: Int(number)).map { $0...$0 }
  }

  /// The ladder, if it knows each change of each row; nil if it does not, or if the rows that a
  /// reader sees, or that a question is about, have other numbers.
  var completeLadder: Ladder? {
    guard sight == nil, narrowedRows.isEmpty, let ladder = parts.base?.ladder(),
      ladder.stated.firstCut == 0
    else { return nil }
    return ladder
  }
}

extension Ladder {
  /// Returns the lines that changed some rows of a table.
  fileprivate func lines(changing rows: Set<Int>, in table: Int) -> [UInt64] {
    guard table < tables.count else { return [] }
    return tables[table].changes.filter { $0.isOfLines || rows.contains(Int($0.row)) }
      .map { UInt64($0.line) }
  }
}
