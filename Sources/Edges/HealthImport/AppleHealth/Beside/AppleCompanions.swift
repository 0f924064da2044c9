import ByteTools
import HealthEvents
import HealthModel
import JournalFile

/// The files next to an `export.xml`: their kinds, and the ones that it names.
///
/// An element names a file by a path such as `/workout-routes/route_2024-05-01.gpx`. The file is
/// found among the listed names by its folder and its name; both `-` and `_` occur in folders.
struct AppleCompanions {
  /// The kind of a file, by its folder and its ending.
  enum Kind: Int, CaseIterable {
    /// The points of a workout's route.
    case route
    /// An electrocardiogram.
    case recording
    /// The FHIR resource of a clinical record.
    case resource
    /// Some of the export once more, as a clinical document.
    case clinicalDocument
    /// A printed page.
    case page
    /// A file that a person added to a sample.
    case attachment
    case other
  }

  private let listed: (any ImportCompanions)?
  private let kinds: [Kind]
  private var indices: [String: Int] = [:]
  private var isClaimed: [Bool]
  private var areSettled: Set<Int> = []
  private var missing: [Kind: Set<String>] = [:]

  init(_ listed: (any ImportCompanions)?) {
    self.listed = listed
    let files = listed?.files ?? []
    kinds = files.map { Self.kind(of: $0.name) }
    isClaimed = files.map { _ in false }
    for index in files.indices {
      if let key = Self.key(files[index].name) { indices[key] = index }
    }
  }

  /// Returns a file's name below the export's folder.
  func name(_ index: Int) -> String { listed?.files[index].name ?? "" }

  /// The electrocardiograms, which no element names.
  var recordings: [Int] { kinds.indices.filter { kinds[$0] == .recording } }

  func kind(_ index: Int) -> Kind { kinds[index] }

  // MARK: Names

  /// Returns the index of a file that an element names; nil: it is not there.
  mutating func claim(_ path: String, as kind: Kind) -> Int? {
    guard let key = Self.key(path), let index = indices[key], kinds[index] == kind else {
      if listed != nil { missing[kind, default: []].insert(path) }
      return nil
    }
    isClaimed[index] = true
    return index
  }

  /// Notes that a file is accounted for. False: it was before.
  mutating func settle(_ index: Int) -> Bool { areSettled.insert(index).inserted }

  /// Returns the folder and the name at the end of a path; nil for a path that leads up.
  private static func key(_ path: String) -> String? {
    let parts = FilePath.names(in: path).filter { !$0.isEmpty }
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    let folder = parts.dropLast().last.map { $0.exchanging("_", for: "-") } ?? ""
    return folder + "/" + parts[parts.count - 1]
  }

  private static func kind(of name: String) -> Kind {
    let parts = FilePath.names(in: name).filter { !$0.isEmpty }
    let folder = parts.dropLast().first.map { $0.exchanging("_", for: "-") }
    let ending = parts.last?.split(separator: ".").last?.lowercased()
    switch (folder, ending) {
    case ("attachments", _): return .attachment
    case ("electrocardiograms", "csv"): return .recording
    case ("clinical-records", "json"): return .resource
    case (_, "gpx"): return .route
    case (_, "pdf"): return .page
    case (_, "xml"): return name.hasSuffix("_cda.xml") ? .clinicalDocument : .other
    default: return .other
    }
  }

  // MARK: Bytes

  /// A file that was read, or could not be.
  struct File {
    /// Its index in the list of files.
    var index: Int
    /// The reason why it cannot be imported; nil: it was read.
    var problem: UnreadablePart?
  }

  /// Hands out the bytes of a file that an element names; nil: it is not there.
  mutating func read(
    _ path: String, as kind: Kind, _ body: (any ByteSource) throws -> Void
  ) -> File? {
    claim(path, as: kind).map { read($0, body) }
  }

  /// Hands out the bytes of a file.
  func read(_ index: Int, _ body: (any ByteSource) throws -> Void) -> File {
    do {
      try body(try open(index))
      return File(index: index)
    } catch {
      let problem = error as? UnreadablePart
      return File(index: index, problem: problem ?? UnreadablePart("it cannot be read"))
    }
  }

