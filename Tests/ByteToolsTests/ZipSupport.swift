import ByteTools
import Foundation

/// Reads a source to its end, at most so many bytes at a time.
func readAll(_ source: some ByteSource, chunk: Int = 50_000) throws -> [UInt8] {
  var source = source
  var all: [UInt8] = []
  var bytes = [UInt8](repeating: 0xAA, count: chunk + 3)
  while true {
    // Not from the beginning, as a reader does that keeps the rest of a line.
    let count = try source.read(into: &bytes, from: 3)
    if count == 0 { return all }
    all += bytes[3..<3 + count]
  }
}

/// Deflated bytes as a source of what they were.
struct InflatedSource: ByteSource, Sendable {
  var inflate = Inflate()
  var source: MemorySource

  init(_ bytes: [UInt8], chunk: Int = .max) { source = MemorySource(bytes, chunk: chunk) }

  mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    try inflate.read(into: &bytes, from: start, of: &source)
  }
}

/// What Python's zlib and zipfile, and the commands zip and bsdtar, made of the same bytes.
enum MadeZips {
  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What `make_zips.py` makes, by the names of the files; nothing where that failed.
  private static let files: [String: [UInt8]] = {
    guard let python else { return [:] }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "make_zips.py")
    let folder = FileManager.default.temporaryDirectory.appending(path: "zips-\(UUID())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [script.path, folder.path]
    try? process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return [:] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    var files: [String: [UInt8]] = [:]
    for name in names ?? [] where name.contains(".") {
      files[name] = (try? Data(contentsOf: folder.appending(path: name))).map { [UInt8]($0) }
    }
    return files
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = files[name] else { throw CocoaError(.fileNoSuchFile) }
    return bytes
  }

  /// The words of each line of a list.
  static func lines(_ name: String) throws -> [[String]] {
    String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }
  }
}

/// The bytes that digits stand for.
func bytes(ofHex text: String) throws -> [UInt8] {
  let digits = Array(text)
  return try stride(from: 0, to: digits.count - 1, by: 2).map {
    guard let byte = UInt8(String(digits[$0...$0 + 1]), radix: 16) else {
      throw CocoaError(.formatting)
    }
    return byte
  }
}
