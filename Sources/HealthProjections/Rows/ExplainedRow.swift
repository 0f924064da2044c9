import HealthModel
import HealthTables
import ViewTables

/// A row of a table that explains a figure.
///
///     ExplainedRow(what: .rule, note: "all: every sample of every source counts")
package struct ExplainedRow: Sendable {
  /// The kind of a row.
  package enum Kind: String, Sendable {
    /// The subject that is explained: a day, or a workout and its pauses.
    case day, workout, pause
    /// By what it is computed, and from what.
    case rule, source, input, stated
    /// A sample that counts, or does not.
    case counted, suppressed
    /// A sample among those of which one is the latest.
    case removed, chosen, next
    /// The result, what would tell it, and the result by other rules.
    case total, missing, other
  }

  package var what: Kind
  /// The figure that it belongs to, where there are several.
  var figure: String?
  /// Of which type, where there are several.
  var type: String?
  /// The line of a sample.
  package var sequence: UInt32?
  var uuid: ObjectUUID?
  package var source: String?
  var rank: Int?
  var start: Timestamp?
  var end: Timestamp?
  var value = Cell.missing
  var unit: String?
  /// The share of a sample, or of a day, that it covers.
  var share: Double?
  /// The part that counts.
  package var counted: Double?
  /// The lines that say so.
  var by: [String] = []
  var note: String?

  /// The same of an object with its line, uuid and source.
  func of(line: UInt32, _ uuid: ObjectUUID, from source: String) -> ExplainedRow {
    var row = self
    (row.sequence, row.uuid, row.source) = (line, uuid, source)
    return row
  }

  /// The same of a sample with its line, uuid, source and times.
  func of(_ sample: SampleRow, from source: String) -> ExplainedRow {
    var row = of(line: sample.sequence, sample.uuid, from: source)
    (row.start, row.end) = (sample.startTime, sample.endTime)
    return row
  }

  /// The columns of an explanation.
  ///
  /// - Parameters:
  ///   - kinds: what `what` may be, for the documents.
  ///   - about: what follows it; nil: nothing.
  ///   - figures: the kind of the figures.
  ///   - counts: whether samples have a rank and count in part.
  ///   - areMany: whether people are spared what does not fit a terminal with another column.
  ///   - type: the type that all figures are of; nil: rows name it, or have several.
  static func columns(
    _ kinds: String, about: RowColumn<ExplainedRow>? = nil,
    figures: Column.Kind = .exactQuantity, counts: Bool = true, areMany: Bool = false,
    of type: String? = nil
  ) -> [RowColumn<ExplainedRow>] {
    typealias Own = RowColumn<ExplainedRow>
    let rank = Own("rank", .number, hidden: areMany, rank: .detail) { Cell(whole: $0.rank) }
    let share = Own("share", .share, rank: .detail) { Cell($0.share) }
    let counted = Own("counted", figures, rank: .key) { Cell($0.counted) }
    let all: [Own?] = [
      Own("what", rank: .key, note: kinds) { .text($0.what.rawValue) }, about,
      Own(.line, .number) { Cell(whole: $0.sequence.map { Int($0) }) },
      Own(.object, hidden: true) { Cell(text: $0.uuid?.description) },
      Own(.source) { Cell(text: $0.source) }, counts ? rank : nil,
      Own(.start, .time) { Cell(time: $0.start) },
      Own(.end, .time, hidden: areMany, rank: .detail) { Cell(time: $0.end) },
      Own("value", figures, rank: .key) { $0.value }, Own(.unit) { Cell(text: $0.unit) },
      counts ? share : nil, counts ? counted : nil,
      Own("by", rank: .detail, note: "lines") { $0.by.isEmpty ? .missing : .names($0.by) },
      Own(.note, rank: .key) { Cell(text: $0.note) },
    ]
    return all.compactMap(\.self).map { own in
      var column = own.column
      column.type = type
      return RowColumn(column, cell: own.cell)
    }
  }
}
