import ByteTools
import Testing

@Suite struct XMLTokenizerTests {
  /// A document and its tokens.
  struct Case: CustomTestStringConvertible {
    let input: String
    let tokens: [String]
    var testDescription: String { String(input.prefix(60)) }

    init(_ input: String, _ tokens: String...) {
      self.input = input
      self.tokens = tokens
    }
  }

  static let wellFormed = [
    Case("<a/>", "0+a/", "0."),
    Case("\u{FEFF}<a/>", "0+a/", "0."),
    Case("<a></a>", "0+a", "0-a", "0."),
    Case(" <a >\n <b x = '1' y=\"2\" />\n</a >\n", "0+a", "1+b x=1 y=2/", "0-a", "0."),
    Case("<?xml version='1.0'?><a/><?pi?>", "0+a/", "0."),
    Case("<!-- - -- > <x> --><a/><!---->", "0+a/", "0."),
    Case("<a>x</a>", "0+a", "1'x'", "0-a", "0."),
    Case("<a> x y\n<b/> z</a>", "0+a", "1'x y'", "1+b/", "1'z'", "0-a", "0."),
    Case("<a><![CDATA[ <&lt;]]]]><![CDATA[ ]]></a>", "0+a", "1'<&lt;]]'", "0-a", "0."),
    Case("<a x=\"\"/>", "0+a x=/", "0."),
    Case("<a x='\"' y=\"'\" z='>/>'/>", "0+a x=\" y=' z=>/>/", "0."),
    Case("<é ü='ß'/>", "0+é ü=ß/", "0."),
  ]

  static let entities = [
    Case("<a x='&lt;&gt;&amp;&quot;&apos;'/>", "0+a x=<>&\"'/", "0."),
    Case("<a x='&#123;&#x1F;&#x1f3ca;&#xE9;'/>", "0+a x={\u{1F}\u{1F3CA}é/", "0."),
    Case("<a x='&amp;lt;'/>", "0+a x=&lt;/", "0."),
    Case(
      "<a x='&nbsp; &; & &#; &#x; &#xg; &LT;'/>", "0+a x=&nbsp; &; & &#; &#x; &#xg; &LT;/", "0."),
    Case(
      "<a x='&#0; &#xD800; &#x110000; &#99999999999;'/>",
      "0+a x=&#0; &#xD800; &#x110000; &#99999999999;/", "0."),
    Case("<a x='&#1a; &lt &lt'/>", "0+a x=&#1a; &lt &lt/", "0."),
    Case("<a>&lt;b&gt;</a>", "0+a", "1'<b>'", "0-a", "0."),
  ]

