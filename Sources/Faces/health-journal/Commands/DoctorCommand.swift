import ByteTools
import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `doctor`: it checks the program, the journal and their surroundings.
enum DoctorCommand {
  static func page(_ catalogue: Catalogue) -> CommandPage {
    CommandPage(
      name: "doctor", group: .audit,
      summary: "check the journal and its surroundings for problems",
      options: [.journal, .format, .all, .columns],
      details: """
        Checks the program, the journal and its surroundings for problems. Each row is about one
        item: the program and `health-journal-http`, the config file, the lines, the chain, the
        users who may write to the files, the lock and its holder, snapshots, quarantine, a workout
        in progress, the zone data with the journal's zone, unknown zones of samples, the free space
        on the disk, and the terminal with its colours and pager.

          good     the item has no problem
          note     you do not have to do anything
          problem  the item has a problem; the exit code is 1
          unknown  the command did not check the item, for example the chain, which only `audit`
                   checks

        The command needs no lock, so it does not stop a writer.

        Lines with a date after this machine's clock are a problem. These lines keep their date, and
        all new lines get the date of the last line until the clock reaches this date. If the clock
        is wrong now, set it. If the clock was wrong in the past, the lines before that moment are a
        good journal. The last two commands of the examples restore the first 41 lines of a journal.
        `restore` keeps the removed lines in `quarantine/replaced-1`; save their content again.
        Later, checkpoints of the removed lines report FORKED or ROLLED BACK.

        The clock of this machine decides the days that count from now (`today`, `--last 7d`). If
        the date of the last line is later, a remark appears.

        Examples

          health-journal doctor
          mkdir good; head -n 41 my.journal/events.ndjson > good/events.ndjson
          health-journal restore good --journal my.journal --replace

        Fields

          item, state (`good`, `note`, `problem` or `unknown`), finding
        """
    ) { arguments, console in
      var findings = [program, config(catalogue, arguments)]
      findings += DoctorJournal(try Environment.journal(arguments)).findings
      findings += [terminal(try Display(arguments))]
      let code = try console.show(findings.table, arguments)
      return findings.contains { $0.state == .problem } ? .no : code
    }
  }

  /// Returns the finding on the config file, with its problem if there is one.
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

  /// The finding on the program: its version, and if the one that `push` starts is in the same
  /// folder.
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
    let isUTF8 = locale.uppercased().filter { $0 != "-" }.holds("UTF8")
    guard isUTF8 else {
      return DoctorFinding(
        "terminal", .note,
        "\(width) columns, \(look); the locale '\(locale)' is not UTF-8, so that names and charts may look odd"
      )
    }
    return DoctorFinding("terminal", .good, "\(width) columns, \(look), \(locale)")
  }
}

/// A finding of `doctor` on one thing that it looked at.
struct DoctorFinding: Hashable, Sendable {
  /// The state of the thing.
  enum State: String, Sendable {
    case good
    /// A fact that is good to know; nothing has to be done.
    case note
    /// A problem: something has to be done.
    case problem
    /// The command did not check the thing, or could not.
    case unknown
  }

  /// The name of the thing, in a word.
  var item: String
  var state: State
  /// The finding and the remedy.
  var text: String

  init(_ item: String, _ state: State, _ text: String) {
    self.item = item
    self.state = state
    self.text = text
  }
}

extension [DoctorFinding] {
  /// A table with one row per finding.
  var table: Table {
    Table(
      columns: [Column("item"), Column("state"), Column("finding")],
      rows: map { [.text($0.item), .text($0.state.rawValue), .text($0.text)] })
  }
}

/// The part of `doctor` that looks at the folder of a journal. It locks nothing and changes
/// nothing; a snapshot that is due is written, as by any command that reads.
struct DoctorJournal {
  private let system = PosixSystem()
  private let journal: Journal
  private let paths: JournalPaths
  /// The journal that was read, or the failure to read it.
  private let read: Result<ViewRequest, Failure>

  init(_ journal: Journal) {
    self.journal = journal
    paths = journal.paths
    do {
      read = .success(try journal.read(OptionValues()))
    } catch {
      read = .failure(Failure(error))
    }
  }

  /// The findings, in the order in which they are shown.
  var findings: [DoctorFinding] {
    guard !paths.areLinesAlone, (try? system.status(at: paths.events)) != nil else {
      return [lines]
    }
    return [lines, chain, clock, files, rights, lock, snapshots, quarantine, workout].compactMap {
      $0
    } + [
      zone, disk,
    ]
  }

