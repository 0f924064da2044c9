import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// The tree over a journal's lines, and what an audit says that has checkpoints to go by.
@Suite struct CheckpointTests {
  private static let scribe = Scribe.random(5, count: 300)

  /// The root over lines as it is defined: of their digests, each a leaf.
  private static func root(_ lines: some Sequence<[UInt8]>) -> Digest {
    var tree = MerkleTree()
    for line in lines {
      // Before the chain value, which takes 76 bytes.
      tree.append([MerkleHash.leaf(Chain.digest(of: Array(line.dropLast(76)).rawBytes))])
    }
    return tree.root
  }

  private static func checkpoint(
    _ lines: some Sequence<[UInt8]>, of journal: ObjectUUID = id(0)
  ) -> Checkpoint {
    let lines = Array(lines)
    return Checkpoint(journal: journal, lines: UInt64(lines.count), root: root(lines))
  }

  /// What both audits say of these lines and checkpoints, and their word.
  private func audit(
    _ lines: [[UInt8]], tail: String = "", _ checkpoints: Checkpoint...
  ) throws -> (verdict: AuditVerdict, outcomes: [NoteOutcome]) {
    let system = try ReplayTests.system(lines, tail: tail)
    let whole = try JournalAudit("/j", against: checkpoints, on: system, threads: 3)
    let chain = try JournalAudit(chainOf: "/j", against: checkpoints, on: system, threads: 1)
    #expect(whole.outcomes == chain.outcomes)
    return (whole.verdict, whole.outcomes)
  }

  /// Lines whose chain is made anew after a change of one of them: all hashes are right.
  private static func rewritten(_ lines: [[UInt8]], _ place: Int) throws -> [[UInt8]] {
    var (lines, chain) = (lines, Digest.zero)
    for index in lines.indices {
      if index == place {
        lines[index] = Array(text(lines[index]).replacing("\"by\":\"", with: "\"by\":\"x").utf8)
        #expect(place > 0)
      }
      let covered = Array(lines[index].dropLast(76))
      chain = Chain.link(chain, Chain.digest(of: covered.rawBytes))
      lines[index] = covered + Array(",\"chain\":\"\(chain.hexText)\"}".utf8)
    }
    return lines
  }

  @Test func theTreeIsThatOfTheDigestsHoweverItIsRead() throws {
    let lines = Self.scribe.lines
    let reader = try JournalReader("/j", on: try ReplayTests.system(lines))
    let sizes: [UInt64] = [0, 1, 2, 100, 256, 300, 301, 999]
    for (threads, partBytes) in [(1, 1 << 20), (1, 700), (4, 3000), (3, 20_000)] {
      var tree = try JournalTree(
        of: reader, answering: JournalTree.Questions(lines: [7], sizes: sizes), threads: threads,
        partBytes: partBytes)
      #expect(tree.checkpoint == Self.checkpoint(lines))
      #expect(tree.head.sequence == 301 && tree.head.offset == reader.size)
      #expect(tree.roots.keys.sorted() == [0, 1, 2, 100, 256, 300, 301])
      for (size, root) in tree.roots { #expect(root == Self.root(lines.prefix(Int(size)))) }
      let leaf = MerkleHash.leaf(Chain.digest(of: Array(lines[6].dropLast(76)).rawBytes))
      #expect(
        InclusionProof.root(ofLeaf: leaf, at: 6, in: 301, by: tree.tree.inclusion(of: 6))
          == tree.tree.root)
    }
  }

  @Test func aTreeOfTheFirstLinesReadsAllOfThem() throws {
    let reader = try JournalReader("/j", on: try ReplayTests.system(Self.scribe.lines))
    for most in [1, 2, 63, 64, 255, 300, 301, 400] as [UInt64] {
      var tree = try JournalTree(of: reader, mostLines: most, threads: 2, partBytes: 5000)
      #expect(tree.checkpoint == Self.checkpoint(Self.scribe.lines.prefix(Int(most))))
      #expect(tree.head.sequence == 301)
    }
  }