  /// Returns the bytes of a file, from the first.
  ///
  /// - Throws: `UnreadablePart`.
  func open(_ index: Int) throws -> any ByteSource {
    guard let listed else { throw UnreadablePart("it is not there") }
    return try listed.open(index)
  }

  /// Returns all bytes of a source.
  ///
  /// - Parameter most: the greatest number of bytes that it may have.
  /// - Throws: `UnreadablePart`.
  static func bytes(_ source: any ByteSource, most: Int) throws -> [UInt8] {
    var source = source
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try source.read(into: &buffer, from: 0), count > 0 {
      guard count <= most - bytes.count else {
        throw UnreadablePart("it is larger than \(most >> 20) MiB, more than a line can hold")
      }
      bytes += buffer[..<count]
    }
    return bytes
  }

  // MARK: What is not read

  /// The files that were not read, each kind with its count.
  var notRead: [String] {
    Kind.allCases.compactMap { kind in
      let count = kinds.indices.count { kinds[$0] == kind && !isClaimed[$0] }
      return count == 0 || kind == .recording ? nil : kind.words(count)
    }
  }

  /// The files that elements name and that are missing, each kind with its count.
  var notFound: [String] {
    Kind.allCases.compactMap { kind in
      missing[kind].map { counted($0.count, kind.element) }
    }
  }
}

extension AppleCompanions.Kind {
  /// The name under which the files of a kind are counted that are read.
  var element: String {
    switch self {
    case .route: "GPX file"
    case .recording: "ECG file"
    case .resource: "FHIR file"
    case .clinicalDocument, .page, .attachment, .other: "file"
    }
  }

  /// Returns the number of files of a kind that were not read, in words.
  fileprivate func words(_ count: Int) -> String {
    switch self {
    case .route: counted(count, element) + " that no workout names"
    case .recording: counted(count, element)
    case .resource: counted(count, element) + " that no record names"
    case .clinicalDocument: counted(count, "CDA")
    case .page: counted(count, "PDF")
    case .attachment: counted(count, "attachment")
    case .other: counted(count, "other file")
    }
  }
}

extension AppleHealthRun {
  /// Returns the number of bytes of a line that the files next to the export may use: 15 of the
  /// line's 16 MiB, less twice the bytes of the element itself.
  static func room(beside element: ElementTree) -> Int { (15 << 20) - 2 * element.raw.count }

  /// Reads the points of the files that a route names, and notes the files. Of a file that cannot
  /// be read it keeps the name alone.
  ///
  /// - Returns: the fields of each part of the route; one without any where no points were read.
  mutating func points(of route: inout StatedObject, beside element: ElementTree) -> [[Field]] {
    guard case .list(let paths)? = route.fields["files"], route.fields["locations"] == nil
    else { return [[]] }
    var points = RouteParts(room: Self.room(beside: element))
    for case .text(let path) in paths {
      let file = companions.read(path, as: .route) { (source) throws in
        try GPXRoute.add(source, to: &points)
      }
      route.note(file)
    }
    return points.locations.isEmpty ? [[]] : points.fields
  }

  /// Adds the resource of a clinical record as the exact text of its file, and also, as
  /// `FHIRResource`, the parts that predicates compare.
  mutating func addResource(to record: inout StatedObject, in element: ElementTree) {
    guard element.nodes[0].name == .clinicalRecord,
      let path = element.peek("resourceFilePath", of: 0, { $0.text() })
    else { return }
    var fields: [Field] = []
    let file = companions.read(path, as: .resource) { (source) throws in
      fields = try Self.resource(try AppleCompanions.bytes(source, most: 1 << 20))
    }
    record.note(file)
    record.fields += fields
  }

