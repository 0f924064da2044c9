package import ByteTools

/// Asks whether the proof of a line holds, as one who has a checkpoint does. The program only makes
/// such proofs.
package enum InclusionProof {
  /// The root that follows from a leaf and its path (RFC 9162, section 2.1.3.2); nil where no tree
  /// of this size has such a path.
  ///
  /// - Parameters:
  ///   - leaf: its hash.
  ///   - place: from 0 on.
  package static func root(
    ofLeaf leaf: Digest, at place: UInt64, in size: UInt64, by path: [Digest]
  ) -> Digest? {
    guard place < size else { return nil }
    var (own, last, root) = (place, size - 1, leaf)
    for node in path {
      guard last > 0 else { return nil }
      if own & 1 == 1 || own == last {
        root = MerkleHash.node(node, root)
        while own & 1 == 0, own != 0 { (own, last) = (own >> 1, last >> 1) }
      } else {
        root = MerkleHash.node(root, node)
      }
      (own, last) = (own >> 1, last >> 1)
    }
    return last == 0 ? root : nil
  }
}
