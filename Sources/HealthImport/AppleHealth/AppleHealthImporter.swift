/// Imports the Health app's `export.xml`.
///
/// Each element directly inside the root becomes one line: a `Record` its sample, a `Correlation`
/// itself with those members that are not saved yet, a `Workout` with its routes.
///
/// **Identity is content** (see `ContentKey`), and an ordinal tells elements of equal content
/// apart. The k-th record inside correlations is the same object as the k-th record of that content
/// outside. To know the ordinal without remembering every record, a Bloom filter of fixed size says
/// of nearly every element that it is surely the first of its content: such an element is settled
/// at once, and its key goes to the sink's temporary store. Elements that the filter has perhaps
/// seen, and all correlations, are put off: they go to the store whole. For content that the
/// journal held no filter is needed, because the sink knows which of it this import has stated; an
/// element that differs from what the journal held is put off too, and so is one that the journal
/// may hold in another unit or under another name (`SecondLook`). Once the file has been read,
///
/// 1. the store is read for the contents of the elements put off: only these are remembered;
/// 2. it is read in order: a key of one of these contents tells that ordinal 0 is taken, and
///    whether the journal states it now; an element that says exactly what the journal held of a
///    copy is that copy;
/// 3. quantities that are left are compared with what is left of the journal's in other units;
/// 4. the store is read for the others that are no correlations: each is what that comparison
///    found, corrects a copy that no element states, or is new and gets the next ordinal;
/// 5. it is read for the members of correlations, and then for the correlations, whose members by
///    then are saved, known, or new.
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
/// **Beside it** lie the points of routes, the resources of clinical records and
/// electrocardiograms, each in a file of its own (`AppleCompanions`). The first two are read when
/// the element that names them is saved, the last when all elements are.
package struct AppleHealthImporter: Importer {
  /// `apple-health`.
  package let name = "apple-health"
  /// For help.
  package let summary = "an Apple Health export"
  /// For help.
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

  /// An importer.
  ///
  /// - Parameters:
  ///   - filterBytes: the size of the filter; a smaller one only puts off more elements. Nil: it
  ///     follows from the size of the input.
  ///   - windowSize: how many bytes are read at once.
  ///   - usesFastPath: false takes every record by the general path, which comes to the same.
  package init(
    filterBytes: Int? = nil, windowSize: Int = 1 << 18, usesFastPath: Bool = true
  ) {
    self.filterBytes = filterBytes
    self.windowSize = windowSize
    self.usesFastPath = usesFastPath
  }

  /// An export has its root near its beginning. What has none, but an element of Apple's, is a part
  /// of one.
  package func recognizes(_ beginning: RawSpan) -> Recognition {
    AppleBeginning.recognition(of: beginning)
  }

  /// A comment of XML.
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

  /// A hundredth of the input for the filter, which is some 35 bits an element, and 6 MiB at most;
  /// 8 MiB where the size is not known.
  private static func filterBytes(of input: ImportInput) -> Int {
    input.size.map { Int(min(max($0 / 100, 1 << 16), 6 << 20)) } ?? 8 << 20
  }
}
