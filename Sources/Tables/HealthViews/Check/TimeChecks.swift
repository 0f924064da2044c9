import ByteTools
import HealthEvents
import HealthModel
package import HealthTables
import JournalFile

extension Check {
  /// Samples without length of types that are measured over time, whose start has a fraction of a
  /// second. A sample that a person typed in has only the moment that the person gave, which is no
  /// fault.
  static let zeroLength = Check(
    name: "zeroLength", level: .problem,
    summary: "samples of no length, not at a whole second, of types that are measured over time"
  ) { subject in
    // Of a parameter that may change, each call would make a copy.
    let subject = subject
    return try subject.findings(.withoutLength) { samples, row in
      subject.lacksLength(row, of: samples) && !samples.startsOnSecond(row)
    } note: { _, _ in
      "starts and ends at once"
    }
  }

  /// The check for no length at a whole second: exports cut times to seconds, so a sample of less
  /// than a second begins and ends at once.
  static let wholeSecond = Check(
    name: "wholeSecond", level: .note,
    summary: "samples of no length at a whole second; exports cut times to whole seconds"
  ) { subject in
    let subject = subject
    return try subject.findings(.inOneSecond) { samples, row in
      subject.lacksLength(row, of: samples) && samples.startsOnSecond(row)
    } note: { _, _ in
      "starts and ends in one second"
    }
  }

  /// Samples that last longer than any of their type can, and workouts that state more active time,
  /// of the whole or of a part, than there is.
  static let absurdLength = Check(
    name: "absurdLength", level: .problem,
    summary: "samples longer than their type allows; workouts that state more time than they span"
  ) { subject in
    try impossibleWorkouts(subject)
      + subject.findings(.tooLong) { samples, row in
        samples.longest.map { samples.length(row) > $0 } ?? false
      } note: { samples, row in
        SampleLength.excessiveLength(samples.length(row), beyond: samples.longest)
      }
  }

  private static func impossibleWorkouts(_ subject: CheckSubject) -> [CheckFinding] {
    let found = subject.workouts.compactMap { listed in
      ([listed.leg.workout] + listed.leg.workout.parts).first { $0.possibleDuration == nil }
        .map { (listed, $0) }
    }
    if found.isEmpty { return [] }
    return [
      CheckFinding(
        type: WorkoutContent.type, count: found.count, says: .longerThanSpan,
        lines: found.map(\.0.row.sequence),
        examples: found.prefix(subject.options.examples).map { listed, part in
          let words = [part.duration, part.span.duration].map(LengthWords.ofSeconds)
          return subject.example(listed, note: "states \(words[0]) within \(words[1])")
        })
    ]
  }

  /// Samples that start after they were known: after the line was recorded, or after the date that
  /// the imported file gives itself.
  static let future = Check(
    name: "future", level: .problem,
    summary: "samples that start after they were recorded, or after the export that contains them"
  ) { subject in
    var found: [CheckFinding] = []
    for samples in subject.types {
      let ahead = try subject.ahead(of: samples)
      guard !ahead.isEmpty else { continue }
      found += try subject.findings(.ahead, of: [samples]) { _, row in
        ahead.contains(row)
      } note: { [subject] samples, row in
        let known = try subject.times.known(samples.columns.sequences[row]).microseconds
        return "\(LengthWords.of(samples.columns.starts[row] - known)) ahead"
      }
    }
    return found
  }

