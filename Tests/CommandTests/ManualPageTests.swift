import Foundation
import TestSupport
import Testing

@testable import health_journal

/// The manual, read by the programs that show it, and what is installed.
@Suite struct ManualPageTests {
  static let mandoc = ["/usr/bin/mandoc", "/usr/local/bin/mandoc"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test func everyCommandAndTopicHasAPage() {
    let names = ManualPage.all(Catalogue()).map(\.file)
    #expect(Set(names).count == names.count)
    for page in Catalogue().pages { #expect(names.contains("health-journal-\(page.name).1")) }
    for topic in HelpTopic.all { #expect(names.contains("health-journal-\(topic.name).7")) }
  }

  /// Nothing in help pages is taken for a call of roff, and no character is lost.
  @Test func textsAreEscaped() {
    var roff = Roff()
    roff.prose(".SH is 'a' \\ – `b`")
    roff.verbatim(["  .PP", "--x"])
    #expect(
      roff.lines == [
        #"\&.SH is \(aqa\(aq \e \[u2013] \fBb\fR"#, ".EX", "  .PP", #"\-\-x"#, ".EE",
      ])
  }

  @Test(.enabled(if: mandoc != nil)) func mandocFindsNothingWrong() throws {
    let scratch = try Scratch()
    let mandoc = try #require(Self.mandoc)
    let outcome = try scratch.run(
      "mkdir pages; health-journal man -o pages && cd pages && \(mandoc) -T lint -W style *")
    // A page may lead to one that is not installed here.
    let found = outcome.output.split(separator: "\n").filter {
      !$0.contains("referenced manual not found")
    }
    #expect(found.isEmpty, "\(found.prefix(10).joined(separator: "\n"))")
    let shown = try scratch.run("health-journal man daily | \(mandoc) -T utf8 | col -b")
    for words in ["sums and averages by day", "--attribute RULE", "--day-starts HH:MM"] {
      #expect(shown.output.contains(words), "\(words): \(shown.output)")
    }
  }

  @Test func installationHasAllParts() throws {
    let scratch = try Scratch()
    let built = URL(filePath: Program.path).deletingLastPathComponent().path
    let script = Project.fixtures.appending(path: "install").path
    let outcome = try scratch.run(
      "BUILT='\(built)' DESTDIR=$PWD/to PREFIX=/usr '\(script)' && cd to/usr && find . -type f | sort"
    )
    #expect(outcome.code == 0, "\(outcome.errors)")
    let files = Set(outcome.output.split(separator: "\n").map { String($0) })
    for file in [
      "./bin/health-journal", "./bin/health-journal-http", "./bin/health-journal-browse",
      "./share/man/man1/health-journal.1", "./share/man/man1/health-journal-sleep.1",
      "./share/man/man7/health-journal-units.7",
      "./share/bash-completion/completions/health-journal",
      "./share/zsh/site-functions/_health-journal",
      "./share/fish/vendor_completions.d/health-journal.fish",
    ] {
      #expect(files.contains(file), "\(file)")
    }
    #expect(try scratch.run("to/usr/bin/health-journal --version").code == 0)
  }
}
