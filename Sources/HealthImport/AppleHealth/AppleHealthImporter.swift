package import ByteTools

/// Imports the Health app's `export.xml`.
///
///     let outcome = try AppleHealthImporter().run(source, sink: &sink)
///     outcome.balances   // true, whatever the file held
///
/// Each element directly inside the root becomes one line: a `Record` its sample, a `Correlation`
/// itself with those members that are not saved yet, a `Workout` with its routes.
///
/// **Identity is content** (see `ContentIdentity`), and equal content is told apart by an ordinal
/// among equals. The k-th record inside correlations is the same object as the k-th record of
/// that content outside. To know the ordinal without remembering every record, a Bloom filter of
/// fixed size says of nearly every element that it is surely the first of its content: it is
/// settled at once, and its key goes to the sink's temporary store. Elements that the filter has
/// perhaps seen, and all correlations, go there whole. Once the file has been read,
///
/// 1. the store is read for the contents of the elements put off: only these are remembered;
/// 2. it is read in order: a key among them tells that ordinal 0 is taken and whether the journal
///    states it, and elements that are no correlations get the ordinals that follow;
/// 3. it is read for the correlations, whose members by then are saved, known, or new.
///
/// So memory is the filter, one element, and a few dozen bytes for each repeat, each member of a
/// correlation and each false alarm of the filter; the temporary store takes 17 bytes an element
/// beside these. A second import of the same file finds all known; one of a file with more copies
/// of equal records saves just those.
///
/// **Damage** costs what it hit and no more: broken bytes are set aside, as are elements that cannot
/// be read, that the journal refuses, or inside which the file ends.
package struct AppleHealthImporter: Sendable {
  /// The name of the format in receipts.
  package static let format = "apple-health"
  /// Issues listed in an outcome; the others are only counted.
  package static let mostIssues = 20

  private let filterBytes: Int
  private let windowSize: Int
  private let shortensPlainRecords: Bool

  /// An importer.
  ///
  /// - Parameters:
  ///   - filterBytes: what the filter takes; a smaller one only puts off more.
  ///   - windowSize: how many bytes are read at once.
  ///   - shortensPlainRecords: false takes every record by the general path, which comes to the same.
  package init(
    filterBytes: Int = 8 << 20, windowSize: Int = 1 << 18, shortensPlainRecords: Bool = true
  ) {
    self.filterBytes = filterBytes
    self.windowSize = windowSize
    self.shortensPlainRecords = shortensPlainRecords
  }

  /// An importer for a file of so many bytes: a hundredth of it for the filter, which is some 35 bits an
  /// element, and 6 MiB at most.
  package init(fileSize: UInt64) {
    self.init(filterBytes: Int(min(max(fileSize / 100, 1 << 16), 6 << 20)))
  }

  /// Reads the source to its end.
  ///
  /// - Throws: what the source or the sink throws; whatever the file holds, nothing else.
  package func run(
    _ source: some ByteSource, sink: inout some ImportSink
  ) throws -> AppleHealthOutcome {
    var run = AppleHealthRun(
      filterBytes: filterBytes, shortensPlainRecords: shortensPlainRecords)
    var reader = ElementReader(
      source: HashingSource(source), windowSize: windowSize, countsElements: true)
    while try run.step(&reader, &sink) {}
    try run.settleTemporaryStore(&sink)
    sink.progress(bytesRead: reader.endOffset, elements: run.elements)
    return run.outcome(of: reader.byteSource)
  }
}
