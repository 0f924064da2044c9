import HealthEvents
import HealthModel

/// Keeps the writer from writing what the reader refuses: one such line, once acknowledged, would
/// be damage that no recovery may cut.
///
/// Samples are looked through value by value; whatever else a line can hold is rare and read back.
enum WritingCheck {
  /// Refuses what has no text on a line: numbers that are not finite, years beyond four digits,
  /// counts below zero. Samples are checked to the last rule.
  static func check(_ event: Event, by: String, at: Instant) throws(LineProblem) {
    let head = EntryHead(sequence: 0, at: at, by: by, kind: event.kind)
    switch LineGrammar.head.fault(of: head) ?? event.wireFault {
    case nil, .value: break
    case .member(let key): throw .wrongValue(key: key)
    }
    switch event {
    case .save(let save): if save.objects.isEmpty { throw .wrongValue(.objects) }
    case .open(let opening): if opening.format < 1 { throw .wrongValue(.format) }
    case .origin, .delete, .authorize, .configure, .importReceipt, .erase: break
    }
  }

  /// Reads the line of an event again, unless `check` has seen all of it.
  static func readBack(_ event: Event, _ line: RawSpan) throws(LineProblem) {
    if case .save(let save) = event, save.objects.allSatisfy({ isPlain($0) }) { return }
    _ = try LineCodec.decode(line)
  }

  private static func isPlain(_ object: HealthObject) -> Bool {
    switch object.content {
    case .quantity, .category, .correlation: object.fields.isEmpty
    case .workout, .characteristic, .summary, .document: false
    }
  }
}
