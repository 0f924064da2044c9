import ByteTools
import HealthModel
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
    try journal.read(reading(values))
  }

  /// The values, and the source that reads.
  func reading(_ values: OptionValues) -> OptionValues {
    var values = values
    if let source { values.add(source, to: Option.reader.name) }
    return values
  }
}

/// A call of a tool.
struct MCPCall {
  /// As many rows are shown where nothing is asked for.
  static let usualRows = 100
  /// At most as many can be asked for.
  static let mostRows = 500

  /// What the arguments say, and the tool itself.
  private(set) var values: OptionValues
  /// At most how many rows are shown.
  let limit: Int
  let reader: MCPReader
  /// How what the program says is said to an assistant.
  let words: MCPWords
  /// The types that the reader never asked for, and about which nothing is answered.
  private(set) var leftOut: [String] = []

  /// Takes the arguments as the options of a command.
  ///
  /// - Throws: `OptionProblem`.
  init(
    _ arguments: JSONValue?, of tool: MCPTool, _ reader: MCPReader, in words: MCPWords
  ) throws(OptionProblem) {
    self.words = words
    var values = OptionValues()
    for (name, value) in tool.fixed { values.add(value, to: name) }
    switch arguments {
    case nil, .null?: break
    case .object(let members)?:
      for member in members { try MCPArgument(member, of: tool).add(to: &values) }
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

  /// Reads the journal for the call. Types that the reader never asked for are left out, as long as
  /// it asks for others too.
  ///
  /// - Parameter namesTypes: whether `type` names object types.
  mutating func read(namingTypes namesTypes: Bool) throws -> ViewRequest {
    let request = try reader.read(values)
    guard namesTypes, let types = try Inputs.types(values) else { return request }
    let kept = types.filter { request.tables.isDetermined($0) }
    guard kept.count < types.count, !kept.isEmpty else { return request }
    leaveOut(types.filter { !kept.contains($0) })
    values = values.without(.type)
    for type in kept { values.add(type, to: Option.type.name) }
    return request.with(reader.reading(values))
  }

  /// Notes that nothing is answered about some types.
  mutating func leaveOut(_ types: [String]) {
    for type in types where !leftOut.contains(type) { leftOut.append(type) }
  }

  /// What is said of the types that are left out; nil: there are none.
  var noteOnLeftOut: String? {
    guard let source = reader.source, !leftOut.isEmpty else { return nil }
    let names = leftOut.map { TypeCatalogue.shortName(of: $0) }.joined(separator: ", ")
    return "left out, as \(source) has not asked to read it: \(names)"
  }
}

/// An argument of a call: what models send for an option.
private struct MCPArgument {
  private let option: Option
  private let value: JSONValue

  /// - Throws: `OptionProblem` where the tool takes no such argument.
  init(_ member: JSONMember, of tool: MCPTool) throws(OptionProblem) {
    guard let option = tool.options.first(where: { $0.name == member.key }) else {
      let names = tool.options.map(\.name).joined(separator: ", ")
      throw OptionProblem("\(tool.name) takes no '\(member.key)'; it takes \(names)")
    }
    self.option = option
    value = member.value
  }

  /// Adds what it says; null and an empty text say nothing.
  func add(to values: inout OptionValues) throws(OptionProblem) {
    guard option.value != nil else {
      if try isOn { values.add("", to: option.name) }
      return
    }
    guard case .array(let elements) = value else {
      if let text = try text(of: value) { values.add(text, to: option.name) }
      return
    }
    guard option.isRepeatable || elements.count < 2 else {
      throw OptionProblem("'\(option.name)' takes one value")
    }
    for element in elements {
      if let text = try text(of: element) { values.add(text, to: option.name) }
    }
  }

  /// Whether an option without a value is given: as a boolean or its text.
  private var isOn: Bool {
    get throws(OptionProblem) {
      switch value {
      case .null, .boolean(false), .string(""): return false
      case .boolean(true): return true
      case .string(let text) where ["true", "yes"].contains(text.lowercased()): return true
      case .string(let text) where ["false", "no"].contains(text.lowercased()): return false
      default: throw OptionProblem("'\(option.name)' takes true or false")
      }
    }
  }

  /// A value as text; nil: it says nothing.
  private func text(of value: JSONValue) throws(OptionProblem) -> String? {
    switch value {
    case .null, .string(""): return nil
    case .string(let text): return text
    case .number(let number): return DecimalText.text(number)
    case .boolean(let isOn) where option.choices.contains("yes"): return isOn ? "yes" : "no"
    default:
      throw OptionProblem(
        "'\(option.name)' takes text" + (option.isRepeatable ? ", or several" : ""))
    }
  }
}
