package import JournalFile

extension ReplayedJournal {
  /// How many lines are read at once, a multiple of those between two offsets that are kept.
  private static let step: UInt64 = 1024

  /// Calls `body` with each entry that the reader sees from one number down to another, the newest
  /// first, until it returns false.
  ///
  /// - Returns: whether `body` never did.
  @discardableResult
  package func forEachEntryBackwards(
    from last: UInt64, to first: UInt64, _ body: (Entry) throws -> Bool
  ) throws -> Bool {
    var end = min(last, head.sequence)
    while end >= max(first, 1) {
      let from = max(first, (end - 1) / Self.step * Self.step + 1)
      var entries: [Entry] = []
      try forEachEntry(from: from, window: 1 << 16) { entry in
        guard entry.sequence <= end else { return false }
        entries.append(entry)
        return entry.sequence < end
      }
      for entry in entries.reversed() where try !body(entry) { return false }
      end = from - 1
    }
    return true
  }
}
