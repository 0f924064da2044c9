import ByteTools

/// The ratios of an earlier run, read from what `--json` wrote.
package struct Baseline: Sendable {
  /// What a baseline knows of a measured thing.
  package struct Row: Hashable, Sendable {
    /// What was measured.
    package var name: String
    /// How many events it was about.
    package var events: Int
    /// Nil where the data was too small to tell.
    package var ratio: Double?
  }

  /// What was measured, in the order of the file.
  package let rows: [Row]

  /// The bytes are not what `--json` writes.
  package struct Unreadable: Error, Hashable, Sendable {}

  /// Reads an array of objects.
  package init(json bytes: [UInt8]) throws(Unreadable) {
    guard let tape = try? JSONTape(bytes.rawBytes) else { throw Unreadable() }
    let value = JSONView(tape, bytes.rawBytes)
    guard case .array = value.kind else { throw Unreadable() }
    var rows: [Row] = []
    var elements = value.elements
    while let element = elements.next() {
      guard let name = element["name"]?.text, let number = element["events"]?.number,
        let events = Int(exactly: number)
      else { throw Unreadable() }
      rows.append(Row(name: name, events: events, ratio: element["ratio"]?.number))
    }
    self.rows = rows
  }

  /// How many events were asked for in the run that wrote it; nil: it does not tell.
  var events: Int? { rows.first { $0.name == Benchmarks.first }?.events }
}
