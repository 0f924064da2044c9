import ByteTools

/// What writers note in the `lock` file, so that the next one knows which lines were acknowledged.
///
/// Three records of 128 bytes, each padded with spaces to a line feed; a blank one says nothing.
///
/// 1. `begun`: after this line begins what was written and not synced. The record is on the disk
///    before those lines are written.
/// 2. `durable`: up to this line everything was synced. It is rewritten after a sync, or after some
///    of many syncs in a row. It is not synced itself: an older record is true too.
/// 3. `syncing`, from the first sync on that the second record does not tell of: it remains where a
///    writer was stopped before it rewrote that record. Or `sync failed`: the cached bytes of the
///    journal may not be the disk's.
package struct LockRecords: Hashable, Sendable {
  /// The greatest part that is known to be on the disk; nil: none is.
  package var durable: DurablePart?
  /// Whether a sync or a cut failed, or something stands there that no writer of this version
  /// wrote.
  package var isInDoubt = false
  /// Whether a writer was stopped and may have been syncing the lines after the durable part.
  package var wasStoppedInSync = false

  static let recordBytes = 128
  static let bytes = 3 * recordBytes
  static let durableOffset: UInt64 = 128
  static let syncOffset: UInt64 = 256
  static let syncing = record { $0.append("syncing") }
  static let doubt = record { $0.append("sync failed") }
  static let blank = record { _ in }

  /// Nothing is known: a new journal, or one of an earlier version.
  init() {}

  /// Reads the content of a lock file.
  init(_ content: [UInt8]) {
    guard !content.isEmpty else { return }
    let records = (0..<3).map { index in
      Array(content.dropFirst(index * Self.recordBytes).prefix(Self.recordBytes))
    }
    let begun = Self.part("begun", records[0])
    let synced = Self.part("durable", records[1])
    durable = [begun, synced].compactMap { $0 }.max { $0.offset < $1.offset }
    let isSyncing = records[2] == Self.syncing
    isInDoubt =
      content.count != Self.bytes || !(isSyncing || Self.isBlank(records[2]))
      || (begun == nil && !Self.isBlank(records[0]))
      || (synced == nil && !Self.isBlank(records[1]))
    // Without a durable part nothing tells which lines were being synced.
    if isSyncing, durable == nil { isInDoubt = true }
    wasStoppedInSync = isSyncing && !isInDoubt
    durable?.canHaveHolesAfter = begun != nil || isInDoubt
  }

  /// Reads the lock file of a journal, without its lock; a journal without one has no records.
  package static func read(_ paths: JournalPaths, on system: any FileSystem) -> LockRecords {
    guard let file = try? system.open(paths.lock, .read) else { return LockRecords() }
    defer { system.close(file) }
    return (try? read(file, on: system)) ?? LockRecords()
  }

  static func read(
    _ lock: OpenFile, on system: any FileSystem
  ) throws(SystemFailure) -> LockRecords {
    // One byte more than it may have tells that it has too many.
    LockRecords(try system.bytes(of: lock, from: 0, to: UInt64(bytes + 1)))
  }

  /// The whole content of a lock file that says: up to here everything was synced.
  static func content(durable part: DurablePart) -> [UInt8] {
    blank + record("durable", part) + blank
  }

  /// `WORD OFFSET LINE CHAIN CHECK`, where CHECK is the beginning of the SHA-256 of what stands
  /// before it.
  ///
  /// It is written after each sync, so it is made without strings.
  static func record(_ word: StaticString, _ part: DurablePart) -> [UInt8] {
    record { text in
      text.append(word)
      text.append(UInt8(ascii: " "))
      text.append(decimal: part.offset)
      text.append(UInt8(ascii: " "))
      text.append(decimal: part.sequence)
      text.append(UInt8(ascii: " "))
      text.append(hex: part.chain)
      text.append(UInt8(ascii: " "))
      let check = SHA256.hash(text.rawBytes).words.0 >> 32
      text.append(word: Hex.digits(UInt32(truncatingIfNeeded: check), letters: Hex.lower))
    }
  }

  private static func record(_ text: (inout OutputSpan<UInt8>) -> Void) -> [UInt8] {
    [UInt8](capacity: recordBytes) { record in
      text(&record)
      while record.freeCapacity > 1 { record.append(UInt8(ascii: " ")) }
      record.append(UInt8(ascii: "\n"))
    }
  }

  static func part(_ word: StaticString, _ record: [UInt8]) -> DurablePart? {
    let words = String(decoding: record, as: UTF8.self).split(separator: " ")
    guard words.count == 6, words[0] == word.description, let offset = UInt64(words[1]),
      let sequence = UInt64(words[2])
    else { return nil }
    let digits = Array(words[3].utf8)
    guard digits.count == 64, let chain = Digest(hex: digits.rawBytes) else { return nil }
    var head = Head()
    (head.offset, head.sequence, head.chain) = (offset, sequence, chain)
    let part = DurablePart(head)
    return Self.record(word, part) == record ? part : nil
  }

  private static func isBlank(_ record: [UInt8]) -> Bool {
    record == blank || record.allSatisfy { $0 == 0 }
  }
}
