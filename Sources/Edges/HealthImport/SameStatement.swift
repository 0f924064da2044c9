import ByteTools
import HealthEvents
import HealthModel

/// The comparison of two statements of one object, however each is printed: the units of its
/// figures, no-break spaces and the order of entries are the phone's, not the object's.
///
/// The quantity of a sample and the members of a correlation are its identity, and are not
/// compared.
enum SameStatement {
  /// Returns whether both drafts say the same.
  static func isSaid(by one: Draft, and other: Draft) -> Bool {
    let (a, b) = (one.object, other.object)
    guard isSame(one.source, other.source), isSame(one.device, other.device),
      hasDateOfItsFile(a.content) || a.created?.instant == b.created?.instant,
      isSame(a.metadata, b.metadata)
    else { return false }
    switch (a.content, b.content) {
    case (.quantity(let x), .quantity(let y)):
      return isSame(x.series, x.unit, y.series, y.unit) && areSame(a.fields, b.fields)
    case (.category, .category), (.correlation, .correlation):
      return areSame(a.fields, b.fields)
    case (.workout(let x), .workout(let y)): return isSame(x, y) && areSame(a.fields, b.fields)
    case (.characteristic(let x), .characteristic(let y)): return x == y
    case (.summary(let x), .summary(let y)): return x == y && areSameFigures(a.fields, b.fields)
    case (.document(let x), .document(let y)):
      return x.kind == y.kind && areSame(a.fields, b.fields)
    default: return false
    }
  }

  /// Returns whether its creation is that of the file: of rings and characteristics.
  private static func hasDateOfItsFile(_ content: Content) -> Bool {
    ContentIdentity.hasSubject(content)
  }

  // MARK: Origins

  private static func isSame(_ one: Source?, _ other: Source?) -> Bool {
    var (one, other) = (one ?? Source(name: ""), other ?? Source(name: ""))
    guard SourceName.means(one.name, other.name) else { return false }
    (one.name, other.name) = ("", "")
    return one == other
  }

  private static func isSame(_ one: Device?, _ other: Device?) -> Bool {
    guard var one, var other else { return one == other }
    let names = (one.name, other.name)
    (one.name, other.name) = (nil, nil)
    return one == other && isSame(names.0, names.1)
  }

  // MARK: Values

  private static func isSame(_ one: String?, _ other: String?) -> Bool {
    one == other || one.map(SourceName.folded) == other.map(SourceName.folded)
  }

  private static func isSame(
    _ one: Double?, _ unit: String?, _ other: Double?, _ otherUnit: String?
  ) -> Bool {
    guard let one, let other else { return one == other }
    return PrintedQuantity(one, unit ?? "").agrees(with: PrintedQuantity(other, otherUnit ?? ""))
  }

  private static func isSame(_ one: Metadata, _ other: Metadata) -> Bool {
    guard one.entries.count == other.entries.count else { return false }
    return one.entries.allSatisfy { entry in
      switch (entry.value, other[entry.key]) {
      case (.quantity(let x, let unit), .quantity(let y, let otherUnit)?):
        isSame(x, unit, y, otherUnit)
      case (.date(let x), .date(let y)?): x.instant == y.instant
      case (.string(let x), .string(let y)?): isSame(x, y)
      case (let x, let y): x == y
      }
    }
  }

  private static func isSame(
    _ one: SeriesSummary?, _ unit: String, _ other: SeriesSummary?, _ otherUnit: String
  ) -> Bool {
    one?.count == other?.count && isSame(one?.minimum, unit, other?.minimum, otherUnit)
      && isSame(one?.maximum, unit, other?.maximum, otherUnit)
      && isSame(one?.sum, unit, other?.sum, otherUnit)
  }

  // MARK: Workouts

  private static func isSame(_ one: WorkoutContent, _ other: WorkoutContent) -> Bool {
    one.duration == other.duration && Set(one.totals.keys) == Set(other.totals.keys)
      && one.totals.allSatisfy { total, amount in
        let own = other.totals[total]
        return isSame(amount.value, amount.unit, own?.value, own?.unit)
      } && areSame(one.events, other.events) && areSame(one.statistics, other.statistics)
      && one.activities.count == other.activities.count
      && zip(one.activities, other.activities).allSatisfy { isSame($0, $1) }
  }

