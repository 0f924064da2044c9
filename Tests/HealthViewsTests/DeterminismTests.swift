import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

/// However lines came to be and are read, every view says the same.
@Suite(.enabled(if: Zones.arePresent)) struct DeterminismTests {
  /// Something that is asked of a journal.
  private enum Step {
    case save(HealthObject, source: String, workout: ObjectUUID? = nil)
    case delete(ObjectUUID)
    case configure(Configuration)

    func ask(_ session: inout JournalSession) throws {
      switch self {
      case .save(let object, let source, let workout):
        try session.save(object, source: source, workout: workout)
      case .delete(let uuid): try session.ask(.delete(Deletion(objects: [uuid])))
      case .configure(let change): try session.ask(.configure(change))
      }
    }
  }

  /// Saves with workouts, deletes, newer versions and settings among them.
  private static func steps(_ dice: inout Dice) throws -> [Step] {
    var steps: [Step] = []
    for (number, sample) in try DailyPropertyTests.samples(&dice).enumerated() {
      var object = sample.object(number)
      let link = workout(over: object)
      switch dice.below(10) {
      case 0:
        steps.append(.save(link, source: sample.source))
        steps.append(.save(object, source: sample.source, workout: link.uuid))
        continue
      case 1:
        object.metadata[MetadataName.syncIdentifier] = .string("one of \(number % 3)")
        object.metadata[MetadataName.syncVersion] = .number(Double(number))
      case 2: steps.append(.configure(settings(&dice)))
      default: break
      }
      steps.append(.save(object, source: sample.source))
      if dice.below(6) == 0 { steps.append(.delete(object.uuid)) }
    }
    return steps
  }

  private static func settings(_ dice: inout Dice) -> Configuration {
    let names = dice.below(2) == 0 ? ["Phone", "Watch"] : ["Watch", "Phone"]
    return Configuration(
      timeZone: DailyPropertyTests.zones[dice.below(DailyPropertyTests.zones.count)],
      priority: [SourcePriority(type: "*", sources: names)])
  }

  private static func workout(over object: HealthObject) -> HealthObject {
    let span = object.content.span ?? span("2026-03-29T10:00:00Z")
    let workout = WorkoutContent(
      activity: WorkoutActivityType.running.exportName, span: span, duration: span.duration)
    return HealthObject(
      uuid: ObjectUUID(high: 0x77, low: object.uuid.low), content: .workout(workout))
  }

  private static func system(_ steps: [Step]) throws -> MemorySystem {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/j", on: system)
    for step in steps { try step.ask(&session) }
    try session.commit()
    return system
  }

  /// The rows of every view; of lines, whose numbers follow the order of the appends, nothing.
  static func views(_ journal: ReplayedJournal) throws -> [String: [[Cell]]] {
    let context = ViewContext()
    var tables = [
      "latest": try LatestView.table(of: journal, in: context),
      "samples": try SamplesView.table(of: journal, in: context),
      "workouts": try WorkoutsView.table(of: journal, in: context, showingSamples: true),
      "laps": try WorkoutStretchesView.table(of: journal, in: context),
      "parts": try WorkoutPartsView.table(of: journal, in: context),
      "compare": try WorkoutComparisonView.table(of: journal, in: context),
      "swims": try SwimsView.table(of: journal, in: context),
      "runs": try RunsView.table(of: journal, in: context),
      "nights": try SleepView.table(of: journal, in: context),
      "days asleep": try SleepView.table(
        of: journal, in: context, SleepView.Rule(by: .day, .separate)),
      "clocks": try ClocksView.table(of: journal, in: context),
      "rings": try RingsView.table(of: journal, in: context),
      "sources": try SourcesView.table(of: journal, in: context),
    ]
    for sources in DailyView.Sources.allCases {
      var options = DailyView.Options()
      options.sources = sources
      tables["daily \(sources)"] = try DailyView.table(of: journal, in: context, options: options)
    }
    for component in [CalendarInterval.Component.hour, .week] {
      var options = Statistics.Options(every: try #require(CalendarInterval(1, component)))
      options.separatesSources = true
      options.percentiles = [5, 50, 95]
      tables["by \(component)"] = try StatisticsView.table(
        of: journal, in: context, options: options)
    }
    return try tables.mapValues { table in
      let kept = table.columns.indices.filter { table.columns[$0].field != "seq" }
      return try table.allRows().map { row in kept.map { exact(row[$0]) } }
    }
  }

  /// A cell that is equal only to one with the same digits: -0 is not 0.
  private static func exact(_ cell: Cell) -> Cell {
    switch cell {
    case .number(let number): .text("number \(number)")
    case .list(let list): .list(list.map { $0.map { ($0.0, exact($0.1)) } })
    case .missing, .text, .identifier, .whole, .time, .day, .flag, .names, .json: cell
    }
  }

  @Test(arguments: 1...4) func asOfEveryLineIsAReplayOfTheLinesToThere(_ seed: Int) throws {
    var dice = Dice(seed)
    let system = try Self.system(try Self.steps(&dice))
    let lines = try #require(system["/j/events.ndjson"]).split(separator: UInt8(ascii: "\n"))
    for count in stride(from: 1 + seed, through: lines.count, by: 7) {
      let cut = MemorySystem()
      try cut.createDirectory("/j")
      cut["/j/events.ndjson"] = lines.prefix(count).flatMap { $0 + [UInt8(ascii: "\n")] }
      let then = try ReplayedJournal("/j", on: system, asOf: .sequence(UInt64(count)))
      #expect(
        try Self.views(then) == Self.views(try ReplayedJournal("/j", on: cut)), "line \(count)")
    }
  }

  @Test(arguments: 1...3) func anyNumberOfThreadsGivesTheSameViews(_ seed: Int) throws {
    var dice = Dice(seed)
    let journal = try ReplayedJournal("/j", on: try Self.system(try Self.steps(&dice)))
    for types in [nil, ["HKQuantityTypeIdentifierStepCount"]] {
      var context = ViewContext()
      context.query.types = types
      let daily = try DailyView.table(of: journal, in: context).allRows()
      let latest = try LatestView.table(of: journal, in: context).allRows()
      for threads in [2, 7] {
        context.threads = threads
        #expect(try DailyView.table(of: journal, in: context).allRows() == daily)
        #expect(try LatestView.table(of: journal, in: context).allRows() == latest)
      }
    }
  }

  /// Threads take the types with the most samples first; what is said of an error is not theirs to
  /// choose.
  @Test(arguments: [1, 2]) func theFirstTypeThatDoesNotFitIsNamed(_ threads: Int) throws {
    let journal = try ViewTestSupport.journal { session in
      for number in 0..<4 {
        let type =
          number == 0
          ? "HKQuantityTypeIdentifierStepCount" : "HKQuantityTypeIdentifierSwimmingStrokeCount"
        let time = span("2026-03-0\(number + 1)T08:00:00Z")
        try session.save(quantity(number, type, 1, "count", time), source: "Watch")
      }
    }
    var context = ViewContext()
    context.threads = threads
    context.query.unit = try Unit("kg")
    #expect(
      throws: ProjectionError.unitMismatch(type: "HKQuantityTypeIdentifierStepCount", unit: "kg")
    ) {
      try DailyView.table(of: journal, in: context)
    }
  }

  @Test(arguments: 1...4) func anyOrderOfAppendsGivesTheSameViews(_ seed: Int) throws {
    var dice = Dice(seed)
    let samples = try DailyPropertyTests.samples(&dice).enumerated().map { number, sample in
      Step.save(sample.object(number), source: sample.source)
    }
    let expected = try Self.views(try ReplayedJournal("/j", on: try Self.system(samples)))
    for _ in 0..<3 {
      let system = try Self.system(samples.shuffled(using: &dice))
      #expect(try Self.views(try ReplayedJournal("/j", on: system)) == expected)
    }
  }

  @Test(arguments: 1...4) func whatIsSavedAndDeletedLeavesNothing(_ seed: Int) throws {
    var dice = Dice(seed)
    var steps = try Self.steps(&dice)
    let expected = try Self.views(try ReplayedJournal("/j", on: try Self.system(steps)))
    var extras = try DailyPropertyTests.samples(&dice).enumerated().map { number, sample in
      (sample.object(1000 + number), sample.source)
    }
    extras.shuffle(using: &dice)
    for (object, source) in extras {
      steps.insert(.save(object, source: source), at: dice.below(steps.count + 1))
    }
    steps += extras.map { .delete($0.0.uuid) }
    #expect(try Self.views(try ReplayedJournal("/j", on: try Self.system(steps))) == expected)
  }
}
