import HealthExport
public import HealthModel
import HealthProjections
import HealthTables
import Journal
import ViewTables

/// Any view as its command has it, for what no typed method gives: `daily --explain`, `days`,
/// `rings`, `export`, `diff`.
extension HealthStore {
  /// The options of a view by their names, as on the command line without the dashes; an option
  /// without a value has the value `true`. One that may be given several times may stand here
  /// several times.
  public typealias ViewOptions = KeyValuePairs<String, String>

  /// The names of the views, in the order of help.
  public static var viewNames: [String] { Views.all.map(\.name) }

  /// The formats of `export`.
  public static var exportFormats: [String] { Format.names }

  /// The rows of a view.
  ///
  ///     let months = try await store.view(
  ///       "statistics", options: ["type": "stepCount", "every": "month", "from": "2026-01-01"])
  ///     months[0, "sum"]   // .number(240811)
  ///
  /// - Parameters:
  ///   - name: the view, as `daily`.
  ///   - options: those of its command: `as-of`, `columns`, `sort` and `limit` too.
  ///   - reader: who reads: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`: `.invalidArgument` where there is no such view or option, or a value
  ///   makes no sense.
  public func view(
    _ name: String, options: ViewOptions = [:], as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try answering { try ViewRows(table(name, options, reader)) }
  }

  /// A view as text in a format, some 64 KiB at a time.
  ///
  ///     var csv: [UInt8] = []
  ///     try await store.export("daily", options: ["type": "stepCount"], as: "csv") { csv += $0 }
  ///
  /// - Parameters:
  ///   - name: the view, by the name of its command.
  ///   - options: as for `view`.
  ///   - format: one of `exportFormats`.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  ///   - body: takes the bytes.
  /// - Returns: how many rows there were.
  /// - Throws: as `view`; what `body` throws, as a `StoreError` of `.system` where it is none.
  @discardableResult
  public func export(
    _ name: String, options: ViewOptions = [:], as format: String,
    reader: String = EventActor.owner, to body: ([UInt8]) throws -> Void
  ) throws(StoreError) -> Int {
    try answering {
      guard let known = Format(name: format) else {
        throw OptionProblem(
          "no format '\(format)'; there are \(Format.names.joined(separator: ", "))")
      }
      let table = try table(name, options, reader)
      return try withoutActuallyEscaping(body) { body in
        var sink = ClosureSink(body: body)
        return try known.write(table, to: &sink)
      }
    }
  }

  /// Which figures of views differ between two moments, and which lines made them differ.
  ///
  ///     let changes = try await store.difference(from: "2026-04-01", to: "now", of: ["daily"])
  ///
  /// - Parameters:
  ///   - first: a line or a time, the earlier one.
  ///   - last: a line or a time.
  ///   - names: the views; none: those that `diff` compares.
  ///   - options: theirs.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: a row for each value that differs.
  /// - Throws: as `view`.
  public func difference(
    from first: String, to last: String, of names: [String] = [], options: ViewOptions = [:],
    as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try answering {
      let views =
        try names.isEmpty
        ? Views.all.filter(\.isComparedByDefault) : names.map { try Views.view(named: $0) }
      var all = OptionValues()
      for view in views { all = try view.values(options, reader) }
      let difference = try journal.difference(of: views, between: (first, last), all)
      return try ViewRows(difference.cells)
    }
  }

  /// How a chart is cut into bins.
  public enum ChartStep: String, Hashable, Sendable, CaseIterable {
    /// Days.
    case day
    /// Hours of the clocks.
    case hour
    /// Parts of equal length.
    case none
  }

  /// The bins of a type's chart: sums of what adds up, else least, average and greatest values, of
  /// a category the time of each value.
  ///
  ///     let day = try await store.chart(of: .heartRate, from: morning, to: evening, by: .hour)
  ///
  /// - Parameters:
  ///   - type: a quantity or category type.
  ///   - from: where the window begins; nil: with the first sample.
  ///   - to: where it ends; nil: with the last sample.
  ///   - step: how long a bin is.
  ///   - parts: how many bins there are without a step.
  ///   - unit: the unit of the figures; nil: the preferred one, else the one that the samples have.
  ///   - reader: who reads: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: the rows of `chart`; none where there is no sample.
  /// - Throws: a `StoreError` where the unit does not fit, `reader` never asked for the type, or
  ///   there are too many bins.
  public func chart(
    of type: TypeIdentifier, from: Instant? = nil, to: Instant? = nil,
    by step: ChartStep = .none, parts: Int = 60, unit: Unit? = nil,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try answering {
      var query = HealthProjections.Query()
      query.from = from
      query.to = to
      query.unit = unit
      let chart = try ChartView.chart(
        of: type.rawValue, try replayed(by: reader), in: ViewContext(query),
        step: ChartView.Step(rawValue: step.rawValue) ?? .none, parts: max(1, parts))
      guard let chart else { return try ViewRows(Table(columns: [], rows: [])) }
      return try ViewRows(chart.table)
    }
  }

  private func table(_ name: String, _ options: ViewOptions, _ reader: String) throws -> Table {
    let view = try Views.view(named: name)
    let values = try view.values(options, reader)
    var request = try request(values, as: reader)
    return try view.table(&request).arranged(by: values)
  }

  /// A request of the journal as it stands, or as it stood at the moment that `as-of` names.
  func request(_ values: OptionValues, as reader: String) throws -> ViewRequest {
    values.has(.asOf)
      ? try journal.read(values) : ViewRequest(try replayed(by: reader), values, now: clock)
  }
}

/// A sink that hands its bytes on.
private struct ClosureSink: TextSink {
  let body: ([UInt8]) throws -> Void

  mutating func write(_ bytes: [UInt8]) throws { try body(bytes) }
}

extension Views {
  /// The view of a name.
  fileprivate static func view(named name: String) throws(OptionProblem) -> View {
    try all.one(named: name, "view", by: \.name)
  }
}

extension View {
  /// The values of options that a program gives.
  fileprivate func values(
    _ given: HealthStore.ViewOptions, _ reader: String
  ) throws(OptionProblem) -> OptionValues {
    try OptionValues(
      given, of: name, among: options + [.asOf, .columns], as: reader, rules: rules)
  }
}

extension OptionValues {
  /// The values of options that a program gives.
  ///
  /// - Parameters:
  ///   - command: whose options they are.
  ///   - known: those that it has.
  ///   - reader: who reads; nil: the owner.
  ///   - rules: which of them go together.
  init(
    _ given: HealthStore.ViewOptions, of command: String, among known: [Option],
    as reader: String?, rules: [OptionRule]
  ) throws(OptionProblem) {
    self.init()
    for (name, value) in given {
      guard let option = known.first(where: { $0.name == name }) else {
        throw OptionProblem("\(command) has no option '\(name)'")
      }
      guard option.isRepeatable || !has(option) else {
        throw OptionProblem("'\(name)' is given twice")
      }
      if option.value == nil {
        guard let isOn = Bool(value) else {
          throw OptionProblem("'\(name)' takes true or false, not '\(value)'")
        }
        if isOn { add("", to: name) }
      } else {
        add(value, to: name)
      }
    }
    if let reader { add(reader, to: Option.reader.name) }
    try rules.check(self)
  }
}
