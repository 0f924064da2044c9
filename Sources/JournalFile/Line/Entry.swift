public import HealthEvents
public import HealthModel

/// A line's envelope and what is in it.
public struct Entry: Hashable, Sendable {
  /// The line's number, from 1.
  public var sequence: UInt64
  /// When it was recorded, in whole milliseconds.
  public var at: Instant
  /// What it says.
  public var body: Body
  /// Of a line from which something was erased, the digest of what it was; nil: it is as it was
  /// written.
  public var original: String?

  /// The inside of a line.
  public enum Body: Hashable, Sendable {
    /// An event, and who asked for it.
    case event(Event, by: String)
    /// The line was erased; its digest keeps the chain whole.
    case erased(digest: String)
  }

  /// An entry of this body.
  public init(sequence: UInt64, at: Instant, body: Body, original: String? = nil) {
    self.sequence = sequence
    self.at = at
    self.body = body
    self.original = original
  }

  /// Its event, unless it was erased.
  public var event: Event? {
    guard case .event(let event, _) = body else { return nil }
    return event
  }

  /// Who asked, unless it was erased.
  public var by: String? {
    guard case .event(_, let by) = body else { return nil }
    return by
  }

  /// The kind of the line.
  public var kind: EventKind { event?.kind ?? .erased }
}

/// What is wrong with one line.
public enum LineProblem: Error, Hashable, Sendable {
  /// It is longer than the limit.
  case tooLong
  /// It is not JSON, at this byte of the line.
  case notJSON(String, offset: Int)
  /// Lines that were acknowledged, up to this one, are missing after it.
  case cutBack(last: UInt64)
  /// The line of this number is not the one that was acknowledged.
  case replaced(last: UInt64)
  /// It does not end as every line does: `,"chain":"`, 64 lower-case hex digits, `"}`.
  case noChain
  /// A key is missing.
  case missing(key: String)
  /// The format knows no such key here.
  case unknownKey(String)
  /// The key's value is of the wrong kind or out of range.
  case wrongValue(key: String)
  /// The format knows no such event.
  case unknownEvent
  /// The number is not the one that is due.
  case sequence(expected: UInt64)
  /// It claims to be recorded before the line before it.
  case timeRanBack
  /// The chain value is not what the line's bytes and the line before it give.
  case chainBroken
  /// Something was erased from it, and no later `erase` vouches for what it says now.
  case notVouchedFor
  /// The first line must be `open`, and no other may.
  case openMisplaced
  /// It was written by a newer version of the format.
  case newerFormat(Int)
}
