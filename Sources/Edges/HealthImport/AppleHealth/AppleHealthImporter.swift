import ByteTools
package import HealthEvents
package import HealthModel

/// The importer of the Health app's `export.xml`.
///
/// Each element directly inside the root becomes one line: a `Record` its sample, a `Correlation`
/// itself with those members that are not saved yet, a `Workout` with its routes.
///
/// **Identity is content** (see `ContentKey`), and an ordinal distinguishes elements of equal
/// content. The k-th record inside correlations is the same object as the k-th record of that
/// content outside. To know the ordinal without remembering every record, a Bloom filter of fixed
/// size shows for nearly every element that it is surely the first of its content: such an element
/// is settled at once, and its key goes to the sink's temporary store. Elements that the filter has
/// perhaps seen, and all correlations, are put off: they go to the store whole. Content that the
/// journal held needs no filter, because the sink knows which of it this import has stated; an
/// element that differs from what the journal held is put off too, and so is one that the journal
/// may hold in another unit or under another name (`SecondLook`). Once the file has been read,
///
/// 1. the store is read for the contents of the elements put off: only these are remembered;
/// 2. it is read in order: a key of one of these contents shows that ordinal 0 is in use, and
/// whether the journal states it now; an element that states exactly what the journal held of a
/// copy is that copy;
/// 3. quantities that are left are compared with what is left of the journal's in other units;
/// 4. the store is read for the others that are no correlations: each is what that comparison
/// found, corrects a copy that no element states, or is new and gets the next ordinal;
/// 5. it is read for the members of correlations, and then for the correlations, whose members by
/// then are saved, known, or new.
///
/// So the memory holds the filter, one element, and a few dozen bytes for each repeat, each
/// correction, each member of a correlation and each false alarm of the filter. The temporary store
/// holds the elements put off, and 25 bytes for each other new element. A second import of the same
/// file finds that all is known; the import of a file with more copies of equal records saves only
/// these copies.
///
/// **Damage** costs what it hit and no more: broken bytes are set aside, as are elements that
/// cannot be read, that the journal refuses, or inside which the file ends.
///
/// **Next to it** are the points of routes, the resources of clinical records and
/// electrocardiograms, each in a file of its own (`AppleCompanions`). The importer reads the first
/// two when it saves the element that names them, the last when all elements are saved.
package struct AppleHealthImporter: Importer {
  package let name = "apple-health"
  package let summary = "an Apple Health export"
  package let paths = (
    what: "the phone's export.zip, an export.xml, a folder that holds one, whatever its name",
    example: "~/Downloads/export.zip"
  )
  /// Apple's name for the file follows the phone's language.
  package let folder: ImportFolder? = ImportFolder(
    ending: ".xml", inner: "apple_health_export",
    parts: [
      "workout-routes", "workout_routes", "electrocardiograms", "clinical-records",
      "clinical_records", "attachments", "export_cda.xml",
    ],
    lack: ("no Apple Health export", "no .xml file there holds <HealthData>"))
  /// The elements that the importer knows. It keeps others whole.
  package var kinds: [String] {
    AppleElement.allCases.filter { $0.nesting != .root }.map(\.rawValue) + ["Record in Correlation"]
      + [AppleCompanions.Kind.route, .recording, .resource].map(\.element)
  }

  private let filterBytes: Int?
  private let windowSize: Int
  private let usesFastPath: Bool

  /// Creates an importer.
  ///
  /// - Parameters:
  ///   - filterBytes: the size of the filter; a smaller one only puts off more elements. Nil: it
  ///     follows from the size of the input.
  ///   - windowSize: the number of bytes read at once.
  ///   - usesFastPath: false reads every record by the general path, which gives the same result.
  package init(
    filterBytes: Int? = nil, windowSize: Int = 1 << 18, usesFastPath: Bool = true
  ) {
    self.filterBytes = filterBytes
    self.windowSize = windowSize
    self.usesFastPath = usesFastPath
  }

  /// Returns `surely` for an input with its root near its beginning. An input without the root, but
  /// with an element of Apple's, is a part of an export.
  package func recognizes(_ beginning: RawSpan) -> Recognition {
    AppleBeginning.recognition(of: beginning)
  }

  /// Returns the note as a comment of XML.
  package func note(_ text: String) -> String { "<!-- \(text) -->" }

  /// Reads the export to its end.
  package func run(
    _ input: ImportInput, into sink: inout some ImportSink
  ) throws -> ImportOutcome {
    var run = AppleHealthRun(
      filterBytes: filterBytes ?? Self.filterBytes(of: input), usesFastPath: usesFastPath,
      selection: input.selection, companions: input.companions)
    run.objects.names = sink.names
    var reader = ElementReader(source: input, windowSize: windowSize, countsElements: true)
    while try run.step(&reader, &sink) {}
    try run.settleTemporaryStore(&sink)
    try run.readRecordings(&sink)
    sink.progress(bytesRead: reader.endOffset, elements: run.elements)
    return run.outcome
  }

  /// Returns the size of the filter: a hundredth of the input, which is some 35 bits an element,
  /// and 6 MiB at most; 8 MiB if the input's size is not known.
  private static func filterBytes(of input: ImportInput) -> Int {
    input.size.map { Int(min(max($0 / 100, 1 << 16), 6 << 20)) } ?? 8 << 20
  }
}

