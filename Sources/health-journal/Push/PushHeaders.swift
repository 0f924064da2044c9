/// Headers that a request carries beside its own, as `Authorization: Bearer …`.
enum PushHeaders {
  /// Headers that the request sets itself, or that would change where it ends.
  private static let own: Set<String> = [
    "host", "content-type", "content-length", "transfer-encoding", "connection", "expect",
    "idempotency-key", "upgrade", "trailer", "te",
  ]

  /// Those of `--header`, then those of the file: lines of `Name: value`; empty ones and those that
  /// begin with `#` say nothing. No message tells a value.
  static func read(_ given: [String], file: String?) throws -> [(name: String, value: String)] {
    var headers = try given.map { try header($0, "--header") }
    guard let file else { return headers }
    guard let bytes = try SmallFile.bytes(file) else {
      throw Failure.usage("--header-file: \(file) does not exist")
    }
    // By bytes: to Swift, CR and LF together are one character, which is neither of them.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let end = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let text = String(decoding: end, as: UTF8.self)
      if text.isEmpty || text.hasPrefix("#") { continue }
      headers.append(try header(text, "\(file), line \(number + 1)"))
    }
    return headers
  }

  private static func header(
    _ text: String, _ source: String
  ) throws(Failure) -> (name: String, value: String) {
    let name = text.prefix { $0 != ":" }
    let value = text[name.endIndex...].dropFirst().drop { $0 == " " }
    let isName = name.utf8.allSatisfy { byte in
      let isWord = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      return isWord || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
    let isValue = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    guard isName, isValue, !name.isEmpty, !value.isEmpty else {
      throw .usage("\(source): a header is written as 'Name: value', in ASCII")
    }
    guard !own.contains(name.lowercased()) else {
      throw .usage("\(source): the request sets \(name) itself")
    }
    return (String(name), String(value))
  }
}
