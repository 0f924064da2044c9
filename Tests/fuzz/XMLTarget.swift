import ByteTools

/// The tokens are the same however the bytes come, and each byte is looked at a few times only.
enum XMLTarget {
  static func run(_ bytes: [UInt8]) {
    let whole = tokens(bytes, chunk: .max, window: 1 << 16)
    demand(whole == tokens(bytes, chunk: 7, window: 1 << 16), "pieces of 7 bytes make a difference")
    demand(whole == tokens(bytes, chunk: 61, window: 16), "a window of 16 bytes makes a difference")
  }

  private static func tokens(_ bytes: [UInt8], chunk: Int, window: Int) -> [String] {
    var xml = XMLTokenizer(
      source: MemorySource(bytes, chunk: chunk), windowSize: window, windowLimit: 1 << 20)
    var found: [String] = []
    var last: UInt64 = 0
    while let token = try? xml.next() {
      demand(xml.tokenOffset >= last, "the offsets went back")
      demand(xml.tokenEnd <= UInt64(bytes.count), "a token past the end")
      demand(found.count <= bytes.count + 2, "more tokens than bytes")
      last = xml.tokenEnd
      let range = "\(xml.tokenOffset)..<\(xml.tokenEnd)"
      found.append("\(xml.depth) \(token) \(range)" + inside(token, xml))
      if token == .finished { break }
    }
    return found
  }

  private static func inside(_ token: XMLToken, _ xml: borrowing XMLTokenizer) -> String {
    switch token {
    case .start:
      var text = " " + xml.elementName
      for index in 0..<xml.attributeCount {
        var value: [UInt8] = []
        xml.appendValue(of: index, to: &value)
        text += " \(xml.attributeName(index))=\(String(decoding: value, as: UTF8.self))"
      }
      return text
    case .end: return " " + xml.elementName
    case .text: return " " + xml.textValue
    case .malformed, .truncated, .finished: return ""
    }
  }
}
