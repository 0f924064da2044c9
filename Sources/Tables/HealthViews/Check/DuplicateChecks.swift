import HealthModel
import HealthTables

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
    let examples = groups.prefix(subject.options.examples).map { group in
      subject.example(group[0], note: lines(of: group.map(\.row.sequence)))
    }
    return [finding(WorkoutContent.type, groups.map { $0.map(\.row.sequence) }, examples)]
  }

  private static func sampleCopies(_ subject: CheckSubject) -> [CheckFinding] {
    subject.types.compactMap { samples in
      let copies = SampleCopies(samples, subject.journal.tables)
      guard !copies.groups.isEmpty else { return nil }
      let groups = copies.groups.map { $0.map { samples.columns.sequences[$0] } }
      let examples = zip(copies.groups, groups).prefix(subject.options.examples).map {
        subject.example($0[0], of: samples, note: lines(of: $1))
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

  private static func lines(of sequences: [UInt32]) -> String {
    let lines = sequences.sorted()
    let shown = lines.prefix(4).map { "\($0)" } + (lines.count > 4 ? ["…"] : [])
    return "\(lines.count) copies: lines \(shown.joined(separator: ", "))"
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
    // By start, so the spans of each source can be joined as they come.
    for row in samples.rows {
      let rank = order.head(row, of: samples.columns)
      let sample = samples.columns[row]
      DayStretch.forEach(of: sample, .split, days: &finder) { stretch in
        seen[stretch.day] = seen[stretch.day, default: rank] == rank ? rank : -1
      }
      guard sample.end > sample.start, !DayStretch.isEndless(sample.start, sample.end)
      else { continue }
      if let last = spans[rank].last, sample.start <= last.end {
        spans[rank][spans[rank].count - 1].end = max(last.end, sample.end)
      } else {
        spans[rank].append((sample.start, sample.end))
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
