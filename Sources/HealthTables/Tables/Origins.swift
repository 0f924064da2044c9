package import HealthEvents
import HealthModel

/// What `origin` lines say, by the numbers of the lines.
///
/// Ascending arrays: a dictionary is the dearer to make the fewer there are, and every question
/// asks for one or two.
package struct Origins: Sendable {
  private var sequences: [UInt64] = []
  private var origins: [Origin] = []
  /// The numbers of the first lines that say so; empty until `number` makes it.
  private var numbers: [Origin: UInt64] = [:]

  /// None.
  package init() {}

  /// What the line with this number says; nil: it states no origin.
  package subscript(sequence: UInt64) -> Origin? {
    let index = index(of: sequence)
    return index < sequences.count && sequences[index] == sequence ? origins[index] : nil
  }

  /// Makes sure that what is held is found by what it says, without a look at each.
  package mutating func number() {
    guard numbers.isEmpty else { return }
    for (sequence, origin) in all where numbers[origin] == nil { numbers[origin] = sequence }
  }

  /// Takes what a line says, in place of what one of its number said before.
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
  var all: [(sequence: UInt64, origin: Origin)] {
    sequences.indices.map { (sequences[$0], origins[$0]) }
  }

  /// The index of the first line that is not before one. Mostly the last one is asked for, or one
  /// behind it.
  private func index(of sequence: UInt64) -> Int {
    if let last = sequences.last, sequence > last { return sequences.count }
    return sequences.indices.partitioningIndex { sequences[$0] >= sequence }
  }
}
