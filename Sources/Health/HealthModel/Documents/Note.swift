/// A note of a person on some time: words, tags or both. HealthKit has no such type.
///
///     let note = Note(span: TimeSpan(monday, thursday), text: "flu", tags: ["sick"])
///     try await store.save(documents: [note])
public struct Note: DocumentValue {
  /// The content of a note without its time.
  public struct Words: Hashable, Sendable {
    /// The text that the person wrote; nil: there are only tags.
    public var text: String?
    /// Short names by which notes are found. Upper and lower case are the same tag.
    public var tags: [String]

    /// Creates the content of a note.
    public init(text: String? = nil, tags: [String] = []) { (self.text, self.tags) = (text, tags) }
  }

  /// The kind of the object that holds it: there is none of its own.
  public static let kind = Document.Kind.other
  /// The identifier of its type, which is this journal's own.
  public static let type = "HealthJournalNote"
  /// The greatest number of characters of a tag.
  package static let longestTag = 64

  /// The time that the note is about.
  public var span: TimeSpan
  /// The text and the tags.
  public var words: Words

  /// Creates a note on some time.
  public init(span: TimeSpan, text: String? = nil, tags: [String] = []) {
    self.init(span: span, Words(text: text, tags: tags))
  }

  /// Creates a note of this content.
  public init(span: TimeSpan, _ words: Words) { (self.span, self.words) = (span, words) }

  /// Reads an object.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init(_ object: HealthObject) throws(DocumentProblem) {
    let reader = DocumentReader(object.fields)
    let text = try reader.text("text")
    if let text, !text.contains(where: { !$0.isWhitespace }) {
      throw reader.problem("text", "a text that is not empty, or absent")
    }
    let tags = try Self.tags(reader)
    if text == nil, tags.isEmpty { throw reader.problem("text", "there if there is no tag") }
    self.init(span: try Self.span(of: object), text: text, tags: tags)
  }

  private static func tags(_ reader: DocumentReader) throws(DocumentProblem) -> [String] {
    var tags: [String] = []
    var seen: Set<String> = []
    for (index, element) in try reader.list("tags").enumerated() {
      let name = "tags \(index + 1)"
      guard case .text(let tag) = element, isTag(tag) else { throw reader.problem(name, tagRule) }
      guard seen.insert(folded(tag)).inserted else { throw reader.problem(name, "named once") }
      tags.append(tag)
    }
    return tags
  }

  /// The rule for tags, in words.
  package static let tagRule =
    "1 to \(longestTag) characters in one line, without blanks at its ends"

  /// Returns true if a text is a tag.
  package static func isTag(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return text.count <= longestTag && !first.isWhitespace && !last.isWhitespace
      && text.unicodeScalars.allSatisfy { !isControl($0) }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Returns the form of a tag that is the same for upper and lower case.
  package static func folded(_ tag: String) -> String { tag.lowercased() }

  /// The fields of the journal's line.
  public var fields: [Field] {
    var fields: [Field] = []
    fields.add("text", ifAny: words.text)
    fields.add("tags", words.tags.map { .text($0) })
    return fields
  }
}

extension Note.Words {
  /// Reads the text and the tags that an object states; an imported one may break the rules of
  /// notes.
  package init(stated fields: [Field]) {
    if case .text(let text)? = fields["text"] { self.text = text } else { text = nil }
    guard case .list(let stated)? = fields["tags"] else {
      tags = []
      return
    }
    tags = stated.compactMap { if case .text(let tag) = $0 { tag } else { nil } }
  }
}
