import ByteTools
import HealthEvents
import HealthProjections
import Journal
import HealthModel
import JournalFile

/// A file that keeps an anchor from one call to the next:
/// `{"journal":"<uuid>","seq":123,"chain":"<64 hex digits>"}`. The uuid shows that an anchor is of
/// another journal, and the chain value that the journal was restored from an older copy; the
/// number of the line alone would show neither.
struct AnchorFile {
  let path: String

  /// The seq of the anchor in the file; 0 where there is no file yet.
  ///
  /// - Throws: a `Failure` of usage where the file holds none, another journal's, or one whose line
  ///   is not what it was.
  func anchor(of journal: ViewRequest) throws -> UInt64 {
    guard let bytes = try SmallFile.bytes(path) else { return 0 }
    guard let tape = try? JSONTape(bytes.rawBytes),
      let owner = JSONView(tape, bytes.rawBytes).text("journal").flatMap({ ObjectUUID($0) }),
      let anchor = JSONView(tape, bytes.rawBytes).anchor("seq")
    else {
      throw Failure.usage("\(path) holds no anchor; name another file, or remove it to start anew")
    }
    guard try owner == journal.requiredIdentity() else {
      throw Failure.usage("\(path) holds the anchor of another journal, \(owner)")
    }
    try journal.require(anchor, toStartAnew: "remove \(path)")
    return anchor.sequence
  }

  /// Puts an anchor into the file, whole or not at all.
  func keep(_ anchor: UInt64, of journal: ViewRequest) throws {
    let identity = try journal.requiredIdentity()
    let anchor = try journal.lineAnchor(anchor)
    var file = try FileSink(path, outside: journal.folder)
    try file.write { file in
      var json = JSONWriter()
      json.object { json in
        json.member("journal", identity.description)
        json.member("seq", anchor.sequence)
        json.member("chain", anchor.chain)
      }
      try file.write(json.bytes + [UInt8(ascii: "\n")])
    }
  }
}

extension ViewRequest {
  /// The journal's own uuid.
  ///
  /// - Throws: a `Failure` of a damaged journal.
  func requiredIdentity() throws(Failure) -> ObjectUUID {
    guard let identity else {
      throw Failure(code: .damaged, message: "line 1 does not say which journal this is")
    }
    return identity
  }

  /// The anchor after a line that the journal has.
  func lineAnchor(_ sequence: UInt64) throws -> ChangeAnchor {
    guard let anchor = try anchor(after: sequence) else {
      throw Failure(
        code: .damaged, message: "line \(sequence) cannot be read again; run the command again")
    }
    return anchor
  }
}

extension JSONView {
  /// The text under a key.
  func text(_ key: String) -> String? { self[key]?.text }

  /// The whole number under a key, if it is one that a seq can be.
  func whole(_ key: String) -> UInt64? { self[key]?.number.flatMap { UInt64(exactly: $0) } }

  /// The anchor whose number stands under this key, and its chain value under `chain`.
  func anchor(_ sequence: String) -> ChangeAnchor? {
    guard let sequence = whole(sequence), let chain = text("chain") else { return nil }
    return ChangeAnchor("\(sequence)-\(chain)")
  }
}
