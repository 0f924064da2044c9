package import HealthModel

/// A value of a `Table`, before any format has given it a spelling.
package enum Cell: Sendable {
  /// There is no value. Never 0: a day without data is not a day without steps.
  case missing
  /// Text, trusted or not: the format escapes it.
  case text(String)
  /// A number. NaN and infinity are no numbers: formats write them as missing.
  case number(Double)
  /// A number without fraction.
  case whole(Int)
  /// A moment, with the offset of the clock there.
  case time(Timestamp)
  case day(CivilDate)
  /// A truth value: yes or no.
  case flag(Bool)
  /// HealthKit's identifier of a type or an activity; people are shown its short name.
  case identifier(String)
  /// Names, as of fields or types: for people with commas between them.
  case names([String])
  /// A list of small objects, each of named cells in order.
  case list([[(String, Cell)]])
  /// A JSON object as a line states it: canonical text, on one line.
  case json(String)

  /// The cell, or `missing` instead of a number that is not finite.
  package var finite: Cell {
    if case .number(let value) = self, !value.isFinite { return .missing }
    return self
  }

  /// Creates a cell of a number; missing if there is none.
  package init(_ number: Double?) { self = number.map { .number($0) } ?? .missing }

  /// Creates a cell of a number without fraction; missing if there is none.
  package init(whole number: Int?) { self = number.map { .whole($0) } ?? .missing }

  /// Creates a cell of text; missing if there is none.
  package init(text: String?) { self = text.map { .text($0) } ?? .missing }

  /// Creates a cell of an identifier; missing if there is none.
  package init(identifier: String?) { self = identifier.map { .identifier($0) } ?? .missing }

  /// Creates a cell of a moment; missing if there is none.
  package init(time: Timestamp?) { self = time.map { .time($0) } ?? .missing }

  /// Creates a cell of a moment on the clock of UTC; missing if there is none.
  package init(utc instant: Instant?) {
    self.init(time: instant.map { Timestamp(instant: $0, offsetMinutes: 0) })
  }
}

extension Cell {
  /// The day that it names, or that its time lies on.
  package var date: CivilDate? {
    switch self {
    case .day(let day): day
    case .time(let time): time.date
    default: nil
    }
  }

  /// Returns the moment that it names, or the first one of its day, in microseconds.
  func moment(in calendar: DayCalendar) -> Int64? {
    switch self {
    case .time(let time): time.instant.microseconds
    case .day(let day): calendar.start(of: day.dayNumber).microseconds
    default: nil
    }
  }
}

extension Cell: Equatable {
  /// Returns true if both hold the same value of the same kind: `.whole(1)` is not `.number(1)`.
  package static func == (left: Cell, right: Cell) -> Bool {
    switch (left, right) {
    case (.missing, .missing): true
    case (.text(let left), .text(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.whole(let left), .whole(let right)): left == right
    case (.time(let left), .time(let right)): left == right
    case (.day(let left), .day(let right)): left == right
    case (.flag(let left), .flag(let right)): left == right
    case (.identifier(let left), .identifier(let right)): left == right
    case (.names(let left), .names(let right)): left == right
    case (.list(let left), .list(let right)): left.elementsEqual(right, by: areEqual)
    case (.json(let left), .json(let right)): left == right
    case (.missing, _), (.text, _), (.number, _), (.whole, _), (.time, _), (.day, _), (.flag, _),
      (.identifier, _), (.names, _), (.list, _), (.json, _):
      false
    }
  }

  private static func areEqual(_ left: [(String, Cell)], _ right: [(String, Cell)]) -> Bool {
    left.elementsEqual(right) { $0.0 == $1.0 && $0.1 == $1.1 }
  }
}

extension Content {
  /// Returns the value as rows show it; missing where there is none.
  ///
  /// - Parameter catalogue: the types of the journal.
  package func valueCell(_ catalogue: JournalTypes) -> Cell {
    switch self {
    case .quantity(let sample): return .number(sample.value)
    case .category(let sample):
      switch sample.value {
      case .name(let name): return .text(name)
      case .code(let code):
        guard case .category(let type)? = catalogue.find(sample.type),
          let value = type.value(rawValue: code)
        else { return .whole(code) }
        return .text(value.name)
      }
    case .workout(let workout): return .number(workout.duration)
    case .characteristic(let trait): return .text(trait.value)
    case .summary(let summary): return .text(summary.date)
    case .correlation, .document: return .missing
    }
  }

  /// The unit of that value; missing if it has none.
  package var unitCell: Cell {
    switch self {
    case .quantity(let sample): .text(sample.unit)
    case .workout: .text("s")
    case .category, .correlation, .characteristic, .summary, .document: .missing
    }
  }
}
