import HealthEvents
package import HealthModel
package import JournalFile

/// The place at which the tables of now are cut: a rung of their ladder.
struct Cut: Sendable {
  let ladder: Ladder
  /// The index of the rung.
  let rung: Int

  /// The number of the last line that counts.
  var line: UInt64 { ladder.lines[rung] }

  /// Returns true if a line counts.
  func holds(_ line: some BinaryInteger) -> Bool { line <= self.line }

  /// The number of rows of each type.
  var rows: [Int] { ladder.tables.dropLast().map { Int($0.rows[rung]) } }

  /// The number of objects that are no samples.
  var objects: Int { ladder.tables.last.map { Int($0.rows[rung]) } ?? 0 }

  /// Returns the rows of a type of which none was read yet.
  func unread(_ columns: SampleColumns, type: Int) -> SampleColumns {
    let history = ladder.tables[type]
    return columns.first(Int(history.rows[rung]), dead: Int(history.dead[rung]))
  }
}

/// The flags that single rows of a type had at a cut.
struct PastFlags: Sendable {
  private let cut: Cut
  private let changes: [Ladder.Change]
  /// For each change the number of its row, and in the lower half its index, ascending.
  private let order: [UInt64]
  private let heirs: Set<UInt32>

  /// Finds the changes of each row of a type; nil if some lines changed all rows of others: then
  /// only all rows together tell their flags.
  init?(_ cut: Cut, type: Int) {
    let history = cut.ladder.tables[type]
    if history.changes.contains(where: \.isOfLines) { return nil }
    self.cut = cut
    heirs = Set(history.heirs)
    changes = history.changes
    order = history.changes.enumerated().map { (UInt64($1.row) << 32) | UInt64($0) }.sorted()
  }

  /// Returns the changes of some rows, those of a row in the order of their lines.
  private func changes(of rows: Range<UInt32>) -> some Collection<Ladder.Change> {
    func first(_ row: UInt32) -> Int {
      order.indices.partitioningIndex { order[$0] >= (UInt64(row) << 32) }
    }
    return order[first(rows.lowerBound)..<first(rows.upperBound)].lazy
      .map { changes[Int(UInt32(truncatingIfNeeded: $0))] }
  }

  /// Returns which of some rows changed.
  func changed(of rows: Range<UInt32>) -> Set<UInt32> { Set(changes(of: rows).map(\.row)) }

  /// Returns the flags of a row.
  ///
  /// - Parameter now: its flags as the snapshot has them.
  func flags(of row: Int, now: SampleRow.Flags) -> SampleRow.Flags {
    var own = Array(changes(of: UInt32(row)..<UInt32(row) + 1))
    if own.isEmpty { return now }
    for index in own.indices { own[index].row = 0 }
    let history = Ladder.History(
      changes: own, heirs: heirs.contains(UInt32(row)) ? [0] : [])
    let zero = ObjectUUID(high: 0, low: 0)
    var columns = SampleColumns()
    columns.append(
      PendingRow(
        uuid: zero, start: 0, end: 0, value: 0, sequence: 0, context: 0, type: 0, flags: now))
    return columns.flags(at: cut.line, history, of: cut.ladder).flags[0]
  }
}

/// The flags that rows of a type have instead of those that a snapshot holds: at a cut, and by the
/// lines after it.
struct ChangedFlags: Sendable {
  private let past: PastFlags?
  private let late: [UInt32: SampleRow.Flags]
  /// The rows of `late`, ascending.
  private let lateRows: [UInt32]

  init(_ past: PastFlags?, _ late: LateFlags?) {
    (self.past, self.late) = (past, late?.flags ?? [:])
    lateRows = self.late.keys.sorted()
  }

  /// Returns which of some rows may have other flags.
  func changed(of rows: Range<Int>) -> Set<UInt32> {
    let rows = UInt32(rows.lowerBound)..<UInt32(rows.upperBound)
    let first = lateRows.indices.partitioningIndex { lateRows[$0] >= rows.lowerBound }
    let late = lateRows[first...].prefix { $0 < rows.upperBound }
    return (past?.changed(of: rows) ?? []).union(late)
  }

