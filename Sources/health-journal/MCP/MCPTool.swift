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

  /// Writes it as the protocol has it.
  func describe(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("description", description)
      writer.key("inputSchema")
      writer.object { writer in
        writer.member("type", "object")
        writer.key("properties")
        writer.object { writer in
          for option in options {
            writer.key(option.name)
            Self.schema(of: option, &writer)
          }
        }
        if !required.isEmpty {
          writer.key("required")
          writer.array(required) { $0.string($1) }
        }
        writer.member("additionalProperties", false)
      }
      writer.key("outputSchema")
      writer.bytes += Self.outputSchema.utf8
      writer.key("annotations")
      writer.object { writer in
        writer.member("readOnlyHint", true)
        writer.member("openWorldHint", false)
      }
    }
  }

  private static func schema(of option: Option, _ writer: inout JSONWriter) {
    writer.object { writer in
      if option.name == Option.limit.name {
        writer.member("type", "integer")
        writer.member("minimum", UInt64(1))
        writer.member("maximum", UInt64(MCPCall.mostRows))
        writer.member("default", UInt64(MCPCall.usualRows))
      } else if option.value == nil {
        writer.member("type", "boolean")
      } else if option.isRepeatable {
        writer.key("type")
        writer.array(["string", "array"]) { $0.string($1) }
        writer.key("items")
        writer.object { $0.member("type", "string") }
      } else {
        writer.member("type", "string")
      }
      if !option.choices.isEmpty, !option.isRepeatable {
        writer.key("enum")
        writer.array(option.choices) { $0.string($1) }
      }
      writer.member("description", option.help)
    }
  }

  /// What every answer holds; rows differ from view to view.
  private static let outputSchema = """
    {"type":"object","properties":{"rows":{"type":"array","items":{"type":"object"}},\
    "count":{"type":"integer","description":"of all rows, shown or not"},"truncated":{"type":"boolean"},\
    "note":{"type":"string"},"units":{"type":"object"},"next":{"type":"integer"},\
    "after":{"type":"string"},"journal":{"type":"string"},"seq":{"type":"integer"},"chain":{"type":"string"},\
    "timeZone":{"type":"string"},"reader":{"type":"string"},"rules":{"type":"integer"},\
    "lines":{"type":"array","items":{"type":"object"}},"limits":{"type":"object"}},\
    "required":["rows","count","truncated","seq","chain","lines","limits"]}
    """
}
