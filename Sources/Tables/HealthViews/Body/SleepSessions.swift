package import HealthModel
import HealthTables

/// The sessions of sleep that pieces make: stretches of being asleep, or awake in sleep, with less
/// than two hours between them.
///
/// Being in bed makes no session if there is any: it belongs to the one that it overlaps most. If
/// it overlaps none, it is a session of its own, in the same way.
struct SleepSessions {
  struct Session: Hashable {
    /// The start in microseconds.
    var start: Int64
    /// The end in microseconds.
    var end: Int64
    /// The name of the zone whose clock showed its end.
    var zone: String
  }

  /// Two hours: so much later it is another sleep. People lie awake for an hour or more within a
  /// night, and a nap is further from it.
  static let gap: Int64 = 2 * hour
  /// The longest time awake within a sleep: a person who was awake for so long was up.
  static let longestWake: Int64 = 4 * hour
  /// A chain of sleeps that is longer, as of a child or a sick person, is cut at its longest gaps.
  static let longest: Int64 = 24 * hour
  private static let hour: Int64 = 3_600_000_000

  /// By the numbers that pieces have.
  private(set) var all: [Session] = []
  /// The pieces, each with the number of its session.
  private(set) var pieces: [SleepPiece]

  /// - Parameter joined: pieces in the order of `SleepPiece.joined`.
  /// - Complexity: O(n log n).
  init(_ joined: [SleepPiece]) {
    pieces = joined
    let (making, others) = (
      pieces.indices.filter { joined[$0].makesSession },
      pieces.indices.filter { !joined[$0].makesSession }
    )
    add(making)
    let spans = all.map { $0.start..<$0.end }
    var alone: [Int] = []
    for index in others {
      let piece = pieces[index]
      guard let session = Self.most(of: spans, in: piece.start..<piece.end) else {
        alone.append(index)
        continue
      }
      pieces[index].part = session
    }
    add(alone)
  }

  /// Adds the sessions that some pieces make.
  private mutating func add(_ indices: [Int]) {
    let spans = Self.chains(indices.map { pieces[$0].start..<pieces[$0].end })
    let first = all.count
    all += spans.map { Session(start: $0.lowerBound, end: $0.lowerBound, zone: "") }
    for index in indices {
      let piece = pieces[index]
      let part = first - 1 + spans.indices.partitioningIndex { spans[$0].lowerBound > piece.start }
      pieces[index].part = part
      // Of those that end together the one that counts before the others comes first.
      if piece.end > all[part].end { (all[part].end, all[part].zone) = (piece.end, piece.zone) }
    }
  }

  /// Returns the number of the span that has most of its length in a stretch, the first of several;
  /// nil if none does.
  private static func most(of spans: [Range<Int64>], in stretch: Range<Int64>) -> Int? {
    var (found, most) = (Int?.none, Int64(0))
    var index = spans.indices.partitioningIndex { spans[$0].upperBound > stretch.lowerBound }
    while index < spans.count, spans[index].lowerBound < stretch.upperBound {
      let part = spans[index].clamped(to: stretch)
      let length = part.upperBound - part.lowerBound
      if length > most { (found, most) = (index, length) }
      index += 1
    }
    return found
  }

  // MARK: Chains

  /// Returns the stretches of time that spans cover if gaps below two hours do not count, by start.
  static func chains(_ spans: [Range<Int64>]) -> [Range<Int64>] {
    runs(covered(spans)).flatMap(cut)
  }

  /// Stretches of time, taken together where gaps below two hours lie between them.
  private static func runs(_ covered: [Range<Int64>]) -> [ArraySlice<Range<Int64>>] {
    var runs: [ArraySlice<Range<Int64>>] = []
    var first = 0
    for index in covered.indices {
      let next = index + 1
      if next < covered.count, covered[next].lowerBound - covered[index].upperBound < gap {
        continue
      }
      runs.append(covered[first..<next])
      first = next
    }
    return runs
  }

