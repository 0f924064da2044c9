import ByteTools
import ProcessStart
import Synchronization

/// The reader of a pager has left it: nobody reads the rest.
struct ReaderGone: Error {}

/// The pager through which this process shows its results. It is started by the first of them, so
/// that a command without any starts none.
enum OutputPager {
  private struct State {
    var command: String?
    var running: Pager?
    var remarks: [String] = []
  }

  private static let state = Mutex(State())

  /// Has the first result start this pager; nil: there is none.
  static func prepare(_ command: String?) { state.withLock { $0.command = command } }

  /// Starts the pager that is due. Where that fails the results go to the terminal.
  static func begin() {
    let command = state.withLock { state in
      defer { state.command = nil }
      return state.command
    }
    guard let command else { return }
    guard Pager.isThere(command) else {
      StandardError.write(
        "health-journal: the pager '\(TerminalText.escaped(command))' is not there; without it:\n")
      return
    }
    state.withLock { state in
      // The defaults of git: `less` ends by itself where all fits on one screen, shows colours, and
      // leaves its text on the screen.
      state.running = try? Pager(command, defaults: ["LESS=FRX", "LV=-c"])
    }
  }

  /// Whether results go to a pager.
  static var isRunning: Bool { state.withLock { $0.running != nil } }

  /// Keeps a remark until the pager is left.
  ///
  /// - Returns: whether there is one.
  static func hold(_ text: String) -> Bool {
    state.withLock { state in
      guard state.running != nil else { return false }
      state.remarks.append(text)
      return true
    }
  }

  /// Waits until the reader leaves the pager, and says what was to be said meanwhile.
  static func finish() {
    let (pager, remarks) = state.withLock { state in
      defer { state = State() }
      return (state.running, state.remarks)
    }
    pager?.finish()
    for remark in remarks { StandardError.write(remark) }
  }
}
