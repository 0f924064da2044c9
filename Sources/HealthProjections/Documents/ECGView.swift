import HealthEvents
package import HealthModel
package import HealthTables
package import ViewTables

/// Electrocardiograms.
package enum ECGView {
  /// The columns that identify a row.
  static let rowKey = RowKey("uuid", "index")
  /// What they are made of.
  static let reads = Reads.types([Electrocardiogram.type], requiring: [Electrocardiogram.type])

  /// The fields of `ecg`.
  static let columns = [
    Column("start", .time, rank: .key),
    Column("classification", rank: .key, note: "else the words of the export"),
    Column("symptoms", note: "`none` or `present`, else the words of the export"),
    Column("averageHeartRate", .quantity, unit: "count/min"),
    Column("frequency", .quantity, unit: "Hz", rank: .detail),
    Column("voltages", .count, rank: .detail, note: "how many"),
    Column("source", rank: .detail), Column("device", rank: .detail), Column("uuid", hidden: true),
  ]

  /// The fields of `ecg --voltages`.
  static let voltageColumns = [
    Column("uuid", hidden: true, note: "that of the recording"), Column("index", .number),
    Column("time", .number, unit: "s"), Column("voltage", .number, unit: "µV"),
  ]

  /// One row a recording, newest first.
  ///
  /// - Parameter recording: the only one that is shown; nil: all.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, recording: ObjectUUID?
  ) throws -> Table {
    let recordings = try recordings(of: journal, context, recording)
    return Table(columns: columns) { body in
      try recordings.forEach { row, object in
        let fields = object.fields
        let device = journal.tables.origin(row.provenance)?.device
        try body([
          Cell(time: object.content.span?.start),
          first(fields, "classification", "classificationText"),
          first(fields, "symptomsStatus", "symptoms"), fields.number("averageHeartRate"),
          fields.number("samplingFrequency"), .whole(fields.list("voltages").count),
          .text(journal.tables.sourceName(row.provenance)),
          Cell(text: device?.name ?? device?.hardware), .text(row.uuid.description),
        ])
      }
    }
  }

  /// One row a voltage, in the order of each recording.
  package static func voltages(
    of journal: ReplayedJournal, in context: ViewContext, recording: ObjectUUID?
  ) throws -> Table {
    let limit = context.query.limit
    var context = context
    context.query.limit = nil
    let recordings = try recordings(of: journal, context, recording)
    return Table(columns: voltageColumns) { body in
      try recordings.forEach { row, object in
        let uuid = Cell.text(row.uuid.description)
        let frequency: Double? =
          if case .number(let number)? = object.fields["samplingFrequency"] { number } else { nil }
        for (index, voltage) in object.fields.list("voltages").enumerated() {
          guard case .number(let microvolts) = voltage else { continue }
          try body([
            uuid, .whole(index + 1), Cell(frequency.map { Double(index) / $0 }),
            .number(microvolts),
          ])
        }
      }
    }.limited(to: limit)
  }

  private static func recordings(
    of journal: ReplayedJournal, _ context: ViewContext, _ recording: ObjectUUID?
  ) throws -> SeenDocuments {
    try SeenDocuments(of: Electrocardiogram.type, in: journal, context.query) { row in
      recording.map { $0 == row.uuid } ?? true
    }
  }

  private static func first(_ fields: [Field], _ name: String, _ other: String) -> Cell {
    let cell = fields.text(name)
    return cell == .missing ? fields.text(other) : cell
  }
}
