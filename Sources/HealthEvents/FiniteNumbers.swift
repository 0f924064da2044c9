import HealthModel

extension Decider {
  /// Every number of an object must be finite: a line has no spelling for any other.
  func requireFinite(_ object: HealthObject) throws(Rejection) {
    guard object.content.isFinite, object.metadata.isFinite,
      object.fields.allSatisfy({ $0.value.isFinite })
    else { throw .invalid(.notFinite) }
  }
}

extension Content {
  fileprivate var isFinite: Bool {
    switch self {
    case .quantity(let sample):
      sample.value.isFinite && (sample.series?.isFinite ?? true)
    case .workout(let workout): workout.isFinite
    case .category, .correlation, .characteristic, .summary, .document: true
    }
  }
}

extension SeriesSummary {
  fileprivate var isFinite: Bool {
    [count, minimum, maximum, sum].allSatisfy { $0?.isFinite ?? true }
  }
}

extension Workout {
  fileprivate var isFinite: Bool {
    duration.isFinite && totals.values.allSatisfy { $0.value.isFinite }
      && events.allSatisfy(\.isFinite) && statistics.allSatisfy(\.isFinite)
      && activities.allSatisfy { part in
        part.duration?.isFinite ?? true && part.events.allSatisfy(\.isFinite)
          && part.statistics.allSatisfy(\.isFinite) && part.metadata.isFinite
      }
  }
}

extension WorkoutEvent {
  fileprivate var isFinite: Bool { duration?.isFinite ?? true && metadata.isFinite }
}

extension WorkoutStatistics {
  fileprivate var isFinite: Bool {
    [sum, average, minimum, maximum].allSatisfy { $0?.isFinite ?? true }
  }
}

extension Metadata {
  fileprivate var isFinite: Bool {
    entries.allSatisfy { entry in
      switch entry.value {
      case .number(let number), .quantity(let number, unit: _): number.isFinite
      case .string, .boolean, .date: true
      }
    }
  }
}

extension FieldValue {
  fileprivate var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .list(let values): values.allSatisfy(\.isFinite)
    case .fields(let fields): fields.allSatisfy { $0.value.isFinite }
    case .null, .text, .boolean: true
    }
  }
}
