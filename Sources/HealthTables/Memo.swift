import Synchronization

/// What is made when it is first asked for. A class, so that copies of a journal make it once; a
/// thread that asks meanwhile waits for it.
package final class Memo<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  /// Nothing is made yet.
  package init() {}

  /// The value, which `make` makes unless one did before.
  package func value<Failure>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    try known.withLock { known throws(Failure) in
      if let known { return known }
      let value = try make()
      known = value
      return value
    }
  }
}
