import Foundation
import TestSupport
import Testing

/// The phone's archive is imported as the folder in it is, or not at all.
@Suite(.enabled(if: Python.isPresent)) struct ZipImportTests {
  private static let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_GB"><ExportDate value="2026-03-05 10:00:00 +0100"/>
    """
    + (0..<40).map { day in
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
      value="\(100 + day * 7)" creationDate="2026-03-01 10:00:00 +0100" \
      startDate="2026-03-01 08:\(10 + day):00 +0100" endDate="2026-03-01 08:\(10 + day):30 +0100"/>
      """
    }.joined() + "</HealthData>"

  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(export, to: "export.xml")
    return scratch
  }

  /// Makes an archive by Python's zipfile.
  private static func zip(_ scratch: Scratch, _ name: String, _ lines: String) throws {
    let text = "import zipfile\nx = open('export.xml').read()\n" + lines
    try scratch.write(text, to: "zip.py")
    let outcome = try scratch.run("python3 zip.py")
    #expect(outcome.errors.isEmpty, "\(name)")
  }

  private static let rows = "health-journal samples --format csv --columns start,end,value,unit"

  @Test(arguments: [
    "z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)\nz.writestr('export.xml', x)",
    "z = zipfile.ZipFile('a.zip', 'w')\nz.writestr('apple_health_export/Exportieren.xml', x)",
    """
    z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
    z.writestr('apple_health_export/export_cda.xml', '<ClinicalDocument/>')
    z.writestr('apple_health_export/exportaci\\u00f3n.xml', x)
    z.writestr('apple_health_export/workout-routes/route.gpx', '<gpx/>')
    """,
  ]) func anArchiveIsItsExport(_ making: String) throws {
    let scratch = try Self.scratch()
    try Self.zip(scratch, making, making + "\nz.close()\n")
    let init_ = "health-journal init --time-zone UTC"
    _ = try scratch.run(init_)
    let outcome = try scratch.run("health-journal import a.zip")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let zipped = try scratch.run(Self.rows).output
    let other = try Self.scratch()
    _ = try other.run(init_)
    _ = try other.run("health-journal import export.xml")
    #expect(try other.run(Self.rows).output == zipped)
    #expect(zipped.split(separator: "\n").count == 41)
    // The archive and the file in it are one export.
    #expect(try scratch.run("health-journal import export.xml").errors.contains(" 0 new, "))
  }

  /// What holds a hundred times its size is asked about, and taken where it is meant.
  @Test func anArchiveOfMuchMoreThanItsSizeIsAskedAbout() throws {
    let scratch = try Self.scratch()
    try Self.zip(
      scratch, "growth",
      """
      z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
      z.writestr('export.xml', x.replace('<Record', ' ' * (70 << 20) + '<Record', 1))
      z.close()
      """)
    _ = try scratch.run("health-journal init --time-zone UTC")
    let before = scratch.bytes(Scratch.events)
    let refused = try scratch.run("health-journal import a.zip")
    #expect(refused.code == 2 && refused.errors.contains("--yes"), "\(refused)")
    #expect(scratch.bytes(Scratch.events) == before)
    #expect(try scratch.run("health-journal import a.zip --dry-run").code == 0)
    let taken = try scratch.run("health-journal import a.zip --yes")
    #expect(taken.code == 0 && taken.errors.contains("40 new"), "\(taken)")
  }

  /// What an export packs, other programs unpack, and an import reads as the folder.
  @Test func anExportIsPacked() throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      """
      health-journal init --time-zone UTC; health-journal import $FIXTURES/../import/apple_health_export
      """)
    let made = try scratch.run(
      """
      health-journal export apple-health -o folder; health-journal export apple-health -o a.zip
      health-journal export apple-health -o b.ZIP; cmp a.zip b.ZIP; ls
      mkdir out; python3 -m zipfile -e a.zip out && diff -r folder out/apple_health_export && echo same
      python3 -c 'import zipfile; print(zipfile.ZipFile("a.zip").testzip())'
      ! command -v unzip > /dev/null || unzip -tq a.zip > /dev/null || echo refused
      """)
    #expect(made.output.contains("same\nNone\n"), "\(made)")
    #expect(!made.output.contains("refused") && !made.output.contains(".part"), "\(made)")
    for path in ["a.zip", "folder"] {
      _ = try scratch.run("health-journal init --journal of-\(path) --time-zone UTC")
      let outcome = try scratch.run("health-journal import \(path) --journal of-\(path)")
      #expect(outcome.errors.contains("balanced"), "\(outcome)")
    }
    let rows =
      "health-journal samples --all-columns --format csv --columns uuid,start,value --journal"
    #expect(
      try scratch.run("\(rows) of-a.zip").output == scratch.run("\(rows) of-folder").output)
    // All views are packed in the same way.
    let all = try scratch.run(
      "health-journal export all -o t.zip; python3 -m zipfile -l t.zip | grep -c all/")
    #expect((Int(all.output.split(separator: "\n").last ?? "") ?? 0) > 10, "\(all)")
    // Nothing is left of one that fails.
    let failed = try scratch.run("(ulimit -f 1; health-journal export apple-health -o c.zip); ls")
    #expect(!failed.output.contains("c.zip"), "\(failed)")
  }

  @Test func aDamagedArchiveSavesAllOrNothing() throws {
    let scratch = try Self.scratch()
    try Self.zip(
      scratch, "damage",
      """
      import random
      z = zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED)
      z.writestr('export.xml', x)
      z.close()
      whole = open('a.zip', 'rb').read()
      r = random.Random(7)
      for n in range(30):
        b = bytearray(whole)
        b[r.randrange(len(b))] ^= 1 << r.randrange(8)
        open('d%d.zip' % n, 'wb').write(b[:len(b) - (n % 3 == 2) * r.randrange(len(b))])
      """)
    for number in 0..<30 {
      _ = try scratch.run("health-journal init --time-zone UTC --journal j\(number)")
      let code = try scratch.run("health-journal import d\(number).zip --journal j\(number)").code
      let rows = try scratch.run(Self.rows + " --journal j\(number)").output
      #expect([0, 1, 2].contains(code))
      #expect(rows.split(separator: "\n").count == (code == 0 ? 41 : 1), "d\(number).zip: \(code)")
    }
  }

  /// An archive of what is not compressed holds the export as it stands: with its first bytes
  /// damaged, it must not be read for the export, which no checksum covers then. The time in its
  /// header has a byte that is a `<`.
  @Test func aStoredExportIsReadByItsArchiveAlone() throws {
    let scratch = try Self.scratch()
    try Self.zip(
      scratch, "stored",
      """
      z = zipfile.ZipFile('a.zip', 'w')
      z.writestr(zipfile.ZipInfo('export.xml', (2026, 11, 27, 9, 57, 56)), x)
      z.close()
      whole = bytearray(open('a.zip', 'rb').read())
      place = whole.index(b'value="107"')
      for n, first in enumerate([bytes([80, 88, 3, 4]), bytes(4)]):
        for cut in [0, 40]:
          b = bytearray(whole)
          b[:4] = first
          b[place + 7] += 1
          open('s%d.zip' % (n * 2 + cut // 40), 'wb').write(b[:len(b) - cut])
      open('s4.zip', 'wb').write(whole[whole.index(b'<?xml'):])
      """)
    _ = try scratch.run("health-journal init --time-zone Europe/Paris")
    for number in 0..<5 {
      #expect(try scratch.run("health-journal import s\(number).zip").code == 1)
    }
    #expect(try scratch.run("health-journal import - < s0.zip").code == 1)
    let rows = try scratch.run(Self.rows).output
    #expect(rows.split(separator: "\n").count == 1)
  }

  @Test func whatHoldsNoExportIsRefused() throws {
    let scratch = try Self.scratch()
    try Self.zip(
      scratch, "none",
      """
      z = zipfile.ZipFile('none.zip', 'w')
      z.writestr('picture.png', 'PNG')
      z.close()
      z = zipfile.ZipFile('two.zip', 'w')
      z.writestr('a/export.xml', x)
      z.writestr('b/export.xml', x)
      z.close()
      """)
    _ = try scratch.run("health-journal init --time-zone UTC")
    for (call, words) in [
      ("none.zip", "none.zip is a zip archive, and no Apple Health export in it"),
      ("two.zip", "several exports in two.zip"), ("- < two.zip", "this is a zip archive"),
    ] {
      let outcome = try scratch.run("health-journal import \(call)")
      #expect(outcome.code == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(
      try scratch.run("health-journal log --format ndjson").output.split(separator: "\n").count == 1
    )
  }
}
