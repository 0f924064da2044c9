import HealthEvents
import HealthModel

/// A change that a line states of objects: of their state, or of a correlation's hold on them.
struct StatedChange: Sendable {
  /// The effect on an object.
  enum Effect: Hashable, Sendable {
    case state(ObjectState)
    /// A correlation holds it.
    case joined
    /// No correlation holds it any more.
    case freed
  }

  /// The objects that change.
  enum Target: Hashable, Sendable {
    case object(ObjectUUID)
    /// All objects that some lines saved.
    case lines([LineRun])
  }

  /// The number of the line.
  var line: UInt32
  var what: Effect
  var of: Target
}

/// The settings and formats that lines stated, in the order of the lines.
struct StatedSettings: Sendable {
  var settings: [(line: UInt32, configuration: Configuration)] = []
  var formats: [(line: UInt32, format: Int)] = []
  /// The first line as of which the tables can be had from those of now.
  private(set) var firstCut: UInt32 = 0

  /// Notes that a line wrote over what the tables held: before it they cannot be had from those of
  /// now.
  mutating func requireCuts(from line: UInt32) { firstCut = max(firstCut, line) }

  /// Takes what came later.
  mutating func append(contentsOf later: StatedSettings) {
    settings += later.settings
    formats += later.formats
    requireCuts(from: later.firstCut)
  }
}

/// The steps that lead from the tables of now back to those of earlier lines, so that a question
/// about a moment in the past needs no long replay.
///
/// Rows stand in the order of their lines. So the tables of a line are the first rows of those of
/// now, and what lines changed of them up to there. A rung is a line for which the numbers of rows
/// are known; the few lines from there on are replayed. Only journals whose changes this knows in
/// full have rungs: the tables of now, made again of the changes, must be equal.
struct Ladder: Sendable {
  /// The number of types up to which there are as many rungs as there may be.
  private static let fewTypes = 128

  /// A change of a row.
  struct Change: Hashable, Sendable {
    var line: UInt32
    var what: StatedChange.Effect
    /// The number of the row, or of the runs of lines.
    var row: UInt32
    /// True if `row` is the number of some runs of lines.
    var isOfLines: Bool
  }

  /// The rows of a table at each rung.
  struct History: Sendable {
    /// The number of rows.
    var rows: [UInt32] = []
    /// The number of dead ones.
    var dead: [UInt32] = []
    /// In the order of the lines.
    var changes: [Change] = []
    /// The rows that took the place of a correlation's member when they were saved.
    var heirs: [UInt32] = []
  }

  /// The rungs.
  var counts = RungCounts()
  /// By the number of the type; the last one is that of the objects that are no samples.
  var tables: [History] = []
  /// The number of newer versions that replaced others, at each rung.
  var successors: [UInt32] = []
  var runs: [[LineRun]] = []
  /// The changes of objects that have no row.
  var rowless: [StatedChange] = []
  var stated = StatedSettings()

  /// Creates the ladder of no lines.
  init() {}

  /// The numbers of the lines.
  var lines: [UInt64] { counts.lines }

  /// Returns the runs of lines that a change means.
  func lines(of change: Change) -> [LineRun] { change.isOfLines ? runs[Int(change.row)] : [] }
}

// MARK: Making

extension Ladder {
  /// Creates the ladder of tables whose claims are applied.
  ///
  /// - Throws: what reading the ladder of their snapshot throws.
  init(of tables: HealthTables, _ known: KnownUUIDs) throws {
    self = try tables.parts.base?.wholeLadder() ?? Ladder()
    stated.append(contentsOf: tables.stated)
    take(rowless + tables.claims.log, known)
    counts.append(contentsOf: tables.lines.rungs, after: EventCounts())
    let most =
      RungCounts.most * UInt64(Self.fewTypes)
      / UInt64(max(Self.fewTypes, known.samples.count))
    counts.thin(to: RungCounts.stride(for: tables.lastSequence, most: max(most, 1)))
    noteHeirs(tables.successors, known)
    successors = count(tables.successors.count) { known.line(of: tables.successors[$0].rowID) }
    countRows(known)
    removeRungs(before: stated.firstCut)
  }

