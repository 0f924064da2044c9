package import HealthModel
package import HealthTables

extension Check {
  /// Samples of equal content: type, source, start, end, value and unit, and workouts of equal
  /// activity, source, start and end. Sources are told apart as `SourceOrder` does it. Views count
  /// every sample of one source, so copies count several times.
  static let duplicates = Check(
    name: "duplicates", level: .problem,
    summary: "second and later copies of equal samples, and of workouts of equal activity and time"
  ) { subject in
    workoutCopies(subject) + sampleCopies(subject)
  }

  private static func workoutCopies(_ subject: CheckSubject) -> [CheckFinding] {
    let efforts = WorkoutEfforts(subject.workouts, addingUp: true, in: subject.journal.tables)
    let groups = efforts.copies.map { $0.map { subject.workouts[$0] } }
    if groups.isEmpty { return [] }
    let examples = groups.prefix(subject.options.examples).flatMap { group in
      named(group.map { subject.example($0) })
    }
    return [finding(WorkoutContent.type, groups.map { $0.map(\.row.sequence) }, examples)]
  }

  private static func sampleCopies(_ subject: CheckSubject) -> [CheckFinding] {
    subject.types.compactMap { samples in
      let copies = SampleCopies(samples, subject.journal.tables)
      guard !copies.groups.isEmpty else { return nil }
      let groups = copies.groups.map { $0.map { samples.columns.sequences[$0] } }
      let examples = copies.groups.prefix(subject.options.examples).flatMap { rows in
        named(rows.map { subject.example($0, of: samples) })
      }
      return finding(samples.type, groups, examples)
    }
  }

  /// - Parameter groups: the lines of the objects that are equal.
  private static func finding(
    _ type: String, _ groups: [[UInt32]], _ examples: [CheckExample]
  ) -> CheckFinding {
    CheckFinding(
      type: type, count: groups.reduce(0) { $0 + $1.count - 1 },
      says: .copies(groups: groups.count), lines: groups.flatMap(\.self), examples: examples)
  }

  /// The greatest number of copies of a group that are named.
  private static let mostNamed = 20

  /// Returns the copies of a group in the order of their lines; the first one states how many there
  /// are.
  private static func named(_ copies: [CheckExample]) -> [CheckExample] {
    var named = copies.sorted { ($0.seq ?? 0) < ($1.seq ?? 0) }
    for index in named.indices { named[index].note = "a further copy" }
    let lines = named.prefix(4).map { "\($0.seq ?? 0)" } + (named.count > 4 ? ["…"] : [])
    named[0].note = "\(named.count) copies: lines \(lines.joined(separator: ", "))"
    return Array(named.prefix(mostNamed))
  }

  /// The check for pairs of sources of cumulative types that measured at the same time, between
  /// which `merge` chooses, and for workouts that record the same effort as a workout of another
  /// source.
  static let overlaps = Check(
    name: "overlaps", level: .note,
    summary: "sources of cumulative types, or of workouts, that measured at the same time"
  ) { subject in
    let catalogue = subject.journal.tables.catalogue
    let samples = subject.types.filter { catalogue.isCumulative($0.type) }
    return sharedEfforts(subject) + samples.compactMap { sharedTime($0, &subject) }
  }

  private static func sharedTime(
    _ samples: CheckSubject.TypeRows, _ subject: inout CheckSubject
  ) -> CheckFinding? {
    let order = SourceOrder(samples.type, samples.columns, in: subject.journal.tables)
    guard order.sources.count > 1 else { return nil }
    let shared = SharedTime(samples, order, &subject.days)
    guard !shared.pairs.isEmpty else { return nil }
    return CheckFinding(
      type: samples.type, count: shared.pairs.count,
      says: .overlaps(pairs: shared.pairs.count, days: shared.days, others: shared.others),
      examples: shared.pairs.prefix(subject.options.examples).map { pair in
        var example = CheckExample(source: order.sources[pair.first].name)
        example.value = .number(Double(pair.time) / 3.6e9)
        example.unit = .text("h")
        example.note = "at the same time as \(order.sources[pair.second].name)"
        return example
      })
  }

