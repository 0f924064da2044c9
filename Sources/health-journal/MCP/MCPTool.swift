import ByteTools
import HealthProjections

/// A tool that an assistant can call: what it takes, and how it answers.
struct MCPTool: Sendable {
  let name: String
  /// What it shows, for a model that chooses among tools.
  let description: String
  /// What it takes, by the names of options.
  let options: [Option]
  /// Which of them it does not work without.
  var required: [String] = []
  /// Values that every call has.
  var fixed: [(name: String, value: String)] = []
  /// Which options go together.
  var rules: [OptionRule] = []
  let answer: @Sendable (MCPCall) throws -> MCPAnswer

  /// A tool.
  init(
    _ name: String, _ description: String, options: [Option],
    answer: @escaping @Sendable (MCPCall) throws -> MCPAnswer
  ) {
    self.name = name
    self.description = description
    self.options = options.filter { $0.name != Option.limit.name } + [.limit]
    self.answer = answer
  }

  /// Arguments that the list of tools leaves out, though tools take them: few questions need them.
  static let seldom: [Option] = [.typed, .timeZone, .dayStarts]

  /// Writes it as the protocol has it. It names no schema of answers, as rows differ from view to
  /// view.
  ///
  /// - Parameter shared: the arguments of which the server says once what they mean: the list of
  ///   tools is read before each conversation.
  func describe(_ words: MCPWords, sharing shared: [Option], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("description", words.text(description))
      writer.key("inputSchema")
      writer.object { writer in
        writer.member("type", "object")
        writer.key("properties")
        writer.object { writer in
          for option in options where !Self.seldom.contains(option) {
            writer.key(option.name)
            let note = shared.contains(option) ? nil : words.text(option.help)
            Self.schema(of: option, note, &writer)
          }
        }
        if !required.isEmpty {
          writer.key("required")
          writer.array(required) { $0.string($1) }
        }
      }
      writer.key("annotations")
      writer.object { $0.member("readOnlyHint", true) }
    }
  }

  private static func schema(of option: Option, _ note: String?, _ writer: inout JSONWriter) {
    writer.object { writer in
      if option == .limit {
        writer.member("type", "integer")
      } else if option.value == nil {
        writer.member("type", "boolean")
      } else if option.isRepeatable, option != .type, option != .source {
        writer.key("type")
        writer.array(["string", "array"]) { $0.string($1) }
      } else if !option.choices.isEmpty {
        writer.key("enum")
        writer.array(option.choices) { $0.string($1) }
      } else {
        writer.member("type", "string")
      }
      if let note { writer.member("description", note) }
    }
  }
}
