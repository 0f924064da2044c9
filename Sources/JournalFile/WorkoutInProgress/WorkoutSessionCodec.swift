import ByteTools
package import HealthEvents
import HealthModel

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
    writer.members(of: SessionFile(session))
    writer.bytes.append(addingCapacity: JournalLimits.suffixBytes + 1) { $0.append(Chain.open) }
    _ = Chain.seal(&writer.bytes, after: .zero)
    return writer.bytes
  }

  /// Reads a workout in progress, and takes its steps again by the rules.
  package static func decode(_ bytes: [UInt8]) throws(LineProblem) -> WorkoutSession {
    guard bytes.last == UInt8(ascii: "\n") else { throw .noChain }
    let line = bytes.rawBytes.extracting(0..<bytes.count - 1)
    guard let stated = Chain.stated(in: line) else { throw .noChain }
    guard Chain.value(of: line, after: .zero) == stated else { throw .wrongValue("chain") }
    let tape = try JSONTape(line: line)
    var members = try JSONMembers(JSONView(tape, line), named: "session")
    let file = try members.read(SessionFile.self)
    _ = members.take("chain")
    try members.finish()
    return try session(file)
  }

  private static func session(_ file: SessionFile) throws(LineProblem) -> WorkoutSession {
    var session: WorkoutSession
    do {
      session = try WorkoutSession(
        activity: file.activity, kilocaloriesPerHour: file.kilocaloriesPerHour, by: file.source,
        workout: file.workout)
    } catch {
      throw .wrongValue("kilocaloriesPerHour")
    }
    do {
      for step in file.steps { try session.take(step.action, by: file.source, at: step.time) }
    } catch {
      throw .wrongValue("steps")
    }
    guard session.state == .active || session.state == .paused else {
      throw .wrongValue("steps")
    }
    return session
  }
}

/// The content of the file; the chain value follows.
struct SessionFile: Shaped, Versioned {
  static var newestFormat: Int { WorkoutSessionCodec.format }

  var version = FormatVersion<Self>.blank
  var workout: ObjectUUID
  var source: String
  var activity: String
  var kilocaloriesPerHour: Double?
  var steps: [WorkoutSession.Step]

  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    SessionFile(
      version: try way.always("format", \.version), workout: try way.always("workout", \.workout),
      source: try way.always("by", \.source), activity: try way.always("activity", \.activity),
      kilocaloriesPerHour: try way.optional(
        "kilocaloriesPerHour", \.kilocaloriesPerHour),
      steps: try way.always("steps", \.steps))
  }
}

extension SessionFile {
  init(_ session: WorkoutSession) {
    self.init(
      workout: session.workout, source: session.source,
      activity: session.activity, kilocaloriesPerHour: session.kilocaloriesPerHour,
      steps: session.steps)
  }
}

extension WorkoutSession.Action: WireWord {}

extension WorkoutSession.Step: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    WorkoutSession.Step(
      try way.always("step", \.action),
      at: try way.always("at", \.time))
  }
}
