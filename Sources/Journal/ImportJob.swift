package import ByteTools
import HealthEvents
package import HealthImport
import HealthModel
import HealthProjections
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
    package var outcome: ImportOutcome
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

  /// Reads an input to its end, by the importer that is the surest of it.
  ///
  /// - Parameters:
  ///   - size: how many bytes the source has, where that is known.
  ///   - importers: those that are asked, one at least; the only one is sure enough.
  /// - Throws: `JournalError` and `SystemFailure`; then the journal is as it was before. `FailureAndEnding`
  ///   where even that cannot be had: then, and where the process is killed, lines without a receipt may
  ///   stay, and the next import of the same file knows what they hold.
  package mutating func run(
    _ source: some ByteSource, size: UInt64? = nil, by importers: [any Importer] = Importers.all
  ) throws -> Report {
    do {
      let input = ImportInput(source, size: size)
      let beginning = try input.beginning()
      guard !ImportArchive.begins(beginning) else {
        throw OptionProblem(
          "this is a zip archive, which is read from its end; name the file, instead of piping it")
      }
      let importer = Importers.best(for: beginning.rawBytes, among: importers)
      sink.note = { importer.note($0) }
      let outcome = try importer.run(input, into: &sink)
      let lines = try sink.finish { file, first, last in
        ImportReceipt(
          format: importer.name, file: file, bytes: input.count, sha256: input.digest.hexText,
          exported: outcome.exported, first: first, last: last, counts: outcome.counts)
      }
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
  /// Where the next bytes are; nil: wherever the file stands.
  private var offset: UInt64?

  /// The bytes of this file, from `offset` on where one is given.
  package init(_ file: OpenFile, on system: any FileSystem, from offset: UInt64? = nil) {
    self.system = system
    self.file = file
    self.offset = offset
  }

  /// Reads the next bytes, at most as many as there is room for; 0: the end.
  package mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    guard let offset else { return try system.readNext(file, into: &bytes, from: start) }
    let count = try system.read(file, at: offset, into: &bytes, from: start)
    self.offset = offset + UInt64(count)
    return count
  }
}
