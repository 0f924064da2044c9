package import HealthModel
package import HealthTables

extension WorkoutsView {
  /// The workouts as values, newest first, energy in kilocalories and distance in metres.
  package static func workoutsWithSamples(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [WorkoutWithSamples] {
    let figures = try WorkoutFigures(tables: journal.tables)
    let comparison = WorkoutComparison(figures)
    return try measured(of: journal, in: context, nil, figures) { measured in
      var workout = WorkoutWithSamples(
        uuid: measured.row.uuid, workout: measured.workout,
        source: journal.tables.sourceName(measured.row.provenance),
        energy: figures.energy(measured.leg, measured.figures),
        distance: figures.distance(measured.leg, measured.figures),
        samples: measured.figures, isInferred: measured.members.isInferred)
      workout.copy = measured.mark.copy
      workout.copyOf = measured.mark.counted?.uuid
      workout.stretches = measured.stretches(figures).map { stretch, part in
        WorkoutWithSamples.Stretch(stretch: stretch, samples: part.figures)
      }
      workout.parts = measured.parts(figures).map { WorkoutWithSamples.Part($0, figures) }
      workout.comparison = comparison.compared(measured)
      return workout
    }
  }
}

extension WorkoutsView {
  /// The totals of every workout, by its uuid: those that the view shows, each in the unit in which
  /// it was given.
  package static func totals(
    of journal: ReplayedJournal
  ) throws -> [ObjectUUID: [WorkoutTotal: Amount]] {
    let figures = try WorkoutFigures(tables: journal.tables)
    let totals = try measured(of: journal, in: ViewContext(), nil, figures) { measured in
      let known = WorkoutTotal.allCases.compactMap { total in
        figures.amount(total, of: measured.leg, measured.figures).map { (total, $0) }
      }
      return (measured.row.uuid, Dictionary(known) { first, _ in first })
    }
    return Dictionary(totals) { first, _ in first }
  }
}

extension WorkoutWithSamples.Part {
  fileprivate init(_ part: MeasuredPart, _ figures: WorkoutFigures) {
    self.init(
      workout: part.workout, energy: figures.energy(part.leg, part.figures),
      distance: figures.distance(part.leg, part.figures),
      samples: part.figures)
  }
}
