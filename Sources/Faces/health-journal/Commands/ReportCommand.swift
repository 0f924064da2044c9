import HealthReport
import HealthViews
import Journal
import JournalFile

/// The command `report`: it writes a page for people into one file.
enum ReportCommand {
  static let page = CommandPage(
    name: "report", group: .export, summary: "write a page for a doctor, a coach or yourself",
    options: [.journal, .output] + Report.options + reading + [.progress],
    rules: .window,
    details: """
      Writes a page for a doctor, a coach or yourself: one file of HTML that any browser opens and
      prints. It has no script and loads nothing. Docs/REPORT.md explains its sections:
      \(names).

      Without a period the page is about the year that ends with the newest sample or workout.
      `--period month` and `--period year` also end with the newest data. Other periods and the
      other options of time mean the same as in every command. The page compares its period with
      the period directly before. If the period consists of whole months, the earlier one has as
      many months, otherwise as many days.

      The first printed page is a summary: six figures with their change and twelve months as a
      line, and what asks for a closer look. Each printed page has the name that --name gives, the
      date of birth, the period and its number.

      The figures are those of the views, and tables near the end name the lines that they come
      from. The page leaves out implausible values (see `check`) and reports this. With
      --with-problems it counts them. With --as it shows only what a source may read, for example
      for a coach, and has no sections for the rest. The command verifies the chain of all lines
      that it reads, as `audit` does, and the page says so. If the journal has no sample and no
      workout, the exit code is 1. The same lines and options give the same bytes.

      Examples

        health-journal report -o health.html
        health-journal report -o health.html --name 'Ana Lopez' --last 10y
        health-journal report -o march.html --period 2026-03 --language de
        health-journal report -o week.html --from 2026-03-01 --to 2026-03-08 --sections heart,sleep
      """,
    interrupted: "no file was written"
  ) { arguments, console in
    _ = try Report.chosenSections(arguments.values)
    guard let path = arguments.output else {
      throw arguments.misused("name the file with -o, as in -o health.html")
    }
    var options = Journal.ReadOptions()
    options.verifiesChain = true
    var opened = try OpenedJournal(arguments, console, options)
    guard let made = try Report.made(for: &opened.request, version: ProgramVersion.number) else {
      console.remark("nothing found: there is no sample and no workout to show")
      return .no
    }
    guard path != "-" else {
      var output = StandardOutput()
      try output.write(made.bytes)
      return .done
    }
    var file = try FileSink(path, outside: opened.request.folder)
    try file.write { try $0.write(made.bytes) }
    console.remark("wrote \(made.period) to \(path)")
    return .done
  }

  /// The options of reading; the chain is verified without being asked.
  private static var reading: [Option] { Option.reading.filter { $0.name != Option.verify.name } }

  private static var names: String {
    let names = Report.sectionNames
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}
