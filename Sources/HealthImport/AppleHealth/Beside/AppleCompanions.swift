import ByteTools
import JournalFile

/// The files beside an `export.xml`: what they are, and which of them it names.
///
/// An element names a file by a path such as `/workout-routes/route_2024-05-01.gpx`. It is found
/// among the listed names by its folder and its name; folders have been seen with `-` and with `_`.
struct AppleCompanions {
  /// What a file is, by its folder and its ending.
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
    /// Anything else.
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

  /// A file's name below the export's folder.
  func name(_ index: Int) -> String { listed?.files[index].name ?? "" }

  /// The electrocardiograms, which no element names.
  var recordings: [Int] { kinds.indices.filter { kinds[$0] == .recording } }

  /// What a file is.
  func kind(_ index: Int) -> Kind { kinds[index] }

  // MARK: Names

  /// The index of a file that an element names; nil: it is not there.
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

  /// The folder and the name that a path ends in; nil for one that leads up.
  private static func key(_ path: String) -> String? {
    let parts = FilePath.names(in: path).filter { !$0.isEmpty }
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    let folder = parts.dropLast().last.map { $0.replacing("_", with: "-") } ?? ""
    return folder + "/" + parts[parts.count - 1]
  }

  private static func kind(of name: String) -> Kind {
    let parts = FilePath.names(in: name).filter { !$0.isEmpty }
    let folder = parts.dropLast().first.map { $0.replacing("_", with: "-") }
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
    /// Its index.
    var index: Int
    /// Why it cannot be taken; nil: it was read.
    var problem: UnreadableCompanion?
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
      let problem = error as? UnreadableCompanion
      return File(index: index, problem: problem ?? UnreadableCompanion("it cannot be read"))
    }
  }

  /// The bytes of a file, from the first.
  ///
  /// - Throws: `UnreadableCompanion`.
  func open(_ index: Int) throws -> any ByteSource {
    guard let listed else { throw UnreadableCompanion("it is not there") }
    return try listed.open(index)
  }

  /// All bytes of a source.
  ///
  /// - Parameter most: how many it may have.
  /// - Throws: `UnreadableCompanion`.
  static func bytes(_ source: any ByteSource, most: Int) throws -> [UInt8] {
    var source = source
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try source.read(into: &buffer, from: 0), count > 0 {
      guard count <= most - bytes.count else {
        throw UnreadableCompanion("it is larger than \(most >> 20) MiB, more than a line can hold")
      }
      bytes += buffer[..<count]
    }
    return bytes
  }

  // MARK: What is not read

  /// What was not read, each kind with its count.
  var notRead: [String] {
    Kind.allCases.compactMap { kind in
      let count = kinds.indices.count { kinds[$0] == kind && !isClaimed[$0] }
      return count == 0 || kind == .recording ? nil : kind.words(count)
    }
  }

  /// What elements name and is not there, each kind with its count.
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

  /// Says in words the number of files of a kind that were not read.
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
