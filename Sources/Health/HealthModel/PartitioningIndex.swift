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
