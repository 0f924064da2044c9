/// Why the figures of a swim or a run are refused: no person can reach them. They are typing
/// errors, and all that is computed from them would be wrong.
public enum FigureProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A figure is outside its range.
  case outOfRange(figure: String, range: String)
  /// A swim is longer than the time from its start to its end.
  case longerThanSpan
  /// The energy is stated, and to be computed from a pace factor too.
  case energyTwice
  /// A run ends as it starts, or before.
  case noTime
  /// A run lasts longer than this many minutes.
  case tooLong(minutes: Int)

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .outOfRange(let figure, let range): "\(figure) must be \(range)"
    case .longerThanSpan: "the minutes are more than there are from start to end"
    case .energyTwice: "a pace factor and kilocalories go not together: one gives the other"
    case .noTime: "a run ends after it starts"
    case .tooLong(let minutes): "a run lasts \(minutes) minutes at most"
    }
  }

  /// Checks a figure where there is one.
  static func require(
    _ figure: String, _ value: Double?, _ range: String, _ isRight: (Double) -> Bool
  ) throws(FigureProblem) {
    guard let value, !isRight(value) else { return }
    throw .outOfRange(figure: figure, range: range)
  }
}