  /// Returns the flags of a row.
  ///
  /// - Parameter now: its flags as the snapshot has them.
  func flags(of row: UInt32, now: SampleRow.Flags) -> SampleRow.Flags {
    late[row] ?? past?.flags(of: Int(row), now: now) ?? now
  }
}

extension Snapshot {
  /// Returns the tables as of a rung from which few lines lead to a moment; nil if there is none.
  ///
  /// - Throws: what reading lines or the offsets of lines throws, and what the moment throws.
  func cut(to asOf: AsOf, of reader: JournalReader) throws -> Snapshot? {
    guard asOf.isPast, let base = tables.parts.base, let ladder = base.ladder() else { return nil }
    let rung = try rungs(ladder, knownAt: asOf, of: reader) - 1
    return rung < 0 ? nil : try cut(Cut(ladder: ladder, rung: rung), of: reader)
  }

  /// Returns the tables as of the last rung before a line; nil if there is none.
  ///
  /// - Throws: as `cut(to:of:)`.
  func cut(before line: UInt64, of reader: JournalReader) throws -> Snapshot? {
    try cut(to: .sequence(line - 1), of: reader)
  }

  private func cut(_ cut: Cut, of reader: JournalReader) throws -> Snapshot? {
    var head = Head()
    head.sequence = cut.line
    head.offset = try tables.lines.starts.start(for: cut.line + 1).offset
    guard let at = try recordedAt(cut.line, of: reader),
      let chain = try reader.chain(endingAt: head.offset)
    else { return nil }
    (head.at, head.chain) = (at, chain)
    return try tables.parts.base?.cut(at: cut, head, tables.cut(at: cut, at))
      .map { Snapshot(tables: $0, head: head, isSealed: false) }
  }

  /// Returns the number of rungs all of whose lines were known at a moment.
  private func rungs(
    _ ladder: Ladder, knownAt asOf: AsOf, of reader: JournalReader
  ) throws -> Int {
    let lines = ladder.lines
    switch asOf {
    case .now: return lines.count
    case .sequence(let last): return lines.indices.partitioningIndex { lines[$0] > last }
    case .time(_, let moment):
      // A line is known by the calendar that the lines before it left in force.
      func isKnown(_ line: UInt64, _ settings: HealthTables.Settings) throws -> Bool {
        guard let at = try recordedAt(line, of: reader) else { return false }
        return try at <= moment(settings.calendar)
      }
      var settings = HealthTables.Settings()
      guard try isKnown(1, settings) else { return 0 }
      settings = HealthTables.Settings(tables.opening)
      var found = 0
      for (line, configuration) in ladder.stated.settings + [(.max, Configuration())] {
        let next = lines.indices.partitioningIndex { lines[$0] >= line }
        var (low, high) = (found, next)
        while low < high {
          let middle = (low + high) / 2
          if try isKnown(lines[middle], settings) { low = middle + 1 } else { high = middle }
        }
        found = low
        guard low == next, line < .max, try isKnown(UInt64(line), settings) else { break }
        settings.apply(configuration)
      }
      return found
    }
  }

  /// Returns the time at which a line was recorded; nil if there is no such line.
  private func recordedAt(_ line: UInt64, of reader: JournalReader) throws -> Instant? {
    try tables.lines.starts.recordedTimes(of: line...line, in: reader, upTo: head.offset).first
  }
}

