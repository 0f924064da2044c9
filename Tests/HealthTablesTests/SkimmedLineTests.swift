import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

@testable import HealthTables

/// What is skimmed of a line against the whole entry.
@Suite struct SkimmedLineTests {
  /// What a log shows of a save.
  private struct Facts: Equatable, CustomStringConvertible {
    var sequence: UInt64
    var at: Instant
    var by: String
    var types: [String]
    var isOfWorkout: Bool

    init(_ skimmed: inout LineSkimmer) {
      (sequence, at, by) = (skimmed.sequence, skimmed.at, skimmed.by)
      types = []
      for index in 0..<skimmed.count {
        types.append(skimmed.identifier(ofType: skimmed.type(index)))
      }
      isOfWorkout = skimmed.isOfWorkout
    }

    init?(_ entry: Entry?) {
      guard let entry, case .event(.save(let save), let by) = entry.body, save.replaces.isEmpty,
        entry.recorded == nil, entry.original == nil
      else { return nil }
      (sequence, at, self.by) = (entry.sequence, entry.at, by)
      types = save.objects.map(\.content.type)
      isOfWorkout =
        save.workout.map { workout in !save.objects.contains { $0.uuid == workout } } ?? false
    }

    var description: String { "\(sequence) \(at) \(by) \(types) \(isOfWorkout)" }
  }

  /// The facts that the skimmer has of a line; nil: it leaves the line to the general path.
  private static func skimmed(
    _ line: [UInt8], _ number: UInt64, by skimmer: inout LineSkimmer
  ) -> Facts? {
    skimmer.reads(line.rawBytes, numbered: number) ? Facts(&skimmer) : nil
  }

  @Test(arguments: Counts.seeds(1...8 as ClosedRange<UInt64>))
  func canonicalAndShuffledLinesSayWhatTheirEntriesDo(_ seed: UInt64) throws {
    let lines = Scribe.random(seed, count: 300).lines
    var (dice, skimmer, read) = (Dice(seed), LineSkimmer(), 0)
    for (index, line) in lines.enumerated() {
      let number = UInt64(index + 1)
      let expected = Facts(try LineCodec.decode(line.rawBytes))
      for line in [line, try Shuffler.shuffle(line, &dice)] {
        guard let facts = Self.skimmed(line, number, by: &skimmer) else { continue }
        #expect(facts == expected)
        read += 1
      }
    }
    #expect(read > 0)
  }

  @Test(arguments: 1...8)
  func noLineIsSkimmedThatTheGeneralPathRefuses(_ seed: UInt64) throws {
    let lines = Scribe.random(seed, count: 60).lines
    var (dice, skimmer) = (Dice(seed), LineSkimmer())
    for _ in 0..<600 {
      let number = dice.below(lines.count)
      let line = Mutation.mutate(lines[number], &dice)
      guard let facts = Self.skimmed(line, UInt64(number + 1), by: &skimmer) else { continue }
      let text = String(decoding: line, as: UTF8.self)
      #expect(facts == Facts(try? LineCodec.decode(line.rawBytes)), "\(text)")
    }
  }

  /// Samples of a workout, of many types, and lines under another number.
  @Test func plainSavesAreSkimmed() throws {
    var scribe = Scribe()
    scribe.add(.save(Save(objects: [quantity(1), quantity(2, "B"), quantity(3)])), by: "app")
    scribe.add(.save(Save(objects: [quantity(4)], workout: id(9))))
    scribe.add(.save(Save(objects: [quantity(5)])))
    scribe.add(.delete(Deletion(objects: [id(5)])))
    var (skimmer, facts) = (LineSkimmer(), [String]())
    for (index, line) in scribe.lines.enumerated() {
      let number = UInt64(index + 1)
      #expect(Self.skimmed(line, number + 1, by: &skimmer) == nil)
      let own = Self.skimmed(line, number, by: &skimmer)
      #expect((own == nil) == (index == 0 || index == 4))
      if let own { facts.append("\(own.by) \(own.types.count) \(own.isOfWorkout)") }
    }
    #expect(facts == ["app 3 false", "owner 1 true", "owner 1 false"])
  }
}
