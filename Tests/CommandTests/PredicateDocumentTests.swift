import Foundation
import HealthModel
import TestSupport
import Testing

/// `Docs/PREDICATES.md` says what there is, and its examples find something.
@Suite struct PredicateDocumentTests {
  private static let page: String = {
    let file = Project.root.appending(path: "Docs/PREDICATES.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  static let examples = page.split(separator: "\n").filter { $0.hasPrefix("    $ ") }
    .map { String($0.dropFirst(6)) }

  /// The first and the third column of the table of key paths.
  private static let rows: [[String]] = {
    let lines = page.components(separatedBy: "## Key paths")[1].split(separator: "\n")
    return lines.filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.filter { $0 != "`" && $0 != " " } }
      return [cells[1], cells[3], cells[2]]
    }
  }()

  @Test func everyKeyPathHasItsRow() {
    #expect(Self.rows.map { $0[0] } == PredicateKeyPath.allCases.map(\.rawValue))
    #expect(Self.rows.map { $0[1] } == PredicateKeyPath.allCases.map { $0.constantName ?? "" })
    for row in Self.rows {
      for alias in row[2].split(separator: ",") {
        #expect(PredicateKeyPath.named(String(alias))?.rawValue == row[0], "\(alias)")
      }
    }
  }

  @Test func thereAreExamples() { #expect(Self.examples.count >= 12) }

  @Test(arguments: examples) func exampleFindsSomething(_ example: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      "health-journal init --time-zone Europe/Paris; health-journal append < $FIXTURES/week.ndjson")
    let outcome = try scratch.run(example)
    #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(outcome.errors)")
  }
}
