/// A day of the week, as ISO 8601 counts them.
///
/// `Weekday.sunday.rawValue` is `7`.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
  /// 1.
  case monday = 1
  /// 2.
  case tuesday
  /// 3.
  case wednesday
  /// 4.
  case thursday
  /// 5.
  case friday
  /// 6.
  case saturday
  /// 7.
  case sunday

  /// The English name in small letters.
  ///
  /// `Weekday.monday.name` is `"monday"`.
  public var name: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  /// The day of this English name, or of its first three letters; nil where there is none.
  ///
  /// `Weekday(name: "mon")` is Monday.
  public init?(name: some StringProtocol) {
    guard let day = Self.allCases.first(where: { $0.name == name || $0.name.prefix(3) == name })
    else { return nil }
    self = day
  }

  /// How many days before a date it was this day last, the date itself included: 0 to 6.
  ///
  /// `Weekday.monday.daysBefore(date)` is `4` of a Friday.
  public func daysBefore(_ date: CivilDate) -> Int { (date.weekday - rawValue + 7) % 7 }
}