  /// The check for samples that were recorded long after their end. Imported samples are always
  /// recorded late, so for them the date counts on which the source created the sample; a sample
  /// without such a date is left out.
  static let late = Check(
    name: "late", level: .note,
    summary: "samples recorded (if imported: created) long after their end"
  ) { subject in
    let hours = subject.options.lateHours
    let times = try subject.times
    return try subject.types.flatMap { [subject] samples in
      let columns = samples.columns
      let created = try subject.creationTimes(of: samples, in: times)
      return try subject.findings(.late(hours: hours), of: [samples]) { _, row in
        let (sequence, end) = (columns.sequences[row], columns.ends[row])
        guard times.importing(sequence) != nil else {
          return try times.isRecorded(sequence, moreThan: hours * 3.6e9, after: end)
        }
        return created[columns.uuids[row]].map { Double($0 - end) > hours * 3.6e9 } ?? false
      } note: { _, row in
        let created = created[columns.uuids[row]]
        let arrived = try created ?? times.recorded(columns.sequences[row]).microseconds
        return "\(LengthWords.of(arrived - columns.ends[row])) later"
      }
    }
  }

  /// Days without a sample of a type that has some on nearly every other day.
  static let gaps = Check(
    name: "gaps", level: .note,
    summary: "days without samples of types that otherwise have samples every day"
  ) { subject in
    var findings: [CheckFinding] = []
    for samples in subject.types {
      let gaps = try Gaps(samples, &subject)
      guard gaps.isDaily, !gaps.all.isEmpty else { continue }
      let days = gaps.all.reduce(0) { $0 + $1.count }
      findings.append(
        CheckFinding(
          type: samples.type, count: days,
          says: .gaps(gaps.all.count),
          examples: gaps.longest.prefix(subject.options.examples).map(\.example)))
    }
    return findings
  }

  /// Days on which a watch was worn for a few hours only: hours of the local day with at least one
  /// heart rate or step sample of a watch. The first and the last day, which the data cuts, do not
  /// count.
  static let wear = Check(
    name: "wear", level: .note,
    summary: "days on which a watch has heart rates or steps for only a few hours",
    join: { parts, options in shortDays(parts.flatMap(\.self), options) }
  ) { subject in
    try subject.types.filter { WearTime.measured.contains($0.type) }
      .map { try WearTime($0, &subject).finding }
  }

  /// - Parameter found: the hours with samples of each type.
  private static func shortDays(
    _ found: [CheckFinding], _ options: CheckOptions
  ) -> [CheckFinding] {
    let wear = WornDays(found)
    let short = wear.days.filter { Double($0.hours) < options.wearHours }
    guard let median = wear.median, !short.isEmpty else { return [] }
    return [
      CheckFinding(
        type: nil, count: short.count,
        says: .shortDays(hours: options.wearHours, days: wear.days.count, median: median),
        lines: found.flatMap(\.lines),
        examples: short.prefix(options.examples).map { day, hours in
          var example = CheckExample(note: "\(hours) h worn")
          example.start = .day(CivilDate(dayNumber: day))
          example.value = .whole(hours)
          example.unit = .text("h")
          return example
        })
    ]
  }

  /// Samples and workouts that name a zone which the system does not know.
  static let zones = Check(
    name: "zones", level: .note,
    summary: "samples and workouts that name a time zone unknown on this system",
    join: { parts, options in
      var found: [String: CheckFinding] = [:]
      for finding in (parts.dropFirst() + parts.prefix(1)).joined() {
        guard case .unknownZone(let name, _) = finding.says else { continue }
        let known = found[name]
        var joined = known ?? finding
        if known != nil {
          joined.count += finding.count
          joined.lines += finding.lines
          joined.examples = Array((joined.examples + finding.examples).prefix(options.examples))
        }
        found[name] = joined
      }
      return found.sorted { $0.key < $1.key }.map(\.value)
    }
  ) { subject in
    var found: [String: CheckFinding] = [:]
    let zone = subject.days.zone(of: 0).name
    func note(_ name: String, _ line: UInt32, _ example: @autoclosure () -> CheckExample) {
      var finding =
        found[name]
        ?? CheckFinding(count: 0, says: .unknownZone(name, used: zone), examples: [])
      finding.count += 1
      finding.lines.append(line)
      if finding.examples.count < subject.options.examples { finding.examples.append(example()) }
      found[name] = finding
    }
    let names = subject.journal.tables.zones.names
    for samples in subject.types {
      for row in samples.rows {
        let zone = samples.columns.zone(row)
        guard zone != SampleRow.none, subject.days.unknownNames.contains(names[Int(zone)])
        else { continue }
        note(
          names[Int(zone)], samples.columns.sequences[row], subject.example(row, of: samples))
      }
    }
    for listed in subject.workouts {
      guard let zone = listed.object.metadata.timeZone, subject.isUnknown(zone) else { continue }
      note(zone, listed.row.sequence, subject.example(listed))
    }
    return Array(found.values)
  }
}

