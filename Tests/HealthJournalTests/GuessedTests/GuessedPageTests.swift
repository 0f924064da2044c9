import HealthJournalFoundation
import TestSupport
import Testing

extension GuessedTests {
  /// What the page says runs too, on a journal in memory; the last calls name files that are not
  /// there.
  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func thePageRuns() async throws {
    let store = try store()
    types()
    quantities()
    try await authorization(store)
    try await saving(store)
    try await correlation(store)
    try await queries(store)
    try await store.save(
      QuantitySample(
        type: steps, quantity: Quantity(unit: .count(), doubleValue: 812), start: start, end: end))
    try await statistics(store)
    try await changes(store)
    try await workouts(store)
    try await profile(store)
    try await more(store)
    await errors(store)
    await #expect(throws: StoreError.self) { try await beyond(store) }
  }
}

/// `GuessedTests` says what the page of guesses says, but for what "from HealthKit to Health
/// Journal" lists.
@Suite struct GuessedPageTests {
  @Test func eachGuessIsCompiledAsItWasWritten() throws {
    var page = Self.essence(try text(of: "Fixtures/guessed/page.txt"))
    for row in try rows() {
      #expect(page.contains(row.guessed), "no such guess: \(row.guessed)")
      page = page.replacing(row.guessed, with: row.written)
    }
    let suite = try text(of: "Tests/HealthJournalTests/GuessedTests/GuessedTests.swift")
    let (guessed, compiled) = (Array(page), Array(Self.essence(suite)))
    let same = zip(guessed, compiled).prefix { $0 == $1 }.count
    let place = String(guessed.dropFirst(max(0, same - 60)).prefix(160))
    #expect(guessed == compiled, "the suite differs from the page at: \(place)")
  }

  @Test func whatCannotBeHadHasItsReason() throws {
    let rows = try rows()
    #expect(!rows.isEmpty)
    for row in rows { #expect(!row.reason.isEmpty, "\(row.guessed)") }
  }

  /// What the compiler refuses by a name of HealthKit's, the page explains.
  @Test func whatIsUnavailableHasItsRow() throws {
    let page = try text(of: "Docs/FROM_HEALTHKIT.md")
    let code = try text(of: "Sources/Faces/HealthJournal/HealthKit/Unavailable.swift")
    let types = code.matches(of: /public (enum|struct) (\w+)/).map { "HK\($0.output.2)" }
    #expect(types.count > 10)
    for type in types {
      #expect(page.contains("`\(type)"), "\(type)")
    }
    for call in code.matches(of: /public func (\w+)/).map(\.output.1) where call != "save" {
      #expect(page.contains(call), "\(call)")
    }
  }

  private func text(of file: String) throws -> String {
    try String(contentsOf: Project.root.appending(path: file), encoding: .utf8)
  }

  private struct Row {
    var guessed: String
    var written: String
    var reason: String
  }

  /// The rows of the table of guesses that cannot be had.
  private func rows() throws -> [Row] {
    let page = try text(of: "Docs/FROM_HEALTHKIT.md")
    let section = try #require(page.components(separatedBy: "## Guesses that cannot be had").last)
    let table = section.components(separatedBy: "\n## ")[0]
    return table.split(separator: "\n").compactMap { line in
      let cells = line.components(separatedBy: " | ").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: "| "))
      }
      guard cells.count == 3, cells[0].hasPrefix("`") else { return nil }
      let code = cells.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
      return Row(
        guessed: Self.essence(code[0]), written: Self.essence(code[1]), reason: cells[2])
    }
  }

  /// A text of Swift without comments, blanks, the ends of statements, and the attribute that lets
  /// a test call what is deprecated.
  private static func essence(_ text: String) -> String {
    let code = text.split(separator: "\n").map { $0.components(separatedBy: "//")[0] }.joined()
    return code.replacing("@available(*, deprecated)", with: "")
      .filter { !$0.isWhitespace && $0 != ";" }
  }
}
