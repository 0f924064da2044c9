import ByteTools
import HealthModel
import JournalFile
import Synchronization

/// The parts of a snapshot that are read and verified one by one: the rows of each type, where
/// lines begin and the row IDs of uuids, and what links objects.
///
/// Where a part is not what was written, the lines up to the snapshot's are replayed, once, and
/// what they give serves in its place: the same rows under the same numbers. Where those lines
/// cannot be read either, to open the part throws, and nothing can be asked of it (D79).
///
/// A writer opens no part, because its rules ask as commands come: what it asks for and cannot have
/// counts as deleted, and `requireReadable`, which it calls after each decision, throws.
final class SnapshotBase: Sendable {
  private struct State {
    /// By the number of the section; nil: it has not been looked at.
    var isSound: [Bool?]
    var isSoundBucket: [Bool?]
    var replayed: Result<HealthTables, any Error>?
    /// The reason why a part could not be read.
    var failure: (any Error)?
    /// True where only parts are asked for that were opened.
    var isForReading = false
    /// By the number of the section: whether it was opened, and whether it then was as written.
    var isOpen: [Bool]
    var isWhole: [Bool]
    /// By the number of the section: parts that were asked for and not opened.
    var late: Set<Int> = []
  }

  private let file: SnapshotFile
  private let parts: SnapshotParts
  /// The rows of each uuid; `vouches` reads them.
  let uuidIndex: FrozenUUIDIndex
  private let sums: StoredColumn<UInt64>
  private let digests: [Digest]?
  private let limits: SnapshotLimits
  /// The position after the last line.
  let head: Head
  private let source: SnapshotSource
  /// The place at which the parts are cut; nil: they are whole.
  private let cut: Cut?
  private let state: Mutex<State>
  private let knownLines = Memo<StoredColumn<LineStart>>()
  private let knownLinks = Memo<HealthTables.Links>()
  private let knownRights = Memo<HealthTables.Rights>()
  private let knownWords = Memo<LineWords?>()
  private let knownLadder = Memo<Ladder?>()
  /// By the number of the type: rows that were asked for one by one.
  private let singleRows = Mutex<[Int: SingleRows]>([:])
  /// By the number of the type: the flags at the cut; nil: only all rows tell them.
  private let pastFlags = Mutex<[Int: PastFlags?]>([:])

  /// - Parameters:
  ///   - digests: the SHA-256 of each bucket of `uuidIndex`, where the seal vouches for them.
  ///   - head: the position after the last line.
  ///   - cut: the place at which the parts are cut; nil: they are whole.
  init(
    _ file: SnapshotFile, _ parts: SnapshotParts, digests: [Digest]?, _ limits: SnapshotLimits,
    _ head: Head, source: SnapshotSource, cut: Cut? = nil
  ) throws(SnapshotProblem) {
    self.file = file
    self.parts = parts
    var columns = SectionColumns(file.bytes, parts.buckets)
    let starts: StoredColumn<UInt32> = try columns.next(count: parts.buckets.count + 1)
    sums = try columns.next()
    try columns.requireEnd()
    uuidIndex = FrozenUUIDIndex(
      starts: starts, entries: try Snapshot.column(file.bytes, parts.rowIDs),
      rows: parts.samples.map(\.count), limits: cut.map { $0.rows + [$0.objects] })
    self.digests = digests
    self.limits = limits
    self.head = head
    self.source = source
    self.cut = cut
    state = Mutex(
      State(
        isSound: Array(repeating: nil, count: parts.count),
        isSoundBucket: Array(repeating: nil, count: sums.count),
        isOpen: Array(repeating: false, count: parts.count),
        isWhole: Array(repeating: false, count: parts.count)))
  }

  // MARK: Opening

  /// Opens the rows of a type: then `replacement` is known.
  func open(type: Int) throws {
    let section = parts.samples[type]
    try open(section) {
      let isWhole = try knownReplacement(for: type) == nil
      state.withLock { $0.isWhole[section.number] = isWhole }
    }
  }

  /// Opens the links between objects.
  func openLinks() throws { try open(parts.links) { _ = try readLinks() } }

  /// Opens what the owner decided.
  func openRights() throws { try open(parts.rights) { _ = try readRights() } }

  private func open(_ section: SnapshotSection, _ read: () throws -> Void) throws {
    if state.withLock({ $0.isOpen[section.number] }) { return }
    do {
      try read()
      state.withLock { $0.isOpen[section.number] = true }
    } catch {
      note(error)
      throw error
    }
  }

  /// Requires of each question from now on that its part was opened before.
  ///
  /// - Throws: as `requireReadable`.
  func beginReading() throws {
    try requireReadable()
    state.withLock { $0.isForReading = true }
  }

  /// Has the callers of all questions from now on call `requireReadable` afterwards.
  func beginDeciding() { state.withLock { $0.isForReading = false } }

