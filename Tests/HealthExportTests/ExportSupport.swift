import HealthExport
import HealthModel
import HealthViews
import Testing

let steps = "HKQuantityTypeIdentifierStepCount"
let heartRate = "HKQuantityTypeIdentifierHeartRate"
let running = "HKWorkoutActivityTypeRunning"

/// A moment in the clock of a place one hour ahead of UTC, which is there 08:00 on 2026-11-20.
func time(_ seconds: Int64 = 0, offset: Int16 = 60, microseconds: Int64 = 0) -> Cell {
  let instant = Instant(wholeSeconds: 1_795_158_000 + seconds).adding(microseconds: microseconds)
  return .time(Timestamp(instant: instant, offsetMinutes: offset))
}

func day(_ text: String) throws -> Cell { .day(try #require(CivilDate(text))) }

/// What a format makes of a table.
func export(
  _ table: Table, _ format: Format, _ options: ExportOptions = ExportOptions()
) throws -> String {
  var sink = CollectingSink()
  try format.write(table, to: &sink, options: options)
  return String(decoding: sink.bytes, as: UTF8.self)
}

/// A table of one column.
func column(_ kind: Column.Kind, _ cells: [Cell]) -> Table {
  Table(columns: [Column("value", kind)], rows: cells.map { [$0] })
}

/// Every kind of cell, and one row of nothing.
func everyKind() throws -> Table {
  Table(
    columns: [
      Column(.object, hidden: true), Column(.type), Column(.date, .time, named: "day"),
      Column(.start, .time),
      Column("sum", .number), Column("metresPerLap", .number), Column("inferred"), Column(.source),
    ],
    rows: [
      [
        .text("A1"), .identifier(steps), try day("2026-11-20"), time(), .number(8012.25),
        .whole(25), .flag(true), .text("John’s Watch"),
      ],
      [
        .text("B2"), .identifier("HKFuture"), try day("2026-11-21"), time(65), .number(72.123456),
        .whole(-5), .flag(false), .text("Swim, Fit"),
      ],
      [.missing, .missing, .missing, .missing, .missing, .missing, .missing, .missing],
    ])
}

/// Two workouts, one with its samples.
func workouts() -> Table {
  Table(
    columns: [
      Column(.activity), Column("duration", .number), Column("samples", .list), Column(.source),
    ],
    rows: [
      [
        .identifier(running), .number(1860.5),
        .list([
          [
            ("type", .identifier(heartRate)), ("count", .whole(372)), ("average", .number(148.25)),
            ("inferred", .flag(true)),
          ],
          [
            ("type", .identifier(steps)), ("count", .whole(31)), ("sum", .number(5012)),
            ("inferred", .flag(true)),
          ],
        ]), .text("Watch"),
      ],
      [.identifier(running), .number(60), .list([]), .text("Watch")],
      [.identifier(running), .number(61), .missing, .text("Watch")],
    ])
}
