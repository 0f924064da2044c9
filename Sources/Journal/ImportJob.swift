package import ByteTools
import HealthEvents
package import HealthImport
import HealthModel
import HealthTables
package import JournalFile

/// An import into a journal: reads a foreign file, saves what is new, and writes the receipt.
///
/// Lines are written some hundred kilobytes at a time and synced once, at the end, before anything is claimed. The
/// tables stay as they were before the import, so its memory does not grow with the file.
package struct ImportJob {
  /// How an import went.
  package struct Report: Sendable {
    /// What the importer says.
    package var outcome: AppleHealthOutcome
    /// The first and last line that it appended, without its receipt; nil: none.
    package var lines: ClosedRange<UInt64>?
    /// Where bytes were set aside, if any were.
    package var quarantinePath: String?
    /// How many bytes should have been set aside too, and did not fit.
    package var bytesLeftOut: UInt64
  }

  /// How many bytes an import sets aside at most: far more than damage leaves of a real export, and so few
  /// that no file can fill the disk with them.
  package static let mostQuarantined = 64 << 20

  private var sink: JournalImportSink

  /// An import into the journal of a session.
  ///
  /// - Parameters:
  ///   - most: how many bytes are set aside at most.
  ///   - progress: told how many bytes and elements have been read, every so often.
  package init(
    into session: consuming JournalSession, fileName: String,
    quarantining most: Int = mostQuarantined,
    progress: @escaping (UInt64, Int) -> Void
  ) {
    sink = JournalImportSink(
      session, fileName: fileName, quarantining: most, progress: progress)
  }

  /// Reads an Apple Health export to its end.
  ///
  /// - Throws: `JournalError` and `SystemFailure`; then the journal is as it was before. `FailureAndEnding`
  ///   where even that cannot be had: then, and where the process is killed, lines without a receipt may
  ///   stay, and the next import of the same file knows what they hold.
  package mutating func run(
    _ source: some ByteSource, by importer: AppleHealthImporter = AppleHealthImporter()
  ) throws -> Report {
    do {
      let outcome = try importer.run(source, sink: &sink)
      let lines = try sink.finish { outcome.receipt(file: $0, first: $1, last: $2) }
      return Report(
        outcome: outcome, lines: lines, quarantinePath: sink.quarantinePath,
        bytesLeftOut: sink.bytesLeftOut)
    } catch {
      try sink.withdraw(after: error)
    }
  }
}

/// Bytes of an open file in order: from where it stands, a pipe included, or from a place in it.
package struct FileByteSource: ByteSource {
  private let system: any FileSystem
  private let file: OpenFile
  private var buffer: [UInt8] = []

  /// Where the next bytes are; nil: wherever the file stands.
  private var offset: UInt64?

  /// The bytes of this file, from `offset` on where one is given.
  package init(_ file: OpenFile, on system: any FileSystem, from offset: UInt64? = nil) {
    self.system = system
    self.file = file
    self.offset = offset
  }

  /// Reads the next bytes, at most as many as there is room for; 0: the end.
  package mutating func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    if buffer.count < room.count { buffer = [UInt8](repeating: 0, count: room.count) }
    // Into the end of the buffer, which so has just that room.
    let start = buffer.count - room.count
    let count: Int
    if let offset {
      count = try system.read(file, at: offset, into: &buffer, from: start)
      self.offset = offset + UInt64(count)
    } else {
      count = try system.readNext(file, into: &buffer, from: start)
    }
    unsafe room.copyBytes(from: buffer[start..<start + count])
    return count
  }
}
