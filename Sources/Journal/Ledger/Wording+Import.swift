import ByteTools
import HealthEvents
package import HealthImport
import HealthModel
import HealthProjections

extension Wording {
  /// What an import did, in one sentence.
  package static func sentence(on report: ImportJob.Report, isTrial: Bool) -> String {
    let outcome = report.outcome
    if outcome.counts.isEmpty { return "nothing was appended: the file holds nothing" }
    let sum = ImportTable.sum(outcome.types)
    var parts = [
      "\(sum.saved) new", "\(sum.known) identical", "\(sum.corrected) corrected",
    ]
    if let vanished = report.vanishedCounts {
      parts.append("\(vanished.reduce(0) { $0 + $1.count }) vanished")
    }
    if sum.superseded > 0 { parts.append("\(sum.superseded) superseded") }
    if sum.erased > 0 { parts.append("\(sum.erased) erased before") }
    if sum.leftOut > 0 { parts.append("\(sum.leftOut) left out") }
    parts.append("\(counted(ImportTable.sum(outcome.counts).quarantined, "element")) quarantined")
    return "\(parts.joined(separator: ", ")); \(lines(of: report, isTrial: isTrial))"
  }

  private static func lines(of report: ImportJob.Report, isTrial: Bool) -> String {
    if isTrial {
      let lines = report.lines.map { Int($0.upperBound - $0.lowerBound) + 1 } ?? 0
      let count = lines + (report.receipt == nil ? 0 : 1)
      return "nothing was written: an import would append \(counted(count, "line"))"
    }
    guard let lines = report.lines else {
      return report.receipt.map { "its receipt is line \($0)" } ?? "nothing was appended"
    }
    return "saved as lines \(lines.lowerBound) to \(lines.upperBound)"
  }

  /// What stays out as it was erased, and how it comes back; nil: there is nothing of that kind.
  package static func erased(in report: ImportJob.Report) -> String? {
    let count = ImportTable.sum(report.outcome.types).erased
    guard count > 0 else { return nil }
    let were = count == 1 ? "was" : "were"
    return "\(counted(count, "object")) of the file \(were) erased from this journal before, and "
      + "\(count == 1 ? "stays" : "stay") out; with --again an import saves what was erased"
  }

  /// Types of which it cannot be told what was erased, a sentence each.
  package static func untold(in report: ImportJob.Report) -> [String] {
    report.outcome.untold.map { row in
      let name = TypeCatalogue.shortName(of: row.type)
      let them = row.count == 1 ? "1 of the file stays" : "\(row.count) of the file stay"
      return
        "\(name): the file states it in a unit that no line of the journal shows, so that what was "
        + "erased cannot be told from what is new: \(them) out; with --again --type \(name) an "
        + "import saves all of them"
    }
  }

  /// Percents that may be fractions of one, a sentence for each type.
  package static func doubtful(in report: ImportJob.Report) -> [String] {
    report.outcome.doubtful.map { doubt in
      let name = TypeCatalogue.shortName(of: doubt.type)
      let them = counted(doubt.count, "value")
      return doubt.isFraction
        ? "doubtful: \(them) of \(name) of at most 1 %, which nobody has: taken as fractions, 0.97 as "
          + "97 %"
        : "doubtful: \(them) of \(name) of at most 1 %, taken as they stand; of a program that writes "
          + "fractions they would be a hundredfold"
    }
  }

  /// Sources that seem to be renamed, a sentence each.
  package static func renamed(
    in report: ImportJob.Report, _ choices: ImportJob.Choices
  ) -> [String] {
    report.outcome.renamed.map { source in
      let (old, new) = (source.names.old, source.names.new)
      let objects = counted(source.known, "object")
      return
        "renamed? \(new) states \(objects) that \(old) with the same device stated before, and the "
        + "file states nothing of \(old): \(source.known == 1 ? "it is" : "they are") not saved "
        + "again; if both are one source, import the file with --renamed "
        + "\(call(source.names))"
    }
      + choices.renamed.filter { pair in
        !report.outcome.namesMet.contains(SourceName.typed(pair.new))
      }.map { "the file states no source \($0.new): --renamed changes nothing of it" }
  }

  /// The value of `--renamed`, as a shell takes it.
  private static func call(_ names: SourceNames.Renaming) -> String {
    ShellText.word("\(names.old)=\(names.new)")
  }

  /// Why names cannot be read as renamed.
  package static func text(_ problem: RenamingProblem) -> String {
    switch problem {
    case .same(let name): "--renamed: both names are \(name)"
    case .twice(let name): "--renamed: \(name) cannot be the new name of two sources"
    case .unknown(let name, let turned, let names):
      if let turned {
        "--renamed: the journal has no source \(name), and it has \(turned.new): the old name "
          + "stands first, as in --renamed \(call(SourceNames.Renaming(old: turned.new, new: turned.old)))"
      } else {
        "--renamed: the journal has no source \(name); it has "
          + (names.isEmpty ? "none" : names.prefix(20).joined(separator: ", "))
      }
    }
  }

  /// Rows of what vanished that are told; the rest is in `imports`.
  private static let mostRows = 20

  /// What vanished since earlier imports, or why nothing can be said of that.
  package static func vanished(
    in report: ImportJob.Report, _ choices: ImportJob.Choices
  ) -> [String] {
    switch report.vanished {
    case .failure(.noEarlier): return []
    case .failure(let problem): return ["not compared with earlier exports: \(text(problem))"]
    case .success(let vanished): return lines(on: vanished, choices)
    }
  }

  private static func lines(
    on vanished: VanishedObjects, _ choices: ImportJob.Choices
  ) -> [String] {
    var lines = vanished.rows.prefix(mostRows).map { row in
      let name = TypeCatalogue.shortName(of: row.type)
      let span = row.span.map { ", \($0.start) to \($0.end)" } ?? ""
      return "vanished: \(row.count) \(name) of \(row.source)\(span)"
    }
    if vanished.rows.count > mostRows {
      lines.append("… and \(vanished.rows.count - mostRows) more such rows")
    }
    if !vanished.missingTypes.isEmpty {
      let names = vanished.missingTypes.map { row in
        "\(TypeCatalogue.shortName(of: row.type)) (\(row.count))"
      }
      lines.append(
        "of these types the file has nothing at all, so that what earlier exports had of them is not "
          + "counted as vanished: \(names.joined(separator: ", "))")
    }
    if !vanished.uuids.isEmpty { lines.append(deletions(vanished.uuids.count, choices)) }
    return lines
  }

  private static func deletions(_ count: Int, _ choices: ImportJob.Choices) -> String {
    guard choices.appliesDeletions else {
      return "what vanished stays in the journal; with --apply-deletions an import deletes it"
    }
    return choices.isTrial
      ? "\(counted(count, "object")) would be deleted" : "\(counted(count, "object")) deleted"
  }

  /// Why an import cannot be compared with earlier ones.
  package static func text(_ problem: NotComparable) -> String {
    switch problem {
    case .noEarlier: "there is none"
    case .incomplete: "only a part of the file was asked for, or could be read"
    case .noExportDate: "the file does not say when it was exported"
    case .noPerson: "the file does not say whose it is: it has no characteristics"
    case .otherPerson:
      "they are of another person, or do not say of whom, or the traits that would tell were erased"
    case .laterExport(let line): "line \(line) is the receipt of a later one"
    case .fewInCommon(let stated, let count):
      "it states \(stated) of the \(count) objects that they stated, as an export of another device would"
    }
  }
}
