import ByteTools
import HealthModel
package import HealthViews

/// The columns that people see, and the spelling of their cells. A figure is followed by the unit
/// that its row names, so that the column of units is shown only if someone asks for it.
package struct ReadableColumns {
  package let columns: [Column]
  /// Their indices in a row of the table.
  package let indices: [Int]
  let options: ExportOptions
  /// True if times are shown without seconds.
  var hasShortTimes = false
  /// The index of the cell that holds the type of a row's figures.
  private let typeIndex: Int?
  /// For each column, the index of the cell that holds the unit of its figures.
  private let unitIndices: [Int?]
  /// True for a column whose cells end with that unit, because no column of units is shown.
  private let saysUnit: [Bool]
  /// For each column of units, the first column that has figures in them.
  private let owners: [Column?]
  /// True for a column if all its times show seconds, because one of the measured ones has some.
  private var showsSeconds: [Bool]
  /// True for a column if all its measured times are midnights, such as the bounds of days and
  /// months.
  private var isOfMidnights: [Bool]
  private var last: (question: FigureStyle.Question, style: FigureStyle)?
  /// All styles that were asked for.
  private var styles: [FigureStyle.Question: FigureStyle] = [:]

  package init(_ columns: [Column], _ options: ExportOptions, where isShown: (Column) -> Bool) {
    let units = columns.map(columns.unitIndex)
    let owners = Dictionary(
      units.enumerated().compactMap { column, unit in unit.map { ($0, column) } },
      uniquingKeysWith: { first, _ in first })
    func isSaid(_ unit: Int) -> Bool { columns[unit].rank < .key && owners[unit] != nil }
    indices = columns.indices.filter { index in
      isShown(columns[index]) && (options.showsHiddenColumns || !columns[index].isHidden)
        && !isSaid(index)
    }
    let shown = indices.map { columns[$0] }
    self.columns = shown
    self.options = options
    showsSeconds = indices.map { _ in false }
    isOfMidnights = showsSeconds
    typeIndex = columns.index(of: .type)
    unitIndices = indices.map { units[$0] }
    saysUnit = unitIndices.map { $0.map(isSaid) ?? false }
    self.owners = indices.map { index in owners[index].map { columns[$0] } }
  }

  package var isRight: [Bool] { columns.map(\.kind.isNumeric) }

  // MARK: Headings

  /// The words above the columns, with the unit where all figures of a column have one:
  /// `energy (kcal)`.
  package var headings: [String] {
    mutating get {
      columns.indices.map { index in
        heading(columns[index]) + (unit(of: index).map { " (\($0))" } ?? "")
      }
    }
  }

  /// Returns the words of a column's name; those of a swim include the unit in which it is shown.
  private func heading(_ column: Column) -> String {
    let words = ReadableText.heading(column)
    guard column.kind == .poolLength else { return words }
    let unit = options.units.swimming.description
    let names = ["m": "metres", "yd": "yards", "km": "kilometres", "mi": "miles", "ft": "feet"]
    return words.exchanging("metres", for: names[unit] ?? unit)
  }

  /// Returns the unit of all figures of a column; nil: it has none, or its rows name it.
  package mutating func unit(of index: Int) -> String? {
    let column = columns[index]
    guard let unit = column.unit else { return nil }
    switch column.kind {
    // They show by themselves what they are.
    case .hours, .duration: return nil
    case .time: return options.clock == nil ? unit : nil
    case .pace: return pace(unit).text
    case .quantity, .difference, .exactQuantity, .statedQuantity, .distance:
      return style(unit: unit, type: column.type, column.kind).unit
    case .text, .number, .count, .poolLength, .share, .drawing, .list: return unit
    }
  }

  // MARK: Cells

  /// Looks through the measured rows before any of them is spelled.
  package mutating func study(_ rows: [[Cell]]) {
    for (index, tableIndex) in indices.enumerated() where columns[index].kind != .list {
      let times = rows.compactMap { row in
        if case .time(let time) = row[tableIndex] { onClock(time) } else { nil }
      }
      showsSeconds[index] = times.contains(where: ReadableText.hasSeconds)
      isOfMidnights[index] = times.allSatisfy(Self.isMidnight)
    }
  }

  private static func isMidnight(_ time: Timestamp) -> Bool {
    (time.hour, time.minute, time.second) == (0, 0, 0)
  }

  private func onClock(_ time: Timestamp) -> Timestamp {
    options.clock.map { Timestamp(time.instant, in: $0) } ?? time
  }

  /// Returns the cells of a row as people read them, not yet escaped.
  package mutating func texts(_ row: [Cell]) -> [String] { columns.indices.map { text($0, row) } }

  /// Returns one cell of a row, as people read it.
  package mutating func text(_ index: Int, _ row: [Cell]) -> String {
    let cell = row[indices[index]].finite
    switch cell {
    case .number(let number): return figure(number, index, row) ?? ReadableText.text(cell)
    case .whole(let number):
      // What counts lines and parts is shown as it is.
      guard columns[index].kind != .number else { return String(number) }
      return figure(Double(number), index, row) ?? ReadableText.text(cell)
    case .time(let time): return .written { append(time, of: index, to: &$0) }
    // The statistic of a comparison.
    case .text("dailyAverage"): return "per day"
    case .text(let text):
      return owners[index].map { style(of: $0, unit: text, row).unit } ?? trait(text, row) ?? text
    case .names(let names) where Self.ofTypes.contains(columns[index].field):
      return names.map(Self.plainName).joined(separator: ", ")
    case .names(let names) where Self.ofColumns.contains(columns[index].field):
      return names.map { ReadableText.heading(Column($0)) }.joined(separator: ", ")
    case .missing, .day, .flag, .identifier, .names, .list, .json:
      return ReadableText.text(cell)
    }
  }

  /// Returns the word of a characteristic's value that is spelled as in an export: `female`.
  private func trait(_ text: String, _ row: [Cell]) -> String? {
    guard text.hasPrefix("HK"), let typeIndex, case .identifier(let type) = row[typeIndex],
      case .characteristic(let known)? = TypeCatalogue.find(type)
    else { return nil }
    return known.value(exportName: text)?.name
  }

  /// The fields whose names are short names of types, with or without a figure.
  private static let ofTypes: Set = ["missing", "measuredLater", "members", "types"]

  /// The fields whose names are those of other columns.
  private static let ofColumns: Set = ["notEnough"]

  /// Returns the name of a type in plain words: `Energy eaten 300 kcal`.
  private static func plainName(_ name: String) -> String {
    let type = name.prefix { $0 != " " }
    return TypeCatalogue.name(ofShort: String(type)) + name[type.endIndex...]
  }

  private func append(_ time: Timestamp, of index: Int, to output: inout [UInt8]) {
    let shown = onClock(time)
    if isOfMidnights[index], !options.showsOffsets, Self.isMidnight(shown) {
      shown.date.appendText(to: &output)
    } else {
      ReadableText.append(
        shown, seconds: showsSeconds[index], offset: options.showsOffsets, isShort: hasShortTimes,
        to: &output)
    }
  }

  /// Appends one cell of a row, as people read it and safe for a terminal; returns its width. Most
  /// cells are written in place.
  mutating func appendText(of index: Int, _ row: [Cell], to output: inout [UInt8]) -> Int {
    let start = output.count
    switch row[indices[index]] {
    case .time(let time): append(time, of: index, to: &output)
    case .whole(let number) where columns[index].kind == .number: output.append(whole: number)
    case .text(let text) where owners[index] == nil && !text.hasPrefix("HK"):
      output.append(contentsOf: text.utf8)
    default: output.append(contentsOf: text(index, row).utf8)
    }
    let count = output.count - start
    if output.rawBytes.extracting(start..<output.count).isPrintableASCII { return count }
    let text = MeasuredText(escaping: String(decoding: output[start...], as: UTF8.self))
    output.removeLast(count)
    output.append(contentsOf: text.text.utf8)
    return text.width
  }

  /// Returns a number in the form for the kind of its column; nil: the kind has no form.
  private mutating func figure(_ number: Double, _ index: Int, _ row: [Cell]) -> String? {
    let column = columns[index]
    switch column.kind {
    case .duration: return ReadableText.duration(number)
    case .hours: return ReadableText.hours(number)
    case .pace: return ReadableText.pace(number * pace(column.unit ?? "").factor)
    case .share: return style(unit: "%", type: nil).text(number) + " %"
    case .count: return Self.count(number)
    case .poolLength:
      let length = try? Unit.meter.convert(number, to: options.units.swimming)
      // 25 yd are saved as 22.86 m, whose 0.9144th part is not to the bit 25.
      return length.map { Self.count(($0 * 1e9).rounded() / 1e9) }
    case .quantity, .difference, .distance:
      guard let unit = column.unit ?? rowUnit(index, row) else {
        return ReadableText.grouped(ReadableText.number(number))
      }
      return phrase(number, index, unit, row)
    case .exactQuantity, .statedQuantity:
      return (column.unit ?? rowUnit(index, row)).map { phrase(number, index, $0, row) }
    case .text, .number, .time, .drawing, .list: return nil
    }
  }

  /// Returns a figure in a unit, and with it if no column of units is shown.
  private mutating func phrase(
    _ number: Double, _ index: Int, _ unit: String, _ row: [Cell]
  ) -> String {
    let style = style(of: columns[index], unit: unit, row)
    return saysUnit[index] ? style.phrase(number) : style.text(number)
  }

  /// Returns the unit that a row states for a column's figures.
  private func rowUnit(_ index: Int, _ row: [Cell]) -> String? {
    guard let unitIndex = unitIndices[index], case .text(let unit) = row[unitIndex] else {
      return nil
    }
    return unit
  }

  /// Returns a count; a computed count that is not whole has one decimal below 100.
  private static func count(_ number: Double) -> String {
    let isWhole = number == number.rounded() || number.magnitude >= 100
    return ReadableText.number(number, FigureStyle.Precision(decimals: isWhole ? 0 : 1))
  }

  // MARK: Units

  private mutating func style(of column: Column, unit: String, _ row: [Cell]) -> FigureStyle {
    var type = column.type
    if type == nil, let typeIndex, case .identifier(let named) = row[typeIndex] { type = named }
    return style(unit: unit, type: type, column.kind)
  }

  private mutating func style(
    unit: String, type: String?, _ kind: Column.Kind = .quantity
  ) -> FigureStyle {
    let question = FigureStyle.Question(
      unit: unit, type: type, isDistance: kind == .distance, isDifference: kind == .difference,
      isExact: kind == .exactQuantity || kind == .statedQuantity,
      isStated: kind == .statedQuantity)
    // Most rows ask what the row before them did.
    if let last, last.question == question { return last.style }
    let style = styles[question] ?? FigureStyle(question, options.units)
    last = (question, style)
    styles[question] = style
    return style
  }

  /// Returns the distance for which a pace of the unit `s/km` or `s/100m` is shown, and the number
  /// of the column's distances in it.
  private func pace(_ unit: String) -> (text: String, factor: Double) {
    switch unit {
    case "s/km": return options.units.distance == .mile ? ("/mi", 1.609344) : ("/km", 1)
    case "s/100m":
      return options.units.swimming.description == "yd" ? ("/100 yd", 0.9144) : ("/100 m", 1)
    default: return (unit, 1)
    }
  }

  /// Returns a cell for use by itself: with its unit.
  fileprivate mutating func phrase(_ index: Int, _ row: [Cell]) -> String {
    let text = text(index, row)
    guard !text.isEmpty, let unit = unit(of: index) else { return text }
    return "\(text) \(unit)"
  }
}

extension Table {
  /// Returns a row for each column of a table of one row, for people: easier to read where there
  /// are many columns. The first column holds the headings; units follow the figures.
  ///
  /// - Parameter fields: the fields that are left out.
  package func transposed(
    _ options: ExportOptions = ExportOptions(), without fields: Set<String> = []
  ) throws -> Table {
    var options = options
    options.showsHiddenColumns = true
    let rows = try allRows()
    var readable = ReadableColumns(columns, options) { !fields.contains($0.field) }
    readable.study(rows)
    var turned: [[Cell]] = []
    for (index, column) in readable.columns.enumerated() {
      for row in rows {
        let text = readable.phrase(index, row)
        if !text.isEmpty { turned.append([.text(ReadableText.heading(column)), .text(text)]) }
      }
    }
    return Table(
      columns: [Column(.field, rank: .key), Column("value", rank: .key)], rows: turned)
  }
}