  private var lines: DoctorFinding {
    switch read {
    case .failure(let failure): return DoctorFinding("journal", .problem, failure.message)
    case .success(let journal):
      let head = journal.head
      let last =
        journal.recordedUpTo.map { ", the last of \(Timestamp(instant: $0, offsetMinutes: 0))" }
        ?? ""
      let size = "\(counted(Int(head.sequence), "line")), \(ByteCount.text(head.offset))\(last)"
      guard journal.unread == 0 else {
        return DoctorFinding(
          "journal", .note,
          "\(paths.folder): \(size); \(journal.unread) bytes after it are no line: a program writes now, "
            + "or was stopped; the next command that writes puts them into quarantine")
      }
      return DoctorFinding("journal", .good, "\(paths.folder): \(size)")
    }
  }

  private var chain: DoctorFinding? {
    guard case .success = read else { return nil }
    return DoctorFinding(
      "chain", .unknown, "not looked at: `health-journal audit` computes the value of every line")
  }

  /// Lines that are dated after now, and the way out; nil: there is none.
  private var clock: DoctorFinding? {
    guard case .success(let request) = read, let leap = request.leap else { return nil }
    var options = Journal.ReadOptions()
    options.asOf = Timestamp(instant: leap.last, offsetMinutes: 0).description
    let before = (try? journal.read(OptionValues(), options).head.sequence) ?? 0
    let wayOut =
      before == 0
      ? "begin anew in another folder"
      : "keep lines 1 to \(before), and save again what came after them, as `help doctor` says"
    return DoctorFinding(
      "clock", .problem,
      "lines from \(before + 1) on are dated up to \(Wording.day(leap.now)), "
        + "\(counted(leap.days, "day")) after this machine's \(Wording.day(leap.last)); lines that are "
        + "saved until then get that date too. If the clock is wrong, set it; otherwise \(wayOut)")
  }

  /// Files that every writer refuses; nil: there is none.
  private var files: DoctorFinding? {
    for path in [paths.events, paths.lock] {
      guard let status = (try? system.status(at: path)).flatMap({ $0 }) else { continue }
      if status.kind != .regular {
        return DoctorFinding("files", .problem, JournalError.notRegular(path: path).cause)
      }
      if status.links > 1 {
        return DoctorFinding("files", .problem, JournalError.hardLinked(path: path).cause)
      }
    }
    return nil
  }

  /// The finding on the owner of the files, and on who may write to them.
  private var rights: DoctorFinding? {
    let all = [paths.folder, paths.events, paths.lock]
    // The rights of a link itself say nothing.
    let status = all.compactMap { path in
      (try? system.statusFollowingLink(at: path)).flatMap { $0 }.map { (path, $0) }
    }.filter { $0.1.kind != .link }
    if let (path, _) = status.first(where: { !$0.1.isOwn }) {
      return DoctorFinding("rights", .problem, "\(path) belongs to another user")
    }
    if let (path, _) = status.first(where: { $0.1.isOpenToOthers }) {
      return DoctorFinding(
        "rights", .problem, "others may write to \(path); `chmod go-w` prevents this")
    }
    return status.isEmpty ? nil : DoctorFinding("rights", .good, "nobody else may write to it")
  }

  /// The finding on the writer that has the journal open, and on files that the last writer left.
  private var lock: DoctorFinding {
    let records = LockRecords.read(paths, on: system)
    if let holder = LockHolder(of: paths.lock, on: system) {
      return DoctorFinding("lock", .note, "held by \(holder.text), which writes")
    }
    if records.isInDoubt || records.wasStoppedInSync {
      return DoctorFinding(
        "lock", .note,
        "the last writer was stopped during its sync; the next one reports which lines were kept"
      )
    }
    guard LockHolder.canTell else {
      return DoctorFinding("lock", .unknown, "this system does not tell who holds it")
    }
    return DoctorFinding("lock", .good, "free: nobody writes")
  }

  private var snapshots: DoctorFinding? {
    guard case .success(let journal) = read else { return nil }
    guard let kept = journal.snapshots else {
      return DoctorFinding("snapshots", .good, "none; there is one from 8 MiB of lines on")
    }
    let newer = journal.head.sequence - min(kept.newest, journal.head.sequence)
    return DoctorFinding(
      "snapshots", .good,
      "\(kept.count), \(ByteCount.text(kept.bytes)); \(counted(Int(newer), "line")) after the newest"
    )
  }

  private var quarantine: DoctorFinding {
    let names = (try? system.names(inDirectory: paths.quarantine)) ?? []
    guard !names.isEmpty else { return DoctorFinding("quarantine", .good, "empty") }
    let bytes = names.reduce(0 as UInt64) { sum, name in
      sum + ((try? system.status(at: "\(paths.quarantine)/\(name)")).flatMap { $0?.size } ?? 0)
    }
    return DoctorFinding(
      "quarantine", .note,
      "\(counted(names.count, "file")), \(ByteCount.text(bytes)), in \(paths.quarantine): parts that could not be "
        + "read")
  }

