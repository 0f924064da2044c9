import ByteTools

/// The events when a journal was opened for writing.
package struct Recovery: Hashable, Sendable {
  /// Bytes of a torn tail that were set aside.
  package var tornBytes: UInt64 = 0
  /// The path of the bytes that were set aside.
  package var quarantinePath: String?
  /// True if the lines were copied to a new file, because an earlier sync had failed.
  package var wasCopied = false
  /// The lines that were perhaps not on the disk, because a sync had failed or a writer was stopped
  /// in it; they are on the disk now.
  package var madeDurable: ClosedRange<UInt64>?
  /// The paths of the journal that belong to another user.
  package var foreign: [String] = []
  /// The paths of the journal that others may write to.
  package var openToOthers: [String] = []

  /// Creates a recovery that had nothing to do.
  package init() {}
}

extension JournalWriter {
  /// Opens the lines of a journal under its lock, and resolves what an earlier writer left.
  ///
  /// - A torn tail, which was never acknowledged, is set aside and cut.
  /// - Lines after a sync that failed are copied to a new file, those of a writer that was stopped
  ///   in a sync are written once more: nobody knows whether they are on the disk.
  /// - Damage is left as it is, and thrown.
  static func recover(
    _ paths: JournalPaths, lock: OpenFile, file: inout OpenFile?, on system: any FileSystem,
    from start: (OpenFile, _ size: UInt64) throws -> Head,
    body: (RawSpan, UInt64) throws -> ScannedLine
  ) throws -> JournalWriter {
    let records = try LockRecords.read(lock, on: system)
    var opened = try system.open(paths.events, .append)
    file = opened
    var recovery = try look(at: paths, opened, on: system)
    let size = try system.size(of: opened)
    let scan = try JournalScan.scan(
      opened, on: system, from: records.isInDoubt ? Head() : try start(opened, size), to: size,
      durable: records.durable, verifyingChain: true, body: body)
    if let damage = scan.damage(in: paths) { throw damage }
    guard scan.head.sequence > 0 else { throw JournalError.missing(path: paths.folder) }
    try ErasureMark.finish(paths, opened, size: size, on: system)
    if case .torn(let bytes) = scan.tail {
      recovery.tornBytes = bytes
      recovery.quarantinePath = try setAside(
        opened, paths, from: scan.head.offset, to: size, on: system)
    }
    // A copy that was not finished.
    if try system.kind(of: paths.copy) != nil { try system.remove(paths.copy) }
    // The names in this folder may have been made just before the power went.
    try system.synchronizeDirectory(paths.folder)
    if records.isInDoubt {
      let copy = try copied(opened, paths, upTo: scan.head.offset, on: system)
      system.close(opened)
      opened = copy
      file = copy
      recovery.wasCopied = true
    } else if recovery.tornBytes > 0 {
      try system.truncate(opened, to: scan.head.offset)
    }
    if records.wasStoppedInSync, let durable = records.durable {
      try rewrite(opened, paths, from: durable.offset, to: scan.head.offset, on: system)
    }
    if records.isInDoubt || records.wasStoppedInSync, let known = records.durable?.sequence,
      known < scan.head.sequence
    {
      recovery.madeDurable = known + 1...scan.head.sequence
    }
    let files = try JournalFiles(paths, events: opened, lock: lock, on: system)
    try files.synchronize()
    let hadDoubt = records.isInDoubt || records.durable?.canHaveHolesAfter == true
    try files.restartNotes(scan.head, durably: hadDoubt)
    return JournalWriter(files, head: scan.head, recovery: recovery)
  }

  /// Looks at who else can change the journal: another name of a file is refused, as what is
  /// written under one name would change the copy under the other; another owner, or rights for
  /// others, are told.
  private static func look(
    at paths: JournalPaths, _ events: OpenFile, on system: any FileSystem
  ) throws -> Recovery {
    guard try system.status(of: events).links <= 1 else {
      throw JournalError.hardLinked(path: paths.events)
    }
    var recovery = Recovery()
    for path in [paths.folder, paths.events, paths.lock] {
      guard let status = try system.statusFollowingLink(at: path) else { continue }
      if !status.isOwn { recovery.foreign.append(path) }
      if status.isOpenToOthers { recovery.openToOthers.append(path) }
    }
    return recovery
  }