  /// Returns a longer time than the one that pieces were read of, if sessions of some nights may
  /// reach beyond it; nil if none does.
  ///
  /// - Parameter nights: the time in which these nights end.
  static func time(
    read: ClosedRange<Int64>, reachedBy pieces: [SleepPiece], in nights: ClosedRange<Int64>
  ) -> ClosedRange<Int64>? {
    var (lower, upper) = (read.lowerBound, read.upperBound)
    for run in runs(covered(pieces.map { $0.start..<$0.end })) {
      guard let start = run.first?.lowerBound, let end = run.last?.upperBound,
        start <= nights.upperBound, end >= nights.lowerBound
      else { continue }
      // As much again, so that a long chain is not read day by day.
      let more = gap + (end - start)
      if lower != .min, start < read.lowerBound + gap { lower = min(lower, start - more) }
      if upper != .max, end > read.upperBound - gap { upper = max(upper, end + more) }
    }
    return lower...upper == read ? nil : lower...upper
  }

  /// Returns the stretches that spans cover together, by start; none of them touch.
  private static func covered(_ spans: [Range<Int64>]) -> [Range<Int64>] {
    spans.map { $0.lowerBound...$0.upperBound }.merged().map { $0.lowerBound..<$0.upperBound }
  }

  /// Returns the parts of a chain that is cut at its longest gaps, the earlier first, for as long
  /// as a part is too long.
  private static func cut(_ chain: ArraySlice<Range<Int64>>) -> [Range<Int64>] {
    func span(_ part: Range<Int>) -> Range<Int64> {
      chain[part.lowerBound].lowerBound..<chain[part.upperBound - 1].upperBound
    }
    let whole = span(chain.indices)
    guard whole.upperBound - whole.lowerBound > longest else { return [whole] }
    let gaps = chain.indices.dropFirst().map { index in
      (index: index, length: chain[index].lowerBound - chain[index - 1].upperBound)
    }
    var bounds = [chain.startIndex, chain.endIndex]
    for gap in gaps.sorted(by: { ($1.length, $0.index) < ($0.length, $1.index) }) {
      let place = bounds.indices.partitioningIndex { bounds[$0] > gap.index }
      let part = span(bounds[place - 1]..<bounds[place])
      if part.upperBound - part.lowerBound > longest { bounds.insert(gap.index, at: place) }
    }
    return zip(bounds, bounds.dropFirst()).map { span($0..<$1) }
  }
}

extension SleepPiece {
  /// True if the piece makes a session: it is sleep, or being awake for so short a time that it may
  /// lie in sleep.
  fileprivate var makesSession: Bool {
    stage.isAsleep || stage == .awake && end - start < SleepSessions.longestWake
  }
}

/// A sleep sample, or the part of it that lies on one day.
struct SleepPiece: Hashable {
  /// The number of the session or day that the piece counts to.
  var part: Int
  /// Its rank in the order of sources, from 0.
  var rank: Int
  /// The least rank of its source.
  var source: Int
  var stage: SleepStage
  /// The start in microseconds.
  var start: Int64
  /// Microseconds; after `start`.
  var end: Int64
  /// The name of the zone whose clock counts for it.
  var zone: String

  /// Samples as they are for nights, whose sessions are found later; else cut where days start.
  /// The clock of a sample is that of its own HKTimeZone, else of the journal's, unless a zone is
  /// asked for.
  ///
  /// A sample of no length, or of more than ten years, has none.
  static func of(
    _ columns: SampleColumns, _ rows: [Int], _ order: SourceOrder, by period: SleepSummary.Period,
    days: inout DayFinder
  ) -> [SleepPiece] {
    var pieces: [SleepPiece] = []
    for row in rows {
      let sample = columns[row]
      guard sample.flags.contains(.category), sample.end > sample.start,
        !DayStretch.isEndless(sample.start, sample.end)
      else { continue }
      let rank = order.rank(row, of: columns)
      let piece = SleepPiece(
        part: 0, rank: rank, source: order.sources[rank].head, stage: SleepStage(of: sample),
        start: sample.start, end: sample.end,
        zone: days.zone(of: days.cursor(zone: sample.zone)).name)
      guard period == .day else {
        pieces.append(piece)
        continue
      }
      DayStretch.forEach(of: sample, .split, days: &days) { part in
        var piece = piece
        (piece.part, piece.start, piece.end) = (part.day, part.start, part.end)
        pieces.append(piece)
      }
    }
    return pieces
  }

