import Testing

@testable import HealthProjections

/// Which names are one source.
@Suite struct SourceNameTests {
  @Test(arguments: [
    ("Watch", "Watch"), ("", ""), (" ", ""), ("\u{A0}", ""), ("Anna’s\u{A0}Watch", "Anna’s Watch"),
    ("Anna’s Watch \u{A0} ", "Anna’s Watch"), (" Watch", " Watch"), ("\u{A0}\u{A0}W", "  W"),
    ("à\u{E0}\u{420}\u{4A0}😀\u{A0}", "à\u{E0}\u{420}\u{4A0}😀"), ("a\u{A0}\u{301}", "a \u{301}"),
  ]) func blanksAtTheEndAndTheirKindMakeNoOtherSource(_ name: String, _ folded: String) {
    #expect(Array(SourceName.folded(name).utf8) == Array(folded.utf8))
  }
}
