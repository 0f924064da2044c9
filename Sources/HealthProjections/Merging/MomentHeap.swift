/// What a `MomentHeap` holds.
protocol HasMoment {
  /// Its position in the order of time, in microseconds since 1970.
  var moment: Int64 { get }
}

/// Things in the order of time, of which only the first can be seen.
///
/// - Complexity: O(log n) to push or to pop one.
struct MomentHeap<Element: HasMoment> {
  /// A binary heap: no element is later than its children, at twice its index plus one and plus
  /// two.
  private var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }

  var first: Element? { elements.first }

  mutating func push(_ new: Element) {
    var index = elements.count
    elements.append(new)
    while index > 0, case let parent = (index - 1) / 2, elements[parent].moment > new.moment {
      elements[index] = elements[parent]
      index = parent
    }
    elements[index] = new
  }

  /// Takes the first one away; there must be one.
  mutating func pop() {
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
