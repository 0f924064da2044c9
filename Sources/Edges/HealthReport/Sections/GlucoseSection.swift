import HealthModel
import HealthViews

extension ReportSection {
  /// Glucose as an ambulatory glucose profile draws it; left out where there is none.
  static let glucose = ReportSection(
    name: "glucose", title: .glucoseTitle, nothing: nil
  ) { data in
    guard let glucose = try GlucoseDays(data) else { return [] }
    let (words, profile) = (data.words, glucose.profile)
    let table = try data.measureTable(.glucose)
    if profile.isEnough {
      return [
        .grid([data.profile(glucose), glucose.ranges(words)]),
        .grid([glucose.rangeTable(words), data.figures(glucose)]), glucose.profileTable(words),
      ] + table
    }
    let note = words(
      .notEnoughGlucose, words.number(GlucoseProfile.leastDays),
      words.number(GlucoseProfile.leastCoverage * 100),
      words.count(profile.days, .oneDay, .days), words.number(profile.coverage * 100))
    return try [.note(note)]
      + data.measureLine(.glucose, line: "line body", dots: "dot body")
      + [.grid([data.figures(glucose)])] + table
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

extension ReportData {
  /// Returns the percentiles of the readings over the hours of the day.
  fileprivate func profile(_ glucose: GlucoseDays) -> Block {
    let slots = glucose.profile.slots
    let values = slots.flatMap { $0.percentiles ?? [] }.map { $0 * glucose.factor }
    let plot = Plot(
      ValueScale(values + [40 * glucose.factor, 200 * glucose.factor]), height: 220)
    let caption = words(
      .profileCaption, text(glucose.period), words.number(glucose.profile.days),
      words.number(glucose.profile.count), glucose.number(glucose.limits.low, words),
      glucose.number(glucose.limits.high, words) + glucose.unit.suffix)
    let hours = stride(from: 0, through: 24, by: 6).map { hour -> Shape in
      let x = min(plot.x(share: Double(hour) / 24), plot.right - 12)
      return .label(words.time(minutes: hour * 60), x, plot.bottom + 16, "mid")
    }
    var targets = PathText()
    for value in [glucose.limits.low, glucose.limits.high] { plot.level(value, &targets) }
    let lines: [Shape] = [
      .path(targets, "line move dash"), .path(glucose.band(0, 4, plot), "f-body paler"),
      .path(glucose.band(1, 3, plot), "f-body pale"), .path(glucose.median(plot), "line body"),
    ]
    return .figure(
      Figure(
        title: words(.profileTitle) + ", " + glucose.unit.text, caption: caption,
        height: plot.height, shapes: plot.valueAxis(words) + lines + hours))
  }

  /// Returns the figures of all readings.
  fileprivate func figures(_ glucose: GlucoseDays) -> Block {
    let profile = glucose.profile
    func number(_ value: Double?) -> String {
      value.map { glucose.number($0 * glucose.factor, words) + glucose.unit.suffix } ?? "–"
    }
    var rows: [(name: Word, text: String)] = [
      (.mean, number(profile.mean)), (.spread, number(profile.spread)),
      (.variation, profile.variation.map { words.number($0, 1) + " %" } ?? "–"),
    ]
    if profile.isEnough {
      rows.append((.managementIndicator, words.number(profile.managementIndicator, 1) + " %"))
    }
    let days = words(.ofDays, words.number(profile.days), words.number(glucose.period.days.count))
    rows += [
      (.readings, words.number(profile.count)), (.daysWithData, days),
      (.coverage, words.number(100 * profile.coverage) + " %"),
    ]
    return .table(
      words(.glucoseCaption, text(glucose.period), text(glucose.lines)), rows,
      [.text(.figure) { words($0.name) }, .number(.value) { $0.text }])
  }
}

extension GlucoseDays {
  fileprivate func profileTable(_ words: Words) -> Block {
    let percentiles = GlucoseProfile.percents.enumerated().map { index, percent in
      TableColumn<GlucoseProfile.Slot>.number(under: words.number(percent) + " %") { slot in
        words.number(slot.percentiles.map { $0[index] * factor }, decimals)
      }
    }
    return .details(
      words(.tableOf, words(.profileTitle)), words(.profileTableCaption, unit.text),
      profile.slots,
      [
        .text(.timeOfDay) { words.time(minutes: $0.minute) },
        .number(.readings) { words.number($0.count) }.optional,
      ] + percentiles)
  }

  /// Returns the band between two percentiles over the slots that have them.
  fileprivate func band(_ low: Int, _ high: Int, _ plot: Plot) -> PathText {
    var path = PathText()
    for slots in profile.slots.split(whereSeparator: { $0.percentiles == nil }) {
      path.area(from: points(high, slots, plot), to: points(low, slots, plot))
    }
    return path
  }

  /// Returns the line of the medians.
  fileprivate func median(_ plot: Plot) -> PathText {
    var path = PathText()
    for slots in profile.slots.split(whereSeparator: { $0.percentiles == nil }) {
      path.line(through: points(2, slots, plot))
    }
    return path
  }

  private func points(
    _ percentile: Int, _ slots: some Sequence<GlucoseProfile.Slot>, _ plot: Plot
  ) -> [PathText.Point] {
    slots.map { slot in
      let middle = Double(slot.minute + GlucoseProfile.slotLength / 2)
      return (plot.x(share: middle / 1440), plot.y((slot.percentiles?[percentile] ?? 0) * factor))
    }
  }

  /// Returns the share of readings in each range, as one bar.
  fileprivate func ranges(_ words: Words) -> Block {
    let shades: [StaticString] = ["f-heart", "f-heart pale", "h3", "f-body pale", "f-body"]
    let texts = rangeTexts(words)
    var shapes: [Shape] = []
    var y = 208.0
    for (band, text) in zip(GlucoseProfile.Band.allCases, texts) {
      let shade = shades[band.rawValue]
      let share = profile.shares[band] ?? 0
      if share > 0 {
        var path = PathText()
        path.rectangle(8, y - share * 196, width: 40, height: share * 196)
        shapes.append(.path(path, shade))
      }
      y -= share * 196
      let labelY = 200 - Double(band.rawValue) * 44
      shapes += Shape.key(text, shade, 64, labelY - 8.5)
    }
    return .figure(
      Figure(
        title: words(.rangesTitle), caption: words(.rangesFigureCaption),
        read: texts.joined(separator: "; "), height: 220, shapes: shapes))
  }

  private func rangeTexts(_ words: Words) -> [String] {
    func bound(_ limit: KeyPath<GlucoseProfile.Limits, Double>) -> String {
      number(limits[keyPath: limit], words)
    }
    let names = [
      "< " + bound(\.veryLow), bound(\.veryLow) + "–" + bound(\.low),
      bound(\.low) + "–" + bound(\.high), bound(\.high) + "–" + bound(\.veryHigh),
      "> " + bound(\.veryHigh),
    ]
    return GlucoseProfile.Band.allCases.map { band in
      let share = words.number(100 * (profile.shares[band] ?? 0), 1)
      return "\(names[band.rawValue]) \(unit.text): \(share) %"
    }
  }

  /// Returns the shares with the targets of the consensus, which counts both low ranges together,
  /// and both high ranges together.
  fileprivate func rangeTable(_ words: Words) -> Block {
    func bound(_ limit: KeyPath<GlucoseProfile.Limits, Double>) -> String {
      number(limits[keyPath: limit], words) + unit.suffix
    }
    let rows: [(range: String, bands: [GlucoseProfile.Band], goal: String)] = [
      ("> " + bound(\.veryHigh), [.veryHigh], "< 5 %"),
      ("> " + bound(\.high), [.high, .veryHigh], "< 25 %"),
      ("\(bound(\.low)) – \(bound(\.high))", [.target], "> 70 %"),
      ("< " + bound(\.low), [.low, .veryLow], "< 4 %"),
      ("< " + bound(\.veryLow), [.veryLow], "< 1 %"),
    ]
    return .table(
      words(.rangesCaption), rows,
      [
        .text(.range) { $0.range },
        .number(.share) { row in
          words.number(row.bands.reduce(0) { $0 + 100 * (profile.shares[$1] ?? 0) }, 1) + " %"
        },
        .number(.consensus) { $0.goal },
      ])
  }
}
