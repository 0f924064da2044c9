import ByteTools

func parse(_ bytes: [UInt8]) throws(JSONFailure) -> JSONValue {
  try JSONValue(parsing: unsafe bytes.span.bytes)
}

func parse(_ text: String) throws(JSONFailure) -> JSONValue { try parse(Array(text.utf8)) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The error of this type that a call throws, or nil.
func failure<Failure: Error>(_ type: Failure.Type, _ body: () throws -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error as? Failure
  }
}
