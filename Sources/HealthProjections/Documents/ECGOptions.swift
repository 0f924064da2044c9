import HealthModel

/// The options of `ecg`.
struct ECGOptions: ViewOptions {
  /// The only recording; nil: all.
  var uuid: ObjectUUID?
  /// Whether there is a row for each voltage.
  var showsVoltages = false

  private static let uuid = Option("uuid", "UUID", "only this recording")
  private static let voltages = Option("voltages", nil, "a row a voltage")

  static let declared: [DeclaredOption<Self>] =
    [
      .value(\.uuid, uuid) { request, option in try request.uuid(option) },
      .flag(\.showsVoltages, voltages),
    ] + shared(.from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .sort)

  static let choosesTypes = false
}

extension View {
  /// Electrocardiograms.
  package static let ecg = View(
    "ecg", summary: "electrocardiograms, newest first, by recording or voltage",
    options: ECGOptions.self,
    details: """
      One row a recording: start, classification, symptoms, average heart rate (count/min), measurements a
      second (Hz), how many voltages it has, source, device. An export writes classification and symptoms in the
      phone's language; where its words are not known they are shown as they stand.

      --voltages shows the voltages in their order: the time since the start (s) and the voltage (µV).

        health-journal ecg
        health-journal export ecg --voltages --uuid 3F2504E0-4F89-41D3-9A0C-0305E82C3301 -o ecg.csv
      """,
    rowKey: ECGView.rowKey, reads: ECGView.reads,
    forms: [Form("", ECGView.columns), Form("--voltages", ECGView.voltageColumns)]
  ) { request, options in
    let context = try request.context()
    return options.showsVoltages
      ? try ECGView.voltages(of: request.journal, in: context, recording: options.uuid)
      : try ECGView.table(of: request.journal, in: context, recording: options.uuid)
  }
}
