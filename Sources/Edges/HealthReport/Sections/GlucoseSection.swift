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
        .grid([glucose.rangeTable(words), data.figures(glucose)]),
        .heading(words(.dayProfilesTitle)),
        .note(
          words(
            .dayProfilesCaption, glucose.rangeText(glucose.drawn, words),
            glucose.targetText(words))),
        .small(glucose.days(words)), glucose.profileTable(words),
      ] + table
    }
    let note = words(
      .notEnoughGlucose, words.number(GlucoseProfile.leastDays),
      words.number(GlucoseProfile.leastCoverage * 100),
      words.count(profile.days, .oneDay, .days), words.number(profile.coverage * 100))
    return try [.note(note)]
      + data.measureLine(.glucose, line: "line body", dots: "dot body", specks: "dot speck body")
      + [.grid([data.figures(glucose)])] + table
  }
}

/// The readings of the last two weeks of a period that have some.
struct GlucoseDays {
  let profile: GlucoseProfile
  fileprivate let readings: [ClockSample]
  let period: ReportPeriod
  /// The unit in which people read them.
  let unit: UnitText
  /// The factor from mg/dL to that unit.
  let factor: Double
  /// The limits of the consensus in that unit.
  let limits: GlucoseProfile.Limits
  var decimals: Int { unit.text == "mmol/L" ? 1 : 0 }

  /// Creates the days; nil: there are no readings.
  init?(_ data: ReportData) throws {
    let milligrams = Unit.milligramsPerDeciliter
    guard let last = try data.days(Measure.glucose.type).last?.day.dayNumber else { return nil }
    // As its authors draw it: of the last two weeks.
    let first = max(data.period.days.lowerBound, last + 1 - GlucoseProfile.leastDays)
    period = ReportPeriod(first..<last + 1)
    readings = try ClockSample.all(
      of: Measure.glucose.type, in: data.near, data.context(days: period.days),
      unit: milligrams)
    guard let profile = GlucoseProfile(readings, over: period.days) else { return nil }
    self.profile = profile
    let own = try data.days(Measure.glucose.type).first?.unit ?? "mg/dL"
    unit = UnitText(own)
    let shown = (try? Unit(own)) ?? milligrams
    factor = (try? milligrams.convert(1, to: shown)) ?? 1
    limits = GlucoseProfile.Limits.of(shown).converted(to: shown)
  }

  /// Returns the range of the target: `70–180 mg/dL`.
  func targetText(_ words: Words) -> String {
    rangeText(values(of: .target), words)
  }

  fileprivate func rangeText(_ range: ClosedRange<Double>, _ words: Words) -> String {
    number(range.lowerBound, words) + "–" + number(range.upperBound, words) + unit.suffix
  }

  /// The values between which days are drawn, 400 mg/dL at most.
  fileprivate var drawn: ClosedRange<Double> {
    let greatest = readings.map(\.value).max() ?? 0
    return 40 * factor...min(max((greatest / 50).rounded(.up) * 50, 250), 400) * factor
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
    let bands = GlucoseProfile.Band.allCases.flatMap { zone -> [Shape] in
      [
        .path(glucose.band(0, 4, in: zone, plot), glucose.shades(zone).pale),
        .path(glucose.band(1, 3, in: zone, plot), glucose.shades(zone).half),
      ]
    }
    let lines: [Shape] =
      bands + [.path(targets, "base dash"), .path(glucose.median(plot), "line ink")]
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
      words(.glucoseCaption, text(glucose.period)), rows,
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

  /// Returns the colour of a range: that of the profile's authors, whole, and weaker for bands.
  fileprivate func shades(
    _ zone: GlucoseProfile.Band
  ) -> (full: StaticString, half: StaticString, pale: StaticString) {
    switch zone {
    case .veryLow: ("low2", "low2 half", "low2 pale")
    case .low: ("low1", "low1 half", "low1 pale")
    case .target: ("good", "good half", "good pale")
    case .high: ("high1", "high1 half", "high1 pale")
    case .veryHigh: ("high2", "high2 half", "high2 pale")
    }
  }

  /// Returns the values of a range, in the unit in which people read them.
  private func values(of zone: GlucoseProfile.Band) -> ClosedRange<Double> {
    switch zone {
    case .veryLow: 0...limits.veryLow
    case .low: limits.veryLow...limits.low
    case .target: limits.low...limits.high
    case .high: limits.high...limits.veryHigh
    case .veryHigh: limits.veryHigh...Double.infinity
    }
  }

  /// Returns the part of the band between two percentiles that lies in a range.
  fileprivate func band(
    _ low: Int, _ high: Int, in zone: GlucoseProfile.Band, _ plot: Plot
  ) -> PathText {
    let zone = values(of: zone)
    var path = PathText()
    var (tops, floors): ([PathText.Point], [PathText.Point]) = ([], [])
    for slot in profile.slots {
      let values = slot.percentiles ?? []
      let top = values.isEmpty ? 0 : min(values[high] * factor, zone.upperBound)
      let floor = values.isEmpty ? 0 : max(values[low] * factor, zone.lowerBound)
      if top > floor {
        let middle = x(ofMinute: slot.minute + GlucoseProfile.slotLength / 2, plot)
        tops.append((middle, plot.y(top)))
        floors.append((middle, plot.y(floor)))
      } else {
        path.area(from: tops, to: floors)
        (tops, floors) = ([], [])
      }
    }
    path.area(from: tops, to: floors)
    return path
  }

  private func x(ofMinute minute: Int, _ plot: Plot) -> Double {
    plot.x(share: Double(minute) / 1440)
  }

  /// Returns a drawing of each day of the window that has readings.
  fileprivate func days(_ words: Words) -> [Block] {
    let scale = ValueScale(marks: [drawn.lowerBound, drawn.upperBound])
    let plot = Plot(scale, height: 76, left: 2, width: 104)
    let days = Dictionary(grouping: readings, by: \.day).sorted { $0.key < $1.key }
    return days.map { day, readings -> Block in
      var (target, line) = (PathText(), PathText())
      target.rectangle(
        plot.left, plot.y(limits.high), width: plot.right - plot.left,
        height: plot.y(limits.low) - plot.y(limits.high))
      // Two hours without a reading break the line.
      var runs: [[PathText.Point]] = []
      var last = -1440
      for reading in readings.sorted(by: { $0.minute < $1.minute }) {
        if reading.minute - last > 120 { runs.append([]) }
        last = reading.minute
        runs[runs.count - 1].append((x(ofMinute: last, plot), plot.y(reading.value * factor)))
      }
      for run in runs { line.line(through: run) }
      let mean = SampleSpread.mean(of: readings.map(\.value)).map { $0 * factor }
      return .figure(
        Figure(
          title: words.shortDay(CivilDate(dayNumber: day)),
          caption: words(.mean) + " " + words.number(mean, decimals) + unit.suffix,
          kind: words(.dayProfilesTitle), height: plot.height - 18, width: 104,
          shapes: [.path(target, "good pale"), .path(line, "line ink")]))
    }
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
      (
        x(ofMinute: slot.minute + GlucoseProfile.slotLength / 2, plot),
        plot.y((slot.percentiles?[percentile] ?? 0) * factor)
      )
    }
  }

  /// Returns the share of readings in each range, as one bar.
  fileprivate func ranges(_ words: Words) -> Block {
    let texts = rangeTexts(words)
    var shapes: [Shape] = []
    var y = 208.0
    for (band, text) in zip(GlucoseProfile.Band.allCases, texts) {
      let shade = shades(band).full
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
