import ByteTools
import HealthEvents
import HealthModel

/// Reads the payload of an event from the members that the envelope left over.
enum PayloadDecoder {
  /// Reads the event of this kind; `erased` has none.
  static func event(
    _ kind: EventKind, _ members: inout JSONMembers
  ) throws(LineProblem) -> Event? {
    switch kind {
    case .open: return .open(try opening(&members))
    case .origin: return .origin(try origin(&members))
    case .save: return .save(try save(&members))
    case .delete: return .delete(try deletion(&members))
    case .authorize: return .authorize(try authorization(&members))
    case .configure: return .configure(try configuration(&members))
    case .importReceipt: return .importReceipt(try receipt(&members))
    case .erase: return .erase(try erasure(&members))
    case .erased: return nil
    }
  }

  private static func erasure(_ members: inout JSONMembers) throws(LineProblem) -> Erasure {
    guard let lines = try members.list(.lines) else { throw .missing(.lines) }
    let numbers = try wholes(lines, key: .lines)
    var kept: [KeptLine] = []
    if var elements = try members.list(.kept) {
      while let element = elements.next() {
        var parts = try JSONMembers(element, key: .kept)
        let sequence = try parts.whole(.seq).required(.seq)
        let digest = try parts.text(.digest).required(.digest)
        guard Digest(hex: digest.utf8.rawBytes) != nil else { throw .wrongValue(.digest) }
        kept.append(KeptLine(sequence: sequence, digest: digest))
        try parts.finish()
      }
    }
    return Erasure(
      lines: numbers, kept: kept, reason: try members.text(.reason).required(.reason),
      tombstones: try tombstones(&members))
  }

  private static func tombstones(
    _ members: inout JSONMembers
  ) throws(LineProblem) -> Tombstones? {
    guard let value = members.take(.tombstones) else { return nil }
    var parts = try JSONMembers(value, key: .tombstones)
    let salt = try parts.text(.salt).required(.salt)
    guard Salt.isValid(salt.utf8.rawBytes) else { throw .wrongValue(.salt) }
    guard var elements = try parts.list(.hashes) else { throw .missing(.hashes) }
    var hashes: [UInt64] = []
    while let element = elements.next() {
      guard element.kind == .text, let hash = hash(element.characters)
      else { throw .wrongValue(.hashes) }
      hashes.append(hash)
    }
    try parts.finish()
    return Tombstones(salt: salt, hashes: hashes)
  }

  /// The number that 16 lower-case hexadecimal digits say.
  private static func hash(_ digits: RawSpan) -> UInt64? {
    guard digits.byteCount == 16 else { return nil }
    var hash: UInt64 = 0
    for index in 0..<16 {
      guard let digit = Hex.value(ofDigit: digits.byte(index)) else { return nil }
      hash = (hash << 4) | UInt64(digit)
    }
    return hash
  }

  private static func opening(_ members: inout JSONMembers) throws(LineProblem) -> JournalOpening {
    let format = Int(try members.whole(.format).required(.format))
    guard format >= 1 else { throw .wrongValue(.format) }
    guard format <= JournalLimits.format else { throw .newerFormat(format) }
    return JournalOpening(
      format: format, journal: try members.uuid(.journal).required(.journal),
      timeZone: try members.text(.timeZone).required(.timeZone))
  }

  /// Reads `source` and `device`, which stand on an `origin` line and in the objects of a command.
  static func origin(_ members: inout JSONMembers) throws(LineProblem) -> Origin {
    let source = try self.source(&members).required(.source)
    return Origin(source: source, device: try device(&members))
  }

  static func source(_ members: inout JSONMembers) throws(LineProblem) -> Source? {
    guard let value = members.take(.source) else { return nil }
    var parts = try JSONMembers(value, key: .source)
    let source = Source(
      name: try parts.text(.name).required(.name), bundle: try parts.text(.bundle),
      version: try parts.text(.version), productType: try parts.text(.productType),
      operatingSystem: try parts.text(.operatingSystem))
    try parts.finish()
    return source
  }

  static func device(_ members: inout JSONMembers) throws(LineProblem) -> Device? {
    guard let value = members.take(.device) else { return nil }
    var parts = try JSONMembers(value, key: .device)
    var device = Device(
      name: try parts.text(.name), manufacturer: try parts.text(.manufacturer),
      model: try parts.text(.model), hardware: try parts.text(.hardware),
      firmware: try parts.text(.firmware), software: try parts.text(.software),
      localIdentifier: try parts.text(.localIdentifier), udi: try parts.text(.udi))
    device.fields = parts.fields
    return device
  }

  private static func save(_ members: inout JSONMembers) throws(LineProblem) -> Save {
    guard var elements = try members.list(.objects) else { throw .missing(.objects) }
    guard !elements.isEmpty else { throw .wrongValue(.objects) }
    var objects: [HealthObject] = []
    while let element = elements.next() {
      var object = try JSONMembers(element, key: .objects)
      objects.append(try ObjectDecoder.object(&object))
    }
    return Save(
      objects: objects, workout: try members.uuid(.workout),
      replaces: try members.uuids(.replaces) ?? [])
  }

  static func deletion(_ members: inout JSONMembers) throws(LineProblem) -> Deletion {
    let objects = try members.uuids(.objects).required(.objects)
    guard !objects.isEmpty else { throw .wrongValue(.objects) }
    return Deletion(objects: objects, reason: try members.text(.reason))
  }

  static func authorization(
    _ members: inout JSONMembers
  ) throws(LineProblem) -> AuthorizationChange {
    AuthorizationChange(
      source: try members.text(.source).required(.source),
      share: try grants(.share, &members), read: try grants(.read, &members))
  }