  private static func resource(_ bytes: [UInt8]) throws(UnreadablePart) -> [Field] {
    let tape: JSONTape
    do {
      tape = try JSONTape(bytes.rawBytes)
    } catch {
      throw UnreadablePart("it \(error.problem.rawValue)", at: UInt64(error.offset))
    }
    var known: [Field] = []
    for (name, key) in [("resourceType", "resourceType"), ("identifier", "id")] {
      let text = JSONView(tape, bytes.rawBytes)[key]?.text
      if let text { known.append(Field(name, .text(text))) }
    }
    return [Field("resource", .text(bytes.rawBytes.text()))]
      + (known.isEmpty ? [] : [Field("FHIRResource", .fields(known))])
  }

  /// Reads the electrocardiograms, which no element of the export names.
  mutating func readRecordings(_ sink: inout some ImportSink) throws {
    var met: Set<ObjectUUID> = []
    for index in companions.recordings {
      var recording: Stated?
      let file = companions.read(index) { (source) throws in
        recording = AppleObjects.electrocardiogram(
          try ECGFile(try AppleCompanions.bytes(source, most: 8 << 20)))
      }
      guard var stated = recording else {
        try settle(file, .quarantined, &sink)
        continue
      }
      stated.object.note(file)
      guard takes(stated.object) else {
        tally.count(type: tally.typeRow(Electrocardiogram.type), .leftOut)
        try settle(file, .leftOut, &sink)
        continue
      }
      // Two files of one recording.
      guard met.insert(stated.object.identity.uuid()).inserted else {
        try settle(file, .known, &sink)
        continue
      }
      let part = try part(stated, &sink)
      let refusal = try Self.saveLine([0], of: [part], in: nil, &sink)
      if let type = part.type { tally.count(type: type, refusal == nil ? part.fate : .quarantined) }
      try settleFiles(of: part, refusal, &sink)
    }
  }

  // MARK: Fates

  /// Counts the files that an object was read from, which share its fate.
  ///
  /// - Parameter refusal: why the journal refused it; nil: it did not.
  mutating func settleFiles(
    of part: Part, _ refusal: Rejection?, _ sink: inout some ImportSink
  ) throws {
    for var file in part.files {
      if let refusal, file.problem == nil {
        file.problem = UnreadablePart("the journal refused it: \(refusal.reason)")
      }
      try settle(file, part.fate, &sink)
    }
  }

  /// Counts the files that an element names which was not asked for.
  mutating func leaveOutFiles(of element: ElementTree) {
    for node in element.nodes.indices {
      let name: (StaticString, AppleCompanions.Kind)? =
        switch element.nodes[node].name {
        case .fileReference: ("path", .route)
        case .clinicalRecord: ("resourceFilePath", .resource)
        default: nil
        }
      guard let (attribute, kind) = name,
        let path = element.peek(attribute, of: node, { $0.text() }),
        let index = companions.claim(path, as: kind), companions.settle(index)
      else { continue }
      tally.count(tally.row(kind.element), 1, .leftOut)
    }
  }

  /// Counts a file, once however many objects name it; sets one aside that cannot be taken.
  private mutating func settle(
    _ file: AppleCompanions.File, _ fate: ImportFate, _ sink: inout some ImportSink
  ) throws {
    guard companions.settle(file.index) else { return }
    let element = companions.kind(file.index).element
    tally.count(tally.row(element), 1, file.problem == nil ? fate : .quarantined)
    guard let problem = file.problem else { return }
    tally.complain(element, problem.offset, problem.reason, file: companions.name(file.index))
    // A file that still cannot be opened is counted, and not set aside.
    guard var source = try? companions.open(file.index) else { return }
    var offset: UInt64 = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while let count = try? source.read(into: &buffer, from: 0), count > 0 {
      try sink.quarantine(
        buffer.rawBytes.extracting(0..<count), element: element, offset: offset,
        reason: "of a \(element): \(problem.reason)", continues: offset > 0)
      offset += UInt64(count)
    }
  }
}

extension StatedObject {
  /// Notes a file that it names; nil: it is not there.
  fileprivate mutating func note(_ file: AppleCompanions.File?) {
    if let file { files.append(file) }
    if file == nil || file?.problem != nil { isPartial = true }
  }
}
