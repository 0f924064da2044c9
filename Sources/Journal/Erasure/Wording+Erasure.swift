import ByteTools
import HealthModel

extension Wording {
  /// How many objects there are of each type, the three most frequent ones: `2 stepCount, 1
  /// height`.
  package static func types(_ counts: [String: Int]) -> String {
    let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
    let words = most.map {
      "\($0.value) " + TerminalText.escaped(TypeCatalogue.shortName(of: $0.key))
    }
    return words.joined(separator: ", ") + (counts.count > 3 ? " …" : "")
  }

  /// Why something cannot be erased.
  package static func text(_ problem: ErasureProblem) -> String {
    switch problem {
    case .noLine(let line): "the journal has no line \(line)"
    case .cannotErase(let line):
      "line \(line) begins the journal, says what was erased, or was erased: it stays"
    case .noReceipt(let line):
      "line \(line) is no receipt of an import; see `health-journal imports`"
    case .workoutInProgress:
      "a workout is in progress, and its file may hold what is to be erased; end or cancel it first"
    case .outOfReach(let path):
      "\(path) was not made by this program, and what is in it would stay; move it out of the journal first"
    case .tooLong(let line):
      "what is left of line \(line) would be longer than 16 MiB; erase it whole"
    }
  }
}

// MARK: Derived statements

extension Wording {
  /// Returns a sentence for each kind of derived statement: what goes of it, or stays.
  package static func derived(in counts: ErasureCounts) -> [String] {
    DerivedStatement.allCases.compactMap { statement in
      guard let tally = counts.derived[statement] else { return nil }
      let lines = lines(of: tally)
      return (statement.stays ? "stays: " : "goes too: ") + text(statement, tally) + lines
    }
  }

  private static func text(
    _ statement: DerivedStatement, _ tally: DerivedStatement.Tally
  ) -> String {
    let (types, count) = (names(tally.types), tally.count)
    switch statement {
    case .persons:
      return
        "in \(counted(count, "receipt")) of imports a person's uuid that was made from traits; "
        + "a random one takes its place"
    case .receipts:
      return "what \(counted(count, "receipt")) of imports told"
        + (types.isEmpty ? "" : " of \(types)")
    case .figures: return "what other objects told of \(types): \(holders(tally))"
    case .countsLeft:
      return
        "\(counted(count, "receipt")) of imports with counts of \(types), of which others stay, and with "
        + "the hash of the file; --line takes a receipt"
    case .figuresLeft:
      return "figures of \(types) in other objects, to be named too where that must go: "
        + holders(tally)
    case .uuidsLeft:
      return
        "\(counted(count, "uuid")) in objects that stay, made from what goes or naming it, so that a "
        + "guess at it can be tried: \(holders(tally))"
    case .settingsLeft:
      return "\(counted(count, "line")) of settings and rights with \(types); --line takes them"
    }
  }

  /// `11 workout, 2 electrocardiogram`
  private static func holders(_ tally: DerivedStatement.Tally) -> String {
    list(
      tally.holders.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \(TypeCatalogue.shortName(of: $0.key))" })
  }

  private static func names(_ types: Set<String>) -> String {
    list(types.map { TypeCatalogue.shortName(of: $0) }.sorted())
  }

  /// Joins the first of some words.
  private static func list(_ words: [String]) -> String {
    TerminalText.escaped(words.prefix(10).joined(separator: ", ")) + (words.count > 10 ? " …" : "")
  }

  private static func lines(of tally: DerivedStatement.Tally) -> String {
    let more =
      tally.count > tally.lines.count && tally.lines.count == DerivedStatement.Tally.mostLines
    let numbers = tally.lines.map(String.init).joined(separator: ", ")
    return " (line\(tally.lines.count == 1 ? "" : "s") \(numbers)\(more ? " …" : ""))"
  }
}
