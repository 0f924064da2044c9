/// One length of a pool, or one lap of open water, as a swimming workout's lap event tells of it.
///
///     let swim = try await store.swims()[0]
///     swim.lengths[3].style     // .breaststroke
///     swim.lengths[3].pace      // 157.1: seconds for 100 m
///     swim.sets[0].lengths      // those up to the first long rest
public struct SwimLength: Hashable, Sendable {
  /// Which of the swim, from 1 on.
  public var number: Int
  /// Which set of the swim it belongs to, from 1 on.
  public var set: Int
  /// From when to when.
  public var span: TimeSpan
  /// Seconds under way; pauses excluded where the source marked only its end.
  public var duration: Double
  /// Metres.
  public var metres: Double?
  /// How it was swum.
  public var style: SwimmingStrokeStyle?
  /// Strokes; a fraction where a sample spans several lengths.
  public var strokes: Double?
  /// The SWOLF score that the source stated.
  public var statedSWOLF: Double?
  /// Seconds of rest before the next length; nil for the last one.
  public var rest: Double?

  /// A length of which no figure but its time is known.
  public init(number: Int, set: Int, span: TimeSpan, duration: Double) {
    self.number = number
    self.set = set
    self.span = span
    self.duration = duration
  }

  /// Seconds for 100 metres.
  public var pace: Double? { swimmingPace(duration, metres) }

  /// The score that the source stated, else seconds and strokes. It is that of this length,
  /// whatever the length of the pool, as Apple's watches state it.
  public var swolf: Double? { statedSWOLF ?? strokes.map { duration + $0 } }
}

/// Lengths of a swim without a long rest between them.
public struct SwimSet: Hashable, Sendable {
  /// Which of the swim, from 1 on.
  public var number: Int
  /// Its lengths, in order; at least one.
  public var lengths: [SwimLength]

  /// Seconds under way, rests excluded.
  public var duration: Double { lengths.total(\.duration) ?? 0 }

  /// Metres; nil where those of a length are not known.
  public var metres: Double? { lengths.total(\.metres) }

  /// Strokes; nil where those of a length are not known.
  public var strokes: Double? { lengths.total(\.strokes) }

  /// Seconds for 100 metres, rests excluded.
  public var pace: Double? { swimmingPace(duration, metres) }

  /// The average score of the lengths that have one.
  public var swolf: Double? { lengths.averageSWOLF }

  /// How the lengths were swum, each style once, in the order of its first length.
  public var styles: [SwimmingStrokeStyle] { lengths.styles }

  /// Seconds of rest before the next set; nil for the last one.
  public var rest: Double? { lengths.last?.rest }
}

extension [SwimLength] {
  /// The sets that they make, in order.
  public var sets: [SwimSet] {
    var sets: [SwimSet] = []
    for length in self {
      if sets.last?.number == length.set {
        sets[sets.count - 1].lengths.append(length)
      } else {
        sets.append(SwimSet(number: length.set, lengths: [length]))
      }
    }
    return sets
  }

  /// Each style once, in the order of its first length.
  var styles: [SwimmingStrokeStyle] {
    var seen: Set<SwimmingStrokeStyle> = []
    return compactMap(\.style).filter { seen.insert($0).inserted }
  }

  /// The average score of those that have one.
  var averageSWOLF: Double? {
    let scores = compactMap(\.swolf)
    return scores.exactSum.map { $0 / Double(scores.count) }
  }

  /// All rests between them; nil for fewer than two.
  var rest: Double? { compactMap(\.rest).exactSum }

  /// The sum of a figure; nil where one of them does not have it.
  fileprivate func total(_ figure: (SwimLength) -> Double?) -> Double? {
    let known = compactMap(figure)
    return known.count == count ? known.exactSum : nil
  }
}

extension [Double] {
  fileprivate var exactSum: Double? { isEmpty ? nil : ExactSum(self).value }
}

/// Seconds for 100 metres.
func swimmingPace(_ seconds: Double, _ metres: Double?) -> Double? {
  guard let metres, metres > 0, seconds > 0 else { return nil }
  return seconds / metres * 100
}