  /// Returns how many of some rows, which stand in the order of their lines, each rung holds.
  private func count(_ rows: Int, line: (Int) -> UInt32) -> [UInt32] {
    lines.map { rung in UInt32((0..<rows).partitioningIndex { UInt64(line($0)) > rung }) }
  }

  /// Takes changes in, each for the rows that it is about.
  private mutating func take(_ changes: [StatedChange], _ known: KnownUUIDs) {
    let others = known.samples.count
    if tables.isEmpty { tables = [History()] }
    let last = tables.removeLast()
    while tables.count < others { tables.append(History()) }
    tables.append(last)
    rowless = []
    for change in changes {
      switch change.of {
      case .lines(let lines):
        let number = UInt32(runs.count)
        runs.append(lines)
        for table in tables.indices where known.hasRows(of: lines, in: table) {
          tables[table].changes.append(
            Change(line: change.line, what: change.what, row: number, isOfLines: true))
        }
      case .object(let uuid):
        let rows = rows(of: uuid, upTo: change.line, known)
        if rows.isEmpty { rowless.append(change) }
        for row in rows {
          let isOther = row.table == UUIDIndex.RowID.others
          tables[isOther ? others : Int(row.table)].changes.append(
            Change(line: change.line, what: change.what, row: row.row, isOfLines: false))
        }
      }
    }
    for table in tables.indices { tables[table].changes.sort(by: Change.counts) }
  }

  /// Returns the rows of a uuid that a line changes: those that it follows, or else the first that
  /// came later. Of what has several rows, and of what was changed before it came, is only retraced
  /// what came then.
  private mutating func rows(
    of uuid: ObjectUUID, upTo line: UInt32, _ known: KnownUUIDs
  ) -> [UUIDIndex.RowID] {
    let rowIDs = known.rowIDs(of: uuid)
    let earlier = rowIDs.filter { known.line(of: $0) <= line }
    if earlier.count > 1 { stated.requireCuts(from: line) }
    guard earlier.isEmpty,
      let first = rowIDs.min(by: { known.line(of: $0) < known.line(of: $1) })
    else { return earlier }
    stated.requireCuts(from: known.line(of: first))
    return [first]
  }

  /// Finds the rows that took the place of a member when they were saved. What the members or these
  /// rows went through later is not retraced.
  private mutating func noteHeirs(_ successors: [HealthTables.Successor], _ known: KnownUUIDs) {
    var members: [UUIDIndex.RowID: UInt32] = [:]
    for table in tables.indices.dropLast() {
      tables[table].heirs = []
      for change in tables[table].changes where change.what == .joined {
        members[UUIDIndex.RowID(table: UInt32(table), row: change.row)] = change.line
      }
    }
    if members.isEmpty { return }
    var lines: [UUIDIndex.RowID: UInt32] = [:]
    for successor in successors {
      guard let type = successor.type else { continue }
      let rowID = successor.rowID
      for older in known.rowIDs(of: successor.older) where members[older] != nil {
        let saved = known.line(of: rowID)
        (lines[older], lines[rowID]) = (saved, saved)
        if members[rowID] == nil, known.samples[Int(type)].flags[Int(rowID.row)].contains(.member) {
          members[rowID] = saved
          tables[Int(type)].heirs.append(rowID.row)
        }
      }
    }
    for (table, history) in tables.enumerated() {
      for change in history.changes {
        let rowID = UUIDIndex.RowID(table: UInt32(table), row: change.row)
        let isReverted = change.what == .state(.reverted)
        let frees = change.what == .freed || isReverted
        let isLate = lines[rowID].map { frees || change.line > $0 } ?? false
        let changesMember = change.what == .joined || frees
        if change.isOfLines ? isReverted && !lines.isEmpty : isLate && changesMember {
          stated.requireCuts(from: change.line)
        }
      }
    }
  }

