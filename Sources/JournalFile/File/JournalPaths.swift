/// The paths in a journal's folder.
public struct JournalPaths: Hashable, Sendable {
  /// The folder.
  public let folder: String
  /// The lines: the only truth.
  public let events: String
  /// What a writer locks.
  public let lock: String
  /// Whether there are lines alone and no folder.
  public let areLinesAlone: Bool
  /// Bytes that recovery or an import set aside.
  public var quarantine: String { folder + "/quarantine" }
  /// Where a copy of the lines is made before it takes their place.
  public var copy: String { folder + "/events.ndjson.copy" }
  /// The folder for snapshots of the tables: a cache, which may be deleted at any moment.
  public var snapshots: String { folder + "/snapshot" }
  /// Where a snapshot is written before it gets its name.
  public var newSnapshot: String { snapshots + "/new" }
  /// The workout in progress.
  public var session: String { folder + "/session" }
  /// The mark that lines are being erased: it is there until all files that held them are gone.
  public var erasing: String { folder + "/erasing" }
  /// The temporary file of an import, should a crash have left it.
  public var spool: String { folder + "/import.spool" }
  /// Where the workout in progress is written before it takes the place of the one before.
  public var newSession: String { folder + "/session.new" }

  /// The names of the files and folders in it.
  package var names: Set<String> {
    Set(
      [events, lock, quarantine, copy, snapshots, session, erasing, spool, newSession].map {
        FilePath.name(of: $0)
      })
  }

  /// The paths below this folder.
  public init(folder: String) {
    let folder = FilePath.withoutEndingSlashes(folder)
    self.folder = folder
    events = folder + "/events.ndjson"
    lock = folder + "/lock"
    areLinesAlone = false
  }

  /// Lines alone, under the name by which messages speak of them: nothing stands beside them.
  package init(lines name: String) {
    folder = name
    events = name
    lock = name + "/lock"
    areLinesAlone = true
  }
}
