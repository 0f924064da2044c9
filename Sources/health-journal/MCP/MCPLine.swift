import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthProjections
import Journal
import JournalFile

/// A line of the journal as a resource: `journal://line/12`.
struct MCPLine {
  /// How clients find such resources.
  struct Template {
    /// Writes it as the protocol has it.
    func describe(_ writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("uriTemplate", MCPLine.scheme + "{seq}")
        writer.member("name", "line")
        writer.member("title", "A line of the journal")
        writer.member(
          "description", "What one event said when it was recorded; answers of tools name its seq.")
        writer.member("mimeType", MCPLine.mediaType)
      }
    }
  }

  static let template = Template()
  private static let scheme = "journal://line/"
  private static let mediaType = "application/json"

  private let uri: String
  private let sequence: UInt64

  /// The line that a URI names.
  ///
  /// - Throws: `MCPProblem` where it names none.
  init(_ uri: String) throws(MCPProblem) {
    guard uri.hasPrefix(Self.scheme), let number = UInt64(uri.dropFirst(Self.scheme.count)),
      number > 0
    else { throw MCPProblem(.parameters, "no resource '\(uri)'; there is \(Self.scheme)SEQ") }
    self.uri = uri
    sequence = number
  }

  /// What the line says to the reader.
  ///
  /// - Throws: `MCPProblem` where there is no such line, or it says nothing to the reader.
  func result(from reader: MCPReader) throws(MCPProblem) -> MCPResult {
    let line: String?
    do {
      line = try text(from: reader)
    } catch {
      throw MCPProblem(.internal, Failure(error).message)
    }
    guard let line else {
      throw MCPProblem(.parameters, "no line \(sequence), or nothing in it that may be read here")
    }
    let text = String(decoding: MCPResult.shown(Array(line.utf8)), as: UTF8.self)
    return MCPResult(freshFor: 0, isPublic: false) { [uri] writer in
      writer.key("contents")
      writer.array([text]) { writer, text in
        writer.object { writer in
          writer.member("uri", uri)
          writer.member("mimeType", Self.mediaType)
          writer.member("text", text)
        }
      }
    }
  }

  /// For the owner all of the line; for a source what it may see of it.
  private func text(from reader: MCPReader) throws -> String? {
    let journal = try reader.read()
    guard reader.source == nil else { return try journal.entry(sequence).map { Self.text(of: $0) } }
    return try journal.line(sequence)
  }

  private static func text(of entry: Entry) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("seq", entry.sequence)
      writer.member("at", Timestamp(instant: entry.at, offsetMinutes: 0).description)
      if let by = entry.by { writer.member("by", by) }
      writer.member("event", entry.kind.name)
      guard case .save(let save)? = entry.event else { return }
      writer.key("objects")
      writer.array(save.objects) { $0.bytes += ObjectText.bytes($1) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
