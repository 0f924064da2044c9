import ByteTools
import HealthImport
import HealthModel

extension Wording {
  /// Why an input is not imported, and what would do.
  package static func text(_ foreign: ForeignInput) -> String {
    guard foreign.encoding.isReadable || foreign.content.isKnown else {
      return
        "\(foreign.file) is text in \(foreign.encoding.name), which cannot be read; save it as "
        + "UTF-8 or UTF-16, and import that"
    }
    return "\(foreign.file) is \(foreign.content.name), not \(foreign.lack); "
      + (foreign.content.advice ?? "import takes \(foreign.paths)")
  }

  /// What an import tells of a file as a whole, a sentence each, whatever became of its elements.
  package static func notes(on report: ImportJob.Report, of file: String) -> [String] {
    var notes: [String] = []
    if report.encoding != .utf8 {
      notes.append(
        "\(file) is \(report.encoding.name); the bytes named here are those of its text as UTF-8")
    }
    let gone = report.outcome.deletedTotals
    if gone > 0 {
      notes.append(
        "deleted \(counted(gone, "total")) of a day that the journal held: \(file) has the parts")
    }
    if let doubt = report.zoneDoubt { notes.append("warning: " + text(doubt, in: file)) }
    return notes
  }

  private static func text(_ doubt: ZoneDoubt, in file: String) -> String {
    let remedy = "`health-journal configure --time-zone \(doubt.proposal ?? "ZONE")`"
    return "the times in \(file) have the offset \(offset(doubt.offset)), and days here are those "
      + "of \(doubt.zone), which has another. If another zone is meant, name it: \(remedy)"
      + (doubt.proposal == nil ? ", as Europe/Paris" : ", which \(file) names")
  }

  /// An offset of this many minutes, as `+09:00`.
  package static func offset(_ minutes: Int16) -> String {
    ZoneRules.fixed(offsetSeconds: Int(minutes) * 60).name
  }
}
