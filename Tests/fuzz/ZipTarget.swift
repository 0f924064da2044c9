import ByteTools

/// What an archive holds is the same in pieces of any size, no more than it says, and never without
/// end; so is what the same bytes are inflated to.
enum ZipTarget {
  static func run(_ bytes: [UInt8]) {
    inflate(bytes)
    guard let archive = try? ZipArchive(bytes) else { return }
    demand(archive.entries.count <= bytes.count / 46, "more files than the directory has room for")
    var total = 0
    for entry in archive.entries {
      guard let source = try? archive.source(of: entry) else { continue }
      let whole = all(of: source, chunk: 1 << 16, most: Int(entry.size))
      demand(whole == all(of: source, chunk: 61, most: Int(entry.size)), "pieces make a difference")
      total += whole?.count ?? 0
    }
    demand(total <= bytes.count * 1032, "\(total) bytes of \(bytes.count)")
  }

  private static func inflate(_ bytes: [UInt8]) {
    let most = bytes.count * 1032
    let whole = all(of: Inflating(bytes, chunk: .max), chunk: 1 << 16, most: most)
    let pieces = all(of: Inflating(bytes, chunk: 3), chunk: 1 << 16, most: most)
    demand(whole == pieces, "3 bytes at a time are inflated to something else")
  }

  /// All that a source gives; nil: an error ends it.
  private static func all(of source: some ByteSource, chunk: Int, most: Int) -> [UInt8]? {
    var source = source
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: chunk)
    do {
      while true {
        let count = try source.read(into: &bytes, from: 0)
        if count == 0 { return all }
        all += bytes[..<count]
        demand(all.count <= most, "more than \(most) bytes")
      }
    } catch { return nil }
  }

  private struct Inflating: ByteSource {
    var inflate = Inflate()
    var source: MemorySource

    init(_ bytes: [UInt8], chunk: Int) { source = MemorySource(bytes, chunk: chunk) }

    mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
      try inflate.read(into: &bytes, from: start, of: &source)
    }
  }
}