  @Test func anErasureLeavesTheRoot() throws {
    var scribe = Self.scribe
    let erased = [20, 21, 40, 300]
    scribe.add(.erase(Erasure(lines: erased.map { UInt64($0 + 1) }, reason: "asked for")))
    var lines = scribe.lines
    let before = Self.checkpoint(lines)
    for index in erased {
      lines[index] = AuditTests.erased(lines[index], UInt64(index + 1))
    }
    let system = try ReplayTests.system(lines)
    for threads in [1, 3] {
      var tree = try JournalTree(
        of: try JournalReader("/j", on: system), threads: threads, partBytes: 900)
      #expect(tree.checkpoint == before)
    }
    #expect(try audit(lines, before).outcomes == [.same])
  }

  @Test func growthIsVerified() throws {
    let lines = Self.scribe.lines
    let notes = [1, 64, 200, 301].map { Self.checkpoint(lines.prefix($0)) }
    let found = try audit(lines, notes[0], notes[1], notes[2], notes[3])
    #expect(found.outcomes == [.same, .same, .same, .same])
    // What random events break of the rules is said, and checkpoints change nothing about that.
    #expect(found.verdict == .damaged)
    var good = Scribe()
    for number in 2...9 as ClosedRange<UInt64> { good.add(saving(quantity(number, "X"))) }
    #expect(try audit(good.lines, Self.checkpoint(good.lines.prefix(4))).verdict == .verified)
    #expect(try audit(good.lines).verdict == .unanchored)
  }

  @Test func aCutTailIsRolledBack() throws {
    let lines = Self.scribe.lines
    let found = try audit(
      Array(lines.prefix(200)), Self.checkpoint(lines.prefix(200)), Self.checkpoint(lines))
    #expect(found.outcomes == [.same, .fewerLines] && found.verdict == .rolledBack)
    // Half a line is no line.
    let half = try audit(
      Array(lines.prefix(200)), tail: "{\"seq\":201", Self.checkpoint(lines.prefix(201)))
    #expect(half.outcomes == [.fewerLines] && half.verdict == .rolledBack)
    #expect(try audit([], Self.checkpoint(lines)).verdict == .rolledBack)
  }

  @Test func aChainMadeAnewIsForked() throws {
    let lines = Self.scribe.lines
    for place in [1, 100, 250] {
      let other = try Self.rewritten(lines, place)
      let system = try ReplayTests.system(other)
      #expect(try JournalAudit(chainOf: "/j", on: system).count == 0)
      let found = try audit(
        other, Self.checkpoint(lines.prefix(place)), Self.checkpoint(lines.prefix(place + 1)),
        Self.checkpoint(lines))
      #expect(found.outcomes == [.same, .otherRoot, .otherRoot] && found.verdict == .forked)
      // The word is that for the gravest.
      let cut = try audit(
        Array(other.dropLast(40)), Self.checkpoint(lines), Self.checkpoint(lines.prefix(255)))
      #expect(cut.outcomes == [.fewerLines, .otherRoot] && cut.verdict == .forked)
    }
  }

  @Test func anotherJournalIsForked() throws {
    let found = try audit(
      Self.scribe.lines, Self.checkpoint(Self.scribe.lines, of: id(9)))
    #expect(found.outcomes == [.otherJournal(id(9))] && found.verdict == .forked)
  }

  @Test func aDamagedLineIsDamageWhateverStandsAfterIt() throws {
    var lines = Self.scribe.lines
    let notes = [100, 150, 151, 301].map { Self.checkpoint(lines.prefix($0)) }
    lines[150][lines[150].count - 100] ^= 1
    let found = try audit(lines, notes[0], notes[1], notes[2], notes[3])
    #expect(found.outcomes == [.same, .same, .beyondDamage, .beyondDamage])
    #expect(found.verdict == .damaged)
  }

