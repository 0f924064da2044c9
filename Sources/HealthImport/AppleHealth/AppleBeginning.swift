import ByteTools

/// What the first bytes of an input say of it: an export, a damaged one, a part of one, or none.
enum AppleBeginning {
  /// How sure it is that the bytes are of an export: surely, where the root's tag `<HealthData`
  /// begins anywhere in them. Without that tag perhaps, as of a part of an export or of one that
  /// lost its beginning: where a start tag has the name of an element of Apple's, and an attribute
  /// with an identifier or a date as Apple writes them.
  static func recognition(of bytes: RawSpan) -> Recognition {
    guard beginsAsText(bytes) else { return .no }
    if ByteSearch("<HealthData").occurs(in: bytes) { return .surely }
    var xml = XMLTokenizer(source: MemorySource(bytes.array), windowSize: 1 << 14)
    while let token = try? xml.next(), token != .finished {
      if case .start = token, isApples(xml) { return .perhaps }
    }
    return .no
  }

  /// Whether the bytes before the first tag hold no zeros, or zeros and white space alone: a disk
  /// leaves zeros where it lost a block. Zeros among text are the header of a file around the
  /// export, such as a damaged archive.
  private static func beginsAsText(_ bytes: RawSpan) -> Bool {
    let end = bytes.firstIndex(of: UInt8(ascii: "<"), from: 0) ?? bytes.byteCount
    let zeros = (0..<end).count { bytes.byte($0) == 0 }
    return zeros == 0 || (0..<end).allSatisfy { bytes.byte($0) <= 0x20 }
  }

  private static func isApples(_ xml: borrowing XMLTokenizer) -> Bool {
    guard let name = AppleElement(rawValue: xml.elementName), name != .healthData else {
      return false
    }
    for index in 0..<xml.attributeCount {
      let key = xml.attributeName(index)
      if key.hasPrefix("HK") || name == .activitySummary && key == "dateComponents" { return true }
      let isApples = xml.withValueBytes(index) { bytes in
        var at = 0
        return bytes.skip("HK", at: &at) || AppleDate.parse(bytes) != nil
      }
      if isApples { return true }
    }
    return false
  }
}
