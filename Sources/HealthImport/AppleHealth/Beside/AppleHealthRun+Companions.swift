import ByteTools
import HealthEvents
import HealthModel

extension AppleHealthRun {
  /// How many bytes of a line the files beside the export may take: 15 of the line's 16 MiB, less
  /// twice the bytes of the element itself.
  static func room(beside element: ElementTree) -> Int { (15 << 20) - 2 * element.raw.count }

  /// Reads the points of the files that a route names, and notes the files. Of a file that cannot
  /// be read it keeps the name alone.
  ///
  /// - Returns: the fields of each part of the route; one without any where no points were read.
  mutating func points(of route: inout StatedObject, beside element: ElementTree) -> [[Field]] {
    guard case .list(let paths)? = route.fields["files"], route.fields["locations"] == nil
    else { return [[]] }
    var points = RouteParts(room: Self.room(beside: element))
    for case .text(let path) in paths {
      let file = companions.read(path, as: .route) { (source) throws in
        try GPXRoute.add(source, to: &points)
      }
      route.note(file)
    }
    return points.locations.isEmpty ? [[]] : points.fields
  }

  /// Adds the resource of a clinical record as the exact text of its file, and beside it, as
  /// `FHIRResource`, what predicates compare.
  mutating func addResource(to record: inout StatedObject, in element: ElementTree) {
    guard element.nodes[0].name == .clinicalRecord,
      let path = element.peek("resourceFilePath", of: 0, { $0.text() })
    else { return }
    var fields: [Field] = []
    let file = companions.read(path, as: .resource) { (source) throws in
      fields = try Self.resource(try AppleCompanions.bytes(source, most: 1 << 20))
    }
    record.note(file)
    record.fields += fields
  }

  private static func resource(_ bytes: [UInt8]) throws(UnreadableCompanion) -> [Field] {
    let tape: JSONTape
    do {
      tape = try JSONTape(bytes.rawBytes)
    } catch {
      throw UnreadableCompanion("it \(error.problem.rawValue)", at: UInt64(error.offset))
    }
    var known: [Field] = []
    for (name, key) in [("resourceType", "resourceType"), ("identifier", "id")] {
      let text = JSONView(tape, bytes.rawBytes)[key]?.text
      if let text { known.append(Field(name, .text(text))) }
    }
    return [Field("resource", .text(bytes.rawBytes.text()))]
      + (known.isEmpty ? [] : [Field("FHIRResource", .fields(known))])
  }

  /// Reads the electrocardiograms, which no element of the export names.
  mutating func readRecordings(_ sink: inout some ImportSink) throws {
    var met: Set<ObjectUUID> = []
    for index in companions.recordings {
      var recording: Stated?
      let file = companions.read(index) { (source) throws in
        recording = AppleObjects.electrocardiogram(
          try ECGFile(try AppleCompanions.bytes(source, most: 8 << 20)))
      }
      guard var stated = recording else {
        try settle(file, .quarantined, &sink)
        continue
      }
      stated.object.note(file)
      guard takes(stated.object) else {
        tally.count(type: tally.typeRow(Electrocardiogram.type), .leftOut)
        try settle(file, .leftOut, &sink)
        continue
      }
      // Two files of one recording.
      guard met.insert(stated.object.identity.uuid()).inserted else {
        try settle(file, .known, &sink)
        continue
      }
      let part = try part(stated, &sink)
      let refusal = try Self.saveLine([0], of: [part], in: nil, &sink)
      if let type = part.type { tally.count(type: type, refusal == nil ? part.fate : .quarantined) }
      try settleFiles(of: part, refusal, &sink)
    }
  }

  // MARK: Fates

  /// Counts the files that an object was read from, which share its fate.
  ///
  /// - Parameter refusal: why the journal refused it; nil: it did not.
  mutating func settleFiles(
    of part: Part, _ refusal: Rejection?, _ sink: inout some ImportSink
  ) throws {
    for var file in part.files {
      if let refusal, file.problem == nil {
        file.problem = UnreadableCompanion("the journal refused it: \(refusal.reason)")
      }
      try settle(file, part.fate, &sink)
    }
  }

  /// Counts the files that an element names which was not asked for.
  mutating func leaveOutFiles(of element: ElementTree) {
    for node in element.nodes.indices {
      let name: (StaticString, AppleCompanions.Kind)? =
        switch element.nodes[node].name {
        case .fileReference: ("path", .route)
        case .clinicalRecord: ("resourceFilePath", .resource)
        default: nil
        }
      guard let (attribute, kind) = name,
        let path = element.peek(attribute, of: node, { $0.text() }),
        let index = companions.claim(path, as: kind), companions.settle(index)
      else { continue }
      tally.count(tally.row(kind.element), 1, .leftOut)
    }
  }

  /// Counts a file, once however many objects name it; sets one aside that cannot be taken.
  private mutating func settle(
    _ file: AppleCompanions.File, _ fate: ImportFate, _ sink: inout some ImportSink
  ) throws {
    guard companions.settle(file.index) else { return }
    let element = companions.kind(file.index).element
    tally.count(tally.row(element), 1, file.problem == nil ? fate : .quarantined)
    guard let problem = file.problem else { return }
    tally.complain(element, problem.offset, problem.reason, file: companions.name(file.index))
    // A file that still cannot be opened is counted, and not set aside.
    guard var source = try? companions.open(file.index) else { return }
    var offset: UInt64 = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while let count = try? source.read(into: &buffer, from: 0), count > 0 {
      try sink.quarantine(
        buffer.rawBytes.extracting(0..<count), element: element, offset: offset,
        reason: "of a \(element): \(problem.reason)", continues: offset > 0)
      offset += UInt64(count)
    }
  }
}

extension StatedObject {
  /// Notes a file that it names; nil: it is not there.
  fileprivate mutating func note(_ file: AppleCompanions.File?) {
    if let file { files.append(file) }
    if file == nil || file?.problem != nil { isPartial = true }
  }
}
