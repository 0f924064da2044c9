import ByteTools
import HealthModel

extension AppleHealthRun {
  /// Takes the plain record that the bytes begin with, white space before it included.
  ///
  /// - Returns: how many bytes it took; 0: something else stands there.
  mutating func takePlain(_ bytes: RawSpan, _ sink: inout some ImportSink) throws -> Int {
    let start = bytes.skipSpace(from: 0)
    guard let found = plain.read(bytes.extracting(start...), &sink),
      selection?.takes(found.span) ?? true
    else { return 0 }
    let fate: ImportFate
    switch sink.compare(
      found.key, like: found.index, created: found.created, metadata: plain.metadata.rawBytes)
    {
    case .new:
      // The general path knows what may be in the journal in other words, or was erased.
      guard !found.isDoubtful, !sink.keepsOutErased else { return 0 }
      let uuid = plain.uuid(of: found)
      guard !sink.knows(uuid), filter.insert(uuid) else { return 0 }
      try savePlain(found, uuid, &sink)
      try temporaryStore.append(settled: found.key, first: uuid, isPresent: true, to: &sink)
      fate = .saved
    case .known: fate = .known
    case .deleted: fate = .superseded
    case .other: return 0
    }
    count(found, fate)
    return start + found.end
  }

  private mutating func count(_ found: PlainRecords.Found, _ fate: ImportFate) {
    elements += 1
    zones.count(offset: found.span.start.offsetMinutes, name: plain.zone)
    let row = recordRow ?? tally.row("Record")
    recordRow = row
    tally.count(row, 1, fate)
    tally.count(type: found.type, fate)
    note(found.span)
    if found.entryCount > 0 { count(entries: found.entryCount, fate) }
  }

  private mutating func count(entries number: Int, _ fate: ImportFate) {
    let row = entryRow ?? tally.row("MetadataEntry")
    entryRow = row
    tally.count(row, number, fate)
  }

  private func savePlain(
    _ found: PlainRecords.Found, _ uuid: ObjectUUID, _ sink: inout some ImportSink
  ) throws {
    let texts = plain.texts.rawBytes
    let ends = plain.textEnds
    try sink.save(
      uuid, like: found.index, start: texts.extracting(0..<ends[0]),
      end: texts.extracting(ends[0]..<ends[1]), value: texts.extracting(ends[2]..<ends[3]),
      created: texts.extracting(ends[1]..<ends[2]),
      metadata: plain.metadata.rawBytes)
  }
}
