import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile

/// Where an import into a journal goes.
final class JournalImportSink {
  /// Bytes of lines that are kept before they are written: what a processor's cache holds.
  private static let batch = 1 << 18

  private var session: JournalSession
  private let fileName: String
  private let tell: (UInt64, Int) -> Void
  private let first: UInt64
  private let start: Head
  private var temporaryFile: OpenFile?
  private var quarantine: ImportQuarantine
  private var templates: [SampleTemplate?] = []
  /// Whether the journal held nothing when the import began, so that nothing need be looked up.
  private let startsEmpty: Bool

  init(
    _ session: consuming JournalSession, fileName: String, quarantining most: Int,
    progress: @escaping (UInt64, Int) -> Void
  ) {
    startsEmpty = session.tables.holdNoObjects
    first = session.nextSequence
    start = session.writtenHead
    quarantine = ImportQuarantine(
      named: "import-\(first)", of: session.paths, holding: most, on: session.system)
    session.prepareForMany()
    self.session = session
    self.fileName = fileName
    tell = progress
  }

  deinit {
    if let temporaryFile { session.system.close(temporaryFile) }
    quarantine.close()
  }

  /// How notes stand among bytes that are set aside.
  var note: (String) -> String {
    get { quarantine.note }
    set { quarantine.note = newValue }
  }
  /// Where bytes were set aside.
  var quarantinePath: String? { quarantine.path }
  /// How many bytes should have been set aside, and did not fit.
  var bytesLeftOut: UInt64 { quarantine.leftOut }

  /// Writes the receipt where lines were appended, and gets everything onto the disk.
  func finish(
    _ receipt: (_ file: String, _ first: UInt64?, _ last: UInt64?) -> ImportReceipt
  ) throws -> ClosedRange<UInt64>? {
    try quarantine.finish()
    let last = session.nextSequence - 1
    guard last >= first else {
      try session.finish()
      return nil
    }
    let event = receipt(fileName, first, last)
    _ = try session.stageUntabled(Command(by: Actor.owner, .recordImport(event)))
    try session.commit()
    try session.finish()
    return first...last
  }

  /// The import failed: its lines, which were not acknowledged, are removed again, and the error is thrown.
  func withdraw(after error: any Error) throws -> Never {
    do {
      if !session.isFinished { try session.withdraw(to: start) }
    } catch let ending as JournalError {
      throw FailureAndEnding(failure: error, ending: ending)
    }
    try session.finish(after: error)
  }

  private func openTemporaryFile() throws -> OpenFile {
    if let temporaryFile { return temporaryFile }
    let path = session.paths.folder + "/import.spool"
    if try session.system.kind(of: path) != nil { try session.system.remove(path) }
    let file = try session.system.open(path, .createNew)
    // Nameless from here on: it goes away with the process, however that ends.
    try session.system.remove(path)
    temporaryFile = file
    return file
  }
}

extension JournalImportSink: ImportSink {
  func knows(_ uuid: ObjectUUID) -> Bool {
    !startsEmpty && session.tables.facts(of: uuid) != nil
  }

  func save(_ request: SaveRequest) throws -> Rejection? {
    do {
      _ = try session.stageUntabled(Command(by: Actor.owner, .save(request)))
    } catch let rejection as Rejection {
      return rejection
    } catch JournalError.lineTooLong {
      return .invalidArgument(.tooLarge, index: nil)
    } catch JournalError.unwritable(let problem) {
      return .invalidArgument(.unwritable(Wording.text(problem)), index: nil)
    }
    if session.stagedBytes >= Self.batch { try session.write() }
    return nil
  }

  func prepare(_ draft: Draft, at place: Int) -> Bool {
    guard let template = session.template(like: draft) else { return false }
    while templates.count <= place { templates.append(nil) }
    templates[place] = template
    return true
  }

  func spelling(of entry: Metadata.Entry) -> [UInt8] { MetadataText.json(entry) }

  func save(
    _ uuid: ObjectUUID, like place: Int, start: RawSpan, end: RawSpan, value: RawSpan,
    created: RawSpan, metadata: RawSpan
  ) throws {
    guard let template = templates[place] else { preconditionFailure("nothing is prepared there") }
    try session.stage(
      template, uuid, start: start, end: end, value: value, created: created,
      metadata: metadata)
    if session.stagedBytes >= Self.batch { try session.write() }
  }

  func quarantine(
    _ bytes: RawSpan, element: String, offset: UInt64, reason: String, continues: Bool
  ) throws {
    try quarantine.keep(bytes, offset: offset, reason: reason, continues: continues)
  }

  func storeTemporarily(_ bytes: RawSpan) throws {
    var copy: [UInt8] = []
    copy.append(contentsOf: bytes)
    try session.system.append(copy, to: try openTemporaryFile())
  }

  func temporaryBytes() throws -> any ByteSource {
    FileByteSource(try openTemporaryFile(), on: session.system, from: 0)
  }

  func progress(bytesRead: UInt64, elements: Int) { tell(bytesRead, elements) }
}