  private static func areSame(_ one: [WorkoutEvent], _ other: [WorkoutEvent]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { x, y in
        x.type == y.type && x.date.instant == y.date.instant && x.duration == y.duration
          && isSame(x.metadata, y.metadata)
      }
  }

  private static func isSame(_ one: WorkoutActivity, _ other: WorkoutActivity) -> Bool {
    one.uuid == other.uuid && one.activity == other.activity
      && one.start.instant == other.start.instant && one.end?.instant == other.end?.instant
      && one.duration == other.duration && areSame(one.events, other.events)
      && areSame(one.statistics, other.statistics) && isSame(one.metadata, other.metadata)
  }

  private static func areSame(_ one: [WorkoutStatistics], _ other: [WorkoutStatistics]) -> Bool {
    guard one.count == other.count else { return false }
    let (one, other) = (one.sorted(by: precedes), other.sorted(by: precedes))
    return zip(one, other).allSatisfy { x, y in
      x.type == y.type && x.start?.instant == y.start?.instant && x.end?.instant == y.end?.instant
        && isSame(x.sum, x.unit, y.sum, y.unit) && isSame(x.average, x.unit, y.average, y.unit)
        && isSame(x.minimum, x.unit, y.minimum, y.unit)
        && isSame(x.maximum, x.unit, y.maximum, y.unit)
    }
  }

  private static func precedes(_ one: WorkoutStatistics, _ other: WorkoutStatistics) -> Bool {
    let (a, b) = (one.start?.instant.microseconds ?? 0, other.start?.instant.microseconds ?? 0)
    return (one.type, a) < (other.type, b)
  }

  // MARK: Fields

  private static func areSame(_ one: [Field], _ other: [Field]) -> Bool {
    one.count == other.count
      && one.allSatisfy { field in isSame(field.value, other[field.name]) }
  }

  private static func isSame(_ one: FieldValue, _ other: FieldValue?) -> Bool {
    switch (one, other) {
    case (.text(let x), .text(let y)?): isSame(x, y)
    case (.list(let x), .list(let y)?):
      x.count == y.count && zip(x, y).allSatisfy { isSame($0, $1) }
    case (.fields(let x), .fields(let y)?): areSame(x, y)
    default: one == other
    }
  }

  /// Figures of a day: `activeEnergyBurned` and `activeEnergyBurnedGoal` are in
  /// `activeEnergyBurnedUnit`.
  private static func areSameFigures(_ one: [Field], _ other: [Field]) -> Bool {
    guard one.count == other.count else { return false }
    let units = one.map(\.name).filter { $0.hasSuffix("Unit") }
    return one.allSatisfy { field in
      guard let value = other[field.name] else { return false }
      if field.value == value { return hasOneUnit(field.name, one, other, units) }
      if units.contains(field.name) { return true }
      let unit = units.first { field.name.hasPrefix($0.dropLast(4)) } ?? ""
      guard case .number(let x) = field.value, case .number(let y) = value,
        case .text(let own)? = one[unit], case .text(let their)? = other[unit]
      else { return false }
      return isSame(x, own, y, their)
    }
  }

  /// Returns whether an equal number means the same: its units are of one size, or there are none.
  private static func hasOneUnit(
    _ name: String, _ one: [Field], _ other: [Field], _ units: [String]
  ) -> Bool {
    guard case .number(let number)? = one[name],
      let unit = units.first(where: { name.hasPrefix($0.dropLast(4)) }),
      case .text(let own)? = one[unit], case .text(let their)? = other[unit]
    else { return true }
    return isSame(number, own, number, their)
  }
}

