package import HealthModel

extension Content {
  /// The value as rows show it; missing where there is none.
  package var valueCell: Cell {
    switch self {
    case .quantity(let sample): return .number(sample.value)
    case .category(let sample):
      switch sample.value {
      case .name(let name): return .text(name)
      case .code(let code):
        guard case .category(let type)? = TypeCatalogue.find(sample.type),
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

  /// The unit of that value; missing where it has none.
  package var unitCell: Cell {
    switch self {
    case .quantity(let sample): .text(sample.unit)
    case .workout: .text("s")
    case .category, .correlation, .characteristic, .summary, .document: .missing
    }
  }
}
