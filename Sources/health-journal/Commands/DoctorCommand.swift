import ByteTools
import HealthProjections
import Journal
import ProcessStart

/// `doctor`: whether all is in place.
enum DoctorCommand {
  static func page(_ catalogue: Catalogue) -> CommandPage {
    CommandPage(
      name: "doctor", group: .audit,
      summary: "look whether the journal and what is around it are well",
      options: [.journal, .format, .all, .columns],
      details: """
        The program, the journal and who may write to it, its lock, its snapshots, what was set aside, the
        zone data, the room on the disk, the terminal. Each is good, a note (nothing has to be done), a
        problem, which makes the exit code 1, or unknown: it was not looked at. It takes no lock. Of the
        lines it knows that they can be read; whether one was changed `audit` tells.

        Lines that a wrong clock has dated ahead stay so, and all later ones repeat the date. The lines
        before them, here the first 41, are a journal of their own. What stood in their place is set aside
        in quarantine by `restore`; what it says is saved again once the clock is right:

          mkdir good; head -n 41 my.journal/events.ndjson > good/events.ndjson
          health-journal restore good --journal my.journal --replace
        """
    ) { arguments, console in
      var findings = [program, config(catalogue, arguments)]
      findings += DoctorJournal(try Environment.journal(arguments)).findings
      findings += [terminal(try Display(arguments))]
      let code = try console.show(findings.table, arguments)
      return findings.contains { $0.state == .problem } ? .no : code
    }
  }

  /// The config file, and what is wrong with it.
  private static func config(_ catalogue: Catalogue, _ arguments: Arguments) -> DoctorFinding {
    let file: ConfigFile?
    do {
      file = try ConfigFile.inForce(catalogue)
    } catch {
      return DoctorFinding("config", .problem, Failure(error).message)
    }
    guard let file else {
      let path = (try? ConfigFile.usualPath()).flatMap { $0 }
      return DoctorFinding("config", .good, "none" + (path.map { " at \($0)" } ?? ""))
    }
    if let doubt = file.doubt {
      return DoctorFinding("config", .problem, "\(doubt); a pager that it names is not started")
    }
    let names = file.aliases.count
    let size = "\(counted(file.settings.count, "option")), \(names) alias\(names == 1 ? "" : "es")"
    guard arguments.config != nil else {
      return DoctorFinding("config", .note, "\(file.path): left aside by --no-config")
    }
    return DoctorFinding("config", .good, "\(file.path): \(size)")
  }

  /// Which program it is, and whether the one that `push` starts lies beside it.
  private static var program: DoctorFinding {
    let own = SystemFacts.ownPath.map { String(decoding: $0, as: UTF8.self) } ?? "health-journal"
    let text = "health-journal \(ProgramVersion.number), \(own)"
    guard (try? HTTPProgram.path()) != nil else {
      return DoctorFinding(
        "program", .note, "\(text); \(HTTPProgram.name), which `push` needs, is not beside it")
    }
    return DoctorFinding("program", .good, text)
  }

  private static func terminal(_ display: Display) -> DoctorFinding {
    guard let width = StandardOutput.terminalWidth else {
      return DoctorFinding("terminal", .good, "none: what is printed goes to a file or a pipe")
    }
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment.variable($0) }.first ?? ""
    let look =
      (display.isColored ? "colour, " : "no colour, ")
      + (display.pager.map { "pager \($0)" } ?? "no pager")
    let isUTF8 = locale.uppercased().replacing("-", with: "").contains("UTF8")
    guard isUTF8 else {
      return DoctorFinding(
        "terminal", .note,
        "\(width) columns, \(look); the locale '\(locale)' is not UTF-8, so that names and charts may look odd"
      )
    }
    return DoctorFinding("terminal", .good, "\(width) columns, \(look), \(locale)")
  }
}
