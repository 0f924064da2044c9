import Foundation
import Testing

@testable import health_journal

/// The config file: which calls it changes, and what is said of one that cannot be used.
@Suite struct ConfigTests {
  private static let catalogue = Catalogue()
  private static let place = "home/.config/health-journal/config"

  /// A journal of a week, and a config file.
  private static func scratch(_ config: String) throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.run(
      "health-journal init; health-journal append < $FIXTURES/week.ndjson; mkdir -p home/.config/health-journal"
    )
    try scratch.write(config, to: place)
    return scratch
  }

  /// A file, the number of the line that is wrong, and words of the complaint.
  @Test(arguments: [
    ("jornal = x", 1, "did you mean journal?"),
    ("# fine\n\nformat json", 3, "is not of the form KEY = VALUE"),
    ("format = xml", 1, "takes"), ("format =", 1, "format has no value"),
    ("[colours]", 1, "only [alias]"), ("limit = 3\nlimit = 4", 2, "given twice"),
    ("fold = yes", 1, "takes true or false"), ("[alias]\nlatest = daily", 2, "latest is a command"),
    ("[alias]\nweek = nonsense", 2, "'nonsense', which is not a command"),
    ("[alias]\nweek = latest --where 'a", 2, "left open"),
    ("[alias]\nw x = latest", 2, "is not a name"),
    ("[alias]\nw = latest\nw = daily", 3, "given twice"),
    ("[alias]\nw = v\nv = latest", 2, "not a command"),
  ]) func slipsNameFileAndLine(_ text: String, _ line: Int, _ words: String) {
    let failure = #expect(throws: Failure.self) { try ConfigFile("/c", text, Self.catalogue) }
    #expect(failure?.code == .usage)
    #expect(failure?.message.hasPrefix("/c, line \(line): ") == true, "\(failure?.message ?? "")")
    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
  }

  @Test func aFileIsReadAsItStands() throws {
    let text =
      "# a remark\r\n\tformat =  csv \nlimit=3\n\n[alias]\nw = samples --source 'Apple Watch' --where \"a = 'b'\"\n"
    let file = try ConfigFile("/c", text, Self.catalogue)
    #expect(
      file.settings.map(\.name) == ["format", "limit"]
        && file.settings.map(\.value) == ["csv", "3"])
    #expect(file.alias("w")?.words == ["samples", "--source", "Apple Watch", "--where", "a = 'b'"])
  }

  @Test func shellWords() {
    #expect(ShellWords.split("a  b\\ c 'd  e'f \"g \\\" h\"") == ["a", "b c", "d  ef", "g \" h"])
    #expect(ShellWords.split("a 'b") == nil && ShellWords.split("a b\\") == nil)
    #expect(ShellWords.split("") == [])
  }

  /// Options that every command has, beside those of its own page.
  @Test func whatEveryCommandHasCanBeSet() throws {
    let scratch = try Self.scratch("color = always\npager = never\nwidth = 40\n")
    let shown = try scratch.run("health-journal workouts --all-columns").output
    #expect(shown.contains("\u{1B}["))
    let plain = try scratch.run("health-journal workouts --all-columns --color never").output
    let lines = plain.split(whereSeparator: \.isNewline)
    #expect(!plain.contains("\u{1B}[") && !lines.isEmpty)
    #expect(lines.allSatisfy { $0.count <= 40 }, "\(plain)")
  }

  /// The command line comes before the environment, and that before the file.
  @Test func theNearestWins() throws {
    let scratch = try Self.scratch("journal = nowhere\nformat = csv\nlimit = 1\n")
    func lines(_ call: String) throws -> Int {
      try scratch.run(call).output.split(whereSeparator: \.isNewline).count
    }
    let own = "HEALTH_JOURNAL=$PWD/\(Scratch.journal)"
    #expect(try scratch.run("health-journal latest").errors.contains("no journal at nowhere"))
    #expect(try lines("\(own) health-journal samples") == 2)
    #expect(try lines("\(own) health-journal samples --limit 2") == 3)
    #expect(try scratch.run("\(own) health-journal samples --format json").output.hasPrefix("["))
    #expect(try lines("health-journal samples --journal \(Scratch.journal)") == 2)
    #expect(try lines("health-journal --no-config samples") > 5)
    #expect(try lines("health-journal samples --no-config") > 5)
  }

  /// What is written follows from the command line alone, and what does not go together is left
  /// aside.
  @Test func whereAFileIsLeftAside() throws {
    let scratch = try Self.scratch(
      "source = Nobody\nformat = markdown\nwhere = value > 1\ndry-run = true\nlimit = 2\nday = today\n"
    )
    let saved = try scratch.run("health-journal save bodyMass 70 kg; echo $?")
    #expect(saved.output.hasPrefix("saved ") && saved.output.hasSuffix("\n0\n"), "\(saved)")
    #expect(try scratch.run("health-journal delete --type bodyMass").code == 2)
    for call in ["workout start --activity running", "configure --time-zone UTC", "workout cancel"]
    {
      #expect(try scratch.run("health-journal " + call).code == 0, "\(call)")
    }
    // A day, and from when: they do not go together, and the command line was first.
    let daily = try scratch.run("health-journal daily --from 2020-01-01 --source 'Ana’s Watch'")
    #expect(daily.code == 0 && daily.output.contains("|"), "\(daily)")
  }

  /// Given an alias with an option that its command lacks, then the error names alias and line.
  @Test func anAliasThatIsWrongIsNamed() throws {
    let scratch = try Self.scratch("[alias]\nweek = latest --nonsense\n")
    let outcome = try scratch.run("health-journal week")
    #expect(outcome.code == 2 && outcome.complaints.count == 1)
    #expect(outcome.errors.contains("(week is an alias of `latest --nonsense`, see line 2 of "))
    #expect(try !scratch.run("health-journal latest --nonsense").errors.contains("alias"))
  }

  @Test func aliasesAreCallsAndNoCommands() throws {
    let scratch = try Self.scratch("[alias]\nlast = samples --limit 1 --format csv\n")
    let all = try scratch.run("health-journal last --type stepCount")
    #expect(all.code == 0 && all.output.split(whereSeparator: \.isNewline).count == 2, "\(all)")
    #expect(
      try scratch.run("health-journal help").output.contains("samples --limit 1 --format csv"))
    let help = try scratch.run("health-journal help last")
    #expect(help.output.contains("is an alias of `samples") && help.output.contains("--limit N"))
    #expect(try scratch.run("health-journal lst").errors.contains("did you mean last?"))
    #expect(try scratch.run("health-journal complete zsh -- x last --by").code == 0)
    let words = try scratch.run("health-journal complete zsh -- x last --type ''").output
    #expect(words.contains("stepCount"), "\(words)")
    #expect(try scratch.run("health-journal --no-config last").code == 2)
    // Words come from the journal that the file names.
    try scratch.write("journal = other\n", to: Self.place)
    _ = try scratch.run("health-journal init; health-journal save height 180 cm")
    let types = try scratch.run("health-journal complete zsh -- x daily --type ''").output
    #expect(types == "words\nheight\n", "\(types)")
  }

  /// A wrong value is told with its place; what helps to mend the file works without it.
  @Test func whatIsWrongIsFound() throws {
    let scratch = try Self.scratch("limit = many\n")
    let outcome = try scratch.run("health-journal samples")
    #expect(
      outcome.code == 2 && outcome.errors.contains("is set in") && outcome.errors.contains("line 1")
    )
    for setting in ["type = nosuch", "unit = zzz", "where = (("] {
      try scratch.write("# one\n\(setting)\n", to: Self.place)
      let told = try scratch.run("health-journal init; health-journal daily")
      #expect(told.code == 2 && told.errors.contains("line 2)"), "\(setting): \(told.errors)")
    }
    // A value that does not fit is found by itself, where the message does not name the option.
    try scratch.write("# units\nunit = lb\n", to: Self.place)
    _ = try scratch.run("health-journal init; health-journal save height 180 cm")
    let unit = try scratch.run("health-journal daily height")
    #expect(unit.code == 2 && unit.errors.contains("config, line 2)"), "\(unit)")
    try scratch.write("nonsense = 1\n", to: Self.place)
    #expect(try scratch.run("health-journal samples").errors.contains("config, line 1"))
    #expect(try scratch.run("health-journal help").code == 0)
    let doctor = try scratch.run("health-journal doctor --format csv")
    #expect(doctor.code == 1 && doctor.output.contains("config,problem"), "\(doctor.output)")
    #expect(
      try scratch.run("HEALTH_JOURNAL_CONFIG=gone health-journal latest").errors.contains("gone"))
    let other = try scratch.run("HEALTH_JOURNAL_CONFIG=\(Self.place) health-journal latest")
    #expect(other.errors.contains("nonsense"))
  }
}