  /// Throws where a part was asked for or opened and could not be read.
  func requireReadable() throws {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// The kinds of parts that were asked for without having been opened, since reading began.
  var late: [SnapshotSection.Kind] {
    let numbers = state.withLock { $0.late }
    let all = parts.samples + [parts.links, parts.rights]
    return all.filter { numbers.contains($0.number) }.map(\.kind)
  }

  private func note(_ error: any Error) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// Returns the answer of a question that cannot throw; `nothing` if there is none.
  private func answer<Answer>(
    of section: SnapshotSection, or nothing: @autoclosure () -> Answer, _ read: () throws -> Answer
  ) -> Answer {
    let isForReading = state.withLock { state in
      if state.isForReading, !state.isOpen[section.number] {
        state.late.insert(section.number)
      }
      return state.isForReading
    }
    do {
      return try read()
    } catch {
      // A wrong figure would be worse.
      precondition(!isForReading, "a part of a snapshot was not opened, and cannot be read")
      note(error)
      return nothing()
    }
  }

  /// Returns true if a section is as it was written; the first call for it reads it.
  ///
  /// - Parameter check: returns true if lines can lead to its numbers.
  private func isSound(_ section: SnapshotSection, _ check: () -> Bool = { true }) -> Bool {
    state.withLock { state in
      if let known = state.isSound[section.number] { return known }
      let isSound = file.loadSound(section) && check()
      state.isSound[section.number] = isSound
      return isSound
    }
  }

  // MARK: Samples

  /// Returns the rows to use for a type instead of the snapshot's; nil if those are sound.
  func replacement(for type: Int) -> SampleColumns? {
    let section = parts.samples[type]
    if state.withLock({ $0.isWhole[section.number] }) { return nil }
    return answer(of: section, or: SampleColumns(dead: count(of: type))) {
      try knownReplacement(for: type)
    }
  }

  private func knownReplacement(for type: Int) throws -> SampleColumns? {
    // What they state of series comes first: a look at the rows looks at it too.
    let isSound =
      isSound(parts.extremes[type])
      && isSound(parts.samples[type]) { possibleRows(of: type, in: file) != nil }
    if isSound { return nil }
    let replayed = try replayed().samples
    guard type < replayed.count, limits.allow(replayed[type], count: count(of: type)) else {
      throw JournalError.wrongSnapshot(path: source.path)
    }
    return replayed[type]
  }

  /// Returns the rows of a type, which were read into a file, with the flags that they have at the
  /// cut; nil if lines cannot lead to them.
  private func possibleRows(of type: Int, in file: SnapshotFile) -> SampleColumns? {
    let section = parts.samples[type]
    guard let all = try? SampleColumns(file.bytes, section, extremes: parts.extremes[type]),
      let own = cut.map({ file.cut(all, of: section, type: type, at: $0) }) ?? all,
      limits.allow(own, count: count(of: type))
    else { return nil }
    return own
  }

  /// Returns all rows of a type, read into memory of their own for one question; nil if they are
  /// not what was written.
  ///
  /// - Parameter late: as for `marked`.
  func ownRows(of type: Int, _ late: LateFlags?) -> SampleColumns? {
    let section = parts.samples[type]
    guard let own = SnapshotFile(again: file), own.loadSound(parts.extremes[type]),
      own.loadSound(section), let rows = possibleRows(of: type, in: own)
    else { return nil }
    for (row, flags) in late?.flags ?? [:] {
      own.fill(Int(row)..<Int(row) + 1, of: section, with: [flags])
    }
    return rows
  }

  private func count(of type: Int) -> Int { cut?.rows[type] ?? parts.samples[type].count }

  /// Returns the blocks of the rows of a type; nil if there are none that can be trusted.
  func blocks(of type: Int) -> SampleBlocks? {
    let section = parts.blocks[type]
    guard isSound(section) else { return nil }
    return try? SampleBlocks(file.bytes, section)
  }

  /// Returns the summary rows of a type; nil if there are none that can be trusted, or if other
  /// rows took their place.
  ///
  /// - Parameter late: the flags that lines after the snapshot, or after the cut, gave rows.
  func marked(of type: Int, _ late: LateFlags?) -> SummaryRows? {
    let section = parts.marked[type]
    guard isSound(section), let marked = try? SummaryRows(file.bytes, section) else { return nil }
    let own: SummaryRows? =
      if cut == nil {
        marked.unchanged(by: late)
      } else {
        past(of: type, late).flatMap { marked.past(upTo: count(of: type), $0) }
      }
    return own.flatMap { limits.allow($0.rows, count: $0.count) ? $0 : nil }
  }

  /// True if the tables are those of an earlier line.
  var isPast: Bool { cut != nil }

  /// Returns the flags that rows of a type have instead of those that the snapshot holds; nil if
  /// only all rows tell them.
  private func past(of type: Int, _ late: LateFlags?) -> ChangedFlags? {
    guard let cut else { return ChangedFlags(nil, late) }
    let past = pastFlags.withLock { known in
      if let known = known[type] { return known }
      let found = PastFlags(cut, type: type)
      known[type] = .some(found)
      return found
    }
    return past.map { ChangedFlags($0, late) }
  }

  /// Returns the rows of a type, none of them read yet, for one question about a few blocks.
  ///
  /// - Parameter late: as for `marked`.
  func unreadRows(of type: Int, _ late: LateFlags? = nil) -> UnreadRows? {
    past(of: type, late).flatMap {
      UnreadRows(
        file, parts.samples[type], extremes: parts.extremes[type], limits, $0,
        counted: count(of: type))
    }
  }

  /// Returns true if all rows of a type were read, and are kept.
  func hasRead(_ type: Int) -> Bool {
    state.withLock { $0.isSound[parts.samples[type].number] != nil }
  }

  /// Returns one row of a type, read with its block; nil if all rows of the type must be read for
  /// it, or have been.
  func row(_ row: Int, of type: Int) -> SingleRows.Row? {
    // No seal vouches for the sum of a block.
    guard digests == nil, !hasRead(type) else { return nil }
    return singleRows.withLock { known in
      if known[type] == nil, let unread = unreadRows(of: type), let blocks = blocks(of: type) {
        known[type] = SingleRows(unread, blocks)
      }
      return known[type]?.row(row)
    }
  }

  // MARK: Row IDs and links

  /// Returns where lines begin, and when they were recorded.
  func lines() throws -> StoredColumn<LineStart> {
    try knownLines.value { try soundLines() ?? replayedLines() }
  }

  private func soundLines() -> StoredColumn<LineStart>? {
    guard isSound(parts.lines),
      let lines: StoredColumn<LineStart> = try? Snapshot.column(file.bytes, parts.lines)
    else { return nil }
    let own = cut.map { lines.firstStored(Int(LineIndex.count(for: $0.line))) } ?? lines
    guard let last = own.last, own[0].offset == 0, last.offset < head.offset,
      last.at <= head.at.microseconds
    else { return nil }
    var isAscending = true
    own.withSpan(0..<own.count) { starts in
      for index in 1..<starts.count {
        let (line, next) = (starts[index - 1], starts[index])
        if line.offset >= next.offset || line.at > next.at { isAscending = false }
      }
    }
    return isAscending ? own : nil
  }

  private func replayedLines() throws -> StoredColumn<LineStart> {
    let lines = try replayed().lines.starts.all()
    guard UInt64(lines.count) == LineIndex.count(for: head.sequence) else {
      throw JournalError.wrongSnapshot(path: source.path)
    }
    return lines
  }

  /// Returns the words that the lines hold; nil if they are not what was written.
  func words() -> LineWords? {
    knownWords.value { read(parts.words, LineWords.init, { _ in true }) }
  }

  /// Returns the same words; where they are not what was written, those that a replay gives.
  func wholeWords() throws -> LineWords { try words() ?? replayed().words }

  /// Returns the steps back to earlier lines; nil if there are none that can be trusted.
  func ladder() -> Ladder? {
    cut != nil
      ? nil
      : knownLadder.value {
        read(parts.ladder, Ladder.init) {
          $0.isPossible(rows: parts.samples.map(\.count), upTo: head.sequence)
        }
      }
  }

  /// The size of the steps back in the file.
  var ladderBytes: Int { parts.ladder.size }

  /// Returns the same steps; where they are not what was written, those that a replay gives.
  func wholeLadder() throws -> Ladder {
    if let ladder = ladder() { return ladder }
    let tables = try replayed()
    return try Ladder(of: tables, KnownUUIDs(tables))
  }

  /// Returns the tables that a cut leaves, which read a part when it is first asked for; nil if
  /// there is no room for their bytes, or the parts do not fit together.
  ///
  /// - Parameters:
  ///   - head: the position after the last line that counts.
  ///   - facts: what every question needs of these tables.
  func cut(at cut: Cut, _ head: Head, _ facts: HealthTables) throws -> HealthTables? {
    guard let file = SnapshotFile(again: self.file) else { return nil }
    var tables = facts
    for type in parts.samples.indices {
      let extremes = parts.extremes[type]
      guard extremes.count == 0 || file.loadSound(extremes) else { return nil }
      let all = try SampleColumns(file.bytes, parts.samples[type], extremes: extremes)
      tables.samples.append(cut.unread(all, type: type))
    }
    guard let limits = SnapshotLimits(tables, rows: cut.rows) else { return nil }
    let base = try SnapshotBase(
      file, parts, digests: digests, limits, head, source: source, cut: cut)
    let count = Int(LineIndex.count(for: cut.line))
    tables.lines.starts = LineIndex(count: count) { try base.lines() }
    tables.parts = LazyParts(base)
    tables.index = ObjectIndex(base.uuidIndex)
    return tables
  }

  /// Objects that are no samples, and what links objects.
  func links() -> HealthTables.Links {
    answer(of: parts.links, or: HealthTables.Links()) { try readLinks() }
  }

  private func readLinks() throws -> HealthTables.Links {
    try knownLinks.value {
      try readCut(parts.links, HealthTables.Links.init, limits.allow) { $0.cut(at: $1) }
        ?? replayedLinks()
    }
  }

  private func replayedLinks() throws -> HealthTables.Links {
    let links = try replayed().parts.links.value
    guard limits.allow(links) else { throw JournalError.wrongSnapshot(path: source.path) }
    return links
  }

  /// Returns the owner's decisions.
  func rights() -> HealthTables.Rights {
    answer(of: parts.rights, or: HealthTables.Rights()) { try readRights() }
  }

  private func readRights() throws -> HealthTables.Rights {
    try knownRights.value {
      try readCut(parts.rights, HealthTables.Rights.init, limits.allow) { $0.cut(at: $1) }
        ?? replayed().parts.rights.value
    }
  }

  /// Returns the content of a section; nil if it is not what was written.
  private func read<Part>(
    _ section: SnapshotSection, _ decode: (inout FactReader) throws(SnapshotProblem) -> Part,
    _ allow: (Part) -> Bool
  ) -> Part? {
    guard isSound(section) else { return nil }
    var reader = FactReader(file.bytes, section)
    guard let part = try? decode(&reader), allow(part) else { return nil }
    return part
  }

  /// Returns the content of a section as the cut leaves it; nil if it is not what was written.
  private func readCut<Part>(
    _ section: SnapshotSection, _ decode: (inout FactReader) throws(SnapshotProblem) -> Part,
    _ allow: (Part) -> Bool, _ cutting: (Part, Cut) -> Part
  ) -> Part? {
    guard let cut else { return read(section, decode, allow) }
    return read(section, decode) { _ in true }.map { cutting($0, cut) }.flatMap {
      allow($0) ? $0 : nil
    }
  }

  private var hasSoundBuckets: Bool {
    isSound(parts.buckets) {
      let starts = uuidIndex.starts
      return starts.first == 0 && starts.last == UInt32(exactly: uuidIndex.entries.count)
        && zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  /// Returns true if the row IDs for this uuid and those near it are what was written; reads them
  /// the first time.
  func vouches(for uuid: ObjectUUID) -> Bool {
    guard hasSoundBuckets else { return false }
    let bucket = uuidIndex.bucket(of: uuid)
    return state.withLock { state in
      if let known = state.isSoundBucket[bucket] { return known }
      let entries = uuidIndex.entries(of: bucket)
      let start = parts.rowIDs.offset + entries.lowerBound * 8
      let isSound =
        file.load(start..<start + entries.count * 8) && uuidIndex.checksum(bucket) == sums[bucket]
        && digests.map { $0[bucket] == uuidIndex.digest(bucket) } ?? true
      state.isSoundBucket[bucket] = isSound
      return isSound
    }
  }

  /// Returns true if the snapshot may have a row with this uuid. For most uuids that have no row,
  /// it returns false without reading one.
  func mayHold(_ uuid: ObjectUUID) -> Bool {
    !vouches(for: uuid) || !uuidIndex.candidates(for: uuid).isEmpty
  }

  /// Returns the row IDs of a uuid by what was replayed; none if the lines cannot be read, which
  /// `requireReadable` reports.
  func replayedRowIDs(of uuid: ObjectUUID) -> [UUIDIndex.RowID] {
    do {
      return try replayed().rowIDs(of: uuid)
    } catch {
      note(error)
      return []
    }
  }

  /// Returns the tables that a replay of the lines gives.
  private func replayed() throws -> HealthTables {
    try state.withLock { state in
      if let known = state.replayed { return known }
      let replayed = Result { try source.replayed(upTo: head) }
      state.replayed = replayed
      return replayed
    }.get()
  }
}

/// The origin of a snapshot: the folder, and the lines that it was made of.
struct SnapshotSource: Sendable {
  /// The folder of the snapshots.
  let path: String
  /// Replays the lines up to a position.
  let replay: @Sendable (Head) throws -> HealthTables
  /// The closure that removes the snapshot, so that another is made; the snapshot stays if it
  /// cannot be removed.
  let discard: @Sendable () -> Void

  /// Returns the tables that a replay of the lines gives.
  func replayed(upTo head: Head) throws -> HealthTables {
    discard()
    var tables = try replay(head)
    tables.buildIndex()
    return tables
  }
}
