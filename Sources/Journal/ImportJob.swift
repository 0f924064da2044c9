package import ByteTools
package import HealthEvents
package import HealthImport
import HealthModel
import HealthProjections
package import JournalFile
import ViewTables

/// An import into a journal: reads a foreign file, saves what is new or newer, compares it with
/// earlier imports, and writes the receipt.
///
/// Lines are written some hundred kilobytes at a time and synced once, at the end, before anything
/// is claimed. The tables stay as they were before the import, so its memory does not grow with the
/// file. What it holds of the journal (`StatedObjects`) grows with the journal.
package struct ImportJob {
  /// What is asked of an import beside the file.
  package struct Choices: Sendable {
    /// The part of the file; nil: all of it.
    package var selection: ImportSelection?
    /// Whether nothing is written, and all is told as if it were.
    package var isTrial = false
    /// Whether what vanished is deleted.
    package var appliesDeletions = false
    /// Whether what was erased from the journal before is saved again.
    package var savesErased = false
    /// Sources that have another name in the file than in the journal.
    package var renamed: [SourceNames.Renaming] = []

    /// All of the file, and nothing deleted.
    package init() {}
  }

  /// How an import went.
  package struct Report: Sendable {
    /// What the importer says.
    package var outcome: ImportOutcome
    /// The encoding of the input; offsets in it are those of the same text as UTF-8.
    package var encoding: TextEncoding
    /// What speaks against the journal's time zone, if anything does.
    package var zoneDoubt: ZoneDoubt?
    /// The first and last line that it appended, without its receipt; nil: none.
    package var lines: ClosedRange<UInt64>?
    /// The line of its receipt; nil: it said nothing that the journal did not know.
    package var receipt: UInt64?
    /// What earlier imports stated and this one does not.
    package var vanished: Result<VanishedObjects, NotComparable>
    /// Where bytes were set aside, if any were.
    package var quarantinePath: String?
    /// How many bytes should have been set aside too, and did not fit.
    package var bytesLeftOut: UInt64

    /// Whether what was read is what became of it, and nothing is in the quarantine that no count
    /// names.
    package var balances: Bool {
      let isAside = quarantinePath != nil || bytesLeftOut > 0
      return outcome.balances && (!isAside || outcome.quarantined > 0)
    }

    /// How many objects vanished, by type; nil: the file was compared with no other.
    package var vanishedCounts: [VanishedCount]? { try? vanished.get().counts }
  }

  /// How many bytes an import sets aside at most: far more than damage leaves of a real export, and
  /// so few that no file can fill the disk with them.
  package static let mostQuarantined = 64 << 20

  private var sink: JournalImportSink
  private let choices: Choices
  private let fileName: String

  /// An import into the journal of a session.
  ///
  /// - Parameters:
  ///   - most: how many bytes are set aside at most.
  ///   - progress: told how many bytes and elements have been read, every so often.
  /// - Throws: `JournalError` where the journal cannot be read; the session is ended then.
  package init(
    into session: consuming JournalSession, fileName: String, _ choices: Choices = Choices(),
    quarantining most: Int = mostQuarantined,
    progress: @escaping (UInt64, Int) -> Void
  ) throws {
    self.fileName = fileName
    self.choices = choices
    // What is tried is not recorded by any clock.
    if choices.isTrial { session.judgesLeap = { _ in true } }
    sink = try JournalImportSink(
      session, fileName: fileName, choices, quarantining: most, progress: progress)
  }

  /// Reads an input to its end, by the importer that is the surest of it.
  ///
  /// - Parameters:
  ///   - size: how many bytes the source has, where that is known.
  ///   - companions: what lies beside it, where that is known.
  ///   - importers: those that are asked.
  /// - Throws: `ForeignInput`, `JournalError` and `SystemFailure`; then the journal is as it was
  ///   before. `FailureAndEnding` where even that cannot be had: then, and where the process is
  ///   killed, lines without a receipt may stay, and the next import of the same file knows what
  ///   they hold.
  package mutating func run(
    _ source: some ByteSource, size: UInt64? = nil, companions: (any ImportCompanions)? = nil,
    by importers: [any Importer] = Importers.all
  ) throws -> Report {
    do {
      let input = ImportInput(
        source, size: size, selection: choices.selection, companions: companions)
      let beginning = try input.beginning()
      guard !ImportArchive.begins(beginning) else {
        throw OptionProblem(
          "this is a zip archive, which is read from its end; name the file, instead of piping it")
      }
      let foreign = { [fileName] in ForeignInput(fileName, input.encoding, beginning, importers) }
      guard let importer = Importers.best(for: beginning.rawBytes, among: importers),
        input.encoding.isReadable
      else { throw foreign() }
      sink.note = { importer.note($0) }
      var outcome = try importer.run(input, into: &sink)
      if outcome.isOfNothing, outcome.doubt != nil { throw foreign() }
      outcome.note(replaced: input.replacedCount)
      let vanished = try compare(outcome, importer.name)
      let (lines, receipt) = try sink.finish { file, first, last in
        ImportReceipt(
          format: importer.name, file: file, bytes: input.count, sha256: input.digest.hexText,
          exported: outcome.exported, first: first, last: last, counts: outcome.counts,
          extent: extent(outcome, vanished))
      }
      let zoneDoubt = ZoneDoubt(
        outcome.zones, at: outcome.exported?.instant ?? sink.now, in: sink.timeZone)
      return Report(
        outcome: outcome, encoding: input.encoding, zoneDoubt: zoneDoubt, lines: lines,
        receipt: receipt, vanished: vanished,
        quarantinePath: sink.quarantinePath, bytesLeftOut: sink.bytesLeftOut)
    } catch {
      try sink.withdraw(after: error)
    }
  }
}

extension ImportJob {
  /// What earlier imports stated and this one does not; deletes it where that is asked for.
  private func compare(
    _ outcome: ImportOutcome, _ format: String
  ) throws -> Result<VanishedObjects, NotComparable> {
    let vanished: VanishedObjects
    do {
      vanished = try sink.vanished(outcome, format: format, isPart: choices.selection != nil)
    } catch let problem as NotComparable {
      // Where nothing was imported before there is nothing to delete.
      guard choices.appliesDeletions, problem != .noEarlier else { return .failure(problem) }
      throw OptionProblem(
        "nothing was imported: what vanished since earlier exports cannot be told: "
          + Wording.text(problem) + "; import it without --apply-deletions")
    }
    if choices.appliesDeletions, !vanished.uuids.isEmpty {
      try sink.delete(vanished.uuids, reason: "no longer in the export that this import read")
    }
    return .success(vanished)
  }

  private func extent(
    _ outcome: ImportOutcome, _ vanished: Result<VanishedObjects, NotComparable>
  ) -> ImportExtent {
    var extent = ImportExtent(
      isComplete: outcome.holdsAll && outcome.balances, person: outcome.person.map(sink.uuid(of:)),
      start: outcome.start, end: outcome.end, selection: choices.selection,
      // Of a type of which all stayed out, as it was erased, the journal says nothing again.
      types: outcome.types.filter { $0.erased == 0 || $0.erased < $0.read })
    guard case .success(let vanished) = vanished else { return extent }
    extent.compared = vanished.compared
    extent.vanished = vanished.counts
    return extent
  }
}

/// Bytes of an open file in order: from where it stands, a pipe included, or from an offset in it.
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
