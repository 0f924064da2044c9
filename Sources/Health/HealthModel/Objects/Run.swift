/// A run as a person logs it: how far, when, and the heart rate as it began and as it was over.
///
///     let run = Run(distance: Amount(3.1, "mi"), span: span, heartRateStart: 92, heartRateEnd: 161)
public struct Run: Hashable, Sendable {
  /// The distance, in a unit of length.
  public var distance: Amount
  /// The time from start to end.
  public var span: TimeSpan
  /// Beats a minute at its start.
  public var heartRateStart: Double?
  /// The heart rate at the end, in beats per minute.
  public var heartRateEnd: Double?
  /// The energy in kilocalories.
  public var kilocalories: Double?

  /// Creates a run of these figures.
  public init(
    distance: Amount, span: TimeSpan, heartRateStart: Double? = nil,
    heartRateEnd: Double? = nil, kilocalories: Double? = nil
  ) {
    self.distance = distance
    self.span = span
    self.heartRateStart = heartRateStart
    self.heartRateEnd = heartRateEnd
    self.kilocalories = kilocalories
  }

  /// Checks that a person can have run this: up to 1000 km in up to 10,000 minutes, heart rates up
  /// to 1000, up to 100,000 kcal; all of them more than 0.
  ///
  /// - Throws: the first `FigureProblem`, by the name of the property.
  package func check() throws(FigureProblem<Rule>) {
    let metres = (try? Unit(distance.unit)).flatMap {
      try? $0.convert(distance.value, to: .meter)
    }
    try FigureProblem<Rule>.require("distance", metres ?? .nan, "more than 0, up to 1000 km") {
      $0 > 0 && $0 <= 1_000_000
    }
    for (figure, rate) in [("heartRateStart", heartRateStart), ("heartRateEnd", heartRateEnd)] {
      try FigureProblem<Rule>.require(figure, rate, "more than 0, up to 1000") {
        $0 > 0 && $0 <= 1_000
      }
    }
    try FigureProblem<Rule>.require("kilocalories", kilocalories, "more than 0, up to 100000") {
      $0 > 0 && $0 <= 100_000
    }
    guard span.duration > 0 else { throw .rule(.noTime) }
    guard span.duration <= 600_000 else { throw .rule(.tooLong) }
  }

  /// The rules that the figures of a run must keep together.
  public enum Rule: String, Hashable, Sendable {
    /// It ends as it starts, or before.
    case noTime = "a run ends after it starts"
    /// It lasts too long.
    case tooLong = "a run lasts 10000 minutes at most"
  }

  /// The words of `MetadataName.runHeartRate`.
  package enum Moment: String, CaseIterable, Hashable, Sendable {
    /// The heart rate as the run began.
    case start
    /// The heart rate as it was over.
    case end
  }

  /// Returns the samples of the run, which belong together in one event: its distance first, then
  /// its heart rates and its energy, if known. Each carries `MetadataName.runSession`, the uuid of
  /// the distance sample.
  ///
  /// - Parameter uuid: draws the identity of a sample.
  package func objects(drawing uuid: () -> ObjectUUID) -> [HealthObject] {
    let session = uuid()
    let link = Metadata.Entry(MetadataName.runSession, .string(session.description))
    func sample(
      _ type: QuantityType, _ amount: Amount, _ span: TimeSpan, _ uuid: ObjectUUID,
      _ entries: [Metadata.Entry] = []
    ) -> HealthObject {
      let sample = QuantityContent(
        type: type.identifier, span: span, value: amount.value, unit: amount.unit)
      return HealthObject(
        uuid: uuid, content: .quantity(sample), metadata: Metadata([link] + entries))
    }
    var objects = [sample(.distanceWalkingRunning, distance, span, session)]
    let rates = [(heartRateStart, span.start, Moment.start), (heartRateEnd, span.end, .end)]
    for case (let rate?, let time, let moment) in rates {
      let flag = Metadata.Entry(MetadataName.runHeartRate, .string(moment.rawValue))
      let span = TimeSpan(time, time)
      objects.append(sample(.heartRate, Amount(rate, "count/min"), span, uuid(), [flag]))
    }
    if let kilocalories {
      objects.append(sample(.activeEnergyBurned, Amount(kilocalories, "kcal"), span, uuid()))
    }
    return objects
  }
}

/// A row of the run log: a logged run or a running workout. A figure that is not known is nil.
public struct LoggedRun: Hashable, Sendable {
  /// The local day on which it began.
  public var date: CivilDate
  /// The time from start to end.
  public var span: TimeSpan
  /// The distance that was run; nil if not known.
  public var distance: Amount?
  /// Active time in seconds, as stated.
  public var totalTime: Double
  /// The active time as totals count it; nil if the stated time is longer than the time between
  /// start and end.
  public var possibleTime: Double?
  /// Beats a minute: the first that was measured.
  public var firstHeartRate: Double?
  /// Beats a minute: the last that was measured.
  public var lastHeartRate: Double?
  /// The energy burned, in kilocalories.
  public var kilocalories: Double?
  /// The name of the source.
  public var source: String
  /// The distance sample, or the workout.
  public var uuid: ObjectUUID
  /// 2, 3 … where its workout is a further copy of one that was saved before it: of the same
  /// activity, source, start and end.
  public var copy: Int?
  /// The workout that counts in its place in totals: the one that it is a copy of, or that of
  /// another source which recorded the same effort; nil: it counts itself.
  public var copyOf: ObjectUUID?

  /// Creates a run with its time as the only known figure.
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

  /// The pace in seconds per kilometre.
  public var pace: Double? {
    guard let distance, let unit = try? Unit(distance.unit), totalTime > 0,
      let metres = try? unit.convert(distance.value, to: .meter), metres > 0
    else { return nil }
    return totalTime / metres * 1000
  }
}
