import HealthExport
package import HealthModel
package import HealthReport
package import HealthViews

extension Visit {
  /// The number of rows that a page shows at once.
  package static let mostRows = 200

  /// Returns the rows of a view with these options as a block, each with links to what it is made
  /// of, and what its command says below them; the page names the command. A page shows some of
  /// many rows, and links to the others.
  ///
  /// - Parameters:
  ///   - caption: the caption of the table.
  ///   - most: the number of rows that are shown at once.
  ///   - isAll: true if the page is about these rows, whose number `row` in the address chooses.
  /// - Throws: the errors of the view; `OptionProblem`.
  package mutating func rows(
    of view: View, _ values: OptionValues, _ caption: String, most: Int = Visit.mostRows,
    isAll: Bool = false
  ) throws -> [Block] {
    // Without a text a search would list all there is.
    if isAll, view.takesText, !values.has(view.word ?? .type) { return [] }
    name(view, values)
    var values = values
    // One row more tells whether there are more. No number of an address is too great.
    let (needed, isTooGreat) = try firstRow.addingReportingOverflow(most)
    let enough = isAll && !view.asksForFewOrOthers(values) ? isTooGreat ? .max : needed : nil
    let isCut = enough != nil && view.isNewestFirst
    if isCut, let enough { values.add(String(enough), to: Option.limit.name) }
    let table = try table(
      view, values, enough: enough, passedOver: isCut ? try firstRow - 1 : 0)
    return try rows(table, of: view.name, caption, most: most, isAll: isAll, isCut: isCut)
  }

  /// Returns the rows of a table as a block; see above.
  ///
  /// - Parameters:
  ///   - view: the name of the view, or of the command, whose rows they are.
  ///   - listsAlone: true if the rows are shown already, but not their lists.
  ///   - isCut: true if there may be more rows than those of the table.
  ///   - leads: returns the page that the time of a row leads to; nil: the usual one.
  package mutating func rows(
    _ whole: Table, of view: String, _ caption: String, most: Int = Visit.mostRows,
    isAll: Bool = false, listsAlone: Bool = false, isCut: Bool = false,
    leading leads: ([Column.Role: Cell]) -> Address? = { _ in nil }
  ) throws -> [Block] {
    let presentation = whole.presentation ?? Presentation()
    let table = presentation.isTransposed ? try whole.transposed(look) : whole
    let first = isAll ? try firstRow : 1
    let (shown, count, isCounted) = try table.rows(from: first, most)
    if listsAlone { return lists(shown, of: table.columns, view) }
    var blocks: [Block] = []
    var notes = [presentation.unknown ?? presentation.footer].compactMap(\.self)
    if shown.isEmpty {
      let words = count == 0 ? presentation.emptySentence : self.words(.noRows)
      notes = [words] + notes.filter { !words.contains($0) }
    } else {
      let kept = presentation.hidesEmptyColumns ? table.columns.filled(in: shown) : nil
      blocks.append(
        block(shown, of: table.columns, view, caption, showing: kept, leading: leads))
      blocks += lists(shown, of: table.columns, view)
    }
    if shown.count < count {
      let last = shown.isEmpty ? count : first + shown.count - 1
      let ends = (self.words.number(first), self.words.number(last))
      let words =
        !isCounted || isCut && last < count
        ? self.words(.moreRows, ends.0, ends.1)
        : self.words(.rowsShown, ends.0, ends.1, self.words.number(count))
      if !shown.isEmpty { blocks.append(.note(words)) }
      if isAll { blocks.append(.links(self.words(.rowsShown), steps(first, most, count))) }
    }
    let lines = (notes + presentation.remarks).flatMap { $0.split(separator: "\n") }
    return blocks + lines.map { .note(words.sentence(String($0))) }
  }

  /// Returns links to the rows before and after those that are shown.
  private func steps(_ first: Int, _ most: Int, _ count: Int) -> [Linked] {
    func page(_ row: Int) -> Address {
      address.with(row == 1 ? nil : String(row), for: PageKind.row)
    }
    let before = min(first, count + 1) - most
    return (first > 1 ? [link(words(.previous), page(max(1, before)))] : [])
      + (count - first >= most ? [link(words(.next), page(first + most))] : [])
  }

