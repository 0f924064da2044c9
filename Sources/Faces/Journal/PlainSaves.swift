import ByteTools
package import HealthEvents
package import HealthModel
import HealthTables
package import JournalFile

/// The short way of plain saves, from a command's bytes to the journal's.
///
/// Most commands that a program sends differ from an earlier one in id, uuid, times and value
/// alone. The general way, which builds a command, decides it and encodes the event, handles the
/// first of them; its result is kept here, and those that follow fill in the gaps. Only a command
/// with known keys in their canonical positions is kept (`PlainCommand.isCanonical`). The rules on
/// the single sample (a new uuid, an end that is not before the start, a length) are checked, and a
/// command that is not surely accepted goes the general way, which gives the reason. Both give the
/// same lines and the same tables.
struct PlainSaves {
  /// The most that is kept; then all is forgotten, and it starts again.
  private static let capacity = 2048
  /// Bytes of a command that is kept at most.
  private static let longest = 4096

  private var kept: [PlainSave] = []
  private var indices: [UInt64: Int] = [:]

  /// Returns true if decisions before this event are the same after it.
  static func areIndifferent(to event: Event) -> Bool {
    switch event {
    case .save, .delete, .origin, .importReceipt, .format: true
    case .open, .authorize, .configure, .declare, .erase, .revert: false
    }
  }

  /// Returns the result of an earlier command like this one.
  func find(_ command: PlainCommand, in line: RawSpan) -> PlainSave? {
    guard let index = indices[command.hash], kept[index].matches(command, in: line)
    else { return nil }
    return kept[index]
  }

  /// Keeps the result of a command if it serves for commands like it.
  ///
  /// - Parameters:
  ///   - save: the event that it made true, whose sample was appended last to those of its type.
  mutating func learn(_ line: RawSpan, by: String, _ save: Save, _ tables: HealthTables) {
    guard line.byteCount <= Self.longest, let command = PlainCommand(line),
      let plain = PlainSave(line, command, by: by, save, tables)
    else { return }
    if kept.count >= Self.capacity { forget() }
    indices[command.hash] = kept.count
    kept.append(plain)
  }

  /// Forgets everything: rules or tables are no longer those by which it was decided.
  mutating func forget() {
    kept.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }
}

/// The result of a plain save. It is a class, so that using one retains one reference and not one
/// for each of its parts.
final class PlainSave: Sendable {
  /// The bytes that are the same in all commands like it.
  private let bytes: [UInt8]
  private let ends: InlineArray<4, Int>
  private let isOwners: Bool
  /// The limits of its length in seconds, where there are any.
  private let shortest: Double?
  private let longest: Double?
  /// The template of its line.
  let template: SampleTemplate
  let pattern: RowPattern

  /// Creates a pattern for commands like this one; nil if the command cannot serve as one, as by a
  /// source whose right ends: the right is asked for at each line.
  init?(
    _ line: RawSpan, _ command: PlainCommand, by: String, _ save: Save, _ tables: HealthTables
  ) {
    guard save.objects.count == 1, save.workout == nil, save.replaces.isEmpty,
      var object = save.objects.first, Self.isTold(object, by: command, in: line),
      tables.shareRight(of: object.content.type, by: by).terms.until == nil
    else { return nil }
    let pattern = tables.pattern(ofLast: object.content.type, object.metadata)
    let entries = object.metadata.entries.map { MetadataText.json($0) }
    object.metadata = Metadata()
    let metadata = Array(entries.joined(separator: [0x2C]))
    guard let pattern, let template = SampleTemplate(object, by: by, metadata: metadata)
    else { return nil }
    (bytes, ends) = Self.kept(line, command)
    isOwners = by == EventActor.owner
    let type = TypeCatalogue.find(object.content.type)
    (shortest, longest) = (type?.minimumAllowedDuration, type?.maximumAllowedDuration)
    self.template = template
    self.pattern = pattern
  }

  /// Returns true if `PlainCommand` read from a command the same as the general way, and its
  /// metadata have no sync identifier or version, which rules ask for.
  private static func isTold(
    _ object: HealthObject, by command: PlainCommand, in line: RawSpan
  ) -> Bool {
    let number: Double? =
      switch object.content {
      case .quantity(let sample): sample.value
      case .category, .correlation, .workout, .characteristic, .summary, .document: nil
      }
    return object.content.span == TimeSpan(command.start.value, command.end.value)
      && command.uuid ?? object.uuid == object.uuid && object.created == command.created?.value
      && number == command.number && command.isCanonical(in: line)
      && object.metadata[MetadataName.syncIdentifier] == nil
      && object.metadata[MetadataName.syncVersion] == nil
  }

