package import HealthModel

/// The days that a report is about, and those that it compares them with.
package struct ReportPeriod: Hashable, Sendable {
  /// The days, as numbers since 1970-01-01; at least one.
  package let days: Range<Int>

  /// These days.
  package init(_ days: Range<Int>) {
    precondition(!days.isEmpty, "a report is about a day at least")
    self.days = days
  }

  /// How long a period is that ends with a day.
  package enum Length: String, CaseIterable, Sendable {
    /// A month.
    case month
    /// A year.
    case year

    fileprivate var months: Int { self == .month ? 1 : 12 }
  }

  /// The period of a length up to a day, the day included.
  package init(_ length: Length, endingWith day: CivilDate) {
    let end = day.adding(days: 1)
    self.init(end.adding(months: -length.months).dayNumber..<end.dayNumber)
  }

  /// Its first day.
  var first: CivilDate { CivilDate(dayNumber: days.lowerBound) }
  /// Its last day.
  var last: CivilDate { CivilDate(dayNumber: days.upperBound - 1) }

  /// The period directly before it: as many months where it is whole months, else as many days.
  package var before: ReportPeriod {
    let (start, end) = (first, CivilDate(dayNumber: days.upperBound))
    let months = end.monthNumber - start.monthNumber
    guard start.day == end.day, months > 0 else {
      return ReportPeriod(days.lowerBound - days.count..<days.lowerBound)
    }
    return ReportPeriod(start.adding(months: -months).dayNumber..<days.lowerBound)
  }

  /// Some of its days that are drawn, or shown in a row, together.
  struct Part: Hashable {
    /// As numbers since 1970-01-01.
    var days: Range<Int>

    var first: CivilDate { CivilDate(dayNumber: days.lowerBound) }
    var last: CivilDate { CivilDate(dayNumber: days.upperBound - 1) }
  }

  /// How long parts are.
  enum Step {
    case day
    case week
    case month

    /// The one of three that is about such parts.
    func choice<Choice>(_ day: Choice, _ week: Choice, _ month: Choice) -> Choice {
      switch self {
      case .day: day
      case .week: week
      case .month: month
      }
    }
  }

  /// What a point of a drawing stands for.
  var drawn: Step { days.count <= 400 ? .day : days.count <= 4000 ? .week : .month }

  /// What a row of a table stands for.
  var tabled: Step { days.count <= 35 ? .day : days.count <= 130 ? .week : .month }

  /// Its days, weeks or months; the first and the last may be cut off.
  func parts(_ step: Step, weekStarts: Weekday) -> [Part] {
    DaySteps(step.choice(.day, .week, .month), near: days.lowerBound, weekStarts).steps(of: days)
      .map { Part(days: $0.clamped(to: days)) }
  }
}

extension ReportPeriod: CustomStringConvertible {
  /// Its first and its last day: `2025-11-20 to 2026-11-19`.
  package var description: String { "\(first) to \(last)" }
}
