import ByteTools
package import HealthEvents
package import HealthModel
import HealthTables
package import JournalFile

extension JournalSession {
  /// Decides whether the clock is right where it leaps ahead; see `JournalWriter`.
  package var judgesLeap: @Sendable (ClockLeap) -> Bool {
    get { writer.judgesLeap }
    set { writer.judgesLeap = newValue }
  }

  /// What a plain save came to.
  package struct PlainAccepted: Sendable {
    /// The seq of its event.
    package let sequence: UInt64
    /// The uuid of its sample.
    package let uuid: ObjectUUID
    /// Where the command has its `id`, quotes included; empty where it has none.
    package let identifier: Range<Int>
  }

  /// Stages the command that a line of `append` is, if it is one that differs from one before it in
  /// uuid, times and value alone; see `PlainSaves`.
  ///
  /// - Returns: nil where it is not, or may have to be refused: `stage(_:of:)` knows.
  package mutating func stage(plain line: RawSpan) throws(JournalError) -> PlainAccepted? {
    guard let command = PlainCommand(line), let like = plain.find(command, in: line) else {
      return nil
    }
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
    let metadata = like.metadata
    try writer.stage(
      like.template, uuid, start: line.extracting(command.start.text),
      end: line.extracting(command.end.text), value: value,
      created: line.extracting(command.created?.text ?? 0..<0),
      metadata: metadata.rawBytes)
  }

  /// Stages a command as `stage(_:)` does, and keeps what it came to for `stage(plain:)`.
  ///
  /// - Parameter line: the bytes that it was read from.
  package mutating func stage(_ command: Command, of line: RawSpan) throws -> Accepted {
    let last = try stageEvents(of: command)
    if case .save(let save)? = last { plain.learn(line, by: command.by, save, builder.tables) }
    return Accepted(sequence: writer.staged.sequence, uuids: Self.uuids(of: last))
  }
}
