import ByteTools
import HealthProjections
import Journal
import ViewTables

/// The journal that a server reads again for each request, and the source that it reads as.
struct MCPReader {
  let journal: Journal
  /// The source that reads; nil: the owner, who reads everything.
  let source: String?

  /// What may be read, in a sentence.
  var sentence: String {
    source.map { "What \($0) may read is shown, nothing else." }
      ?? "Everything in the journal may be read."
  }

  /// Reads the journal as it is now, or as the values say.
  func read(_ values: OptionValues = OptionValues()) throws -> ViewRequest {
    var values = values
    if let source { values.add(source, to: Option.reader.name) }
    return try journal.read(values)
  }
}

/// A call of a tool.
struct MCPCall {
  /// As many rows are shown where nothing is asked for.
  static let usualRows = 100
  /// At most as many can be asked for.
  static let mostRows = 500

  /// What the arguments say, and the tool itself.
  let values: OptionValues
  /// At most how many rows are shown.
  let limit: Int
  let reader: MCPReader

  /// Takes the arguments as the options of a command.
  ///
  /// - Throws: `OptionProblem`.
  init(_ arguments: JSONValue?, of tool: MCPTool, _ reader: MCPReader) throws(OptionProblem) {
    var values = OptionValues()
    for (name, value) in tool.fixed { values.add(value, to: name) }
    switch arguments {
    case nil, .null?: break
    case .object(let members)?:
      for member in members { try Self.add(member, of: tool, to: &values) }
    default: throw OptionProblem("arguments are an object")
    }
    if let missing = tool.required.first(where: { !values.has($0) }) {
      throw OptionProblem("\(tool.name) needs '\(missing)'")
    }
    try tool.rules.check(values)
    limit =
      try values.whole(.limit, least: 1, most: Self.mostRows) ?? Self.usualRows
    self.values = values.without(.limit)
    self.reader = reader
  }

  private static func add(
    _ member: JSONMember, of tool: MCPTool, to values: inout OptionValues
  ) throws(OptionProblem) {
    guard let option = tool.options.first(where: { $0.name == member.key }) else {
      let names = tool.options.map(\.name).joined(separator: ", ")
      throw OptionProblem("\(tool.name) takes no '\(member.key)'; it takes \(names)")
    }
    switch member.value {
    case .null: break
    case .boolean(let isOn) where option.value == nil: if isOn { values.add("", to: option.name) }
    case .string(let text) where option.value != nil: values.add(text, to: option.name)
    case .number(let number) where option.value != nil:
      var text: [UInt8] = []
      DecimalText.append(number, to: &text)
      values.add(String(decoding: text, as: UTF8.self), to: option.name)
    case .array(let elements) where option.isRepeatable:
      for element in elements {
        guard case .string(let text) = element else {
          throw OptionProblem("'\(option.name)' takes texts")
        }
        values.add(text, to: option.name)
      }
    default:
      throw OptionProblem(
        "'\(option.name)' takes \(option.value == nil ? "true or false" : "text")")
    }
  }
}
