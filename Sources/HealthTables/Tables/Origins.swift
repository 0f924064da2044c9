package import HealthEvents
import HealthModel

/// What `origin` lines say, by the numbers of the lines.
///
/// Ascending arrays and not a dictionary: to make a dictionary would cost more than the one or two
/// searches that a question needs.
package struct Origins: Sendable {
  private var sequences: [UInt64] = []
  private var origins: [Origin] = []
  /// For each origin, the number of the first line that states it; empty until `number` makes it.
  private var numbers: [Origin: UInt64] = [:]

  /// None.
  package init() {}

  /// What the line with this number says; nil: it states no origin.
  package subscript(sequence: UInt64) -> Origin? {
    let index = index(of: sequence)
    return index < sequences.count && sequences[index] == sequence ? origins[index] : nil
  }

  /// Makes sure that the line of an origin is found without a search through all of them.
  package mutating func number() {
    guard numbers.isEmpty else { return }
    for (sequence, origin) in all where numbers[origin] == nil { numbers[origin] = sequence }
  }

  /// Takes the origin that a line states; it replaces an earlier one of that number.
  package mutating func set(_ origin: Origin, at sequence: UInt64) {
    let index = index(of: sequence)
    if index < sequences.count, sequences[index] == sequence {
      origins[index] = origin
    } else {
      sequences.insert(sequence, at: index)
      origins.insert(origin, at: index)
    }
    if !numbers.isEmpty, numbers[origin] == nil { numbers[origin] = sequence }
  }

  /// The number of the first line that says so; nil: none does.
  func sequence(of origin: Origin) -> UInt64? {
    guard numbers.isEmpty else { return numbers[origin] }
    return origins.firstIndex(of: origin).map { sequences[$0] }
  }

  /// All, in the order of the lines.
  package var all: [(sequence: UInt64, origin: Origin)] {
    sequences.indices.map { (sequences[$0], origins[$0]) }
  }

  /// The index of the first line with this number or a higher one. Mostly the number is that of the
  /// last line, or higher.
  private func index(of sequence: UInt64) -> Int {
    if let last = sequences.last, sequence > last { return sequences.count }
    return sequences.indices.partitioningIndex { sequences[$0] >= sequence }
  }
}
