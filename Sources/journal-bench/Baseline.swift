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
    guard case .array(let elements)? = try? JSONValue(parsing: bytes.rawBytes) else {
      throw Unreadable()
    }
    var rows: [Row] = []
    for element in elements {
      guard case .string(let name)? = element["name"],
        case .number(let number)? = element["events"], let events = Int(exactly: number)
      else { throw Unreadable() }
      var row = Row(name: name, events: events)
      if case .number(let ratio)? = element["ratio"] { row.ratio = ratio }
      rows.append(row)
    }
    self.rows = rows
  }

  /// How many events were asked for in the run that wrote it; nil: it does not tell.
  var events: Int? { rows.first { $0.name == Benchmarks.first }?.events }
}
