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
  /// What the journal holds of a copy of some content.
  struct Copy {
    /// The uuid of its first version.
    var first: ObjectUUID
    /// What all copies have in common.
    var key: ContentKey
    /// Its newest version.
    var draft: Draft
    /// When the export was made that stated that.
    var date: Instant?
  }

  /// What earlier imports saved, by what it is found.
  private(set) var newest: [ContentKey: Copy] = [:]
  /// What was deleted.
  var deleted: Set<ContentKey> = []
  /// The names of the sources of earlier imports.
  private(set) var names = SourceNames()
  /// The journal's time zone.
  var timeZone = "UTC"
  /// What this import has stated.
  private(set) var confirmed: Set<ContentKey> = []
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
    self.next(exported: nil)
  }

  /// The same, where the input of this import was exported at a moment.
  func next(exported: Instant?) -> MemorySink {
    var next = MemorySink()
    next.before = all
    next.names = SourceNames(
      next.before.values.sorted { $0.object.uuid < $1.object.uuid }.compactMap { draft in
        draft.source.map { Origin(source: $0, device: draft.device) }
      })
    (next.newest, next.deleted) = (newest, deleted)
    for request in lines {
      for (place, draft) in request.objects.enumerated() {
        let older = place < request.replaces.count ? request.replaces[place] : nil
        let key = next.key(of: draft)
        if let copy = older.flatMap(next.copy), let old = next.newest.removeValue(forKey: copy) {
          var own = old
          (own.draft, own.date) = (draft, exported)
          var isDocument = false
          if case .document = draft.object.content { isDocument = true }
          let isSame = isDocument || old.key == key
          if !isSame { own.key = key }
          next.newest[isSame ? copy : next.unused(key)] = own
        } else {
          next.newest[next.unused(key)] = Copy(
            first: draft.object.uuid, key: key, draft: draft, date: exported)
        }
      }
    }
    return next
  }

  /// By what the object is found of which this is the newest version.
  func copy(of uuid: ObjectUUID) -> ContentKey? {
    newest.first { $0.value.draft.object.uuid == uuid }?.key
  }

  private func key(of draft: Draft) -> ContentKey {
    var members: [ContentKey] = []
    if case .correlation(let correlation) = draft.object.content {
      members = correlation.members.compactMap { before[$0].map(key) }
    }
    return ContentKey(
      of: draft.object.content, source: ContentKey.word(ofSource: draft.source?.name),
      members: members, uuid: draft.object.uuid)
  }

  private func unused(_ key: ContentKey) -> ContentKey {
    var ordinal = 0
    while newest[key.copy(ordinal)] != nil { ordinal += 1 }
    return key.copy(ordinal)
  }

  var all: [ObjectUUID: Draft] { before.merging(now) { first, _ in first } }

  /// What this import saved, in order.
  var drafts: [Draft] { lines.flatMap(\.objects) }

  func knows(_ uuid: ObjectUUID) -> Bool { before[uuid] != nil }

  func held(_ copy: ContentKey) -> HeldObject? {
    newest[copy].map { held in
      HeldObject(
        first: held.first, newest: held.draft.object.uuid, key: held.key,
        fingerprint: fingerprint(of: held.draft), state: deleted.contains(copy) ? .deleted : .live,
        isConfirmed: confirmed.contains(copy))
    }
  }

  func heldSamples(of type: String, from source: UInt64) -> [HeldSample] {
    newest.filter { !deleted.contains($0.key) }.map(\.value.draft)
      .filter {
        $0.object.content.type == type
          && ContentKey.word(ofSource: $0.source?.name) == source
      }
      .compactMap { draft in
        draft.object.content.span.map { HeldSample(uuid: draft.object.uuid, span: $0) }
      }
  }

  func declare(_ type: DeclaredType) {}

  mutating func delete(_ uuids: [ObjectUUID], reason: String) {
    deleted.formUnion(uuids.compactMap { copy(of: $0) })
  }

  func statement(of copy: ContentKey) -> Draft? { newest[copy]?.draft }

  func correlations(in group: ContentKey, _ fingerprint: Fingerprint) -> [ContentKey] { [] }

  func units(of type: String, from source: String?) -> [String] {
    let found = newest.values.compactMap { held -> String? in
      guard case .quantity(let sample) = held.draft.object.content, sample.type == type,
        source.map({ SourceName.means($0, held.draft.source?.name ?? "") }) ?? true
      else { return nil }
      return sample.unit
    }
    return Set(found).sorted()
  }

  func heldQuantities(in groups: Set<ContentKey>) -> [HeldQuantity] {
    newest.compactMap { copy, held in
      guard case .quantity(let sample) = held.draft.object.content, !confirmed.contains(copy),
        let group = ContentKey(
          groupOf: held.draft.object.content,
          source: ContentKey.word(ofSource: held.draft.source?.name)), groups.contains(group)
      else { return nil }
      let printed = PrintedQuantity(sample.value, sample.unit)
      return HeldQuantity(
        group: group, copy: copy,
        statement: QuantityPairs.Statement(printed, fingerprint(of: held.draft)))
    }
  }

  var holdsTombstones: Bool { false }

  func wasErased(_ uuid: ObjectUUID) -> Bool { false }

  var savesErased: Bool { false }

  func exported(_ copy: ContentKey) -> Instant? { newest[copy]?.date }

  mutating func confirm(_ copy: ContentKey) { confirmed.insert(copy) }

  /// Of all but uuids, offsets of times and what is the identity of a sample.
  func fingerprint(of draft: Draft) -> Fingerprint {
    var object = draft.object
    object.uuid = ObjectUUID(high: 0, low: 0)
    switch object.content {
    case .quantity(let sample):
      object.content = .quantity(
        QuantityContent(
          type: "", span: TimeSpan(at: .zero), value: 0, unit: "", series: sample.series))
    case .category:
      object.content = .category(
        CategoryContent(type: "", span: TimeSpan(at: .zero), value: .code(0)))
    case .correlation(var correlation):
      correlation.members = []
      object.content = .correlation(correlation)
    case .workout, .characteristic, .summary, .document: break
    }
    if ContentIdentity(subjectOf: object.content) != nil { object.created = nil }
    object.created = object.created.map { Timestamp(instant: $0.instant, offsetMinutes: 0) }
    var hasher = Hasher()
    hasher.combine(object)
    hasher.combine(draft.source)
    hasher.combine(draft.device)
    return Fingerprint(UInt64(bitPattern: Int64(hasher.finalize())))
  }

  mutating func save(_ request: SaveRequest) -> Rejection? {
    precondition(request.imported && !request.objects.isEmpty, "an import saves what it imports")
    precondition(request.replaces.allSatisfy { copy(of: $0) != nil }, "it replaces what is live")
    var new: [ObjectUUID: Draft] = [:]
    for draft in request.objects {
      let uuid = draft.object.uuid
      precondition(before[uuid] == nil && now[uuid] == nil, "saved twice: \(draft)")
      precondition(new.updateValue(draft, forKey: uuid) == nil, "twice in a line: \(draft)")
    }
    for draft in request.objects {
      if let fault = fault(of: draft, among: new) { return .invalidArgument(fault, index: nil) }
    }
    if let workout = request.workout {
      precondition(before[workout] != nil || now[workout] != nil, "no such workout")
    }
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

extension Timestamp {
  fileprivate static let zero = Timestamp(instant: Instant(microseconds: 0), offsetMinutes: 0)
}
