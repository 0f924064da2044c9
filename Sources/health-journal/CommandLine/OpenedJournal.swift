import HealthProjections
import Journal
import Synchronization
import ViewTables

/// The journal that a command reads, and what its arguments ask of it.
struct OpenedJournal {
  /// The journal, and what was asked of it.
  var request: ViewRequest

  /// What is kept of the journals that this process has opened.
  private struct Opened {
    /// What tells whether they could be read.
    var readability: [@Sendable () throws -> Void] = []
    /// What the last of them prefers.
    var settings: (timeZone: String, units: ReaderUnits)?
  }

  private static let opened = Mutex(Opened())

  /// The zone and the units of the journal that was read last.
  static var lastSettings: (timeZone: String, units: ReaderUnits)? {
    opened.withLock { $0.settings }
  }

  /// Throws where a part of a journal was needed and could not be read. To be called before
  /// anything is sent, before a file is put at its path, and before the process ends with success.
  static func requireReadable() throws {
    for requireReadable in opened.withLock({ $0.readability }) { try requireReadable() }
  }

  /// Has `requireReadable` ask of a journal too.
  static func note(_ request: ViewRequest) {
    let readability = request.readability
    let settings = (request.timeZone, ReaderUnits(request.tables))
    opened.withLock {
      $0.readability.append(readability)
      $0.settings = settings
    }
  }

  /// The same; says what of the journal was not read.
  static func note(_ request: ViewRequest, _ console: Console) {
    note(request)
    if request.unread > 0 {
      console.remark(
        "\(request.unread) bytes after the last complete line are not read: a write is under way, "
          + "or was cut short")
    }
  }

  /// Reads the journal that the arguments name.
  init(
    _ arguments: Arguments, _ console: Console,
    _ options: Journal.ReadOptions = Journal.ReadOptions()
  ) throws {
    request = try Environment.journal(arguments).read(arguments.values, options) {
      Self.note($0, console)
    }
    if let remark = request.clockRemark() { console.remark(remark) }
  }

  /// The query that the shared options make.
  mutating func context() throws -> ViewContext { try request.context() }
}
