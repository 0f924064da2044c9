import HealthModel
import HealthViews

extension ReportSection {
  /// Glucose as an ambulatory glucose profile draws it; left out where there is none.
  static let glucose = ReportSection(
    name: "glucose", title: .glucoseTitle, nothing: nil
  ) { data, page in
    guard let glucose = try GlucoseDays(data) else { return false }
    let words = data.words
    let profile = glucose.profile
    if profile.isEnough {
      page.grid { page in
        page.profile(glucose, data)
        page.ranges(glucose, data)
      }
    } else {
      page.note(
        words(
          .notEnoughGlucose, words.number(GlucoseProfile.leastDays),
          words.number(GlucoseProfile.leastCoverage * 100),
          words.count(profile.days, .oneDay, .days),
          words.number(profile.coverage * 100)))
      try page.measureLine(.glucose, data, line: "line body", dots: "dot body")
    }
    page.grid { page in
      if profile.isEnough { page.rangeTable(glucose, words) }
      page.glucoseFigures(glucose, data)
    }
    if profile.isEnough { page.profileTable(glucose, words) }
    try page.measureTable(.glucose, data)
    return true
  }
}

/// The readings of the last weeks of a period.
private struct GlucoseDays {
  let profile: GlucoseProfile
  let period: ReportPeriod
  let lines: FigureLines
  /// The unit in which people read them.
  let unit: UnitText
  /// The factor from mg/dL to that unit.
  let factor: Double
  /// The limits of the consensus in that unit.
  let limits: GlucoseProfile.Limits
  var decimals: Int { unit.text == "mmol/L" ? 1 : 0 }

  /// The most days that are shown: more would show the past, not the present.
  static let most = 90

  /// Creates the days; nil: there are no readings.
  init?(_ data: ReportData) throws {
    let milligrams = Unit.milligramsPerDeciliter
    guard !data.present([Measure.glucose.type]).isEmpty else {
      return nil
    }
    let days = data.period.days
    period = ReportPeriod(max(days.lowerBound, days.upperBound - Self.most)..<days.upperBound)
    let readings = try ClockSample.all(
      of: Measure.glucose.type, in: data.near, data.context(days: period.days),
      unit: milligrams)
    guard let profile = GlucoseProfile(readings) else { return nil }
    self.profile = profile
    lines = FigureLines(readings.map(\.line))
    let own = try data.days(Measure.glucose.type).first?.unit ?? "mg/dL"
    unit = UnitText(own)
    let shown = (try? Unit(own)) ?? milligrams
    factor = (try? milligrams.convert(1, to: shown)) ?? 1
    limits = GlucoseProfile.Limits.of(shown).converted(to: shown)
  }

  /// Returns a number in the unit in which people read them.
  func number(_ value: Double, _ words: Words) -> String { words.number(value, decimals) }
}

extension Page {
  /// Draws the percentiles of the readings over the hours of the day.
  fileprivate mutating func profile(_ glucose: GlucoseDays, _ data: ReportData) {
    let words = data.words
    let slots = glucose.profile.slots
    let values = slots.flatMap { $0.percentiles ?? [] }.map { $0 * glucose.factor }
    let plot = Plot(
      ValueScale(values + [40 * glucose.factor, 200 * glucose.factor]), height: 220)
    let caption = words(
      .profileCaption, data.text(glucose.period), words.number(glucose.profile.days),
      words.number(glucose.profile.count), glucose.number(glucose.limits.low, words),
      glucose.number(glucose.limits.high, words) + glucose.unit.suffix)
    let title = words(.profileTitle) + ", " + glucose.unit.text
    figure(title, caption, height: plot.height) { page in
      page.valueAxis(plot, words)
      page.targets(plot, glucose)
      for (low, high, name) in [(0, 4, "f-body paler"), (1, 3, "f-body pale")] as [Band] {
        page.path(page.hours(slots, plot, glucose.factor, low, high), name)
      }
      page.path(page.hours(slots, plot, glucose.factor, 2, nil), "line body")
      for hour in stride(from: 0, through: 24, by: 6) {
        let x = plot.x(share: Double(hour) / 24)
        page.label(
          words.time(minutes: hour * 60), min(x, plot.right - 12), plot.bottom + 16, "mid")
      }
    }
  }

  /// Writes the same percentiles as a table.
  fileprivate mutating func profileTable(_ glucose: GlucoseDays, _ words: Words) {
    let rows = glucose.profile.slots.map { slot in
      [words.time(minutes: slot.minute), words.number(slot.count)]
        + GlucoseProfile.percents.indices.map { index in
          words.number(
            slot.percentiles.map { $0[index] * glucose.factor }, glucose.decimals)
        }
    }
    details(
      words(.tableOf, words(.profileTitle)), words(.profileTableCaption, glucose.unit.text),
      [.text(words(.timeOfDay)), .number(words(.readings)).optional]
        + GlucoseProfile.percents.map { .number(words.number($0) + " %") }, rows)
  }

  private typealias Band = (Int, Int, StaticString)

