import ByteTools
import Foundation

/// One request on standard input, one answer on standard output; then the program ends.
///
/// The request is a line of JSON, `{"url":…,"headers":[[name,value],…],"timeout":seconds}`, and
/// after it the body, up to the end. The answer is a line of JSON: `{"status":200,"text":"…"}`,
/// where the other side said so with `retryAfter` (seconds) and `location`; or
/// `{"noAnswer":"why"}`; or `{"foreign":"why"}` where what came back is not HTTP. Of these three
/// the other side may have the request. It has no byte of it with `{"untrusted":"why"}`, where it
/// did not prove who it is, and `{"unreadable":"why"}`, where the request is not valid, so that to
/// send it again does not help.
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
