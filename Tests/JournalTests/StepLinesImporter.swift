import ByteTools
import HealthEvents
import HealthModel

@testable import HealthImport

/// A made-up format: `%steps` on a line, and after it a line for each sample, its time and its
/// count. A line that cannot be read is set aside.
///
///     %steps
///     2026-01-02T08:00:00Z 10
struct StepLinesImporter: Importer {
  let name = "step-lines"
  let summary = "a list of steps"
  let paths = (what: "a list", example: "steps.txt")
  let kinds = ["line"]

  func recognizes(_ beginning: RawSpan) -> Recognition {
    var at = 0
    return beginning.skip("%steps\n", at: &at) ? .surely : .no
  }

  func note(_ text: String) -> String { "# \(text)" }

  func run(_ input: ImportInput, into sink: inout some ImportSink) throws -> ImportOutcome {
    var tally = ImportTally()
    var offset = 7
    for line in try Self.text(of: input).dropFirst(7).split(separator: "\n") {
      let row = tally.row("line")
      tally.read(row)
      tally.settle(row, try Self.take(line, offset, &tally, &sink))
      offset += line.utf8.count + 1
    }
    return tally.outcome()
  }

  private static func text(of input: ImportInput) throws -> String {
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 100))
    while case let count = try input.read(into: &buffer, from: 0), count > 0 {
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func take(
    _ line: Substring, _ offset: Int, _ tally: inout ImportTally, _ sink: inout some ImportSink
  ) throws -> ImportFate {
    var reason = "no time and count"
    let words = line.split(separator: " ")
    if words.count == 2, let time = time(words[0]), let count = Double(words[1]) {
      var identity = ContentIdentity("line")
      identity.add(String(line))
      let uuid = identity.uuid()
      if sink.knows(uuid) {
        if let copy = sink.copy(of: uuid) { sink.confirm(copy) }
        return .known
      }
      let sample = QuantityContent(
        type: "HKQuantityTypeIdentifierStepCount", span: TimeSpan(at: time), value: count,
        unit: "count")
      let draft = Draft(
        HealthObject(uuid: uuid, content: .quantity(sample)), source: Source(name: "List"))
      let refusal = try sink.save(SaveRequest(objects: [draft], imported: true))
      guard let refusal else { return .saved }
      reason = refusal.reason
    }
    tally.complain("line", UInt64(offset), reason)
    try sink.quarantine(
      Array(line.utf8).rawBytes, element: "line", offset: UInt64(offset), reason: reason,
      continues: false)
    return .quarantined
  }

  private static func time(_ text: Substring) -> Timestamp? {
    var position = 0
    return RFC3339.parse(Array(text.utf8).rawBytes, at: &position).map {
      Timestamp(instant: Instant(microseconds: $0.microseconds), offsetMinutes: $0.offsetMinutes)
    }
  }
}