  private static func kept(
    _ line: RawSpan, _ command: PlainCommand
  ) -> ([UInt8], InlineArray<4, Int>) {
    var bytes: [UInt8] = []
    var ends = InlineArray<4, Int>(repeating: 0)
    for index in 0..<4 {
      bytes.append(contentsOf: line.extracting(command.kept[index]))
      ends[index] = bytes.count
    }
    return (bytes, ends)
  }

  /// Returns true if a command is equal to this one except for the values that `PlainCommand`
  /// reads.
  func matches(_ command: PlainCommand, in line: RawSpan) -> Bool {
    let own = bytes
    let bytes = own.rawBytes
    var start = 0
    for index in 0..<4 {
      let stretch = bytes.extracting(start..<ends[index])
      guard line.extracting(command.kept[index]).equals(stretch) else { return false }
      start = ends[index]
    }
    return true
  }

  /// Returns true if the rules accept a sample with this uuid and span: see `Decider`.
  func takes(_ uuid: ObjectUUID, _ span: TimeSpan) -> Bool {
    if uuid.isOfContent, !isOwners { return false }
    if span.end.instant < span.start.instant { return false }
    if let shortest, span.duration < shortest { return false }
    if let longest, span.duration > longest { return false }
    return true
  }
}

extension JournalSession {
  /// A closure that decides if the clock is right when it leaps ahead; see `JournalWriter`.
  package var judgesLeap: @Sendable (ClockLeap) -> Bool {
    get { writer.judgesLeap }
    set { writer.judgesLeap = newValue }
  }

  /// The result of an accepted plain save.
  package struct PlainAccepted: Sendable {
    package let sequence: UInt64
    package let uuid: ObjectUUID
    /// The range of the command's `id`, quotes included; empty if it has none.
    package let identifier: Range<Int>
  }

  /// Stages a command that was read in a line of `append` if it differs from an earlier one in
  /// uuid, times and value alone; see `PlainSaves`.
  ///
  /// - Returns: nil if it does not, or may have to be refused: `stage(_:of:)` decides.
  package mutating func stage(
    plain command: PlainCommand, in line: RawSpan
  ) throws(JournalError) -> PlainAccepted? {
    guard let like = plain.find(command, in: line) else { return nil }
    let span = TimeSpan(command.start.value, command.end.value)
    let uuid = command.uuid ?? drawUUID()
    guard like.takes(uuid, span), !builder.tables.holds(uuid),
      let sequence = UInt32(exactly: nextSequence)
    else { return nil }
    let offset = writer.staged.offset
    let value = line.extracting(command.value)
    if value.isEmpty || DecimalText.isShortest(value) {
      try stage(command, like, uuid, line, value: value)
    } else {
      var text: [UInt8] = []
      DecimalText.append(command.number ?? 0, to: &text)
      try stage(command, like, uuid, line, value: text.rawBytes)
    }
    builder.append(
      uuid, like: like.pattern, span, value: command.number, sequence: sequence,
      at: writer.staged.at, offset: offset)
    return PlainAccepted(
      sequence: UInt64(sequence), uuid: uuid, identifier: command.identifier)
  }

  private mutating func stage(
    _ command: PlainCommand, _ like: PlainSave, _ uuid: ObjectUUID, _ line: RawSpan,
    value: RawSpan
  ) throws(JournalError) {
    try writer.stage(
      like.template, uuid, start: line.extracting(command.start.text),
      end: line.extracting(command.end.text), value: value,
      created: line.extracting(command.created?.text ?? 0..<0), metadata: line.extracting(0..<0))
  }

  /// Stages a command as `stage(_:)` does, and keeps what it came to for `stage(plain:)`.
  ///
  /// - Parameter line: the bytes that it was read from.
  package mutating func stage(_ command: Command, of line: RawSpan) throws -> Accepted {
    let last = try stageEvents(of: command)
    if case .save(let save)? = last { plain.learn(line, by: command.by, save, builder.tables) }
    return accepted(command, last)
  }
}
