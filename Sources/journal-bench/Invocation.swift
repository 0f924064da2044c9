import HealthExport

/// How the benchmark is called.
struct Invocation {
  static let usage = """
    usage: journal-bench [--events N] [--runs N] [--folder DIR] [--json] [--compare FILE]

    Measures replay, views, append, import, queries, memory and growth on N made-up events (100000), each in
    turns with a yardstick: fixed work that no tuning changes. The ratio, yardstick ÷ measured, is what
    travels between machines: greater is better. Figures are medians of the runs (5). Build with -c release,
    health-journal too. --folder is where the data goes: a disk, not memory; it is made new and removed at
    the end.

    --compare FILE takes the ratios that an earlier run wrote with --json and the same --events, and fails
    with 1 where one has fallen by more than a fifth.
    """

  /// Why the words are no call.
  enum Misuse: Error {
    /// They are not as the usage says.
    case words
    /// The baseline is missing, or not what `--json` writes.
    case baseline(String)
    /// The baseline was made on another number of events.
    case size(Int?)
  }

  var events = 100_000
  var runs = 5
  var parent = "."
  var format = Format.text
  /// The file of the baseline.
  var baseline: String?

  init(_ words: ArraySlice<String>) throws(Misuse) {
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--json": format = .json
      case "--events": events = try Self.number(rest.popFirst())
      case "--runs": runs = try Self.number(rest.popFirst())
      case "--folder": parent = try Self.text(rest.popFirst())
      case "--compare": baseline = try Self.text(rest.popFirst())
      default: throw .words
      }
    }
  }

  private static func number(_ word: String?) throws(Misuse) -> Int {
    guard let number = word.flatMap({ Int($0) }), number > 0 else { throw .words }
    return number
  }

  private static func text(_ word: String?) throws(Misuse) -> String {
    guard let word, !word.isEmpty else { throw .words }
    return word
  }
}

extension Invocation.Misuse {
  /// What to do.
  var message: String {
    switch self {
    case .words: Invocation.usage
    case .baseline(let path): "journal-bench: \(path) is not there, or not what --json writes"
    case .size(let events):
      "journal-bench: the baseline was made with another --events"
        + (events.map { ": give --events \($0), or make it anew" } ?? "; make it anew")
    }
  }
}
