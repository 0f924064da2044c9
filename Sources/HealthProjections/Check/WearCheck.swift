import HealthModel
import HealthTables
import ViewTables

extension Check {
  /// Days on which a watch was worn for a few hours only: hours of the local day with at least one
  /// heart rate or step sample of a watch. The first and the last day, which the data cuts, do not
  /// count.
  static let wear = Check(
    name: "wear", level: .note, summary: "days with few hours of heart rates or steps of a watch"
  ) { subject in
    let wear = try WearTime(&subject)
    let short = wear.days.filter { Double($0.hours) < subject.options.wearHours }
    guard let median = wear.median, !short.isEmpty else { return [] }
    return [
      CheckFinding(
        type: nil, count: short.count,
        says: .shortDays(
          hours: subject.options.wearHours, days: wear.days.count, median: median),
        lines: wear.lines,
        examples: short.prefix(subject.options.examples).map { day, hours in
          var example = CheckExample(note: "\(hours) h worn")
          example.start = .day(CivilDate(dayNumber: day))
          example.value = .whole(hours)
          example.unit = .text("h")
          return example
        })
    ]
  }
}

/// On how many hours of each day a watch wrote something.
private struct WearTime {
  /// The days between the first and the last, ascending.
  private(set) var days: [(day: Int, hours: Int)] = []
  /// The lines of the samples that tell of them.
  private(set) var lines: [UInt32] = []

  init(_ subject: inout CheckSubject) throws {
    let measured = [QuantityType.heartRate, .stepCount].map(\.identifier)
    let tables = subject.journal.tables
    // A bit for each hour; days have up to 25 of them.
    var hours: [Int: UInt32] = [:]
    for samples in subject.types where measured.contains(samples.type) {
      let order = SourceOrder(samples.type, samples.columns, in: tables)
      let isWatch = order.sources.map(\.kind.isWatch)
      for row in samples.rows where isWatch[order.rank(row, of: samples.columns)] {
        let sample = samples.columns[row]
        guard !sample.flags.contains(.userEntered), samples.length(row) <= 3_600_000_000,
          try subject.lead(of: row, in: samples) == nil
        else { continue }
        Self.mark(sample, &subject.days, &hours)
        lines.append(sample.sequence)
      }
    }
    days = hours.keys.sorted().dropFirst().dropLast().map { day in
      (day, hours[day, default: 0].nonzeroBitCount)
    }
  }

  /// Marks the hours that a sample touches.
  private static func mark(
    _ sample: SampleRow, _ finder: inout DayFinder, _ hours: inout [Int: UInt32]
  ) {
    let cursor = finder.cursor(zone: sample.zone)
    var parts: [DayStretch] = []
    DayStretch.forEach(of: sample, .split, days: &finder) { parts.append($0) }
    for part in parts {
      let start = finder.start(of: part.day, cursor: cursor)
      let first = max(0, part.start - start) / 3_600_000_000
      let last = max(first, (max(part.end - 1, part.start) - start) / 3_600_000_000)
      for hour in first...last { hours[part.day, default: 0] |= 1 << min(UInt32(hour), 31) }
    }
  }

  /// Of all days; nil: there are none.
  var median: Double? {
    let hours = days.map { Double($0.hours) }.sorted()
    return hours.isEmpty ? nil : SampleSpread.quantile(0.5, of: hours)
  }
}