extension CheckSubject {
  /// Returns true if a sample has no length though its type is measured over time, and no person
  /// typed it in.
  fileprivate func lacksLength(_ row: Int, of samples: TypeRows) -> Bool {
    samples.hasDuration && samples.length(row) == 0
      && !samples.columns.flags[row].contains(.userEntered)
      && !journal.tables.isByHand(samples.columns.provenance(row))
  }
}

extension CheckSubject.TypeRows {
  /// Returns true if a row starts on a whole second.
  fileprivate func startsOnSecond(_ row: Int) -> Bool { columns.starts[row] % 1_000_000 == 0 }
}

/// The lengths of samples of a type.
enum SampleLength {
  /// Cumulative types whose samples have no length: a dose, a drink, a fall. Apple's phones write
  /// most flights of stairs in real exports without length too.
  private static let events: Set = [
    "HKQuantityTypeIdentifierFlightsClimbed",
    "HKQuantityTypeIdentifierInhalerUsage", "HKQuantityTypeIdentifierInsulinDelivery",
    "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages",
    "HKQuantityTypeIdentifierNumberOfTimesFallen",
  ]

  /// The categories that last for a time.
  private static let stretches: Set = [
    "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryTypeIdentifierMindfulSession",
    "HKCategoryTypeIdentifierAppleStandHour",
  ]

  /// Returns true if a sample without a length has no meaning: of types that add up over time, and
  /// of those for which HealthKit itself demands a length.
  static func hasDuration(_ type: String) -> Bool {
    if case .quantity(let known)? = TypeCatalogue.find(type), known.isMinimumDurationRestricted {
      return true
    }
    return stretches.contains(type) || isMeasuredOverTime(type)
  }

  private static func isMeasuredOverTime(_ type: String) -> Bool {
    JournalTypes().isCumulative(type) && !events.contains(type)
      && !type.hasPrefix("HKQuantityTypeIdentifierDietary")
  }

  /// Returns the length of a sample in words if it is longer than its type allows; otherwise nil.
  static func excessiveLength(_ length: Int64, beyond longest: Int64?) -> String? {
    guard let longest, length > longest else { return nil }
    return "\(LengthWords.of(length)) long"
  }

  private static let day: Int64 = 86_400_000_000

  /// Returns the greatest length in microseconds; nil: any.
  ///
  /// A sample of a cumulative type lasts at most a day: a longer one hides on which day the amount
  /// came. The longest measurement of other quantities is that of a week, as of atrial fibrillation
  /// burden (Apple's documentation: calculated once a week); clocks may change meanwhile. Symptoms
  /// and pregnancies have no limit.
  static func longest(_ type: String) -> Int64? {
    if stretches.contains(type) { return day }
    guard case .quantity? = TypeCatalogue.find(type) else { return nil }
    // A day may have 25 hours.
    return JournalTypes().isCumulative(type) ? day + day / 24 : 8 * day
  }
}

