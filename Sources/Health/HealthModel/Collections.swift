extension Range<Int> {
  /// The first number of the range from which on something holds, where it does not hold before;
  /// the end of the range where it never holds.
  ///
  ///     let starts = [3, 5, 9]
  ///     starts.indices.partitioningIndex { starts[$0] >= 5 }   // 1
  ///
  /// - Complexity: O(log n).
  @inlinable @inline(__always)
  package func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array {
  /// Returns the same values in ranges that ascend and have none in common.
  ///
  ///     [4...6, 1...2, 2...3].merged()   // [1...3, 4...6]
  @inlinable
  package func merged<Bound: Comparable>() -> [ClosedRange<Bound>]
  where Element == ClosedRange<Bound> {
    var merged: [ClosedRange<Bound>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        let end = Swift.max(last.upperBound, range.upperBound)
        merged[merged.count - 1] = last.lowerBound...end
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension Array where Element == ClosedRange<Int64> {
  /// Returns what of these ranges, which are merged, is in none of some others, which are too.
  ///
  ///     [1...9].subtracting([3...4, 8...12])   // [1...2, 5...7]
  package func subtracting(_ others: Self) -> Self {
    flatMap { range in
      var (left, start) = (Self(), range.lowerBound)
      let first = others.indices.partitioningIndex { others[$0].upperBound >= start }
      for other in others[first...] {
        guard other.lowerBound <= range.upperBound else { break }
        if start < other.lowerBound { left.append(start...other.lowerBound - 1) }
        start = other.upperBound + 1
      }
      if start <= range.upperBound { left.append(start...range.upperBound) }
      return left
    }
  }
}

/// Search for a part. The standard library has it only in the module of its regular expressions,
/// which is larger than this program and which nothing else here needs.
extension Collection where Element: Equatable {
  /// Returns the first place of a part; nil: it does not occur.
  @inlinable
  package func place(of part: some Collection<Element>) -> Range<Index>? {
    let count = part.count
    var start = startIndex
    while !self[start...].starts(with: part) {
      if start == endIndex { return nil }
      formIndex(after: &start)
    }
    return start..<index(start, offsetBy: count)
  }

  /// Returns whether a part occurs; an empty one always does.
  @inlinable
  package func holds(_ part: some Collection<Element>) -> Bool { place(of: part) != nil }
}

extension String {
  /// Returns the text with another part wherever one occurs, which is not empty.
  package func exchanging(_ part: String, for other: String) -> String {
    precondition(!part.isEmpty, "an empty part is everywhere")
    var text = ""
    var rest = self[...]
    while let place = rest.place(of: part) {
      text += rest[..<place.lowerBound] + other
      rest = rest[place.upperBound...]
    }
    return text + rest
  }
}
