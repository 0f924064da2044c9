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

/// One target a station, in the order in which data flows through them.
let stations: [Target] = [
  // The processor's own SHA-256, where it has one. This and LinuxStart are the only C.
  .target(name: "SHA256Instructions"),
  // The C library, by one name on every system.
  .target(name: "CLibrary"),
  // Bytes and text: SHA-256, hex, JSON, XML, CSV, dates, decimals. Most of the tuned code is here.
  .target(name: "ByteTools", dependencies: ["CLibrary", "SHA256Instructions"]),
  // The vocabulary: units, types, samples, workouts, zones. Values only.
  .target(name: "HealthModel"),
  // What can be asked, what can happen, and `decide`, which turns one into the other.
  .target(name: "HealthEvents", dependencies: ["HealthModel"]),
  // The file: entries, chain, codec, storage; reader, writer, verifier.
  .target(
    name: "JournalFile",
    dependencies: ["CLibrary", "ByteTools", "HealthModel", "HealthEvents"]),
  // Files in memory, for `HealthStore(inMemory:)`.
  .target(name: "JournalMemory", dependencies: ["JournalFile"]),
  // Replay: events into columns of the live objects.
  .target(
    name: "HealthTables",
    dependencies: ["ByteTools", "HealthModel", "HealthEvents", "JournalFile"]),
  // What each view gives and each format takes: rows of cells under columns, charts. Values only.
  .target(name: "ViewTables", dependencies: ["HealthModel"]),
  // Views: one value each, all of them a `Table`.
  .target(
    name: "HealthProjections",
    dependencies: [
      "CLibrary", "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
      "ViewTables",
    ]),
  // Foreign files into commands: one folder a format.
  .target(
    name: "HealthImport", dependencies: ["ByteTools", "HealthModel", "HealthEvents", "JournalFile"]),
  // Tables into text: one file a format.
  .target(name: "HealthExport", dependencies: ["ByteTools", "HealthModel", "ViewTables"]),
  // A page for people: one file a section.
  .target(
    name: "HealthReport",
    dependencies: [
      "CLibrary", "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
      "ViewTables", "HealthProjections",
    ]),
  // A whole journal in the form of another program: one folder a form.
  .target(
    name: "HealthInterchange",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
      "ViewTables", "HealthProjections", "HealthImport", "HealthExport",
    ]),
  // The one door to a journal, for the library and for the command.
  .target(
    name: "Journal",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
      "ViewTables", "HealthProjections", "HealthImport", "HealthExport",
    ]),
  // The library's face: `HealthStore`.
  .target(
    name: "HealthJournal",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "HealthTables",
      "ViewTables", "HealthProjections", "HealthImport", "HealthExport", "HealthReport",
      "HealthInterchange", "Journal", "JournalMemory",
    ]),
  // Foundation's types beside ours: dates, calendars, URLs. Extensions only.
  .target(
    name: "HealthJournalFoundation", dependencies: ["HealthModel", "HealthEvents", "HealthJournal"]),
  // A program and the system: its descriptors, arguments and environment, programs that it starts.
  .target(name: "ProcessStart", dependencies: ["CLibrary", "LinuxStart", "ByteTools"]),
  // What has to be done before Swift begins: the words of the call, and no question to a missing /proc. C.
  .target(name: "LinuxStart"),
  // The command: one file a command.
  .executableTarget(
    name: "health-journal",
    dependencies: [
      "CLibrary", "Journal", "ByteTools", "HealthModel", "HealthEvents", "JournalFile",
      "ViewTables", "HealthProjections", "HealthImport", "HealthExport", "HealthReport",
      "HealthInterchange",
      "ProcessStart",
    ]),
  // HTTP and TLS for `push`, in a process of its own: the only place with Foundation.
  .executableTarget(name: "health-journal-http", dependencies: ["ProcessStart"]),
  // The benchmark.
  .executableTarget(
    name: "journal-bench",
    dependencies: [
      "CLibrary", "Journal", "ByteTools", "HealthModel", "HealthEvents", "JournalFile",
      "HealthTables", "ViewTables", "HealthProjections", "HealthImport", "HealthExport",
      "ProcessStart",
    ]),
]

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
      "ViewTables", "HealthProjections", "HealthImport", "Journal",
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
    name: "HealthProjectionsTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "ViewTestSupport", "HealthTables", "ViewTables", "HealthProjections", "HealthImport",
      "Journal",
    ],
    exclude: ["daily_steps.py", "monthly_steps.py"]),
  .testTarget(
    name: "HealthExportTests",
    dependencies: ["ByteTools", "HealthModel", "ViewTables", "HealthProjections", "HealthExport"],
    exclude: ["read_texts.py"]),
  .testTarget(
    name: "HealthReportTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "ViewTestSupport", "HealthTables", "ViewTables", "HealthProjections", "HealthImport",
      "HealthReport",
      "Journal",
    ]),
  .testTarget(
    name: "HealthImportTests",
    dependencies: ["HealthImport", "ByteTools", "HealthModel", "HealthEvents"]),
  .testTarget(
    name: "HealthInterchangeTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "HealthTables", "ViewTables", "HealthProjections", "HealthImport", "HealthInterchange",
      "Journal",
    ]),
  .testTarget(
    name: "JournalFileTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalMemory",
      "JournalTestSupport",
    ],
    exclude: ["verify.py"]),
  .testTarget(
    name: "HealthJournalTests",
    dependencies: [
      "ByteTools", "HealthModel", "HealthEvents", "JournalFile", "JournalTestSupport",
      "HealthTables", "HealthImport", "ViewTables", "HealthProjections",
      "HealthJournal", "HealthJournalFoundation", "Journal",
    ]),
  // What the compiler does not check.
  .testTarget(name: "StyleTests"),
  // What the benchmark makes of its figures.
  .testTarget(
    name: "JournalBenchTests",
    dependencies: ["journal-bench", "HealthExport", "ViewTables", "HealthProjections"]),
  // The command as a person meets it: transcripts, processes, refusals.
  .testTarget(
    name: "CommandTests",
    dependencies: [
      "health-journal", "health-journal-http", "ByteTools", "HealthModel", "HealthEvents",
      "JournalFile", "JournalTestSupport", "HealthTables", "ViewTables", "HealthProjections",
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
for target in stations + tests where !["SHA256Instructions", "LinuxStart"].contains(target.name) {
  target.swiftSettings = strict
}

/// Tests spend their time here, one byte after the other: with this variable they are optimized in debug builds too.
/// Without it a change of one line is built sooner, and a debugger sees every variable.
let tuned: Set = [
  "ByteTools", "JournalFile", "JournalMemory", "HealthTables", "HealthImport", "HealthInterchange",
  "JournalTestSupport", "TestSupport",
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
]

/// What `Tests/fuzz/run` builds, and nothing else does: the libraries, the command without its main.swift as one
/// more of them, and the program that libFuzzer drives.
let fuzzed: [Target] = {
  let libraries = stations.filter { $0.type == .regular }
  let command = Target.target(
    name: "CommandWithoutMain", dependencies: libraries.map { .byName(name: $0.name) },
    path: "Sources/health-journal", exclude: ["main.swift"], swiftSettings: strict)
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
