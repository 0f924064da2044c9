import ByteTools

/// The resources of an input, one after the other, each as its bytes: the objects of NDJSON, those
/// of an array, and the resources of a Bundle's entries, however large it is. An entry's resource
/// may be a Bundle itself, as in the response to a batch. Nothing else of an entry is given out:
/// not its request, search or response.
///
/// It does not examine the content of a resource: it only finds the beginning and end of each, and
/// whether it is a Bundle, and reads every byte once.
struct FHIRPieces {
  /// The next piece.
  enum Piece {
    /// A whole object.
    case resource
    /// The end of a Bundle without any resource.
    case emptyBundle
    /// Bytes that are not an object, with the `reason`. If they were too many at once, they
    /// continue those before.
    case damage(reason: String, continues: Bool)
    /// The input ends inside of an object.
    case truncated
    /// The end: nothing is left.
    case finished
  }

  /// The bytes that `next` has found.
  private(set) var bytes: [UInt8] = []
  /// The position of these bytes in the input.
  private(set) var offset: UInt64 = 0
  /// The number of bytes read so far.
  private(set) var endOffset: UInt64 = 0

  private let source: ImportInput
  private var window = [UInt8](repeating: 0, count: 1 << 18)
  private var at = 0
  private var end = 0
  /// The first byte of each object and array that is open, the outermost first.
  private var stack: [UInt8] = []
  /// The key that was read last in the object at each level.
  private var keys: [[UInt8]] = []
  private var text = Text.none
  private var isKeyDue = false
  /// The resources that are open, the outermost first: Bundles, and in the last one perhaps a
  /// resource of an entry.
  private var open: [OpenResource] = []
  /// The first letters of the text that was read last.
  private var value: [UInt8] = []
  /// True if the rest of the line is no JSON.
  private var isDamaged = false
  private var reason = ""
  /// True if the beginning of the damage has been given out.
  private var continues = false
  private var hasEnded = false
  /// The byte that was read last.
  private var last: UInt8 = 0

  private enum Text { case none, key, value, escapedKey, escapedValue }

  /// A resource whose end has not been read.
  private struct OpenResource {
    /// The number of objects and arrays around it.
    var depth: Int
    /// True if it is a Bundle, whose entries are given out instead of it.
    var isBundle = false
    /// True if something has been given out.
    var hasEntries = false
  }

  /// The most that one resource may take.
  private let largest: Int
  /// Levels of objects and arrays in a Bundle, at most.
  private static let deepest = 64
  /// The depth at which a resource begins in its Bundle: in its object, its entries, and one of
  /// these.
  private static let entryDepth = 3
  /// The number of bytes kept of a key and of a text, to recognize those that matter.
  private static let mostKept = 16

  init(_ source: ImportInput, largest: Int) {
    self.source = source
    self.largest = largest
  }

  /// Finds the next piece, in `bytes` from `offset` on.
  mutating func next() throws -> Piece {
    bytes.removeAll(keepingCapacity: true)
    while let byte = try nextByte() {
      if let piece = take(byte) { return piece }
    }
    return ending()
  }

  private mutating func nextByte() throws -> UInt8? {
    if at == end {
      guard !hasEnded else { return nil }
      (at, end) = (0, try source.read(into: &window, from: 0))
      hasEnded = end == 0
      if hasEnded { return nil }
    }
    last = window[at]
    at += 1
    endOffset += 1
    return last
  }

  private mutating func ending() -> Piece {
    let isOpen = !stack.isEmpty
    let isDamaged = isDamaged && !bytes.isEmpty && !isNote
    reset()
    if isDamaged { return giveDamage() }
    return isOpen ? .truncated : .finished
  }

  // MARK: Bytes

  private mutating func take(_ byte: UInt8) -> Piece? {
    if isDamaged { return takeDamaged(byte) }
    if stack.isEmpty { return takeOutside(byte) }
    if isKept { bytes.append(byte) }
    if bytes.count > largest {
      return damage("it is larger than \(largest) bytes")
    }
    return text == .none ? takeStructure(byte) : takeText(byte)
  }

  /// True if the next byte is part of the output.
  private var isKept: Bool { !(open.last?.isBundle ?? false) }