  /// Counts the rows at each rung. Where the changes do not lead to the rows of now, no rung stays.
  private mutating func countRows(_ known: KnownUUIDs) {
    for (type, columns) in known.samples.enumerated() {
      tables[type].rows = count(columns.count) { columns.sequences[$0] }
      var past = columns
      past.takeBack(tables[type], of: self)
      var changes = tables[type].changes[...]
      tables[type].dead = lines.map { rung in
        past.apply(changes.takeFirst(through: rung), of: self)
        return UInt32(past.deadCount)
      }
      past.apply(changes, of: self)
      if !past.hasFlags(of: columns) { stated.requireCuts(from: .max) }
    }
    let others = known.samples.count
    tables[others].rows = count(known.objects.count) { known.objects[$0].sequence }
    tables[others].dead = lines.map { _ in 0 }
    let past = objects(known.objects, through: .max)
    if zip(past, known.objects).contains(where: { $0.state != $1.state }) {
      stated.requireCuts(from: .max)
    }
  }

  private mutating func removeRungs(before line: UInt32) {
    let kept = lines.indices.filter { lines[$0] >= line }
    guard kept.count < lines.count else { return }
    counts.keep(kept)
    successors = kept.map { successors[$0] }
    for table in tables.indices {
      tables[table].rows = kept.map { tables[table].rows[$0] }
      tables[table].dead = kept.map { tables[table].dead[$0] }
    }
  }

  /// Returns the objects that are no samples as some lines left them.
  func objects(_ objects: [ObjectRow], through line: UInt64) -> [ObjectRow] {
    var past = objects
    guard let changes = tables.last?.changes else { return past }
    for change in changes {
      for row in rows(of: change, in: past) { past[row].state = .live }
    }
    for change in changes where change.line <= line {
      guard case .state(let state) = change.what else { continue }
      for row in rows(of: change, in: past) { past[row].state = state }
    }
    return past
  }

  private func rows(of change: Change, in objects: [ObjectRow]) -> [Int] {
    guard change.isOfLines else {
      return objects.indices.contains(Int(change.row)) ? [Int(change.row)] : []
    }
    let lines = LineSet(lines(of: change))
    return objects.indices.filter { lines.contains(UInt64(objects[$0].sequence)) }
  }
}

extension Ladder.Change {
  /// The number that a snapshot has for the effect.
  var code: UInt8 {
    switch what {
    case .state(let state): state.rawValue
    case .joined: 3
    case .freed: 4
    }
  }

  /// The place of the effect among those of one line, as a replay applies a revert.
  private var order: UInt8 {
    switch what {
    case .state(.live): 0
    case .state(.reverted): 1
    case .state(.removed): 2
    case .joined: 3
    case .freed: 4
    }
  }

  /// Returns true if a change counts before another.
  fileprivate static func counts(_ one: Self, before other: Self) -> Bool {
    let orders = (one.order, other.order)
    if (one.line, orders.0) != (other.line, orders.1) {
      return (one.line, orders.0) < (other.line, orders.1)
    }
    return one.isOfLines == other.isOfLines ? one.row < other.row : one.isOfLines
  }
}

extension ArraySlice<Ladder.Change> {
  /// Takes the changes of the lines up to one off the front.
  fileprivate mutating func takeFirst(through line: UInt64) -> ArraySlice {
    let taken = prefix { $0.line <= line }
    self = self[taken.endIndex...]
    return taken
  }
}

extension SampleColumns {
  /// Takes back all changes that a history knows.
  fileprivate mutating func takeBack(_ history: Ladder.History, of ladder: Ladder) {
    for change in history.changes {
      for row in rows(of: change, ladder) {
        revive(row)
        free(row)
      }
    }
    for row in history.heirs where row < count { mark(Int(row), .member) }
  }

  /// Applies changes, as claims are applied.
  fileprivate mutating func apply(_ changes: ArraySlice<Ladder.Change>, of ladder: Ladder) {
    for change in changes {
      for row in rows(of: change, ladder) {
        switch change.what {
        case .joined: mark(row, .member)
        case .freed: free(row)
        case .state(let state):
          setState(row, state)
          if state == .reverted { free(row) }
        }
      }
    }
  }