  private static func grants(
    _ key: WireKey, _ members: inout JSONMembers
  ) throws(LineProblem) -> [AuthorizationGrant] {
    guard let value = members.take(key) else { return [] }
    var grants: [AuthorizationGrant] = []
    var types = try value.members(of: key)
    while let type = types.next(), let value = types.next() {
      guard let word = value.text, let status = AuthorizationStatus(name: word)
      else { throw .wrongValue(key) }
      grants.append(AuthorizationGrant(type.text ?? "", status))
    }
    return grants
  }

  static func configuration(_ members: inout JSONMembers) throws(LineProblem) -> Configuration {
    var configuration = Configuration(timeZone: try members.text(.timeZone))
    if let word = try members.text(.weekStarts) {
      guard let day = Weekday.allCases.first(where: { $0.name == word }) else {
        throw .wrongValue(.weekStarts)
      }
      configuration.weekStarts = day
    }
    if let value = members.take(.priority) {
      var types = try value.members(of: .priority)
      while let type = types.next(), let value = types.next() {
        guard case .array = value.kind else { throw .wrongValue(.priority) }
        let names = try texts(value.elements, key: .priority)
        configuration.priority.append(SourcePriority(type: type.text ?? "", sources: names))
      }
    }
    if let value = members.take(.preferredUnits) {
      var types = try value.members(of: .preferredUnits)
      while let type = types.next(), let value = types.next() {
        guard let unit = value.text else { throw .wrongValue(.preferredUnits) }
        configuration.preferredUnits.append(PreferredUnit(type: type.text ?? "", unit: unit))
      }
    }
    return configuration
  }

  private static func receipt(_ members: inout JSONMembers) throws(LineProblem) -> ImportReceipt {
    var receipt = ImportReceipt(
      format: try members.text(.format).required(.format),
      file: try members.text(.file).required(.file),
      bytes: try members.whole(.bytes).required(.bytes),
      sha256: try members.text(.sha256).required(.sha256),
      exported: try members.time(.exported), first: try members.whole(.first),
      last: try members.whole(.last))
    guard let counts = members.take(.counts) else { throw .missing(.counts) }
    receipt.counts = try self.counts(counts, key: .counts)
    if let value = members.take(.extent) {
      var parts = try JSONMembers(value, key: .extent)
      receipt.extent = try extent(&parts)
      try parts.finish()
    }
    return receipt
  }

  private static func counts(
    _ value: JSONView, key: WireKey
  ) throws(LineProblem) -> [ImportCount] {
    var counts: [ImportCount] = []
    var elements = try value.members(of: key)
    while let element = elements.next(), let value = elements.next() {
      var figures = try JSONMembers(value, key: key)
      var count = ImportCount(element: element.text ?? "")
      count.read = Int(try figures.whole(.read) ?? 0)
      count.saved = Int(try figures.whole(.saved) ?? 0)
      count.corrected = Int(try figures.whole(.corrected) ?? 0)
      count.known = Int(try figures.whole(.known) ?? 0)
      count.superseded = Int(try figures.whole(.superseded) ?? 0)
      count.leftOut = Int(try figures.whole(.leftOut) ?? 0)
      count.erased = Int(try figures.whole(.erased) ?? 0)
      count.quarantined = Int(try figures.whole(.quarantined) ?? 0)
      count.unsupported = Int(try figures.whole(.unsupported) ?? 0)
      try figures.finish()
      counts.append(count)
    }
    return counts
  }

  private static func extent(_ members: inout JSONMembers) throws(LineProblem) -> ImportExtent {
    var extent = ImportExtent(
      isComplete: try flag(.complete, &members), person: try members.uuid(.person),
      start: try members.time(.start), end: try members.time(.end))
    if let value = members.take(.selection) {
      var parts = try JSONMembers(value, key: .selection)
      extent.selection = ImportSelection(
        from: try parts.time(.from), to: try parts.time(.to),
        types: try texts(.types, &parts), sources: try texts(.sources, &parts))
      try parts.finish()
    }
    guard let types = members.take(.types) else { throw .missing(.types) }
    extent.types = try counts(types, key: .types)
    extent.compared = try members.whole(.compared)
    guard let vanished = members.take(.vanished) else { throw .missing(.vanished) }
    var rows = try vanished.members(of: .vanished)
    while let type = rows.next(), let value = rows.next() {
      guard let number = value.number, let count = JournalLimits.whole(number)
      else { throw .wrongValue(.vanished) }
      extent.vanished.append(VanishedCount(type: type.text ?? "", count: Int(count)))
    }
    return extent
  }

  private static func flag(
    _ key: WireKey, _ members: inout JSONMembers
  ) throws(LineProblem) -> Bool {
    switch members.take(key)?.kind {
    case .yes?: return true
    case .no?: return false
    case nil: throw .missing(key)
    case .null?, .number?, .text?, .array?, .object?: throw .wrongValue(key)
    }
  }

  private static func texts(
    _ key: WireKey, _ members: inout JSONMembers
  ) throws(LineProblem) -> [String] {
    guard let list = try members.list(key) else { return [] }
    return try texts(list, key: key)
  }

  private static func texts(
    _ elements: consuming JSONElements, key: WireKey
  ) throws(LineProblem) -> [String] {
    var texts: [String] = []
    while let element = elements.next() {
      guard let text = element.text else { throw .wrongValue(key) }
      texts.append(text)
    }
    return texts
  }

  private static func wholes(
    _ elements: consuming JSONElements, key: WireKey
  ) throws(LineProblem) -> [UInt64] {
    var wholes: [UInt64] = []
    while let element = elements.next() {
      guard let number = element.number, let whole = JournalLimits.whole(number)
      else { throw .wrongValue(key) }
      wholes.append(whole)
    }
    return wholes
  }
}
