import ByteTools
import Foundation
import HealthEvents
import HealthExport
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing

/// What a source may not see is as if it had never been saved: a journal with and without it gives
/// the source the same bytes in every view, with every option.
@Suite(.serialized, .timeLimit(.minutes(20))) struct NonInterferenceTests {
  /// The number of pairs of journals.
  static let pairs = Counts.scaled(3)
  static let reader = RandomCommands.apps[0]

  @Test func whatIsHiddenIsAsIfItWereNotThere() throws {
    var random = Dice(7)
    var (hidden, rows) = (0, 0)
    let calls = try ViewCalls.all()
    for seed in 1...Self.pairs {
      let journal = try JournalPair(seed)
      hidden += journal.hidden
      let lines = calls.flatMap { call in
        (0..<3).map { call.line(options: $0, journal, &random) }
      }
      let asked = lines.map { $0 + " --as \(Self.reader)" }
      let with = try journal.run(asked, in: "with")
      Self.expectSame(with, try journal.run(asked, in: "without"), lines, "seed \(seed)")
      rows += with.count { $0.contains("= 0\n") }
    }
    // The property is about something only where much is hidden, and much is shown.
    #expect(hidden > Self.pairs * 10 && rows > Self.pairs * 30)
  }

  /// The same of rights to the data since a moment that end: just before each bound, at it and
  /// after it.
  @Test func whatTermsHideIsAsIfItWereNotThere() throws {
    var random = Dice(10)
    // A push and a watch are asked at the present moment.
    let calls = try ViewCalls.all().filter { call in
      !["push", "watch"].contains { call.command.hasPrefix($0) }
    }
    // 2099-07-01T00:00:00Z
    let end = Instant(wholeSeconds: 4086547200)
    var seen: Set<Int> = []
    for seed in 301...300 + max(2, Self.pairs / 2) {
      let bounds = JournalPair.ends(seed)
      let bound = random.pick(bounds).adding(microseconds: Int64(random.pick([-1, 0, 1])))
      let terms = AuthorizationTerms(
        since: Timestamp(instant: bound, offsetMinutes: 60),
        until: Timestamp(instant: end, offsetMinutes: 0), purpose: "a study")
      for moment in [end.adding(microseconds: -1), end, end.adding(microseconds: 1)] {
        let asked = Timestamp(instant: moment, offsetMinutes: 0)
        let journal = try JournalPair(seed, terms, asked: moment)
        seen.insert(journal.hidden)
        let lines = calls.map { $0.line(options: 1, journal, &random, without: ["at"]) }
        let questions = lines.map { $0 + " --as \(Self.reader) --at \(asked)" }
        Self.expectSame(
          try journal.run(questions, in: "with"), try journal.run(questions, in: "without"),
          questions, "seed \(seed), since \(bound)")
      }
    }
    #expect(seen.count > 1)
  }

  /// Of what was deleted or replaced a source hears the uuid: whatever it said, and why it was
  /// deleted, the source gets the same bytes in every view, as of any line.
  @Test func whatWasRemovedSaysItsUUIDAlone() throws {
    var random = Dice(8)
    let calls = try ViewCalls.all()
    for seed in 101...100 + Self.pairs {
      let journal = try JournalPair(seed)
      let lines = calls.flatMap { call in
        (0..<2).map { call.line(options: $0, journal, &random) }
      }
      let asked = lines.map { $0 + " --as \(Self.reader)" }
      Self.expectSame(
        try journal.run(asked, in: "with"), try journal.run(asked, in: "changed"), lines,
        "seed \(seed)")
    }
  }

  /// After a revert of all lines after one, every view is what it was as of that line.
  @Test func aRevertGivesWhatWasKnownThen() throws {
    var random = Dice(10)
    let ofLines: Set<String> = [
      "changes", "log", "history", "show", "push", "watch", "diff", "mcp",
    ]
    let calls = try ViewCalls.all().filter { call in
      !ofLines.contains(String(call.command.prefix { $0 != " " }))
        && !call.command.contains("imports")
    }
    #expect(calls.count > 30)
    for seed in 301...300 + Self.pairs {
      let journal = try JournalPair(seed)
      let cut = journal.line(&random)
      try journal.cut(after: cut)
      let lines = calls.map {
        $0.line(
          options: 1, journal, &random, without: ["as-of", "rights", "since", "history", "seq"])
        // The beginning of a uuid may be that of an object that is gone.
      }.filter { !$0.contains("'00000000'") }
      let reverted = try journal.run(
        ["revert --to \(cut) --rights"] + lines + ["revert \(journal.lineCount + 1) --rights"]
          + lines + ["audit --format json"], in: "with")
      #expect(reverted[0].hasSuffix("= 0\n"), "\(reverted[0])")
      let then = Self.withoutReceipt(reverted[1...lines.count])
      let again = Self.withoutReceipt(reverted[(lines.count + 2)..<reverted.count - 1])
      Self.expectSame(
        then, Self.withoutReceipt(try journal.run(lines, in: "cut")[...]), lines,
        "seed \(seed) to \(cut)")
      #expect(reverted[reverted.count - 1].contains("\"verdict\":\"good\""))
      let whole = try JournalPair(seed)
      Self.expectSame(
        again, Self.withoutReceipt(try whole.run(lines, in: "with")[...]), lines,
        "seed \(seed) again")
    }
  }

  /// Answers without what a report says of the last line.
  private static func withoutReceipt(_ answers: ArraySlice<String>) -> [String] {
    answers.map { answer in
      answer.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.contains("<dd><code>") }.joined(separator: "\n")
    }
  }

  /// As of a line a journal is what it was when that line was its last: for the owner, and for a
  /// source by the rights of then.
  @Test func asOfALineIsTheJournalCutThere() throws {
    var random = Dice(9)
    // A push of changes goes on from where the last one ended.
    let calls = try ViewCalls.all().filter {
      $0.takes(["as-of", "rights"]) && $0.command != "push"
    }
    #expect(calls.count > 30)
    for seed in 201...200 + Self.pairs {
      let journal = try JournalPair(seed)
      let cut = journal.line(&random)
      try journal.cut(after: cut)
      let lines = calls.map {
        $0.line(options: 1, journal, &random, without: ["as-of", "rights"])
      }
      for (then, now) in [("", ""), (" --rights then", " --as \(Self.reader)")] {
        Self.expectSame(
          try journal.run(lines.map { $0 + now + then + " --as-of \(cut)" }, in: "with"),
          try journal.run(lines.map { $0 + now }, in: "cut"), lines, "seed \(seed)\(now)")
      }
    }
  }

  private static func expectSame(
    _ answers: [String], _ others: [String], _ lines: [String], _ trial: String
  ) {
    #expect(answers.count == lines.count && others.count == lines.count, "\(trial)")
    for (line, (one, other)) in zip(lines, zip(answers, others))
    where timeless(one, line) != timeless(other, line) {
      let texts = [one, other].map { $0.components(separatedBy: "\n") }
      Issue.record("\(trial): \(line)\n\(Difference.text(texts[0], texts[1]))")
    }
  }

  /// An answer without the minute up to which `compare` has looked.
  private static func timeless(_ answer: String, _ line: String) -> [Substring] {
    let isCompare = line.split(separator: " ").contains("compare")
    let answer = (isCompare ? answer.replacing(#/\d\d:\d\d(:\d\d)?/#, with: "") : answer)
      .replacing(" --rights then", with: "")
    return answer.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("(so far)") }
  }

  /// The tables that views are computed from are those of a replay of the lines that are seen.
  @Test func tablesAreThoseOfTheLinesThatAreSeen() throws {
    for seed in 1...Self.pairs * 30 {
      let terms = seed % 2 == 0 ? .none : JournalPair.terms(seed)
      let journal = try AuditOfAcceptedTests.Accepted(JournalPair.commands(seed, terms))
      let whole = try ReplayedJournal("/j", on: journal.system)
      let seen = try whole.seen(by: Self.reader)
      var replayed = TableBuilder()
      try whole.forEachEntry { entry in
        // An origin is that of the objects which refer to it, whether its line is shown or not.
        let line =
          if case .origin? = entry.event { Entry?.some(entry) } else { try seen.allowed(entry) }
        if let line { try replayed.apply(line, at: 0) }
        return true
      }
      replayed.applyClaims()
      let (ours, theirs) = (try seen.tables.words(), try replayed.tables.words())
      if ours != theirs { Issue.record("seed \(seed)\n\(Difference.text(ours, theirs))") }
    }
  }

  /// A view that the table of calls does not know, or an option, would not be looked at.
  @Test func everyViewAndOptionIsAsked() throws {
    let scratch = try Scratch()
    let overview = try scratch.run("health-journal --help").output
    let commands = overview.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(commands.count > 30)
    var readers: Set<String> = []
    for command in commands {
      let options = try scratch.options(of: command)
      guard options.contains("as") else { continue }
      readers.insert(command)
      for option in options where ViewCalls.values(option, of: command) == nil {
        #expect(ViewCalls.apart.contains(option), "\(command) --\(option)")
      }
    }
    // `browse` prints an address of its own; HealthPagesTests look at its pages.
    #expect(readers == Set(ViewCalls.words.keys).union(["browse"]))
  }
}