  /// Returns the same pieces after joining those that overlap or touch and differ in nothing but
  /// their span: an instant that one source states twice counts once.
  static func joined(_ pieces: [SleepPiece]) -> [SleepPiece] {
    var joined: [SleepPiece] = []
    for piece in pieces.sorted(by: precedes) {
      if let last = joined.last, last.precedence == piece.precedence, piece.start <= last.end {
        joined[joined.count - 1].end = max(last.end, piece.end)
      } else {
        joined.append(piece)
      }
    }
    return joined
  }

  /// Numbers pieces, from 0, by the order in which they count. Only pieces that overlap, some of
  /// them by others in between, are numbered together: the numbers do not grow with the nights,
  /// because a merge of them would need time for that.
  ///
  /// - Parameter pieces: pieces in the order of `joined`, in which equal precedences follow each
  ///   other.
  static func levels(of pieces: [SleepPiece]) -> [Int] {
    let (clusters, count) = Self.clusters(of: pieces)
    var last = [Precedence?](repeating: nil, count: count)
    var levels = Array(repeating: -1, count: count)
    return zip(pieces, clusters).map { piece, cluster in
      if last[cluster] != piece.precedence {
        levels[cluster] += 1
        last[cluster] = piece.precedence
      }
      return levels[cluster]
    }
  }

  /// Returns the number of the cluster for each piece, and how many clusters there are: pieces of
  /// different clusters do not overlap.
  private static func clusters(of pieces: [SleepPiece]) -> (numbers: [Int], count: Int) {
    var numbers = Array(repeating: 0, count: pieces.count)
    var count = 0
    var reached = Int64.min
    for index in pieces.indices.sorted(by: { pieces[$0].start < pieces[$1].start }) {
      if pieces[index].start >= reached { count += 1 }
      numbers[index] = count - 1
      reached = max(reached, pieces[index].end)
    }
    return (numbers, count)
  }

  /// Orders pieces by precedence, then by time.
  private static func precedes(_ a: SleepPiece, _ b: SleepPiece) -> Bool {
    if a.precedence != b.precedence { return a.precedence < b.precedence }
    return (a.start, a.end) < (b.start, b.end)
  }

  /// A stage counts before being in bed, whatever its source. Then these decide, in this order: the
  /// rank of the source, the stage, and, where an instant lies in two sessions or on days of two
  /// zones, the earlier one.
  var precedence: Precedence {
    Precedence(
      isBed: stage == .inBed ? 1 : 0, rank: rank, stage: stage.rawValue, part: part, zone: zone)
  }

  /// The precedence among the pieces that cover an instant: the smallest counts there.
  struct Precedence: Hashable, Comparable {
    var isBed: Int
    var rank: Int
    var stage: Int
    var part: Int
    var zone: String

    static func < (a: Self, b: Self) -> Bool {
      (a.isBed, a.rank, a.stage, a.part, a.zone) < (b.isBed, b.rank, b.stage, b.part, b.zone)
    }
  }
}

/// The values of HKCategoryValueSleepAnalysis, in the order in which they count if one source has
/// several at the same instant.
///
/// Apple's documentation has stages that "overlap the in-bed sample, but they don't overlap each
/// other". If they do overlap, being awake counts first, so that sleep is never overstated. Then
/// the more detailed value counts: a known stage before sleep without one, and that before being in
/// bed.
enum SleepStage: Int, CaseIterable {
  case awake
  case deep
  case rem
  case core
  case unspecified
  case inBed

  /// Creates the stage of a sample. A value that is not known counts as sleep: each that Apple has
  /// added was a kind of it.
  init(of sample: SampleRow) {
    self = Self.known(sample) ?? .unspecified
  }

  /// Returns the stage of a sample; nil if its value is none that is known.
  static func known(_ sample: SampleRow) -> SleepStage? {
    guard sample.unit == SampleRow.none else { return nil }
    switch sample.value {
    case 0: return .inBed
    case 1: return .unspecified
    case 2: return .awake
    case 3: return .core
    case 4: return .deep
    case 5: return .rem
    default: return nil
    }
  }

  static let asleep: [SleepStage] = [.deep, .rem, .core, .unspecified]

  var isAsleep: Bool { Self.asleep.contains(self) }
}

/// Finds the nights to which sessions of sleep belong, by the clocks of the zones in which they
/// end.
///
/// A session belongs whole to one date: that of its end, from 18:00 on the next one, as in Apple's
/// Health. The night of a date is its session with most sleep, and what lies between 18:00 and noon
/// is part of it; all else are naps.
struct NightFinder {
  /// The date to which a session counts, as its night or as a nap.
  struct Place: Hashable {
    /// The day number.
    var date: Int
    var isNap: Bool
  }

