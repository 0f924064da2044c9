import HealthViews
import TestSupport
import Testing

@testable import HealthPages

/// Addresses and what a browser asks for.
@Suite struct AddressTests {
  @Test(arguments: [
    ("/", "", [], ""), ("/type/stepCount", "type", ["stepCount"], ""),
    ("/type/stepCount?period=2026-03", "type", ["stepCount"], "period=2026-03"),
    ("/table/find?text=a+b%26c&on=", "table", ["find"], "text=a b&c"),
    ("/table/daily?source=A%2FB&source=%C3%A9", "table", ["daily"], "source=A/B,source=é"),
  ])
  func readsWhatABrowserAsks(
    _ target: String, _ kind: String, _ words: [String], _ options: String
  ) throws {
    let address = try Address(target: target)
    #expect(address.kind == kind && address.words == words)
    #expect(
      address.values.entries.map { "\($0.name)=\($0.value)" }.joined(separator: ",") == options)
    let again = try Address(target: "/" + address.text)
    #expect(again.text == address.text)
  }

  @Test(arguments: [
    "/a/..", "/a/%2e%2E/b", "/a/%", "/a/%4", "/a/%zz", "/a/%ff", "/./a", "/a?x=%c3%28",
    "/" + String(repeating: "a", count: 5000),
  ])
  func refusesOddTargets(_ target: String) {
    #expect(throws: OptionProblem.self) { try Address(target: target) }
  }

  /// Any text survives the way into an address and back, and leaves no sign that ends an attribute
  /// or begins another part of the address.
  @Test func anyTextIsAnOption() throws {
    var dice = Dice(11)
    for _ in 0..<500 {
      let text = HostileText.next(&dice)
      guard !text.isEmpty, text.utf8.count < 1000 else { continue }
      let address = Address("table", ["daily"]).with(text, for: .source)
      #expect(address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x23 })
      let again = try Address(target: "/" + address.text)
      #expect(again.values[.source] == text)
    }
  }

  /// References are relative, from any depth, and never begin with a slash.
  @Test func referencesAreRelative() {
    let table = Address("table", ["daily"])
    #expect(Place.server.href(Address(), Address()) == "./")
    #expect(Place.server.href(Address(), table) == "../")
    #expect(Place.server.href(table, Address("table")) == "table/daily")
    #expect(Place.server.href(table, Address("explained", ["a", "b"])) == "../../table/daily")
    #expect(
      Place.server.href(Address("", [], Address().with("9", for: .asOf).values), Address())
        == "./?as-of=9")
  }
}
