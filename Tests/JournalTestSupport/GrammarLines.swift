import ByteTools
package import HealthEvents
import HealthModel
package import JournalFile

/// A value of a line that was made by the grammar, without the encoder.
package indirect enum WireTree: Sendable {
  /// A string or number, as it stands there.
  case scalar(String)
  /// A list.
  case list([WireTree])
  /// An object of this form; nil: its keys are data.
  case object([(key: String, value: WireTree)], WireObject?)

  /// The value as it stands on a line.
  package var text: String {
    switch self {
    case .scalar(let text): text
    case .list(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members, _):
      "{"
        + members.map { Self.quoted($0.key) + ":" + $0.value.text }
        .joined(separator: ",") + "}"
    }
  }

  /// A string as the format has it.
  package static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// What random values are taken from.
package struct WireChoices: Sendable {
  /// Texts.
  package var texts: [String]
  /// Keys that are data, no two of them equal.
  package var keys: [String]
  /// The greatest whole number.
  package var mostWhole: UInt64

  /// All that a line can have.
  package static var all: WireChoices {
    var all = plain
    all.texts += ["quote \" and \\ back", "tab\tand\u{1}", "line\u{2028}separator", "\u{7F}"]
    all.keys += ["Ünïcödé", "quote\""]
    all.mostWhole = JournalLimits.wholeNumber
    return all
  }

  /// What needs no escapes; keys in ASCII; numbers of lines that a journal can have.
  package static var plain: WireChoices {
    WireChoices(
      texts: ["plain", "", "Ünïcödé 🏊", "a/b", "漢字", "count/min"],
      keys: ["*", "HKTimeZone", "HKWasUserEntered", "own"], mostWhole: 4_000_000_000)
  }
}

/// Random lines, written straight from the grammar: any keys that may be left out are, and values
/// are random.
package struct GrammarLines<Random: RandomNumberGenerator> {
  /// What is random.
  package var random: Random
  private let choices: WireChoices

  /// Lines by these numbers.
  package init(_ random: Random, _ choices: WireChoices = .all) {
    self.random = random
    self.choices = choices
  }

  /// A line of this kind and number, as a tree.
  package mutating func line(
    _ kind: EventKind, number: UInt64, _ form: WireObject? = nil
  ) -> WireTree {
    let tree = object(form ?? LineGrammar.line(kind))
    guard case .object(var members, let form) = tree else { return tree }
    for index in members.indices {
      if members[index].key == "seq" { members[index].value = .scalar("\(number)") }
      if kind == .open || kind == .format, members[index].key == "format" {
        members[index].value = .scalar(kind == .open ? "1" : "2")
      }
    }
    return .object(members, form)
  }

  private mutating func object(_ form: WireObject) -> WireTree {
    var members: [(key: String, value: WireTree)] = []
    var isWritten = true
    for (index, member) in form.members.enumerated() {
      if form.others == index { members += others() }
      switch member.presence {
      case .always: isWritten = true
      case .optional: isWritten = often()
      case .withPrevious: break
      }
      if isWritten { members.append((member.key.text, value(member.value))) }
    }
    if form.others == form.members.count { members += others() }
    return .object(members, form)
  }

  /// Keys that no form has.
  private mutating func others() -> [(key: String, value: WireTree)] {
    guard often() else { return [] }
    return [
      ("note", .scalar(WireTree.quoted("kept"))), ("nothing", .scalar("null")),
      ("nested", .object([("list", .list([.scalar("1"), .scalar("true")]))], nil)),
    ]
  }

  private mutating func value(_ value: WireValue) -> WireTree {
    switch value {
    case .list(let element):
      return .list((0..<Int.random(in: 1...3, using: &random)).map { _ in self.value(element) })
    case .object(let form): return object(form)
    case .table(let cell):
      let keys = choices.keys.shuffled(using: &random)
      return .object(
        keys.prefix(Int.random(in: 1...3, using: &random)).map { ($0, self.value(cell)) }, nil)
    case .either(let values):
      return self.value(values[Int.random(in: 0..<values.count, using: &random)])
    case .text:
      return .scalar(
        WireTree.quoted(choices.texts[Int.random(in: 0..<choices.texts.count, using: &random)]))
    case .word(let words):
      return .scalar(WireTree.quoted(words[Int.random(in: 0..<words.count, using: &random)]))
    case .flag: return .scalar(often() ? "true" : "false")
    case .number: return .scalar(DecimalText.text(number()))
    case .whole:
      return .scalar("\(UInt64.random(in: 0...choices.mostWhole, using: &random))")
    case .positive:
      return .scalar("\(UInt64.random(in: 1...max(1, choices.mostWhole), using: &random))")
    case .run:
      let first = UInt64.random(in: 1...max(1, choices.mostWhole), using: &random)
      if often() { return .scalar("\(first)") }
      return .list([.scalar("\(first)"), .scalar("\(first + 2)")])
    case .code: return .scalar("\(Int.random(in: -100...100, using: &random))")
    case .time: return .scalar(WireTree.quoted(time().description))
    case .moment: return .scalar(WireTree.quoted(LineCodec.millisecondText(time().instant)))
    case .uuid:
      return .scalar(
        WireTree.quoted(ObjectUUID(random: (random.next(), random.next())).description))
    case .hex(let digits):
      return .scalar(
        WireTree.quoted(
          String((0..<digits).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" }))
      )
    }
  }

  private mutating func number() -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Double(Int.random(in: 0...100_000, using: &random))
    case 1: return Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 1000
    case 2: return 0
    default:
      let value = Double(bitPattern: random.next())
      return value.isFinite ? value : 0.1
    }
  }

  private mutating func time() -> Timestamp {
    let seconds = Int64.random(in: 0..<4_000_000_000, using: &random)
    let part = [0, 0, 250_000, 1, 999_999][Int.random(in: 0..<5, using: &random)]
    let offsets: [Int16] = [0, 60, -300, 330, 345, -210]
    return Timestamp(
      instant: Instant(microseconds: seconds * 1_000_000 + Int64(part)),
      offsetMinutes: offsets[Int.random(in: 0..<offsets.count, using: &random)])
  }

  private mutating func often() -> Bool { Bool.random(using: &random) }
}
