import ByteTools
import Foundation
import HealthViews
import TestSupport
import Testing

@testable import health_journal

/// What can be typed next: by the declarations, by the journal, and on the line of real shells.
@Suite struct CompletionTests {
  private static let completer = Completer(Catalogue())

  private static func words(_ line: String...) -> [String] {
    completer.completion(of: line).candidates.map(\.text)
  }

  @Test func commandsAreThoseOfHelp() {
    let words = Self.words("")
    #expect(words == Catalogue().pages.map(\.name) + ["--help", "--version"])
    #expect(!words.contains("complete"))
  }

  /// Every option of every command, none of which is forgotten where it is new.
  @Test(arguments: Catalogue().pages.map(\.name)) func optionsAreThoseOfHelp(_ name: String) throws
  {
    let page = try #require(Catalogue().page(name))
    let own = page.group == .help ? [] : ["--help"]
    #expect(Self.words(name, "--") == page.allOptions.map { "--" + $0.name } + own)
  }

  @Test func whatIsGivenIsNotOfferedAgain() {
    #expect(!Self.words("daily", "--limit", "3", "--").contains("--limit"))
    #expect(Self.words("daily", "--source", "Watch", "--").contains("--source"))
    #expect(Self.words("status", "--", "--").isEmpty)
    #expect(!Self.words("daily", "--", "--").contains { $0.hasPrefix("-") }, "words alone")
  }

  /// A word that can stand at the end of each line.
  @Test(arguments: [
    (["daily", "--attribute", ""], "start"), (["daily", "--attribute="], "--attribute=split"),
    (["sleep", "--per", ""], "night"), (["statistics", "--strict", ""], "both"),
    (["chart", "heartRate", "--per", ""], "hour"), (["chart", ""], "stepCount"),
    (["save", ""], "bodyMass"), (["check", "--only", "duplicates,"], "duplicates,overlaps"),
    (["log", "--event", ""], "delete"), (["types", "--kind", ""], "workoutActivity"),
    (["latest", "--format", ""], "markdown"), (["save", "--format", ""], "json"),
    (["export", ""], "apple-health"), (["export", ""], "sleep"), (["diff", "1", "2", ""], "daily"),
    (["help", ""], "units"), (["help", ""], "import"), (["workout", ""], "pause"),
    (["completions", ""], "zsh"), (["latest", "--columns", ""], "value"),
    (["latest", "--columns", "type,va"], "type,value"), (["swims", "--sort", ""], "-metres"),
    (["export", "swims", "--columns", ""], "swolf"), (["workouts", "--activity", ""], "running"),
    (["daily", "--from", ""], "yesterday"), (["daily", "--period", ""], "last week"),
    (["daily", "--type", "HK"], "HKQuantityTypeIdentifierStepCount"),
  ]) func lastWord(_ line: [String], _ word: String) {
    let words = Self.completer.completion(of: line).candidates.map(\.text)
    #expect(words.contains(word), "\(line): \(words)")
  }

  /// Where names of files stand.
  @Test func filesAreTheShells() {
    #expect(Self.completer.completion(of: ["import", ""]).files == .files)
    #expect(Self.completer.completion(of: ["latest", "--journal", ""]).files == .folders)
    #expect(Self.completer.completion(of: ["export", "daily", "-o", ""]).files == .files)
    #expect(Self.completer.completion(of: ["latest", "--sort", ""]).files == .none)
  }

  @Test func choicesAreWhatCommandsTake() {
    for page in Catalogue().pages {
      for option in page.options where !option.choices.isEmpty {
        #expect(option.value != nil && Set(option.choices).count == option.choices.count)
      }
    }
  }

  // MARK: The journal's own words

  /// Names that others gave, as hard on a shell as they can be.
  static let hostile = [
    "Evil $(touch pwned)", "Evil `touch pwned`", "Evil'; touch pwned; '", "Evil\" & touch pwned",
    "Evil \\ * ? [a] {b,c} ~ # ! | < >", "Evil – Müllers 漢字 Uhr",
    "Evil\u{D4E};touch pwned;\u{301}$(touch pwned)\u{301}`touch pwned`\u{D4E}",
  ]

  /// Signs that join with what stands before or after them: to Swift one `Character` with it.
  static let joining = ["\u{D4E}", "\u{301}", "\u{200D}", "\u{600}", "\u{FE0F}", "\u{1F3FD}"]

  /// A name for each ASCII sign, in which the sign stands between two joining signs of each kind,
  /// and beside one; they begin with a letter and two digits, and end with a letter.
  static let joined: [String] = {
    var names: [String] = []
    for value in UInt8(0x20)..<0x7F {
      let sign = String(Unicode.Scalar(value))
      if sign.contains(/[A-Za-z0-9]/) { continue }
      let signs = joining.map { "\($0)\(sign)\($0)\(sign)\(sign)" }
      names.append("K\(10 + names.count)" + signs.joined() + "z")
    }
    return names
  }()

