import HealthProjections

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One measured thing.
struct Measurement {
  /// What was measured.
  var name: String
  /// How many events.
  var events: Int
  /// How many bytes of journal or export.
  var bytes: Int
  /// Wall time.
  var seconds: Double
  /// The most memory that the process had taken by then, in bytes.
  var peakBytes: Int

  /// Measures `body`, which returns how many bytes it handled: the median of several runs.
  static func of(
    _ name: String, events: Int, runs: Int, _ body: () throws -> Int
  ) rethrows -> Measurement {
    let clock = ContinuousClock()
    var seconds: [Double] = []
    var bytes = 0
    for _ in 0..<runs {
      let start = clock.now
      bytes = try body()
      let duration = (clock.now - start).components
      seconds.append(Double(duration.seconds) + Double(duration.attoseconds) / 1e18)
    }
    seconds.sort()
    return Measurement(
      name: name, events: events, bytes: bytes, seconds: seconds[seconds.count / 2],
      peakBytes: peakMemory())
  }

  private static func peakMemory() -> Int {
    var usage = rusage()
    #if canImport(Darwin)
      unsafe getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #endif
  }

  /// All measurements as one table.
  static func table(_ all: [Measurement]) -> Table {
    Table(
      columns: [
        Column("name"), Column("events", .number), Column("bytes", .number),
        Column("seconds", .number), Column("eventsPerSecond", .number),
        Column("megabytesPerSecond", .number), Column("peakMegabytes", .number),
      ],
      rows: all.map { one in
        [
          .text(one.name), .whole(one.events), .whole(one.bytes), .number(one.seconds),
          .number(Double(one.events) / one.seconds),
          .number(Double(one.bytes) / one.seconds / 1e6),
          .number(Double(one.peakBytes) / 1e6),
        ]
      })
  }
}
