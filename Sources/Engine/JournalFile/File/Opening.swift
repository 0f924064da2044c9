import ByteTools
import HealthEvents
import HealthModel

extension JournalWriter {
  /// Makes a new journal, with its first line, in a folder that is not there yet, or an empty one.
  ///
  /// - Throws: `JournalError.exists` where there is one; as `NewFolder.require`.
  package static func create(
    _ folder: String, timeZone: String, format: Int = JournalLimits.format,
    on system: any FileSystem
  ) throws -> JournalWriter {
    let paths = JournalPaths(folder: folder)
    do {
      guard try !holdsFirstLine(paths, on: system) else {
        throw JournalError.exists(path: paths.folder)
      }
      let left = try leftovers(paths, on: system)
      if try !NewFolder.require(paths.folder, butFor: left, on: system) {
        try system.createDirectory(paths.folder)
      }
      let files = try openNew(paths, on: system)
      var writer = JournalWriter(files, head: Head(), recovery: Recovery())
      let journal = ObjectUUID(random: (system.random(), system.random()))
      let opening = JournalOpening(
        format: format, journal: journal, timeZone: timeZone)
      _ = try writer.stage(.open(opening), by: EventActor.owner)
      try writer.commit()
      try system.synchronizeDirectory(paths.folder)
      return writer
    } catch let failure as SystemFailure {
      throw failure.reason == .notRegular
        ? JournalError.notRegular(path: failure.path) : JournalError.system(failure)
    }
  }

  /// Opens a journal to write to it: takes the lock, verifies every line, recovers, syncs.
  ///
  /// - Parameters:
  ///   - start: asked under the lock for the position after a line that an earlier writer has
  ///     verified before, with all lines above it: only the lines below it are read. Not asked
  ///     after a failed sync, when nothing that was read before counts.
  ///   - body: reads the inside of a line, as in `JournalScan.scan`.
  /// - Throws: `JournalError`: missing, locked, damaged, newer format, or the system's refusal.
  package static func open(
    _ folder: String, on system: any FileSystem,
    from start: (OpenFile, _ size: UInt64) throws -> Head = { _, _ in Head() },
    body: (RawSpan, UInt64) throws -> ScannedLine
  ) throws -> JournalWriter {
    let paths = JournalPaths(folder: folder)
    do {
      guard try system.kind(of: paths.events) != nil else {
        throw JournalError.missing(path: paths.folder)
      }
      let lock = try takeLock(paths, on: system)
      var file: OpenFile?
      do {
        return try recover(paths, lock: lock, file: &file, on: system, from: start, body: body)
      } catch {
        if let file { system.close(file) }
        system.close(lock)
        throw error
      }
    } catch let failure as SystemFailure {
      throw JournalError(failure, opening: paths)
    }
  }

  /// Opens the files of a journal that is not there yet, under its lock.
  private static func openNew(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws -> JournalFiles {
    let lock = try takeLock(paths, on: system)
    var file: OpenFile?
    do {
      let events = try openEmpty(paths, on: system)
      file = events
      let files = try JournalFiles(paths, events: events, lock: lock, on: system)
      try files.restartNotes(Head(), durably: true)
      return files
    } catch {
      if let file { system.close(file) }
      system.close(lock)
      throw error
    }
  }

  /// Opens the file for the first line of a journal that is not there yet.
  private static func openEmpty(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws -> OpenFile {
    let file = try system.open(paths.events, .append)
    do {
      let size = try system.size(of: file)
      if size > 0 {
        guard try isUnfinished(file, size: size, on: system)
        else { throw JournalError.exists(path: paths.folder) }
        _ = try setAside(file, paths, from: 0, to: size, on: system)
        try system.truncate(file, to: 0)
      }
      return file
    } catch {
      system.close(file)
      throw error
    }
  }

  /// Returns the names of the files that a crash in the middle of `create` leaves, if they exist
  /// and have no other content.
  private static func leftovers(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws -> Set<String> {
    var left: [String] = []
    if try system.kind(of: paths.events) == .regular { left.append(paths.events) }
    if try system.kind(of: paths.lock) == .regular,
      !LockRecords.read(paths, on: system).isInDoubt
    {
      left.append(paths.lock)
      if try system.kind(of: paths.quarantine) == .directory { left.append(paths.quarantine) }
    }
    return Set(left.map { FilePath.name(of: $0) })
  }

  /// Returns true if the file of the lines holds anything but the remains of a crash in the middle
  /// of `create`.
  package static func holdsFirstLine(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws -> Bool {
    guard try system.kind(of: paths.events) == .regular else { return false }
    let file = try system.open(paths.events, .read)
    defer { system.close(file) }
    let size = try system.size(of: file)
    return try size > 0 && !isUnfinished(file, size: size, on: system)
  }

  /// Returns true if a file is the remains of a crash in the middle of `create`: a part of a first
  /// line. A first line that lacks nothing but its line feed is more than that.
  private static func isUnfinished(
    _ file: OpenFile, size: UInt64, on system: any FileSystem
  ) throws -> Bool {
    let begin = Array("{\"seq\":1,\"at\":\"".utf8)
    guard size < 4096 else { return false }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let count = try system.read(file, at: 0, into: &bytes, from: 0)
    return count == bytes.count && !bytes.contains(UInt8(ascii: "\n"))
      && (bytes.starts(with: begin.prefix(count)) || bytes.allSatisfy { $0 == 0 })
      && (try? LineCodec.decode(bytes.rawBytes)) == nil
  }

  private static func takeLock(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws -> OpenFile {
    let lock = try system.open(paths.lock, .update)
    do {
      guard try system.lock(lock, patiently: true) else {
        throw JournalError.locked(path: paths.folder)
      }
      let status = try system.status(of: lock)
      guard status.links <= 1 else { throw JournalError.hardLinked(path: paths.lock) }
      guard try system.status(at: paths.lock)?.identity == status.identity else {
        throw JournalError.changed(path: paths.lock)
      }
    } catch {
      system.close(lock)
      throw error
    }
    return lock
  }
}

/// The one rule for a folder into which files of this program go: it is not there yet, or it is an
/// empty one of this user that is closed to all others. A folder that holds anything is somebody's
/// and stays as it is, with its rights.
package enum NewFolder {
  /// Requires that a path is free, links resolved.
  ///
  /// - Parameter own: names that may be in the folder, because an ended run of the same work
  ///   leaves them.
  /// - Returns: true if the folder is there.
  /// - Throws: `JournalError`: `.notRegular` if something else is there, or a link that leads
  ///   nowhere; `.folderTaken`, `.folderOfAnother`, `.folderVisible`. `SystemFailure`.
  package static func require(
    _ path: String, butFor own: Set<String> = [], on system: any FileSystem
  ) throws -> Bool {
    guard let status = try system.statusFollowingLink(at: path) else { return false }
    guard status.kind == .directory else { throw JournalError.notRegular(path: path) }
    try requireEmpty(path, butFor: own, on: system)
    guard status.isOwn else { throw JournalError.folderOfAnother(path: path) }
    guard !status.isVisibleToOthers else { throw JournalError.folderVisible(path: path) }
    return true
  }

  /// Requires that a folder holds nothing except these names.
  ///
  /// - Throws: `JournalError.folderTaken`; `SystemFailure`.
  package static func requireEmpty(
    _ path: String, butFor own: Set<String>, on system: any FileSystem
  ) throws {
    let names = try system.rawNames(inDirectory: path)
      .map { String(decoding: $0, as: UTF8.self) }.filter { !own.contains($0) }
    guard names.isEmpty else { throw JournalError.folderTaken(path: path, holding: names.sorted()) }
  }
}
