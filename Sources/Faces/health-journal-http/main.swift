import ByteTools
import Foundation

/// Answers one request: reads it from standard input and writes one answer to standard output; then
/// the program ends.
///
/// The request is a line of JSON, `{"url":…,"headers":[[name,value],…],"timeout":seconds}`, and
/// after it the body, up to the end. The answer is a line of JSON: `{"status":200,"text":"…"}`,
/// with `retryAfter` (seconds) and `location` if the other side gave them; or `{"noAnswer":"why"}`;
/// or `{"foreign":"why"}` if the answer is not HTTP. With these three the other side may have the
/// request. It has no byte of it with `{"untrusted":"why"}`, if it did not prove who it is, and
/// `{"unreadable":"why"}`, if the request is not valid, so that to send it again does not help.
func answer() -> Answer {
  let input = FileHandle.standardInput.readDataToEndOfFile()
  guard let feed = input.firstIndex(of: UInt8(ascii: "\n")),
    let asked = try? JSONDecoder().decode(Asked.self, from: input[..<feed]),
    let url = URL(string: asked.url)
  else { return Answer(unreadable: "the request cannot be read") }
  return Exchange().run(asked, at: url, body: Data(input[(feed + 1)...]))
}

StandardDescriptors.openClosed()
let encoder = JSONEncoder()
encoder.outputFormatting = .withoutEscapingSlashes
if let line = try? encoder.encode(answer()) {
  FileHandle.standardOutput.write(line + Data("\n".utf8))
}