/// The samples of a type that any line may have let count near some time, and those that told of
/// its sources after any line.
package struct PastSamples: Sendable {
  /// The number of the type.
  fileprivate let type: Int
  /// The samples, dead ones among them.
  package let rows: SampleColumns
  /// The number that each has among all samples of the type.
  package let numbers: [Int]

  init(type: Int, _ rows: SampleColumns, _ numbers: [Int]) {
    (self.type, self.rows, self.numbers) = (type, rows, numbers)
  }

  /// Returns the samples as a line left them.
  ///
  /// - Parameter removals: the line that deleted or replaced each sample.
  fileprivate func rows(
    after line: UInt64, _ removals: [ObjectUUID: UInt64]
  ) -> SampleColumns {
    var past = SampleColumns()
    let end = (0..<rows.count).partitioningIndex { UInt64(rows.sequences[$0]) > line }
    past.append(copying: rows, 0..<end)
    past.known = rows.known
    for row in 0..<past.count where !past.isLive(row) {
      if removals[past.uuids[row]] ?? 0 > line { past.revive(row) }
    }
    return past
  }
}

extension ReplayedJournal {
  /// Calls `body` with the tables as they stood after each of some lines, as far as the figures of
  /// some samples depend on them.
  ///
  /// - Parameter removals: the line that deleted or replaced each sample.
  package func forEachState(
    after lines: Set<UInt64>, of samples: PastSamples, removals: [ObjectUUID: UInt64],
    _ body: (Entry, borrowing HealthTables) throws -> Void
  ) throws {
    guard let ladder = tables.parts.base?.ladder() else { return }
    try forEachLine(on: lines.sorted().map { $0...$0 }, where: { _ in true }) { entry in
      var past = tables.past(through: entry.sequence, ladder)
      past.samples = tables.samples.map { _ in SampleColumns() }
      past.samples[samples.type] = samples.rows(after: entry.sequence, removals)
      try body(entry, past)
    }
  }

  /// Replays the lines again up to the last of some lines, and calls `body` with the tables as they
  /// stood after each of these.
  package func forEachState(
    after lines: Set<UInt64>, _ body: (Entry, borrowing HealthTables) throws -> Void
  ) throws {
    var wanted = lines.filter { $0 > 0 && $0 <= head.sequence }.sorted()[...]
    while let first = wanted.first {
      var (builder, start) = try builder(before: first)
      builder.applyClaims()
      // With the index, what was deleted is found without a pass over all rows.
      builder.buildIndex()
      try forEachLine(from: start) { line, offset in
        _ = try builder.apply(line: line, at: offset)
        let sequence = builder.tables.lastSequence
        guard sequence == wanted.first else { return true }
        wanted.removeFirst()
        builder.applyClaims()
        if let entry = try seen(try LineCodec.decode(line)) {
          try body(entry, try seen(builder.tables))
          try builder.tables.requireReadable()
        }
        return wanted.first.map { $0 <= sequence + Self.nearLines || !hasLadder } ?? false
      }
    }
  }

  /// The number of lines that take less time to replay than another look back takes.
  private static let nearLines: UInt64 = 1 << 16

  private var hasLadder: Bool { tables.parts.base?.ladder()?.lines.isEmpty == false }

  /// Returns the tables of about the lines before one, and the offset at which the next line
  /// begins.
  private func builder(before sequence: UInt64) throws -> (TableBuilder, UInt64) {
    if let base = tables.parts.base,
      let past = try Snapshot(tables: tables, head: base.head, isSealed: false)
        .cut(before: sequence, of: reader)
    {
      return (TableBuilder(past.tables), past.head.offset)
    }
    let end = try tables.lines.starts.start(for: sequence).offset
    guard end > 2 * ParallelReplay.leastBytes,
      let (builder, head) = ParallelReplay.tables(
        of: reader, upTo: end, threads: PosixSystem.processors, verifyingChain: false)
    else { return (TableBuilder(), 0) }
    return (builder, head.offset)
  }
}

extension HealthTables {
  /// Returns what every question needs of the tables that a cut leaves; rows are left out.
  ///
  /// - Parameter at: when the last line that counts was recorded.
  fileprivate func cut(at cut: Cut, _ at: Instant) -> HealthTables {
    var past = past(through: cut.line, cut.ladder)
    past.claims = Claims(cut.ladder.rowless.filter { cut.holds($0.line) })
    past.lines = LineLog(
      counts: cut.ladder.counts.counts[cut.rung], lastSequence: cut.line, firstAt: firstAt,
      lastAt: at)
    return past
  }

