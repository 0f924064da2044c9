import ByteTools
import JournalFile

/// A message of a client, a line of JSON-RPC 2.0: a request, or a notification, which has no id.
struct MCPMessage {
  /// By which its answer is known: text or a number, as the client wrote it, since a number may
  /// have more digits than a double; nil: no answer is wanted.
  let id: [UInt8]?
  /// What is asked for.
  let method: String
  /// With what.
  let parameters: JSONValue

  /// Reads a line.
  ///
  /// - Throws: `MCPProblem`: it is no JSON, or no request.
  init(_ line: RawSpan) throws(MCPProblem) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: line)
    } catch {
      throw MCPProblem(.parse, "the line is no JSON")
    }
    guard case .object = value, value["jsonrpc"] == .string("2.0"),
      case .string(let method)? = value["method"]
    else { throw MCPProblem(.request, "a line is one request or notification of JSON-RPC 2.0") }
    switch value["id"] {
    case nil: id = nil
    case .string?, .number?:
      var bytes: [UInt8] = []
      bytes.append(terminalJSON: line.extracting(CommandCodec.identifier(in: line)))
      id = bytes
    default: throw MCPProblem(.request, "an id is text or a number")
    }
    self.method = method
    parameters = value["params"] ?? .object([])
  }

  /// The revision of the protocol that it is written in, where it says so itself, as all do since
  /// 2026-07-28.
  var revision: String? {
    guard case .string(let text)? = meta("protocolVersion") else { return nil }
    return text
  }

  /// What the client can do, where it says so itself.
  var clientCapabilities: JSONValue? { meta("clientCapabilities") }

  private func meta(_ name: String) -> JSONValue? {
    parameters["_meta"]?["io.modelcontextprotocol/" + name]
  }

  /// A text among the parameters.
  ///
  /// - Throws: `MCPProblem` where it is not there.
  func text(_ name: String) throws(MCPProblem) -> String {
    guard case .string(let text)? = parameters[name] else {
      throw MCPProblem(.parameters, "\(method) takes the text '\(name)'")
    }
    return text
  }
}

/// Why a request has no result.
struct MCPProblem: Error, Hashable, Sendable {
  /// The codes of JSON-RPC 2.0, and that of the protocol.
  enum Code: Int, Sendable {
    case parse = -32700
    case request = -32600
    case method = -32601
    case parameters = -32602
    case `internal` = -32603
    case revision = -32022
  }

  let code: Code
  /// One sentence.
  let message: String
  /// The revision that was asked for, where this program does not support it.
  var requested: String?

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