/// A quantity as it was printed: a number in a unit that the phone's owner prefers, rounded.
package struct PrintedQuantity: Hashable, Sendable {
  package let number: Double
  package let unit: String

  package init(_ number: Double, _ unit: String) { (self.number, self.unit) = (number, unit) }

  /// Returns whether two prints can be of one quantity: in units of one size the numbers are equal;
  /// in others they agree, converted, within half of the last digit that each prints.
  ///
  ///     PrintedQuantity(4.828, "km").agrees(with: PrintedQuantity(3, "mi"))   // true
  ///     PrintedQuantity(72, "kg").agrees(with: PrintedQuantity(72.4, "kg"))   // false
  package func agrees(with other: PrintedQuantity) -> Bool {
    if unit == other.unit { return number == other.number }
    guard let own = try? Unit(unit), let target = try? Unit(other.unit) else { return false }
    let converted = RoundedQuantity(self, own, in: target)
    return converted.agrees(with: RoundedQuantity(other, target, in: target))
  }

  /// Returns half of the last digit that exports print of a number. They print six digits and leave
  /// out zeros at the end, so 1,234,570 may be rounded to tens, and 70 to ones. A 0 loses nothing.
  static func halfDigit(of number: Double) -> Double {
    let text = DecimalText.text(abs(number))
    let mantissa = text.prefix { $0 != "e" }
    let exponent = Int(text.dropFirst(mantissa.count + 1)) ?? 0
    let whole = mantissa.prefix { $0 != "." }
    let fraction = mantissa.dropFirst(whole.count + 1)
    if !fraction.isEmpty || exponent < 0 { return power(exponent - fraction.count) / 2 }
    let zeros = whole.reversed().prefix { $0 == "0" }.count
    guard zeros < whole.count else { return 0 }
    let digits = whole.count + exponent
    return power(min(zeros + exponent, max(0, digits - 6))) / 2
  }

  /// Returns a number with as many digits as exports print.
  static func rounded(_ number: Double, digits most: Int) -> Double {
    guard number != 0, number.isFinite else { return number }
    let text = DecimalText.text(abs(number))
    let parts = text.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let digits = parts[0].filter { $0 != "." }
    let lead = digits.prefix { $0 == "0" }.count
    let whole = parts[0].prefix { $0 != "." }.count
    guard digits.count - lead > most else { return number }
    var kept = Int(digits.dropFirst(lead).prefix(most)) ?? 0
    if let next = digits.dropFirst(lead + most).first, next >= "5" { kept += 1 }
    let shift = exponent + whole - lead - most
    return (Double("\(kept)e\(shift)") ?? number) * (number < 0 ? -1 : 1)
  }

  private static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 0 }
}

/// A printed quantity, converted into a unit that others are converted into too.
struct RoundedQuantity {
  let value: Double
  let half: Double
  /// The quantity as it was printed, in a unit of this size.
  let number: Double
  let size: Unit.Size

  init(_ printed: PrintedQuantity, _ unit: Unit, in target: Unit) {
    (number, size) = (printed.number, unit.size)
    let half = PrintedQuantity.halfDigit(of: printed.number)
    value = (try? unit.convert(printed.number, to: target)) ?? .nan
    let ends = [printed.number - half, printed.number + half].map {
      (try? unit.convert($0, to: target)) ?? .nan
    }
    // Beside the rounding of the print there is that of the conversion.
    self.half = abs(ends[1] - ends[0]) / 2 + abs(value) * 1e-13
  }

  /// Returns true if both agree; see `PrintedQuantity.agrees`.
  func agrees(with other: RoundedQuantity) -> Bool {
    size == other.size ? number == other.number : abs(value - other.value) <= half + other.half
  }
}

