import HealthEvents
import HealthExport
public import HealthModel
import HealthReport
import HealthTables
import HealthViews
import Journal

/// Any view as its command has it, for what no typed method gives: `daily --explain`, `clocks`,
/// `rings`, `export`, `diff`.
extension HealthStore {
  /// The options of a view by their names, as on the command line without the dashes; an option
  /// without a value has the value `true`. An option that may be given several times may occur here
  /// several times.
  public typealias ViewOptions = KeyValuePairs<String, String>

  /// The names of the views, in the order of help.
  public static var viewNames: [String] { Views.all.map(\.name) }

  /// The names of the formats that `export` can write.
  public static var exportFormats: [String] { Format.names }

  /// Returns the rows of a view.
  ///
  ///     let months = try await store.view(
  ///       "statistics", options: ["type": "stepCount", "every": "month", "from": "2026-01-01"])
  ///     months[0, "sum"]   // .number(240811)
  ///
  /// - Parameters:
  ///   - name: the view, such as `daily`.
  ///   - options: the options of its command: `as-of`, `columns`, `sort` and `limit` too.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`: `.invalidArgument` if there is no such view or option, or a value
  ///   makes no sense.
  public func view(
    _ name: String, options: ViewOptions = [:], as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try answering { try ViewRows(table(name, options, reader)) }
  }

  /// Writes a view as text in a format, some 64 KiB at a time.
  ///
  ///     var csv: [UInt8] = []
  ///     try await store.export("daily", options: ["type": "stepCount"], as: "csv") { csv += $0 }
  ///
  /// - Parameters:
  ///   - name: the view, by the name of its command.
  ///   - options: the same as for `view`.
  ///   - format: one of `exportFormats`.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  ///   - body: receives the bytes.
  /// - Returns: the number of rows.
  /// - Throws: the errors of `view`; the errors of `body`, as a `StoreError` of `.system` if they
  ///   are none.
  @discardableResult
  public func export(
    _ name: String, options: ViewOptions = [:], as format: String,
    reader: String = EventActor.owner, to body: ([UInt8]) throws -> Void
  ) throws(StoreError) -> Int {
    try answering {
      guard let known = Format(name: format) else {
        throw OptionProblem(
          "no format '\(format)'; use one of \(Format.names.joined(separator: ", "))")
      }
      let table = try table(name, options, reader)
      return try withoutActuallyEscaping(body) { body in
        var sink = ClosureSink(body: body)
        return try known.write(table, to: &sink)
      }
    }
  }