/// The content of an input by its first bytes: an export, a damaged one, a part of one, or none.
enum AppleBeginning {
  /// Returns the certainty that the bytes are of an export: `surely` if the root's tag
  /// `<HealthData` begins anywhere in them. Without that tag `perhaps`, for a part of an export or
  /// one that lost its beginning: if a start tag has the name of an element of Apple's, and an
  /// attribute with an identifier or a date as Apple writes them.
  static func recognition(of bytes: RawSpan) -> Recognition {
    guard beginsAsText(bytes) else { return .no }
    if ByteSearch("<HealthData").occurs(in: bytes) { return .surely }
    var xml = XMLTokenizer(source: MemorySource(bytes.array), windowSize: 1 << 14)
    while let token = try? xml.next(), token != .finished {
      if case .start = token, isApples(xml) { return .perhaps }
    }
    return .no
  }

  /// Returns true if the bytes before the first tag hold no zeros, or zeros and white space alone:
  /// a disk leaves zeros for a lost block. Zeros among text are the header of a file around the
  /// export, such as a damaged archive.
  private static func beginsAsText(_ bytes: RawSpan) -> Bool {
    let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: 0) ?? bytes.byteCount
    let zeros = (0..<end).count { bytes.byte($0) == 0 }
    return zeros == 0
      || (0..<end).allSatisfy { [0, 0x09, 0x0A, 0x0D, 0x20].contains(bytes.byte($0)) }
  }

  private static func isApples(_ xml: borrowing XMLTokenizer) -> Bool {
    guard let name = AppleElement(rawValue: xml.elementName), name != .healthData else {
      return false
    }
    for index in 0..<xml.attributeCount {
      let key = xml.attributeName(index)
      if key.hasPrefix("HK") || name == .activitySummary && key == "dateComponents" { return true }
      let isApples = xml.withValueBytes(index) { bytes in
        var at = 0
        return bytes.skip("HK", at: &at) || AppleDate.parse(bytes) != nil
      }
      if isApples { return true }
    }
    return false
  }
}

/// The elements of an export that the importer knows by name; any other is kept whole.
enum AppleElement: String, CaseIterable, Sendable {
  case record = "Record"
  case metadataEntry = "MetadataEntry"
  case workout = "Workout"
  case workoutEvent = "WorkoutEvent"
  case workoutActivity = "WorkoutActivity"
  case workoutStatistics = "WorkoutStatistics"
  case workoutRoute = "WorkoutRoute"
  case fileReference = "FileReference"
  case location = "Location"
  case correlation = "Correlation"
  case activitySummary = "ActivitySummary"
  case heartRateList = "HeartRateVariabilityMetadataList"
  case beatsPerMinute = "InstantaneousBeatsPerMinute"
  case clinicalRecord = "ClinicalRecord"
  case audiogram = "Audiogram"
  case sensitivityPoint = "SensitivityPoint"
  case visionPrescription = "VisionPrescription"
  case me = "Me"
  case exportDate = "ExportDate"
  case healthData = "HealthData"

