#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that never change: a file that is mapped into memory, or a copy. They go away with their last
/// user.
///
/// Besides `PosixSystem`, this file holds the only unsafe reading of memory that a file fills: what is
/// handed out is bounds checked here.
public final class MappedBytes: Sendable {
  // A pointer is not Sendable; its number is. Nothing is written once `init` is over.
  @usableFromInline let address: UInt
  /// How many bytes.
  public let count: Int
  private let isMapped: Bool

  /// A copy of some bytes.
  public init(copying bytes: [UInt8]) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count, 1), alignment: 64)
    unsafe room.copyBytes(from: bytes)
    address = UInt(bitPattern: room.baseAddress)
    count = bytes.count
    isMapped = false
  }

  /// The first `count` bytes of an open file, as it stands; nil where the system refuses.
  init?(mapping descriptor: Int32, count: Int) {
    guard count > 0,
      let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    address = UInt(bitPattern: start)
    self.count = count
    isMapped = true
  }

  deinit {
    guard let start = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    if isMapped {
      unsafe munmap(start, count)
    } else {
      unsafe start.deallocate()
    }
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

  /// Numbers of fixed width that stand one behind the other; nil where they lie outside or askew.
  @inlinable package func array<Element: BitwiseCopyable & Sendable>(
    of type: Element.Type, at offset: Int, count: Int
  ) -> MappedArray<Element>? {
    let (size, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard offset >= 0, count >= 0, !overflow, offset <= self.count, size <= self.count - offset,
      offset % MemoryLayout<Element>.alignment == 0
    else { return nil }
    return MappedArray(owner: self, address: address + UInt(offset), count: count)
  }
}

/// Numbers of fixed width that stand one behind the other in bytes that are mapped.
///
/// Public for the compiler only, which takes nothing of package types into other modules: a call for
/// each number would cost a view more than all else it does.
public struct MappedArray<Element: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline let owner: MappedBytes?
  @usableFromInline let address: UInt
  /// How many there are.
  public let count: Int

  /// None.
  @inlinable public init() { self.init(owner: nil, address: 0, count: 0) }

  @usableFromInline init(owner: MappedBytes?, address: UInt, count: Int) {
    self.owner = owner
    self.address = address
    self.count = count
  }

  /// The element in a place, bounds checked.
  public subscript(index: Int) -> Element {
    @inlinable @inline(__always) get {
      precondition(index >= 0 && index < count, "outside the mapped array")
      let element = unsafe UnsafePointer<Element>(bitPattern: address).unsafelyUnwrapped[index]
      // Without this, the bytes might be given back before they are read.
      _fixLifetime(owner)
      return element
    }
  }

  /// Calls `body` with the elements of a range, which must lie within.
  @inlinable package func withSpan(_ range: Range<Int>, _ body: (Span<Element>) -> Void) {
    defer { withExtendedLifetime(owner) {} }
    let elements = unsafe UnsafeBufferPointer(
      start: UnsafePointer<Element>(bitPattern: address), count: count)
    body(unsafe elements.span.extracting(range))
  }
}
