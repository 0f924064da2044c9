package import HealthViews

/// The address of a page: its kind, the words of its path, and the options of the command that
/// shows the same.
///
///     try Address(target: "/type/stepCount?period=2026-03")
///     // kind "type", words ["stepCount"], --period 2026-03
package struct Address: Sendable {
  /// The name of the kind of page; empty: the start page.
  package let kind: String
  /// The words of the path after the kind. A word is neither empty nor a step of a path.
  package let words: [String]
  /// The options, by the names that the command has for them.
  package var values: OptionValues

  /// The greatest number of bytes of an address.
  package static let most = 4096

  /// Creates an address. A word that a path cannot hold is left out: such a name goes in an option.
  package init(
    _ kind: String = "", _ words: [String] = [], _ values: OptionValues = OptionValues()
  ) {
    self.kind = kind
    self.words = words.filter(Self.isWord)
    self.values = values
  }

  /// Reads what a browser asked for: a path below the secret, and a query. An option with an empty
  /// value, as a form has it that was left empty, is not given.
  ///
  /// - Throws: `OptionProblem`.
  package init(target: String) throws(OptionProblem) {
    guard target.utf8.count <= Self.most else {
      throw OptionProblem("an address has at most \(Self.most) bytes")
    }
    let path = target.prefix { $0 != "?" }
    guard !path.dropFirst().hasSuffix("/"), !path.contains("//") else {
      throw OptionProblem("'\(path)' has a slash too many")
    }
    var words: [String] = []
    for part in path.split(separator: "/") {
      let word = try Self.decoded(part)
      guard Self.isWord(word) else { throw OptionProblem("'\(part)' is no part of an address") }
      words.append(word)
    }
    kind = words.first ?? ""
    self.words = Array(words.dropFirst())
    values = OptionValues()
    for pair in target[path.endIndex...].dropFirst().split(separator: "&") {
      let name = pair.prefix { $0 != "=" }
      let value = try Self.decoded(pair[name.endIndex...].dropFirst(), isForm: true)
      if !value.isEmpty { values.add(value, to: try Self.decoded(name, isForm: true)) }
    }
  }

  /// Returns an address with a path of the same length as a target, whatever is wrong with it: for
  /// links from there.
  static func place(of target: String) -> Address {
    let slashes = target.prefix { $0 != "?" }.count { $0 == "/" }
    return Address("-", Array(repeating: "-", count: max(0, slashes - 1)))
  }

  /// The path and the query, without the secret before them and without a slash.
  package var text: String {
    let path = ([kind] + words).map(Self.encoded).joined(separator: "/")
    let query = values.entries.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
    return path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// Returns the same address with one value of an option; nil: without it.
  package func with(_ value: String?, for option: Option) -> Address {
    var other = self
    other.values = values.without(option)
    if let value { other.values.add(value, to: option.name) }
    return other
  }

  /// Returns the same address with what all links of a page keep of its address.
  func keeping(_ page: Address) -> Address {
    var other = self
    other.values = values.adding(page.values.only(Visit.keptOptions))
    return other
  }

  private static func isWord(_ text: String) -> Bool { !["", ".", ".."].contains(text) }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { output, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        output.unicodeScalars.append(Unicode.Scalar(byte))
      default: output += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// - Parameter isForm: true if a plus stands for a space.
  private static func decoded(
    _ text: Substring, isForm: Bool = false
  ) throws(OptionProblem) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2)
        guard digits.count == 2, let high = Self.digit(digits.first),
          let low = Self.digit(digits.last)
        else { throw OptionProblem("'\(text)' is not encoded as an address is") }
        bytes.append((high << 4) | low)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw OptionProblem("'\(text)' is not UTF-8")
    }
    return decoded
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
  }
}

/// The place where pages stand, which turns the address of a page into what a link has.
package struct Place: Sendable {
  /// Returns the reference from one page to another; nil: the other is not there, and the text of
  /// the link stands alone.
  package let href: @Sendable (_ target: Address, _ page: Address) -> String?
  /// True if pages can be asked for with other options, by a form.
  package let answersForms: Bool

  package init(
    answersForms: Bool, href: @escaping @Sendable (_ target: Address, _ page: Address) -> String?
  ) {
    (self.answersForms, self.href) = (answersForms, href)
  }

  /// A server, which has every page. References are relative, so no page knows the secret below
  /// which it stands.
  package static let server = Place(answersForms: true) { target, page in
    let text = String(repeating: "../", count: page.words.count) + target.text
    return text.isEmpty || text.hasPrefix("?") ? "./" + text : text
  }
}