  /// Returns the settings and declarations that lines up to one stated, and all names: numbers mean
  /// these.
  fileprivate func past(through last: UInt64, _ ladder: Ladder) -> HealthTables {
    var past = HealthTables()
    past.vocabulary = vocabulary
    past.opening = opening
    past.settings = Settings(opening)
    for (line, configuration) in ladder.stated.settings + stated.settings where line <= last {
      past.settings.apply(configuration)
    }
    for (line, origin) in origins.all where line <= last { past.origins.set(origin, at: line) }
    past.name(by: past.settings.sameSources)
    past.recordings = recordings.first { $0 <= last }
    for declaration in catalogue.declarations where declaration.sequence <= last {
      past.catalogue.declare(declaration.type, at: declaration.sequence)
    }
    let formats = ladder.stated.formats + stated.formats
    past.format = formats.last { $0.line <= last }?.format ?? opening?.format ?? 1
    return past
  }
}

extension Claims {
  /// Creates the claims on objects without a row that some changes leave.
  fileprivate init(_ changes: [StatedChange]) {
    var all = Claims()
    for change in changes {
      guard case .object(let uuid) = change.of else { continue }
      switch change.what {
      case .state(let state): all.set(uuid, state, by: change.line)
      case .joined: all.claim(uuid, by: change.line)
      case .freed: all.claim(uuid, false, by: change.line)
      }
    }
    self.init(
      removed: Set(all.states.filter { $0.value != .live }.keys),
      members: Set(all.members.filter(\.value).keys))
  }
}

extension Recordings {
  /// Returns those of the first lines, as long as `isMeant` returns true.
  fileprivate func first(while isMeant: (UInt32) -> Bool) -> Recordings {
    Recordings(Array(rows.prefix { isMeant($0.line) }), of: journals)
  }
}

extension HealthTables.Links {
  /// Returns the links that a cut leaves.
  func cut(at cut: Cut) -> HealthTables.Links {
    var past = HealthTables.Links()
    past.objects = cut.ladder.objects(Array(objects.prefix(cut.objects)), through: cut.line)
    past.workoutLines = workoutLines.filter { cut.holds($0.sequence) }
    for successor in successors.prefix(Int(cut.ladder.successors[cut.rung])) {
      past.successorIndices[successor.older] = past.successors.count
      past.successors.append(successor)
    }
    past.appliedSuccessors = past.successors.count
    for object in past.objects { past.traits[object.uuid] = traits[object.uuid] }
    for (name, newest) in synced {
      var (newer, next) = (HealthTables.Synced?.none, Optional(newest))
      for _ in 0...olderSynced.count {
        guard let known = next else { break }
        next = olderSynced[known.object.uuid]
        guard cut.holds(known.saved) else { continue }
        if let newer {
          past.olderSynced[newer.object.uuid] = known
        } else {
          past.synced[name] = known
        }
        newer = known
      }
    }
    return past
  }
}

extension HealthTables.Rights {
  /// Returns the decisions that a cut leaves.
  func cut(at cut: Cut) -> HealthTables.Rights {
    var past = HealthTables.Rights()
    for decision in decisions where cut.holds(decision.sequence) { past.add(decision) }
    return past
  }
}

extension SampleColumns {
  /// Returns the first of some rows that a snapshot holds; they need not have been read, but what
  /// rows state of series must have been.
  fileprivate func first(_ count: Int, dead: Int) -> SampleColumns {
    SampleColumns(
      uuids: uuids.firstStored(count), starts: starts.firstStored(count),
      ends: ends.firstStored(count), values: values.firstStored(count),
      sequences: sequences.firstStored(count), contexts: contexts.firstStored(count),
      flags: flags.firstStored(count), extremes: extremes.first(count), deadCount: dead)
  }
}
