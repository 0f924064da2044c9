import ByteTools
import HealthEvents
package import HealthImport
package import HealthModel
import JournalFile

/// A check if the days of an input can be those of a time zone.
///
/// An export prints all its times with one offset, that of the phone's zone when it was made. So a
/// zone is doubtful if it has none of the input's offsets, neither in summer nor in winter: from
/// half a year before the export to half a year after it.
package struct ZoneCheck: Sendable {
  private let zones: StatedZones
  private let time: Instant
  private var catalogue = ZoneCatalogue()

  /// Creates a check of the offsets and zones that an input states; `time` is the time of the
  /// export.
  package init(_ zones: StatedZones, at time: Instant) {
    self.zones = zones
    self.time = time
  }

  /// Returns true if no sample has an offset that the zone has. False for a zone that the system
  /// lacks.
  package mutating func isDoubtful(_ name: String) -> Bool {
    guard !zones.offsets.isEmpty, let own = offsets(of: name) else { return false }
    return own.isDisjoint(with: zones.offsets.keys)
  }

  /// Returns the zone that most samples name, among those with the offset that most of them have;
  /// nil if there is none.
  package mutating func proposal() -> String? {
    guard let usual = zones.usualOffset else { return nil }
    for name in zones.namesByUse where offsets(of: name)?.contains(usual) ?? false { return name }
    return nil
  }

  private mutating func offsets(of name: String) -> Set<Int16>? {
    guard let rules = try? catalogue.rules(named: name) else { return nil }
    let month: Int64 = 30 * 86_400_000_000
    return Set(
      (-6...6).map { number in
        Int16(rules.offset(at: time.adding(microseconds: number * month)) / 60)
      })
  }
}

/// A time zone that the times of an import speak against.
package struct ZoneDoubt: Hashable, Sendable {
  /// The journal's zone.
  package let zone: String
  /// The offset that most samples have, in minutes.
  package let offset: Int16
  /// A zone that fits, and that most samples name; nil: none is named.
  package let proposal: String?

  /// Creates the doubt about a journal's zone; nil if there is none.
  init?(_ zones: StatedZones, at time: Instant, in zone: String) {
    var check = ZoneCheck(zones, at: time)
    guard check.isDoubtful(zone), let offset = zones.usualOffset else { return nil }
    (self.zone, self.offset, proposal) = (zone, offset, check.proposal())
  }
}

/// A reader of the beginning of an input that looks for offsets and zones, and saves nothing.
package struct ZoneProbe {
  /// The greatest number of bytes that are read: a second's work at most.
  package static let most = 64 << 20

  /// Reads the beginning of a file, and the time of its export.
  ///
  /// - Throws: `SessionProblem.foreignInput`; the errors of reading.
  package static func read(_ file: ImportFile) throws -> ImportOutcome {
    let input = ImportInput(LimitedSource(file.source, to: most))
    let beginning = try input.beginning()
    guard let importer = Importers.best(for: beginning.rawBytes),
      input.encoding.isReadable
    else {
      throw SessionProblem.foreignInput(
        ForeignInput(file.name, input.encoding, beginning, Importers.all))
    }
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

/// A sink that keeps nothing, and answers for everything on the short way that it is known.
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
  ) -> ImportComparison { .held(.live) }
  func heldSamples(of type: String, from source: UInt64) -> [HeldSample] { [] }
  func declare(_ type: DeclaredType) {}
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
