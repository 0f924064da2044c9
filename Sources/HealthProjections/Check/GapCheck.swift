import ByteTools
import HealthModel
import HealthTables
import ViewTables

extension Check {
  /// Days without a sample of a type that has some on nearly every other day.
  static let gaps = Check(
    name: "gaps", level: .note, summary: "days without samples of types that are otherwise daily"
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
}

/// The days between the first and the last sample of a type that have none.
private struct Gaps {
  /// Day numbers, ascending.
  private(set) var all: [Range<Int>] = []
  private var count = 0

  init(_ samples: CheckSubject.TypeRows, _ subject: inout CheckSubject) throws {
    var days: Set<Int> = []
    for row in samples.rows where try subject.lead(of: row, in: samples) == nil {
      DayStretch.forEach(of: samples.columns[row], .split, days: &subject.days) {
        days.insert($0.day)
      }
    }
    let sorted = days.sorted()
    count = sorted.count
    for (day, next) in zip(sorted, sorted.dropFirst()) where next > day + 1 {
      all.append(day + 1..<next)
    }
  }

  /// Whether a day with samples is mostly followed by another: a week of days at least, and a gap
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
