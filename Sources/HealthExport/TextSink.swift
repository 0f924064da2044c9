/// Where exported text goes: a file, standard output, a request.
package protocol TextSink {
  /// Takes the next bytes, whole: a chunk may end in the middle of a character.
  mutating func write(_ bytes: [UInt8]) throws
}

/// A sink that keeps everything in memory: for small tables.
package struct CollectingSink: TextSink {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []

  /// An empty sink.
  package init() {}

  /// Appends the bytes.
  package mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }
}
