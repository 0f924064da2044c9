import ByteTools

/// One line per token, so that a test compares text:
/// `+name a=1` start, `/` at its end where self-closing, `-name` end, `'text'`, `!from..<to`
/// malformed, `%from..<to` truncated, `.` finished; the depth stands in front.
func transcript(
  _ bytes: [UInt8], chunk: Int = .max, window: Int = 1 << 16, limit: Int = 16 << 20
) throws -> [String] {
  let source = MemorySource(bytes, chunk: chunk)
  var xml = XMLTokenizer(source: source, windowSize: window, windowLimit: limit)
  var lines: [String] = []
  var last: UInt64 = 0
  while true {
    let token = try xml.next()
    precondition(xml.tokenOffset >= last, "the offsets went back")
    precondition(xml.tokenEnd <= UInt64(bytes.count), "a token past the end")
    precondition(lines.count <= bytes.count + 2, "more tokens than bytes")
    last = xml.tokenEnd
    lines.append("\(xml.depth)" + line(token, xml))
    if token == .finished { return lines }
  }
}

/// The transcript of a text.
func transcript(_ text: String) throws -> [String] { try transcript(Array(text.utf8)) }

private func line(_ token: XMLToken, _ xml: borrowing XMLTokenizer) -> String {
  let range = "\(xml.tokenOffset)..<\(xml.tokenEnd)"
  switch token {
  case .start(let selfClosing):
    var text = "+" + xml.elementName
    for index in 0..<xml.attributeCount {
      text += " \(xml.attributeName(index))=\(xml.value(of: index))"
    }
    return text + (selfClosing ? "/" : "")
  case .end: return "-" + xml.elementName
  case .text: return "'\(xml.textValue)'"
  case .malformed: return "!" + range
  case .truncated: return "%" + range
  case .finished: return "."
  }
}

/// A small export with everything in it.
let sampleExport = """
  \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE HealthData [
  <!-- HealthKit Export Version: 12 -->
  <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
  <!ATTLIST HealthData locale CDATA #REQUIRED
  <!ATTLIST Workout "unbalanced CDATA #IMPLIED
  >
  stray line ]]> here
  ]>
  <HealthData locale="en_FR">
   <ExportDate value="2024-05-01 07:30:00 +0200"/>
   <!-- a > comment <Record/> -->
   <Correlation type="food">
    <Record type='HK&lt;x&gt;' unit="a&amp;b" value="1"/>
    <Record type="quoted &quot;" sourceName="Caf\u{E9} \u{1F3CA}" value="2">
     <MetadataEntry key="note" value="a < b > c"></MetadataEntry>
    </Record>
   </Correlation>
   <Note>  one &#38; <![CDATA[ two <&amp;> ]]> </Note>
  </HealthData>

  """

extension XMLTokenizer {
  /// The value of an attribute, entities decoded, invalid UTF-8 as U+FFFD.
  func value(of index: Int) -> String {
    var bytes: [UInt8] = []
    appendValue(of: index, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
