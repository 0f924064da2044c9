import HealthReport
import HealthViews
import Journal
import JournalFile

/// `report`: a page for people, in one file.
enum ReportCommand {
  static let page = CommandPage(
    name: "report", group: .export, summary: "a page for a doctor, a coach or oneself",
    options: [.journal, .output] + Report.options + Option.reading + [.progress],
    rules: .window,
    details: """
      One file of HTML, which any browser opens and prints: it holds no script and loads nothing. Its
      sections are \(names).

      Without a period it is about the year that ends with the newest sample or workout, with --period
      month about the month that does; --from, --to and the others name days as everywhere (see `help
      times`). Everything is compared with the period directly before: as many whole months, else as many
      days.

      Figures are those of the views, and each names its lines. --as shows what a source may read, as for a
      coach. The same lines and options give the same bytes.

        health-journal report -o health.html
        health-journal report -o march.html --period 2026-03 --language de
        health-journal report -o coach.html --as com.example.coach --sections workouts,heart,sleep
      """,
    interrupted: "no file was written"
  ) { arguments, console in
    _ = try Report.chosenSections(arguments.values)
    guard let path = arguments.output else {
      throw arguments.misused("name the file with -o, as in -o health.html")
    }
    var opened = try OpenedJournal(arguments, console)
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

  private static var names: String {
    let names = Report.sectionNames
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}
