package import HealthModel
package import ViewTables

extension SwimsView {
  /// The fields of `swims --lengths`.
  static let lengthColumns = [
    Column("date", .time, hidden: true), Column("uuid", hidden: true),
    Column("set", .number, rank: .key),
    Column("length", .number, rank: .key), Column("start", .time),
    Column("end", .time, hidden: true), Column("duration", .quantity, unit: "s"),
    Column("metres", .poolLength), Column("style"), Column("strokes", .count),
    Column("swolf", .count),
    Column("pace", .pace, unit: "s/100m"), Column("rest", .quantity, unit: "s", rank: .detail),
    Column("source", hidden: true),
  ]

  /// One row a length: the newest swim first, its lengths in order. A swim without known lengths
  /// has no row. Formats for people show the columns that tell lengths apart.
  package static func lengths(of swims: [LoggedSwim]) -> Table {
    Table(
      columns: lengthColumns,
      rows: swims.flatMap { swim in swim.lengths.map { cells($0, of: swim) } })
  }

  private static func cells(_ length: SwimLength, of swim: LoggedSwim) -> [Cell] {
    [
      .day(swim.date), .text(swim.uuid.description), .whole(length.set), .whole(length.number),
      .time(length.span.start), .time(length.span.end), .number(length.duration),
      Cell(length.metres), Cell(text: length.style?.name), Cell(length.strokes), Cell(length.swolf),
      Cell(length.pace), Cell(length.rest), .text(swim.source),
    ]
  }

  /// The fields of `swims --sets`.
  static let setColumns = [
    Column("date", .time, hidden: true), Column("uuid", hidden: true),
    Column("set", .number, rank: .key),
    Column("lengths", .count), Column("start", .time), Column("end", .time, hidden: true),
    Column("duration", .duration, unit: "s"), Column("metres", .poolLength), Column("styles"),
    Column("strokes", .count), Column("swolf", .count), Column("pace", .pace, unit: "s/100m"),
    Column("rest", .duration, unit: "s", rank: .detail),
    Column("source", hidden: true),
  ]

  /// One row a set: the newest swim first, its sets in order.
  package static func sets(of swims: [LoggedSwim]) -> Table {
    Table(
      columns: setColumns,
      rows: swims.flatMap { swim in swim.sets.map { cells($0, of: swim) } })
  }

  private static func cells(_ set: SwimSet, of swim: LoggedSwim) -> [Cell] {
    let span = (set.lengths.first?.span.start, set.lengths.last?.span.end)
    return [
      .day(swim.date), .text(swim.uuid.description), .whole(set.number), .whole(set.lengths.count),
      Cell(time: span.0), Cell(time: span.1), .number(set.duration), Cell(set.metres),
      Cell(set.styles), Cell(set.strokes), Cell(set.swolf), Cell(set.pace), Cell(set.rest),
      .text(swim.source),
    ]
  }
}
