import HealthProjections
package import ViewTables

/// One measured thing beside a yardstick, both measured in one run.
package struct Measurement: Hashable, Sendable {
  /// What was measured.
  package var name: String
  /// How many events it was about.
  package var events: Int
  /// What it came to: less is better. Nil where the data was too small to tell.
  package var measured: Double?
  /// What the yardstick came to.
  package var yardstick: Double
  /// The unit of both.
  package var unit: String
  /// The most memory that the process took, in bytes; nil where it was this one.
  package var peakBytes: Int?

  /// A thing and its yardstick.
  package init(
    _ name: String, events: Int, measured: Double?, yardstick: Double, unit: String,
    peakBytes: Int? = nil
  ) {
    self.name = name
    self.events = events
    self.measured = measured
    self.yardstick = yardstick
    self.unit = unit
    self.peakBytes = peakBytes
  }

  /// A thing that was timed in turns with its yardstick.
  init(_ name: String, events: Int, _ turns: Turns, peakBytes: Int? = nil) {
    self.init(
      name, events: events, measured: turns.ours * 1e3, yardstick: turns.yardstick * 1e3,
      unit: "ms", peakBytes: peakBytes)
  }

  /// What travels between machines: how often the measured thing fits into the yardstick. Greater
  /// is better.
  package var ratio: Double? {
    guard let measured, measured > 0 else { return nil }
    return (yardstick / measured).inFourDigits
  }

  static let columns = [
    Column("name"), Column("events", .number), Column("measured", .number),
    Column("yardstick", .number), Column(.unit), Column("ratio", .number),
    Column("peakMegabytes", .number),
  ]

  var cells: [Cell] {
    [
      .text(name), .whole(events), measured.map { .number($0.inFourDigits) } ?? .missing,
      .number(yardstick.inFourDigits), .text(unit), ratio.map { .number($0) } ?? .missing,
      peakBytes.map { .number((Double($0) / 1e6).inFourDigits) } ?? .missing,
    ]
  }

  /// All measurements as one table.
  package static func table(_ all: [Measurement]) -> Table {
    Table(columns: columns, rows: all.map(\.cells))
  }
}

extension Double {
  /// Rounded to four significant digits, of which no measurement here has more; the whole part
  /// stays whole.
  var inFourDigits: Double {
    var scale = 1.0
    while magnitude * scale < 1_000, scale < 1e15 { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
