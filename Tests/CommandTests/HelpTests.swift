import HealthModel
import HealthProjections
import Testing

@testable import health_journal

/// What a person reads first: the page without a word, and the topics.
@Suite struct HelpTests {
  private static let catalogue = Catalogue()

  /// Each call of the first page is one that the program takes.
  @Test func theFirstPageShowsCallsThatWork() throws {
    #expect(StartPage.calls.count == 10)
    for (call, _) in StartPage.calls {
      let words = call.split(separator: " ").map { String($0) }
      let page = try #require(Self.catalogue.page(words[0]), "\(call)")
      _ = try Arguments(Array(words.dropFirst()), page)
    }
    for line in StartPage.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: HelpTopic.names) func topicsAreListed(_ name: String) throws {
    #expect(HelpCommand.overview(Self.catalogue).contains(name))
    let page = try HelpCommand.text(of: name, Self.catalogue)
    #expect(page.contains("\n  "))
    for line in page.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func slipsGetTheNearestNames() {
    for (slip, near) in [
      ("tims", "times"), ("unit", "units"), ("dayly", "daily"), ("soruces", "sources"),
    ] {
      let failure = #expect(throws: Failure.self) { try HelpCommand.text(of: slip, Self.catalogue) }
      #expect(failure?.code == .usage && failure?.message.contains(near) == true, "\(slip)")
    }
  }

  /// Each unit and each key path is on its page.
  @Test func topicsNameAllThereIs() {
    let units = HelpTopic.units.text()
    for unit in Unit.named { #expect(units.contains(unit.name + (unit.takesPrefix ? "*" : ""))) }
    for path in PredicateKeyPath.allCases {
      #expect(HelpTopic.predicates.text().contains(path.rawValue))
    }
  }
}
