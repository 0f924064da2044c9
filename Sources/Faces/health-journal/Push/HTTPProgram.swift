import ByteTools

/// A request that posts bytes.
struct PostRequest {
  var target: PushTarget
  var headers: [(name: String, value: String)]
  /// Seconds that the whole exchange may take.
  var timeout: Double
  var body: [UInt8]
}

/// The outcome of a request.
enum PostOutcome {
  /// An answer of the other side.
  case answered(PostAnswer)
  /// Nothing came back; whether the other side has the request cannot be known.
  case noAnswer(String)
  /// An answer that is not HTTP. The other side may have the request; its identity is unknown.
  case foreign(String)
  /// The other side did not show who it is. No byte of the request was sent.
  case untrusted(String)
  /// The request is not valid. Nothing was sent, and trying again does not help.
  case unreadable(String)
}

/// An answer, as far as it matters.
struct PostAnswer {
  /// The status code of HTTP.
  var status: Int
  /// The number of seconds to wait before the next request, if the answer states it.
  var retryAfter: Int?
  /// The address that the answer refers to.
  var location: String?
  /// The beginning of its text. Untrusted.
  var text: String
}

/// The program in the same folder that speaks HTTP and TLS. It is a process of its own because it
/// needs Foundation, which alone loads longer than most commands here run.
enum HTTPProgram {
  static let name = "health-journal-http"

  /// Returns the path of the program.
  static func path() throws(Failure) -> String {
    try OwnProgram.path(of: name, which: "makes the requests")
  }

  /// The environment variables that the program gets: proxies and libraries.
  private static let variables = [
    "PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR", "http_proxy", "https_proxy", "HTTPS_PROXY",
    "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  /// Makes a request and waits for its answer.
  ///
  /// - Throws: a `Failure` where the program is missing or breaks off.
  static func post(_ request: PostRequest) throws -> PostOutcome {
    // A program that ends early shall fail the write, not end this process.
    signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, SIG_DFL) }
    let child = try ChildProcess(
      try path(), [name], environment: environment(isLoopback: request.target.isLoopback))
    let answer = try child.exchange(framed(request))
    guard let tape = try? JSONTape(answer.rawBytes),
      let outcome = outcome(JSONView(tape, answer.rawBytes))
    else {
      throw Failure(
        code: .system,
        message: "\(name) broke off; whether the rows have arrived is not known. Push again")
    }
    return outcome
  }

  /// Returns one line of JSON, then the body.
  private static func framed(_ request: PostRequest) -> [UInt8] {
    let json = JSONWriter.objectBytes { json in
      json.member("url", request.target.text)
      json.array("headers", request.headers) { json, header in
        json.array([header.name, header.value]) { $0.string($1) }
      }
      json.member("timeout", request.timeout)
    }
    return json + [UInt8(ascii: "\n")] + request.body
  }

  private static func outcome(_ value: JSONView) -> PostOutcome? {
    if let status = value.whole("status").flatMap({ Int(exactly: $0) }) {
      let wait = value.whole("retryAfter").flatMap { Int(exactly: $0) }
      let answer = PostAnswer(
        status: status, retryAfter: wait, location: value.text("location"),
        text: value.text("text") ?? "")
      return .answered(answer)
    }
    if let reason = value.text("foreign") { return .foreign(reason) }
    if let reason = value.text("untrusted") { return .untrusted(reason) }
    if let reason = value.text("unreadable") { return .unreadable(reason) }
    return value.text("noAnswer").map { .noAnswer($0) }
  }

  private static func environment(isLoopback: Bool) -> [String] {
    var known = variables.compactMap { name in
      Environment.variable(name).map { (name, $0) }
    }
    if isLoopback {
      // A request to this machine goes through no proxy.
      known.removeAll { $0.0.lowercased() == "no_proxy" }
      known.append(("no_proxy", "*"))
    }
    return known.map { "\($0.0)=\($0.1)" }
  }
}
