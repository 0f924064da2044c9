/// The address to which rows are pushed. Only an address that all parsers read alike is accepted:
/// where two parsers see different hosts, health data could go to the wrong one.
struct PushTarget {
  /// The address as it was given.
  let text: String
  /// Without its query, which may hold a secret.
  let shown: String
  /// Whether it is this machine itself.
  let isLoopback: Bool

  /// - Throws: a `Failure` of usage for anything but `https://host[:port][/path][?query]`, or the
  ///   same with `http` to this machine, or where that is allowed.
  init(_ text: String, allowingPlainHTTP: Bool) throws(Failure) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      let colon = text.firstRange(of: "://")
    else { throw Self.bad(text) }
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") {
      throw .usage("the address holds a user name; put it into a header of --header-file")
    }
    guard !rest.contains("#"), let host = Self.host(authority) else { throw Self.bad(text) }
    self.text = text
    shown = String(text.prefix { $0 != "?" })
    isLoopback = Self.isLoopback(host)
    switch text[..<colon.lowerBound] {
    case "https": break
    case "http":
      guard isLoopback || allowingPlainHTTP else {
        throw .usage(
          "\(shown) would send health data in the clear; use https, or --allow-http if you must")
      }
    default: throw Self.bad(text)
    }
  }

  private static func bad(_ text: String) -> Failure {
    .usage("'\(text.prefix { $0 != "?" })' is no address as https://host/path")
  }

  /// The host of `host`, `host:8080` or `[::1]:8080`, in lower case; nil where the text is not a
  /// host.
  private static func host(_ authority: Substring) -> String? {
    var host = authority
    if let close = authority.lastIndex(of: "]") {
      let address = authority[..<close].dropFirst()
      guard authority.first == "[", !address.isEmpty,
        address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }),
        isPort(authority[authority.index(after: close)...])
      else { return nil }
      return String(address).lowercased()
    }
    if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      guard isPort(authority[colon...]) else { return nil }
    }
    let isName = host.allSatisfy { $0.isLetter || $0.isWholeNumber || "-._".contains($0) }
    return isName && !host.isEmpty ? host.lowercased() : nil
  }

  /// Nothing, or a colon and a port.
  private static func isPort(_ text: Substring) -> Bool {
    if text.isEmpty { return true }
    guard text.first == ":", let port = number(text.dropFirst(), upTo: 65_535) else { return false }
    return port > 0
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let fields = host.split(separator: ".", omittingEmptySubsequences: false)
    return fields.count == 4 && fields[0] == "127"
      && fields.allSatisfy { $0.utf8.count <= 3 && number($0, upTo: 255) != nil }
  }

  /// A number of digits alone: without a sign, which other programs read in other ways.
  private static func number(_ text: Substring, upTo most: Int) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text), number <= most
    else { return nil }
    return number
  }
}
