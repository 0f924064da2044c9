/// Asks whether proofs about Merkle trees hold, of which only roots are known.
package enum MerkleProof {
  /// Whether one tree is the beginning of another (RFC 9162, section 2.1.4.2).
  package static func isGrowth(
    from old: (size: UInt64, root: Digest), to new: (size: UInt64, root: Digest),
    by proof: [Digest]
  ) -> Bool {
    guard old.size < new.size else { return old == new && proof.isEmpty }
    guard old.size > 0 else { return old.root == MerkleHash.empty && proof.isEmpty }
    guard let roots = roots(from: old, to: new.size, by: proof) else { return false }
    return roots == (old.root, new.root)
  }

  /// The two roots that a growth proof leads to; nil where no proof for trees of these sizes has
  /// its form. Where `after` is the known root of the larger tree, `before` is the root of its
  /// first `old.size` leaves. Where `old.size` is a power of two, the proof does not contain the
  /// root of the smaller tree, and `old.root` is taken.
  package static func roots(
    from old: (size: UInt64, root: Digest), to size: UInt64, by proof: [Digest]
  ) -> (before: Digest, after: Digest)? {
    guard 0 < old.size, old.size < size else { return nil }
    var path = proof[...]
    let isWhole = old.size.nonzeroBitCount == 1
    guard let start = isWhole ? old.root : path.popFirst() else { return nil }
    let shift = UInt64(old.size.trailingZeroBitCount)
    var (own, last) = ((old.size - 1) >> shift, (size - 1) >> shift)
    var (before, after) = (start, start)
    for node in path {
      guard last > 0 else { return nil }
      if isRight(&own, &last) {
        before = MerkleHash.node(node, before)
        after = MerkleHash.node(node, after)
      } else {
        after = MerkleHash.node(after, node)
      }
      (own, last) = (own >> 1, last >> 1)
    }
    return last == 0 ? (before, after) : nil
  }

  /// Whether a node has its sibling to the left; then both are moved up to the height of that
  /// sibling.
  private static func isRight(_ own: inout UInt64, _ last: inout UInt64) -> Bool {
    guard own & 1 == 1 || own == last else { return false }
    while own & 1 == 0, own != 0 { (own, last) = (own >> 1, last >> 1) }
    return true
  }
}