  @Test func aCheckpointIsOfLinesThatAreOnTheDisk() throws {
    let lines = Self.scribe.lines
    let system = try ReplayTests.system(lines)
    func made() throws -> (lines: UInt64, leftOut: UInt64) {
      var made = try JournalTree.ofDurableLines(
        in: "/j", on: system, answering: JournalTree.Questions(), threads: 2)
      return (made.tree.checkpoint?.lines ?? 0, made.leftOut)
    }
    #expect(try made() == (301, 0))
    let after = UInt64(lines.suffix(2).reduce(0) { $0 + $1.count + 1 })
    var head = Head()
    head.sequence = 299
    head.offset = try JournalReader("/j", on: system).size - after
    let line = lines[298]
    let stated = Chain.stated(in: line.rawBytes)
    head.chain = try #require(stated)
    system[JournalPaths(folder: "/j").lock] = LockRecords.content(durable: DurablePart(head))
    #expect(try made() == (299, after))
    // Other lines than those that were acknowledged are damage, as for every reader.
    head.chain = .zero
    system[JournalPaths(folder: "/j").lock] = LockRecords.content(durable: DurablePart(head))
    #expect(throws: JournalError.self) { try made() }
  }

  @Test func aDamagedJournalGetsNoCheckpoint() throws {
    var lines = Self.scribe.lines
    lines[150][lines[150].count - 100] ^= 1
    let system = try ReplayTests.system(lines)
    let error = failure(JournalError.self) {
      _ = try JournalTree.ofDurableLines(
        in: "/j", on: system, answering: JournalTree.Questions(), threads: 2)
    }
    if case .damaged(let damage)? = error {
      #expect(damage.line == 151)
    } else {
      Issue.record("\(error as Any)")
    }
  }
}

/// The texts of checkpoints and proofs.
@Suite struct CheckpointTextTests {
  private static let root = SHA256.hash([UInt8]().rawBytes)
  private static let text = """
    health-journal/00000000-0000-4000-8000-000000000001
    12
    47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=

    """

  private func note(_ text: String) -> CheckpointNote? { CheckpointNote(Array(text.utf8)) }

  @Test func whatIsWrittenIsRead() throws {
    let journal = try #require(ObjectUUID("00000000-0000-4000-8000-000000000001"))
    let checkpoint = Checkpoint(journal: journal, lines: 12, root: Self.root)
    #expect(checkpoint.description == Self.text)
    #expect(note(Self.text)?.checkpoint == checkpoint)
    let signed = Self.text + "\n— who 1234\n— other 5678\n"
    #expect(note(signed)?.text == signed && note(signed)?.signatures == 2)
    // A shell's $(…) takes the last line feed away.
    #expect(note(String(Self.text.dropLast()))?.text == Self.text)
    #expect(note(Self.text + "an extension\n")?.checkpoint == checkpoint)
  }

  @Test(arguments: [
    "", "\n", "health-journal/00000000-0000-4000-8000-000000000001\n12\n",
    text.replacing("health-journal/", with: "health/"), text.replacing("12", with: "012"),
    text.replacing("12", with: "-1"), text.replacing("12", with: "99999999999999999999"),
    text.replacing("FU=", with: "FU"), text.replacing("FU=", with: "FV="), text + "\n",
    text + "\nno signature\n", text.replacing("\n", with: "\r\n"), "\n" + text,
    text + "\n— who 1234\n\n",
  ]) func anythingElseIsNone(_ text: String) {
    #expect(note(text) == nil)
  }

  @Test func proofsAreTexts() throws {
    let signed = note(Self.text + "\n— who 1234\n")
    let note = try #require(signed)
    let letters = Self.root.base64Text
    let inclusion = TreeProof.inclusion(of: 7, by: [Self.root, Self.root], in: note)
    #expect(
      inclusion == "c2sp.org/tlog-proof@v1\nindex 6\n\(letters)\n\(letters)\n\n" + note.text)
    let growth = GrowthProof(from: 5, by: [Self.root], to: note)
    #expect(growth.text == "old 5\n\(letters)\n\n" + note.text)
    #expect(GrowthProof(Array(growth.text.utf8)) == growth)
    for bad in [
      "old x\n\n" + Self.text, Self.text, "old 5\n", "old 5\n?\n\n" + Self.text, "old 5\n\nx\n",
    ] {
      #expect(GrowthProof(Array(bad.utf8)) == nil, "\(bad)")
    }
  }
}
