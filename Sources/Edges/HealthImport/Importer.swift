import ByteTools

/// The import of files of one format into a journal: one value in one folder for each format, and
/// one line in `Importers.all`. Nothing outside that folder knows the format.
///
///     let input = ImportInput(source)
///     let outcome = try AppleHealthImporter().run(input, into: &sink)
///     outcome.balances   // true, whatever the file held
package protocol Importer: Sendable {
  /// Its name on the command line and in receipts: `apple-health`.
  var name: String { get }
  /// The name of its inputs in help: `an Apple Health export`.
  var summary: String { get }
  /// The kinds of PATH that it accepts, and an example of one, for help.
  var paths: (what: String, example: String) { get }
  /// The place of the input in a folder that may be named instead of it; nil: no folder may.
  var folder: ImportFolder? { get }
  /// The kinds of elements that it makes objects of, or reads for them: what its outcome counts. It
  /// may set aside or keep whole others too.
  var kinds: [String] { get }

  /// Returns the certainty that an input with this beginning is of the format: by content, never by
  /// a name.
  func recognizes(_ beginning: RawSpan) -> Recognition

  /// Returns a note for a line of its own among bytes that were set aside, in a form that no import
  /// reads as data.
  func note(_ text: String) -> String

  /// Reads the input to its end and saves what it holds.
  ///
  /// - Throws: what the input or the sink throws; whatever the input holds, nothing else.
  func run(_ input: ImportInput, into sink: inout some ImportSink) throws -> ImportOutcome
}

extension Importer {
  package var folder: ImportFolder? { nil }
}

/// The place of an input in the folder that another program puts it into.
package struct ImportFolder: Sendable {
  /// The ending of its file's name, after any beginning: `.xml`.
  package let ending: String
  /// The inner folder that holds it if the folder itself does not.
  package let inner: String
  /// The names of the files that belong to it and lie next to it, and of folders with all that they
  /// hold. In a folder named `inner`, and in an archive, everything belongs to it.
  package let parts: Set<String>
  /// For the refusal of a folder without the input: what is missing, and how that is known.
  package let lack: (what: String, why: String)
}

/// The certainty of an importer that an input is of its format.
package enum Recognition: Int, Sendable {
  /// The input is of another format.
  case no
  /// It can be read as one, and may be a part of one or a damaged one.
  case perhaps
  /// It holds what inputs of other formats do not.
  case surely
}

/// The formats that can be imported.
package enum Importers {
  /// Every importer, in the order of help pages: one line each.
  package static let all: [any Importer] = [
    AppleHealthImporter(),
    FHIRImporter(),
  ]

  /// Returns the importer that is the surest of an input with this beginning; of equally sure ones
  /// the first. Returns nil if none can read it, or if it is known to be something else:
  /// `OtherContent` has its name.
  package static func best(
    for beginning: RawSpan, among importers: [any Importer] = all
  ) -> (any Importer)? {
    var best: (any Importer)?
    var sureness = Recognition.no
    for importer in importers {
      let recognition = recognition(of: beginning, by: importer)
      if recognition.rawValue > sureness.rawValue { (best, sureness) = (importer, recognition) }
    }
    return best
  }

  /// Returns the certainty of an importer about an input with this beginning; an input known to be
  /// something else is never certain.
  package static func recognition(
    of beginning: RawSpan, by importer: any Importer
  ) -> Recognition {
    OtherContent.known(beginning) == nil ? importer.recognizes(beginning) : .no
  }
}

