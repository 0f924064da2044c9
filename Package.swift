// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Types that hold a span, which no function could return else.
  .enableExperimentalFeature("Lifetimes"),
]

/// A group of targets, and the folder that holds them: `Sources/NAME/TARGET`.
func room(_ name: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "Sources/\(name)/\(target.name)" }
  return targets
}

/// A byte on the disk.
let engine = room(
  "Engine",
  [
    // The processor's own SHA-256, where it has one. This and ProgramStart are the only C.
    .target(name: "SHA256Instructions"),
    // Notes the words of the call before Swift begins, which would ask a missing /proc for them. For programs alone.
    .target(name: "ProgramStart"),
    // Bytes and text: SHA-256, hex, JSON, XML, CSV, dates, decimals; threads, processes and the C library. Most of
    // the tuned code is here.
    .target(name: "ByteTools", dependencies: ["SHA256Instructions"]),
    // The file: entries, chain, codec, storage; reader, writer, verifier; files in memory.
    .target(name: "JournalFile", dependencies: ["ByteTools", "HealthModel", "HealthEvents"]),
  ])

/// What a sample is, and who may do what.
let health = room(
  "Health",
  [
    // The vocabulary: units, types, samples, workouts, zones. Values only.
    .target(name: "HealthModel"),
    // What can be asked, what can happen, and `decide`, which turns one into the other.
    .target(name: "HealthEvents", dependencies: ["HealthModel"]),
  ])

/// What a figure means.
let tables = room(
  "Tables",
  [
    // Replay: events into columns of the live objects; index, snapshot, what a reader may see, audit.
    .target(
      name: "HealthTables",
      dependencies: ["ByteTools", "HealthModel", "HealthEvents", "JournalFile"]),
    // Views: rows under columns, all of them a `Table`, and charts. One folder a family.
    .target(
      name: "HealthViews",
      dependencies: ["ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables"]),
  ])

/// Other forms of the same data.
let edges = room(
  "Edges",
  [
    // Foreign files into commands: one folder a format.
    .target(
      name: "HealthImport",
      dependencies: ["ByteTools", "HealthModel", "HealthEvents", "JournalFile"]),
    // Tables into text: one file a format.
    .target(name: "HealthExport", dependencies: ["ByteTools", "HealthModel", "HealthViews"]),
    // A whole journal in the form of another program: one folder a form.
    .target(
      name: "HealthInterchange",
      dependencies: [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables", "HealthViews",
        "HealthImport", "HealthExport", "HealthReport", "HealthPages",
      ]),
    // A page for people: one file a section.
    .target(
      name: "HealthReport",
      dependencies: [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables", "HealthViews",
      ]),
    // Pages that lead to each other, for a browser: one file a kind of page.
    .target(
      name: "HealthPages",
      dependencies: [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables", "HealthViews",
        "HealthExport", "HealthReport",
      ]),
  ])

/// How all this is called.
let faces = room(
  "Faces",
  [
    // The one door to a journal, for the library and for the command.
    .target(
      name: "Journal",
      dependencies: [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables", "HealthViews",
        "HealthImport", "HealthExport",
      ]),
    // The library's face: `HealthStore`.
    .target(
      name: "HealthJournal",
      dependencies: [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables", "HealthViews",
        "HealthImport", "HealthExport", "HealthReport", "HealthInterchange", "Journal",
      ]),
    // Foundation's types beside ours: dates, calendars, URLs. Extensions only.
    .target(
      name: "HealthJournalFoundation",
      dependencies: ["HealthModel", "HealthEvents", "HealthJournal"]),
    // The command: one file a command.
    .executableTarget(
      name: "health-journal",
      dependencies: [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthViews", "HealthImport",
        "HealthExport", "HealthReport", "HealthInterchange", "HealthPages", "Journal",
        "ProgramStart",
      ]),
    // HTTP and TLS for `push`, in a process of its own: the only place with Foundation.
    .executableTarget(name: "health-journal-http", dependencies: ["ByteTools", "ProgramStart"]),
    // The server of `browse`, in a process of its own: the only place with a socket, without the journal.
    .executableTarget(name: "health-journal-browse", dependencies: ["ByteTools", "ProgramStart"]),
    // The benchmark.
    .executableTarget(
      name: "journal-bench",
      dependencies: [
        "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables", "HealthViews",
        "HealthImport", "HealthExport", "HealthPages", "Journal", "ProgramStart",
      ]),
  ])

/// All of them, in the order of the rooms.
let stations = engine + health + tables + edges + faces