extension HealthTables {
  /// What views ask of objects and of what links them.
  fileprivate func words() throws -> [String] {
    var text = objects.map { row in
      "\(row.uuid) \(row.kind) \(types.names[Int(row.type)]) \(row.sequence) \(row.isLive)"
    }
    for type in types.names.sorted() {
      guard let columns = columns(of: type) else { continue }
      text += (0..<columns.count).map { row in
        "\(type) \(columns.uuids[row]) \(columns.sequences[row])"
          + (columns.isLive(row) ? " \(columns.flags[row].rawValue)" : " dead")
      }
    }
    let lines = Set(objects.map(\.sequence) + sampleTypes.flatMap { columns($0).sequences })
    text += workoutLines.filter { lines.contains($0.sequence) }.map { "\($0)" }
    text += successors.map { successor in
      "\(successor.older) \(successor.uuid) \(successor.type.map { types.names[Int($0)] } ?? "-") \(successor.row)"
        + " \(successor.line)"
    }
    return text + (try removedObjects()).keys.map(\.description).sorted()
  }
}

/// The first lines that differ.
private enum Difference {
  static func text(_ one: [String], _ other: [String]) -> String {
    let place = zip(one, other).prefix { $0 == $1 }.count
    return "with    \(one.dropFirst(place).first ?? "(end)")\n"
      + "without \(other.dropFirst(place).first ?? "(end)")"
  }
}