  /// The longest nap, three hours: by day, a shorter sleep is a nap and no night, also if it is the
  /// only sleep of its date. Source: Oura counts sleeps of up to three hours as naps, Fitbit shows
  /// stages of longer ones alone.
  static let longestNap: Int64 = 3 * 3_600_000_000

  private let dayStarts: ClockTime
  /// The days that start when sleep begins to count to the next date.
  private var dates: DayFinder
  /// The days that start when nights do.
  private var evenings: DayFinder
  /// The days that start when nights are over.
  private var noons: DayFinder

  /// - Parameter dayStarts: the time of day from which an end belongs to the next date; if it is
  ///   before noon, the time before which an end belongs to the date before.
  init(
    _ tables: HealthTables, _ context: ViewContext, dayStarts: ClockTime
  ) throws(ProjectionError) {
    func finder(_ time: ClockTime) throws(ProjectionError) -> DayFinder {
      var context = context
      context.dayStarts = time
      return try DayFinder(tables, context)
    }
    self.dayStarts = dayStarts
    dates = try finder(dayStarts)
    evenings = try finder(.evening)
    noons = try finder(.noon)
  }

  /// Returns the place of each of some sessions.
  mutating func places(
    of sessions: [(session: SleepSessions.Session, times: SleepFold.Times)]
  ) -> [Place] {
    let dates = sessions.map { date(of: $0.session) }
    let areAtNight = zip(sessions, dates).map { isAtNight($0.session, of: $1) }
    var mains: [Int: Int] = [:]
    for (index, date) in dates.enumerated() {
      let weight = Weight(sessions[index])
      guard areAtNight[index] || weight.isLong else { continue }
      if let known = mains[date], !(Weight(sessions[known]) < weight) { continue }
      mains[date] = index
    }
    return dates.enumerated().map { index, date in
      Place(date: date, isNap: !areAtNight[index] && mains[date] != index)
    }
  }

  /// The weight of a session: the greatest of all is the night of its date.
  private struct Weight: Comparable {
    var asleep: Int64
    var inBed: Int64
    var start: Int64

    init(_ part: (session: SleepSessions.Session, times: SleepFold.Times)) {
      asleep = part.times.sum(SleepStage.asleep) ?? 0
      inBed = part.times.sum(SleepStage.allCases) ?? 0
      start = part.session.start
    }

    var isLong: Bool { (asleep > 0 ? asleep : inBed) >= NightFinder.longestNap }

    static func < (a: Self, b: Self) -> Bool {
      (a.asleep, a.inBed, b.start) < (b.asleep, b.inBed, a.start)
    }
  }

  /// Returns the date to which a session belongs.
  mutating func date(of session: SleepSessions.Session) -> Int {
    let cursor = dates.cursor(named: session.zone)
    let day = dates.day(of: session.end, cursor: cursor)
    return dayStarts < .noon ? day : Self.morning(after: day, &dates, cursor)
  }

  /// Returns whether a session lies between the evening before a date and its noon.
  private mutating func isAtNight(_ session: SleepSessions.Session, of date: Int) -> Bool {
    let cursor = evenings.cursor(named: session.zone)
    let evening = evenings.day(of: session.start, cursor: cursor)
    return Self.morning(after: evening, &evenings, cursor) == date
      && session.end <= noons.start(of: date, cursor: noons.cursor(named: session.zone))
  }

  /// Returns the date on which a day ends that starts in the afternoon or evening. The date after
  /// it may not exist in the zone, so the end of the day decides.
  private static func morning(after day: Int, _ days: inout DayFinder, _ cursor: Int) -> Int {
    let end = days.start(of: day + 1, cursor: cursor)
    return days.zone(of: cursor).localDay(of: Instant(microseconds: end))
  }
}

extension DayCalendar {
  /// Returns the time in which sleep mostly ends that belongs to the night of a date: from the
  /// evening before to its evening.
  package func night(of date: Int) -> Range<Instant> {
    let evenings = DayCalendar(zone, startsAt: .evening)
    return evenings.start(of: date - 1)..<evenings.start(of: date)
  }
}
