import HealthModel
import HealthTables
import HealthViews

extension ReportSection {
  /// Symptoms, warnings of a watch, and electrocardiograms; left out if there are none.
  static let symptoms = ReportSection(
    name: "symptoms", title: .symptomsTitle, nothing: nil
  ) { data in
    let episodes = try data.episodes(Episodes.symptoms + Episodes.warnings)
    return data.table(episodes) + data.table(try data.recordings())
  }
}

extension ReportData {
  /// Returns the episodes of the period of those types that the reader may see.
  func episodes(_ types: [String]) throws -> [Episodes] {
    try Episodes.all(of: present(types), in: near, context.query)
  }

  /// Returns the electrocardiograms of the period, newest first.
  func recordings() throws -> [ECGView.Recording] {
    guard journal.tables.isDetermined(Electrocardiogram.type) else { return [] }
    return try ECGView.results(of: journal, in: context)
  }

  fileprivate func table(_ episodes: [Episodes]) -> [Block] {
    if episodes.isEmpty { return [] }
    return [
      .table(
        words(.episodesCaption), episodes,
        [
          .text(.what) { words.type($0.type) }, .number(.count) { words.number($0.count) },
          .text(.latest) { moment($0.latest) },
          .text(.worst) { $0.worst.map { words.severity($0.name) } ?? "–" },
        ]),
      .details(
        words(.evidence), words(.episodesEvidence), episodes,
        [
          .text(.what) { words.type($0.type) }, .number(.samples) { words.number($0.count) },
          .lines(.linesHeading) { text(FigureLines($0.lines)) },
        ]),
    ]
  }

  fileprivate func table(_ recordings: [ECGView.Recording]) -> [Block] {
    if recordings.isEmpty { return [] }
    let shown = recordings.prefix(20)
    return [
      .heading(words(.ecgTitle)),
      .table(
        words(.ecgCaption, words.number(shown.count), words.number(recordings.count)), shown,
        [
          .text(.when) { $0.start.map(moment) ?? "–" },
          .text(.ecgResult) { words.ecg($0.classification) },
          .number(.heartRate) { words.number($0.heartRate) },
          .text(.source) { words.source($0.source) }.optional,
          .number(.line) { words.number(Int($0.line)) }.optional,
        ]),
    ]
  }
}

extension Words {
  /// Returns the result of an electrocardiogram; one that has no word here as the export has it.
  func ecg(_ classification: String?) -> String {
    classification.map { named("ecg.\($0)") ?? $0 } ?? "–"
  }

  fileprivate func severity(_ name: String) -> String { named("severity.\(name)") ?? name }
}
