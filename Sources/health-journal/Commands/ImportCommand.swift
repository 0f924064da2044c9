import HealthEvents
import HealthExport
import HealthImport
import Journal
import HealthProjections
import JournalFile

/// `import`: a foreign file into the journal.
enum ImportCommand {
  static let page = CommandPage(
    name: "import", group: .append,
    summary: "import " + Importers.all.map(\.summary).joined(separator: " or "),
    words: "[\(names("|"))] PATH", count: nil, options: [.journal, .format],
    details: """
      PATH is \(Importers.all.map(\.paths.what).joined(separator: ", ")), or - for
      standard input. What the journal knows already is not saved again: the same export, or a newer
      one, appends only what is new. The closing table accounts for every element: read = saved + known
      + quarantined + unsupported. What cannot be read is set aside in the journal's quarantine, 64 MiB
      of it at most, and the exit code is 1.

      \(examples)
      """
  ) { arguments, console in
    let (importers, path) = try words(of: arguments)
    let format = try Console.format(arguments)
    let input = try ImportFile(path, for: importers)
    defer { input.close() }
    let session = try Writing.open(arguments, console)
    var progress = Progress(total: input.size)
    var job = ImportJob(into: session, fileName: input.name) { progress.tell($0, $1) }
    let report = try job.run(input.source, size: input.size, by: importers)
    progress.clear()
    if !report.outcome.counts.isEmpty {
      try console.show(ImportTable.table(report.outcome.counts), as: format)
    }
    try remark(on: report, input, &console)
    let outcome = report.outcome
    return outcome.isComplete && outcome.balances ? .done : .no
  }

  private static func names(_ separator: String) -> String {
    Importers.all.map(\.name).joined(separator: separator)
  }

  private static let examples = Importers.all
    .map { "  health-journal import \($0.name) \($0.paths.example)" }.joined(separator: "\n")

  /// The importers to ask, one where the format is named, and the PATH.
  private static func words(
    of arguments: Arguments
  ) throws -> (importers: [any Importer], path: String) {
    var words = arguments.words[...]
    let named = Importers.all.filter { $0.name == words.first }
    if !named.isEmpty { words.removeFirst() }
    guard let path = words.first else { throw arguments.misused("PATH missing") }
    guard words.count == 1 else {
      throw arguments.misused(
        named.isEmpty
          ? "no import format '\(path)'; there is \(names(", "))"
          : "one PATH, not '\(path)' too")
    }
    return (named.isEmpty ? Importers.all : named, path)
  }

  /// What the table does not say.
  private static func remark(
    on report: ImportJob.Report, _ input: ImportFile, _ console: inout Console
  ) throws {
    let outcome = report.outcome
    if let doubt = outcome.doubt {
      if outcome.counts.isEmpty { throw Failure(code: .no, message: "\(input.name) \(doubt)") }
      console.remark("warning: \(input.name) \(doubt)")
    }
    if let lines = report.lines {
      console.remark("saved as lines \(lines.lowerBound) to \(lines.upperBound)")
    } else if outcome.counts.isEmpty {
      console.remark("nothing was appended: the file holds nothing")
    } else {
      console.remark("nothing new: the journal knows all of it already; nothing was appended")
    }
    for issue in outcome.issues
    where !(issue.element.isEmpty && issue.offset == outcome.truncatedAt) {
      let element = issue.element.isEmpty ? "" : ", \(issue.element)"
      console.remark("byte \(issue.offset)\(element): \(issue.reason)")
    }
    if outcome.issueCount > outcome.issues.count {
      console.remark("… and \(outcome.issueCount - outcome.issues.count) more such places")
    }
    if let path = report.quarantinePath {
      console.remark("what could not be read is set aside in \(path)")
    }
    if report.bytesLeftOut > 0 {
      console.remark(
        "\(report.bytesLeftOut) bytes more that could not be read are nowhere but in \(input.name): an "
          + "import sets aside \(ImportJob.mostQuarantined >> 20) MiB at most")
    }
    if let offset = outcome.truncatedAt {
      console.remark("the file ends too early, at byte \(offset); all before that is imported")
    }
    console.remark(
      outcome.balances
        ? "balanced: read = saved + known + quarantined + unsupported, for every element"
        : "NOT BALANCED: some elements are unaccounted for; please report this")
  }
}

/// A line on the terminal that says how far a long import has come.
private struct Progress {
  private let total: UInt64?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private var isShown = false

  init(total: UInt64?) {
    self.total = total
    start = clock.now
    last = start
  }

  mutating func tell(_ bytes: UInt64, _ elements: Int) {
    let now = clock.now
    guard StandardError.isTerminal, now - start > .milliseconds(500),
      now - last > .milliseconds(200)
    else { return }
    last = now
    isShown = true
    let share = total.map { $0 == 0 ? "" : " of \($0 / 1_000_000)" } ?? ""
    StandardError.write("\r\u{1B}[K\(bytes / 1_000_000)\(share) MB, \(elements) elements")
  }

  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
  }
}
