import ByteTools
package import HealthEvents
import HealthModel

/// The file of the workout in progress, next to the lines of a journal: not yet history.
///
/// Only the process that holds the journal's lock writes it. It is written to another file, synced
/// and renamed, so that a reader finds the workout before a step or after it, and nothing between.
package enum WorkoutSessionFile {
  /// Bytes that it has at most: room for every step that a workout takes.
  private static let mostBytes: UInt64 = 8 << 20

  /// Reads the workout in progress; nil: there is none.
  ///
  /// - Throws: `.sessionDamaged`; `.notRegular`; `.system`.
  package static func read(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws(JournalError) -> WorkoutSession? {
    let bytes: [UInt8]
    do {
      guard try system.kind(of: paths.session) != nil else { return nil }
      bytes = try content(of: paths.session, on: system)
    } catch {
      throw JournalError(error, opening: paths)
    }
    do throws(LineProblem) {
      guard bytes.count <= mostBytes else { throw .tooLong }
      return try WorkoutSessionCodec.decode(bytes)
    } catch {
      throw .sessionDamaged(path: paths.session, error)
    }
  }

  private static func content(
    of path: String, on system: any FileSystem
  ) throws(SystemFailure) -> [UInt8] {
    let file = try system.open(path, .read)
    defer { system.close(file) }
    // One byte more than it may have tells that it has too many.
    return try system.bytes(of: file, from: 0, to: min(try system.size(of: file), mostBytes + 1))
  }

  /// Replaces the workout in progress, and returns when the new one is on the disk.
  ///
  /// - Throws: `.unwritable` if it could not be read again; `.notRegular`; `.system`.
  package static func write(
    _ session: WorkoutSession, _ paths: JournalPaths, on system: any FileSystem
  ) throws(JournalError) {
    let bytes = WorkoutSessionCodec.encode(session)
    do throws(LineProblem) {
      guard try WorkoutSessionCodec.decode(bytes) == session, bytes.count <= mostBytes else {
        throw .wrongValue("steps")
      }
    } catch {
      throw .unwritable(error)
    }
    try JournalError.attempt(try replace(paths, with: bytes, on: system)) {
      JournalError($0, opening: paths)
    }
  }

  private static func replace(
    _ paths: JournalPaths, with bytes: [UInt8], on system: any FileSystem
  ) throws(SystemFailure) {
    if try system.kind(of: paths.newSession) != nil { try system.remove(paths.newSession) }
    let file = try ReplacementFile(of: paths.session, beside: paths.newSession, on: system)
    try file.append(bytes)
    try file.put()
  }

  /// Takes the file away; no workout is in progress then.
  package static func remove(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws(JournalError) {
    do {
      try system.remove(paths.session)
      try system.synchronizeDirectory(paths.folder)
    } catch {
      throw JournalError(error, opening: paths)
    }
  }

  /// Moves a file that cannot be read to the quarantine.
  ///
  /// - Returns: its new path.
  package static func setAside(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws(JournalError) -> String {
    do {
      let aside = try Quarantine.newFile(named: "session", in: paths, on: system)
      system.close(aside.file)
      try system.rename(paths.session, to: aside.path)
      try system.synchronizeDirectory(paths.quarantine)
      try system.synchronizeDirectory(paths.folder)
      return aside.path
    } catch {
      throw JournalError(error, opening: paths)
    }
  }
}

/// The workout in progress to bytes and back: one line, ended by a chain value over the bytes
/// before it as the first line of a journal is.
///
///     {"format":1,"workout":"<uuid>","by":"owner","activity":"HKWorkoutActivityTypeOther",
///      "kilocaloriesPerHour":450,"steps":[{"step":"start","at":"2026-11-20T08:00:00+01:00"}],"chain":"<64 hex>"}
package enum WorkoutSessionCodec {
  /// The version that this library writes, and the newest that it reads.
  package static let format = 1

  /// Returns the bytes of a workout in progress, line feed included.
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