  /// Returns the figures of views that differ between two moments, and the lines that changed them.
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
      let difference = try journal.difference(
        of: views, between: (first, last), all, askedAt: asked)
      return try ViewRows(difference.cells)
    }
  }

  /// The length of a chart's bins.
  public enum ChartStep: String, Hashable, Sendable, CaseIterable {
    /// Days.
    case day
    /// Hours of the clocks.
    case hour
    /// Parts of equal length.
    case none
  }

  /// Returns the bins of a type's chart: sums for a type that adds up, otherwise least, average and
  /// greatest values, and for a category the time of each value.
  ///
  ///     let day = try await store.chart(of: .heartRate, from: morning, to: evening, by: .hour)
  ///
  /// - Parameters:
  ///   - type: a quantity or category type.
  ///   - from: the beginning of the window; nil: the first sample.
  ///   - to: the end of the window; nil: the last sample.
  ///   - step: the length of a bin.
  ///   - parts: the number of bins without a step.
  ///   - unit: the unit of the figures; nil: the preferred one, or else that of the samples.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: the rows of `chart`; none if there is no sample.
  /// - Throws: a `StoreError` if the unit does not fit, `reader` never asked for the type, or
  ///   there are too many bins.
  public func chart(
    of type: TypeIdentifier, from: Instant? = nil, to: Instant? = nil,
    by step: ChartStep = .none, parts: Int = 60, unit: Unit? = nil,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try answering {
      var query = ViewQuery()
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

  /// Creates a request for the present journal, or for its state at the moment that `as-of` names.
  func request(_ values: OptionValues, as reader: String) throws -> ViewRequest {
    guard values.has(.asOf) else {
      return ViewRequest(try replayed(by: reader), values, now: clock, asked: asked)
    }
    var options = Journal.ReadOptions()
    options.asked = asked
    return try journal.read(values, options)
  }

  // A page for people.

  /// The names of a report's sections, in the order of the page.
  public static var reportSections: [String] { Report.sectionNames }

  /// Returns a page about some days for a doctor, a coach or oneself: one file of HTML in UTF-8,
  /// which loads nothing. The chain of all lines is verified. The same lines and options give the
  /// same bytes, the same as from the command `report`.
  ///
  ///     let page = try await store.report(options: ["period": "2026-03", "language": "de"])
  ///     try page.map { try Data($0).write(to: file) }
  ///
  /// - Parameters:
  ///   - options: the options of the command, by their names: `from`, `to`, `on`, `last`,
  ///     `period` (also `month` or `year`, up to the newest data), `sections` (see
  ///     `reportSections`), `language` (`en`, `de` or `es`), `name` (of the person), `time-zone`,
  ///     `as-of`; none: the year that ends with the newest sample or workout.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: the bytes; nil if there is no sample and no workout.
  /// - Throws: a `StoreError`: `.invalidArgument` if there is no such option, a value makes no
  ///   sense, or the journal has never heard of the reader; as reading if a line was changed.
  public func report(
    options: ViewOptions = [:], as reader: String = EventActor.owner
  ) throws(StoreError) -> [UInt8]? {
    try answering {
      let values = try OptionValues(
        options, of: "report", among: Report.options + [.asOf],
        as: reader == EventActor.owner ? nil : reader, rules: .window)
      var options = Journal.ReadOptions()
      options.asked = asked
      options.verifiesChain = true
      var request = try journal.read(values, options)
      return try Report.made(for: &request, version: ProgramVersion.number)?.bytes
    }
  }
}

/// A sink that hands its bytes on.
private struct ClosureSink: TextSink {
  let body: ([UInt8]) throws -> Void

  mutating func write(_ bytes: [UInt8]) throws { try body(bytes) }
}

extension Views {
  fileprivate static func view(named name: String) throws(OptionProblem) -> View {
    try all.one(named: name, "view", by: \.name)
  }
}

extension View {
  /// Returns the values of options that a program gives.
  fileprivate func values(
    _ given: HealthStore.ViewOptions, _ reader: String
  ) throws(OptionProblem) -> OptionValues {
    try OptionValues(
      given, of: name, among: options + [.asOf, .columns], as: reader, rules: rules)
  }
}

extension OptionValues {
  /// Reads the values of options that a program gives.
  ///
  /// - Parameters:
  ///   - command: the command with these options.
  ///   - known: the options of the command.
  ///   - reader: the reader; nil: the owner.
  ///   - rules: the rules for combining them.
  init(
    _ given: HealthStore.ViewOptions, of command: String, among known: [Option],
    as reader: String?, rules: [OptionRule]
  ) throws(OptionProblem) {
    self.init()
    for (name, value) in given {
      guard let option = known.named(name) else {
        throw OptionProblem("\(command) has no option '\(name)'")
      }
      guard option.isRepeatable || !has(option) else {
        throw OptionProblem("'\(name)' is given twice")
      }
      if option.value == nil {
        guard let isOn = Bool(value) else {
          throw OptionProblem("'\(name)' takes true or false, not '\(value)'")
        }
        if isOn { add("", to: option.name) }
      } else {
        add(value, to: option.name)
      }
    }
    if let reader { add(reader, to: Option.reader.name) }
    try rules.check(self)
  }
}

/// The rows of a view: what its command prints, as values.
public struct ViewRows: Hashable, Sendable {
  /// A column of the rows: its name and the kind of its values.
  public struct Field: Hashable, Sendable {
    /// The kind of most of its values.
    public enum Kind: Hashable, Sendable {
      /// Words, identifiers, flags.
      case text
      /// Numbers.
      case number
      /// Seconds.
      case duration
      /// Moments and days.
      case time
      /// Lists of small objects.
      case list
    }

    /// Its name, which is part of the contract: `totalTime`.
    public let name: String
    /// The kind of most of its values.
    public let kind: Kind
    /// The unit of all its numbers; nil where that is a field of its own, or there is none.
    public let unit: String?
  }

  /// A value of a row.
  public enum Value: Hashable, Sendable {
    /// There is none. Never 0: a day without data is not a day without steps.
    case missing
    /// Text, an identifier or a JSON object too.
    case text(String)
    /// A number.
    case number(Double)
    /// A number without fraction.
    case whole(Int)
    /// A moment, with the offset of the clock there.
    case time(Timestamp)
    /// A day.
    case day(CivilDate)
    /// A Boolean value.
    case flag(Bool)
    /// Names, as of sources or fields.
    case names([String])
    /// Small objects.
    case list([[String: Value]])
  }

  /// The columns, in order.
  public let fields: [Field]
  /// The rows; each has a value for each field.
  public let rows: [[Value]]

  /// The value of a field in a row; nil if there is no such field or row.
  ///
  ///     let nights = try await store.view("sleep", options: ["from": "2026-03-01"])
  ///     nights[0, "asleep"]   // .number(26520)
  public subscript(row: Int, field: String) -> Value? {
    guard rows.indices.contains(row), let index = fields.firstIndex(where: { $0.name == field })
    else { return nil }
    return rows[row][index]
  }
}

extension ViewRows {
  init(_ table: Table) throws {
    fields = table.columns.map { Field(name: $0.field, kind: Field.Kind($0.kind), unit: $0.unit) }
    var rows: [[Value]] = []
    try table.forEachRow { rows.append($0.map { Value($0) }) }
    self.rows = rows
  }
}

extension ViewRows.Field.Kind {
  fileprivate init(_ kind: Column.Kind) {
    switch kind {
    case .text, .drawing: self = .text
    case .number, .count, .quantity, .exactQuantity, .statedQuantity, .difference,
      .poolLength, .distance, .pace, .share:
      self = .number
    case .duration, .hours: self = .duration
    case .time: self = .time
    case .list: self = .list
    }
  }
}

extension ViewRows.Value {
  fileprivate init(_ cell: Cell) {
    switch cell.finite {
    case .missing: self = .missing
    case .text(let text), .identifier(let text), .json(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .whole(let number): self = .whole(number)
    case .time(let time): self = .time(time)
    case .day(let day): self = .day(day)
    case .flag(let flag): self = .flag(flag)
    case .names(let names): self = .names(names)
    case .list(let list):
      self = .list(
        list.map { members in
          Dictionary(members.map { ($0.0, Self($0.1)) }) { first, _ in first }
        })
    }
  }
}