extension Scratch {
  /// The names of the options of a command, by its help.
  fileprivate func options(of command: String) throws -> [String] {
    try run("health-journal help \(command)").output.split(separator: "\n")
      .filter { $0.hasPrefix("  --") }
      .map { String($0.dropFirst(4).prefix { $0 != " " }) }
  }
}

/// A call of a view: the command, the words that it takes and the options that it has.
struct ViewCalls {
  let command: String
  private let options: [String]

  /// The calls of every command that takes `--as`, by its words.
  static let words: [String: [String]] = {
    let types = ["stepCount", "heartRate", "activeEnergyBurned", "sleepAnalysis", "bodyMass"]
    let views = Views.all.map(\.name).filter { $0 != "find" }
    var words = Dictionary(uniqueKeysWithValues: views.map { ($0, [""]) })
    words["changes"] = [""]
    words["check"] = [""]
    words["find"] = ["HK", "watch", "o", "swim"]
    words["log"] = [""]
    words["chart"] = types + ["stepCount heartRate"]
    words["export"] = views + ["find --text o", "fhir", "fhir --format bundle", "omh"]
    words["diff"] =
      (views + [""]).flatMap { ["SEQ 1000000000 " + $0, "SEQ now " + $0] } + ["last-import"]
    words["mcp"] = [""]
    words["history"] = ["UUID", "DIGITS", "--daily TYPE 2026-03-02"]
    words["show"] = ["UUID", "DIGITS", "SEQ"]
    words["push"] = [""] + views
    words["report"] = ["-o -"]
    words["watch"] = [""]
    return words
  }()