  private static func journal() throws -> Scratch {
    let scratch = try Scratch()
    let saves = (hostile + ["Evil\nline", "Evil\u{1B}[31m", "Evil\ttab"]).map { name in
      let name = name.replacingOccurrences(of: "'", with: "'\\''")
      return "health-journal save bodyMass 70 kg --source-name '\(name)'"
    }
    _ = try scratch.run((["health-journal init"] + saves).joined(separator: "\n"))
    return scratch
  }

  @Test func namesOfTheJournal() throws {
    let scratch = try Self.journal()
    func words(_ call: String) throws -> [String] {
      let outcome = try scratch.run("health-journal complete zsh -- health-journal \(call)")
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.output.split(separator: "\n").map { String($0) }
    }
    #expect(try words("daily --type ''") == ["words", "bodyMass"])
    #expect(try words("daily --unit ''") == ["words", "kg"])
    #expect(
      Set(try words("daily --source ''").dropFirst()).subtracting(["owner"]) == Set(Self.hostile))
    _ = try scratch.run(
      "health-journal note --tag sick --tag 'Late dinner'; health-journal note x --tag sick")
    for call in ["notes", "compare", "chart stepCount", "note", "save bodyMass 70 kg", "swim"] {
      #expect(try words("\(call) --tag ''") == ["words", "Late dinner", "sick"], "\(call)")
    }
    #expect(try words("notes --as com.x --tag ''") == ["words"])
    // A source that reads for itself is told nothing.
    #expect(try words("daily --as com.x --source ''") == ["words"])
    #expect(try words("daily --as com.x --type ''").contains("stepCount"))
  }

  @Test func whatCannotBeReadIsPassedOver() throws {
    let scratch = try Scratch()
    for call in [
      "daily --source ''", "daily --journal /nowhere --type ''", "nonsense ''",
      "daily --nonsense ''",
      "", "daily --journal", "daily --type=", "latest --columns nonsense,''",
    ] {
      let outcome = try scratch.run("health-journal complete fish -- health-journal \(call)")
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(call): \(outcome.errors)")
      #expect(outcome.output.hasPrefix("words\n"), "\(call): \(outcome.output)")
    }
    _ = try scratch.run("health-journal init; echo nonsense >> \(Scratch.events)")
    #expect(try scratch.run("health-journal complete fish -- x daily --source ''").code == 0)
  }

  // MARK: bash

  /// What bash has in `COMP_WORDS`, and the words after the program's name.
  @Test(arguments: [
    (["hj", "daily", "--ty"], ["daily", "--ty"]),
    (["hj", "daily", "--type", "=", "st"], ["daily", "--type=st"]),
    (["hj", "daily", "--from", "=", "12", ":", "30"], ["daily", "--from=12:30"]),
    (["hj", "samples", "--source", #"Apple\ W"#], ["samples", "--source", "Apple W"]),
    (["hj", "samples", "--source", "'Apple W"], ["samples", "--source", "Apple W"]),
    (["hj", "samples", #""a\"b\c""#, ""], ["samples", #"a"b\c"#, ""]), (["hj"], []),
  ]) func bashWords(_ pieces: [String], _ words: [String]) {
    #expect(BashLine(pieces).words == words)
  }

  @Test func bashReplies() {
    #expect(
      BashLine(["hj", "daily", "--type", "=", "st"]).reply("--type=stepCount") == "stepCount")
    #expect(BashLine(["hj", "daily", "--type", "="]).reply("--type=stepCount") == "stepCount")
    #expect(BashLine(["hj", "x", "A"]).reply("A b'c$d") == #"A\ b\'c\$d"#)
    #expect(BashLine(["hj", "x", "'A"]).reply("A b$d") == "A b$d")
    #expect(BashLine(["hj", "x", "'A"]).reply("A b'd") == nil)
    #expect(BashLine(["hj", "x", "\"A"]).reply("A b'$d") == #"A b'\$d"#)
    #expect(BashLine(["hj", "x", "B"]).reply("A") == nil)
    #expect(BashLine(["hj", "x", "$'A"]).reply("A b") == nil, "other rules hold there")
    let afterDollar = BashLine(["hj", "x", "\\$'A"])
    #expect(afterDollar.reply("$A b") == "$A b")
  }

  /// A backslash stands before each sign, also where a joining one makes it look like a letter.
  @Test func nothingJoinsWithWhatProtects() throws {
    for text in Self.joined + Self.hostile {
      let bytes = Array(try #require(BashLine.quoted(text, in: nil)).utf8)
      let obeyed = Array(" !#$&'()*;<>?[]^`{|}~".utf8) + [UInt8(ascii: "\"")]
      for index in bytes.indices where obeyed.contains(bytes[index]) {
        #expect(bytes[index - 1] == UInt8(ascii: "\\"), "\(text)")
      }
      #expect(BashLine.unquoted(String(decoding: bytes, as: UTF8.self)).text == text)
    }
    for text in ["a\u{D4E}!\u{301}", "a!"] { #expect(BashLine.quoted(text, in: .double) == nil) }
    for text in ["a\u{D4E}'\u{301}", "a'"] { #expect(BashLine.quoted(text, in: .single) == nil) }
  }

  /// What a quoted text is to a shell is the text.
  @Test(arguments: hostile + joined) func quotedTextsAreThemselves(_ text: String) throws {
    let scratch = try Scratch()
    for (quote, sign) in [(nil, ""), (.single, "'"), (.double, "\"")] as [(BashLine.Quote?, String)]
    {
      guard let quoted = BashLine.quoted(text, in: quote) else { continue }
      #expect(try scratch.run("printf %s \(sign)\(quoted)\(sign)").output == text)
      #expect(BashLine.unquoted(sign + quoted + sign).text == text)
    }
    #expect(try scratch.run("printf %s \(ShellText.word(text))").output == text)
  }
}

/// The completions on the lines of bash, zsh and fish, where they are installed.
@Suite struct ShellTests {
  private static let shells = Shell.all.map(\.name).filter { shell in
    Python.isPresent
      && ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
        FileManager.default.isExecutableFile(atPath: $0 + shell)
      }
  }

  /// Types a line in which `\t` completes, and gives the words of the call that comes of it.
  private static func type(_ line: String, in shell: String, _ scratch: Scratch) throws -> [String]
  {
    let script = Project.root.appending(path: "Tests/CommandTests/type_in_shell.py").path
    try scratch.write(line, to: "line")
    let outcome = try scratch.run("python3 '\(script)' \(shell) \"$(cat line)\"")
    try #require(outcome.code == 0, "\(shell): \(outcome.errors)\(outcome.output)")
    // By scalars: a last sign may join with what ends the word.
    return outcome.output.split(separator: "\n").map {
      String($0.unicodeScalars.dropFirst().dropLast())
    }
  }

  @Test(arguments: shells) func wordsAreCompleted(_ shell: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init; health-journal save bodyMass 70 kg; mkdir folder")
    let words = try Self.type(
      #"health-journal dai\t--attri\tst\t--type=bodyM\t --journ\tfol\t"#, in: shell, scratch)
    // zsh takes the slash away where nothing follows it.
    let folder = shell == "zsh" ? "folder" : "folder/"
    #expect(
      words == ["daily", "--attribute", "start", "--type=bodyMass", "--journal", folder], "\(shell)"
    )
  }

  /// Names that others gave are put on the line as they are, and nothing in them is obeyed.
  @Test(arguments: shells) func namesAreOnlyNames(_ shell: String) throws {
    let scratch = try Scratch()
    let names = zip("ABCDEFG", CompletionTests.hostile).map { "\($0)\($1)" }
    let saves = names.map { name in
      let name = name.replacingOccurrences(of: "'", with: "'\\''")
      return "health-journal save bodyMass 70 kg --source-name '\(name)'"
    }
    _ = try scratch.run((["health-journal init"] + saves).joined(separator: "\n"))
    let line = names.map { "--source \($0.prefix(1))\\t" }.joined()
    let words = try Self.type("health-journal samples " + line, in: shell, scratch)
    #expect(words == ["samples"] + names.flatMap { ["--source", $0] }, "\(shell)")
    // A quote that is open stays open.
    let quoted = try Self.type(#"health-journal samples --source "A\t"#, in: shell, scratch)
    #expect(quoted == ["samples", "--source", names[0]], "\(shell)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("pwned")))
  }

  /// No sign is obeyed beside a joining one, whatever quote is open.
  @Test(arguments: shells, ["", "'", "\""]) func joinedSignsAreOnlySigns(
    _ shell: String, _ quote: String
  ) throws {
    let scratch = try Scratch()
    let saves = CompletionTests.joined.map { name in
      "health-journal save bodyMass 70 kg --source-name \(ShellText.word(name))"
    }
    _ = try scratch.run((["health-journal init"] + saves).joined(separator: "\n"))
    // What cannot stand in the quotes is not completed.
    let names = CompletionTests.joined.filter { name in
      !(quote == "'" && name.utf8.contains(UInt8(ascii: "'")))
        && !(quote == "\"" && shell == "bash" && name.utf8.contains(UInt8(ascii: "!")))
    }
    for part in stride(from: 0, to: names.count, by: 11) {
      let some = names[part..<min(part + 11, names.count)]
      let line = some.map { "--source \(quote)\($0.prefix(3))\\t" }.joined(separator: " ")
      let words = try Self.type("health-journal samples " + line, in: shell, scratch)
      #expect(words == ["samples"] + some.flatMap { ["--source", $0] }, "\(shell) \(quote)")
    }
  }
}
