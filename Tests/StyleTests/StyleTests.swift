import Foundation
import TestSupport
import Testing

/// What the compiler does not check: layers, sizes and words.
struct StyleTests {
  private static let root = Project.root

  /// What a target may import of the others, in the order of the flow.
  private static let layers: [(target: String, imports: Set<String>)] = [
    ("Engine/ByteTools", []),
    ("Health/HealthModel", []),
    ("Health/HealthEvents", ["HealthModel"]),
    ("Engine/JournalFile", ["ByteTools", "HealthModel", "HealthEvents"]),
    ("Tables/HealthTables", ["ByteTools", "HealthModel", "HealthEvents", "JournalFile"]),
    (
      "Tables/HealthViews",
      ["ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables"]
    ),
    ("Edges/HealthImport", ["ByteTools", "HealthModel", "HealthEvents", "JournalFile"]),
    ("Edges/HealthExport", ["ByteTools", "HealthModel", "HealthViews"]),
    (
      "Edges/HealthReport",
      [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
        "HealthViews",
      ]
    ),
    (
      "Edges/HealthInterchange",
      [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
        "HealthViews", "HealthImport", "HealthExport", "HealthReport", "HealthPages",
      ]
    ),
    (
      "Edges/HealthPages",
      [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
        "HealthViews", "HealthExport", "HealthReport",
      ]
    ),
    (
      "Faces/Journal",
      [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
        "HealthViews", "HealthImport", "HealthExport",
      ]
    ),
    // The command asks `Journal`, not the tables.
    (
      "Faces/health-journal",
      [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthViews", "HealthImport",
        "HealthExport", "HealthReport",
        "HealthInterchange", "HealthPages", "Journal",
      ]
    ),
  ]

