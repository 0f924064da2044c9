import Foundation
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalTestSupport
import TestSupport
import Testing

/// A type or a source of a real export is erased: what is left is what an export without it brings.
@Suite(.enabled(if: RealExports.arePresent, "no real exports: set HEALTH_JOURNAL_DATA"))
struct ErasedExportTests {
  /// What of an export is erased, by the attribute that tells it.
  enum Part: Sendable, CustomTestStringConvertible {
    case type(String)
    case source(String)

    var testDescription: String {
      switch self {
      case .type(let name), .source(let name): name
      }
    }

    /// The query that chooses it.
    var query: ViewQuery {
      var query = ViewQuery()
      switch self {
      case .type(let name): query.types = [name]
      case .source(let name): query.sources = [name]
      }
      return query
    }

    /// The same part as an element of an export states it.
    var attribute: String {
      switch self {
      case .type(let name): " type=\"\(name)\""
      case .source(let name): " sourceName=\"\(name)\""
      }
    }
  }

  @Test(arguments: [
    Part.type("HKQuantityTypeIdentifierStepCount"), .type("HKCategoryTypeIdentifierSleepAnalysis"),
    .source("Connect"),
  ])
  func isGone(_ part: Part) throws {
    let bytes = try Data(contentsOf: URL(filePath: RealExports.steps))
    let text = String(decoding: bytes, as: UTF8.self)
    let rest = Self.without(part.attribute, text)
    #expect(rest.utf8.count < text.utf8.count && !rest.contains(part.attribute))
    let (whole, without) = (try ErasedTrial(), try ErasedTrial())
    _ = try whole.run(Array(text.utf8))
    _ = try without.run(Array(rest.utf8))
    try whole.erase(.query(part.query))
    let left = try whole.live()
    #expect(try left == without.live() && !left.isEmpty)
    if case .source(let name) = part {
      #expect(try whole.lines().allSatisfy { !$0.contains(name) })
    }
    for view in ["daily", "latest", "workouts", "sleep", "sources"] {
      #expect(try Self.rows(of: view, whole) == Self.rows(of: view, without), "\(view)")
    }
    let again = try whole.run(Array(text.utf8))
    #expect(again.saved + again.corrected == 0 && again.erased > 0)
    #expect(try whole.live() == left)
  }

  /// An export without the elements that have an attribute.
  private static func without(_ attribute: String, _ text: String) -> String {
    var lines: [Substring] = []
    var end: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let tag = end {
        if line.contains(tag) { end = nil }
      } else if line.contains(attribute) {
        let name = line.drop { $0 != "<" }.dropFirst().prefix { $0 != " " }
        if !line.hasSuffix("/>") { end = "</\(name)>" }
      } else {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The rows of a view, but for the lines of which they tell.
  private static func rows(of view: String, _ trial: ErasedTrial) throws -> [[Cell]] {
    let journal = try ReplayedJournal("/j", on: trial.system)
    let declared = try #require(Views.all.first { $0.name == view })
    var request = ViewRequest(journal, OptionValues(), now: .epoch)
    let table = try declared.table(&request)
    let told = table.columns.map { $0.field.hasPrefix("seq") || $0.field == "created" }
    return try table.allRows().map { row in row.indices.filter { !told[$0] }.map { row[$0] } }
  }
}
