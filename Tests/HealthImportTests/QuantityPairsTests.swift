import HealthImport
import Testing

/// Which of several quantities of one time are the same measurement.
@Suite struct QuantityPairsTests {
  /// Quantities of a file and of a journal, and the pairs of them by index.
  struct Trial: Sendable {
    var stated: [PrintedQuantity]
    var held: [PrintedQuantity]
    var pairs: [[Int]]

    init(
      _ unit: String, _ stated: [Double], _ heldUnit: String, _ held: [Double], _ pairs: [[Int]]
    ) {
      self.stated = stated.map { PrintedQuantity($0, unit) }
      self.held = held.map { PrintedQuantity($0, heldUnit) }
      self.pairs = pairs
    }
  }

  private static let millimoles = "mmol<180.1558800000541>/L"

  static let trials = [
    Trial("mi", [3], "km", [4.828], [[0, 0]]), Trial("mi", [3.1], "km", [4.828], []),
    // The nearest first, in any order, and each once.
    Trial("lb", [158.7, 158.9], "kg", [72.08, 71.99], [[0, 1], [1, 0]]),
    Trial("lb", [158.733], "kg", [72, 72], [[0, 0]]),
    Trial("lb", [158.733, 158.733, 158.733], "kg", [72, 72], [[0, 0], [1, 1]]),
    Trial("lb", [159], "kg", [72.3, 72.1], [[0, 1]]),
    // Few digits: half of the last one of each is the most that they may miss each other by.
    Trial("km", [5], "mi", [3], [[0, 0]]), Trial("km", [5], "mi", [3.4], [[0, 0]]),
    Trial("km", [5], "mi", [3.5], []), Trial("km", [5.0004], "mi", [3.4], []),
    // Where the nearest takes what another needs, as many as possible have one.
    Trial("km", [5, 4.9], "mi", [3.1, 2.8], [[0, 1], [1, 0]]),
    // Blood glucose, either way.
    Trial(millimoles, [5.5], "mg/dL", [99], [[0, 0]]),
    Trial("mg/dL", [99, 110], millimoles, [6.1, 5.5], [[0, 1], [1, 0]]),
    Trial("mg/dL", [97], millimoles, [5.5], []),
    // Numbers of units of one size are equal, or another measurement.
    Trial("Cal", [512, 513], "kcal", [513, 512.4], [[1, 0]]),
    Trial("degF", [98.6], "degC", [37], [[0, 0]]), Trial("mi", [0], "km", [0], [[0, 0]]),
    Trial("count", [1], "kg", [1], []), Trial("mi", [], "km", [1], []),
  ]

  @Test(arguments: trials) func nearestFirstAndEachOnce(_ trial: Trial) {
    func statements(_ all: [PrintedQuantity]) -> [QuantityPairs.Statement] {
      all.map { QuantityPairs.Statement($0, Fingerprint(0)) }
    }
    let pairs = QuantityPairs.pairs(statements(trial.stated), statements(trial.held))
      .map { [$0.stated, $0.held] }.sorted { $0[0] < $1[0] }
    #expect(pairs == trial.pairs)
  }
}
