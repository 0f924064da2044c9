import ByteTools
import HealthEvents
import HealthImport
import HealthModel

/// A journal in memory that keeps the rules which an importer relies on: a uuid is used once for
/// ever, a correlation has its members, and a known type its dimension.
struct MemorySink: ImportSink {
  struct Quarantined: Hashable {
    var bytes: [UInt8]
    var element: String
    var offset: UInt64
    var reason: String
    var continues: Bool
  }

  /// What earlier imports saved.
  private(set) var before: [ObjectUUID: Draft] = [:]
  /// What this import saved, a line an element.
  private(set) var lines: [SaveRequest] = []
  private(set) var now: [ObjectUUID: Draft] = [:]
  private(set) var quarantine: [Quarantined] = []
  private(set) var lastProgress: UInt64 = 0
  private(set) var stored: [UInt8] = []
  /// What samples are saved like, by place.
  var prepared: [Int: Draft] = [:]
  /// Entries of metadata that were spelled, each as its place here.
  var spelled: [Metadata.Entry] = []
  /// How many samples were saved by what was prepared.
  var shortcuts = 0
  /// How many bytes the temporary store gives out at once.
  var chunk = 7

  init() {}

  /// The journal as the next import finds it.
  var next: MemorySink {
    var next = MemorySink()
    next.before = before.merging(now) { first, _ in first }
    return next
  }

  var all: [ObjectUUID: Draft] { before.merging(now) { first, _ in first } }

  /// What this import saved, in order.
  var drafts: [Draft] { lines.flatMap(\.objects) }

  func knows(_ uuid: ObjectUUID) -> Bool { before[uuid] != nil }

  mutating func save(_ request: SaveRequest) -> Rejection? {
    precondition(request.imported && !request.objects.isEmpty, "an import saves what it imports")
    var new: [ObjectUUID: Draft] = [:]
    for draft in request.objects {
      let uuid = draft.object.uuid
      precondition(before[uuid] == nil && now[uuid] == nil, "saved twice: \(draft)")
      precondition(new.updateValue(draft, forKey: uuid) == nil, "twice in a line: \(draft)")
    }
    for draft in request.objects {
      if let fault = fault(of: draft, among: new) { return .invalidArgument(fault, index: nil) }
    }
    if let workout = request.workout { precondition(before[workout] != nil, "no such workout") }
    now.merge(new) { first, _ in first }
    lines.append(request)
    return nil
  }

  private func fault(of draft: Draft, among new: [ObjectUUID: Draft]) -> Rejection.Fault? {
    switch draft.object.content {
    case .quantity(let sample):
      guard case .quantity(let type)? = TypeCatalogue.find(sample.type) else { return nil }
      guard let unit = try? Unit(sample.unit) else { return .unitUnknown(sample.unit) }
      if type.accepts(unit) { return nil }
      return .unitMismatch(
        type: sample.type, unit: sample.unit, canonical: type.canonicalUnitText)
    case .correlation(let correlation):
      for member in correlation.members {
        let isThere = before[member] != nil || now[member] != nil || new[member] != nil
        precondition(isThere, "a member is missing")
      }
      return nil
    case .category, .workout, .characteristic, .summary, .document: return nil
    }
  }

  mutating func quarantine(
    _ bytes: RawSpan, element: String, offset: UInt64, reason: String, continues: Bool
  ) {
    quarantine.append(
      Quarantined(
        bytes: bytes.array, element: element, offset: offset, reason: reason,
        continues: continues))
  }

  mutating func storeTemporarily(_ bytes: RawSpan) { stored.append(contentsOf: bytes) }

  func temporaryBytes() -> any ByteSource { MemorySource(stored, chunk: chunk) }

  mutating func progress(bytesRead: UInt64, elements: Int) {
    precondition(bytesRead >= lastProgress, "progress went back")
    lastProgress = bytesRead
  }
}
