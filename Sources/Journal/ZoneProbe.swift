import ByteTools
import HealthEvents
package import HealthImport
import HealthModel

/// Reads the beginning of an input for what it says of clocks, and saves nothing.
package struct ZoneProbe {
  /// How much is read: a second's work at most.
  package static let most = 64 << 20

  /// What the beginning of a file says, and when it was exported.
  ///
  /// - Throws: `ForeignInput`; what reading throws.
  package static func read(_ file: ImportFile) throws -> ImportOutcome {
    let input = ImportInput(LimitedSource(file.source, to: most))
    let beginning = try input.beginning()
    guard let importer = Importers.best(for: beginning.rawBytes),
      input.encoding.isReadable
    else { throw ForeignInput(file.name, input.encoding, beginning, Importers.all) }
    var sink = NoSink()
    return try importer.run(input, into: &sink)
  }
}

/// The first bytes of a source.
private struct LimitedSource: ByteSource {
  private var source: any ByteSource
  private var left: Int

  init(_ source: some ByteSource, to most: Int) {
    self.source = source
    left = most
  }

  mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    if left == 0 { return 0 }
    let count = min(try source.read(into: &bytes, from: start), left)
    left -= count
    return count
  }
}

/// A sink that keeps nothing, and says of what comes by the short way that it knows it.
private struct NoSink: ImportSink {
  func knows(_ uuid: ObjectUUID) -> Bool { false }
  var names: SourceNames { SourceNames() }
  var timeZone: String { "UTC" }
  func held(_ copy: ContentKey) -> HeldObject? { nil }
  func copy(of uuid: ObjectUUID) -> ContentKey? { nil }
  func statement(of copy: ContentKey) -> Draft? { nil }
  func correlations(in group: ContentKey, _ fingerprint: Fingerprint) -> [ContentKey] { [] }
  func units(of type: String, from source: String?) -> [String] { [] }
  func heldQuantities(in groups: Set<ContentKey>) -> [HeldQuantity] { [] }
  var holdsTombstones: Bool { false }
  func wasErased(_ uuid: ObjectUUID) -> Bool { false }
  var savesErased: Bool { false }
  func exported(_ copy: ContentKey) -> Instant? { nil }
  func fingerprint(of draft: Draft) -> Fingerprint { Fingerprint(0) }
  func confirm(_ copy: ContentKey) {}
  func compare(
    _ copy: ContentKey, like index: Int, created: Timestamp, metadata: RawSpan
  ) -> ImportComparison { .known }
  func heldSamples(of type: String, from source: UInt64) -> [HeldSample] { [] }
  func delete(_ uuids: [ObjectUUID], reason: String) {}
  func save(_ request: SaveRequest) -> Rejection? { nil }
  func prepare(_ draft: Draft, at index: Int) -> Bool { true }
  func spelling(of entry: Metadata.Entry) -> [UInt8] { [] }
  func save(
    _ uuid: ObjectUUID, like index: Int, start: RawSpan, end: RawSpan, value: RawSpan,
    created: RawSpan, metadata: RawSpan
  ) {}
  func quarantine(
    _ bytes: RawSpan, element: String, offset: UInt64, reason: String, continues: Bool
  ) {}
  func storeTemporarily(_ bytes: RawSpan) {}
  func temporaryBytes() -> any ByteSource { MemorySource([]) }
  func progress(bytesRead: UInt64, elements: Int) {}
}