  static let pitfalls = [
    Case(
      "<Record Withings User Identifier=\"1\" type=\"x\"/>",
      "0+Record Withings User Identifier=1 type=x/", "0."),
    Case("<a x x='1' x='2' y/>", "0+a x x=1 x=2 y=/", "0."),
    Case("<a lone/><b lone>", "0+a lone=/", "0+b lone=", "1%17..<17", "1."),
    Case("<a x=1 y=b/c z='3'/>", "0+a x=1 y=b/c z=3/", "0."),
    Case("<a x='<b>' y='<'/>", "0+a x=<b> y=</", "0."),
    Case("<a x='1\n <' y='2\n3'/>", "0+a x=1\n < y=2\n3/", "0."),
    Case("<a x='\u{0B}\u{01}'/>", "0+a x=\u{0B}\u{01}/", "0."),
    Case("<r>\n<a x=\"1 y=\"2\"/>\n<b/></r>", "0+r", "1!4..<20", "1+b/", "0-r", "0."),
    Case("<r>\n<a x=\"1/>\n  <b y=\"2\"/></r>", "0+r", "1!4..<16", "1+b y=2/", "0-r", "0."),
    Case("<r>\n<a x=\"1/>\n</r>", "0+r", "1!4..<14", "0-r", "0."),
    Case("<r><a x=\"1/><b y=\"2\"/></r>", "0+r", "1!3..<12", "1+b y=2/", "0-r", "0."),
    Case("<r><a x='1'y='2'/><b/></r>", "0+r", "1!3..<18", "1+b/", "0-r", "0."),
    Case("<r><a <b/></r>", "0+r", "1!3..<6", "1+b/", "0-r", "0."),
    Case("<r>1 < 2<b/></r>", "0+r", "1'1'", "1!5..<8", "1+b/", "0-r", "0."),
    Case("<r><!WHAT><b/></r>", "0+r", "1!3..<10", "1+b/", "0-r", "0."),
    Case("<r><!x></r>", "0+r", "1!3..<7", "0-r", "0."),
    Case("<r><?pi\n<b/></r>", "0+r", "1!3..<8", "1+b/", "0-r", "0."),
    Case("<r></x></r>", "0+r", "1!3..<7", "0-r", "0."),
    Case("</x><r/>", "0!0..<4", "0+r/", "0."),
    Case("<r><a><b></r>", "0+r", "1+a", "2+b", "0-r", "0."),
    Case("<r><a><b></a></r>", "0+r", "1+a", "2+b", "1-a", "0-r", "0."),
    Case("<r><a></r", "0+r", "1+a", "2%6..<9", "2."),
    Case("<r></ r><b/></r>", "0+r", "1!3..<8", "1+b/", "0-r", "0."),
    Case("<r/>after", "0+r/", "0'after'", "0."),
    Case("", "0%0..<0", "0."),
    Case("\u{FEFF}", "0%3..<3", "0."),
    Case("no xml", "0'no xml'", "0%6..<6", "0."),
    Case("<!-- open <a/>", "0%0..<14", "0."),
    Case("<", "0%0..<1", "0."),
  ]

  static let documentTypes = [
    Case("<!DOCTYPE HealthData><a/>", "0+a/", "0."),
    Case("<!DOCTYPE h SYSTEM 'x.dtd'>\n<a/>", "0+a/", "0."),
    Case("<!DOCTYPE h [\n<!ELEMENT h ANY>\n]>\n<a/>", "0+a/", "0."),
    Case("<!DOCTYPE h [ <!ATTLIST a b CDATA #IMPLIED\n<!ELEMENT ' \">\n]>\n \t<h/>", "0+h/", "0."),
    Case("<!DOCTYPE h [ x ]>y ]> z ]>\r\n<h/>", "0+h/", "0."),
    Case(
      "<!DOCTYPE h [ <!ELEMENT h\n<HealthData locale='x'/>",
      "0+HealthData locale=x/", "0."),
    Case(
      "<!DOCTYPE h [\n<HealthData a='[x]> <y'></HealthData>",
      "0+HealthData a=[x]> <y", "0-HealthData", "0."),
    Case("<!DOCTYPE h [ <HealthDatum> ]", "0%0..<29", "0."),
    Case("<a/><!DOCTYPE h><b/>", "0+a/", "0!4..<16", "0+b/", "0."),
  ]

  @Test(arguments: wellFormed + entities + pitfalls + documentTypes)
  func tokens(_ test: Case) throws {
    #expect(try transcript(test.input) == test.tokens)
  }

  @Test(arguments: wellFormed + entities + pitfalls + documentTypes)
  func tokensInSmallPieces(_ test: Case) throws {
    #expect(try transcript(Array(test.input.utf8), chunk: 1, window: 16) == test.tokens)
  }

  @Test(arguments: 1...64)
  func chunkSizeChangesNothing(_ size: Int) throws {
    let bytes = Array(sampleExport.utf8)
    let whole = try transcript(bytes)
    #expect(whole.count == 15)
    #expect(try transcript(bytes, chunk: size) == whole)
    #expect(try transcript(bytes, chunk: size, window: 16) == whole)
    #expect(try transcript(bytes, window: size) == whole)
  }

