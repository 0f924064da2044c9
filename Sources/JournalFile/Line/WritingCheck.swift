import ByteTools
import HealthEvents
import HealthModel

/// Keeps the writer from writing what the reader refuses: one such line, once acknowledged, would
/// be damage that no recovery may cut.
///
/// Samples are checked value by value while they are written; whatever else a line can hold is rare
/// and read back.
enum WritingCheck {
  /// Refuses a line that says what no reader takes back: numbers that are not finite, years beyond
  /// four digits, counts below zero.
  ///
  /// - Parameters:
  ///   - fault: what was noted when the line was written.
  ///   - line: the line of the event, without its line feed.
  static func check(
    _ event: Event, _ line: RawSpan, noting fault: JSONWriter.Fault?
  ) throws(LineProblem) {
    if case .member(let key)? = fault { throw .wrongValue(key: key) }
    switch event {
    case .save(let save):
      if save.objects.isEmpty { throw .wrongValue("objects") }
      if save.objects.allSatisfy({ isPlain($0) }) { return }
    case .open(let opening): if opening.format < 1 { throw .wrongValue("format") }
    case .origin, .delete, .authorize, .configure, .importReceipt, .erase: break
    }
    _ = try LineCodec.decode(line)
  }

  private static func isPlain(_ object: HealthObject) -> Bool {
    switch object.content {
    case .quantity, .category, .correlation: object.fields.isEmpty
    case .workout, .characteristic, .summary, .document: false
    }
  }
}
