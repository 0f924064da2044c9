import ByteTools
package import HealthEvents

/// The workout in progress to bytes and back: one line, ended by a chain value over the bytes
/// before it as the first line of a journal is.
///
///     {"format":1,"workout":"<uuid>","by":"owner","activity":"HKWorkoutActivityTypeOther",
///      "kilocaloriesPerHour":450,"steps":[{"step":"start","at":"2026-11-20T08:00:00+01:00"}],"chain":"<64 hex>"}
package enum WorkoutSessionCodec {
  /// The version that this library writes, and the newest that it reads.
  package static let format = 1

  /// The bytes of a workout in progress, line feed included.
  package static func encode(_ session: WorkoutSession) -> [UInt8] {
    var writer = JSONWriter()
    writer.bytes.append(UInt8(ascii: "{"))
    writer.members(of: session, shape)
    writer.bytes.append(addingCapacity: JournalLimits.suffixBytes + 1) { $0.append(Chain.open) }
    _ = Chain.seal(&writer.bytes, after: .zero)
    return writer.bytes
  }

  /// The keys of the file in their order; the chain value follows.
  static let shape = Shape<WorkoutSession>(
    .always(.format, .count, { _ in format }), .always(.workout, .uuid, \.workout),
    .always(.by, .text, \.source), .always(.activity, .text, \.activity),
    .optional(.kilocaloriesPerHour, .number, \.kilocaloriesPerHour),
    .always(.steps, .list(.object(step)), \.steps))

  private static let step = Shape<WorkoutSession.Step>(
    .always(.step, .word(WorkoutSession.Action.allCases.map(\.name)), \.action.name),
    .always(.at, .time, \.time))

  /// Reads a workout in progress, and takes its steps again by the rules.
  package static func decode(_ bytes: [UInt8]) throws(LineProblem) -> WorkoutSession {
    guard bytes.last == UInt8(ascii: "\n") else { throw .noChain }
    let line = bytes.rawBytes.extracting(0..<bytes.count - 1)
    guard let stated = Chain.stated(in: line) else { throw .noChain }
    guard Chain.value(of: line, after: .zero) == stated else { throw .wrongValue(.chain) }
    let tape = try JSONTape(line: line)
    var members = try JSONMembers(JSONView(tape, line), named: "session")
    let format = try members.whole(.format).required(.format)
    guard format > 0 else { throw .wrongValue(.format) }
    guard format <= Self.format else { throw .newerFormat(Int(format)) }
    var session = try session(&members)
    guard var steps = try members.list(.steps) else { throw .missing(.steps) }
    while let step = steps.next() { try take(step, &session) }
    guard session.state == .active || session.state == .paused else {
      throw .wrongValue(.steps)
    }
    _ = members.take(.chain)
    try members.finish()
    return session
  }

  private static func session(
    _ members: inout JSONMembers
  ) throws(LineProblem) -> WorkoutSession {
    let workout = try members.uuid(.workout).required(.workout)
    let source = try members.text(.by).required(.by)
    let activity = try members.text(.activity).required(.activity)
    let rate = try members.number(.kilocaloriesPerHour)
    do {
      return try WorkoutSession(
        activity: activity, kilocaloriesPerHour: rate, by: source, workout: workout)
    } catch {
      throw .wrongValue(.kilocaloriesPerHour)
    }
  }

  private static func take(
    _ element: JSONView, _ session: inout WorkoutSession
  ) throws(LineProblem) {
    var members = try JSONMembers(element, key: .steps)
    let name = try members.text(.step).required(.step)
    let time = try members.time(.at).required(.at)
    try members.finish()
    guard let action = WorkoutSession.Action(name: name) else { throw .wrongValue(.step) }
    do {
      try session.take(action, by: session.source, at: time)
    } catch {
      throw .wrongValue(.steps)
    }
  }
}