extension CheckSubject {
  /// Returns the times in microseconds at which the sources of imported samples created them, by
  /// uuid, of those that may be late.
  fileprivate func creationTimes(
    of samples: TypeRows, in times: RecordedTimes
  ) throws -> [ObjectUUID: Int64] {
    if times.imports.isEmpty { return [:] }
    let columns = samples.columns
    let lines = samples.rows.lazy.filter { row in
      (options.lateHours < 24 || columns.flags[row].contains(.madeLate))
        && times.importing(columns.sequences[row]) != nil
    }.map { UInt64(columns.sequences[$0]) }.sorted()
    var created: [ObjectUUID: Int64] = [:]
    for first in stride(from: 0, to: lines.count, by: Self.linesAtOnce) {
      let some = lines[first..<min(first + Self.linesAtOnce, lines.count)]
      for object in try journal.objects(inLines: some).values.joined().map(\.value) {
        guard let time = object.created?.instant, let end = object.content.span?.end.instant,
          time.seconds(since: end) > options.lateHours * 3600
        else { continue }
        created[object.uuid] = time.microseconds
      }
    }
    return created
  }

  /// The number of lines whose objects are in memory together.
  private static let linesAtOnce = 4096
}

/// The days between the first and the last sample of a type that have none.
private struct Gaps {
  /// The day numbers, ascending.
  private(set) var all: [Range<Int>] = []
  private var count = 0

  init(_ samples: CheckSubject.TypeRows, _ subject: inout CheckSubject) throws {
    var (days, last) = (Set<Int>(), Int.min)
    let (ahead, columns) = (try subject.ahead(of: samples), samples.columns)
    for row in samples.rows where !ahead.contains(row) {
      DayStretch.forEach(
        columns.starts[row], columns.ends[row], zone: columns.zone(row), .split,
        days: &subject.days
      ) { stretch in
        if stretch.day != last { days.insert(stretch.day) }
        last = stretch.day
      }
    }
    let sorted = days.sorted()
    count = sorted.count
    for (day, next) in zip(sorted, sorted.dropFirst()) where next > day + 1 {
      all.append(day + 1..<next)
    }
  }

  /// True if a day with samples is mostly followed by another: a week of days at least, and a gap
  /// after at most one day in four.
  var isDaily: Bool { count >= 7 && all.count * 4 <= count - 1 }

  /// The longest first, then the earliest.
  var longest: [Range<Int>] {
    all.sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
  }
}

extension Range<Int> {
  fileprivate var example: CheckExample {
    var example = CheckExample(note: counted(count, "day"))
    example.start = .day(CivilDate(dayNumber: lowerBound))
    example.end = .day(CivilDate(dayNumber: upperBound - 1))
    return example
  }
}

/// The hours of each day in which a watch wrote samples of a type.
private struct WearTime {
  /// The types that show it.
  static let measured = Set([QuantityType.heartRate, .stepCount].map(\.identifier))

  /// By day a bit for each hour; days have up to 25 of them.
  private var hours: [Int: UInt32] = [:]
  /// The lines of the samples that show the days.
  private var lines: [UInt32] = []
  /// The day of the last sample, by its calendar, and its start in microseconds.
  private var last = (day: Int.min, cursor: 0, start: Int64(0))

  init(_ samples: CheckSubject.TypeRows, _ subject: inout CheckSubject) throws {
    let (ahead, columns) = (try subject.ahead(of: samples), samples.columns)
    let order = SourceOrder(samples.type, columns, in: subject.journal.tables)
    let isWatch = order.sources.map(\.kind.isWatch)
    for row in samples.rows where isWatch[order.rank(row, of: columns)] {
      guard !columns.flags[row].contains(.userEntered), samples.length(row) <= 3_600_000_000,
        !ahead.contains(row)
      else { continue }
      mark(columns.starts[row], columns.ends[row], columns.zone(row), &subject.days)
      lines.append(columns.sequences[row])
    }
  }

  /// The same as a finding, to be joined with those of other types.
  var finding: CheckFinding {
    CheckFinding(
      count: 0, says: .shortDays(hours: 0, days: 0, median: 0), lines: lines, examples: [],
      hours: hours)
  }

  /// Marks the hours that a sample touches.
  private mutating func mark(
    _ start: Int64, _ end: Int64, _ zone: UInt32, _ finder: inout DayFinder
  ) {
    if let whole = DayStretch.whole(start, end, zone: zone, days: &finder) {
      return mark(whole, finder.cursor(zone: zone), &finder)
    }
    for part in DayStretch.stretches(start, end, zone, .split, &finder) {
      mark(part, finder.cursor(zone: zone), &finder)
    }
  }

