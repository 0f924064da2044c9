/// A swim in a pool as a person logs it.
///
///     let swim = Swim(laps: 24, metresPerLap: 50, minutes: 40, pace: 6, span: span)
///     swim.metres                          // 1200
///     swim.kilocalories(kilograms: 70)     // 280
public struct Swim: Hashable, Sendable {
  /// The number of laps.
  public var laps: Int
  /// The length of a lap in metres.
  public var metresPerLap: Double
  /// The active time in minutes.
  public var minutes: Double
  /// The pace factor: kilocalories per kilogram and hour.
  public var pace: Double?
  /// The energy in kilocalories, if it is known without a weight.
  public var kilocalories: Double?
  /// The time from start to end.
  public var span: TimeSpan

  /// Creates a swim of these figures.
  public init(
    laps: Int, metresPerLap: Double = 25, minutes: Double, pace: Double? = nil,
    kilocalories: Double? = nil, span: TimeSpan
  ) {
    self.laps = laps
    self.metresPerLap = metresPerLap
    self.minutes = minutes
    self.pace = pace
    self.kilocalories = kilocalories
    self.span = span
  }

  /// The length of all laps together in metres.
  public var metres: Double { Double(laps) * metresPerLap }

  /// Returns the stated energy, else kg × pace × hours; nil if neither is known.
  package func kilocalories(kilograms: Double?) -> Double? {
    if let kilocalories { return kilocalories }
    guard let kilograms, let pace else { return nil }
    return kilograms * pace * minutes / 60
  }

  /// Checks that a person can have swum this: 1 to 100,000 laps of up to 100 km, 0.1 to 10,000
  /// minutes within the span, a pace factor up to 100 or up to 100,000 kcal, not both.
  ///
  /// - Throws: the first `FigureProblem`, by the name of the property.
  package func check() throws(FigureProblem<Rule>) {
    try FigureProblem<Rule>.require("laps", Double(laps), "1 to 100000") { 1...100_000 ~= $0 }
    try FigureProblem<Rule>.require("minutes", minutes, "0.1 to 10000") { 0.1...10_000 ~= $0 }
    try FigureProblem<Rule>.require("metresPerLap", metresPerLap, "more than 0, up to 100000") {
      $0 > 0 && $0 <= 100_000
    }
    try FigureProblem<Rule>.require("pace", pace, "more than 0, up to 100") { $0 > 0 && $0 <= 100 }
    try FigureProblem<Rule>.require("kilocalories", kilocalories, "0 to 100000") {
      0...100_000 ~= $0
    }
    guard pace == nil || kilocalories == nil else { throw .rule(.energyTwice) }
    // One second is tolerated, because a person types minutes.
    guard span.duration < 0 || minutes * 60 <= span.duration + 1 else {
      throw .rule(.longerThanSpan)
    }
  }

  /// The rules that the figures of a swim must keep together.
  public enum Rule: String, Hashable, Sendable {
    /// It is longer than the time from its start to its end.
    case longerThanSpan = "the minutes are more than there are from start to end"
    /// The energy is stated, and to be computed from a pace factor too.
    case energyTwice = "a pace factor and kilocalories go not together: one gives the other"
  }

  /// Returns the workout and, if the energy is known, its energy sample: they belong together in
  /// one event.
  ///
  /// - Parameters:
  ///   - kilocalories: the energy of both; nil: it is not known, and the workout stands alone.
  ///   - workout: the identity of the workout.
  ///   - energy: the identity of the energy sample.
  package func objects(
    kilocalories: Double?, workout: ObjectUUID, energy: ObjectUUID
  ) -> [HealthObject] {
    var metadata = Metadata()
    metadata[MetadataName.lapLength] = .quantity(metresPerLap, unit: "m")
    metadata[MetadataName.swimmingLocationType] = .number(1)
    metadata[MetadataName.laps] = .number(Double(laps))
    if let pace { metadata[MetadataName.paceFactor] = .number(pace) }
    var whole = WorkoutContent(
      activity: WorkoutActivityType.swimming.exportName, span: span, duration: minutes * 60,
      totals: [.totalDistance: Amount(metres, "m")])
    guard let kilocalories else {
      return [HealthObject(uuid: workout, content: .workout(whole), metadata: metadata)]
    }
    whole.totals[.totalEnergyBurned] = Amount(kilocalories, "kcal")
    let burned = QuantityContent(
      type: QuantityType.activeEnergyBurned.identifier, span: span, value: kilocalories,
      unit: "kcal")
    let link = Metadata.Entry(MetadataName.swimSession, .string(workout.description))
    return [
      HealthObject(uuid: workout, content: .workout(whole), metadata: metadata),
      HealthObject(uuid: energy, content: .quantity(burned), metadata: Metadata([link])),
    ]
  }
}

