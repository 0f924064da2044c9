import CLibrary
import Synchronization

/// A signal by which a person, or the system, asks the program to end: SIGINT (Ctrl-C) or SIGTERM.
///
/// Once signals are watched for, the first one of each kind is noted, and work that asks for it
/// ends by itself and cleans up; a second one of the same kind ends the process at once.
package enum Interruption {
  private static let watched = [SIGINT, SIGTERM]

  /// The number of the signal that came; 0: none.
  private static let noted = Atomic<Int32>(0)

  /// The signal that came since `watch`; nil: none.
  package static var signal: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// From now on notes the first signal of each kind. A signal that the parent ignores, as `nohup`
  /// does, stays ignored.
  package static func watch() {
    // This first use creates `noted`, which must exist before a handler runs.
    _ = signal
    for number in watched {
      var action = sigaction()
      var before = sigaction()
      let handler: @convention(c) (Int32) -> Void = { Interruption.note($0) }
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
      #else
        unsafe action.__sigaction_handler.sa_handler = handler
      #endif
      // After the first signal the system's default is in force again: the next one ends the
      // process.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      guard unsafe sigaction(number, nil, &before) == 0 else { continue }
      if !isIgnored(before) { unsafe sigaction(number, &action, nil) }
    }
  }

  /// The work is done: what came is forgotten, and from now on a signal ends the process.
  package static func forget() {
    noted.store(0, ordering: .relaxed)
    // All zeros: the system's own way.
    var usual = sigaction()
    for number in watched {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0 else { continue }
      if !isIgnored(action) { unsafe sigaction(number, &usual, nil) }
    }
  }

  /// Waits until a pipe or terminal has bytes or has ended, or a signal was noted: a read that
  /// waits for bytes would go on waiting after it.
  package static func awaitInput(_ descriptor: Int32) {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal that comes just before the call does not end it: so it is made again after a while.
    while signal == nil {
      let ready = unsafe poll(&question, 1, 200)
      if ready > 0 || ready < 0 && errno != EINTR { return }
    }
  }

  private static func note(_ number: Int32) { noted.store(number, ordering: .relaxed) }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == 1
  }
}
