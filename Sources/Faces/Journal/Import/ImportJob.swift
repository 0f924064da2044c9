package import ByteTools
package import HealthEvents
package import HealthImport
import HealthModel
import HealthViews
package import JournalFile

/// An import into a journal: reads a foreign file, saves what is new or newer, compares it with
/// earlier imports, and writes the receipt.
///
/// Lines are written some hundred kilobytes at a time and synced once, at the end, before anything
/// is claimed. The tables stay as they were before the import, so its memory does not grow with the
/// file. What it holds of the journal (`StatedObjects`) grows with the journal.
package struct ImportJob {
  /// The choices of an import besides the file.
  package struct Choices: Sendable {
    /// The part of the file; nil: all of it.
    package var selection: ImportSelection?
    /// True if nothing is written, and everything is reported as if it were.
    package var isTrial = false
    /// True if vanished objects are deleted.
    package var appliesDeletions = false
    /// True if objects that were erased from the journal before are saved again.
    package var savesErased = false
    /// Sources that have another name in the file than in the journal.
    package var renamed: [SourceNames.Renaming] = []

    /// Creates choices that import all of the file and delete nothing.
    package init() {}
  }

  package struct Report: Sendable {
    /// The outcome that the importer reports.
    package var outcome: ImportOutcome
    /// The encoding of the input; offsets in it are those of the same text as UTF-8.
    package var encoding: TextEncoding
    /// The doubt about the journal's time zone, if there is one.
    package var zoneDoubt: ZoneDoubt?
    /// The first and last line that it appended, without its receipt; nil: none.
    package var lines: ClosedRange<UInt64>?
    /// The line of its receipt; nil: it said nothing that the journal did not know.
    package var receipt: UInt64?
    /// The objects that earlier imports stated and this one does not.
    package var comparison: EarlierComparison
    /// The path of the bytes that were set aside, if there are any.
    package var quarantinePath: String?
    /// The number of bytes that should have been set aside too, and did not fit.
    package var bytesLeftOut: UInt64

    /// True if the counts of read elements and of their outcomes are equal, and each element in the
    /// quarantine is counted.
    package var balances: Bool {
      let isAside = quarantinePath != nil || bytesLeftOut > 0
      return outcome.balances && (!isAside || outcome.quarantined > 0)
    }

    /// The number of objects that vanished, by type; nil if the file was compared with no other.
    package var vanishedCounts: [VanishedCount]? {
      if case .vanished(let objects) = comparison { objects.counts } else { nil }
    }
  }

  /// The greatest number of bytes that an import sets aside: far more than damage leaves of a real
  /// export, and so few that no file can fill the disk with them.
  package static let mostQuarantined = 64 << 20

  private var sink: JournalImportSink
  private let choices: Choices
  private let fileName: String

  /// Creates an import into the journal of a session.
  ///
  /// - Parameters:
  ///   - most: the greatest number of bytes that are set aside.
  ///   - progress: a closure that gets the numbers of bytes and elements read, every so often.
  /// - Throws: `JournalError` if the journal cannot be read; the session is ended then.
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

  /// Reads an input to its end, with the importer that recognizes it best.
  ///
  /// - Parameters:
  ///   - size: the number of bytes of the source, if known.
  ///   - companions: the files in the same place, if known.
  ///   - importers: the importers to choose from.
  /// - Throws: `SessionProblem.foreignInput`, `JournalError` and `SystemFailure`; then the
  ///   journal is unchanged. `FailureAndEnding` if even that fails: then, and if the process is
  ///   killed, lines without a receipt may stay, and the next import of the same file recognizes
  ///   their content.
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
      else { throw SessionProblem.foreignInput(foreign()) }
      sink.note = { importer.note($0) }
      var outcome = try importer.run(input, into: &sink)
      if outcome.isOfNothing, outcome.doubt != nil { throw SessionProblem.foreignInput(foreign()) }
      outcome.note(replaced: input.replacedCount)
      let comparison = try compare(outcome, importer.name)
      let (lines, receipt) = try sink.finish { file, first, last in
        ImportReceipt(
          format: importer.name, file: file, bytes: input.count, sha256: input.digest.hexText,
          exported: outcome.exported, first: first, last: last, counts: outcome.counts,
          extent: extent(outcome, comparison))
      }
      let zoneDoubt = ZoneDoubt(
        outcome.zones, at: outcome.exported?.instant ?? sink.now, in: sink.timeZone)
      return Report(
        outcome: outcome, encoding: input.encoding, zoneDoubt: zoneDoubt, lines: lines,
        receipt: receipt, comparison: comparison,
        quarantinePath: sink.quarantinePath, bytesLeftOut: sink.bytesLeftOut)
    } catch {
      try sink.withdraw(after: error)
    }
  }

  /// Returns the objects that earlier imports stated and this one does not; deletes them if the
  /// choices ask for that.
  private func compare(
    _ outcome: ImportOutcome, _ format: String
  ) throws -> EarlierComparison {
    let comparison = try sink.comparison(
      outcome, format: format, isPart: choices.selection != nil)
    guard choices.appliesDeletions else { return comparison }
    switch comparison {
    // Where nothing was imported before there is nothing to delete.
    case .none(.noEarlier): break
    case .none(let reason):
      throw OptionProblem(
        "nothing was imported: what vanished since earlier exports cannot be told: "
          + Wording.text(reason) + "; import it without --apply-deletions")
    case .vanished(let vanished) where !vanished.uuids.isEmpty:
      try sink.delete(vanished.uuids, reason: "no longer in the export that this import read")
    case .vanished: break
    }
    return comparison
  }

  private func extent(
    _ outcome: ImportOutcome, _ comparison: EarlierComparison
  ) -> ImportExtent {
    var extent = ImportExtent(
      isComplete: outcome.holdsAll && outcome.balances, person: outcome.person.map(sink.uuid(of:)),
      start: outcome.start, end: outcome.end, selection: choices.selection,
      // Of a type of which all stayed out, as it was erased, the journal says nothing again.
      types: outcome.types.filter { $0.erased == 0 || $0.erased < $0.read })
    guard case .vanished(let vanished) = comparison else { return extent }
    extent.compared = vanished.compared
    extent.vanished = vanished.counts
    return extent
  }
}

