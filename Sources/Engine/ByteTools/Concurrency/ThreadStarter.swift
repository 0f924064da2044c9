/// Starts every thread of the program. The system may refuse one: a limit on processes, too little
/// memory. Then the caller does the work itself.
package struct ThreadStarter: Sendable {
  /// Threads as long as the system has any.
  package static let system = ThreadStarter { true }

  private let mayStart: @Sendable () -> Bool

  /// Creates a starter that asks before each thread if it may be started: tests refuse.
  package init(mayStart: @escaping @Sendable () -> Bool) { self.mayStart = mayStart }

  /// Starts a thread that runs `body`.
  ///
  /// - Returns: the thread, to be joined or detached; nil where none can be had, and `body` is not
  ///   run.
  package func start(_ body: @escaping @Sendable () -> Void) -> StartedThread? {
    guard mayStart() else { return nil }
    return StartedThread(body)
  }
}

/// A thread that runs, or has ended and is not joined yet.
package struct StartedThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  fileprivate init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started: pthread_t = 0
    #endif
    let code = unsafe pthread_create(
      &started, nil,
      { work in
        unsafe StartedThread.run(work)
        return nil
      }, work.toOpaque())
    guard code == 0, let thread = started as pthread_t? else {
      unsafe work.release()
      return nil
    }
    self.thread = thread
  }

  private static func run(_ work: UnsafeMutableRawPointer?) {
    guard let work = unsafe work else { return }
    unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }

  /// Waits for its end. To be called once, and not on a detached one.
  package func join() { pthread_join(thread, nil) }

  /// Detaches the thread, which nobody joins then.
  package func detach() { pthread_detach(thread) }
}
