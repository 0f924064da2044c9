/// The Merkle tree of RFC 6962 (section 2.1) over leaves that come one after the other. It does not
/// keep the leaves: only the nodes of each level that have no parent yet, and the hashes that the
/// proofs about watched leaves need.
///
///     var tree = MerkleTree(watching: [2])
///     tree.append(MerkleHash.leaves(digests))
///     tree.root                     // of all leaves up to now
///     tree.inclusion(of: 2)         // the path from the third leaf to the root
package struct MerkleTree: Sendable {
  /// The nodes of one height that have no parent yet. Those before them have one, an even number of
  /// them.
  private struct Level {
    /// How many have a parent.
    var joined: UInt64 = 0
    var waiting: [Digest] = []
  }

  /// A leaf that proofs are about, and what was seen on the way from it to the root.
  private struct Watched {
    let leafIndex: UInt64
    /// From the leaf up: the node above it at each height, and the one beside it.
    var steps: [Step] = []
  }

  /// Two nodes with one parent.
  private struct Step {
    var own: Digest
    var beside: Digest
  }

  /// The most nodes that wait, so that many are hashed together.
  private static let batch = 256

  private var levels = [Level()]
  private var watched: [Watched]
  /// How many leaves there are.
  package private(set) var size: UInt64 = 0

  /// A tree without leaves.
  ///
  /// - Parameter indices: the leaves, from 0 on, that are asked about later.
  package init(watching indices: [UInt64] = []) {
    watched = indices.map { Watched(leafIndex: $0) }
  }

  /// Adds leaves after the others, by their hashes.
  package mutating func append(_ leaves: some Collection<Digest>) {
    levels[0].waiting += leaves
    size += UInt64(leaves.count)
    var level = 0
    while levels[level].waiting.count >= Self.batch {
      join(level)
      level += 1
    }
  }

  /// The root of all leaves.
  package var root: Digest {
    mutating get {
      joinPairs()
      return Self.fold(levels[...]) ?? MerkleHash.empty
    }
  }

  // MARK: Nodes

  /// Gives a parent to each pair of nodes that wait at a level.
  private mutating func join(_ level: Int) {
    let (first, nodes) = (levels[level].joined, levels[level].waiting)
    let joined = nodes.count & ~1
    for index in watched.indices {
      let nodeIndex = watched[index].leafIndex >> UInt64(level)
      guard nodeIndex >= first, nodeIndex - first < UInt64(joined) else { continue }
      let own = Int(nodeIndex - first)
      watched[index].steps.append(Step(own: nodes[own], beside: nodes[own ^ 1]))
    }
    if level + 1 == levels.count { levels.append(Level()) }
    levels[level + 1].waiting += MerkleHash.parents(nodes)
    levels[level].waiting = Array(nodes[joined...])
    levels[level].joined += UInt64(joined)
  }

  /// Gives every pair its parent: then at most one node waits at each level.
  private mutating func joinPairs() {
    var level = 0
    while level < levels.count {
      if levels[level].waiting.count > 1 { join(level) }
      level += 1
    }
  }

  /// One hash for the nodes that wait at these levels, the lowest of which stands for the last
  /// leaves.
  private static func fold(_ levels: ArraySlice<Level>) -> Digest? {
    levels.lazy.compactMap(\.waiting.first).reduce(nil) { hash, node in
      hash.map { MerkleHash.node(node, $0) } ?? node
    }
  }

  // MARK: Proofs

  /// The path from a leaf that is watched to the root (RFC 9162, section 2.1.3.1), from the leaf's
  /// sibling up.
  package mutating func inclusion(of index: UInt64) -> [Digest] {
    branch(of: index, from: 0).path
  }

  /// The proof that the first `size` leaves are what they were (RFC 9162, section 2.1.4.1); the
  /// last of them is watched. Without leaves, and with all of them, there is nothing to prove.
  package mutating func consistency(with size: UInt64) -> [Digest] {
    guard size > 0, size < self.size else { return [] }
    let (node, path) = branch(of: size - 1, from: size.trailingZeroBitCount)
    return size.nonzeroBitCount == 1 ? path : [node] + path
  }

  /// The node of a level above a leaf that is watched, and the path from that node to the root.
  private mutating func branch(
    of index: UInt64, from level: Int
  ) -> (node: Digest, path: [Digest]) {
    joinPairs()
    guard let leaf = watched.first(where: { $0.leafIndex == index }), index < size else {
      preconditionFailure("a leaf that is not watched")
    }
    let steps = leaf.steps
    // Above the last step no pair is whole: the rest of the tree is a few nodes beside each other.
    let after = Self.fold(levels[..<steps.count])
    let before = levels[(steps.count + 1)...].compactMap(\.waiting.first)
    let path = steps[level...].map(\.beside) + [after].compactMap { $0 } + before
    return (level < steps.count ? steps[level].own : levels[level].waiting[0], path)
  }
}