  /// Returns a pair for each workout that does not count and the one of another source that does.
  private static func sharedEfforts(_ subject: CheckSubject) -> [CheckFinding] {
    let pairs = subject.workouts.compactMap { listed in
      listed.mark.copy == nil ? listed.mark.counted.map { (listed, $0) } : nil
    }
    if pairs.isEmpty { return [] }
    let tables = subject.journal.tables
    return [
      CheckFinding(
        type: WorkoutContent.type, count: pairs.count, says: .sharedEfforts(pairs.count),
        lines: pairs.flatMap { [$0.row.sequence, $1.sequence] },
        examples: pairs.prefix(subject.options.examples).map { listed, counted in
          let other = tables.sourceName(counted.provenance)
          return subject.example(
            listed, note: "at the same time as line \(counted.sequence), \(other), which counts")
        })
    ]
  }
}

/// The rows of a type that equal another one.
struct SampleCopies {
  /// Two or more rows each, by start.
  private(set) var groups: [[Int]] = []

  /// The content that makes rows of one span equal.
  private struct Content: Hashable {
    var end: Int64
    var value: Double
    var unit: UInt32
    var source: Int
  }

  init(_ samples: CheckSubject.TypeRows, _ tables: HealthTables) {
    let columns = samples.columns
    if samples.rows.isEmpty { return }
    let order = SourceOrder(samples.type, columns, in: tables)
    var from = samples.rows.startIndex
    while from < samples.rows.endIndex {
      let start = columns.starts[samples.rows[from]]
      let to =
        samples.rows[from...].firstIndex { columns.starts[$0] != start } ?? samples.rows.endIndex
      if to - from > 1 {
        add(samples.rows[from..<to]) { row in
          Content(
            end: columns.ends[row], value: columns.values[row], unit: columns.unit(row),
            source: order.head(row, of: columns))
        }
      }
      from = to
    }
  }

  /// Adds the groups of rows that start together, in the order of their first rows.
  private mutating func add(_ rows: ArraySlice<Int>, _ content: (Int) -> Content) {
    var indices: [Content: Int] = [:]
    var found: [[Int]] = []
    for row in rows {
      let content = content(row)
      if let index = indices[content] {
        found[index].append(row)
      } else {
        indices[content] = found.count
        found.append([row])
      }
    }
    groups += found.filter { $0.count > 1 }
  }
}

