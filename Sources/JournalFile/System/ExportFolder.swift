/// Where an export goes: files below a folder.
package protocol ExportFolder {
  /// Appends bytes to a file. The first call for a file makes it, and the folders that its path
  /// names. Where an export is one file, the name is ignored.
  mutating func append(_ bytes: [UInt8], to file: String) throws
}

extension ExportFolder {
  /// Appends `output` to a file and empties it, where it holds more than `least` bytes.
  package mutating func take(_ output: inout [UInt8], to file: String = "", over least: Int) throws
  {
    guard output.count > least else { return }
    try append(output, to: file)
    output.removeAll(keepingCapacity: true)
  }
}
