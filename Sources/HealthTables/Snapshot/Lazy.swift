/// A part of the tables that a snapshot may hold: it is read from there when it is first asked for.
struct Lazy<Part: Sendable>: Sendable {
  private var own: Part
  private var source: (@Sendable () -> Part)?

  /// A part in memory.
  init(_ own: Part) { self.own = own }

  /// A part that a snapshot holds.
  ///
  /// - Parameters:
  ///   - empty: stands for it until it is changed.
  ///   - source: what the snapshot holds; reads it once, however often it is asked.
  init(empty: Part, _ source: @escaping @Sendable () -> Part) {
    own = empty
    self.source = source
  }

  /// Whether it is as the snapshot has it.
  var isUnchanged: Bool { source != nil }

  var value: Part {
    _read {
      if let source { yield source() } else { yield own }
    }
    _modify {
      if let source {
        own = source()
        self.source = nil
      }
      yield &own
    }
  }
}
