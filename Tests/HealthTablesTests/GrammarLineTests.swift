import ByteTools
import HealthEvents
import HealthModel
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthTables
@testable import JournalFile

/// The fast path against the grammar: what it is made for it takes, and all else it reads as the
/// general path does.
@Suite struct GrammarLineTests {
  private typealias Lines = GrammarLines<Dice>

  @Test(arguments: 1...4)
  func anyLineGivesTheTablesOfTheGeneralPath(_ seed: UInt64) throws {
    var lines = Lines(Dice(seed))
    var journal = [EventKind.open, .format].enumerated().map { index, kind in
      Array(lines.line(kind, number: UInt64(index + 1)).text.utf8)
    }
    for number in UInt64(3)...150 {
      let kinds: [EventKind] = [
        .save, .save, .save, .delete, .origin, .authorize, .configure, .declare,
      ]
      let kind = lines.random.pick(kinds)
      journal.append(Array(lines.line(kind, number: number).text.utf8))
    }
    #expect(try tables(journal).dump() == tables(journal, by: .entry).dump())
  }

  /// Samples as most are, and deletions: in the grammar's order of keys, and with each that may be
  /// left out.
  @Test(arguments: 1...4)
  func theFastPathTakesCanonicalLines(_ seed: UInt64) throws {
    var lines = Lines(Dice(seed), .plain)
    var fast = TableBuilder()
    var journal = [Array(lines.line(.open, number: 1).text.utf8)]
    try Way.line.apply(journal[0], to: &fast)
    for number in UInt64(2)...200 {
      let kind = lines.random.pick([EventKind.save, .save, .delete])
      var form = kind == .save ? try Self.plainSave : LineGrammar.line(.delete)
      form.members.removeAll { $0.key.text == "recorded" }
      let text = lines.line(kind, number: number, form).text
      journal.append(Array(text.utf8))
      let line = journal[journal.count - 1]
      let seen = fast.applyCanonical(line.rawBytes, at: 0)
      #expect(seen?.sequence == number, "\(text)")
    }
    fast.applyClaims()
    #expect(fast.tables.dump() == (try tables(journal, by: .entry).dump()))
  }

  /// The lines of a save that the fast path is made for: quantities without a series and categories
  /// with a number, with metadata of texts, numbers and truth values.
  private static var plainSave: WireObject {
    get throws {
      var line = LineGrammar.line(.save)
      line.members.removeAll { ["replaces", "replacement"].contains($0.key.text) }
      let place = try #require(line.members.firstIndex { $0.key.text == "objects" })
      guard case .list(.either(let kinds)) = line.members[place].value else { return line }
      let plain = kinds.prefix(2).map { kind in
        guard case .object(let form) = kind else { return kind }
        return WireValue.object(Self.plain(form))
      }
      line.members[place] = Self.member(line.members[place], .list(.either(plain)))
      return line
    }
  }

  private static func plain(_ form: WireObject) -> WireObject {
    let isCategory = !form.members.contains { $0.key.text == "unit" }
    let series: Set = ["count", "minimum", "maximum", "sum"]
    let members = form.members.filter { !series.contains($0.key.text) }.map { member in
      switch member.key.text {
      case "value" where isCategory: Self.member(member, .code)
      case "metadata": Self.member(member, .table(.either([.text, .number, .flag])))
      default: member
      }
    }
    return WireObject(members: members, others: nil)
  }

  private static func member(_ member: WireMember, _ value: WireValue) -> WireMember {
    WireMember(key: member.key, value: value, presence: member.presence)
  }
}
