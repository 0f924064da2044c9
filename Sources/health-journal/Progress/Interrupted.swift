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
  /// The pipe or terminal that they come from; nil: a file, which is not waited for.
  private let descriptor: Int32?

  init(_ base: any ByteSource, waitingFor descriptor: Int32?) {
    self.base = base
    self.descriptor = descriptor
  }

  mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    if let descriptor { Interruption.awaitInput(descriptor) }
    try Interrupted.check()
    let count = try base.read(into: &bytes, from: start)
    // If the same signal ended the program that writes to the pipe, what came is no whole file.
    try Interrupted.check()
    return count
  }
}
