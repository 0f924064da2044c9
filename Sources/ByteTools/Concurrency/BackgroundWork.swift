import Synchronization

/// Work that another thread does; `deinit` waits for its end where `wait` was not called.
///
///     let work = BackgroundWork { … }
///     work.wait()
package final class BackgroundWork: Sendable {
  private let thread: Mutex<StartedThread?>

  /// Begins the work; where the system has no thread to give, does it here.
  package init(from starter: ThreadStarter = .system, _ body: @escaping @Sendable () -> Void) {
    let started = starter.start(body)
    if started == nil { body() }
    thread = Mutex(started)
  }

  deinit { wait() }

  /// Returns when it is done.
  package func wait() {
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }
}
