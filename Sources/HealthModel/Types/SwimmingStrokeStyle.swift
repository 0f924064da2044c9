/// How a length was swum: HealthKit's HKSwimmingStrokeStyle.
///
///     SwimmingStrokeStyle(rawValue: 4)?.name   // "breaststroke"
public enum SwimmingStrokeStyle: Int, Hashable, Sendable, CaseIterable {
  /// The source could not tell.
  case unknown
  /// Several in one length.
  case mixed
  /// Front crawl, mostly.
  case freestyle
  /// On the back.
  case backstroke
  /// As frogs do.
  case breaststroke
  /// Both arms at once.
  case butterfly
  /// Legs alone, with a board.
  case kickboard

  /// HealthKit's own word.
  public var name: String { String(describing: self) }
}
