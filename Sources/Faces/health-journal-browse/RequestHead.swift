/// The head of a request in HTTP/1.1 (RFC 9112), as far as browsers need it to read pages. What
/// else the grammar permits is refused, so that nothing is read in two ways.
struct RequestHead {
  /// True if the answer's head alone is asked for.
  let isHead: Bool
  /// The path and the query as they came: visible ASCII, whose escapes stand for text.
  let target: [UInt8]
  /// The values of the fields, by names in lower case.
  let fields: [String: [[UInt8]]]
  /// The number of bytes of the head, its empty line included.
  let length: Int

  static let longestLine = 4096
  static let longest = 16_384
  static let mostFields = 64

  /// Reads the head at the beginning of some bytes; nil where it has not ended yet.
  init?(_ bytes: [UInt8]) throws(Refusal) {
    guard let first = bytes.first else { return nil }
    guard (0x41...0x5A).contains(first) else { throw .malformed }
    guard let lineEnd = try Self.lineEnd(bytes, from: 0) else {
      if bytes.count > Self.longestLine { throw .longLine }
      return nil
    }
    guard lineEnd <= Self.longestLine else { throw .longLine }
    (isHead, target) = try Self.line(bytes[..<lineEnd])
    var fields: [String: [[UInt8]]] = [:]
    var (at, count) = (lineEnd + 2, 0)
    while true {
      guard let end = try Self.lineEnd(bytes, from: at), end <= Self.longest else {
        if bytes.count - at > Self.longest || bytes.count > Self.longest { throw .longHead }
        return nil
      }
      if end == at { break }
      count += 1
      guard count <= Self.mostFields else { throw .longHead }
      let (name, value) = try Self.field(bytes[at..<end])
      fields[name, default: []].append(value)
      at = end + 2
    }
    // A body is never asked for: where one begins or ends cannot be disputed.
    let bodies = ["content-length", "transfer-encoding", "expect", "trailer"]
    guard bodies.allSatisfy({ fields[$0] == nil }) else { throw .body }
    self.fields = fields
    length = at + 2
  }

  /// Returns the value of a field that may stand once.
  ///
  /// - Throws: `Refusal.malformed` where it stands twice.
  func only(_ name: String) throws(Refusal) -> [UInt8]? {
    guard let values = fields[name] else { return nil }
    guard values.count == 1 else { throw .malformed }
    return values[0]
  }

  /// True if the client closes the connection after the answer.
  var isLast: Bool {
    fields["connection"]?.contains { value in
      value.split(separator: UInt8(ascii: ",")).contains { word in
        let letters = word.filter { $0 != 0x20 && $0 != 0x09 }.map { $0 | 0x20 }
        return letters == Array("close".utf8)
      }
    } ?? false
  }

  /// Returns the place of the CR that ends the line; nil where the line has not ended yet.
  private static func lineEnd(_ bytes: [UInt8], from start: Int) throws(Refusal) -> Int? {
    guard let feed = bytes[start...].firstIndex(of: 0x0A) else { return nil }
    guard feed > start, bytes[feed - 1] == 0x0D else { throw .malformed }
    return feed - 1
  }

  private static func line(
    _ line: ArraySlice<UInt8>
  ) throws(Refusal) -> (isHead: Bool, target: [UInt8]) {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, words[0].allSatisfy(isTokenByte) else { throw .malformed }
    guard words[2].starts(with: "HTTP/".utf8), words[2].count == 8 else { throw .malformed }
    guard words[2].elementsEqual("HTTP/1.1".utf8) else { throw .version }
    guard isTarget(words[1]) else { throw .target }
    let isHead = words[0].elementsEqual("HEAD".utf8)
    guard isHead || words[0].elementsEqual("GET".utf8) else { throw .method }
    return (isHead, Array(words[1]))
  }

  private static func field(
    _ line: ArraySlice<UInt8>
  ) throws(Refusal) -> (name: String, value: [UInt8]) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isTokenByte)
    else { throw .malformed }
    var value = line[(colon + 1)...]
    while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
    // Bytes above ASCII may stand in the cookies of other servers of this machine.
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .malformed }
    let name = line[..<colon].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return (String(decoding: name, as: UTF8.self), Array(value))
  }

  /// Returns true if a target is an absolute path with or without a query, in bytes that browsers
  /// send, whose escapes stand for text. Only a query may have control characters in it, and no
  /// zero: names of sources have whatever their makers wrote.
  private static func isTarget(_ target: ArraySlice<UInt8>) -> Bool {
    guard target.first == UInt8(ascii: "/") else { return false }
    var (text, isQuery) = ([UInt8](), false)
    var at = target.startIndex
    while at < target.endIndex {
      var byte = target[at]
      guard (0x21...0x7E).contains(byte), !"#\"<>\\".utf8.contains(byte) else { return false }
      if byte == UInt8(ascii: "%") {
        guard at + 2 < target.endIndex, let high = digit(target[at + 1]),
          let low = digit(target[at + 2])
        else { return false }
        byte = (high << 4) | low
        guard isQuery ? byte != 0 : byte >= 0x20 && byte != 0x7F else { return false }
        at += 2
      } else if byte == UInt8(ascii: "?") {
        isQuery = true
      }
      text.append(byte)
      at += 1
    }
    return String(validating: text, as: UTF8.self) != nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
    default: nil
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