/// The bytes of an open file in order: from its current position, a pipe included, or from an
/// offset in it.
package struct FileByteSource: ByteSource {
  private let system: any FileSystem
  private let file: OpenFile
  /// The offset of the next bytes; nil for the current position of the file.
  private var offset: UInt64?

  /// Creates a source of the bytes of this file, from `offset` on if it is given.
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

/// The file of the bytes that an import could not use, with a note before them that states their
/// position and the reason. The importer decides how a note is written. The file is made when there
/// is something to keep.
///
/// Its size is limited, so that no file can fill the disk: what does not fit is counted, and the
/// file's last line states the count. The first bytes wait in memory, so that an import that is
/// refused soon makes no file.
struct ImportQuarantine {
  private let name: String
  private let paths: JournalPaths
  private let system: any FileSystem
  private let most: Int
  private var open: (file: OpenFile, path: String)?
  private var size = 0
  /// Bytes that are not in the file yet.
  private var waiting: [UInt8] = []
  private static let mostWaiting = 1 << 16
  /// A closure that formats a note for its place among the bytes.
  var note: (String) -> String = { $0 }
  /// The number of bytes that did not fit.
  private(set) var leftOut: UInt64 = 0

  init(named name: String, of paths: JournalPaths, holding most: Int, on system: any FileSystem) {
    self.name = name
    self.paths = paths
    self.most = most
    self.system = system
  }

  /// The path of the bytes; nil if there are none.
  var path: String? { open?.path }

  /// Keeps the bytes at `offset`. Bytes in a row have one note, before the first byte.
  mutating func keep(
    _ bytes: RawSpan, offset: UInt64, reason: String, continues: Bool
  ) throws {
    var text: [UInt8] = []
    if !continues || leftOut > 0 { text += line("byte \(offset): \(reason)") }
    guard size + text.count + bytes.byteCount < most else {
      leftOut += UInt64(bytes.byteCount)
      return
    }
    text.append(contentsOf: bytes)
    text.append(UInt8(ascii: "\n"))
    waiting += text
    size += text.count
    if waiting.count >= Self.mostWaiting { try write() }
  }

  private func line(_ text: String) -> [UInt8] { Array("\(note(text))\n".utf8) }

  private mutating func write() throws {
    let file = try file()
    try system.append(waiting, to: file)
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func file() throws -> OpenFile {
    if let open { return open.file }
    let made = try Quarantine.newFile(named: name, in: paths, on: system)
    open = made
    return made.file
  }

  /// Appends the count of what did not fit, and syncs everything to the disk.
  mutating func finish() throws {
    if leftOut > 0 {
      waiting += line("\(leftOut) bytes more did not fit: \(most) at most")
    }
    if !waiting.isEmpty { try write() }
    guard let file = open?.file else { return }
    try system.synchronize(file)
    try system.synchronizeDirectory(paths.quarantine)
  }

  /// Removes the file after a failed import.
  mutating func withdraw() throws {
    waiting = []
    guard let made = open else { return }
    open = nil
    system.close(made.file)
    try system.remove(made.path)
  }

  /// Closes the file.
  func close() {
    if let file = open?.file { system.close(file) }
  }
}

extension Wording {
  /// Describes in one sentence what an import did.
  package static func sentence(on report: ImportJob.Report, isTrial: Bool) -> String {
    let outcome = report.outcome
    if outcome.counts.isEmpty { return "nothing was appended: the file holds nothing" }
    let sum = ImportTable.sum(outcome.types)
    var parts = [
      "\(sum.saved) new", "\(sum.known) identical", "\(sum.corrected) corrected",
    ]
    if let vanished = report.vanishedCounts {
      parts.append("\(vanished.reduce(0) { $0 + $1.count }) vanished")
    }
    if sum.restored > 0 { parts.append("\(sum.restored) restored") }
    if sum.superseded > 0 { parts.append("\(sum.superseded) superseded") }
    if sum.deleted > 0 { parts.append("\(sum.deleted) deleted before") }
    if sum.erased > 0 { parts.append("\(sum.erased) erased before") }
    if sum.leftOut > 0 { parts.append("\(sum.leftOut) left out") }
    parts.append("\(counted(ImportTable.sum(outcome.counts).quarantined, "element")) quarantined")
    return "\(parts.joined(separator: ", ")); \(lines(of: report, isTrial: isTrial))"
  }

  private static func lines(of report: ImportJob.Report, isTrial: Bool) -> String {
    if isTrial {
      let lines = report.lines.map { Int($0.upperBound - $0.lowerBound) + 1 } ?? 0
      let count = lines + (report.receipt == nil ? 0 : 1)
      return "nothing was written: an import would append \(counted(count, "line"))"
    }
    guard let lines = report.lines else {
      return report.receipt.map { "its receipt is line \($0)" } ?? "nothing was appended"
    }
    return lines.count == 1
      ? "saved as line \(lines.lowerBound)"
      : "saved as lines \(lines.lowerBound) to \(lines.upperBound)"
  }

  /// Returns the times and the number of sources of a file: `from 2017-01-22 to 2017-11-11, 13
  /// sources`; nil if it states no time.
  package static func extent(of outcome: ImportOutcome) -> String? {
    guard let start = outcome.start, let end = outcome.end else { return nil }
    let sources = outcome.namesMet.count
    return (start.date == end.date ? "of \(start.date)" : "from \(start.date) to \(end.date)")
      + (sources == 0 ? "" : ", \(counted(sources, "source"))")
  }

  /// Describes the erased objects that the import left out, and how to save them again; nil if
  /// there are none.
  package static func erased(in report: ImportJob.Report) -> String? {
    let count = ImportTable.sum(report.outcome.types).erased
    guard count > 0 else { return nil }
    let were = count == 1 ? "was" : "were"
    return "\(counted(count, "object")) of the file \(were) erased from this journal before, and "
      + "\(count == 1 ? "stays" : "stay") out; with --again an import saves what was erased"
  }

  /// Names the types whose erased objects are not known, a sentence each.
  package static func untold(in report: ImportJob.Report) -> [String] {
    report.outcome.untold.map { row in
      let name = TypeCatalogue.shortName(of: row.type)
      let them = row.count == 1 ? "1 of the file stays" : "\(row.count) of the file stay"
      return
        "\(name): the file has a unit that the journal does not have, so the import cannot know what "
        + "was erased before: \(them) out; with --again --type \(name) an import saves all of them"
    }
  }

  /// Percents that may be fractions of one, a sentence for each type.
  package static func doubtful(in report: ImportJob.Report) -> [String] {
    report.outcome.doubtful.map { doubt in
      let name = TypeCatalogue.shortName(of: doubt.type)
      let them = counted(doubt.count, "value")
      return doubt.isFraction
        ? "doubtful: \(them) of \(name) of at most 1 %, which nobody has: read as fractions, 0.97 as 97 %"
        : "doubtful: \(them) of \(name) of at most 1 %, read as percent; if the program wrote fractions, "
          + "they are a hundred times as much"
    }
  }

  /// Sources that seem to be renamed, a sentence each.
  package static func renamed(
    in report: ImportJob.Report, _ choices: ImportJob.Choices
  ) -> [String] {
    report.outcome.renamed.map { source in
      let (old, new) = (source.names.old, source.names.new)
      let objects = counted(source.known, "object")
      return
        "renamed? \(new) states \(objects) that \(old) with the same device stated before, and the "
        + "file states nothing of \(old): \(source.known == 1 ? "it is" : "they are") not saved "
        + "again; if both are one source, import the file with --renamed "
        + "\(call(source.names))"
    }
      + choices.renamed.filter { pair in
        !report.outcome.namesMet.contains(SourceName.typed(pair.new))
      }.map { "the file states no source \($0.new): --renamed changes nothing of it" }
  }

  /// Returns the value of `--renamed`, as a shell reads it.
  private static func call(_ names: SourceNames.Renaming) -> String {
    ShellText.word("\(names.old)=\(names.new)")
  }

  /// Returns the reason why sources cannot be treated as renamed.
  package static func text(_ fault: RenamingFault) -> String {
    switch fault {
    case .same(let name): "--renamed: both names are \(name)"
    case .twice(let name): "--renamed: \(name) cannot be the new name of two sources"
    case .unknown(let name, let turned, let names):
      if let turned {
        "--renamed: the journal has no source \(name), and it has \(turned.new): write the "
          + "old name first, as in --renamed \(call(SourceNames.Renaming(old: turned.new, new: turned.old)))"
      } else {
        "--renamed: the journal has no source \(name); it has "
          + (names.isEmpty ? "none" : names.prefix(20).joined(separator: ", "))
      }
    }
  }

  /// The greatest number of rows about vanished objects in the answer; `imports` shows all.
  private static let mostRows = 20

  /// Describes what vanished since earlier imports, or why that is not known.
  package static func vanished(
    in report: ImportJob.Report, _ choices: ImportJob.Choices
  ) -> [String] {
    switch report.comparison {
    case .none(.noEarlier): return []
    case .none(let reason): return ["not compared with earlier exports: \(text(reason))"]
    case .vanished(let vanished): return lines(on: vanished, choices)
    }
  }

  private static func lines(
    on vanished: VanishedObjects, _ choices: ImportJob.Choices
  ) -> [String] {
    var lines = vanished.rows.prefix(mostRows).map { row in
      let name = TypeCatalogue.shortName(of: row.type)
      let span = row.span.map { ", \($0.start) to \($0.end)" } ?? ""
      return "vanished: \(row.count) \(name) of \(row.source)\(span)"
    }
    if vanished.rows.count > mostRows {
      lines.append("… and \(vanished.rows.count - mostRows) more such rows")
    }
    if !vanished.missingTypes.isEmpty {
      let names = vanished.missingTypes.map { row in
        "\(TypeCatalogue.shortName(of: row.type)) (\(row.count))"
      }
      lines.append(
        "the file has no objects of these types, so objects of earlier exports do not count as "
          + "vanished: \(names.joined(separator: ", "))")
    }
    if !vanished.uuids.isEmpty { lines.append(deletions(vanished.uuids.count, choices)) }
    return lines
  }

  private static func deletions(_ count: Int, _ choices: ImportJob.Choices) -> String {
    guard choices.appliesDeletions else {
      return "vanished objects stay in the journal; --apply-deletions deletes them"
    }
    return choices.isTrial
      ? "\(counted(count, "object")) would be deleted" : "\(counted(count, "object")) deleted"
  }

  /// Returns the reason why an import cannot be compared with earlier ones.
  package static func text(_ reason: NotComparable) -> String {
    switch reason {
    case .noEarlier: "there is none"
    case .incomplete: "only a part of the file was asked for, or could be read"
    case .noExportDate: "the file does not say when it was exported"
    case .noPerson: "the file does not say whose it is: it has no characteristics"
    case .otherPerson:
      "they are of another person, or their person is not known"
    case .laterExport(let line): "line \(line) is the receipt of a later one"
    case .fewInCommon(let stated, let count):
      "it has \(stated) of the \(count) objects that they had; it may be from another device"
    }
  }
}
