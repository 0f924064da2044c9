import HealthModel
import HealthTables

/// The figures of days or intervals: a cell for each day, source, unit or value.
struct FigureCells {
  /// How samples are taken together.
  enum Style: Int {
    case cumulative
    case discrete
    case category
  }

  /// What a cell is about.
  struct Key: Hashable {
    /// Days since 1970-01-01; of intervals the number of one.
    var day: Int
    /// The number of the source's name where sources are kept apart.
    var source: Int?
    /// The number of the shown unit of a quantity, or of the word of a category value.
    var label: Int
    var style: Style
  }

  /// What the samples of a cell come to.
  struct Figures {
    /// Of a type that adds up its values, of a category the seconds of its samples.
    var sum = ExactSum()
    var mean: StyledMean
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var count = 0
    var latest: (end: Int64, start: Int64, value: Double)?
    /// Microseconds covered by at least one sample, see `cover`.
    private(set) var covered: Int64 = 0
    private var coveredUntil = Int64.min
    /// The values of the samples, where percentiles are asked for.
    var values: [Double] = []

    /// Nothing yet.
    init(mean: StyledMean) { self.mean = mean }
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

extension FigureCells.Figures {
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
    meet(value, start: start, end: end)
  }

  /// Keeps the value of the sample that ends last; of equal ones the later start, then the later call.
  mutating func meet(_ value: Double, start: Int64, end: Int64) {
    if let latest, (end, start) < (latest.end, latest.start) { return }
    latest = (end, start, value)
  }

  /// Adds to the time that is covered; what overlaps counts once. In the order of the starts.
  mutating func cover(_ start: Int64, _ end: Int64) {
    covered += max(0, end - max(start, coveredUntil))
    coveredUntil = max(coveredUntil, end)
  }

  /// The value below which so many percent of the values lie, between two of them in proportion: of n
  /// values in order, 0 is the first and 100 the last (type 7 of Hyndman and Fan, "Sample Quantiles in
  /// Statistical Packages", 1996; NumPy's default). Nil of none, and where one is no finite number.
  func percentiles(_ percents: [Double]) -> [Double: Double] {
    guard !values.isEmpty, !percents.isEmpty, values.allSatisfy(\.isFinite) else { return [:] }
    let ordered = values.sorted()
    var found: [Double: Double] = [:]
    for percent in percents where (0...100).contains(percent) {
      let place = percent / 100 * Double(ordered.count - 1)
      let lower = Int(place)
      let upper = min(lower + 1, ordered.count - 1)
      let part = place - Double(lower)
      found[percent] = ordered[lower] * (1 - part) + ordered[upper] * part
    }
    return found
  }
}

/// Names and their numbers, in the order in which they came.
struct Labels {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var recent: (name: String, number: Int)?
  /// The numbers of the words for category values.
  private var values: [Int: Int] = [:]

  mutating func number(of name: String) -> Int {
    if let recent, recent.name == name { return recent.number }
    let number = numbers[name] ?? names.count
    if number == names.count {
      names.append(name)
      numbers[name] = number
    }
    recent = (name, number)
    return number
  }

  /// The number of the word for a category value, where it was given one.
  func number(ofValue row: SampleRow) -> Int? { values[Self.key(row)] }

  /// Gives the word for a category value a number.
  mutating func number(of word: String, forValue row: SampleRow) -> Int {
    let number = number(of: word)
    values[Self.key(row)] = number
    return number
  }

  /// A raw value; the export's own word lies beyond all of those.
  private static func key(_ row: SampleRow) -> Int {
    row.unit == SampleRow.none ? Int(row.value) : Int(row.unit) + 1 << 54
  }
}
