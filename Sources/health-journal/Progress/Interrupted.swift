import ByteTools
import ProcessStart

/// A person, or the system, asked the program to end: `Call` says what becomes of the work.
struct Interrupted: Error {
  /// Throws where that was asked for.
  static func check() throws(Interrupted) {
    if Interruption.signal != nil { throw Interrupted() }
  }
}

/// Bytes that come until the program is asked to end.
struct BreakableSource: ByteSource {
  private var base: any ByteSource

  init(_ base: any ByteSource) { self.base = base }

  mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    try Interrupted.check()
    let count = try base.read(into: &bytes, from: start)
    // What a pipe gives when the program before it was ended by the same signal is no whole file.
    try Interrupted.check()
    return count
  }
}