  /// Options that say nothing of what is shown, or that are given apart.
  static let apart: Set<String> = [
    "journal", "as", "output", "anchor-file", "save-bmi", "count", "header", "header-file",
    "retries", "timeout", "allow-http", "dry-run", "cursor", "daily", "progress",
    "spreadsheet", "verify", "wait", "clock-is-right", "preview", "by",
    "open", "idle", "no-script", "hide-figures",
  ]

  static let types =
    "stepCount heartRate bodyMass activeEnergyBurned sleepAnalysis stepCount,heartRate "
    + "bloodPressureSystolic distanceWalkingRunning"

  /// Values for the options, by name; an empty one is that of an option without a value.
  private static let values: [String: [String]] = [
    "format": Format.names, "all-columns": [""],
    "columns": ["source", "type,uuid", "seq"], "as-of": ["SEQ", "2100-01-01"],
    "type": types.split(separator: " ").map(String.init),
    "from": ["2026-03-01", "2026-03-02T10:00:00Z"], "to": ["2026-03-03", "2026-03-02T15:00:00Z"],
    "period": ["2026-03", "2026-W10"], "last": ["1y", "week"],
    "source": ["Watch", "Band", "owner", "com.example.app"],
    "where": [
      "workout != none", "workout = none", "correlation != none", "correlation = none",
      "source = Watch", "duration > 5 min", "not (source = Watch)", "tag = sick", "tag != none",
    ],
    "typed": ["yes", "no"], "limit": ["1", "3"], "unit": ["count", "kcal", "km", "kg"],
    "sort": ["start", "-value", "source"], "explain": [""],
    "time-zone": ["Europe/Paris", "America/New_York"], "day-starts": ["04:00"],
    "attribute": ["start", "split"], "sources": ["all", "separate", "first", "merge"],
    "every": ["day", "6 hours", "week"], "total": [""],
    "anchor": ["2026-03-01"], "by-source": [""], "percentiles": ["50"], "empty": [""],
    "strict": ["start", "both"], "activity": ["running", "swimming"], "uuid": ["UUID", "DIGITS"],
    "samples": [""], "events": [""], "splits": [""], "activities": [""], "compare": [""],
    "lengths": [""],
    "sets": [""], "rest": ["20"], "width": ["60"], "height": ["8"], "ascii": [""],
    "at": ["2026-03-02T12:00:00Z"], "on": ["2026-03-02", "2026-03-01"], "mass-unit": ["lb"],
    "height-unit": ["cm"], "since": ["SEQ", "0"], "event": ["save", "delete", "origin"],
    "seq": ["5..30"], "only": ["duplicates", "overlaps"], "late": ["1"], "wear": ["3"],
    "examples": ["2"], "batch": ["5"], "history": [""], "fold": [""], "route": ["UUID", "DIGITS"],
    "points": [""], "voltages": [""], "imports": [""], "workout": ["UUID", "DIGITS"],
    "lines": [""], "all": [""], "tag": ["sick", "Travel"],
    "sparkline": [""], "night": ["2026-03-02"], "calendar": [""], "braille": [""],
    "with-problems": [""], "notes": [""], "without-problems": [""],
    "against": ["2026-02", "a year ago"], "text": ["o", "HKTimeZone"],
    "language": ["en", "de", "es"], "name": ["Ana"],
    "views": ["samples", "sleep,daily", "profile,workouts"],
    // With the rights of then a source sees what was hidden since.
    "rights": ["now"],
    "sections": [
      "overview,changes,vitals,body", "quality,receipt", "activity,heart,sleep,workouts",
      "symptoms,notes",
    ],
  ]

