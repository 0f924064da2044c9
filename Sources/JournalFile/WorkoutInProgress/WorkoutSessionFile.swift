package import HealthEvents

/// The file of the workout in progress, beside the lines of a journal: not yet history.
///
/// Only the process that holds the journal's lock writes it. It is written beside, synced and
/// renamed, so that a reader finds the workout before a step or after it, and nothing between.
package enum WorkoutSessionFile {
  /// Bytes that it has at most: room for every step that a workout takes.
  private static let mostBytes: UInt64 = 8 << 20

  /// The workout in progress; nil: there is none.
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

  /// Puts a workout in progress in the place of what was there, and returns when it is on the disk.
  ///
  /// - Throws: `.unwritable` where it could not be read again; `.notRegular`; `.system`.
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
  /// - Returns: where it is now.
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
