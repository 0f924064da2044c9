import ByteTools

/// A fault that ends the program.
struct BrowseFault: Error {
  let words: String

  static let unreadable = BrowseFault(words: "what makes the pages cannot be understood")
}

/// The program that has the journal and makes the pages, at the other ends of standard input and
/// output. It gets one question at a time:
///
///     → {"address":"http://127.0.0.1:…"}
///     ← {"styles":["sha256-…"],"scripts":["sha256-…"],"idle":900,"opens":false}
///     → {"target":"/type/heartRate?last=1y"}
///     ← {"status":200,"length":12} and 12 bytes of HTML
///
/// Seconds as `again` in its answer mean that the browser should ask for the page again after them.
struct PageMaker {
  /// The terms that it states first.
  struct Terms {
    /// The part of the policy of all pages that permits their styles and scripts.
    let sources: String
    /// The time without a question after which the program ends; nil: there is none.
    let idle: Duration?
    /// True if a file leads the user's browser to the address.
    let opens: Bool
  }

  /// A page that it has made.
  struct Page {
    let status: Int
    let bytes: ArraySlice<UInt8>
    /// The seconds after which a browser should ask for it again; nil: it is complete.
    let again: Int?
  }

  /// The head of an answer.
  private struct Announced {
    let status: Int
    let length: Int
    let again: Int?
    let headLength: Int
  }

  static let (input, output): (Int32, Int32) = (0, 1)
  private static let longestLine = 65_536
  private static let longestPage = 1 << 26
  private var received: [UInt8] = []
  private var announced: Announced?
  /// Its terms; nil: it has not stated them yet.
  private(set) var terms: Terms?

  /// Writes one line of JSON with one text. A line is shorter than a pipe has room for, and the one
  /// before it has been answered: the write does not wait.
  func say(_ key: String, _ text: String) {
    let json = JSONWriter.objectBytes { $0.member(key, text) }
    _ = Descriptors.write(Self.output, (json + [0x0A])[...])
  }

  /// Reads what has come.
  ///
  /// - Returns: false at its end.
  mutating func receive(into room: inout [UInt8]) throws(BrowseFault) -> Bool {
    switch Descriptors.read(Self.input, into: &room) {
    case .over: return false
    case .later: return true
    case .moved(let count): received += room[..<count]
    }
    if terms == nil, let line = try line() {
      terms = try Self.terms(received[..<line])
      received.removeFirst(line + 1)
    }
    return true
  }

  /// Returns the page that was asked for; nil where it is not all there yet.
  mutating func page() throws(BrowseFault) -> Page? {
    if announced == nil, let line = try line() {
      announced = try Self.announced(received[..<line], line + 1)
    }
    guard let head = announced, received.count >= head.headLength + head.length else { return nil }
    let bytes = received[head.headLength..<(head.headLength + head.length)]
    guard received.count == bytes.endIndex else { throw .unreadable }
    defer { (announced, received) = (nil, []) }
    return Page(status: head.status, bytes: bytes, again: head.again)
  }

  /// True if bytes came that nobody asked for.
  var isTalking: Bool { !received.isEmpty }

  private func line() throws(BrowseFault) -> Int? {
    let line = received.prefix(Self.longestLine).firstIndex(of: 0x0A)
    guard line != nil || received.count < Self.longestLine else { throw .unreadable }
    return line
  }

  private static func announced(
    _ line: ArraySlice<UInt8>, _ headLength: Int
  ) throws(BrowseFault) -> Announced {
    let bytes = Array(line)
    guard let tape = try? JSONTape(bytes.rawBytes) else { throw .unreadable }
    let view = JSONView(tape, bytes.rawBytes)
    guard let status = view["status"]?.number.flatMap({ Int(exactly: $0) }),
      let length = view["length"]?.number.flatMap({ Int(exactly: $0) }),
      (200...599).contains(status), (0...longestPage).contains(length)
    else { throw .unreadable }
    return Announced(
      status: status, length: length, again: view["again"]?.number.flatMap { Int(exactly: $0) },
      headLength: headLength)
  }

  private static func terms(_ line: ArraySlice<UInt8>) throws(BrowseFault) -> Terms {
    let bytes = Array(line)
    guard let tape = try? JSONTape(bytes.rawBytes) else { throw .unreadable }
    let view = JSONView(tape, bytes.rawBytes)
    guard let idle = view["idle"]?.number, (0...1e9).contains(idle) else { throw .unreadable }
    let sources =
      try source("style-src", view["styles"]) + source("script-src", view["scripts"])
    return Terms(
      sources: sources, idle: idle == 0 ? nil : .seconds(idle),
      opens: view["opens"]?.kind == .yes)
  }

  private static func source(_ name: String, _ list: JSONView?) throws(BrowseFault) -> String {
    guard var hashes = list?.elements else { throw .unreadable }
    var words = ""
    while let hash = hashes.next() {
      guard let text = hash.text, isHash(text) else { throw .unreadable }
      words += " '\(text)'"
    }
    return words.isEmpty ? "" : "\(name)\(words); "
  }

  private static func isHash(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst(7)
    return text.hasPrefix("sha256-") && digits.count == 44
      && digits.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "+/=".utf8.contains(byte)
        }
      }
  }
}