  /// Returns a table of rows.
  ///
  /// - Parameter kept: the indices of the columns that have values; nil: all are shown.
  private func block(
    _ rows: [[Cell]], of columns: [Column], _ view: String, _ caption: String,
    showing kept: Set<Int>? = nil,
    leading leads: ([Column.Role: Cell]) -> Address? = { _ in nil }
  ) -> Block {
    let names = kept.map { kept in Set(kept.map { columns[$0].field }) }
    var readable = ReadableColumns(columns, look) { column in
      column.kind != .list && (names?.contains(column.field) ?? true)
        // The page of a type has said so in its title.
        && (column.role != .type || address.kind != "type")
    }
    readable.study(rows)
    let cells = rows.map { row in
      let byRole = columns.cellsByRole(row)
      return zip(readable.texts(row), readable.indices).map { text, index in
        let column = columns[index]
        // The first column names what a row is about.
        let isFigure = index > 0 && column.mayStateFigure(row[index])
        let own =
          column.role == .start || column.role == .date
          ? leads(byRole) : nil
        // A turned table has there what stands above the columns of others.
        let shown = column.role == .field ? words.head(text) : name(in: row[index], column)
        return link(
          isFigure ? words.figure(text) : shown ?? text,
          text.isEmpty ? nil : own ?? target(of: column, row[index], among: byRole, view))
      }
    }
    let heads = zip(readable.headings, readable.columns).enumerated().map { index, head in
      let length = cells.map { $0[index].text.count }.max() ?? 0
      let isShort = head.1.kind == .time || length <= Self.shortText
      let kind: TableHead.Kind =
        head.1.kind.isNumeric ? .number : isShort ? .short : length > 40 ? .sentence : .text
      return TableHead(name: .text(self.head(head.0, head.1)), kind: kind)
    }
    return .cells(self.caption(caption, of: view), heads, cells)
  }

  /// Returns a caption in the language of the page: for what a view says of itself, which is
  /// English, the title that reports give it, and for a check its name there.
  func caption(_ text: String, of view: String) -> String {
    guard settings.language != .en else { return text }
    if let title = Self.titles[view], Views.all.contains(where: { $0.summary == text }) {
      return words(title)
    }
    return words.named("check." + text) ?? text
  }

  /// The titles of views in reports.
  private static let titles: [String: Word] = [
    View.latest.name: .vitalsTitle, View.statistics.name: .figuresTitle,
    View.summary.name: .figuresTitle, View.daily.name: .daysHeading, View.days.name: .daysHeading,
    View.compare.name: .compareTitle, View.trends.name: .usualTitle, View.day.name: .dayAxis,
    View.samples.name: .samples, View.workouts.name: .workoutsTitle,
    View.routes.name: .routesTitle, View.swims.name: .swimsTitle, View.sleep.name: .sleepTitle,
    View.energy.name: .energy, View.rings.name: .ringsTitle, View.ecg.name: .ecgTitle,
    View.pressure.name: .pressureTile, View.notes.name: .notesTitle,
    View.authorizations.name: .rights, View.sources.name: .sources, View.find.name: .search,
    View.objects.name: .liveObjects, View.imports.name: .imports,
    View.runs.name: .runLog, View.clocks.name: .clocks, View.profile.name: .profile,
  ]

  /// Returns the words above a column in the language of the page; of a column for a type its name.
  private func head(_ text: String, _ column: Column) -> String {
    guard settings.language != .en, let type = column.type,
      column.field == TypeCatalogue.shortName(of: type)
    else { return words.head(text) }
    let unit = text.drop { $0 != "(" }
    return words.type(type) + (unit.isEmpty ? "" : " " + unit)
  }

  /// Returns the name of a type or an activity in the language of the page; nil: the cell has none,
  /// or the language is that of the command.
  private func name(in cell: Cell, _ column: Column) -> String? {
    guard settings.language != .en, case .identifier(let type) = cell,
      [.type, .activity].contains(column.role)
    else { return nil }
    return WorkoutActivityType.find(type) == nil ? words.type(type) : words.activity(type)
  }

  /// A column of texts of so many characters at most is not broken into lines.
  private static let shortText = 24

  /// Returns the lists of rows, each as a table of its own under the first cell of its row.
  private func lists(_ rows: [[Cell]], of columns: [Column], _ view: String) -> [Block] {
    columns.indices.filter { columns[$0].kind == .list }.flatMap { index in
      rows.compactMap { row -> Block? in
        guard case .list(let objects) = row[index], let first = objects.first else { return nil }
        let own = first.map { name, _ in
          columns[index].members.first { $0.field == name } ?? Column(name)
        }
        let cells = objects.map { object in
          own.map { column in object.first { $0.0 == column.field }?.1 ?? .missing }
        }
        var readable = ReadableColumns(columns, look) { $0.kind != .list }
        readable.study([row])
        let name = readable.texts(row).first { !$0.isEmpty } ?? ""
        let caption = "\(name): \(ReadableText.heading(columns[index]))"
        return .details(caption, [block(cells, of: own, view, caption)])
      }
    }
  }

  // MARK: Where a cell leads

