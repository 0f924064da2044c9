/// A reason why a request gets no page, with the words for the person who sees it.
struct Refusal: Error, Equatable {
  /// The code and its name, as HTTP has them.
  let status: String
  private let words: String
  private let field: String

  private init(_ status: String, _ words: String, field: String = "") {
    (self.status, self.words, self.field) = (status, words, field)
  }

  static let malformed = Refusal("400 Bad Request", "This request is not one of HTTP/1.1.")
  static let target = Refusal(
    "400 Bad Request", "This address has bytes that no link of these pages has.")
  static let body = Refusal("413 Content Too Large", "Nothing can be sent to these pages.")
  static let longLine = Refusal("414 URI Too Long", "This address is too long.")
  static let longHead = Refusal(
    "431 Request Header Fields Too Large",
    "The browser sends too much with its request. Delete the cookies of 127.0.0.1 and try again.")
  static let slow = Refusal("408 Request Timeout", "The request did not arrive in time.")
  static let method = Refusal(
    "405 Method Not Allowed", "These pages can only be read.", field: "Allow: GET, HEAD\r\n")
  static let version = Refusal("505 HTTP Version Not Supported", "Only HTTP/1.1 is spoken here.")
  static let host = Refusal(
    "421 Misdirected Request",
    "These pages stand only under the address that health-journal browse printed.")
  static let foreignPage = Refusal(
    "403 Forbidden",
    "Another page sent you here, which these pages do not permit. "
      + "Type or paste the address instead.")
  static let noCookie = Refusal(
    "403 Forbidden",
    "These pages open only in the browser that first opened the address that health-journal "
      + "browse printed; that address is good once. To get a new one, end health-journal browse "
      + "with Ctrl-C and start it again.")

  /// The whole answer, after which the connection ends.
  var answer: [UInt8] {
    let text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      <title>\(status)</title></head>
      <body><main><h1>\(status)</h1><p>\(words)</p></main></body></html>

      """
    return AnswerHead(status: status, length: text.utf8.count, fields: field, isLast: true).bytes
      + Array(text.utf8)
  }
}

/// The head of an answer, with all that tells a browser to keep a page to itself.
struct AnswerHead {
  var status: String
  var length: Int
  /// More fields, each with its end of line.
  var fields = ""
  var isLast = false
  /// The styles and scripts that a page may use; `default-src 'none'` holds for the rest.
  var sources = ""

  var bytes: [UInt8] {
    Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(length)\r
      Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      X-Frame-Options: DENY\r
      X-Content-Type-Options: nosniff\r
      Cross-Origin-Resource-Policy: same-origin\r
      Cross-Origin-Opener-Policy: same-origin\r
      Content-Security-Policy: default-src 'none'; \(sources)connect-src 'none'; \
      form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r
      \(fields)\(isLast ? "Connection: close\r\n" : "")\r

      """.utf8)
  }
}