/// The kind of a file that no importer can read, found from its first bytes: the words of a
/// refusal.
///
/// The table is for people who chose the wrong file. The importers themselves recognize the inputs
/// that they can read.
package struct OtherContent: Hashable, Sendable {
  /// The name of the content, as the end of a sentence that begins with the file's name: `a GPX
  /// file`.
  package let name: String
  /// The advice on what to import instead; nil: the inputs that importers accept.
  package let advice: String?

  /// True if the content is certain, by a signature or the root of its XML.
  package let isKnown: Bool

  private init(_ name: String, _ advice: String? = nil, isKnown: Bool = true) {
    self.name = name
    self.advice = advice
    self.isKnown = isKnown
  }

  private static func seemingly(_ name: String) -> OtherContent {
    OtherContent(name, isKnown: false)
  }

  /// Returns the certain content of an input with this beginning, by its signature or the root of
  /// its XML; nil: it may be anything else, also a part of a file that can be imported, or a
  /// damaged one.
  package static func known(_ beginning: RawSpan) -> OtherContent? {
    if let found = signatures.first(where: { $0.matches(beginning) }) { return found.content }
    if let media = media(beginning) { return media }
    var at = beginning.skipSpace(from: beginning.markEnd)
    for start in ["<!doctype html", "<html"] where beginning.begins(with: start, from: at) {
      return page
    }
    guard at < beginning.byteCount, beginning.skip("<", at: &at) else { return nil }
    return root(beginning).flatMap { roots[$0] }
  }

  /// Returns the most likely content of an input with this beginning.
  package static func guess(_ beginning: RawSpan) -> OtherContent {
    if let known = known(beginning) { return known }
    if beginning.byteCount == 0 { return seemingly("empty") }
    if let root = root(beginning) {
      return seemingly("an XML file of another kind, whose root is <\(root.prefix(40))>")
    }
    guard isText(beginning) else { return seemingly("a file of an unknown kind") }
    let start = beginning.skipSpace(from: beginning.markEnd)
    if start < beginning.byteCount, beginning.byte(start) == UInt8(ascii: "<") {
      return seemingly("XML without an element")
    }
    if isJSON(beginning) { return seemingly("a JSON file" + excess(beginning)) }
    return seemingly(isTable(beginning) ? "a table of text (CSV)" : "plain text")
  }

  /// Returns the position of a number in JSON that is too large: a resource with such a number
  /// cannot be read.
  private static func excess(_ json: RawSpan) -> String {
    do {
      _ = try JSONTape(json)
      return ""
    } catch {
      guard error.problem == .numberOutOfRange else { return "" }
      return " that \(error.problem.rawValue), at byte \(error.offset)"
    }
  }

  // MARK: The table

  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let content: OtherContent

    init(_ name: String, _ bytes: [UInt8], at offset: Int = 0, _ advice: String? = nil) {
      (self.offset, self.bytes, content) = (offset, bytes, OtherContent(name, advice))
    }

    init(_ name: String, _ text: String, at offset: Int = 0, _ advice: String? = nil) {
      self.init(name, Array(text.utf8), at: offset, advice)
    }

    func matches(_ beginning: RawSpan) -> Bool {
      let end = offset + bytes.count
      return end <= beginning.byteCount
        && beginning.extracting(offset..<end).equals(bytes.rawBytes)
    }
  }

  private static let unpack = "unpack it, and import what is in it"

  private static let signatures = [
    Signature("a JPEG picture", [0xFF, 0xD8, 0xFF]),
    Signature("a PNG picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    Signature("a GIF picture", "GIF8"),
    Signature("a TIFF picture", [0x49, 0x49, 0x2A, 0]),
    Signature("a TIFF picture", [0x4D, 0x4D, 0, 0x2A]),
    Signature("a WebP picture", "WEBP", at: 8),
    Signature("a PDF document", "%PDF-"),
    Signature("a FIT file", ".FIT", at: 8),
    Signature("an SQLite database", "SQLite format 3\0"),
    Signature("a property list", "bplist0"),
    Signature("an RTF document", "{\\rtf"),
    Signature("gzip data", [0x1F, 0x8B, 8], unpack),
    Signature("bzip2 data", "BZh", unpack),
    Signature("xz data", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], unpack),
    Signature("zstd data", [0x28, 0xB5, 0x2F, 0xFD], unpack),
    Signature("a 7z archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], unpack),
    Signature("a RAR archive", "Rar!\u{1A}", unpack),
    Signature("a tar archive", "ustar", at: 257, unpack),
    Signature("a program", [0x7F, 0x45, 0x4C, 0x46]),
  ]

  /// Kinds of ISO media files by their brands.
  private static func media(_ beginning: RawSpan) -> OtherContent? {
    guard beginning.begins(with: "ftyp", from: 4), beginning.byteCount >= 12 else { return nil }
    switch beginning.text(8..<12) {
    case "heic", "heix", "heim", "heis", "hevc", "mif1", "msf1":
      return OtherContent("a HEIC picture")
    case "avif": return OtherContent("an AVIF picture")
    default: return OtherContent("a video (MP4 or QuickTime)")
    }
  }

  private static let page = OtherContent("an HTML page")
  private static let whole = "import the export.zip or the folder that it came in"

  private static let roots = [
    "ClinicalDocument": OtherContent("a clinical document (CDA)", whole),
    "gpx": OtherContent("a GPX file", whole),
    "TrainingCenterDatabase": OtherContent("a TCX file"),
    "kml": OtherContent("a KML file"),
    "plist": OtherContent("a property list"),
    "svg": OtherContent("an SVG picture"),
    "rss": OtherContent("a news feed"),
    "feed": OtherContent("a news feed"),
  ]

  // MARK: Looking

  /// Returns the name of the root if nothing but a prolog precedes it.
  private static func root(_ beginning: RawSpan) -> String? {
    var xml = XMLTokenizer(source: MemorySource(beginning.array), windowSize: 1 << 12)
    guard case .start = try? xml.next() else { return nil }
    return xml.elementName
  }

  private static func isText(_ bytes: RawSpan) -> Bool {
    for index in 0..<bytes.byteCount {
      let byte = bytes.byte(index)
      if byte < 0x20, ![0x09, 0x0A, 0x0C, 0x0D].contains(byte) { return false }
    }
    // A character may be cut at the end.
    return (0..<4).contains { cut in
      bytes.byteCount >= cut && bytes.extracting(droppingLast: cut).isUTF8
    }
  }

  private static func isJSON(_ bytes: RawSpan) -> Bool {
    let start = bytes.skipSpace(from: bytes.markEnd)
    guard start < bytes.byteCount else { return false }
    let next = bytes.skipSpace(from: start + 1)
    guard next < bytes.byteCount else { return false }
    switch bytes.byte(start) {
    case UInt8(ascii: "{"): return "\"}".utf8.contains(bytes.byte(next))
    case UInt8(ascii: "["): return "\"]{[-0123456789tfn".utf8.contains(bytes.byte(next))
    default: return false
    }
  }

  /// Returns true if the first two lines have the same separators, and at least one.
  private static func isTable(_ bytes: RawSpan) -> Bool {
    let lines = bytes.text().split(whereSeparator: \.isNewline).prefix(2)
    guard lines.count == 2 else { return false }
    let separators: [Character] = [",", ";", "\t"]
    return separators.contains { separator in
      let counts = lines.map { line in line.count { $0 == separator } }
      return counts[0] > 0 && counts[0] == counts[1]
    }
  }
}

extension RawSpan {
  /// Returns where the text begins: after a byte order mark.
  var markEnd: Int {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return byteCount >= 3 && extracting(first: 3).equals(mark.rawBytes) ? 3 : 0
  }

  /// Returns true if the bytes at an offset are this ASCII text, in either case of its letters;
  /// `text` is in small ones.
  fileprivate func begins(with text: String, from start: Int) -> Bool {
    guard start + text.utf8.count <= byteCount else { return false }
    for (index, byte) in text.utf8.enumerated() {
      let other = self.byte(start + index)
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(other)
      if (isCapital ? other | 0x20 : other) != byte { return false }
    }
    return true
  }
}
