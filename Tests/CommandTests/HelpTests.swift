import ByteTools
import Foundation
import HealthModel
import HealthViews
import TestSupport
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

  /// The pages for developers and the compiler's messages name options that commands have.
  @Test func theLibraryNamesOptionsThatThereAre() throws {
    let files = [
      "Docs/FROM_HEALTHKIT.md", "Sources/Faces/HealthJournal/HealthKit/Unavailable.swift",
    ]
    for file in files {
      let text = try String(contentsOf: Project.root.appending(path: file), encoding: .utf8)
      for call in text.matches(of: #/`(?:health-journal )?([a-z]+) --([a-z-]+)/#) {
        let page = try #require(Self.catalogue.page(String(call.output.1)), "\(call.output.0)")
        #expect(page.options.contains { $0.name == call.output.2 }, "\(file): \(call.output.0)")
      }
    }
  }

  @Test(arguments: HelpTopic.names) func topicsAreListed(_ name: String) throws {
    #expect(HelpCommand.overview(Self.catalogue).contains(name))
    let page = try HelpCommand.text(of: name, Self.catalogue)
    #expect(page.contains("\n  "))
    for line in page.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  /// Every page in lines of so many columns: none is wider, no word is lost, and what has a place
  /// stays as it is.
  @Test(arguments: [40, 60, 80, 100]) func pagesFitATerminal(_ width: Int) throws {
    let names = Self.catalogue.pages.map(\.name) + HelpTopic.names
    let pages =
      try [StartPage.text, HelpCommand.overview(Self.catalogue)]
      + names.map { try HelpCommand.text(of: $0, Self.catalogue) }
    for page in pages {
      let fitted = HelpFit.fitted(page, width)
      for line in fitted.split(separator: "\n") {
        #expect(TerminalText.width(String(line)) <= width, "\(line)")
      }
      // Words that are wider than their column are broken: without blanks all is as it was.
      #expect(fitted.filter { !$0.isWhitespace } == page.filter { !$0.isWhitespace })
      #expect(HelpFit.fitted(page, nil) == page && HelpFit.fitted(page, 200) == page)
    }
  }

  @Test func wordsOfHelpHang() {
    let page = """
      A paragraph that goes on in the line below, because it has so many words that one line is not
      enough.
      A line of its own.

        --journal DIR  the journal; else $HEALTH_JOURNAL
        --as SOURCE    show what this source may read

        health-journal chart steps --every week --last 12w
      """
    #expect(
      HelpFit.fitted(page, 40) == """
        A paragraph that goes on in the line
        below, because it has so many words that
        one line is not enough.
        A line of its own.

          --journal DIR  the journal; else
                         $HEALTH_JOURNAL
          --as SOURCE    show what this source
                         may read

          health-journal chart steps --every
              week --last 12w
        """)
    #expect(
      HelpFit.fitted(page, 24).hasSuffix(
        """
          --journal DIR
              the journal; else
              $HEALTH_JOURNAL
          --as SOURCE
              show what this
              source may read

          health-journal
              chart steps
              --every week
              --last 12w
        """))
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