  static func values(_ option: String, of command: String) -> [String]? {
    if option == "per" { return command == "chart" ? ["day", "hour"] : ["night", "day"] }
    return values[option]
  }

  /// Every command that takes `--as`, once for each of its words.
  static func all() throws -> [ViewCalls] {
    let scratch = try Scratch()
    return try words.sorted { $0.key < $1.key }.flatMap { command, words in
      let options = try scratch.options(of: command)
      return words.map { word in
        ViewCalls(
          command: word.isEmpty ? command : "\(command) \(word)",
          options: options.filter { !apart.contains($0) })
      }
    }
  }

  /// Whether it has all of these options.
  func takes(_ names: [String]) -> Bool { names.allSatisfy(options.contains) }

  /// A line of shell: without options, or with a few that the dice choose. Time goes by between two
  /// calls, so that a day is always named where today would be meant.
  func line(
    options count: Int, _ pair: JournalPair, _ random: inout Dice, without others: Set<String> = []
  ) -> String {
    let name = String(command.prefix { $0 != " " })
    let options = options.filter { !others.contains($0) }
    var chosen = Set((0..<(options.isEmpty ? 0 : count * 2)).map { _ in random.pick(options) })
    for option in ["day", "on"]
    where options.contains(option) && chosen.isDisjoint(with: ["from", "to"]) {
      if command.hasSuffix("energy") || command.hasSuffix("profile") { chosen.insert(option) }
    }
    var text = name == "push" ? "push --dry-run http://127.0.0.1:9/" : name
    text += command.dropFirst(name.count)
    for option in chosen.sorted() {
      let value = random.pick(Self.values(option, of: name) ?? [""])
      text += " --\(option)" + (value.isEmpty ? "" : " '\(value)'")
    }
    if name == "watch" {
      // It ends after as many changes as there are at least.
      text = pair.shown == 0 ? "changes" : "watch --since 0 --format ndjson --count \(pair.shown)"
    }
    if name == "mcp" { text = "mcp < ../asked" }
    return text.replacing("SEQ", with: "\(pair.line(&random))")
      .replacing("UUID", with: pair.uuid(&random).description)
      .replacing("DIGITS", with: pair.uuid(&random).description.prefix(8))
      .replacing("TYPE", with: random.pick(["stepCount", "heartRate", "sleepAnalysis"]))
  }
}

/// A random journal, and the same journal without what the reader may not see: line for line, a
/// line that is hidden whole being one that says something of another source.
struct JournalPair {
  /// How many objects are hidden.
  let hidden: Int
  private let entries: [Entry]
  private let others: [Event]
  private let scratch: Scratch
  private let uuids: [ObjectUUID]

  /// How many lines there are before commands.
  private static let rights = 4

  /// Makes the pair of a seed, where the reader has rights on these terms and asks at a moment.
  init(
    _ seed: Int, _ terms: AuthorizationTerms = .none, asked: Instant = .epoch
  ) throws {
    let journal = try AuditOfAcceptedTests.Accepted(Self.commands(seed, terms))
    var entries: [Entry] = []
    try ReplayedJournal("/j", on: journal.system).forEachEntry { entry in
      entries.append(entry)
      return true
    }
    self.entries = entries
    var without = Without(NonInterferenceTests.reader, entries, asked)
    others = entries.map { without.event($0) }
    hidden = without.hidden
    uuids = without.saved
    scratch = try Scratch()
    try write(entries.compactMap(\.event), to: "with")
    try write(others, to: "without")
    try write(Self.changed(entries), to: "changed")
    try scratch.write(MCPTests.asked, to: "asked")
  }

  /// When the objects of a seed's journal end.
  static func ends(_ seed: Int) -> [Instant] {
    commands(seed).flatMap { command -> [Instant] in
      guard case .save(let save) = command.request else { return [] }
      return save.objects.compactMap { $0.object.content.span?.end.instant }
    }
  }

