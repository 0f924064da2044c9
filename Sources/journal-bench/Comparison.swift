import HealthProjections
package import ViewTables

/// The ratios of a run beside those of a baseline of the same size.
package struct Comparison: Sendable {
  /// The part of a ratio that may be lost: machines are noisy.
  package static let tolerance = 0.2

  /// What was measured, and what the baseline has for it.
  private let rows: [(measured: Measurement, baseline: Double?)]
  /// What is worse than the baseline allows, a line each; empty: the run passes.
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
