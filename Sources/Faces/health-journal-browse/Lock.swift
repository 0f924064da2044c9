import ByteTools

/// The decision about who reads the pages (viewer's lock): the browser that opened the address
/// first, and nobody else.
struct Lock {
  /// The decision on a request.
  enum Verdict: Equatable {
    /// It gets the page at this target, the path of the run taken off.
    case page([UInt8])
    /// It showed the token and gets the cookie.
    case cookie
    /// It showed the token because a file of the user led there, and gets the cookie.
    case cookieByFile
    /// It has the cookie, and opened the first address again.
    case start
  }

  private static let cookieName = "health-journal"

  private let host: [UInt8]
  private let folder: [UInt8]
  private let cookie = random(64)
  /// The token of the address, good once; nil: it was used.
  private var token: [UInt8]?
  /// The address for the user, which lets one browser in.
  let address: String
  /// The path of all pages of this run, as `/0123…/`.
  let path: String

  init(port: UInt16) {
    let (host, token) = ("127.0.0.1:\(port)", Self.random(64))
    path = "/" + String(decoding: Self.random(32), as: UTF8.self) + "/"
    address = "http://\(host)\(path)?token=" + String(decoding: token, as: UTF8.self)
    self.host = Array(host.utf8)
    self.token = token
    folder = Array(path.utf8)
  }

  /// The field that gives the browser its cookie. Cookies know no ports: only the path, which
  /// nobody else knows, keeps it from other servers of this machine.
  var cookieField: String {
    "Set-Cookie: \(Self.cookieName)=\(String(decoding: cookie, as: UTF8.self)); Path=\(path); "
      + "HttpOnly; SameSite=Strict\r\n"
  }

  /// Decides on a request. The token is used up only by a request that nothing else speaks against.
  ///
  /// - Parameter opens: true if a file leads the user's browser to the address, which calls that
  ///   another site.
  mutating func verdict(on head: RequestHead, opens: Bool) throws(Refusal) -> Verdict {
    guard try head.only("host") == host else { throw .host }
    // Browsers say where a request comes from. Programs that do not have no other pages open.
    let site = try head.only("sec-fetch-site")
    let isOwn =
      site.map { ["none", "same-origin"].contains(String(decoding: $0, as: UTF8.self)) } ?? true
    let isLed = opens ? try Self.isStepElsewhere(head) : false
    guard isOwn || isLed else { throw .foreignPage }
    guard try head.only("origin").map({ $0 == Array("http://".utf8) + host }) ?? true else {
      throw .foreignPage
    }
    let isBelow = head.target.count >= folder.count
    guard isBelow, Self.areEqual(head.target[..<folder.count], folder[...]) else {
      throw .noCookie
    }
    let rest = head.target[(folder.count - 1)...]
    let shown = Self.token(in: rest)
    if isOwn, isKnown(head) { return shown == nil ? .page(Array(rest)) : .start }
    guard !head.isHead, let shown, let token, Self.areEqual(shown, token[...]) else {
      throw isOwn ? .noCookie : .foreignPage
    }
    self.token = nil
    return isOwn ? .cookie : .cookieByFile
  }

  /// Returns true if a page elsewhere, or a file, leads a whole window here.
  private static func isStepElsewhere(_ head: RequestHead) throws(Refusal) -> Bool {
    let fields = [("site", "cross-site"), ("mode", "navigate"), ("dest", "document")]
    for (name, value) in fields
    where try head.only("sec-fetch-" + name) != Array(value.utf8) { return false }
    return true
  }

  private func isKnown(_ head: RequestHead) -> Bool {
    let start = Array("\(Self.cookieName)=".utf8)
    let pairs = head.fields["cookie", default: []].flatMap { $0.split(separator: 0x3B) }
    // Other servers of this machine can set a cookie of the same name: one right one is enough.
    return pairs.contains { pair in
      let pair = pair.drop { $0 == 0x20 }
      return pair.starts(with: start) && Self.areEqual(pair.dropFirst(start.count), cookie[...])
    }
  }

  private static func token(in rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let start = Array("/?token=".utf8)
    return rest.starts(with: start) ? rest.dropFirst(start.count) : nil
  }

  /// Compares in a time that does not tell how many bytes are equal.
  private static func areEqual(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns hexadecimal digits that nobody can guess.
  private static func random(_ digits: Int) -> [UInt8] {
    var system = SystemRandomNumberGenerator()
    let alphabet = Array("0123456789abcdef".utf8)
    return (0..<digits).map { _ in alphabet[Int.random(in: 0..<16, using: &system)] }
  }
}
