import HealthModel

/// The figures of days: a cell for each day, source, unit or value.
struct DailyCells {
  /// How samples are taken together.
  enum Style: Int {
    case cumulative
    case discrete
    case category
  }

  /// What a cell is about.
  struct Key: Hashable {
    /// Days since 1970-01-01.
    var day: Int
    /// The number of the source's name where sources are kept apart.
    var source: Int?
    /// The number of the shown unit of a quantity, or of the word of a category value.
    var label: Int
    var style: Style
  }

  /// What the samples of a cell come to.
  struct Figures {
    var sum = ExactSum()
    var mean: StyledMean
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var count = 0
    var latest: (end: Int64, start: Int64, value: Double)?
  }

  private(set) var keys: [Key] = []
  private(set) var figures: [Figures] = []
  private var places: [Key: Int] = [:]
  /// Where the last sample went: the next one mostly goes there too.
  private var recent: (key: Key, place: Int)?
  private let aggregation: AggregationStyle

  /// No cells yet.
  ///
  /// - Parameter aggregation: how an average is taken.
  init(_ aggregation: AggregationStyle) { self.aggregation = aggregation }

  /// The figures of a cell, made where there are none yet.
  subscript(key: Key) -> Figures {
    get { places[key].map { figures[$0] } ?? Figures(mean: StyledMean(aggregation)) }
    _modify {
      let place = place(of: key)
      yield &figures[place]
    }
  }

  private mutating func place(of key: Key) -> Int {
    if let recent, recent.key == key { return recent.place }
    let place = places[key] ?? keys.count
    if place == keys.count {
      keys.append(key)
      figures.append(Figures(mean: StyledMean(aggregation)))
      places[key] = place
    }
    recent = (key, place)
    return place
  }
}

extension DailyCells.Figures {
  /// Adds what counts of a sample of a type that adds up.
  mutating func add(part: Double) {
    sum.add(part)
    count += 1
  }

  /// Adds the time of a category value.
  mutating func add(seconds: Double, starts: Bool) {
    sum.add(seconds)
    if starts { count += 1 }
  }

  /// Adds a sample of a type that does not add up, of which so many seconds lie in the cell.
  mutating func add(value: Double, start: Int64, end: Int64, seconds: Double) {
    mean.add(value, seconds: seconds)
    count += 1
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    if let latest, (end, start) < (latest.end, latest.start) { return }
    latest = (end, start, value)
  }
}