/// A row of the swim log: a logged swim or an imported swimming workout. A figure that is not known
/// is nil.
public struct LoggedSwim: Hashable, Sendable {
  /// The local day on which it began.
  public var date: CivilDate
  /// The time from start to end.
  public var span: TimeSpan
  /// The number of laps.
  public var laps: Double?
  /// The length of a lap in metres.
  public var metresPerLap: Double?
  /// The whole distance in metres.
  public var metres: Double?
  /// Active time in seconds, as stated.
  public var totalTime: Double
  /// The active time as totals count it; nil if the stated time is longer than the time between
  /// start and end.
  public var possibleTime: Double?
  /// The number of strokes of the whole swim.
  public var strokes: Double?
  /// The SWOLF score that the source stated.
  public var statedSWOLF: Double?
  /// The energy burned, in kilocalories.
  public var kilocalories: Double?
  /// The factor from which the energy was computed, in kilocalories per kilogram and hour.
  public var factor: Double?
  /// The name of the source.
  public var source: String
  /// The identity of the workout.
  public var uuid: ObjectUUID
  /// 2, 3 … where its workout is a further copy of one that was saved before it: of the same
  /// activity, source, start and end.
  public var copy: Int?
  /// The workout that counts in its place in totals: the one that it is a copy of, or that of
  /// another source which recorded the same effort; nil: it counts itself.
  public var copyOf: ObjectUUID?
  /// Its lengths, in order; empty where the source told of none.
  public var lengths: [SwimLength] = []

  /// Creates a swim with its time as the only known figure.
  package init(
    date: CivilDate, span: TimeSpan, totalTime: Double, source: String, uuid: ObjectUUID
  ) {
    self.date = date
    self.span = span
    self.totalTime = totalTime
    possibleTime = totalTime
    self.source = source
    self.uuid = uuid
  }

  /// The pace in seconds per 100 metres.
  public var pace: Double? { swimmingPace(totalTime, metres) }

  /// The score that the source stated, else the average of the lengths' scores, else, as the
  /// swimming community defines it, seconds and strokes of an average length, in which rests count
  /// too.
  public var swolf: Double? {
    if let known = statedSWOLF ?? lengths.averageSWOLF { return known }
    guard let laps, laps > 0, let strokes else { return nil }
    return (totalTime + strokes) / laps
  }

  /// Its sets, in order: lengths without a long rest between them.
  public var sets: [SwimSet] { lengths.sets }

  /// Seconds of rest between lengths, all in all; nil where fewer than two are known.
  public var rest: Double? { lengths.rest }

  /// The styles, each once, in the order of its first length.
  public var styles: [SwimmingStrokeStyle] { lengths.styles }
}

/// A length of a pool or a lap of open water, from a lap event of a swimming workout.
///
///     let swim = try await store.swims()[0]
///     swim.lengths[3].style     // .breaststroke
///     swim.lengths[3].pace      // 157.1: seconds for 100 m
///     swim.sets[0].lengths      // those up to the first long rest
public struct SwimLength: Hashable, Sendable {
  /// The number within the swim, from 1.
  public var number: Int
  /// The number of the set that the length belongs to, from 1.
  public var set: Int
  /// The time from start to end.
  public var span: TimeSpan
  /// Seconds under way; pauses excluded where the source marked only its end.
  public var duration: Double
  /// The distance in metres; nil if not known.
  public var metres: Double?
  /// The style; nil if not known.
  public var style: SwimmingStrokeStyle?
  /// Strokes; a fraction where a sample spans several lengths.
  public var strokes: Double?
  /// The SWOLF score that the source stated.
  public var statedSWOLF: Double?
  /// Seconds of rest before the next length; nil for the last one.
  public var rest: Double?

  /// Creates a length with its time as the only known figure.
  package init(number: Int, set: Int, span: TimeSpan, duration: Double) {
    self.number = number
    self.set = set
    self.span = span
    self.duration = duration
  }

  /// The pace in seconds per 100 metres.
  public var pace: Double? { swimmingPace(duration, metres) }

  /// The score that the source stated, else seconds and strokes. It is that of this length,
  /// whatever the length of the pool, as Apple's watches state it.
  public var swolf: Double? { statedSWOLF ?? strokes.map { duration + $0 } }
}

/// Lengths of a swim without a long rest between them.
public struct SwimSet: Hashable, Sendable {
  /// The number within the swim, from 1.
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

  /// The styles of the lengths, each once, in the order of its first length.
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

  /// Returns the sum of a figure; nil if one of the lengths does not have it.
  fileprivate func total(_ figure: (SwimLength) -> Double?) -> Double? {
    let known = compactMap(figure)
    return known.count == count ? known.exactSum : nil
  }
}

extension [Double] {
  fileprivate var exactSum: Double? { isEmpty ? nil : ExactSum(self).value }
}

/// Returns the pace in seconds per 100 metres.
func swimmingPace(_ seconds: Double, _ metres: Double?) -> Double? {
  guard let metres, metres > 0, seconds > 0 else { return nil }
  return seconds / metres * 100
}

/// The style in which a length was swum: HealthKit's HKSwimmingStrokeStyle.
///
///     SwimmingStrokeStyle(rawValue: 4)?.name   // "breaststroke"
public enum SwimmingStrokeStyle: Int, Hashable, Sendable, CaseIterable {
  /// The source could not recognize the style.
  case unknown
  /// Several styles in one length.
  case mixed
  /// Front crawl, mostly.
  case freestyle
  /// A stroke on the back.
  case backstroke
  /// A stroke with frog kicks.
  case breaststroke
  /// A stroke with both arms at once.
  case butterfly
  /// The legs alone, with a board.
  case kickboard

  /// HealthKit's own word.
  public var name: String { String(describing: self) }
}
