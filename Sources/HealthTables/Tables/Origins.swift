package import HealthEvents

/// What `origin` lines say, by the numbers of the lines.
///
/// Ascending arrays: a dictionary is the dearer to make the fewer there are, and every question asks for one
/// or two.
package struct Origins: Sendable {
  private var sequences: [UInt64] = []
  private var origins: [Origin] = []

  /// None.
  package init() {}

  /// What the line with this number says; nil: it is none of them.
  package subscript(sequence: UInt64) -> Origin? {
    let place = place(of: sequence)
    return place < sequences.count && sequences[place] == sequence ? origins[place] : nil
  }

  /// Takes what a line says, in place of what one of its number said before.
  package mutating func set(_ origin: Origin, at sequence: UInt64) {
    let place = place(of: sequence)
    if place < sequences.count, sequences[place] == sequence {
      origins[place] = origin
    } else {
      sequences.insert(sequence, at: place)
      origins.insert(origin, at: place)
    }
  }

  /// The number of the first line that says so; nil: none does.
  func sequence(of origin: Origin) -> UInt64? {
    origins.firstIndex(of: origin).map { sequences[$0] }
  }

  /// All, in the order of the lines.
  var all: [(sequence: UInt64, origin: Origin)] {
    sequences.indices.map { (sequences[$0], origins[$0]) }
  }

  /// The place of the first line that is not before one. Mostly the last one is asked for, or one behind it.
  private func place(of sequence: UInt64) -> Int {
    if let last = sequences.last, sequence > last { return sequences.count }
    var low = 0
    var high = sequences.count
    while low < high {
      let middle = (low + high) / 2
      if sequences[middle] < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
