import Foundation

/// Makes the output of a command the same on every run: what was drawn, timed or placed by chance
/// gets a name. `{uuid1}` in a later command stands for the uuid that was drawn.
struct Masks {
  private var uuids: [String] = []
  private let directory: String
  private let began = Date()
  /// Uuids that the transcript gives itself are no surprise.
  private let known: String

  init(directory: String, transcript: String) {
    self.directory = directory
    let file = Program.fixtures.appending(path: "week.ndjson")
    let week = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    known = transcript + week + " 3F2504E0-4F89-41D3-9A0C-0305E82C3301"
  }

  /// A command with the uuids that it means.
  func unmasked(_ command: String) -> String {
    var command = command
    for (index, uuid) in uuids.enumerated().reversed() {
      command = command.replacingOccurrences(of: "{uuid\(index + 1)}", with: uuid)
    }
    return command
  }

  /// An output with names for what varies.
  mutating func masked(_ text: String) -> String {
    var text = text.replacingOccurrences(of: directory, with: "{dir}")
    text = Self.replace(text, "\\b[0-9a-f]{64}\\b") { _ in "{chain}" }
    text = Self.replace(text, "\\b[0-9a-f]{24}\\b") { _ in "{salt}" }
    text = Self.replace(text, "(?<![0-9A-Za-z+/])[0-9A-Za-z+/]{43}=") { _ in "{hash}" }
    let drawn = "\\b[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[0-9A-F]{4}-[0-9A-F]{12}\\b"
    for uuid in Self.matches(text, drawn)
    where !known.contains(uuid) && !uuids.contains(uuid) {
      uuids.append(uuid)
    }
    // In small letters as FHIR has them, where those of a journal are made from its own too.
    let small = "\\b[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\\b"
    for uuid in Self.matches(text, small).map({ $0.uppercased() })
    where !known.uppercased().contains(uuid) && !uuids.contains(uuid) {
      uuids.append(uuid)
    }
    for (index, uuid) in uuids.enumerated() {
      text = text.replacingOccurrences(of: uuid, with: "{uuid\(index + 1)}")
        .replacingOccurrences(of: uuid.lowercased(), with: "{uuid\(index + 1)}")
    }
    let before = text
    let end = Date()
    let time = "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)?"
    text = Self.replace(text, time) {
      // A night begins and ends at 18:00.
      guard !$0.hasSuffix(" 18:00"), let date = Self.date($0) else { return $0 }
      // Without an offset it may be the local time of some zone.
      let slack = $0.contains("T") ? 61.0 : 15 * 3600.0
      let near = began.addingTimeInterval(-slack)...end.addingTimeInterval(slack)
      return near.contains(date) ? "{now}" : $0
    }
    // Days near today that a message speaks of, on the clock of any zone. Elsewhere such a day may
    // be one that the program always states.
    text = Self.replace(text, "(?<=(?:of|from|to) )\\d{4}-\\d\\d-\\d\\d\\b(?!T)") {
      guard let date = Self.date($0) else { return $0 }
      let near = began.addingTimeInterval(-15 * 86400)...end.addingTimeInterval(2 * 86400)
      return near.contains(date) ? "{day}" : $0
    }
    text = Self.replace(
      text, "((replay|view) ?[sS]econds|(events|megabytes) ?[pP]er ?[sS]econd)(\":|  +)[-0-9.e+]+"
    ) { Self.replace($0, "[-0-9.e+]+$") { _ in "{n}" } }
    // Names are not as wide as what they stand for: columns cannot be compared then.
    guard before != text else { return text }
    // The rule of a Markdown table is as wide as the times, which are shorter at whole minutes.
    return Self.replace(Self.replace(text, "  +") { _ in "  " }, "-{4,}") { _ in "----" }
  }

  /// A time in any of the spellings of the program; those without an offset are UTC here.
  private static func date(_ text: String) -> Date? {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    let forms = [
      "yyyy-MM-dd", "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ssXXXXX",
      "yyyy-MM-dd'T'HH:mm:ss.SSSXXXXX",
    ]
    for form in forms {
      format.dateFormat = form
      if let date = format.date(from: text) { return date }
    }
    return nil
  }

  static func matches(_ text: String, _ pattern: String) -> [String] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let range = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: range).compactMap {
      Range($0.range, in: text).map { String(text[$0]) }
    }
  }

  static func replace(_ text: String, _ pattern: String, _ by: (String) -> String) -> String {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return text }
    var text = text
    let all = expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
    for match in all.reversed() {
      guard let range = Range(match.range, in: text) else { continue }
      text.replaceSubrange(range, with: by(String(text[range])))
    }
    return text
  }
}