  /// Draws the target range of the consensus.
  private mutating func targets(_ plot: Plot, _ glucose: GlucoseDays) {
    var lines = PathText()
    for value in [glucose.limits.low, glucose.limits.high] {
      lines.move(plot.left, plot.y(value))
      lines.line(plot.right, plot.y(value))
    }
    path(lines, "line move dash")
  }

  /// Returns the band between two percentiles, or the line of one, over the slots that have them.
  private func hours(
    _ slots: [GlucoseProfile.Slot], _ plot: Plot, _ factor: Double, _ low: Int, _ high: Int?
  ) -> PathText {
    var path = PathText()
    let stretches = slots.split { $0.percentiles == nil }
    for stretch in stretches {
      func points(_ percentile: Int) -> [PathText.Point] {
        stretch.map { slot in
          let middle = Double(slot.minute + GlucoseProfile.slotLength / 2)
          return (
            plot.x(share: middle / 1440), plot.y((slot.percentiles?[percentile] ?? 0) * factor)
          )
        }
      }
      if let high {
        path.area(from: points(high), to: points(low))
      } else {
        path.line(through: points(low))
      }
    }
    return path
  }

  /// Draws the share of readings in each range, as one bar.
  fileprivate mutating func ranges(_ glucose: GlucoseDays, _ data: ReportData) {
    let words = data.words
    let caption = words(.rangesFigureCaption)
    let shades: [StaticString] = ["f-heart", "f-heart pale", "h3", "f-body pale", "f-body"]
    let texts = rangeTexts(glucose, words)
    figure(words(.rangesTitle), caption, read: texts.joined(separator: "; "), height: 220) { page in
      var y = 208.0
      for (band, text) in zip(GlucoseProfile.Band.allCases, texts) {
        let share = glucose.profile.shares[band] ?? 0
        if share > 0 {
          var path = PathText()
          path.rectangle(8, y - share * 196, width: 40, height: share * 196)
          page.path(path, shades[band.rawValue])
        }
        y -= share * 196
        let labelY = 200 - Double(band.rawValue) * 44
        page.key(text, shades[band.rawValue], 64, labelY - 8.5)
      }
    }
  }

  fileprivate func rangeTexts(_ glucose: GlucoseDays, _ words: Words) -> [String] {
    func bound(_ limit: KeyPath<GlucoseProfile.Limits, Double>) -> String {
      glucose.number(glucose.limits[keyPath: limit], words)
    }
    let names = [
      "< " + bound(\.veryLow), bound(\.veryLow) + "–" + bound(\.low),
      bound(\.low) + "–" + bound(\.high), bound(\.high) + "–" + bound(\.veryHigh),
      "> " + bound(\.veryHigh),
    ]
    return GlucoseProfile.Band.allCases.map { band in
      let share = words.number(100 * (glucose.profile.shares[band] ?? 0), 1)
      return "\(names[band.rawValue]) \(glucose.unit.text): \(share) %"
    }
  }

  /// Writes the shares next to the consensus's targets, which combine both low ranges and both high
  /// ranges.
  fileprivate mutating func rangeTable(_ glucose: GlucoseDays, _ words: Words) {
    func bound(_ limit: KeyPath<GlucoseProfile.Limits, Double>) -> String {
      glucose.number(glucose.limits[keyPath: limit], words) + glucose.unit.suffix
    }
    func share(_ bands: GlucoseProfile.Band...) -> String {
      words.number(bands.reduce(0) { $0 + 100 * (glucose.profile.shares[$1] ?? 0) }, 1) + " %"
    }
    table(
      words(.rangesCaption),
      [.text(words(.range)), .number(words(.share)), .number(words(.consensus))],
      [
        ["> " + bound(\.veryHigh), share(.veryHigh), "< 5 %"],
        ["> " + bound(\.high), share(.high, .veryHigh), "< 25 %"],
        ["\(bound(\.low)) – \(bound(\.high))", share(.target), "> 70 %"],
        ["< " + bound(\.low), share(.low, .veryLow), "< 4 %"],
        ["< " + bound(\.veryLow), share(.veryLow), "< 1 %"],
      ])
  }

  fileprivate mutating func glucoseFigures(_ glucose: GlucoseDays, _ data: ReportData) {
    let (words, profile) = (data.words, glucose.profile)
    func number(_ value: Double?) -> String {
      value.map { words.number($0 * glucose.factor, glucose.decimals) + glucose.unit.suffix }
        ?? "–"
    }
    var rows = [
      [words(.mean), number(profile.mean)], [words(.spread), number(profile.spread)],
      [
        words(.variation), profile.variation.map { words.number($0, 1) + " %" } ?? "–",
      ],
    ]
    if profile.isEnough {
      rows.append([
        words(.managementIndicator), words.number(profile.managementIndicator, 1) + " %",
      ])
    }
    rows += [
      [words(.readings), words.number(profile.count)],
      [
        words(.daysWithData),
        words(.ofDays, words.number(profile.days), words.number(glucose.period.days.count)),
      ],
      [words(.coverage), words.number(100 * profile.coverage) + " %"],
    ]
    table(
      words(.glucoseCaption, data.text(glucose.period), data.text(glucose.lines)),
      [.text(words(.figure)), .number(words(.value))], rows)
  }
}
