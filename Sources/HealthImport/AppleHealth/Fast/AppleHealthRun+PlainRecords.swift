import ByteTools

extension AppleHealthRun {
  /// Takes the plain record that the bytes begin with, white space before it included.
  ///
  /// - Returns: how many bytes it took; 0: something else stands there.
  mutating func takePlain(_ bytes: RawSpan, _ sink: inout some ImportSink) throws -> Int {
    let start = bytes.skipSpace(from: 0)
    guard let found = plain.read(bytes.extracting(start...), &sink), filter.insert(found.key)
    else { return 0 }
    let isKnown = sink.knows(found.key)
    if !isKnown { try savePlain(found, &sink) }
    elements += 1
    let fate = isKnown ? ImportFate.known : .saved
    let row = recordRow ?? tally.row("Record")
    recordRow = row
    tally.count(row, 1, fate)
    if found.entryCount > 0 { count(entries: found.entryCount, fate) }
    try temporaryStore.append(settled: found.key, isPresent: true, to: &sink)
    return start + found.end
  }

  private mutating func count(entries number: Int, _ fate: ImportFate) {
    let row = entryRow ?? tally.row("MetadataEntry")
    entryRow = row
    tally.count(row, number, fate)
  }

  private func savePlain(
    _ found: PlainRecords.Found, _ sink: inout some ImportSink
  ) throws {
    let texts = plain.texts.rawBytes
    let ends = plain.textEnds
    try sink.save(
      found.key, like: found.place, start: texts.extracting(0..<ends[0]),
      end: texts.extracting(ends[0]..<ends[1]), value: texts.extracting(ends[2]..<ends[3]),
      created: texts.extracting(ends[1]..<ends[2]),
      metadata: plain.metadata.rawBytes)
  }
}