  @Test func sample() throws {
    #expect(
      try transcript(sampleExport) == [
        "0+HealthData locale=en_FR", "1+ExportDate value=2024-05-01 07:30:00 +0200/",
        "1+Correlation type=food", "2+Record type=HK<x> unit=a&b value=1/",
        "2+Record type=quoted \" sourceName=Café 🏊 value=2",
        "3+MetadataEntry key=note value=a < b > c", "3-MetadataEntry", "2-Record",
        "1-Correlation", "1+Note", "2'one &'", "2'two <&amp;>'", "1-Note", "0-HealthData", "0.",
      ])
  }

  @Test func invalidUTF8() throws {
    let bytes = Array("<a x='1".utf8) + [0xff, 0xc3] + Array("' y='é' z='1'/>".utf8)
    var xml = XMLTokenizer(source: MemorySource(bytes))
    let token = try xml.next()
    let values = (0..<xml.attributeCount).map { xml.value(of: $0) }
    let valid = (0..<xml.attributeCount).map { xml.isValidUTF8($0) }
    let rawCount = xml.withValueBytes(0) { $0.byteCount }
    #expect(token == .start(selfClosing: true))
    #expect(values == ["1\u{FFFD}\u{FFFD}", "é", "1"])
    #expect(valid == [false, true, true])
    #expect(rawCount == 3)
  }

  @Test func attributes() throws {
    let text = "<Record type='a' value='1 &lt; 2' type='b'>t</Record>"
    var xml = XMLTokenizer(source: MemorySource(Array(text.utf8)))
    _ = try xml.next()
    let names = [xml.nameEquals("Record"), xml.nameEquals("Recor"), xml.nameEquals("record")]
    let found = [xml.attribute("type"), xml.attribute("value"), xml.attribute("typ")]
    let last = (xml.attributeName(2), xml.value(of: 2))
    let raw = xml.withTokenBytes { $0.text() }
    var output: [UInt8] = []
    xml.appendValue(of: 1, to: &output)
    #expect(names == [true, false, false])
    #expect(found == [0, 1, nil])
    #expect(last.0 == "type" && last.1 == "b")
    #expect(raw == String(text.prefix(43)))
    #expect(String(decoding: output, as: UTF8.self) == "1 < 2")
  }

  @Test func whatStandsOnOtherTokens() throws {
    var xml = XMLTokenizer(source: MemorySource(Array("<r a='1'> t </r>".utf8)))
    _ = try xml.next()
    let text = try xml.next()
    let onText = (xml.attributeCount, xml.elementName, xml.textValue)
    let count = xml.withTextBytes { $0.byteCount }
    let end = try xml.next()
    let isNamed = xml.nameEquals("r")
    let after = [try xml.next(), try xml.next()]
    let offsets = [xml.tokenOffset, xml.tokenEnd]
    #expect(text == .text && onText == (0, "", "t") && count == 1)
    #expect(end == .end && isNamed)
    #expect(after == [.finished, .finished])
    #expect(offsets == [16, 16])
  }

  @Test func tokenAboveTheLimitIsMalformed() throws {
    let long = "<a x='" + String(repeating: "v", count: 100) + "'/>"
    let bytes = Array(("<r>" + long + "<b/></r>").utf8)
    #expect(try transcript(bytes, window: 16, limit: 256).count == 5)
    let cut = try transcript(bytes, window: 16, limit: 64)
    #expect(Array(cut.prefix(2)) == ["0+r", "1!3..<67"])
    #expect(cut.suffix(3) == ["1+b/", "0-r", "0."])
  }

  @Test func depthHasALimit() throws {
    let text = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
    let lines = try transcript(text)
    #expect(lines.filter { $0.contains("+") }.count == XMLTokenizer.deepest)
    #expect(lines.filter { $0.contains("!") }.count == 88)
    #expect(lines.last == "0.")
  }

  @Test func errorOfTheSourceComesThrough() {
    struct Failing: ByteSource {
      mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
        throw CancellationError()
      }
    }
    var isThrown = false
    var xml = XMLTokenizer(source: Failing())
    do { _ = try xml.next() } catch { isThrown = error is CancellationError }
    #expect(isThrown)
  }
}
