/// What keeps bytes from being the JSON that a journal takes.
package enum JSONProblem: String, Error, Sendable {
  case unexpectedByte = "is not JSON here"
  case unexpectedEnd = "ends in the middle of a JSON value"
  case trailingBytes = "has more after the end of the JSON value"
  case duplicateKey = "has the same key twice in one object"
  case invalidUTF8 = "is not valid UTF-8"
  case unpairedSurrogate = "has an escape for half a UTF-16 pair"
  case invalidEscape = "has an escape that JSON does not know"
  case controlCharacter = "has a control character inside a string"
  case numberOutOfRange = "has a number that no finite double holds"
  case tooDeep = "nests deeper than 32 levels"
  case stringTooLong = "has a string longer than 1 MiB"
}

/// A problem and the byte where it was met.
package struct JSONFailure: Error, Hashable, Sendable {
  package var problem: JSONProblem
  package var offset: Int
}
