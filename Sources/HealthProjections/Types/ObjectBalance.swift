import ByteTools

/// What became of the live objects that a reader sees: each is in the export, or named as left out,
/// or was not asked for.
package struct ObjectBalance: Hashable, Sendable {
  /// How many the tables of the journal hold.
  package var live: Int
  /// How many are in the export.
  package var written = 0
  /// How many are named as left out.
  package var leftOut = 0
  /// How many the options of the export do not choose.
  package var notAsked = 0

  /// A balance of so many objects.
  package init(live: Int, written: Int = 0, leftOut: Int = 0, notAsked: Int = 0) {
    (self.live, self.written) = (live, written)
    (self.leftOut, self.notAsked) = (leftOut, notAsked)
  }

  /// Whether nothing is missing and nothing counted twice.
  package var isEven: Bool { live == written + leftOut + notAsked }

  /// `balanced: 7 live objects = 4 written + 3 left out`.
  ///
  /// - Parameter place: what is said of those that are there.
  package func sentence(_ place: String = "written") -> String {
    let others = [(leftOut, "left out"), (notAsked, "not asked for")].filter { $0.0 > 0 }
    let sum = ([(written, place)] + others).map { "\($0.0) \($0.1)" }.joined(separator: " + ")
    let objects = counted(live, "live object")
    return isEven
      ? "balanced: \(objects) = \(sum)"
      : "NOT balanced: \(objects), but \(sum); please report this as a fault"
  }
}
