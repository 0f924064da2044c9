import HealthReport
import TestSupport
import Testing

@testable import HealthPages

/// What the script of the pages may be.
@Suite(.enabled(if: Zones.arePresent)) struct ScriptTests {
  /// It is small, ends no element, and has no way to ask a server or to keep anything.
  @Test func theScriptOnlyReadsThePage() {
    let script = PageScript.text
    #expect(script.utf8.count <= 10_240)
    for word in [
      "<", "fetch", "XMLHttp", "WebSocket", "EventSource", "sendBeacon", "import", "eval",
      "Function", "innerHTML", "cookie", "Storage", "indexedDB", "postMessage", "window.open",
      "submit", "Image", "history", "Worker", "http:", "https:",
    ] {
      let isThere = script.split(separator: "\n").contains { line in
        line.contains(word) && !(word == "<" && line.contains(" < ") || line.contains(" <= "))
      }
      #expect(!isThere, "\(word)")
    }
  }

  /// Pages have it once, and only if it was asked for.
  @Test func pagesHaveTheScriptOnce() throws {
    var with = try Shelf.full().browser { $0.script = PageScript.text }
    #expect(with.answer("/").text.ranges(of: "<script>\(PageScript.text)</script>").count == 1)
    var without = try Shelf.full().browser()
    #expect(!without.answer("/").text.contains("<script"))
  }
}
