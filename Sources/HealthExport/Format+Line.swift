import ByteTools
package import HealthProjections

extension Format {
  /// A row as a line of its own, for rows that come one by one and cannot be laid out together: an
  /// object in formats for programs; for people the cells that are there, two columns apart.
  ///
  ///     Format.text.line([.text("deleted"), .whole(12), .missing], columns)   // deleted  12
  package func line(
    _ row: [Cell], _ columns: [Column], _ options: ExportOptions = ExportOptions()
  ) -> [UInt8] {
    guard isForPeople else {
      var json = JSONWriter()
      json.row(row, columns)
      return json.bytes + [UInt8(ascii: "\n")]
    }
    var readable = ReadableColumns(columns, options) { _ in true }
    let texts = readable.texts(row).map(TerminalText.escaped).filter { !$0.isEmpty }
    return Array((texts.joined(separator: "  ") + "\n").utf8)
  }
}
