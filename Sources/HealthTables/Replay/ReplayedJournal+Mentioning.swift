import ByteTools
package import HealthEvents
package import HealthModel
package import JournalFile

extension ReplayedJournal {
  /// Calls `body` with each entry whose line may hold `text`, in either case of its letters: also
  /// with one that holds characters as `\u0041`, as other programs may write any of them.
  package func forEachEntry(
    mentioning text: String, _ body: (Entry) throws -> Void
  ) throws {
    let needle = ByteSearch(text)
    try forEachLine(where: { needle.occurs(in: $0) }) { entry in
      if let entry = try seen(entry) { try body(entry) }
    }
  }

  /// The same of lines that may hold one of some uuids.
  package func forEachEntry(
    mentioning uuids: some Collection<ObjectUUID>, _ body: (Entry) throws -> Void
  ) throws {
    let uuids = Set(uuids)
    try forEachLine(where: { line in
      line.holdsUUID { uuids.contains(ObjectUUID(high: $0, low: $1)) }
    }) { entry in
      if let entry = try seen(entry) { try body(entry) }
    }
  }

  /// The receipts of imports, in the order of the lines. They are not hidden from any reader: which
  /// lines an import appended is no secret.
  package func importReceipts() throws -> [ImportReceipt] {
    guard tables.counts[.importReceipt] > 0 else { return [] }
    var receipts: [ImportReceipt] = []
    let needle = ByteSearch("\"sha256\"")
    try forEachLine(where: { needle.occurs(in: $0) }) { entry in
      if case .importReceipt(let receipt) = entry.event { receipts.append(receipt) }
    }
    return receipts
  }

  private func forEachLine(
    where mayHold: (RawSpan) -> Bool, _ body: (Entry) throws -> Void
  ) throws {
    try forEachLine { line, _ in
      if mayHold(line) || line.holdsUnicodeEscape { try body(try LineCodec.decode(line)) }
      return true
    }
  }
}
