import ByteTools
package import HealthViews

/// A measured thing and a yardstick, both measured in one run.
package struct Measurement: Hashable, Sendable {
  /// The name of the measured thing.
  package var name: String
  /// The number of events.
  package var events: Int
  /// The measured value: less is better. Nil if the data was too small to measure.
  package var measured: Double?
  /// The value of the yardstick.
  package var yardstick: Double
  /// The unit of both.
  package var unit: String
  /// The greatest memory of the process, in bytes; nil if it was this one.
  package var peakBytes: Int?

  /// Creates a measurement of a thing and its yardstick.
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

  /// Creates a measurement of a thing that was timed in turns with its yardstick.
  init(_ name: String, events: Int, _ turns: Turns, peakBytes: Int? = nil) {
    self.init(
      name, events: events, measured: turns.ours * 1e3, yardstick: turns.yardstick * 1e3,
      unit: "ms", peakBytes: peakBytes)
  }

  /// The figure that can be compared between machines: the yardstick divided by the measured value.
  /// Greater is better.
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

  package static func table(_ all: [Measurement]) -> Table {
    Table(columns: columns, rows: all.map(\.cells))
  }
}

extension Double {
  /// The number rounded to four significant digits; no measurement here has more. The whole part
  /// stays whole.
  var inFourDigits: Double {
    var scale = 1.0
    while magnitude * scale < 1_000, scale < 1e15 { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}

/// The seconds of two things that were measured in turns, so that a noisy machine is noisy for
/// both.
struct Turns {
  /// The median of what is measured.
  let ours: Double
  /// The median of the yardstick.
  let yardstick: Double

  /// Measures both this many times: A B A B.
  ///
  /// - Parameters:
  ///   - ours: measures the one and returns its seconds.
  ///   - yardstick: measures the other.
  init(
    _ runs: Int, ours: () throws -> Double, yardstick: () throws -> Double
  ) rethrows {
    var all: (ours: [Double], yardstick: [Double]) = ([], [])
    for _ in 0..<runs {
      all.ours.append(try ours())
      all.yardstick.append(try yardstick())
    }
    self.ours = Self.median(all.ours)
    self.yardstick = Self.median(all.yardstick)
  }

  private static func median(_ values: [Double]) -> Double {
    SampleSpread.quantile(0.5, of: values.sorted())
  }

  /// Returns the number of seconds that `body` lasts.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    seconds(try ContinuousClock().measure(body))
  }

  static func seconds(_ duration: Duration) -> Double {
    let parts = duration.components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}

/// The ratios of an earlier run, read from what `--json` wrote.
package struct Baseline: Sendable {
  /// A row of a baseline on a measured thing.
  package struct Row: Hashable, Sendable {
    /// The name of the measured thing.
    package var name: String
    /// The number of events.
    package var events: Int
    /// Nil where the data was too small to tell.
    package var ratio: Double?
  }

  /// The measured things, in the order of the file.
  package let rows: [Row]

  /// Reads an array of objects; nil: the bytes are not what `--json` writes.
  package init?(json bytes: [UInt8]) {
    guard let tape = try? JSONTape(bytes.rawBytes) else { return nil }
    let value = JSONView(tape, bytes.rawBytes)
    guard case .array = value.kind else { return nil }
    var rows: [Row] = []
    var elements = value.elements
    while let element = elements.next() {
      guard let name = element["name"]?.text, let number = element["events"]?.number,
        let events = Int(exactly: number)
      else { return nil }
      rows.append(Row(name: name, events: events, ratio: element["ratio"]?.number))
    }
    self.rows = rows
  }

  /// The number of events in the run that wrote it; nil if unknown.
  var events: Int? { rows.first { $0.name == Benchmarks.first }?.events }
}

/// A comparison of the ratios of a run with those of a baseline of the same size.
package struct Comparison: Sendable {
  /// The part of a ratio that may be lost: machines are noisy.
  package static let tolerance = 0.2

  /// The measured things, and the ratios of the baseline for them.
  private let rows: [(measured: Measurement, baseline: Double?)]
  /// The ratios that are worse than the baseline allows, a line each; empty: the run passes.
  package let failures: [String]

  /// Compares by name and size. What the baseline does not know passes; what only the baseline
  /// knows has not been measured, and fails.
  package init(_ measured: [Measurement], with baseline: Baseline) {
    rows = measured.map { one in
      let known = baseline.rows.first { $0.name == one.name && $0.events == one.events }
      return (one, known?.ratio)
    }
    let fallen = rows.compactMap { one, baseline -> String? in
      guard let ratio = one.ratio, let baseline, ratio < baseline * (1 - Self.tolerance)
      else { return nil }
      return "\(one.name): the ratio has fallen from \(baseline) to \(ratio)"
    }
    let missing = baseline.rows.filter { known in
      known.ratio != nil
        && !measured.contains {
          $0.name == known.name && $0.events == known.events && $0.ratio != nil
        }
    }
    failures =
      fallen + missing.map { "\($0.name), \($0.events) events: in the baseline, not measured" }
  }

  /// The measurements as a table, with the baseline's ratios and the change in per cent.
  package var table: Table {
    Table(
      columns: Measurement.columns + [
        Column("baseline", .number), Column("change", .number, unit: "%"),
      ],
      rows: rows.map { one, baseline in
        guard let baseline else { return one.cells + [.missing, .missing] }
        guard let ratio = one.ratio else { return one.cells + [.number(baseline), .missing] }
        let change = ((ratio / baseline - 1) * 1_000).rounded() / 10
        return one.cells + [.number(baseline), .number(change)]
      })
  }
}