/// The copies that are too many: of each group of equal samples, or of equal workouts, one stays.
package struct DoubleEntries {
  /// The reason that a deletion of them states.
  package static let reason = "copies"

  /// A copy that is too many, and the one that stays.
  private struct Copy: Sendable {
    let type: String
    let copy: CheckExample
    let kept: CheckExample
  }

  private var copies: [Copy] = []
  /// The number of groups in which there are copies that are too many.
  package private(set) var groups = 0
  /// The number of copies that stay because a workout or a correlation has them as its parts.
  package private(set) var parts = 0

  /// Finds the copies that a query selects.
  ///
  /// - Throws: what the query's predicate may, and what reading lines throws.
  package init(in journal: ReplayedJournal, _ context: ViewContext) throws {
    let subject = try CheckSubject(journal, context, CheckOptions())
    let tables = journal.tables
    let efforts = WorkoutEfforts(subject.workouts, addingUp: true, in: tables)
    for group in efforts.copies {
      // An activity of a workout is none of its own.
      let whole = group.map { subject.workouts[$0] }.filter { $0.isWhole }
      add(WorkoutContent.type, whole.map { subject.example($0) })
    }
    let lines = try Self.linesOfWorkouts(without: Set(uuids), tables)
    let equal = subject.types.flatMap { samples in
      SampleCopies(samples, tables).groups.map { rows in
        (samples, rows.sorted { Self.isFirst(samples.columns[$0], samples.columns[$1], tables) })
      }
    }
    var first: [ObjectUUID: ObjectUUID] = [:]
    for (samples, rows) in equal {
      for row in rows { first[samples.columns.uuids[row]] = samples.columns.uuids[rows[0]] }
    }
    let freed = try addCorrelations(of: first, in: journal)
    for (samples, rows) in equal {
      let columns = samples.columns
      let owned = rows.filter {
        columns.flags[$0].contains(.member) && !freed.contains(columns.uuids[$0])
          || lines.contains(columns.sequences[$0])
      }
      let free = rows.filter { !owned.contains($0) }
      parts += max(owned.count - 1, 0)
      add(samples.type, (owned.prefix(1) + free).map { subject.example($0, of: samples) })
    }
  }

  /// Returns true if a sample was recorded before an equal one.
  private static func isFirst(
    _ one: SampleRow, _ other: SampleRow, _ tables: HealthTables
  ) -> Bool {
    one.sequence == other.sequence
      ? one.uuid < other.uuid : tables.recordings.isRecorded(one.sequence, before: other.sequence)
  }

  /// The content that makes correlations equal.
  private struct Members: Hashable {
    var type: UInt32
    var start: Int64
    var end: Int64
    var samples: Set<ObjectUUID>
  }

  /// Adds the correlations whose members are all copies of those of another one.
  ///
  /// - Parameter first: for each copy the first of its group.
  /// - Returns: the members of the correlations that are too many.
  private mutating func addCorrelations(
    of first: [ObjectUUID: ObjectUUID], in journal: ReplayedJournal
  ) throws -> Set<ObjectUUID> {
    let tables = journal.tables
    let rows = first.isEmpty ? [] : tables.objects.filter { $0.kind == .correlation && $0.isLive }
    var kept: [Members: CheckExample] = [:]
    var freed: Set<ObjectUUID> = []
    try journal.forEachObject(of: rows.map { ($0.uuid, $0.sequence) }) { index, object in
      guard case .correlation(let correlation) = object.content else { return }
      let (row, members) = (rows[index], correlation.members.map { tables.newest(of: $0) })
      let samples = Set(members.compactMap { first[$0] })
      guard samples.count == members.count, !members.isEmpty else { return }
      let example = CheckExample(
        source: tables.sourceName(row.provenance), seq: Int(row.sequence), uuid: row.uuid,
        start: Cell(time: correlation.span.start), end: Cell(time: correlation.span.end))
      let content = Members(type: row.type, start: row.start, end: row.end, samples: samples)
      guard let stays = kept[content] else { return kept[content] = example }
      add(correlation.type, [stays, example])
      freed.formUnion(members)
    }
    return freed
  }

  /// Returns the lines whose samples belong to workouts that stay.
  private static func linesOfWorkouts(
    without gone: Set<ObjectUUID>, _ tables: HealthTables
  ) throws -> Set<UInt32> {
    try tables.readObjects()
    let live = Set(
      tables.objects.lazy.filter { $0.kind == .workout && $0.isLive }.map(\.uuid))
    return Set(
      tables.linesOfNewestWorkouts.filter {
        live.contains($0.workout) && !gone.contains($0.workout)
      }.map(\.sequence))
  }

  /// Adds a group of equal objects, of which the first one stays.
  ///
  /// Another program may have written a uuid twice; to delete it would delete what stays.
  private mutating func add(_ type: String, _ equal: [CheckExample]) {
    var known = Set(equal.prefix(1).map(\.uuid))
    let others = equal.filter { known.insert($0.uuid).inserted }
    if !others.isEmpty { groups += 1 }
    copies += others.map { Copy(type: type, copy: $0, kept: equal[0]) }
  }

  /// The uuids of the copies that are too many.
  package var uuids: [ObjectUUID] { copies.compactMap(\.copy.uuid) }

  private static let columns: [RowColumn<Copy>] = [
    RowColumn(.type, rank: .key) { .identifier($0.type) },
    RowColumn(.start, .time) { $0.copy.start },
    RowColumn(.end, .time, rank: .detail) { $0.copy.end },
    RowColumn("value", .statedQuantity) { $0.copy.value },
    RowColumn(.unit) { $0.copy.unit },
    RowColumn(.source, rank: .detail) { Cell(text: $0.copy.source) },
    RowColumn(.line, .number, rank: .key) { Cell(whole: $0.copy.seq) },
    RowColumn(.object, rank: .key) { Cell(text: $0.copy.uuid?.description) },
    RowColumn("keptSeq", .number, rank: .key) { Cell(whole: $0.kept.seq) },
    RowColumn("kept", rank: .detail) { Cell(text: $0.kept.uuid?.description) },
  ]

  /// The table with a row for each copy that is too many, and the one that stays.
  package var table: Table { Table(Self.columns, rows: copies) }
}

