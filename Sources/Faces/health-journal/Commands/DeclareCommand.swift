import HealthEvents
import HealthModel
import HealthViews
import Journal

/// `declare`: a type that HealthKit does not have.
struct DeclareCommand: CommandOptions {
  var unit: Unit?
  var aggregation: AggregationStyle?
  var title: String?
  var values: [DeclaredType.Value]?

  static let unit = Option("unit", "UNIT", "the unit of its figures, for a quantity, such as ms")
  static let aggregation = Option(
    "aggregation", "STYLE", "how its samples add up, for a quantity",
    choices: AggregationStyle.allCases.map(\.name))
  static let values = Option(
    "values", "WORD=NUMBER,…", "its values, for a category; empty: any numbers")
  static let title = Option("title", "TEXT", "its title for people")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .shared(.wait), .shared(.answer),
    .value(\.unit, unit) { input, option in try input.values[option].map { try Inputs.unit($0) } },
    .value(\.aggregation, aggregation) { input, option in
      try input.values[option].map {
        try AggregationStyle.allCases.one(named: $0, option.name, by: \.name)
      }
    },
    .value(\.values, values) { input, option in try input.values[option].map(Self.read) },
    .value(\.title, title) { $0.values[$1] }, .shared(.clockIsRight),
  ]
  static let rules: [OptionRule] = [
    .atLeastOne(
      of: [unit, values],
      saying: "--unit missing, as --unit ms, for a quantity; or --values, for a category"),
    .excludes(values, [unit, aggregation]),
  ]

  static let page = command(
    name: "declare", group: .append, summary: "declare a type that HealthKit does not have",
    words: "IDENTIFIER", count: 1...1, missing: "IDENTIFIER",
    details: """
      Declares a type of your own or of another maker. IDENTIFIER is a reversed domain: two or more
      parts with dots between them, of letters, digits, `_` and `-`. After that you can save, read
      and authorize the type by its identifier, and every view shows it. `types` lists it.

        --unit         of a quantity: the unit of its figures. Samples can have any unit of the same
                       dimension; views convert them.
        --aggregation  of a quantity: cumulative (samples add up), discreteArithmetic (a plain
                       average), discreteTemporallyWeighted (an average over time) or
                       discreteEquivalentContinuousLevel (of sound)
        --values       of a category: its words and their numbers

      A declaration is an event and stays: earlier figures used its unit and its aggregation. The
      same declaration again changes nothing. Another one of the same identifier is refused with
      exit code 4; choose another identifier. Only the owner declares types.

      Examples

        health-journal declare org.example.sweat.rate --unit L/hr --aggregation discreteArithmetic \\
          --title 'Sweat rate'
        health-journal save org.example.sweat.rate 0.8 L/hr
        health-journal declare org.example.ache --values none=0,some=1,strong=2 --title 'Ache'

      Fields

        one object: seq
      """
  ) { options, arguments, console in
    let type = DeclaredType(
      arguments.words[0], kind: options.values == nil ? .quantity : .category,
      unit: options.unit?.description, aggregation: options.aggregation,
      title: options.title ?? arguments.words[0], values: options.values ?? [])
    return try Writing.run(arguments, &console) { writing, console in
      try writing.perform(.declare(type), &console) {
        "\(type.identifier) is declared in line \($0.sequence)"
      }
    }
  }

  /// Reads `none=0,some=1`.
  private static func read(_ text: String) throws(Failure) -> [DeclaredType.Value] {
    var values: [DeclaredType.Value] = []
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let code = Int(parts[1]) else {
        throw .usage("--values takes WORD=NUMBER,…, not '\(text)'")
      }
      values.append(DeclaredType.Value(name: String(parts[0]), code: code))
    }
    return values
  }
}
