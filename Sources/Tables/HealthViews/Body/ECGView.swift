import HealthEvents
package import HealthModel
package import HealthTables

/// The view of electrocardiograms.
package enum ECGView {
  /// The objects that the rows are made of.
  static let reads = Reads.types([Electrocardiogram.type], requiring: [Electrocardiogram.type])

  /// A recording without its voltages.
  package struct Recording: Sendable {
    fileprivate let uuid: ObjectUUID
    package let start: Timestamp?
    /// The name of HealthKit's constant, or the words of the export.
    package let classification: String?
    fileprivate let symptoms: String?
    /// Beats per minute.
    package let heartRate: Double?
    fileprivate let frequency: Double?
    /// The number of its voltages.
    fileprivate let voltages: Int
    package let source: String
    fileprivate let device: Device?
    package let line: UInt32

    fileprivate init(_ row: ObjectRow, _ object: HealthObject, in tables: HealthTables) {
      let fields = object.fields
      (uuid, start, line) = (row.uuid, object.content.span?.start, row.sequence)
      classification = fields.text("classification") ?? fields.text("classificationText")
      symptoms = fields.text("symptomsStatus") ?? fields.text("symptoms")
      heartRate = fields.number("averageHeartRate")
      frequency = fields.number("samplingFrequency")
      voltages = fields.list("voltages").count
      source = tables.sourceName(row.provenance)
      device = tables.origin(row.provenance)?.device
    }

    /// True if it is classified as anything but sinus rhythm.
    package var needsEyes: Bool {
      classification != Electrocardiogram.Classification.sinusRhythm.name
    }
  }

  /// The fields of `ecg`.
  static let columns: [RowColumn<Recording>] = [
    RowColumn(.start, .time, rank: .key) { Cell(time: $0.start) },
    RowColumn("classification", rank: .key, note: "or the words of the export") {
      Cell(text: $0.classification)
    },
    RowColumn("symptoms", note: "`none`, `present` or the words of the export") {
      Cell(text: $0.symptoms)
    },
    RowColumn("averageHeartRate", .quantity, unit: "count/min") { Cell($0.heartRate) },
    RowColumn("frequency", .quantity, unit: "Hz", rank: .detail) { Cell($0.frequency) },
    RowColumn("voltages", .count, rank: .detail, note: "their number") { .whole($0.voltages) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn("device", rank: .detail) { Cell(text: $0.device?.name ?? $0.device?.hardware) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
  ]

  /// Returns one row a recording, newest first.
  ///
  /// - Parameter recording: the only one that is shown; nil: all.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, recording: ObjectUUID?
  ) throws -> Table {
    let recordings = try recordings(of: journal, context, recording)
    return Table(columns) { body in
      try recordings.forEach { try body(Recording($0, $1, in: journal.tables)) }
    }
  }

  /// A voltage of a recording.
  struct Voltage {
    /// The uuid of the recording.
    fileprivate var uuid: String
    fileprivate var number: Int
    /// The time in seconds since the start; nil: the recording does not state how often it was
    /// measured.
    fileprivate var time: Double?
    fileprivate var microvolts: Double
  }

  /// The fields of `ecg --voltages`.
  static let voltageColumns: [RowColumn<Voltage>] = [
    RowColumn(.object, tellsApart: true, hidden: true, note: "the uuid of the recording") {
      .text($0.uuid)
    },
    RowColumn("index", .number, tellsApart: true) { .whole($0.number) },
    RowColumn("time", .number, unit: "s") { Cell($0.time) },
    RowColumn("voltage", .number, unit: "µV") { .number($0.microvolts) },
  ]

  /// Returns one row a voltage, in the order of each recording.
  package static func voltages(
    of journal: ReplayedJournal, in context: ViewContext, recording: ObjectUUID?
  ) throws -> Table {
    let limit = context.query.limit
    var context = context
    context.query.limit = nil
    let recordings = try recordings(of: journal, context, recording)
    return Table(voltageColumns) { body in
      try recordings.forEach { row, object in
        let (uuid, fields) = (row.uuid.description, object.fields)
        let frequency = fields.number("samplingFrequency")
        for (index, voltage) in fields.list("voltages").enumerated() {
          guard case .number(let microvolts) = voltage else { continue }
          try body(
            Voltage(
              uuid: uuid, number: index + 1, time: frequency.map { Double(index) / $0 },
              microvolts: microvolts))
        }
      }
    }.limited(to: limit)
  }

  /// Returns the rows of `table` as values.
  package static func results(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [Recording] {
    var results: [Recording] = []
    try recordings(of: journal, context, nil).forEach {
      results.append(Recording($0, $1, in: journal.tables))
    }
    return results
  }

  private static func recordings(
    of journal: ReplayedJournal, _ context: ViewContext, _ recording: ObjectUUID?
  ) throws -> SeenDocuments {
    try SeenDocuments(of: Electrocardiogram.type, in: journal, context.query) { row in
      recording.map { $0 == row.uuid } ?? true
    }
  }
}

/// The options of `ecg`.
struct ECGOptions: ViewOptions {
  /// The only recording; nil: all.
  var uuid: ObjectUUID?
  /// Asks for a row for each voltage.
  var showsVoltages = false

  static let declared: [DeclaredOption<Self>] =
    [
      .value(\.uuid, "uuid", "UUID", "only this recording, or last") {
        try $0.uuid($1, newestOf: Electrocardiogram.type)
      },
      .flag(\.showsVoltages, "voltages", "show one row for each voltage"),
    ] + shared(Option.narrowing + [.limit, .sort])

  static let choosesTypes = false
}

extension View {
  /// The view of electrocardiograms.
  package static let ecg = View(
    "ecg", summary: "electrocardiograms, newest first, by recording or voltage",
    options: ECGOptions.self,
    details: """
      Shows electrocardiograms, the newest first: start, classification, symptoms, average heart
      rate (count/min), measurements per second (Hz), number of voltages, source, device. An
      export has classification and symptoms in the language of the phone. If the program does not
      know these words, it shows them as they are. --uuid names one recording.

      --voltages shows the voltages in their order: the time since the start (s) and the voltage
      (µV).

      Examples

        health-journal ecg --from 2026-01-01
        health-journal export ecg --voltages --from 2026-01-01 -o ecg.csv
      """,
    reads: ECGView.reads, isNewestFirst: true,
    forms: [Form("", ECGView.columns), Form("--voltages", ECGView.voltageColumns)]
  ) { request, options in
    let context = try request.context()
    return options.showsVoltages
      ? try ECGView.voltages(of: request.journal, in: context, recording: options.uuid)
      : try ECGView.table(of: request.journal, in: context, recording: options.uuid)
  }
}
