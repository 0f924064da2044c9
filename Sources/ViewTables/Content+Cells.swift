package import HealthModel

extension Content {
  /// The value as rows show it, and its unit; missing where there is none.
  package var valueCells: (value: Cell, unit: Cell) {
    switch self {
    case .quantity(let sample): return (.number(sample.value), .text(sample.unit))
    case .category(let sample):
      switch sample.value {
      case .name(let name): return (.text(name), .missing)
      case .code(let code):
        guard case .category(let type)? = TypeCatalogue.find(sample.type),
          let value = type.value(rawValue: code)
        else { return (.whole(code), .missing) }
        return (.text(value.name), .missing)
      }
    case .workout(let workout): return (.number(workout.duration), .text("s"))
    case .characteristic(let trait): return (.text(trait.value), .missing)
    case .summary(let summary): return (.text(summary.date), .missing)
    case .correlation, .document: return (.missing, .missing)
    }
  }
}
