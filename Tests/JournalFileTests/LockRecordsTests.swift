import ByteTools
import TestSupport
import Testing

@testable import JournalFile

/// What the `lock` file says: a part that is on the disk, or a doubt; never another part.
@Suite struct LockRecordsTests {
  private static func head(_ sequence: UInt64, _ offset: UInt64) -> Head {
    var head = Head()
    let text = Array("line \(sequence)".utf8)
    (head.sequence, head.offset) = (sequence, offset)
    head.chain = Chain.digest(of: unsafe text.span.bytes)
    return head
  }

  private static let (first, second) = (head(3, 900), head(7, 2_100))
  private static let begun = LockRecords.record("begun", DurablePart(first))
  private static let durable = LockRecords.record("durable", DurablePart(second))
  private static let blank = LockRecords.blank

  @Test func aRecordIsALineOf128Bytes() {
    #expect(
      text(Self.durable)
        == "durable 2100 7 \(Self.second.chain.hexText) "
        + "\(text(Self.durable).split(separator: " ")[4])"
        + String(repeating: " ", count: 128 - 1 - 15 - 64 - 9) + "\n")
    #expect(
      [Self.begun, Self.durable, Self.blank, LockRecords.doubt].allSatisfy { $0.count == 128 })
  }

  @Test func saysWhatIsOnTheDisk() {
    let holes = DurablePart(Self.first, canHaveHolesAfter: true)
    let laterHoles = DurablePart(Self.second, canHaveHolesAfter: true)
    let cases: [(content: [UInt8], durable: DurablePart?, isInDoubt: Bool)] = [
      ([], nil, false),
      (Self.blank + Self.blank + Self.blank, nil, false),
      ([UInt8](repeating: 0, count: 384), nil, false),
      (Self.blank + Self.durable + Self.blank, DurablePart(Self.second), false),
      (Self.begun + Self.blank + Self.blank, holes, false),
      // The greater one counts.
      (Self.begun + Self.durable + Self.blank, laterHoles, false),
      (Self.blank + Self.durable + LockRecords.doubt, laterHoles, true),
      (LockRecords.blank + LockRecords.blank + LockRecords.syncing, nil, true),
      // A mark of an earlier version; a doubt that found no room; records in each other's places.
      (Array("sync failed\n".utf8), nil, true),
      (Self.blank + Self.durable + Self.blank + [0], laterHoles, true),
      (Self.durable + Self.begun + Self.blank, nil, true),
    ]
    for (content, durable, isInDoubt) in cases {
      let records = LockRecords(content)
      #expect(records.durable == durable, "\(text(content))")
      #expect(records.isInDoubt == isInDoubt, "\(text(content))")
    }
  }

  @Test func saysThatAWriterWasStopped() {
    let records = LockRecords(Self.blank + Self.durable + LockRecords.syncing)
    #expect(records.wasStoppedInSync && !records.isInDoubt)
    #expect(records.durable == DurablePart(Self.second))
    #expect(!LockRecords(Self.blank + Self.durable + Self.blank).wasStoppedInSync)
    #expect(!LockRecords(Self.blank + Self.durable + LockRecords.doubt).wasStoppedInSync)
  }

  /// Every changed byte and every missing end is a doubt, or takes a record away.
  @Test func aChangedByteNeverSaysAnotherPart() {
    let content = Self.begun + Self.durable + Self.blank
    for index in content.indices {
      var changed = content
      changed[index] ^= 0x01
      let records = LockRecords(changed)
      #expect(records.isInDoubt, "byte \(index)")
      #expect([3, 7].contains(records.durable?.sequence ?? 3), "byte \(index)")
    }
    for count in 1..<content.count {
      #expect(LockRecords(Array(content.prefix(count))).isInDoubt, "\(count) bytes")
    }
  }
}
