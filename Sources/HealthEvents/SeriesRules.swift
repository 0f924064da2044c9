import HealthModel

extension Decider {
  /// Checks the figures of a series that is not imported: they must fit each other and the value of
  /// the sample.
  static func check(seriesOf sample: QuantitySample) throws(Rejection) {
    guard let series = sample.series else { return }
    if let count = series.count, count < 1 || Int(exactly: count) == nil {
      throw .field("count", "a whole number of 1 or more")
    }
    let (least, most) = (series.minimum, series.maximum)
    if let least, let most, least > most { throw .field("minimum", "no more than maximum") }
    guard case .quantity(let type)? = TypeCatalogue.find(sample.type) else { return }
    if type.aggregationStyle.isCumulative {
      guard let sum = series.sum else { return }
      guard !isMore(sum, than: sample.value), !isMore(sample.value, than: sum) else {
        throw .field("sum", "the value of the sample, or absent")
      }
    } else {
      if let least, isMore(least, than: sample.value) {
        throw .field("minimum", "no more than the value")
      }
      if let most, isMore(sample.value, than: most) {
        throw .field("maximum", "no less than the value")
      }
    }
  }
}
