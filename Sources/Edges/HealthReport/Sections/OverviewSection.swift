import HealthModel
import HealthTables
import HealthViews

extension ReportSection {
  /// The first page: six figures with their last twelve months, and what asks for a closer look.
  static let overview = ReportSection(
    name: "overview", title: .overviewTitle, nothing: nil
  ) { data in
    let tiles = try data.tiles()
    if tiles.isEmpty { return [] }
    let lead = data.words(
      .overviewLead, data.text(data.recent), data.text(data.recent.before),
      data.words.day(data.period.last))
    return try [.note(lead), .tiles(tiles)] + data.eyes()
  }
}

extension ReportData {
  /// The most figures of the first page.
  private static let mostTiles = 6

  /// Returns the figures of the first page: those that a doctor asks for first, then others that
  /// there are.
  fileprivate func tiles() throws -> [Tile] {
    let makers: [() throws -> Tile?] =
      [
        pressureTile, { try tile(.resting, "line heart", "dot heart") },
        { try tile(.mass, "line body", "dot body") }, sleepTile,
        { try tile(.steps, "line move", "dot move") }, glucoseTile,
      ]
      + [Measure.heartRate, .activeEnergy, .exercise, .distance, .variability, .oxygen, .fitness]
      .map { measure in { try tile(measure, "line heart", "dot heart") } } + [workoutTile]
    var tiles: [Tile] = []
    for maker in makers where tiles.count < Self.mostTiles {
      if let tile = try maker() { tiles.append(tile) }
    }
    return tiles
  }

  // MARK: Lines

  /// A line of a tile: a value for each week of the year, and how it is drawn.
  private typealias Series = (values: [Double?], line: StaticString, dots: StaticString)

  /// The weeks of the year.
  private var weeks: [ReportPeriod.Part] {
    year.parts(.week, weekStarts: journal.tables.settings.weekStarts)
  }

  /// Returns lines over the year; the axis has the least and the greatest value.
  private func lines(
    _ series: [Series], _ title: String, showing limits: [Double] = [],
    text: @escaping (Double) -> String
  ) -> Figure {
    let values = series.flatMap(\.values).compactMap(\.self).filter(\.isFinite)
    let ends = [values.min(), values.max()].compactMap(\.self)
    let low = ends.first ?? 0
    let high = max(ends.last ?? 1, low + max(low.magnitude * 1e-6, 1e-9))
    let plot = Plot(
      ValueScale(marks: [low, high]), of: year.days, height: 72, left: 46, width: 240)
    var dashes = PathText()
    for limit in limits where low < limit && limit < high { plot.level(limit, &dashes) }
    let drawn = series.flatMap { plot.line($0.values, weeks, $0.line, dots: $0.dots) }
    return Figure(
      title: title,
      caption: words(.tileLine, words.day(year.first), words.day(year.last), text(low), text(high)),
      height: plot.height, width: 240,
      shapes: plot.framed([.path(dashes, "base dash")] + drawn, words, text: text))
  }

  /// Returns the sentence about a change, and about the days with data.
  private func notes(_ row: ComparedRow, _ days: Word = .ofDayCount) -> [String] {
    [
      words(
        .tileNote, row.change,
        words(days, words.number(row.days.now), words.number(recent.days.count)))
    ]
  }

  // MARK: Tiles

  /// Returns the tile of a measure; nil: it has no data.
  private func tile(
    _ measure: Measure, _ line: StaticString, _ dots: StaticString
  ) throws -> Tile? {
    guard !(try days(measure.type, in: recent)).isEmpty,
      let row = try ComparedRow.row(measure, self, in: recent)
    else { return nil }
    let unit = try unit(measure.type)
    let values = try figures(measure.type, weeks, in: year)
      .map { $0.map { $0.average * unit.factor } }
    return Tile(
      title: row.name, value: row.mean.now, unit: unit.text, notes: notes(row),
      drawing: lines([(values, line, dots)], row.name) {
        words.number($0, measure.decimals(in: unit.text))
      })
  }

  /// Returns the time asleep.
  private func sleepTile() throws -> Tile? {
    let nights = try nights(year)
    guard let row = try ComparedRow.sleep(self, in: recent), row.days.now > 0 else { return nil }
    let values = weeks.map { week in
      SampleSpread.mean(
        of: nights.filter { week.days.contains($0.date.dayNumber) }.compactMap(\.asleep))
    }
    return Tile(
      title: row.name, value: row.mean.now, unit: "", notes: notes(row, .ofNightCount),
      drawing: lines([(values, "line sleep", "dot sleep")], row.name) { words.hours($0) })
  }

