import ByteTools
import JournalFile

/// The fixed work that no tuning of ours can change: its time shows how fast the machine is just
/// now.
enum Yardsticks {
  private static let system = PosixSystem()

  /// The program that does nothing: what the system needs to start and end one.
  #if canImport(Darwin)
    static let nothing = ["/usr/bin/true"]
  #else
    static let nothing = ["/bin/true"]
  #endif

  /// Returns the seconds to read a file in windows of 1 MiB and to add every byte to a plain,
  /// serial checksum (FNV-1a): the work of a core in a plain loop.
  ///
  /// - Parameter threads: the number of threads that read a part each, for comparison with work
  ///   of several threads.
  static func reading(_ path: String, threads: Int = 1) throws -> Double {
    let file = try system.open(path, .read)
    defer { system.close(file) }
    let size = try system.size(of: file)
    let part = size / UInt64(threads) + 1
    let starts = (0..<threads).map { UInt64($0) * part }
    var sums: [UInt64] = []
    let seconds = try Turns.seconds {
      sums = try Threads.map(starts, on: threads) { start in
        try checksum(file, start, min(start + part, size))
      }
    }
    // The sums are used, so that the compiler cannot leave out their computation.
    return sums.contains(0) ? seconds.nextUp : seconds
  }

  private static func checksum(
    _ file: OpenFile, _ start: UInt64, _ end: UInt64
  ) throws -> UInt64 {
    var window = [UInt8](repeating: 0, count: 1 << 20)
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    var at = start
    while at < end {
      let count = try system.read(file, at: at, into: &window, from: 0)
      if count == 0 { break }
      let used = min(count, Int(end - at))
      for byte in window[..<used] { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
      at += UInt64(used)
    }
    return sum
  }

  /// Seconds to write the lines of a journal to a new file, this many for each write and sync.
  ///
  /// - Parameter syncs: how many times; the last one takes what is left.
  static func appending(
    _ journal: JournalPaths, batch: Int, syncs: Int, to path: String
  ) throws -> Double {
    let batches = try batches(of: journal, batch, most: syncs)
    let file = try system.open(path, .createNew)
    defer {
      system.close(file)
      try? system.remove(path)
    }
    return try Turns.seconds {
      for batch in batches {
        try system.append(batch, to: file)
        try system.synchronize(file)
      }
    }
  }

  /// Seconds to write this many bytes after what a file holds, and to sync them.
  static func appending(bytes count: Int, to path: String) throws -> Double {
    let file = try system.open(path, .append)
    defer { system.close(file) }
    let bytes = [UInt8](repeating: 0x20, count: count)
    return try Turns.seconds {
      try system.append(bytes, to: file)
      try system.synchronize(file)
    }
  }

  /// Returns the bytes of this many lines at a time.
  private static func batches(
    of journal: JournalPaths, _ batch: Int, most: Int
  ) throws -> [[UInt8]] {
    let file = try system.open(journal.events, .read)
    defer { system.close(file) }
    var reader = LineReader(file, on: system, from: 0, to: try system.size(of: file))
    var batches: [[UInt8]] = []
    var count = 0
    _ = try reader.forEachLine { line, _ in
      if count % batch == 0, batches.count < most { batches.append([]) }
      count += 1
      batches[batches.count - 1].append(contentsOf: line.array + [UInt8(ascii: "\n")])
      return true
    }
    return batches
  }
}
