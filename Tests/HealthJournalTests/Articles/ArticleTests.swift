import Foundation
import HealthJournal
import TestSupport
import Testing

/// What the library's articles show compiles and runs.
@Suite struct ArticleTests: StoreSuite {
  let home = TemporaryFolder()
  private static let catalogue = Project.root.appending(
    path: "Sources/Faces/HealthJournal/HealthJournal.docc")
  private static let articles = [
    "SavingAndReading", "FiguresOfDays", "FollowingChanges", "BuildingAWorkout", "TestingAProgram",
  ]

  /// The lines of a text without their indentation.
  private static func bare(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  private static func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// The journeys that show calls of the library.
  private static let journeys = [
    "15-correct-a-value", "16-remove-doubles", "19-for-my-doctor",
  ]

  @Test(arguments: articles + journeys) func everySnippetIsCompiled(_ article: String) throws {
    let folder =
      Self.articles.contains(article)
      ? Self.catalogue : Project.root.appending(path: "Docs/journeys")
    let page = try Self.text(folder.appending(path: article + ".md"))
    let compiled = try Self.bare(
      Self.text(
        Project.root.appending(path: "Tests/HealthJournalTests/Articles/ArticleSnippets.swift")))
    let snippets = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(!snippets.isEmpty)
    for snippet in snippets { #expect(compiled.contains(Self.bare(snippet)), "\(snippet)") }
  }

  /// A program may import the library with Foundation: what the articles show means the same there.
  @Test func everySnippetIsCompiledBesideFoundation() throws {
    let folder = Project.root.appending(path: "Tests/HealthJournalTests/Articles")
    func code(_ file: String) throws -> Substring {
      let text = try Self.text(folder.appending(path: file))
      return text[try #require(text.range(of: " {\n  static")).lowerBound...]
    }
    let alone = try code("ArticleSnippets.swift")
    #expect(try alone == code("ArticleSnippetsBesideFoundation.swift"))
  }

  @Test func theCatalogueListsEveryArticle() throws {
    let page = try Self.text(Self.catalogue.appending(path: "HealthJournal.md"))
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.catalogue.path)
    #expect(Set(files) == Set(Self.articles.map { $0 + ".md" } + ["HealthJournal.md"]))
    for article in Self.articles { #expect(page.contains("<doc:\(article)>")) }
  }

  @Test func whatTheArticlesShowRuns() async throws {
    let store = try await ArticleSnippets.savingAndReading(in: folder)
    #expect(try await store.objects(of: .heartRate).count == 1)
    #expect(try await ArticleSnippets.journeys(of: store) > 1000)
    let start = Instant(wholeSeconds: 1_772_000_000)
    let workout = try await ArticleSnippets.buildingAWorkout(
      in: store, from: start, to: start + 1_800)
    #expect(workout.duration == 1_740)
    let next = try await ArticleSnippets.followingChanges(of: store, in: folder, after: "")
    #expect(QueryAnchor(next) != nil)
    let memory = try await ArticleSnippetsBesideFoundation.testingAProgram()
    try await ArticleSnippets.figuresOfDays(of: memory)
    #expect(try await memory.objects(of: .stepCount).count == 1)
  }
}