  /// Rights to the data since one of these moments.
  static func terms(_ seed: Int) -> AuthorizationTerms {
    var random = Dice(seed)
    return AuthorizationTerms(
      since: Timestamp(instant: random.pick(ends(seed)), offsetMinutes: 0))
  }

  /// Writes the lines up to this one as a journal of its own.
  func cut(after line: Int) throws {
    try write(entries.prefix(line).compactMap(\.event), to: "cut")
  }

  /// The same lines where what was deleted or replaced at any time said something else.
  private static func changed(_ entries: [Entry]) -> [Event] {
    let events = entries.compactMap(\.event)
    var removed: Set<ObjectUUID> = []
    for event in events {
      if case .save(let save) = event { removed.formUnion(save.replaces) }
      if case .delete(let deletion) = event { removed.formUnion(deletion.objects) }
    }
    return events.map { event in
      switch event {
      case .save(var save):
        save.objects = save.objects.map { removed.contains($0.uuid) ? changed($0) : $0 }
        return .save(save)
      case .delete(var deletion):
        deletion.reason = deletion.reason == nil ? "another slip" : nil
        return .delete(deletion)
      case .open, .origin, .authorize, .configure, .declare, .importReceipt, .erase, .format,
        .revert:
        return event
      }
    }
  }

  private static func changed(_ object: HealthObject) -> HealthObject {
    func later(_ time: Timestamp) -> Timestamp {
      Timestamp(
        instant: time.instant.adding(microseconds: 3_600_000_000), offsetMinutes: time.offsetMinutes
      )
    }
    func later(_ span: TimeSpan) -> TimeSpan { TimeSpan(later(span.start), later(span.end)) }
    var object = object
    object.metadata = Metadata(
      object.metadata.entries + [Metadata.Entry("Note", .string("something else"))])
    switch object.content {
    case .quantity(var sample):
      (sample.value, sample.span) = (sample.value * 2 + 1, later(sample.span))
      object.content = .quantity(sample)
    case .category(var sample):
      sample.span = later(sample.span)
      object.content = .category(sample)
    case .workout(var workout):
      (workout.duration, workout.span) = (workout.duration / 2, later(workout.span))
      object.content = .workout(workout)
    case .correlation(var correlation):
      correlation.span = later(correlation.span)
      object.content = .correlation(correlation)
    case .document(var document):
      document.span = document.span.map(later)
      object.content = .document(document)
      if document.type == Note.type { object.fields = [Field("tags", .list([.text("other")]))] }
    case .characteristic, .summary: break
    }
    return object
  }

  /// Rights, with those of the reader decided anew in part, and anything.
  static func commands(_ seed: Int, _ terms: AuthorizationTerms = .none) -> [Command] {
    var random = RandomCommands(seed)
    let reader = NonInterferenceTests.reader
    let readable = random.dice.pick([20, 50, 80])
    let nutrients = CorrelationType.all.flatMap { $0.containedTypes.map(\.identifier) }
    let seesFood = random.dice.often(40)
    let read = Set(RandomCommands.types + nutrients).sorted().compactMap { type in
      if random.dice.often(3) { return AuthorizationGrant?.none }
      let sees = nutrients.contains(type) && seesFood || random.dice.often(readable)
      return AuthorizationGrant(type, sees ? .authorized : .denied)
    }
    let share = RandomCommands.shared.map { AuthorizationGrant($0, .authorized) }
    let rights = RandomCommands.apps.map { app in
      // Only what is granted has terms.
      let (granted, others) = (
        read.filter { $0.status == .authorized }, read.filter { $0.status != .authorized }
      )
      let isApart = app == reader && terms != .none && !granted.isEmpty && !others.isEmpty
      let change = AuthorizationChange(
        source: app, share: share, read: app != reader ? [] : isApart ? others : read)
      let first = Command(by: EventActor.owner, .authorize(change))
      let second = AuthorizationChange(source: app, read: granted, terms: terms)
      return isApart ? [first, Command(by: EventActor.owner, .authorize(second))] : [first]
    }.flatMap { $0 }
    let commands = (0..<60).map { _ in random.next() }.filter { command in
      guard case .authorize(let change) = command.request else { return true }
      return change.source != reader
    }
    let again = AuthorizationChange(
      source: reader,
      read: read.compactMap { grant in
        guard random.dice.often(40) else { return nil }
        return AuthorizationGrant(
          grant.type, random.dice.pick([.authorized, .denied, .denied, .notDetermined]))
      })
    let place = random.dice.below(commands.count)
    return rights + commands[..<place] + [Command(by: EventActor.owner, .authorize(again))]
      + commands[place...]
  }

