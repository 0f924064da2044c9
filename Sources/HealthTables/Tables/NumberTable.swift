/// Values that occur over and over, each kept once and spoken of by number, in order of appearance.
package struct NumberTable<Value: Hashable & Sendable>: Sendable {
  /// The values; a value's index is its number.
  package private(set) var all: [Value] = []
  /// The number of each value. For the values of a snapshot, it is made at the first search.
  private var numbers: [Value: UInt32] = [:]

  /// None yet.
  init() {}

  /// Those that a snapshot holds.
  init(_ all: [Value]) { self.all = all }

  /// The number of a value, new or known.
  mutating func number(of value: Value) -> UInt32 {
    if numbers.isEmpty {
      for (number, known) in all.enumerated() { numbers[known] = UInt32(number) }
    }
    if let known = numbers[value] { return known }
    let number = UInt32(all.count)
    all.append(value)
    numbers[value] = number
    return number
  }
}