  /// Copies the torn bytes to a file of their own, synced, before they are cut.
  static func setAside(
    _ file: OpenFile, _ paths: JournalPaths, from start: UInt64, to end: UInt64,
    on system: any FileSystem
  ) throws -> String {
    let torn = FilePart(file, at: paths.events, start..<end, on: system)
    return try Quarantine.keep(torn, as: "torn-\(start)", in: paths, on: system)
  }

  /// Writes verified lines once more at the same place: a sync that failed unseen has left them in
  /// the cache alone, and the next one would not write them to the disk.
  private static func rewrite(
    _ opened: OpenFile, _ paths: JournalPaths, from start: UInt64, to end: UInt64,
    on system: any FileSystem
  ) throws {
    // A second descriptor: the first one writes after the end only.
    let file = try system.open(paths.events, .update)
    defer { system.close(file) }
    guard try system.status(of: file).identity == system.status(of: opened).identity
    else { throw JournalError.changed(path: paths.events) }
    try FilePart(file, at: paths.events, start..<end, on: system).forEach { bytes, offset in
      try system.write(bytes, at: offset, to: file)
    }
  }

  /// Copies the verified lines to a new file, which takes the place of the old one.
  private static func copied(
    _ file: OpenFile, _ paths: JournalPaths, upTo end: UInt64, on system: any FileSystem
  ) throws -> OpenFile {
    let copied = try system.open(paths.copy, .createNew)
    do {
      // Nobody else may cut the file; a copy that lacks lines must never take its place.
      try FilePart(file, at: paths.events, 0..<end, on: system).append(to: copied)
      try system.synchronize(copied)
      try system.rename(paths.copy, to: paths.events)
      try system.synchronizeDirectory(paths.folder)
    } catch {
      system.close(copied)
      try? system.remove(paths.copy)
      throw error
    }
    return copied
  }
}

/// The end of a journal after its last good line: bytes that were never acknowledged, or damage. A
/// complete line is never cut (D71).
struct JournalEnding {
  let file: OpenFile
  let system: any FileSystem
  /// The part that is known to be on the disk; nil: nothing is known.
  let durable: DurablePart?

  /// Returns the kind of the bytes after an offset.
  ///
  /// - Parameters:
  ///   - offset: the offset after the last good line.
  ///   - end: the size of the file.
  ///   - problem: the problem of the line there, as far as that is known.
  func tail(
    after offset: UInt64, to end: UInt64, _ problem: LineProblem?
  ) throws -> JournalScan.Tail {
    if let durable, end < durable.offset, offset == end {
      return .damaged(.cutBack(last: durable.sequence))
    }
    if let durable, offset >= durable.offset,
      try !durable.stands(in: file, on: system, size: end)
    {
      return .damaged(.replaced(last: durable.sequence))
    }
    guard offset < end else { return .clean }
    var problem = problem ?? .notJSON("is no line", offset: 0)
    switch problem {
    // Nothing else is known of a line of a newer format, not even its chain.
    case .newerFormat: return .damaged(problem)
    // A line that fits the chain is whole, and is never cut.
    case .unknownEvent where try fitsChain(at: offset, to: end): return .damaged(problem)
    case .unknownEvent: problem = .chainBroken
    default: break
    }
    return try isTorn(from: offset, to: end) ? .torn(bytes: end - offset) : .damaged(problem)
  }

  /// Returns true if the chain value of the line at an offset is the one that its bytes and the
  /// line before it give.
  private func fitsChain(at offset: UInt64, to end: UInt64) throws -> Bool {
    let previous = try Head.chain(endingAt: offset, in: file, on: system) ?? .zero
    var fits = false
    var reader = LineReader(file, on: system, from: offset, to: end)
    _ = try reader.forEachLine { line, _ in
      fits = Chain.stated(in: line) == Chain.value(of: line, after: previous)
      return false
    }
    return fits
  }

  private func isTorn(from offset: UInt64, to end: UInt64) throws -> Bool {
    if let durable {
      if offset < durable.offset { return false }
      if durable.canHaveHolesAfter { return true }
    }
    if try lostPage(from: offset, to: end) { return true }
    return try !holdsCompleteLine(from: offset, to: end)
  }

  /// The smallest part of a page that a disk writes or loses.
  private static let blockBytes: UInt64 = 512

