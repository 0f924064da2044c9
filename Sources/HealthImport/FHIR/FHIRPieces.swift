import ByteTools

/// The resources of an input, one after the other, each as its bytes: the objects of NDJSON, those
/// of an array, and the entries of a Bundle, however large that is. It does not look at what a
/// resource says: it only finds where each begins and ends, and looks at every byte once.
struct FHIRPieces {
  /// What stands next.
  enum Piece {
    /// A whole object.
    case resource
    /// Bytes that are not an object; `reason` says why.
    case damage(reason: String)
    /// The input ends inside of an object.
    case truncated
    /// Nothing is left.
    case finished
  }

  /// What `next` has found.
  private(set) var bytes: [UInt8] = []
  /// Where that begins in the input.
  private(set) var offset: UInt64 = 0
  /// How many bytes have been read.
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
  /// Whether the object at the top is a Bundle of which an entry has been given out.
  private var isBundle = false
  /// Whether the rest of the line is no JSON, and why.
  private var isDamaged = false
  private var reason = ""
  private var hasEnded = false
  /// The byte that was read last.
  private var last: UInt8 = 0

  private enum Text { case none, key, value, escapedKey, escapedValue }

  /// The most that one resource may take.
  private let largest: Int
  /// Levels of objects and arrays in a Bundle, at most.
  private static let deepest = 64
  /// How deep a resource of a Bundle begins: in the Bundle, its entries, and one of these.
  private static let entryDepth = 3

  init(_ source: ImportInput, largest: Int) {
    self.source = source
    self.largest = largest
  }

  /// Finds what stands next, in `bytes` from `offset` on.
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
    if isDamaged { return .damage(reason: reason) }
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

  /// Whether the next byte is part of what will be given out: of a Bundle only its entries are.
  private var isKept: Bool { !isBundle || stack.count > Self.entryDepth }

  private mutating func takeOutside(_ byte: UInt8) -> Piece? {
    switch byte {
    case UInt8(ascii: "{"):
      offset = endOffset - 1
      bytes.append(byte)
      open(byte)
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
    reason = "it is no JSON"
  }

  /// Whether the damaged line so far is a note.
  private var isNote: Bool { bytes.first == UInt8(ascii: "#") }

  /// Damage goes to the end of its line. A line that begins with # is a note, as among bytes set
  /// aside.
  private mutating func takeDamaged(_ byte: UInt8) -> Piece? {
    if byte == UInt8(ascii: "\n") {
      isDamaged = false
      guard !bytes.isEmpty, !isNote else {
        bytes.removeAll(keepingCapacity: true)
        return nil
      }
      return .damage(reason: reason)
    }
    if bytes.isEmpty { offset = endOffset - 1 }
    bytes.append(byte)
    return bytes.count >= largest ? .damage(reason: reason) : nil
  }

  private mutating func takeText(_ byte: UInt8) -> Piece? {
    switch text {
    case .escapedKey: text = .key
    case .escapedValue: text = .value
    case .none, .key, .value:
      if byte == UInt8(ascii: "\"") {
        text = .none
      } else if byte == UInt8(ascii: "\\") {
        text = text == .key ? .escapedKey : .escapedValue
      } else if byte < 0x20 {
        return damage("a text in it is not closed on its line")
      } else if text == .key, keys[keys.count - 1].count < 16 {
        keys[keys.count - 1].append(byte)
      }
    }
    return nil
  }

  private mutating func takeStructure(_ byte: UInt8) -> Piece? {
    switch byte {
    case UInt8(ascii: "\""):
      text = isKeyDue ? .key : .value
      if isKeyDue { keys[keys.count - 1].removeAll(keepingCapacity: true) }
      isKeyDue = false
    case UInt8(ascii: ","): isKeyDue = stack.last == UInt8(ascii: "{")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard stack.count < Self.deepest else { return damage("it nests too deep") }
      if byte == UInt8(ascii: "{"), beginsEntry { beginEntry() }
      open(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(byte)
    default: break
    }
    return nil
  }

  // MARK: Objects and arrays

  private mutating func open(_ byte: UInt8) {
    stack.append(byte)
    keys.append([])
    isKeyDue = byte == UInt8(ascii: "{")
  }

  /// Whether an object that begins here is the resource of an entry.
  private var beginsEntry: Bool {
    stack.count == Self.entryDepth && keys[0].elementsEqual("entry".utf8)
      && keys[2].elementsEqual("resource".utf8)
      && stack.elementsEqual("{[{".utf8)
  }

  private mutating func beginEntry() {
    isBundle = true
    bytes.removeAll(keepingCapacity: true)
    bytes.append(UInt8(ascii: "{"))
    offset = endOffset - 1
  }

  private mutating func close(_ byte: UInt8) -> Piece? {
    let begin = stack.removeLast()
    keys.removeLast()
    isKeyDue = false
    // In ASCII, closing brackets stand two after the opening ones.
    guard begin + 2 == byte else { return damage("its brackets do not match") }
    if isBundle, stack.count == Self.entryDepth { return .resource }
    guard stack.isEmpty else { return nil }
    defer { reset() }
    return isBundle ? nil : .resource
  }

  /// Gives up the object that is being read: it is damage, and so is the rest of its line. Nil:
  /// that rest has to be read first.
  private mutating func damage(_ reason: String) -> Piece? {
    reset()
    self.reason = reason
    isDamaged = last != UInt8(ascii: "\n")
    return isDamaged && bytes.count < largest ? nil : .damage(reason: reason)
  }

  private mutating func reset() {
    stack.removeAll()
    keys.removeAll()
    text = .none
    (isKeyDue, isBundle, isDamaged) = (false, false, false)
  }
}