let tests: [Target] = [
  // Lines of every grammar; a system in memory that fails on demand and loses power, and one in which others
  // change files between two calls.
  .target(
    name: "JournalTestSupport",
    dependencies: ["ByteTools", "HealthModel", "HealthEvents", "JournalFile"],
    path: "Tests/JournalTestSupport"),
  // What tests of several targets need: random numbers, Python, folders, the project's own files.
  .target(name: "TestSupport", dependencies: ["ByteTools"], path: "Tests/TestSupport"),
  // Journals for the tests of what is read from them: in memory, and of real exports.
  .target(
    name: "ViewTestSupport",
    dependencies: [
      "HealthModel", "JournalFile", "JournalTestSupport", "TestSupport", "HealthTables",
      "HealthViews", "HealthImport", "Journal",
    ],
    path: "Tests/ViewTestSupport"),
  .testTarget(
    name: "ByteToolsTests", dependencies: ["ByteTools"],
    exclude: ["make_json_cases.py", "make_zips.py", "merkle.py"]),
  .testTarget(name: "HealthModelTests", dependencies: ["HealthModel"]),
  .testTarget(name: "HealthEventsTests", dependencies: ["HealthModel", "HealthEvents"]),
  .testTarget(
    name: "HealthTablesTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "HealthTables",
    ]),
  .testTarget(
    name: "HealthViewsTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "ViewTestSupport", "HealthTables", "HealthViews", "HealthImport",
      "Journal",
    ],
    exclude: ["daily_steps.py", "monthly_steps.py"]),
  .testTarget(
    name: "HealthExportTests",
    dependencies: ["ByteTools", "HealthModel", "HealthViews", "HealthExport"],
    exclude: ["read_texts.py"]),
  .testTarget(
    name: "HealthReportTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "ViewTestSupport", "HealthTables", "HealthViews", "HealthImport",
      "HealthReport",
      "Journal",
    ]),
  .testTarget(
    name: "HealthPagesTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "ViewTestSupport", "HealthTables", "HealthViews", "HealthImport", "HealthReport",
      "HealthPages", "Journal",
    ]),
  .testTarget(
    name: "HealthImportTests",
    dependencies: ["HealthImport", "ByteTools", "HealthModel", "HealthEvents"]),
  .testTarget(
    name: "HealthInterchangeTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "HealthTables", "HealthViews", "HealthImport", "HealthInterchange",
      "Journal",
    ]),
  .testTarget(
    name: "JournalFileTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile",
      "JournalTestSupport",
    ],
    exclude: ["verify.py"]),
  .testTarget(
    name: "JournalTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "HealthTables", "HealthImport", "HealthViews", "Journal",
    ]),
  .testTarget(
    name: "HealthJournalTests",
    dependencies: [
      "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport", "HealthTables",
      "HealthJournal", "HealthJournalFoundation", "Journal",
    ]),
  // What the compiler does not check.
  .testTarget(name: "StyleTests"),
  // What the benchmark makes of its figures.
  .testTarget(
    name: "JournalBenchTests",
    dependencies: ["journal-bench", "HealthExport", "HealthViews"]),
  // The command as a person meets it: transcripts, processes, refusals.
  .testTarget(
    name: "CommandTests",
    dependencies: [
      "health-journal", "health-journal-http", "health-journal-browse", "ByteTools", "HealthModel",
      "HealthEvents",
      "JournalFile", "JournalTestSupport", "HealthTables", "HealthViews",
      "HealthExport",
      "HealthJournal", "Journal",
    ],
    exclude: [
      "compare_duckdb.py", "make_series.py", "push_server.py", "compare_readers.py",
      "type_in_shell.py", "import_on_terminal.py", "terminal.py", "check_export.py",
      "answer_on_terminal.py",
    ]),
]

for target in tests where target.type == .test {
  target.dependencies.append("TestSupport")
}
for target in stations + tests where !["SHA256Instructions", "ProgramStart"].contains(target.name) {
  target.swiftSettings = strict
}

/// Tests spend most of their time here: with this variable these targets are optimized in debug builds too.
/// Without it a change of one line is built sooner, and a debugger sees every variable.
let tuned: Set = [
  "ByteTools", "JournalFile", "HealthModel", "HealthEvents", "HealthTables", "HealthImport",
  "HealthInterchange", "JournalTestSupport", "TestSupport",
]
if Context.environment["HEALTH_JOURNAL_TUNED_TESTS"] == "1" {
  for target in stations + tests where tuned.contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags(
        ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode"], .when(configuration: .debug)))
  }
}

let products: [Product] = [
  .library(name: "HealthJournal", targets: ["HealthModel", "HealthEvents", "HealthJournal"]),
  .library(name: "HealthJournalFoundation", targets: ["HealthJournalFoundation"]),
  .executable(name: "health-journal", targets: ["health-journal"]),
  .executable(name: "health-journal-http", targets: ["health-journal-http"]),
  .executable(name: "health-journal-browse", targets: ["health-journal-browse"]),
]

/// What `Tests/fuzz/run` builds, and nothing else does: the libraries, the command without its main.swift as one
/// more of them, and the program that libFuzzer drives.
let fuzzed: [Target] = {
  let libraries = stations.filter { $0.type == .regular }
  let command = Target.target(
    name: "CommandWithoutMain", dependencies: libraries.map { .byName(name: $0.name) },
    path: "Sources/Faces/health-journal", exclude: ["main.swift"], swiftSettings: strict)
  let program = Target.executableTarget(
    name: "fuzz", dependencies: (libraries + [command]).map { .byName(name: $0.name) },
    path: "Tests/fuzz", exclude: ["run"],
    // In the mode of Swift 6 the compiler (6.3.1) ends in its analysis of regions here.
    swiftSettings: [.swiftLanguageMode(.v5)],
    // With the sanitizers in it, gold does not link the program.
    linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
  return libraries + [command, program]
}()
let isForFuzzing = Context.environment["HEALTH_JOURNAL_FUZZ"] == "1"

let package = Package(
  name: "health-journal",
  platforms: [.macOS("26.0"), .iOS("26.0")],
  products: isForFuzzing ? [.executable(name: "fuzz", targets: ["fuzz"])] : products,
  dependencies: [],
  targets: isForFuzzing ? fuzzed : stations + tests,
  swiftLanguageModes: [.v6]
)