/// Pairs statements of quantities that are of one type, source and time: nearest first, each with
/// one other at most.
package enum QuantityPairs {
  package struct Statement: Hashable, Sendable {
    package var printed: PrintedQuantity
    /// The hash of its other content; equal quantities are paired first if they agree in it.
    package var fingerprint: Fingerprint

    package init(_ printed: PrintedQuantity, _ fingerprint: Fingerprint) {
      (self.printed, self.fingerprint) = (printed, fingerprint)
    }
  }

  /// Neighbours that are looked at on each side of a value: more different values that agree with
  /// one another, at one time, no export has.
  private static let mostNeighbours = 64

  /// Equal quantities of one side.
  private struct Bunch {
    var quantity: RoundedQuantity
    var indices: [Int]
  }

  /// Returns the indices of the statements that belong together.
  ///
  /// - Complexity: O(n log n).
  package static func pairs(
    _ stated: [Statement], _ held: [Statement]
  ) -> [(stated: Int, held: Int)] {
    guard let target = held.lazy.compactMap({ try? Unit($0.printed.unit) }).first else { return [] }
    var (left, right) = (bunches(stated, in: target), bunches(held, in: target))
    right.sort { $0.quantity.value < $1.quantity.value }
    let widest = right.reduce(0) { max($0, $1.quantity.half) }
    var near: [(distance: Double, left: Int, right: Int)] = []
    for (index, bunch) in left.enumerated() {
      for other in neighbours(of: bunch.quantity, in: right, widest)
      where bunch.quantity.agrees(with: right[other].quantity) {
        near.append((abs(bunch.quantity.value - right[other].quantity.value), index, other))
      }
    }
    near.sort { ($0.distance, $0.left, $0.right) < ($1.distance, $1.left, $1.right) }
    var pairs = near.flatMap { pair in
      take(&left[pair.left].indices, &right[pair.right].indices, stated, held)
    }
    exchange(&pairs, left.flatMap(\.indices), right.flatMap(\.indices), stated, held)
    return pairs
  }

  /// Exchanges partners: if the nearest got the only partner that another agrees with, and would
  /// itself agree with a free one, they change. It looks at few only, because values so near each
  /// other are rare.
  private static func exchange(
    _ pairs: inout [(stated: Int, held: Int)], _ left: [Int], _ right: [Int],
    _ stated: [Statement], _ held: [Statement]
  ) {
    guard left.count * right.count * pairs.count <= 1 << 14 else { return }
    var free = right
    for index in left {
      for place in pairs.indices {
        let (other, taken) = pairs[place]
        guard stated[index].printed.agrees(with: held[taken].printed),
          let found = free.firstIndex(where: {
            stated[other].printed.agrees(with: held[$0].printed)
          })
        else { continue }
        pairs[place].held = free.remove(at: found)
        pairs.append((index, taken))
        break
      }
    }
  }

  private static func bunches(_ all: [Statement], in target: Unit) -> [Bunch] {
    var places: [PrintedQuantity: Int] = [:]
    var units: [String: Unit] = [:]
    var bunches: [Bunch] = []
    for (index, statement) in all.enumerated() {
      if let place = places[statement.printed] {
        bunches[place].indices.append(index)
        continue
      }
      guard let unit = units[statement.printed.unit] ?? (try? Unit(statement.printed.unit)),
        unit.isCompatible(with: target)
      else { continue }
      units[statement.printed.unit] = unit
      places[statement.printed] = bunches.count
      let quantity = RoundedQuantity(statement.printed, unit, in: target)
      if quantity.value.isFinite { bunches.append(Bunch(quantity: quantity, indices: [index])) }
    }
    return bunches
  }

  private static func neighbours(
    of quantity: RoundedQuantity, in sorted: [Bunch], _ widest: Double
  ) -> Range<Int> {
    let reach = quantity.half + widest
    let middle = sorted.indices.partitioningIndex {
      sorted[$0].quantity.value >= quantity.value
    }
    var (start, end) = (middle, middle)
    while start > 0, middle - start < mostNeighbours,
      quantity.value - sorted[start - 1].quantity.value <= reach
    { start -= 1 }
    while end < sorted.count, end - middle < mostNeighbours,
      sorted[end].quantity.value - quantity.value <= reach
    { end += 1 }
    return start..<end
  }

  /// Pairs as many of two bunches as there are in both.
  private static func take(
    _ left: inout [Int], _ right: inout [Int], _ stated: [Statement], _ held: [Statement]
  ) -> [(stated: Int, held: Int)] {
    if left.isEmpty || right.isEmpty { return [] }
    var pairs: [(stated: Int, held: Int)] = []
    var byFingerprint = Dictionary(grouping: right.reversed()) { held[$0].fingerprint }
    var (rest, taken) = ([Int](), Set<Int>())
    for index in left {
      if let other = byFingerprint[stated[index].fingerprint]?.popLast() {
        pairs.append((index, other))
        taken.insert(other)
      } else {
        rest.append(index)
      }
    }
    right.removeAll(where: taken.contains)
    let count = min(rest.count, right.count)
    pairs += zip(rest.prefix(count), right.prefix(count)).map { ($0, $1) }
    (left, right) = (Array(rest.dropFirst(count)), Array(right.dropFirst(count)))
    return pairs
  }
}
