package import ByteTools

/// The text that bytes hold.
package func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The JSON value that bytes hold.
package func parse(_ bytes: [UInt8]) throws(JSONFailure) -> JSONValue {
  try JSONValue(parsing: bytes.rawBytes)
}

/// The JSON value that a text holds.
package func parse(_ text: String) throws(JSONFailure) -> JSONValue {
  try parse(Array(text.utf8))
}

/// Whether bytes begin with these.
package func begins(_ bytes: [UInt8], with start: [UInt8]) -> Bool { bytes.starts(with: start) }

/// The first lines with their line feeds; all bytes where there are fewer.
package func firstLines(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
  var rest = count
  let end = bytes.firstIndex { byte in
    if byte == UInt8(ascii: "\n") { rest -= 1 }
    return rest <= 0
  }
  return count == 0 ? [] : Array(bytes[..<(end.map { $0 + 1 } ?? bytes.count)])
}

/// The error of this type that a call throws, or nil.
package func failure<Failure: Error>(_ type: Failure.Type, _ body: () throws -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error as? Failure
  }
}