  private func rows(of change: Ladder.Change, _ ladder: Ladder) -> [Int] {
    if change.isOfLines { return rows(of: ladder.lines(of: change)).flatMap(Array.init) }
    return change.row < count ? [Int(change.row)] : []
  }

  /// Returns the flags of the rows as a history has them at a line.
  func flags(at line: UInt64, _ history: Ladder.History, of ladder: Ladder) -> SampleColumns {
    var past = self
    past.deadCount = flags.count { $0.contains(.dead) }
    past.takeBack(history, of: ladder)
    past.apply(history.changes.prefix { $0.line <= line }, of: ladder)
    return past
  }

  fileprivate func hasFlags(of other: SampleColumns) -> Bool {
    deadCount == other.deadCount && flags.elementsEqual(other.flags)
  }
}

extension HealthTables.Successor {
  /// The row of the newer version.
  var rowID: UUIDIndex.RowID {
    UUIDIndex.RowID(table: type ?? UUIDIndex.RowID.others, row: UInt32(row))
  }
}

/// The rows of tables by their uuids.
struct KnownUUIDs {
  let uuidIndex: FrozenUUIDIndex
  let samples: [SampleColumns]
  let objects: [ObjectRow]

  /// Finds the rows of tables.
  ///
  /// - Throws: `SnapshotProblem` where there are more rows than can be counted.
  init(_ tables: HealthTables) throws(SnapshotProblem) {
    samples = tables.sampleTypes.map { tables.columns($0) }
    objects = tables.objects
    guard let index = FrozenUUIDIndex(samples, objects) else { throw SnapshotProblem() }
    uuidIndex = index
  }

  /// Returns the rows of a uuid.
  func rowIDs(of uuid: ObjectUUID) -> [UUIDIndex.RowID] {
    uuidIndex.candidates(for: uuid).filter { rowID in
      rowID.table == UUIDIndex.RowID.others
        ? objects[Int(rowID.row)].uuid == uuid
        : samples[Int(rowID.table)].uuids[Int(rowID.row)] == uuid
    }
  }

  /// Returns the number of the line that saved a row.
  fileprivate func line(of rowID: UUIDIndex.RowID) -> UInt32 {
    rowID.table == UUIDIndex.RowID.others
      ? objects[Int(rowID.row)].sequence : samples[Int(rowID.table)].sequences[Int(rowID.row)]
  }

  /// Returns true if some lines saved rows of a table.
  fileprivate func hasRows(of lines: [LineRun], in table: Int) -> Bool {
    if table < samples.count { return samples[table].rows(of: lines).contains { !$0.isEmpty } }
    let set = LineSet(lines)
    return objects.contains { set.contains(UInt64($0.sequence)) }
  }
}

// MARK: In a snapshot

extension Ladder {
  func write(to writer: inout FactWriter) {
    writer.put(stated.firstCut)
    writer.put(all: lines.indices) { writer, rung in
      writer.put(lines[rung])
      writer.put(successors[rung])
      for kind in EventKind.allCases { writer.put(counts.counts[rung][kind]) }
    }
    writer.put(all: tables) { writer, history in
      for numbers in [history.rows, history.dead, history.heirs] {
        writer.put(all: numbers) { $0.put($1) }
      }
      writer.put(all: history.changes) {
        for number in [$1.line, $1.row] { $0.put(number) }
        $0.put($1.code)
        $0.put($1.isOfLines)
      }
    }
    writer.put(all: runs) { writer, lines in
      writer.put(all: lines) {
        for line in [$1.first, $1.last] { $0.put(line) }
      }
    }
    writer.put(all: rowless) { writer, change in
      guard case .object(let uuid) = change.of else { preconditionFailure("lines have rows") }
      writer.put(change.line)
      writer.put(uuid)
      writer.put(Change(line: 0, what: change.what, row: 0, isOfLines: false).code)
    }
    writer.put(all: stated.settings) {
      $0.put($1.line)
      $0.put($1.configuration)
    }
    writer.put(all: stated.formats) {
      $0.put($1.line)
      $0.put(UInt32($1.format))
    }
  }

