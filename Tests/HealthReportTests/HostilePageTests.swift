import ByteTools
import TestSupport
import Testing

@testable import HealthReport

/// A page, with any text in it, has the tags and attributes of its writer alone.
@Suite struct HostilePageTests {
  @Test func noTextIsMarkup() {
    var dice = Dice(7)
    for _ in 0..<HostileText.count {
      let text = HostileText.next(&dice)
      var page = Page()
      page.element(.td, [Page.Attribute("aria-label", text)]) { page in
        page.element(.code, text: text)
      }
      let signs = page.bytes.filter { [0x22, 0x3C, 0x3E].contains($0) }
      #expect(String(decoding: signs, as: UTF8.self) == "<\"\"><><><>")
      let shown = String(decoding: page.bytes, as: UTF8.self)
      #expect(!shown.unicodeScalars.contains(where: TerminalText.isUnsafe))
    }
  }
}
