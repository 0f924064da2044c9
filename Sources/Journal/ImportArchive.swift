import ByteTools
import HealthImport
import HealthProjections
import JournalFile
import ViewTables

/// The file that an import reads in a zip archive, as the phone shares it: the one that an importer
/// is sure of.
struct ImportArchive {
  /// How an archive begins, and how one without files does: as the end of any other.
  private static let beginnings: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]
  /// How many bytes the end of an archive without a comment has.
  static let endSize: UInt64 = 22

  /// The bytes of the file, which a thread of its own inflates and checks.
  let source: ReadAheadSource
  /// How many they are, as the archive says.
  let size: UInt64
  /// What lies beside it in the archive.
  let companions: ArchiveCompanions
  /// What is to be asked about before it is read; nil: nothing.
  let growth: ImportFile.Growth?

  /// Whether bytes begin as an archive.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    beginnings.contains { bytes.starts(with: $0) }
  }

  /// Looks for the file.
  ///
  /// - Throws: `ZipError`; `OptionProblem` where there is none, or more than one.
  init(_ file: OpenFile, size: UInt64, name: String, for importers: [any Importer]) throws {
    let archive = try ZipArchive(SeekableFile(file: file, size: size))
    var lack = "it holds no file that can be imported"
    for importer in importers {
      guard let layout = importer.folder else { continue }
      let found = try archive.entries.filter { entry in
        guard entry.nameBytes.suffix(layout.ending.utf8.count).elementsEqual(layout.ending.utf8)
        else { return false }
        let beginning = try ImportInput(try archive.source(of: entry)).beginning()
        return Importers.recognition(of: beginning.rawBytes, by: importer) == .surely
      }
      guard found.count < 2 else {
        let names = found.map(\.name).joined(separator: ", ")
        throw OptionProblem("several exports in \(name); unpack it and name one: \(names)")
      }
      if let entry = found.first {
        source = ReadAheadSource(try archive.source(of: entry))
        self.size = entry.size
        companions = ArchiveCompanions(besides: entry, in: archive)
        growth = ImportFile.Growth(of: companions.entries + [entry], in: size)
        return
      }
      lack = "\(layout.lack.what) in it: \(layout.lack.why)"
    }
    throw OptionProblem("\(name) is a zip archive, and \(lack)")
  }
}

/// The bytes of an open file, from any offset.
private struct SeekableFile: SeekableBytes {
  let file: OpenFile
  let size: UInt64

  func read(at offset: UInt64, into bytes: inout [UInt8], from start: Int) throws -> Int {
    try PosixSystem().read(file, at: offset, into: &bytes, from: start)
  }
}
