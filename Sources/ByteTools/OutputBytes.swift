/// Bytes written into room that has been asked for once, where an array would ask at each append:
///
///     bytes.append(addingCapacity: 64) { $0.append("seq"); $0.append(decimal: 7) }
///
/// Writing beyond that room is a programmer's error and traps.
extension OutputSpan where Element == UInt8 {
  /// Appends all bytes of a span.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: RawSpan) {
    unsafe withUnsafeMutableBufferPointer { room, count in
      let rest = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(room)[count...])
      unsafe bytes.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
      count &+= bytes.byteCount
    }
  }

  /// Appends the bytes of a literal.
  @inlinable @inline(__always)
  package mutating func append(_ literal: StaticString) {
    unsafe withUnsafeMutableBufferPointer { room, count in
      let rest = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(room)[count...])
      let bytes = unsafe UnsafeRawBufferPointer(
        start: literal.utf8Start, count: literal.utf8CodeUnitCount)
      unsafe rest.copyMemory(from: bytes)
      count &+= bytes.count
    }
  }

  /// Appends eight bytes, the lowest first.
  @inlinable @inline(__always)
  package mutating func append(word: UInt64) {
    precondition(freeCapacity >= 8, "no room")
    unsafe withUnsafeMutableBufferPointer { room, count in
      unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
        of: word.littleEndian, toByteOffset: count, as: UInt64.self)
      count &+= 8
    }
  }

  /// Appends a whole number in decimal, eight digits at a time.
  package mutating func append(decimal value: UInt64) {
    let digits = DecimalText.digitCount(value)
    precondition(freeCapacity >= digits, "no room")
    unsafe withUnsafeMutableBufferPointer { room, count in
      var rest = value
      var at = count &+ digits
      while at &- count >= 8 {
        at &-= 8
        let eight = DecimalText.eightDigits(UInt32(truncatingIfNeeded: rest % 100_000_000))
        unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
          of: eight.littleEndian, toByteOffset: at, as: UInt64.self)
        rest /= 100_000_000
      }
      var last = DecimalText.eightDigits(UInt32(truncatingIfNeeded: rest))
      while at > count {
        at &-= 1
        unsafe room[at] = UInt8(truncatingIfNeeded: last >> 56)
        last <<= 8
      }
      count &+= digits
    }
  }

  /// Appends 16 lower-case digits of a word, the highest first.
  package mutating func append(hex word: UInt64) {
    append(word: Hex.digits(UInt32(truncatingIfNeeded: word >> 32), letters: Hex.lower))
    append(word: Hex.digits(UInt32(truncatingIfNeeded: word), letters: Hex.lower))
  }

  /// Appends the 64 lower-case digits of a digest.
  package mutating func append(hex digest: Digest) {
    append(hex: digest.words.0)
    append(hex: digest.words.1)
    append(hex: digest.words.2)
    append(hex: digest.words.3)
  }

  /// Appends the 36 characters of a UUID in upper case.
  package mutating func append(uuid high: UInt64, _ low: UInt64) {
    let dash = UInt8(ascii: "-")
    let second = Hex.digits(UInt32(truncatingIfNeeded: high), letters: Hex.upper)
    let third = Hex.digits(UInt32(truncatingIfNeeded: low >> 32), letters: Hex.upper)
    append(word: Hex.digits(UInt32(truncatingIfNeeded: high >> 32), letters: Hex.upper))
    append(dash)
    appendHalf(second)
    append(dash)
    appendHalf(second >> 32)
    append(dash)
    appendHalf(third)
    append(dash)
    appendHalf(third >> 32)
    append(word: Hex.digits(UInt32(truncatingIfNeeded: low), letters: Hex.upper))
  }

  /// Appends the four lowest bytes.
  private mutating func appendHalf(_ word: UInt64) {
    precondition(freeCapacity >= 4, "no room")
    unsafe withUnsafeMutableBufferPointer { room, count in
      unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
        of: UInt32(truncatingIfNeeded: word).littleEndian, toByteOffset: count,
        as: UInt32.self)
      count &+= 4
    }
  }
}
