import ByteTools
import Foundation
import TestSupport
import Testing

/// The tree and its proofs, against RFC 6962 as Python's hashlib computes it.
@Suite struct MerkleTests {
  /// The data of a leaf.
  static func data(_ place: Int) -> Digest { SHA256.hash(Array("\(place)".utf8).rawBytes) }

  /// A tree that watches some leaves, which come a few at a time.
  static func tree(_ size: Int, watching places: [UInt64] = [], by step: Int = 7) -> MerkleTree {
    var tree = MerkleTree(watching: places)
    let leaves = MerkleHash.leaves((0..<size).map(data))
    for start in stride(from: 0, to: size, by: step) {
      tree.append(leaves[start..<min(start + step, size)])
    }
    return tree
  }

  /// A line of the oracle: what it is, two numbers (the second of a root is 0), hashes.
  struct Answer {
    var kind: Substring
    var numbers: (Int, Int)
    var hashes: [Digest]

    init(_ line: Substring) throws {
      let words = line.split(separator: " ")
      kind = words[0]
      let count = kind == "root" ? 1 : 2
      numbers = (Int(words[1]) ?? 0, count == 2 ? Int(words[2]) ?? 0 : 0)
      hashes = try words[(count + 1)...].map { word in
        let digest = Digest(hex: Array(word.utf8).rawBytes)
        return try #require(digest)
      }
    }
  }

  static func answers(_ size: Int) throws -> [Answer] {
    let script = Project.root.appending(path: "Tests/ByteToolsTests/merkle.py").path
    return try Python.run([script, String(size)]).split(separator: "\n").map(Answer.init)
  }

  @Test(.enabled(if: Python.isPresent)) func everyTreeAndProofIsThatOfTheStandard() throws {
    let answers = try Self.answers(130)
    #expect(answers.count == 131 + 2 * 130 * 131 / 2)
    for answer in answers {
      let (first, second) = answer.numbers
      switch answer.kind {
      case "root":
        var tree = Self.tree(first)
        #expect(tree.root == answer.hashes[0], "size \(first)")
      case "in":
        var tree = Self.tree(second, watching: [UInt64(first)], by: 1 + first % 9)
        #expect(tree.inclusion(of: UInt64(first)) == answer.hashes, "\(first) in \(second)")
      default:
        var tree = Self.tree(second, watching: [UInt64(first - 1)], by: 1 + first % 9)
        #expect(tree.consistency(with: UInt64(first)) == answer.hashes, "\(first) of \(second)")
      }
    }
  }

  @Test func knownRoots() {
    var empty = MerkleTree()
    #expect(
      empty.root.hexText == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let one = MerkleHash.leaf(Self.data(0))
    let two = MerkleHash.leaf(Self.data(1))
    var tree = MerkleTree()
    tree.append([one, two])
    #expect(tree.root == MerkleHash.node(one, two))
    var bytes: [UInt8] = [0]
    bytes += (0..<32).map { Self.data(0)[$0] }
    #expect(one == SHA256.hash(bytes.rawBytes))
  }

  @Test func aRootThatIsAskedForOnTheWayChangesNothing() {
    var (whole, asked) = (Self.tree(1000, by: 1000), MerkleTree())
    for leaf in MerkleHash.leaves((0..<1000).map(Self.data)) {
      asked.append([leaf])
      _ = asked.root
    }
    #expect(asked.root == whole.root)
  }

  @Test func everyProofHoldsAndNoChangedOne() {
    var dice = Dice(1)
    for size in [1, 2, 3, 7, 8, 64, 65, 100] {
      for place in 0..<size {
        var tree = Self.tree(size, watching: [UInt64(place)])
        let (root, leaf) = (tree.root, MerkleHash.leaf(Self.data(place)))
        func holds(_ leaf: Digest, _ place: Int, _ size: Int, _ path: [Digest]) -> Bool {
          let found = InclusionProof.root(
            ofLeaf: leaf, at: UInt64(place), in: UInt64(size), by: path)
          return found == root
        }
        let path = tree.inclusion(of: UInt64(place))
        #expect(holds(leaf, place, size, path))
        #expect(!holds(MerkleHash.leaf(Self.data(place + 1)), place, size, path))
        #expect(!holds(leaf, place + 1, size, path) && !holds(leaf, size, size, path))
        #expect(!holds(leaf, place, size, path + [root]))
        guard !path.isEmpty else { continue }
        #expect(!holds(leaf, place, size, Array(path.dropLast())))
        var changed = path
        changed[dice.below(path.count)] = leaf
        #expect(!holds(leaf, place, size, changed) || changed == path)
      }
    }
  }

  @Test func everyGrowthHoldsAndNoOther() {
    let roots = (0...40).map { size in
      var tree = Self.tree(size)
      return tree.root
    }
    for new in 1...40 {
      for old in 1...new {
        var tree = Self.tree(new, watching: [UInt64(old - 1)])
        let proof = tree.consistency(with: UInt64(old))
        func holds(_ old: Int, _ oldRoot: Digest, _ newRoot: Digest, _ proof: [Digest]) -> Bool {
          MerkleProof.isGrowth(
            from: (UInt64(old), oldRoot), to: (UInt64(new), newRoot), by: proof)
        }
        #expect(holds(old, roots[old], roots[new], proof))
        #expect(!holds(old, roots[old - 1], roots[new], proof))
        #expect(!holds(old, roots[old], roots[new - 1], proof))
        #expect(!holds(old, roots[old], roots[new], proof + [roots[0]]))
        #expect(!holds(new + 1, roots[old], roots[new], proof))
        if !proof.isEmpty {
          #expect(!holds(old, roots[old], roots[new], Array(proof.dropLast())))
        }
        // Of a beginning that is no whole tree a sound proof tells the root by itself.
        guard old < new, old.nonzeroBitCount > 1 else { continue }
        let told = MerkleProof.roots(
          from: (UInt64(old), roots[0]), to: UInt64(new), by: proof)
        #expect(told?.before == roots[old] && told?.after == roots[new])
      }
    }
    #expect(MerkleProof.isGrowth(from: (0, roots[0]), to: (5, roots[5]), by: []))
    #expect(!MerkleProof.isGrowth(from: (0, roots[1]), to: (5, roots[5]), by: []))
  }
}

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ]) func ofTheStandard(_ text: String, _ letters: String) {
    #expect(Base64.text(Array(text.utf8)) == letters)
    #expect(Base64.bytes(letters) == Array(text.utf8))
  }

  @Test(arguments: ["Zg", "Zg=", "Zh==", "Z", "====", "Zg==\n", "Z g=", "Zm9v=", "Zm-_"])
  func refused(_ letters: String) { #expect(Base64.bytes(letters) == nil) }

  @Test func ofADigest() {
    let digest = MerkleTests.data(7)
    #expect(Digest(base64: digest.base64Text) == digest)
    #expect(Digest(base64: "Zm9v") == nil)
  }
}
