import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile
import Synchronization

/// What some lines say, as far as it is found out without the lines before them.
struct StatedLines: Sendable {
  /// Those of plain samples.
  private(set) var samples: [StatedSample] = []
  /// All others, and how many of the samples stand before each.
  private(set) var others: [(end: Int, entry: Entry)] = []
  /// The units that samples have.
  private(set) var units = UnitWords()

  /// Takes in a line.
  ///
  /// - Throws: `LineProblem` where it is no line.
  mutating func read(_ line: RawSpan) throws {
    if let sample = StatedSample(line, &units) {
      samples.append(sample)
    } else {
      others.append((samples.count, try LineCodec.decode(line)))
    }
  }
}

extension StatedObjects {
  /// What all lines of a journal say, found out by several threads.
  ///
  /// - Parameters:
  ///   - names: how names of sources are read.
  ///   - threads: how many at most.
  ///   - partLines: how many lines a thread reads before they are taken in.
  /// - Throws: what reading them throws.
  init(
    _ journal: ReplayedJournal, names: SourceNames = SourceNames(),
    threads: Int = PosixSystem.processors, partLines: UInt64 = 1 << 14
  ) throws {
    let stated = Mutex(StatedObjects(room: journal.tables.objectCount, names: names))
    try Threads.inOrder(try journal.lineParts(ofLines: partLines), on: threads) { part in
      var lines = StatedLines()
      try journal.forEachLine(from: part.lowerBound, to: part.upperBound) { line, _ in
        try lines.read(line)
        return true
      }
      return lines
    } take: { lines in
      stated.withLock { $0.read(lines) }
    }
    self = stated.withLock { stated in
      defer { stated = StatedObjects(room: 0) }
      return stated
    }
  }
}