extension ListedWorkout {
  /// True if it is a workout, and no activity within one.
  fileprivate var isWhole: Bool {
    (row.start, row.end)
      == (
        leg.workout.span.start.instant.microseconds, leg.workout.span.end.instant.microseconds
      )
  }
}

/// The time that each two sources measured both.
///
/// - Complexity: O(n log n) of n samples: at most `most` sources are compared with each other.
private struct SharedTime {
  /// Two sources by their least ranks, and the microseconds that both cover.
  struct Pair {
    var first: Int
    var second: Int
    var time: Int64
  }

  private typealias Spans = [(start: Int64, end: Int64)]

  /// The longest time first, then by rank.
  private(set) var pairs: [Pair] = []
  /// The days with samples of more than one source.
  private(set) var days = 0
  /// The number of sources that are not compared.
  private(set) var others = 0
  /// The greatest number of sources: more than any person has.
  private static let most = 500

  init(_ samples: CheckSubject.TypeRows, _ order: SourceOrder, _ finder: inout DayFinder) {
    var spans = [Spans](repeating: [], count: order.sources.count)
    // By day its source; -1: it has several.
    var seen: [Int: Int] = [:]
    var last = (day: Int.min, rank: 0)
    let columns = samples.columns
    // By start, so the spans of each source can be joined as they come.
    for row in samples.rows {
      let rank = order.head(row, of: columns)
      let (start, end) = (columns.starts[row], columns.ends[row])
      DayStretch.forEach(start, end, zone: columns.zone(row), .split, days: &finder) { stretch in
        if last != (stretch.day, rank) {
          seen[stretch.day] = seen[stretch.day, default: rank] == rank ? rank : -1
        }
        last = (stretch.day, rank)
      }
      guard end > start, !DayStretch.isEndless(start, end) else { continue }
      if let last = spans[rank].last, start <= last.end {
        spans[rank][spans[rank].count - 1].end = max(last.end, end)
      } else {
        spans[rank].append((start, end))
      }
    }
    days = seen.values.count { $0 < 0 }
    let lasting = spans.indices.filter { !spans[$0].isEmpty }
    others = max(0, lasting.count - Self.most)
    compare(lasting.prefix(Self.most), spans)
  }

  /// Compares each two of some sources.
  private mutating func compare(_ ranks: ArraySlice<Int>, _ spans: [Spans]) {
    for (place, first) in ranks.enumerated() {
      for second in ranks.dropFirst(place + 1) {
        let time = Self.shared(spans[first], spans[second])
        if time > 0 { pairs.append(Pair(first: first, second: second, time: time)) }
      }
    }
    pairs.sort { ($1.time, $0.first, $0.second) < ($0.time, $1.first, $1.second) }
  }

  /// Returns the time that two rows of spans share, each ascending and without overlaps.
  private static func shared(_ left: Spans, _ right: Spans) -> Int64 {
    var (a, b, time) = (0, 0, Int64(0))
    while a < left.count, b < right.count {
      time += max(0, min(left[a].end, right[b].end) - max(left[a].start, right[b].start))
      if left[a].end < right[b].end { a += 1 } else { b += 1 }
    }
    return time
  }
}