  private var workout: DoctorFinding? {
    do {
      guard let session = try WorkoutSessionFile.read(paths, on: system) else { return nil }
      if case .success(let journal) = read, try journal.holds(session.workout) {
        return DoctorFinding(
          "workout", .note,
          "a saved workout left its file: `health-journal workout cancel` removes it")
      }
      return DoctorFinding("workout", .note, "one is in progress: `health-journal workout status`")
    } catch {
      return DoctorFinding("workout", .problem, Failure(error).message)
    }
  }

  /// The zone data, and whether the journal's own zone is among them.
  private var zone: DoctorFinding {
    guard let data = ZoneData.found else {
      return DoctorFinding(
        "zones", .problem,
        "this system has no time zones in \(ZoneCatalogue.folders.joined(separator: " or ")); install tzdata"
      )
    }
    guard case .success(let journal) = read else { return DoctorFinding("zones", .good, data.text) }
    let name = journal.timeZone
    var zones = ZoneCatalogue()
    do {
      _ = try zones.rules(named: name)
    } catch {
      return DoctorFinding("zones", .problem, "\(data.text), without the journal's \(name)")
    }
    let text = "\(data.text); the journal's is \(name)"
    do {
      let unknown = try UnknownZones(of: journal.journal).sentences(daysOf: name)
      guard !unknown.isEmpty else { return DoctorFinding("zones", .good, text) }
      return DoctorFinding("zones", .note, ([text] + unknown).joined(separator: "; "))
    } catch {
      return DoctorFinding("zones", .unknown, "\(text); \(Failure(error).message)")
    }
  }

  /// The room on the disk: less than a tenth of a gigabyte will not do for long.
  private var disk: DoctorFinding {
    guard let free = SystemFacts.freeBytes(at: paths.folder) else {
      return DoctorFinding("disk", .unknown, "the system does not tell how much room there is")
    }
    let text = "\(ByteCount.text(free)) free for \(paths.folder)"
    guard free >= 100_000_000 else {
      return DoctorFinding("disk", .problem, text + "; make room before you import")
    }
    return DoctorFinding("disk", .good, text)
  }
}

/// The process that holds a lock, as Linux lists it in `/proc/locks`: to ask by trying to lock it
/// would keep a writer out.
struct LockHolder {
  /// The description of the process.
  let text: String

  private static let table = "/proc/locks"

  /// True if the system lists the locks.
  static var canTell: Bool { (try? SmallFile.bytes(table)).flatMap { $0 } != nil }

  /// Finds the holder; nil if nobody holds the lock, or the system does not list it.
  init?(of path: String, on system: PosixSystem) {
    guard let file = (try? system.status(at: path)).flatMap({ $0 }),
      let table = (try? SmallFile.bytes(Self.table)).flatMap({ $0 })
    else { return nil }
    // `1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF`: the process, and the numbers of device and
    // file.
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK",
        fields[5].split(separator: ":").last == "\(file.identity.number)"
      else { continue }
      let name = (try? SmallFile.bytes("/proc/\(fields[4])/comm")).flatMap { $0 } ?? []
      let words = String(decoding: name.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      text = "process \(fields[4])" + (words.isEmpty ? "" : " (\(words))")
      return
    }
    return nil
  }
}

/// The zone data of the system.
struct ZoneData {
  /// The folder of the data, and its version, if it states one.
  let text: String

  /// The zone data that were found; nil if there are none.
  static var found: ZoneData? {
    let system = PosixSystem()
    for folder in ZoneCatalogue.folders
    where (try? system.status(at: folder + "/Europe")).flatMap({ $0 }) != nil {
      return ZoneData(
        text: folder + (version(folder).map { ", version \($0)" } ?? ", of no stated version"))
    }
    return nil
  }

  /// Returns the version from `+VERSION`, else from the first line of `tzdata.zi`: `# version
  /// 2025b`.
  private static func version(_ folder: String) -> String? {
    if let bytes = (try? SmallFile.bytes(folder + "/+VERSION")).flatMap({ $0 }) {
      return firstWord(bytes)
    }
    guard let (bytes, _, _) = (try? SmallFile.beginning(folder + "/tzdata.zi")).flatMap({ $0 })
    else { return nil }
    let mark = Array("# version ".utf8)
    return bytes.starts(with: mark) ? firstWord(Array(bytes.dropFirst(mark.count))) : nil
  }

  private static func firstWord(_ bytes: [UInt8]) -> String? {
    let word = String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }.prefix(40), as: UTF8.self)
    return word.isEmpty ? nil : word
  }
}