  /// Returns the number of workouts, with the hours of each week.
  private func workoutTile() throws -> Tile? {
    let workouts = try workouts(year)
    guard let row = try ComparedRow.workouts(self, in: recent), row.days.now > 0 else { return nil }
    let values = weeks.map { week -> Double? in
      let own = workouts.filter { week.days.contains($0.day) }
      return own.isEmpty ? nil : own.seconds
    }
    return Tile(
      title: row.name, value: row.mean.now, unit: words.hours(try self.workouts(recent).seconds),
      notes: notes(row),
      drawing: lines([(values, "line swim", "dot swim")], row.name) { words.hours($0) })
  }

  /// Returns the mean of the readings of blood pressure, and the share of high ones.
  private func pressureTile() throws -> Tile? {
    guard let now = PressureFigures(try pressures(recent)) else { return nil }
    let before = PressureFigures(try pressures(recent.before))
    func pair(_ figures: PressureFigures) -> String {
      words.number(figures.systolic?.mean) + "/" + words.number(figures.diastolic?.mean)
    }
    func days(_ period: ReportPeriod) throws -> Int {
      Set(try pressures(period).map(\.clock.date)).count
    }
    let isEnough = recent.isEnough(
      try days(recent), try days(recent.before), of: Measure.systolic.type)
    let changes = [\PressureFigures.systolic, \.diastolic].map { figure -> String in
      guard let mean = now[keyPath: figure]?.mean, let old = before?[keyPath: figure]?.mean
      else { return "–" }
      return words.difference(mean - old)
    }.joined(separator: "/")
    let readings = try pressures(year)
    let weekly = weeks.map { week in
      PressureFigures(readings.filter { week.days.contains($0.clock.date.dayNumber) })
    }
    let limits = PressureFigures.limits
    return Tile(
      title: words(.pressureTile), value: pair(now), unit: "mmHg",
      notes: [
        words(.tileChange, isEnough ? changes : words(.notEnough)), now.highText(words),
      ],
      drawing: lines(
        [
          (weekly.map { $0?.systolic?.mean }, "line heart", "dot heart"),
          (weekly.map { $0?.diastolic?.mean }, "line sleep", "dot sleep"),
        ], words(.pressureTile), showing: [limits.systolic, limits.diastolic]
      ) { words.number($0) })
  }

  /// Returns the share of glucose in range, or the mean if there are too few readings.
  private func glucoseTile() throws -> Tile? {
    guard let mean = try tile(.glucose, "line body", "dot body") else { return nil }
    guard let glucose = try GlucoseDays(self), glucose.profile.isEnough else { return mean }
    return Tile(
      title: words(.glucoseTile),
      value: words.number(100 * (glucose.profile.shares[.target] ?? 0)) + " %",
      unit: glucose.targetText(words),
      notes: [
        words(.glucoseDays, text(glucose.period)),
        words(.glucoseMean, mean.value, mean.unit, mean.notes.joined(separator: " ")),
      ], drawing: mean.drawing)
  }

  // MARK: What asks for a closer look

  /// The most rows of the first page's table.
  private static let mostEyes = 6

  /// Returns the warnings, results of electrocardiograms and problems of the period.
  fileprivate func eyes() throws -> [Block] {
    let warnings = try episodes(Episodes.warnings)
      .map {
        (what: words.type($0.type), count: $0.count, says: words(.latestOn, moment($0.latest)))
      }
    let recordings = Dictionary(
      grouping: try recordings().filter(\.needsEyes), by: \.classification
    )
    .values.sorted { $0[0].line > $1[0].line }.map { same in
      (
        what: words(.ecgOf, words.ecg(same[0].classification)), count: same.count,
        says: same[0].start.map { words(.latestOn, moment($0)) } ?? "–"
      )
    }
    let problems = Finding.all(try checked()).filter { $0.check.level == .problem }.map { finding in
      (
        what: (finding.found.type.map(words.type) ?? words(.severalMeasures)) + ": "
          + words.check(finding.check),
        count: finding.found.count, says: words.statement(finding.found.says)
      )
    }
    let rows = warnings + recordings + problems
    if rows.isEmpty { return [.heading(words(.eyesTitle)), .note(words(.eyesNone))] }
    let rest = rows.count - min(rows.count, Self.mostEyes)
    return [
      .heading(words(.eyesTitle)),
      .table(
        words(.eyesCaption) + (rest > 0 ? " " + words(.eyesMore, words.number(rest)) : ""),
        rows.prefix(Self.mostEyes),
        [
          .text(.what) { $0.what }, .number(.count) { words.number($0.count) },
          .sentence(.detail) { $0.says },
        ]),
    ]
  }
}