  /// The place of an element in the format.
  enum Nesting: Sendable {
    /// The element around everything.
    case root
    /// An element directly inside the root.
    case top
    /// Inside another element only.
    case inside
  }

  /// The place of this element in the format.
  var nesting: Nesting {
    switch self {
    case .healthData: .root
    case .record, .workout, .correlation, .activitySummary, .clinicalRecord, .audiogram,
      .visionPrescription, .me, .exportDate:
      .top
    case .metadataEntry, .workoutEvent, .workoutActivity, .workoutStatistics, .workoutRoute,
      .fileReference, .location, .heartRateList, .beatsPerMinute, .sensitivityPoint:
      .inside
    }
  }

  /// Creates the element of this name; nil if the importer does not know it.
  init?(named bytes: RawSpan) {
    // Nearly every element is one of the first two.
    if bytes.equals("Record") {
      self = .record
    } else if bytes.equals("MetadataEntry") {
      self = .metadataEntry
    } else {
      self.init(rawValue: bytes.text())
    }
  }
}

/// The drafts that the importer makes of one element. An export asks for what an import would read
/// back, and so reports what would be lost without a second implementation of how elements are read
/// (D100).
package struct AppleReadBack {
  private var objects = AppleObjects()
  private var tally = ImportTally()

  /// Creates the importer of a file that states this time of export.
  package init(exported: Timestamp) { objects.exported = exported }

  /// Returns the drafts that an import of the element would save: the object that it states, then
  /// those of its parts, such as the routes of a workout and the members of a correlation; all
  /// uuids are zero. Nil: the import would set the element aside.
  package mutating func drafts(of element: [UInt8]) -> [Draft]? {
    var reader = ElementReader(
      source: MemorySource(element), windowSize: element.count + 1, countsElements: false)
    guard case .element? = try? reader.next(&tally), reader.element.problem == nil,
      !reader.element.isLossy, !reader.element.isTooLarge
    else { return nil }
    let name = reader.element.nodes[0].name
    return name == .correlation
      ? try? correlation(&reader.element) : try? object(&reader.element)
  }

  private mutating func object(_ element: inout ElementTree) throws -> [Draft] {
    let stated = try objects.state(&element)
    var parts: [Draft] = []
    if case .workout = stated.content {
      for node in objects.routes(of: 0, in: element) {
        let route = objects.route(node, of: Self.noUUID, in: &element)
        parts.append(part(route, &element))
      }
    }
    return [objects.draft(stated, uuid: Self.noUUID, in: &element)] + parts
  }

  private mutating func correlation(_ element: inout ElementTree) throws -> [Draft] {
    var members: [StatedObject] = []
    for node in objects.members(of: 0, in: element) {
      members.append(try objects.sample(node, in: &element))
    }
    let stated = try objects.correlation(0, members: [], in: &element)
    var parts: [Draft] = []
    for member in members { parts.append(part(member, &element)) }
    return [objects.draft(stated, uuid: Self.noUUID, in: &element)] + parts
  }

  private mutating func part(_ stated: StatedObject, _ element: inout ElementTree) -> Draft {
    let draft = objects.draft(stated, uuid: Self.noUUID, in: &element)
    element.nodes[stated.node].use = .apart
    return draft
  }

  private static let noUUID = ObjectUUID(high: 0, low: 0)

  /// Returns the value that an import reads from the text of a metadata entry.
  package static func value(_ text: String, of key: String) -> MetadataValue {
    AppleObjects.value(Array(text.utf8).rawBytes, of: key) ?? .string(text)
  }
}
