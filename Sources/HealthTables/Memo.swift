import Synchronization

/// What is made when it is first asked for. A class, so that copies of a journal make it once.
final class Memo<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  func value(_ make: () -> Value) -> Value {
    known.withLock { known in
      let value = known ?? make()
      known = value
      return value
    }
  }
}