  /// Returns true if the bytes are those of one small commit with a page missing on the disk: zeros
  /// up to the beginning of a block, perhaps with whole lines after them; or zeros from there to
  /// the end.
  ///
  /// Zeros in a page that was acknowledged begin where the page does, and so within a line.
  private func lostPage(from offset: UInt64, to end: UInt64) throws -> Bool {
    guard end - offset <= UInt64(DurablePart.mostUnmarked) else { return false }
    let bytes = try system.bytes(of: file, from: offset, to: end)
    let zerosBefore = UInt64(bytes.prefix { $0 == 0 }.count)
    if zerosBefore > 0, (offset + zerosBefore).isMultiple(of: Self.blockBytes) { return true }
    let zerosAfter = UInt64(bytes.reversed().prefix { $0 == 0 }.count)
    let lastBlock = (end - 1) / Self.blockBytes * Self.blockBytes
    guard zerosAfter > 0, lastBlock >= end - zerosAfter else { return false }
    return try !holdsCompleteLine(from: offset, to: end - zerosAfter)
  }

  /// Returns true if any line from `offset` on was written to its end. Such a line may have been
  /// acknowledged, so its bytes are never cut away.
  private func holdsCompleteLine(from offset: UInt64, to end: UInt64) throws -> Bool {
    var found = false
    var reader = LineReader(file, on: system, from: offset, to: end)
    let stop = try reader.forEachLine { line, _ in
      found = Self.isComplete(line)
      return !found
    }
    if found { return true }
    // More bytes than a line may have: no writer leaves them after what is known to be on the
    // disk.
    if stop.tooLong { return durable == nil }
    return try isWholeBeforeLastByte(from: stop.end, to: end)
  }

  /// Returns true if bytes without a line feed are a good line and one byte more. A write stops at
  /// a line feed or before it, so that byte is a feed that was damaged.
  private func isWholeBeforeLastByte(from start: UInt64, to end: UInt64) throws -> Bool {
    guard end - start <= UInt64(JournalLimits.lineBytes) + 1, end > start else { return false }
    let bytes = try system.bytes(of: file, from: start, to: end)
    guard bytes.count == Int(end - start) else { return false }
    let line = bytes.rawBytes.extracting(0..<bytes.count - 1)
    guard Chain.stated(in: line) != nil else { return false }
    return (try? LineCodec.decode(line)) != nil
  }

  /// Returns true if a line that ends in a line feed was once whole, whatever happened to its bytes
  /// since: it ends in a chain value, or it begins as lines do and still holds a part of such an
  /// end.
  private static func isComplete(_ line: RawSpan) -> Bool {
    if Chain.stated(in: line) != nil { return true }
    var start = 0
    guard line.skip("{\"seq\":", at: &start) else { return false }
    var end = line.byteCount - 2
    if line.skip("\"}", at: &end) { return true }
    let tail = max(line.byteCount - JournalLimits.suffixBytes - 2, 0)..<line.byteCount
    return tail.contains { offset in
      var offset = offset
      return line.skip("\"chain\":\"", at: &offset)
    }
  }
}

/// The folder for bytes that are set aside and never deleted.
package enum Quarantine {
  /// Makes a new file in the quarantine; a number keeps its name apart from older ones.
  package static func newFile(
    named name: String, in paths: JournalPaths, on system: any FileSystem
  ) throws(SystemFailure) -> (file: OpenFile, path: String) {
    switch try system.kind(of: paths.quarantine) {
    case nil: try system.createDirectory(paths.quarantine)
    case .directory: break
    case .link, .regular, .other: throw SystemFailure(.open, paths.quarantine, .notRegular)
    }
    for number in 1... {
      let path = "\(paths.quarantine)/\(name)-\(number)"
      guard try system.kind(of: path) == nil else { continue }
      return (try system.open(path, .createNew), path)
    }
    throw SystemFailure(.open, paths.quarantine, .exists)
  }

  /// Copies a part of a file to a new one in the quarantine, which is on the disk then: what it was
  /// read from may be cut or replaced.
  ///
  /// - Returns: where the copy is.
  package static func keep(
    _ part: FilePart, as name: String, in paths: JournalPaths, on system: any FileSystem
  ) throws -> String {
    let aside = try newFile(named: name, in: paths, on: system)
    defer { system.close(aside.file) }
    do {
      try part.append(to: aside.file)
      try system.synchronize(aside.file)
      try system.synchronizeDirectory(paths.quarantine)
    } catch {
      // The bytes are in their place still. A full disk must not be filled by one copy for each
      // attempt.
      try? system.remove(aside.path)
      throw error
    }
    return aside.path
  }
}
