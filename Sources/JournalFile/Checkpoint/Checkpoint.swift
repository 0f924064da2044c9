package import ByteTools
public import HealthModel

/// What a journal is at a line, in so few bytes that they can be kept outside of it: C2SP's
/// tlog-checkpoint.
///
///     health-journal/3F2504E0-4F89-41D3-9A0C-0305E82C3301
///     12
///     CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
///
/// The root is that of the Merkle tree (RFC 6962) whose leaves are the digests of the lines. An
/// erasure, which keeps the digests, leaves it as it was.
public struct Checkpoint: Hashable, Sendable, CustomStringConvertible {
  /// The journal's own identity.
  public let journal: ObjectUUID
  /// How many lines there are.
  public let lines: UInt64
  /// The root of the tree over them.
  package let root: Digest

  /// The root as 44 letters of Base64.
  public var rootText: String { root.base64Text }

  /// The three lines, the last one's line feed too: what is signed.
  public var description: String { "\(Self.origin)\(journal)\n\(lines)\n\(rootText)\n" }

  /// What the first line begins with.
  private static let origin = "health-journal/"
}

extension Checkpoint {
  /// Reads the lines of a checkpoint. Those after the third are extensions, which say nothing
  /// here.
  init?(lines text: ArraySlice<Substring>) {
    guard text.count >= 3, text.allSatisfy({ !$0.isEmpty }),
      let origin = text.first, origin.hasPrefix(Self.origin),
      let journal = ObjectUUID(origin.dropFirst(Self.origin.count)),
      let lines = UInt64(text[text.startIndex + 1]), String(lines) == text[text.startIndex + 1],
      lines <= JournalLimits.wholeNumber,
      let root = Digest(base64: text[text.startIndex + 2])
    else { return nil }
    self.init(journal: journal, lines: lines, root: root)
  }
}

/// A checkpoint as it was kept, perhaps signed: C2SP's signed note.
package struct CheckpointNote: Hashable, Sendable {
  /// What it says.
  package let checkpoint: Checkpoint
  /// All of it, with a line feed at its end.
  package let text: String
  /// How many lines of signatures it has. None of them is verified.
  package let signatures: Int

  /// Reads a note: a checkpoint, and after an empty line its signatures, where there are any. A
  /// line feed may be missing at the end; anything else that is no such text gives nil.
  package init?(_ bytes: [UInt8]) {
    guard var text = String(validating: bytes, as: UTF8.self) else { return nil }
    if text.last != "\n" { text += "\n" }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    var signed: ArraySlice<Substring> = []
    if let empty = lines.firstIndex(of: "") {
      signed = lines[(empty + 1)...]
      lines = lines[..<empty]
      guard !signed.isEmpty, signed.allSatisfy({ $0.hasPrefix("— ") }) else { return nil }
    }
    guard let checkpoint = Checkpoint(lines: lines) else { return nil }
    self.checkpoint = checkpoint
    self.text = text
    signatures = signed.count
  }

  /// An unsigned note.
  package init(_ checkpoint: Checkpoint) {
    self.checkpoint = checkpoint
    text = checkpoint.description
    signatures = 0
  }
}
