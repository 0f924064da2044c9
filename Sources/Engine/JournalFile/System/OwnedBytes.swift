import ByteTools

/// Memory for the bytes of a file, whose parts are read on first use. A part that was not read is
/// zero and needs no memory; a part that was read is the process's own and does not change with the
/// file. The memory is freed with its last user.
///
/// Besides `PosixSystem`, this file holds the only unsafe access to memory that a file fills: it
/// checks the bounds of everything that it hands out.
public final class OwnedBytes: Sendable {
  // A pointer is not Sendable, and its number is. This is safe: a part is read in before any other
  // code uses it.
  @usableFromInline let address: UInt
  /// The number of bytes.
  public let count: Int

  /// Creates room for this many bytes; nil if the system has no such room.
  public init?(count: Int) {
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    #else
      let flags = Int32(MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)
    #endif
    guard count >= 0,
      let start = unsafe mmap(nil, max(count, 1), PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    address = UInt(bitPattern: start)
    self.count = count
  }

  deinit {
    guard let start = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    unsafe munmap(start, max(count, 1))
  }

  /// Calls `body` with the room for a range, which must lie within and be known to nobody else yet.
  package func withMutableBytes<Result>(
    _ range: Range<Int>, _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside the bytes")
    defer { withExtendedLifetime(self) {} }
    let bytes = unsafe UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: address), count: count)
    return unsafe body(UnsafeMutableRawBufferPointer(rebasing: bytes[range]))
  }

  /// Asks for large pages for a range that is about to be filled: a fault for each small one costs
  /// more than the bytes. Only pages that lie in the range whole are asked for.
  package func useLargePages(for range: Range<Int>) {
    #if !canImport(Darwin)
      let size: UInt = 2 << 20
      let first = (address + UInt(range.lowerBound) + size - 1) / size * size
      let end = (address + UInt(range.upperBound)) / size * size
      guard first < end, let start = unsafe UnsafeMutableRawPointer(bitPattern: first) else {
        return
      }
      // Where the system has none, the small ones serve.
      _ = unsafe madvise(start, Int(end - first), MADV_HUGEPAGE)
    #endif
  }

  /// Puts bytes into a range, which must lie within, be as long, and be known to nobody else yet.
  package func fill(_ range: Range<Int>, with filling: [UInt8]) {
    precondition(filling.count == range.count, "another number of bytes")
    unsafe withMutableBytes(range) { room in unsafe room.copyBytes(from: filling) }
  }

  /// Calls `body` with the bytes of a range, which must lie within.
  package func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside the bytes")
    defer { withExtendedLifetime(self) {} }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: address), count: count)
    return try body(unsafe bytes.bytes.extracting(range))
  }

  /// Numbers of fixed width that stand one after the other; nil where they lie outside, or are not
  /// aligned.
  @inlinable package func array<Element: BitwiseCopyable & Sendable>(
    of type: Element.Type, at offset: Int, count: Int
  ) -> OwnedArray<Element>? {
    let (size, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard offset >= 0, count >= 0, !overflow, offset <= self.count, size <= self.count - offset,
      offset % MemoryLayout<Element>.alignment == 0
    else { return nil }
    return OwnedArray(owner: self, address: address + UInt(offset), count: count)
  }
}

/// Consecutive numbers of fixed width in the bytes of a file.
///
/// It is public only so that the compiler can inline it into other modules, which it does not do
/// with package types: a call for each number would cost a view more than everything else it does.
public struct OwnedArray<Element: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline let owner: OwnedBytes?
  @usableFromInline let address: UInt
  /// The number of them.
  public let count: Int

  /// None.
  @inlinable public init() { self.init(owner: nil, address: 0, count: 0) }

  @usableFromInline init(owner: OwnedBytes?, address: UInt, count: Int) {
    self.owner = owner
    self.address = address
    self.count = count
  }

  /// The element at an index, bounds checked.
  public subscript(index: Int) -> Element {
    @inlinable @inline(__always) get {
      precondition(index >= 0 && index < count, "outside the array")
      let element = unsafe UnsafePointer<Element>(bitPattern: address).unsafelyUnwrapped[index]
      // Without this, the bytes might be given back before they are read.
      _fixLifetime(owner)
      return element
    }
  }

  /// Returns the first numbers; there must be as many.
  package func first(_ count: Int) -> OwnedArray {
    precondition(count >= 0 && count <= self.count, "outside the array")
    return OwnedArray(owner: owner, address: address, count: count)
  }

  /// Calls `body` with the elements of a range, which must lie within.
  @inlinable package func withSpan(_ range: Range<Int>, _ body: (Span<Element>) -> Void) {
    defer { withExtendedLifetime(owner) {} }
    let elements = unsafe UnsafeBufferPointer(
      start: UnsafePointer<Element>(bitPattern: address), count: count)
    body(unsafe elements.span.extracting(range))
  }
}
