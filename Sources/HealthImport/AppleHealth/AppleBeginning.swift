import ByteTools

/// What the first bytes of an input say of it: an export, a damaged one, a part of one, or none.
enum AppleBeginning {
  /// Surely an export where the root's tag begins anywhere in the bytes. Without it, perhaps one
  /// that lost its beginning, or a part of one, where a start tag is that of an element of Apple's,
  /// with the words or dates that Apple writes into it.
  static func recognition(of bytes: RawSpan) -> Recognition {
    guard beginsAsText(bytes) else { return .no }
    if ByteSearch("<HealthData").occurs(in: bytes) { return .surely }
    var xml = XMLTokenizer(source: MemorySource(bytes.array), windowSize: 1 << 14)
    while let token = try? xml.next(), token != .finished {
      if case .start = token, isApples(xml) { return .perhaps }
    }
    return .no
  }

  /// Whether there is text before the first tag, or zeros alone, which is what a disk leaves of a
  /// lost block. Text with zeros in it is the header of a file around the export, such as an
  /// archive that is damaged.
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
