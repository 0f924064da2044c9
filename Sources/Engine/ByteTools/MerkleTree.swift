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
    /// The number of nodes that have a parent.
    var joined: UInt64 = 0
    var waiting: [Digest] = []
  }

  /// A leaf that proofs are about, and what was seen on the way from it to the root.
  private struct Watched {
    let leafIndex: UInt64
    /// The steps from the leaf up: the node above it at each height, and that node's sibling.
    var steps: [Step] = []
  }

  /// The two nodes of one parent.
  private struct Step {
    var own: Digest
    var beside: Digest
  }

  /// The most nodes that wait, so that many are hashed together.
  private static let batch = 256

  private var levels = [Level()]
  private var watched: [Watched]
  /// The number of leaves.
  package private(set) var size: UInt64 = 0

  /// Creates a tree without leaves.
  ///
  /// - Parameter indices: the leaves, from 0 on, that later questions are about.
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

  /// Returns one hash for the nodes that wait at these levels; the lowest level is for the last
  /// leaves.
  private static func fold(_ levels: ArraySlice<Level>) -> Digest? {
    levels.lazy.compactMap(\.waiting.first).reduce(nil) { hash, node in
      hash.map { MerkleHash.node(node, $0) } ?? node
    }
  }

  // MARK: Proofs

  /// Returns the path from a watched leaf to the root (RFC 9162, section 2.1.3.1), from the leaf's
  /// sibling up.
  package mutating func inclusion(of index: UInt64) -> [Digest] {
    branch(of: index, from: 0).path
  }

  /// Returns the proof that the first `size` leaves have not changed (RFC 9162, section 2.1.4.1);
  /// the last of them is watched. Without leaves, and with all of them, there is nothing to prove.
  package mutating func consistency(with size: UInt64) -> [Digest] {
    guard size > 0, size < self.size else { return [] }
    let (node, path) = branch(of: size - 1, from: size.trailingZeroBitCount)
    return size.nonzeroBitCount == 1 ? path : [node] + path
  }

  /// Returns the node of a level above a watched leaf, and the path from that node to the root.
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

/// The two hashes in the Merkle trees of RFC 6962 (section 2.1): a leaf is SHA-256(0 ‖ data), a
/// node SHA-256(1 ‖ left ‖ right). Here the data of every leaf are the 32 bytes of a digest.
package enum MerkleHash {
  /// The root of a tree without leaves: the digest of nothing.
  package static let empty = SHA256.hash([UInt8]().rawBytes)

  package static func leaf(_ data: Digest) -> Digest {
    let block = block(0x00, data)
    var state = SHA256Blocks.initial
    SHA256Blocks.compress(&state, block.rawBytes)
    return Digest(state)
  }

  /// Returns the hashes of leaves, two of them hashed side by side.
  package static func leaves(_ data: [Digest]) -> [Digest] {
    var leaves: [Digest] = []
    leaves.reserveCapacity(data.count)
    for index in stride(from: 1, to: data.count, by: 2) {
      let blocks = (block(0x00, data[index - 1]), block(0x00, data[index]))
      var states = (SHA256Blocks.initial, SHA256Blocks.initial)
      SHA256Blocks.compress(&states.0, blocks.0.rawBytes, &states.1, blocks.1.rawBytes)
      leaves.append(Digest(states.0))
      leaves.append(Digest(states.1))
    }
    if data.count % 2 == 1 { leaves.append(leaf(data[data.count - 1])) }
    return leaves
  }

  /// Returns the hash of a node above two others.
  package static func node(_ left: Digest, _ right: Digest) -> Digest {
    SHA256.hash(0x01, left, right)
  }

  /// Returns the nodes above pairs of others, the first pair at `nodes[0]`; a last one without
  /// another is left out.
  static func parents(_ nodes: [Digest]) -> [Digest] {
    let pairs = nodes.count / 2
    var parents: [Digest] = []
    parents.reserveCapacity(pairs)
    for index in stride(from: 0, to: pairs / 2 * 4, by: 4) {
      let two = SHA256.hash(
        0x01, (nodes[index], nodes[index + 1]), (nodes[index + 2], nodes[index + 3]))
      parents.append(two.0)
      parents.append(two.1)
    }
    if pairs % 2 == 1 { parents.append(node(nodes[pairs * 2 - 2], nodes[pairs * 2 - 1])) }
    return parents
  }

  /// Returns the only block of such a message: 33 bytes, shifted by one byte against the digest's
  /// words.
  @inline(__always)
  private static func block(_ first: UInt8, _ data: Digest) -> InlineArray<8, UInt64> {
    let words = data.words
    var block = InlineArray<8, UInt64>(repeating: 0)
    block[0] = ((UInt64(first) << 56) | (words.0 >> 8)).bigEndian
    block[1] = ((words.0 << 56) | (words.1 >> 8)).bigEndian
    block[2] = ((words.1 << 56) | (words.2 >> 8)).bigEndian
    block[3] = ((words.2 << 56) | (words.3 >> 8)).bigEndian
    block[4] = ((words.3 << 56) | (0x80 << 48)).bigEndian
    block[7] = UInt64(33 * 8).bigEndian
    return block
  }
}

/// The check of proofs about Merkle trees whose roots alone are known.
package enum MerkleProof {
  /// Returns true if one tree is the beginning of another (RFC 9162, section 2.1.4.2).
  package static func isGrowth(
    from old: (size: UInt64, root: Digest), to new: (size: UInt64, root: Digest),
    by proof: [Digest]
  ) -> Bool {
    guard old.size < new.size else { return old == new && proof.isEmpty }
    guard old.size > 0 else { return old.root == MerkleHash.empty && proof.isEmpty }
    guard let roots = roots(from: old, to: new.size, by: proof) else { return false }
    return roots == (old.root, new.root)
  }

  /// Returns the two roots that a growth proof leads to; nil if no proof for trees of these sizes
  /// has its form. If `after` is the known root of the larger tree, `before` is the root of its
  /// first `old.size` leaves. If `old.size` is a power of two, the proof does not contain the root
  /// of the smaller tree, and `old.root` is used.
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

  /// Returns true if a node has its sibling to the left; then both are moved up to the height of
  /// that sibling.
  private static func isRight(_ own: inout UInt64, _ last: inout UInt64) -> Bool {
    guard own & 1 == 1 || own == last else { return false }
    while own & 1 == 0, own != 0 { (own, last) = (own >> 1, last >> 1) }
    return true
  }
}
