import HealthModel
import HealthTables

/// The lengths of a swim, from its laps and its samples.
struct SwimLengths {
  private let figures: WorkoutFigures
  private let members: WorkoutMembers.Members
  /// Whether the reader may see strokes, which the scores would reveal.
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
  func lengths(
    of workout: Workout, _ laps: [WorkoutLap], metresPerLap metres: Double?, rest: Double?
  ) -> [SwimLength] {
    if laps.isEmpty { return [] }
    let sets = SwimSets(laps, workout, rest: rest)
    let reaches = laps.reaches(in: workout)
    let strokes = sums(of: .swimmingStrokeCount, in: .count, reaches)
    let distances = sums(of: .distanceSwimming, in: .meter, reaches)
    return laps.enumerated().map { index, lap in
      var length = SwimLength(
        number: index + 1, set: sets.numbers[index], span: lap.span, duration: lap.duration)
      length.metres = figures.lapLength(lap.metadata) ?? metres ?? distances[index]
      length.style = lap.metadata.number(MetadataName.swimmingStrokeStyle)
        .flatMap { Int(exactly: $0) }.flatMap(SwimmingStrokeStyle.init(rawValue:))
      length.statedSWOLF = lap.metadata.number(MetadataName.swolfScore)
      length.strokes = strokes[index] ?? strokesInScore(length)
      length.rest = laps.rest(after: index)
      return length
    }
  }

  /// The score less the seconds, where that is a whole number: then the score is that of this
  /// length alone, and the difference is its strokes.
  private func strokesInScore(_ length: SwimLength) -> Double? {
    guard maySeeStrokes, let score = length.statedSWOLF else { return nil }
    let strokes = score - length.duration
    let whole = strokes.rounded()
    return whole >= 0 && abs(strokes - whole) < 0.001 ? whole : nil
  }

  // MARK: Samples

  /// The sums of the swim's samples of a type in each lap, in proportion, sources merged; nil: no
  /// sample lies in it. All are nil where a unit does not convert.
  private func sums(
    of type: QuantityType, in unit: Unit, _ reaches: [WorkoutWindow]
  ) -> [Double?] {
    var sums = [Double?](repeating: nil, count: reaches.count)
    let type = type.identifier
    let rows = members.rows.filter { $0.type == type }.flatMap(\.rows)
    guard let columns = figures.tables.columns(of: type),
      let plan = plan(type, columns.quantityUnits(rows), in: unit)
    else { return sums }
    let counted = figures.counted(type, columns, rows, members) { sample, body in
      Self.cut(sample, by: reaches, body)
    }
    var fold = SampleFold(type, columns, plan, in: figures.tables)
    for stretch in counted { fold.add(stretch) }
    fold.cells.finish()
    for (key, lap) in zip(fold.cells.keys, fold.cells.figures) { sums[key.day] = lap.sum.value }
    return sums
  }

  /// How values come to a unit; nil where those in one of these units do not.
  private func plan(_ type: String, _ units: [UInt32], in unit: Unit) -> UnitPlan? {
    let plan = try? UnitPlan(
      type: type, units: units, asked: unit, merging: true, in: figures.tables)
    return plan.flatMap { plan in
      units.allSatisfy { plan[$0].shown == unit.description } ? plan : nil
    }
  }

  /// Passes each part of a sample to the lap that contains it.
  private static func cut(
    _ sample: SampleRow, by reaches: [WorkoutWindow], _ body: (DayStretch) -> Void
  ) {
    let first = reaches.indices.partitioningIndex { reaches[$0].end >= sample.start }
    for lap in first..<reaches.count {
      if reaches[lap].start > sample.end { return }
      if let part = reaches[lap].part(of: sample, number: lap) { body(part) }
    }
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