  init(_ reader: inout FactReader) throws(SnapshotProblem) {
    stated.requireCuts(from: try reader.number())
    try reader.forEach { (reader) throws(SnapshotProblem) in
      let (line, successor) = (try reader.number(UInt64.self), try reader.number(UInt32.self))
      var kinds: [UInt64] = []
      for _ in EventKind.allCases { kinds.append(try reader.number()) }
      guard let known = EventCounts(kinds) else { throw SnapshotProblem() }
      counts.add(line, known)
      successors.append(successor)
    }
    tables = try reader.all(Self.history)
    runs = try reader.all { (reader) throws(SnapshotProblem) in
      try reader.all { (reader) throws(SnapshotProblem) in
        LineRun(try reader.number(), try reader.number())
      }
    }
    rowless = try reader.all { (reader) throws(SnapshotProblem) in
      let (line, uuid) = (try reader.number(UInt32.self), try reader.uuid())
      return StatedChange(line: line, what: try Self.effect(&reader), of: .object(uuid))
    }
    stated.settings = try reader.all { (reader) throws(SnapshotProblem) in
      (try reader.number(), try reader.configuration())
    }
    stated.formats = try reader.all { (reader) throws(SnapshotProblem) in
      (try reader.number(), Int(try reader.number(UInt32.self)))
    }
  }

  private static func history(_ reader: inout FactReader) throws(SnapshotProblem) -> History {
    var numbers: [[UInt32]] = []
    for _ in 0..<3 {
      numbers.append(try reader.all { (reader) throws(SnapshotProblem) in try reader.number() })
    }
    var history = History(rows: numbers[0], dead: numbers[1], heirs: numbers[2])
    history.changes = try reader.all { (reader) throws(SnapshotProblem) in
      let (line, row) = (try reader.number(UInt32.self), try reader.number(UInt32.self))
      return Change(
        line: line, what: try effect(&reader), row: row, isOfLines: try reader.flag())
    }
    return history
  }

  private static func effect(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> StatedChange.Effect {
    let code = try reader.number(UInt8.self)
    switch code {
    case 3: return .joined
    case 4: return .freed
    default:
      guard let state = ObjectState(rawValue: code) else { throw SnapshotProblem() }
      return .state(state)
    }
  }

  /// Returns true if the numbers may be those of a snapshot with these numbers of rows.
  ///
  /// - Parameter rows: those of each type.
  func isPossible(rows: [Int], upTo last: UInt64) -> Bool {
    tables.count == rows.count + 1 && zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }
      && lines.allSatisfy { $0 < last && $0 >= stated.firstCut }
      && tables.enumerated().allSatisfy { table, history in
        history.rows.count == lines.count && history.dead.count == lines.count
          && (table == rows.count || history.rows.allSatisfy { $0 <= rows[table] })
          && history.changes.allSatisfy { !$0.isOfLines || $0.row < runs.count }
      }
  }
}

extension FactWriter {
  fileprivate mutating func put(_ configuration: Configuration) {
    put(any: configuration.timeZone) { $0.put($1) }
    put(any: configuration.weekStarts) { $0.put(UInt32($1.rawValue)) }
    put(all: configuration.priority) { $0.put($1) }
    put(all: configuration.preferredUnits) { $0.put($1) }
    put(all: configuration.sameSource) { $0.put($1) }
  }
}

extension FactReader {
  fileprivate mutating func configuration() throws(SnapshotProblem) -> Configuration {
    Configuration(
      timeZone: try any { (reader) throws(SnapshotProblem) in try reader.text() },
      weekStarts: try any { (reader) throws(SnapshotProblem) in try reader.weekday() },
      priority: try all { (reader) throws(SnapshotProblem) in try reader.sourcePriority() },
      preferredUnits: try all { (reader) throws(SnapshotProblem) in try reader.preferredUnit() },
      sameSource: try all { (reader) throws(SnapshotProblem) in try reader.sameSource() })
  }
}
