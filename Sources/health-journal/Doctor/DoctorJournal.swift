import ByteTools
import HealthEvents
import HealthModel
import HealthProjections
import Journal
import JournalFile
import ProcessStart

/// What `doctor` looks at in the folder of a journal. It takes no lock and changes nothing; a
/// snapshot that is due is written, as by any command that reads.
struct DoctorJournal {
  private let system = PosixSystem()
  private let journal: Journal
  private let paths: JournalPaths
  /// The journal as it was read; nil: it cannot be.
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

  /// What was found, in the order in which it is shown.
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
          "\(paths.folder): \(size); \(journal.unread) bytes after it are no line: a write is under way, "
            + "or was cut short, and the next writer sets them aside")
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
        + "\(counted(leap.days, "day")) after this machine's \(Wording.day(leap.last)); all that is saved "
        + "until then gets that date too. Set the clock where it is wrong; else \(wayOut)")
  }

  /// Files that every writer refuses; nil: there is none.
  private var files: DoctorFinding? {
    for path in [paths.events, paths.lock] {
      guard let status = (try? system.status(at: path)).flatMap({ $0 }) else { continue }
      if status.kind != .regular {
        return DoctorFinding("files", .problem, Wording.text(JournalError.notRegular(path: path)))
      }
      if status.links > 1 {
        return DoctorFinding("files", .problem, Wording.text(JournalError.hardLinked(path: path)))
      }
    }
    return nil
  }

  /// Whose files they are, and who may write to them.
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
        "rights", .problem, "others may write to \(path); chmod go-w takes that away")
    }
    return status.isEmpty ? nil : DoctorFinding("rights", .good, "nobody else may write to it")
  }

  /// Who has it open to write, and what the last writer left.
  private var lock: DoctorFinding {
    let records = LockRecords.read(paths, on: system)
    if let holder = LockHolder(of: paths.lock, on: system) {
      return DoctorFinding("lock", .note, "held by \(holder.text), which writes")
    }
    if records.isInDoubt || records.wasStoppedInSync {
      return DoctorFinding(
        "lock", .note,
        "the last writer was stopped while it synced; the next one settles what was kept, and says so"
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
      "\(counted(names.count, "file")), \(ByteCount.text(bytes)), in \(paths.quarantine): what could not be read "
        + "was set aside there")
  }

  private var workout: DoctorFinding? {
    do {
      guard let session = try WorkoutSessionFile.read(paths, on: system) else { return nil }
      if case .success(let journal) = read, try journal.holds(session.workout) {
        return DoctorFinding(
          "workout", .note,
          "a saved workout left its file: `health-journal workout cancel` takes it away")
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