  /// Returns the page that a cell leads to: the thing that it names, or what its figure is made of.
  private func target(
    of column: Column, _ cell: Cell, among cells: [Column.Role: Cell], _ view: String
  ) -> Address? {
    switch (column.role, cell) {
    case (.line, .whole(let line)):
      return page(view == View.imports.name ? "import" : "line", [String(line)])
    case (.object, .text(let uuid)): return object(uuid, cells)
    case (.type, .identifier(let type)), (.activity, .identifier(let type)):
      return WorkoutActivityType.find(type).map { activity($0.name) } ?? typeInWindow(type)
    case (.source, .text(let name)): return page("source", [], [(.source, name)])
    case (.date, .day(let day)) where view == View.sleep.name:
      return page("night", [day.description])
    case (.date, .day(let day)), (.start, .day(let day)):
      guard case .identifier(let type)? = cells[.type] else { return period(day) }
      return explained(type, day)
    case (.start, .time(let time)), (.date, .time(let time)):
      if case .text(let uuid)? = cells[.object] { return object(uuid, cells) }
      return period(time.date)
    case (.lines, .names(let names)): return names.first.map(lines)
    default: return nil
    }
  }

  /// Returns the page of lines by the name that `diff` gives them: of an import, or of the first.
  private func lines(_ name: String) -> Address {
    let words = name.split(separator: " ")
    if words.count == 2 { return page("import", [String(words[1])]) }
    return page("line", [String(name.prefix { $0.isNumber })])
  }

  /// The part of time that the page is about.
  private var window: [(Option, String)] {
    Option.window.compactMap { option in
      guard let value = address.values[option], Int(value) == nil || option.name != "last"
      else { return nil }
      return (option, value)
    }
  }

  /// Returns the page of a type in the time of this page; of all time where there is no such page.
  private func typeInWindow(_ type: String) -> Address {
    let own = self.type(type, window)
    return href(own) == nil ? self.type(type) : own
  }

  /// Returns the page of the object of a row, which is a workout if the row has an activity.
  private func object(_ uuid: String, _ cells: [Column.Role: Cell]) -> Address {
    page(cells[.activity] == nil ? "object" : "workout", [uuid])
  }

  /// Returns the page of a type.
  package func type(_ type: String, _ options: [(Option, String)] = []) -> Address {
    page("type", [TypeCatalogue.shortName(of: type)], options)
  }

  /// Returns the page of the workouts of an activity, in the time of this page.
  private func activity(_ name: String) -> Address {
    page("table", [View.workouts.name], window + [(.activity, name)])
  }

  /// Returns the page of a day's figure, which shows each sample and what of it counts.
  package func explained(_ type: String, _ day: CivilDate) -> Address {
    page("explained", [TypeCatalogue.shortName(of: type), day.description])
  }

  /// Returns the page of a day.
  package func period(_ day: CivilDate) -> Address {
    page("period", [], [(.period, day.description)])
  }
}

extension View {
  /// Returns true if values ask for some number of rows, or for rows of another kind.
  fileprivate func asksForFewOrOthers(_ values: OptionValues) -> Bool {
    let narrowing = (Option.narrowing + [.type, .activity, .timeZone, .unit]).map(\.name)
      .filter { $0 != Option.last.name }
    return options.contains { values.has($0) && !narrowing.contains($0.name) }
  }
}

/// Ends the reading of rows of which enough are known.
private struct EnoughRows: Error {}

extension Table {
  /// Returns some rows from one on, which is 1 for the first, and the number of all; or of those
  /// that were computed, where the others would be computed to be counted.
  fileprivate func rows(
    from first: Int, _ most: Int
  ) throws -> (rows: [[Cell]], count: Int, isCounted: Bool) {
    var (rows, number) = ([[Cell]](), 0)
    do {
      try forEachRow { row in
        number += 1
        // A sum at most, so that no number of an address is too great.
        if number >= first, rows.count == most { throw EnoughRows() }
        if number >= first { rows.append(row) }
      }
      return (rows, number, true)
    } catch is EnoughRows {
      return (rows, isUncounted ? number : try rowCount(), !isUncounted)
    }
  }
}

extension Column {
  /// Returns true if a cell may state a figure, which pages that are shown to others hide: only
  /// what surely names something states none.
  fileprivate func mayStateFigure(_ cell: Cell) -> Bool {
    switch cell {
    case .time, .day, .identifier, .flag, .missing: false
    case .text, .whole, .number, .names, .list, .json:
      ![.object, .line, .lines, .source, .unit, .tags, .index].contains(role)
    }
  }
}

extension [Column] {
  /// Returns the indices of the columns that have a value in some row.
  fileprivate func filled(in rows: [[Cell]]) -> Set<Int> {
    Set(indices.filter { index in rows.contains { !$0[index].isMissing } })
  }
}
