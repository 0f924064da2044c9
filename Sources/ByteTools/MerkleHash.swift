/// The two hashes of which the Merkle trees of RFC 6962 are made (section 2.1): a leaf is SHA-256(0
/// ‖ data), a node SHA-256(1 ‖ left ‖ right). Here the data of every leaf are the 32 bytes of a
/// digest.
package enum MerkleHash {
  /// The root of a tree without leaves: the digest of nothing.
  package static let empty = SHA256.hash([UInt8]().rawBytes)

  /// The hash of a leaf.
  package static func leaf(_ data: Digest) -> Digest {
    let block = block(0x00, data)
    var state = SHA256Blocks.initial
    SHA256Blocks.compress(&state, block.rawBytes)
    return Digest(state)
  }

  /// The hashes of leaves, two of them hashed side by side.
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

  /// The hash of a node above two others.
  package static func node(_ left: Digest, _ right: Digest) -> Digest {
    SHA256.hash(0x01, left, right)
  }

  /// The nodes above pairs of others, the first pair at `nodes[0]`; a last one without another is
  /// left out.
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

  /// The one block of such a message: 33 bytes, shifted by one byte against the digest's words.
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
