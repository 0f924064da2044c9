// Small containers. They are public for the optimizer alone: the compiler does not inline methods
// of package types into other modules, and callers ask these once for each row or element.

/// Keys and their numbers, in the order in which they came.
///
/// A few are looked through: the first dictionary with a new type of key costs a process some
/// thirty microseconds, which is more than all else that a short command does with it.
public struct Numbering<Key: Hashable> {
  /// The number of keys up to which all are compared, without a dictionary.
  @inlinable static var few: Int { 16 }

  @usableFromInline var known: [Key] = []
  /// The numbers of all, where they are more than a few.
  @usableFromInline var numbers: [Key: Int] = [:]

  /// Creates a numbering without keys.
  @inlinable
  public init() {}

  /// The keys; a key's index is its number.
  @inlinable public var keys: [Key] { known }

  /// Returns the number of a key that is known, or nil.
  @inlinable
  public func number(of key: Key) -> Int? {
    known.count > Self.few ? numbers[key] : known.firstIndex(of: key)
  }

  /// Returns the number of a key, and adds the key if it is not known yet.
  @inlinable
  public mutating func number(ofAny key: Key) -> Int {
    number(ofOrAdding: key) ?? known.count - 1
  }

  /// Returns the number of a known key; if the key is not known, adds it and returns nil.
  @inlinable
  public mutating func number(ofOrAdding key: Key) -> Int? {
    if let number = number(of: key) { return number }
    append(key)
    return nil
  }

  /// Adds a key that is not known yet.
  @inlinable
  public mutating func append(_ key: Key) {
    if known.isEmpty { known.reserveCapacity(Self.few) }
    known.append(key)
    guard known.count > Self.few else { return }
    if numbers.isEmpty {
      for (number, known) in known.enumerated() { numbers[known] = number }
    } else {
      numbers[key] = known.count - 1
    }
  }
}

extension Numbering: Sendable where Key: Sendable {}

/// Truth values, a bit each: false until they are set.
public struct BitSet {
  @usableFromInline var words: [UInt64] = []

  /// Creates a set of bits that are all false.
  public init() {}

  /// The value of a number.
  @inlinable
  public subscript(index: Int) -> Bool {
    get {
      let word = index >> 6
      return word < words.count && (words[word] >> UInt64(index & 63)) & 1 == 1
    }
    set {
      let word = index >> 6
      while words.count <= word { words.append(0) }
      let bit: UInt64 = 1 << UInt64(index & 63)
      if newValue { words[word] |= bit } else { words[word] &= ~bit }
    }
  }
}

/// A set of fixed size that answers "surely new" or "perhaps seen".
///
/// Blocks of eight words; a key sets one bit in each word of one block (as the split block filter
/// of Apache Parquet does). Of 8 MiB: at one million keys practically nothing new is taken for
/// seen, at three million 1 in 10,000, at ten million 1 in 16.
public struct BloomFilter: Sendable {
  /// Each block lies in one line of a processor's cache: it is as long, and aligned so.
  @usableFromInline var blocks: [SIMD8<UInt64>]
  /// Six bits of a key a word: the low 48, all of them below a uuid's variant.
  @inlinable static var shifts: SIMD8<UInt64> { SIMD8(0, 6, 12, 18, 24, 30, 36, 42) }

  /// Creates an empty filter of at most `bytes` bytes, but at least one block.
  public init(bytes: Int) { blocks = Array(repeating: .zero, count: max(bytes / 64, 1)) }

  /// Takes a key of two words in. True: it was surely not in before. Keys are digests: their bits
  /// are random.
  @inlinable
  public mutating func insert(_ high: UInt64, _ low: UInt64) -> Bool {
    let (index, bits) = place(high, low)
    let known = blocks[index]
    blocks[index] = known | bits
    return known & bits != bits
  }

  /// Returns false for a key that was surely not taken in.
  @inlinable
  public func mayHold(_ high: UInt64, _ low: UInt64) -> Bool {
    let (index, bits) = place(high, low)
    return blocks[index] & bits == bits
  }

  @inlinable @inline(__always)
  func place(_ high: UInt64, _ low: UInt64) -> (index: Int, bits: SIMD8<UInt64>) {
    let index = Int(high.multipliedFullWidth(by: UInt64(blocks.count)).high)
    // A shift by a number of 64 bits takes its low six.
    return (index, SIMD8(repeating: 1) &<< (SIMD8(repeating: low) &>> Self.shifts))
  }
}

/// A thing that a `MomentHeap` holds.
public protocol HasMoment {
  /// Its position in the order of time, in microseconds since 1970.
  var moment: Int64 { get }
}

/// A heap of things in the order of time; only the first can be seen.
///
/// - Complexity: O(log n) to push or to pop one.
public struct MomentHeap<Element: HasMoment> {
  /// A binary heap: no element is later than its children, at twice its index plus one and plus
  /// two.
  @usableFromInline var elements: [Element] = []

  /// Creates an empty heap.
  @inlinable
  public init() {}

  /// True if it has no element.
  @inlinable public var isEmpty: Bool { elements.isEmpty }

  /// The earliest thing.
  @inlinable public var first: Element? { elements.first }

  /// Adds a thing.
  @inlinable
  public mutating func push(_ new: Element) {
    var index = elements.count
    elements.append(new)
    while index > 0, case let parent = (index - 1) / 2, elements[parent].moment > new.moment {
      elements[index] = elements[parent]
      index = parent
    }
    elements[index] = new
  }

  /// Takes the first one away; there must be one.
  @inlinable
  public mutating func pop() {
    let last = elements.removeLast()
    if elements.isEmpty { return }
    var index = 0
    while case var child = 2 * index + 1, child < elements.count {
      if child + 1 < elements.count, elements[child + 1].moment < elements[child].moment {
        child += 1
      }
      guard elements[child].moment < last.moment else { break }
      elements[index] = elements[child]
      index = child
    }
    elements[index] = last
  }
}
