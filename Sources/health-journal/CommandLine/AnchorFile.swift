import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// A file that keeps an anchor from one call to the next: `{"journal":"<uuid>","seq":123}`. The uuid
/// tells another journal's anchor, which a number alone would not.
struct AnchorFile {
  let path: String

  /// The anchor in the file; 0 where there is no file yet.
  func anchor(of journal: ReplayedJournal) throws -> UInt64 {
    guard let bytes = try SmallFile.bytes(path) else { return 0 }
    let value = try? JSONParser.parse(unsafe bytes.span.bytes)
    guard case .string(let name)? = value?["journal"], let owner = ObjectUUID(name),
      let anchor = value?.whole("seq")
    else {
      throw Failure.usage("\(path) holds no anchor; name another file, or remove it to start anew")
    }
    guard try owner == journal.identity() else {
      throw Failure.usage("\(path) holds the anchor of another journal, \(owner)")
    }
    return anchor
  }

  /// Puts an anchor into the file, whole or not at all.
  func keep(_ anchor: UInt64, of journal: ReplayedJournal) throws {
    let identity = try journal.identity()
    var file = try FileSink(path, outside: journal.paths.folder)
    try file.write { file in
      var json = JSONWriter()
      json.object { json in
        json.member("journal", identity.description)
        json.member("seq", anchor)
      }
      try file.write(json.bytes + [UInt8(ascii: "\n")])
    }
  }
}

extension ReplayedJournal {
  /// The journal's own uuid.
  func identity() throws(Failure) -> ObjectUUID {
    guard let opening = tables.opening else {
      throw Failure(code: .damaged, message: "line 1 does not say which journal this is")
    }
    return opening.journal
  }
}

extension JSONValue {
  /// The whole number under a key, if it is one that a seq can be.
  func whole(_ key: String) -> UInt64? {
    guard case .number(let number)? = self[key] else { return nil }
    return UInt64(exactly: number)
  }
}
