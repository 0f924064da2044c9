/// The outcome of one read or write that does not wait.
package enum Transfer: Equatable {
  /// Some bytes have moved, one at least.
  case moved(Int)
  /// Nothing can move now.
  case later
  /// Nothing will move any more: the other side has ended, or the system reports a fault.
  case over
}

/// A descriptor that is waited for, and what may be done with it.
package struct Awaited: Sendable {
  /// The number of the descriptor.
  package let descriptor: Int32
  fileprivate var question: pollfd

  /// Creates a question about a descriptor. That its other end has gone is always asked.
  package init(_ descriptor: Int32, reads: Bool = false, writes: Bool = false) {
    self.descriptor = descriptor
    let events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0)
    question = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  /// True if a read finds bytes, a new connection or the end.
  package var isReadable: Bool { Int32(question.revents) & Int32(POLLIN | POLLHUP) != 0 }
  /// True if a write finds room, or the other end has gone.
  package var isWritable: Bool { Int32(question.revents) & Int32(POLLOUT | POLLERR) != 0 }
  /// True if the other end has gone: nothing that is written arrives any more.
  package var isGone: Bool { Int32(question.revents) & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 }
}

/// Descriptors that answer at once, and the wait until one of them has something to say.
package enum Descriptors {
  /// Waits until something can be done with one of the descriptors, or the time is over.
  package static func await(_ awaited: inout [Awaited], atMost time: Duration) {
    var questions = awaited.map(\.question)
    let seconds = min(time.components.seconds, 86_400)
    let milliseconds = seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    let ready = unsafe poll(
      &questions, nfds_t(questions.count), Int32(max(0, milliseconds + 1)))
    for index in awaited.indices {
      awaited[index].question.revents = ready > 0 ? questions[index].revents : 0
    }
  }

  /// Reads what is there into the beginning of `room`.
  package static func read(_ descriptor: Int32, into room: inout [UInt8]) -> Transfer {
    transfer(unsafe Self.systemRead(descriptor, &room, room.count))
  }

  /// Writes as many of the bytes as there is room for.
  package static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Transfer {
    transfer(
      unsafe bytes.withUnsafeBytes {
        unsafe Self.systemWrite(descriptor, $0.baseAddress, $0.count)
      })
  }

  private static func transfer(_ count: Int) -> Transfer {
    if count > 0 { return .moved(count) }
    let isWorthRepeating = [EAGAIN, EWOULDBLOCK, EINTR].contains(errno)
    return count < 0 && isWorthRepeating ? .later : .over
  }

  #if canImport(Darwin)
    private static let systemRead = unsafe Darwin.read
    private static let systemWrite = unsafe Darwin.write
  #elseif canImport(Musl)
    private static let systemRead = unsafe Musl.read
    private static let systemWrite = unsafe Musl.write
  #else
    private static let systemRead = unsafe Glibc.read
    private static let systemWrite = unsafe Glibc.write
  #endif
}

/// A socket of TCP that listens at 127.0.0.1, at a port that the system chooses. No other machine
/// reaches it.
package struct LoopbackListener: Sendable {
  /// The number of its descriptor.
  package let descriptor: Int32
  /// The port that the system chose.
  package let port: UInt16

  /// Opens the socket; nil where the system refuses, and `errno` says why.
  package init?() {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0, Self.prepare(descriptor) else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isOpen = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isOpen else { return nil }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Takes the next connection, whose reads and writes do not wait; nil: none is there.
  package func next() -> Int32? {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    guard Self.prepare(connection) else {
      close(connection)
      return nil
    }
    return connection
  }

  /// Says the end of what this side writes; the other side may still be read.
  package static func finish(_ connection: Int32) { shutdown(connection, Int32(SHUT_WR)) }

  private static func prepare(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) >= 0
  }
}
