import HealthModel
import HealthTables

/// The lengths of a swim, from its lap events and its samples.
struct SwimLengths {
  private let figures: WorkoutFigures
  private let members: WorkoutMembers.Members
  /// Whether the reader may know of strokes what the scores tell.
  private let maySeeStrokes: Bool

  init(
    _ figures: WorkoutFigures, _ members: WorkoutMembers.Members, maySeeStrokes: Bool
  ) {
    self.figures = figures
    self.members = members
    self.maySeeStrokes = maySeeStrokes
  }

  /// - Parameters:
  ///   - metres: those of a lap, where the lap does not say so itself.
  ///   - rest: seconds of rest that begin a new set; nil: as the source has it, else the usual.
  func lengths(of workout: Workout, metresPerLap metres: Double?, rest: Double?) -> [SwimLength] {
    let events = LapEvents(workout)
    if events.laps.isEmpty { return [] }
    let sets = SwimSets(events, workout, rest: rest)
    let strokes = stretches(of: .swimmingStrokeCount, in: .count)
    let distances = stretches(of: .distanceSwimming, in: .meter)
    return events.laps.enumerated().map { index, lap in
      let reach = events.reach(of: index)
      var length = SwimLength(
        number: index + 1, set: sets.numbers[index], span: lap.span, duration: lap.duration)
      length.metres =
        figures.lapLength(lap.metadata) ?? metres ?? Self.amount(of: distances, in: reach)
      length.style = lap.metadata.number(MetadataName.swimmingStrokeStyle)
        .flatMap { Int(exactly: $0) }.flatMap(SwimmingStrokeStyle.init(rawValue:))
      length.statedSWOLF = lap.metadata.number(MetadataName.swolfScore)
      length.strokes = Self.amount(of: strokes, in: reach) ?? strokesInScore(length)
      length.rest = events.rest(behind: index)
      return length
    }
  }

  /// The score less the seconds, where that leaves a whole number: then the score is of this length, and
  /// nothing else but its strokes is left.
  private func strokesInScore(_ length: SwimLength) -> Double? {
    guard maySeeStrokes, let score = length.statedSWOLF else { return nil }
    let strokes = score - length.duration
    let whole = strokes.rounded()
    return whole >= 0 && abs(strokes - whole) < 0.001 ? whole : nil
  }

  // MARK: Samples

  /// A sample of the swim.
  private struct Stretch {
    var start: Int64
    var end: Int64
    var value: Double
  }

  /// The swim's samples of a type; none where one of them does not convert.
  private func stretches(of type: QuantityType, in unit: Unit) -> [Stretch] {
    guard let columns = figures.tables.columns(of: type.identifier) else { return [] }
    let rows = members.rows.filter { $0.type == type.identifier }.flatMap(\.rows)
    let known = rows.compactMap { row -> Stretch? in
      guard columns.units[row] != SampleRow.none else { return nil }
      let text = figures.tables.units.names[Int(columns.units[row])]
      return figures.convert(columns.values[row], text, to: unit)
        .map { Stretch(start: columns.starts[row], end: columns.ends[row], value: $0) }
    }
    return known.count == rows.count ? known : []
  }

  /// What samples come to in some time, each in proportion; nil: none lies in it.
  private static func amount(of stretches: [Stretch], in reach: ClosedRange<Int64>) -> Double? {
    var sum: ExactSum?
    for stretch in stretches {
      let (start, end) = (reach.lowerBound, reach.upperBound)
      let share: Double
      if stretch.start == stretch.end {
        share = stretch.start >= start && stretch.start < end ? 1 : 0
      } else {
        let overlap = min(stretch.end, end) - max(stretch.start, start)
        share = Double(max(overlap, 0)) / Double(stretch.end - stretch.start)
      }
      if share > 0 { sum = sum.adding(stretch.value * share) }
    }
    return sum?.value
  }
}

extension ExactSum? {
  /// The sum with a number more; none yet is zero.
  fileprivate func adding(_ number: Double) -> ExactSum {
    var sum = self ?? ExactSum()
    sum.add(number)
    return sum
  }
}

extension WorkoutFigures {
  /// The length of a lap in metres, where metadata tells it.
  func lapLength(_ metadata: Metadata) -> Double? {
    guard case .quantity(let value, let unit)? = metadata[MetadataName.lapLength] else {
      return nil
    }
    return convert(value, unit, to: .meter)
  }
}

extension Metadata {
  /// A number; nil where there is none, or something else stands there.
  func number(_ key: String) -> Double? {
    guard case .number(let number)? = self[key] else { return nil }
    return number
  }
}