  private mutating func takeOutside(_ byte: UInt8) -> Piece? {
    switch byte {
    case UInt8(ascii: "{"): begin(byte)
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","): break
    case 0xEF, 0xBB, 0xBF:
      if endOffset > 3 { begin(damage: byte) }
    default: begin(damage: byte)
    }
    return nil
  }

  private mutating func begin(damage byte: UInt8) {
    offset = endOffset - 1
    bytes.append(byte)
    isDamaged = true
    reason = "it is not JSON"
  }

  /// True if the damaged line so far is a note.
  private var isNote: Bool { !continues && bytes.first == UInt8(ascii: "#") }

  /// Reads a damaged byte. Damage lasts to the end of its line. A line that begins with # is a
  /// note, as among bytes set aside.
  private mutating func takeDamaged(_ byte: UInt8) -> Piece? {
    if byte == UInt8(ascii: "\n") {
      isDamaged = false
      guard !bytes.isEmpty, !isNote else {
        bytes.removeAll(keepingCapacity: true)
        continues = false
        return nil
      }
      return giveDamage()
    }
    if bytes.isEmpty { offset = endOffset - 1 }
    bytes.append(byte)
    return bytes.count >= largest ? giveDamage() : nil
  }

  private mutating func giveDamage() -> Piece {
    defer { continues = isDamaged }
    return .damage(reason: reason, continues: continues)
  }

  private mutating func takeText(_ byte: UInt8) -> Piece? {
    switch text {
    case .escapedKey: text = .key
    case .escapedValue: text = .value
    case .none, .key, .value:
      if byte == UInt8(ascii: "\"") {
        if text == .value { noteKind() }
        text = .none
      } else if byte == UInt8(ascii: "\\") {
        text = text == .key ? .escapedKey : .escapedValue
      } else if byte < 0x20 {
        return damage("a text in it does not end on its line")
      } else if text == .key, keys[keys.count - 1].count < Self.mostKept {
        keys[keys.count - 1].append(byte)
      } else if text == .value, value.count < Self.mostKept {
        value.append(byte)
      }
    }
    return nil
  }

  private mutating func takeStructure(_ byte: UInt8) -> Piece? {
    switch byte {
    case UInt8(ascii: "\""):
      text = isKeyDue ? .key : .value
      if isKeyDue {
        keys[keys.count - 1].removeAll(keepingCapacity: true)
      } else {
        value.removeAll(keepingCapacity: true)
      }
      isKeyDue = false
    case UInt8(ascii: ","): isKeyDue = stack.last == UInt8(ascii: "{")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard stack.count < Self.deepest else { return damage("its brackets are nested too deep") }
      if byte == UInt8(ascii: "{"), beginsEntry { begin(byte) } else { enter(byte) }
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(byte)
    default: break
    }
    return nil
  }

  // MARK: Objects and arrays

  private mutating func enter(_ byte: UInt8) {
    stack.append(byte)
    keys.append([])
    isKeyDue = byte == UInt8(ascii: "{")
  }

  /// Begins a resource; the resource around it is a Bundle.
  private mutating func begin(_ byte: UInt8) {
    if !open.isEmpty {
      open[open.count - 1].isBundle = true
      open[open.count - 1].hasEntries = true
    }
    open.append(OpenResource(depth: stack.count))
    bytes.removeAll(keepingCapacity: true)
    bytes.append(byte)
    offset = endOffset - 1
    enter(byte)
  }

  /// True if an object that begins here is the resource of an entry.
  private var beginsEntry: Bool {
    guard let depth = open.last?.depth, stack.count == depth + Self.entryDepth else { return false }
    return keys[depth].elementsEqual("entry".utf8) && keys[depth + 2].elementsEqual("resource".utf8)
      && stack[depth...].elementsEqual("{[{".utf8)
  }

  /// Notes that the resource is a Bundle, if the text just read states it.
  private mutating func noteKind() {
    guard let depth = open.last?.depth, stack.count == depth + 1,
      keys[depth].elementsEqual("resourceType".utf8), value.elementsEqual("Bundle".utf8)
    else { return }
    open[open.count - 1].isBundle = true
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func close(_ byte: UInt8) -> Piece? {
    let begin = stack.removeLast()
    keys.removeLast()
    isKeyDue = false
    // In ASCII, closing brackets stand two after the opening ones.
    guard begin + 2 == byte else { return damage("its brackets do not match") }
    guard let last = open.last, last.depth == stack.count else { return nil }
    open.removeLast()
    if stack.isEmpty { reset() }
    guard last.isBundle else { return .resource }
    return last.hasEntries ? nil : .emptyBundle
  }

  /// Gives up the object that is being read: it is damage, and so is the rest of its line. Nil:
  /// that rest has to be read first.
  private mutating func damage(_ reason: String) -> Piece? {
    reset()
    self.reason = reason
    isDamaged = last != UInt8(ascii: "\n")
    return isDamaged && bytes.count < largest ? nil : giveDamage()
  }

  private mutating func reset() {
    stack.removeAll()
    keys.removeAll()
    text = .none
    open.removeAll()
    (isKeyDue, isDamaged) = (false, false)
  }
}