  /// The number of a line after the rights.
  func line(_ random: inout Dice) -> Int {
    Self.rights + random.below(entries.count - Self.rights) + 1
  }

  /// An object's uuid, of a hidden one as well.
  func uuid(_ random: inout Dice) -> ObjectUUID { random.pick(uuids) }

  /// The number of its lines.
  var lineCount: Int { entries.count }

  /// How many live objects the reader sees.
  var shown: Int {
    var live: Set<ObjectUUID> = []
    for event in others {
      switch event {
      case .save(let save): live = live.union(save.objects.map(\.uuid)).subtracting(save.replaces)
      case .delete(let deletion): live.subtract(deletion.objects)
      case .open, .origin, .authorize, .configure, .declare, .importReceipt, .erase, .format,
        .revert:
        break
      }
    }
    return live.count
  }

  private func write(_ events: [Event], to folder: String) throws {
    var bytes: [UInt8] = []
    var chain = Digest.zero
    for (entry, event) in zip(entries, events) {
      var writer = JSONWriter()
      chain = LineCodec.append(
        event: event, by: entry.by ?? EventActor.owner, sequence: entry.sequence, at: entry.at,
        salt: Salt(random: (entry.sequence, 7)), after: chain, to: &writer)
      bytes += writer.bytes
    }
    let journal = scratch.url.appending(path: folder + "/j.journal")
    try FileManager.default.createDirectory(
      at: journal, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (name, data) in [("events.ndjson", Data(bytes)), ("lock", Data())] {
      _ = FileManager.default.createFile(
        atPath: journal.appending(path: name).path, contents: data,
        attributes: [.posixPermissions: 0o600])
    }
  }

  /// What calls answer on one of the journals: standard output and error, and the exit code. A
  /// chain value is made of the whole journal, and so is the key of a request.
  func run(_ lines: [String], in folder: String) throws -> [String] {
    let mark = "-- next call --"
    let script = lines.map {
      "health-journal \($0) --journal j.journal 2>&1; echo \"= $?\"; echo '\(mark)'"
    }
    try scratch.write(script.joined(separator: "\n") + "\n", to: "views.sh")
    let output = try scratch.run("cd \(folder) && HOME=. sh ../views.sh").output
      .replacing(/Idempotency-Key: [0-9a-f]{64}/, with: "Idempotency-Key")
      .replacing(/"chain\\?":\\?"[0-9a-f]{64}/, with: "chain")
      .replacing(/"asked\\?":\\?"[-0-9T:.Z]*/, with: "asked")
    return Array(output.components(separatedBy: mark + "\n").dropLast())
  }
}

/// The rule of reading in other words than the program's.
private struct Without {
  private(set) var hidden = 0
  /// Every object, in the order of the lines.
  private(set) var saved: [ObjectUUID] = []
  private let reader: String
  /// The types that may be read, and since which end.
  private var mayRead: [String: Instant] = [:]
  private var origins: [UInt64: Origin] = [:]
  private var usedOrigins: Set<UInt64> = []
  private var seen: Set<ObjectUUID> = []

  init(_ reader: String, _ entries: [Entry], _ asked: Instant) {
    self.reader = reader
    for entry in entries {
      if case .origin(let origin)? = entry.event { origins[entry.sequence] = origin }
      guard case .authorize(let change)? = entry.event, change.source == reader else { continue }
      for grant in change.read {
        let isInForce =
          grant.status == .authorized && change.terms.until.map { asked < $0.instant } ?? true
        let since = change.terms.since?.instant ?? Instant(microseconds: .min)
        mayRead[grant.type] = isInForce ? since : nil
      }
    }
    for entry in entries {
      guard case .save(let save)? = entry.event else { continue }
      for object in save.objects {
        saved.append(object.uuid)
        guard sees(object, by: entry.by) else {
          hidden += 1
          continue
        }
        seen.insert(object.uuid)
        if let origin = object.origin { usedOrigins.insert(origin) }
      }
    }
  }

  private func isOwn(_ object: HealthObject, by: String?) -> Bool {
    by == reader || object.origin.flatMap { origins[$0]?.source.bundle } == reader
  }

  private func sees(_ object: HealthObject, by: String?) -> Bool {
    if isOwn(object, by: by) { return true }
    let type = object.content.type
    guard let known = CorrelationType.all.first(where: { $0.identifier == type }) else {
      return sees([type], in: object.content)
    }
    return sees(known.containedTypes.map(\.identifier), in: object.content)
  }

  /// Whether all that an object says of some types is seen: if it ends since all of them may be
  /// read.
  private func sees(_ types: some Sequence<String>, in content: Content) -> Bool {
    types.allSatisfy { type in
      guard let since = mayRead[type] else { return false }
      if case .characteristic = content { return true }
      guard let end = content.span?.end.instant else { return type == SummaryContent.type }
      return since <= end
    }
  }

  /// What a line would say; a decision on another source where it would not be there.
  mutating func event(_ entry: Entry) -> Event {
    let decision = AuthorizationGrant(QuantityType.heartRate.identifier, .denied)
    let nothing = Event.authorize(
      AuthorizationChange(source: "com.example.nobody", read: [decision]))
    switch entry.event {
    case .save(let save)?: return event(save, by: entry.by) ?? nothing
    case .delete(var deletion)?:
      deletion.objects = deletion.objects.filter(seen.contains)
      return deletion.objects.isEmpty ? nothing : .delete(deletion)
    case .origin(let origin)?:
      let stays = origin.source.bundle == reader || usedOrigins.contains(entry.sequence)
      return stays ? .origin(origin) : nothing
    case .authorize(let change)?: return change.source == reader ? .authorize(change) : nothing
    case .open?, .configure?, .declare?, .importReceipt?, .erase?, .format?, .revert?, nil:
      return entry.event ?? nothing
    }
  }

  private func event(_ save: Save, by: String?) -> Event? {
    var left = save
    left.objects = save.objects.filter { seen.contains($0.uuid) }.map { object in
      var object = object
      switch object.content {
      case .correlation(var correlation):
        correlation.members = correlation.members.filter(seen.contains)
        object.content = .correlation(correlation)
      case .workout(let workout) where !isOwn(object, by: by):
        object.content = .workout(stripped(workout))
      case .workout, .quantity, .category, .characteristic, .summary, .document: break
      }
      return object
    }
    left.replaces = save.replaces.filter(seen.contains)
    if let workout = save.workout, !seen.contains(workout) { left.workout = nil }
    if !left.objects.isEmpty { return .save(left) }
    return left.replaces.isEmpty ? nil : .delete(Deletion(objects: left.replaces))
  }

  private func stripped(_ workout: WorkoutContent) -> WorkoutContent {
    var left = workout
    let content = Content.workout(workout)
    left.statistics.removeAll { !sees([$0.type], in: content) }
    let hidesDistances = !sees(workout.types(of: .totalDistance), in: content)
    for part in left.activities.indices {
      left.activities[part].statistics.removeAll { !sees([$0.type], in: content) }
      if hidesDistances {
        left.activities[part].activity = workout.activities[part].sport(in: workout)
      }
    }
    left.totals = workout.totals.filter { sees(workout.types(of: $0.key), in: content) }
    return left
  }
}