  private static func files(_ folder: String, _ suffix: String) -> [URL] {
    let all = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.lastPathComponent.hasSuffix(suffix) }
  }

  private static func lines(_ file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// A line without the comment at its end.
  private static func uncommented(_ line: Substring) -> Substring {
    line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
  }

  /// The lines of a file without those of multi-line strings, such as the texts of help.
  private static func code(_ file: URL) throws -> [Substring] {
    var isText = false
    return try lines(file).filter { line in
      let isEdge = line.contains("\"\"\"") && line.matches(of: /"""/).count % 2 == 1
      if isEdge { isText.toggle() }
      return isEdge || !isText
    }
  }

  @Test(arguments: layers.map(\.target)) func importsFollowTheFlow(_ target: String) throws {
    let own =
      Self.layers.map { $0.target.split(separator: "/").last.map(String.init) ?? "" } + [
        "HealthJournal"
      ]
    let allowed = try #require(Self.layers.first { $0.target == target }).imports
    let files = Self.files("Sources/\(target)", ".swift")
    #expect(!files.isEmpty)
    for file in files {
      let imported = try Self.lines(file).filter { $0.contains("import ") && !$0.hasPrefix("/") }
        .compactMap { $0.split(separator: " ").last.map(String.init) }.filter(own.contains)
      #expect(Set(imported).isSubset(of: allowed), "\(file.lastPathComponent)")
    }
  }

  /// A format knows columns and their roles; no format knows a view (D87).
  @Test func formatsKnowNoView() throws {
    for file in Self.files("Sources/Edges/HealthExport", ".swift") {
      let code = try Self.lines(file).map(Self.uncommented)
      let line = code.firstIndex { $0.contains(/\b(View|\w+View|ViewRequest|ReplayedJournal)\b/) }
      #expect(line == nil, "\(file.lastPathComponent):\((line ?? 0) + 1)")
    }
  }

  /// A program imports the library and gets the types of three modules. A file that imports two of
  /// them must be able to name each type.
  @Test func noTwoPublicTypesShareAName() throws {
    var modules: [Substring: Set<String>] = [:]
    for module in ["Health/HealthModel", "Health/HealthEvents", "Faces/HealthJournal"] {
      for file in Self.files("Sources/\(module)", ".swift") {
        for line in try Self.lines(file) {
          let words = line.split(separator: " ").filter { $0 != "final" && $0 != "indirect" }
          guard line.hasPrefix("public "), words.count > 2, Self.kinds.contains(words[1])
          else { continue }
          let name = words[2].prefix { $0.isLetter || $0.isNumber }
          modules[name, default: []].insert(module)
        }
      }
    }
    #expect(modules.count > 150)
    for (name, places) in modules { #expect(places.count == 1, "\(name)") }
  }

  private static let kinds: Set<Substring> = [
    "struct", "enum", "class", "actor", "protocol", "typealias",
  ]

  @Test func filesStayShort() throws {
    for file in Self.files("Sources", ".swift") {
      #expect(try Self.lines(file).count <= 600, "\(file.lastPathComponent)")
    }
  }

  @Test func functionsStayShort() throws {
    var count = 0
    for file in Self.files("Sources", ".swift") {
      let lines = try Self.code(file)
      for (start, line) in lines.enumerated() {
        guard
          let head = line.prefixMatch(
            of: /( *)([@a-zA-Z()]+ )*(func |init[(?<]|subscript[(<]|deinit)/)
        else { continue }
        count += 1
        let end = lines[start...].prefix(52).firstIndex { $0 == head.output.1 + "}" }
        let isOneLine = line.hasSuffix("}") || !line.hasSuffix("{") && end == nil
        #expect(end != nil || isOneLine, "\(file.lastPathComponent):\(start + 1)")
      }
    }
    #expect(count > 2_000)
  }

  /// Unsafe code stands where CONTRIBUTING says, in few files.
  @Test func unsafeCodeIsRare() throws {
    let rooms = ["/ByteTools/", "/JournalFile/System/"]
    // Readers of a line that were measured.
    let names = ["CanonicalLine", "CanonicalSample", "TokenCache"]
    var count = 0
    for file in Self.files("Sources", ".swift") {
      let isUnsafe = try Self.lines(file).contains { line in
        line.contains("unsafe") && Self.uncommented(line).contains(/\bunsafe\b/)
      }
      guard isUnsafe else { continue }
      count += 1
      let name = file.deletingPathExtension().lastPathComponent
      #expect(rooms.contains { file.path.contains($0) } || names.contains(name), "\(name)")
    }
    #expect((1..<21).contains(count), "\(count) files")
  }

  /// Operators on bits bind as tightly as those on numbers, and not all alike: where they meet,
  /// parentheses say what is meant. `a & b &* c` is `(a & b) &* c`.
  @Test(arguments: ["Sources", "Tests"]) func operatorsOnBitsStandInParentheses(_ folder: String)
    throws
  {
    #expect(Self.isDoubtful("let a = b & c &* 0x80") && Self.isDoubtful("f(a >> 3 & 1)"))
    #expect(Self.isDoubtful("a << 8 | b") && Self.isDoubtful("x = 1 + y << 4"))
    #expect(!Self.isDoubtful("a & ~b & (c &* 2) == 0 && d + 1 < e") && !Self.isDoubtful("a & -1"))
    for file in Self.files(folder, ".swift") where file.lastPathComponent != "StyleTests.swift" {
      for (number, statement) in Self.statements(try Self.code(file)) {
        let isDoubtful = Self.isDoubtful(statement)
        #expect(!isDoubtful, "\(file.lastPathComponent):\(number): \(statement)")
      }
    }
  }

  private static let shifts: Set<Substring> = ["<<", ">>", "&<<", "&>>"]
  private static let bits: Set<Substring> = ["&", "|", "^"]
  private static let sums: Set<Substring> = ["+", "-", "*", "/", "%", "&+", "&-", "&*"]
  private static let operators = shifts.union(bits).union(sums)
  /// What ends an expression with such operators, beside parentheses.
  private static let ends: Set<Substring> = [
    ",", "<", ">", "&&", "||", "?", "??", "->", "..<", "...", "in", "return", "case", "where", "if",
    "guard", "else", "while",
  ]

  /// Each statement with an operator on bits, without comments and strings, and the number of its
  /// last line. A line that begins with an operator goes on with the one before it.
  private static func statements(_ lines: [Substring]) -> [(Int, String)] {
    var statements: [(Int, String)] = []
    var before: Substring = ""
    for (index, line) in lines.enumerated() {
      let goesOn = line.split(separator: " ").first.map(operators.contains) ?? false
      before = goesOn ? before + line : line
      guard before.utf8.contains(where: "&|^<>".utf8.contains), before.contains(/[&|^]|<<|>>/)
      else { continue }
      let code = before.replacing(/"(\\.|[^"\\])*"/, with: "0")
      statements.append((index + 1, String(uncommented(code))))
    }
    return statements
  }

  /// Whether an operator on bits meets another operator without parentheses between them.
  private static func isDoubtful(_ statement: String) -> Bool {
    var rest = statement
    // From the inside out: what stands in parentheses is one value to what is around it.
    while let group = rest.firstMatch(of: /[(\[{]([^()\[\]{}]*)[)\]}]/) {
      if meet(in: group.output.1) { return true }
      rest.replaceSubrange(group.range, with: "0")
    }
    return rest.split(whereSeparator: { "()[]{}".contains($0) }).contains { meet(in: $0) }
  }

  private static func meet(in text: Substring) -> Bool {
    let words = text.replacing(/[,;:]/, with: " , ").split(separator: " ")
    return words.split(whereSeparator: { ends.contains($0) || $0.hasSuffix("=") }).contains {
      part in
      let found = Set(part.dropFirst()).intersection(operators)
      return found.count > 1 && !found.isDisjoint(with: shifts.union(bits))
    }
  }

  /// What quotes, escapes or takes quotes off goes by bytes or Unicode scalars: as a `Character`, a
  /// sign and a joining mark beside it are one, and the sign passes for a letter.
  @Test func whatQuotesGoesByScalars() throws {
    let functions = /func \w*([eE]scape|[qQ]uote|[pP]rotected|[wW]ithoutControls|[aA]sText)/
    let types = /(enum|extension) (CSV|Markdown|Shell|Terminal|XML)\w+/
    let byCharacter = /\bCharacter\b|\.replacing\(|\bin text \{|\btext\.(contains|reduce)/
    // A width is of characters as people see them; the others are no text that is quoted.
    let others = ["width(", "unexpectedCharacter(", "Character(UnicodeScalar("]
    var found: Set<String> = []
    for file in Self.files("Sources", ".swift") {
      let lines = try Self.lines(file).map(Self.uncommented)
      let isQuoting = lines.contains { $0.contains(functions) || $0.contains(types) }
      guard isQuoting else { continue }
      found.insert(file.deletingPathExtension().lastPathComponent)
      for (number, line) in lines.enumerated() where !others.contains(where: line.contains) {
        #expect(!line.contains(byCharacter), "\(file.lastPathComponent):\(number + 1): \(line)")
      }
    }
    let known: Set = [
      "CompletionsCommand", "ConfigFile", "CSVFormat", "CalendarFormat", "FHIRNames",
      "HealthPredicate", "JSONWriter", "ManCommand", "UntrustedText", "XMLText",
    ]
    #expect(known.isSubset(of: found), "\(known.subtracting(found))")
  }

  /// Foundation is a matter of the one program that speaks HTTP, which is a process of its own, and
  /// of the library that bridges to its types.
  private static let withFoundation = [
    "/health-journal-http/", "/HealthJournalFoundation/",
  ]

  @Test(arguments: [
    "try!", "as!", "@unchecked", "fatalError(", "TODO", "FIXME", "import Foundation",
    "nonisolated(unsafe)",
  ])
  func sourcesDoWithout(_ word: String) throws {
    for file in Self.files("Sources", ".swift") {
      if word == "import Foundation", Self.withFoundation.contains(where: file.path.contains) {
        continue
      }
      let found = try Self.lines(file).firstIndex { $0.contains(word) }
      #expect(found == nil, "\(file.lastPathComponent):\((found ?? 0) + 1)")
    }
  }

  /// A column is found by its name where a person names it, and nowhere else: rows have types.
  @Test func columnsAreFoundByNameForPeople() throws {
    var callers: [String: Int] = [:]
    for file in Self.files("Sources", ".swift") {
      let calls = try Self.lines(file).count { line in
        line.contains("columnIndex(of:") && !line.contains("func ")
      }
      if calls > 0 { callers[file.lastPathComponent] = calls }
    }
    // `--columns`, and `--sort`; `push` takes both.
    #expect(callers == ["Table.swift": 1, "View.swift": 1])
  }

  /// Programs find a column by its role, so that one of another name is the same to them: no cell
  /// is asked for by text, and a column that has the name of a role states the role.
  @Test func columnsAreFoundByRoleForPrograms() throws {
    let roles = "uuid|seq|type|unit|date|day|start|end|at|source|note|activity"
    let unstated = try Regex("Column(<\\w+>)?\\(\\s*\"(\(roles))\"")
    let named = /\b(row|earlier|subject|cells|indices)\["|\.field [=!]= "/
    for file in Self.files("Sources", ".swift") {
      let code = try Self.lines(file).joined(separator: "\n")
      #expect(!code.contains(unstated) && !code.contains(named), "\(file.lastPathComponent)")
    }
  }

  /// No word that a reader whose first language is not English has to look up.
  @Test func wordsArePlain() throws {
    let riddles = /\b([Ww]hoever|[Tt]hereof|[Tt]hereby|[Ww]hatsoever|[Hh]ence|lest)\b/
    for file in Self.files("Sources", ".swift") {
      for (number, line) in try Self.lines(file).enumerated() {
        #expect(!line.contains(riddles), "\(file.lastPathComponent):\(number + 1)")
      }
    }
  }

  /// What the tests of several targets need is in one place.
  @Test func testsShareOneGenerator() throws {
    let generators = try Self.files("Tests", ".swift").filter { file in
      try Self.lines(file).contains { $0.hasSuffix(": RandomNumberGenerator {") }
    }
    #expect(generators.map(\.lastPathComponent) == ["Dice.swift"])
  }

  /// All tests start at once and share the machine's cores, so one that takes a moment alone can
  /// wait for minutes. A limit is for a test that hangs.
  @Test func timeLimitsAreForHangs() throws {
    for file in Self.files("Tests", ".swift") where file.lastPathComponent != "StyleTests.swift" {
      for (number, line) in try Self.lines(file).enumerated() where line.contains(".timeLimit(") {
        let isLong = line.contains(".timeLimit(.minutes(20))")
        #expect(isLong, "\(file.lastPathComponent):\(number + 1)")
      }
    }
  }

  /// Comments are wrapped; what they show as code is not.
  @Test func commentsAreNarrow() throws {
    for file in Self.files("Sources", ".swift") + Self.files("Tests", ".swift") {
      for (number, line) in try Self.lines(file).enumerated() where line.count > 100 {
        let comment = line.drop { $0 == " " }
        guard comment.hasPrefix("//") else { continue }
        let isCode = comment.drop { $0 == "/" }.hasPrefix("     ")
        #expect(isCode, "\(file.lastPathComponent):\(number + 1)")
      }
    }
  }

  /// Prose is wrapped; tables and what is shown as code are not.
  @Test func pagesAreNarrow() throws {
    let pages = Self.files("Docs", ".md") + [Self.root.appending(path: "README.md")]
    #expect(pages.count > 10)
    for page in pages {
      var (isFenced, isProse) = (false, false)
      for (number, line) in try Self.lines(page).enumerated() {
        if line.hasPrefix("```") { isFenced.toggle() }
        // An indented line goes on with the prose above it, as in a list; after an empty line it
        // is code.
        isProse = !isFenced && !line.isEmpty && (isProse || !line.hasPrefix("    "))
        if !isProse || line.hasPrefix("|") { continue }
        #expect(line.count <= 100, "\(page.lastPathComponent):\(number + 1)")
      }
    }
  }

  /// The types that the sources declare.
  private static func declaredTypes() throws -> Set<Substring> {
    let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "actor"]
    var types: Set<Substring> = []
    for line in try files("Sources", ".swift").flatMap(lines) {
      let words = line.split(separator: " ")
      for (kind, name) in zip(words, words.dropFirst()) where kinds.contains(kind) {
        types.insert(name.prefix { $0.isLetter || $0.isNumber })
      }
    }
    return types
  }

  /// What stands in back quotes and begins with a letter.
  private static func quoted(_ text: Substring) -> [Substring] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
      .filter { $0.first?.isLetter ?? false }
  }

  /// Each type that the glossary names is one of the sources.
  @Test func theGlossaryNamesTypes() throws {
    let types = try Self.declaredTypes()
    let rows = try Self.lines(Self.root.appending(path: "Docs/GLOSSARY.md"))
      .filter { $0.hasPrefix("| ") && $0.contains("`") }
    #expect(rows.count > 30)
    for name in rows.flatMap({ Self.quoted($0.split(separator: "|").last ?? "") }) {
      #expect(types.contains(name), "\(name)")
    }
  }

  /// The numbers of decisions that files name.
  private static func numbers(in files: [URL]) throws -> Set<Substring> {
    let lines = try files.flatMap(lines).filter { $0.utf8.contains(UInt8(ascii: "D")) }
    return Set(lines.flatMap { $0.matches(of: /\bD[0-9]+\b/).map(\.output) })
  }

  /// Each decision has a number of its own, names types or files that there are, and is cited in
  /// the code that it shapes. Every number that is cited is that of a decision.
  @Test func decisionsLeadToTheirCode() throws {
    let files = ["Sources", "Tests"].flatMap { Self.files($0, ".swift") }.map(\.lastPathComponent)
    let names = try Self.declaredTypes().union((files + ["Package.swift"]).map { Substring($0) })
    let lines = try Self.lines(Self.root.appending(path: "Docs/DECISIONS.md"))
    #expect(lines.count <= 450)
    var decisions: Set<Substring> = []
    for (title, code) in zip(lines, lines.dropFirst()) where title.hasPrefix("### ") {
      let number = try #require(title.wholeMatch(of: /### (D[0-9]+)\. .+/), "\(title)").output.1
      #expect(decisions.insert(number).inserted, "\(title)")
      #expect(code.contains(/^2[0-9]{3}-[0-9]{2}-[0-9]{2}[^·]* · `/), "no date and code: \(title)")
      for name in Self.quoted(code) { #expect(names.contains(name), "\(title): \(name)") }
    }
    #expect((20...40).contains(decisions.count), "\(decisions.count)")
    let cited = try Self.numbers(in: Self.files("Sources", ".swift"))
    #expect(decisions.isSubset(of: cited), "not cited: \(decisions.subtracting(cited))")
    let pages = Self.files("Docs", ".md") + [Self.root.appending(path: "README.md")]
    let named = try cited.union(Self.numbers(in: pages))
    #expect(named.isSubset(of: decisions), "no decisions: \(named.subtracting(decisions))")
  }

  @Test func theTopLevelIsWhatItIs() throws {
    let allowed: Set = [
      "Package.swift", "Sources", "Tests", "Fixtures", "Docs", "README.md", "LICENSE",
    ]
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
    #expect(names.filter { !$0.hasPrefix(".") && !allowed.contains($0) } == [])
  }
}