  private mutating func mark(_ part: DayStretch, _ cursor: Int, _ finder: inout DayFinder) {
    if last.day != part.day || last.cursor != cursor {
      last = (part.day, cursor, finder.start(of: part.day, cursor: cursor))
    }
    let first = max(0, part.start - last.start) / 3_600_000_000
    let end = max(first, (max(part.end - 1, part.start) - last.start) / 3_600_000_000)
    for hour in first...end { hours[part.day, default: 0] |= 1 << min(UInt32(hour), 31) }
  }
}

/// The days on which a watch wrote something.
private struct WornDays {
  /// The days between the first and the last, ascending.
  private(set) var days: [(day: Int, hours: Int)] = []

  /// - Parameter found: the hours with samples of each type.
  init(_ found: [CheckFinding]) {
    var hours: [Int: UInt32] = [:]
    for finding in found { hours.merge(finding.hours) { $0 | $1 } }
    days = hours.keys.sorted().dropFirst().dropLast().map { day in
      (day, hours[day, default: 0].nonzeroBitCount)
    }
  }

  /// The median length of all days; nil if there are none.
  var median: Double? {
    let hours = days.map { Double($0.hours) }.sorted()
    return hours.isEmpty ? nil : SampleSpread.quantile(0.5, of: hours)
  }
}

/// Time zones that samples name and this system does not know: their days are those of the
/// journal's zone, which figures do not show.
package struct UnknownZones: Sendable {
  /// The number of samples that name each zone.
  private var counts: [String: Int] = [:]

  /// Counts the zones of the samples that the query of a context shows; without a query, of all.
  package init(of journal: ReplayedJournal, in context: ViewContext = ViewContext()) throws {
    let tables = journal.tables
    let unknown = try Self.names(in: tables, context)
    guard !unknown.isEmpty else { return }
    var selection = try SampleSelection(context.query, journal)
    for type in context.query.namedTypes(in: tables) {
      guard let columns = tables.columns(of: type),
        columns.known.contains(where: { unknown[$0.zone] != nil })
      else { continue }
      for row in try selection.rows(of: type) {
        if let name = unknown[columns.zone(row)] { counts[name, default: 0] += 1 }
      }
    }
  }

  /// Returns the zones of the tables that are not known, by number.
  private static func names(
    in tables: HealthTables, _ context: ViewContext
  ) throws -> [UInt32: String] {
    guard !tables.zones.names.isEmpty else { return [:] }
    let names = try DayFinder(tables, context).unknownNames
    let numbers = tables.zones.names.enumerated().filter { names.contains($0.element) }
    return Dictionary(uniqueKeysWithValues: numbers.map { (UInt32($0.offset), $0.element) })
  }

  /// Returns the remarks on the zones, zone by zone.
  ///
  /// - Parameter zone: the zone whose days count in their place.
  package func sentences(daysOf zone: String) -> [String] {
    counts.sorted { $0.key < $1.key }.map { name, count in
      "\(counted(count, "sample")) "
        + CheckStatement.unknownZone(name, used: zone).description
    }
  }
}

extension View {
  /// Returns what is said of samples among those that were asked for whose own zone is not known.
  func zoneRemarks(_ request: inout ViewRequest) throws -> [String] {
    guard !request.values.has(.timeZone), !request.tables.zones.names.isEmpty else { return [] }
    var context = try request.context()
    if !reads.isAsked { context.query.types = reads.ofDates }
    if isOfOneDay, context.query.hasNoWindow {
      let date = try request.day(.on)
      context.query.show(date.dayNumber, of: try context.calendar(of: request.tables))
    }
    return try UnknownZones(of: request.journal, in: context)
      .sentences(daysOf: request.timeZone)
  }
}
