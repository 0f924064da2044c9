import HealthProjections
import Journal
import Synchronization
import ViewTables

/// The journal that a command reads, and what its arguments ask of it.
struct OpenedJournal {
  /// The journal, and what was asked of it.
  var request: ViewRequest

  private static let settings = Mutex<(timeZone: String, units: ReaderUnits)?>(nil)

  /// The zone and the units of the journal that was read last.
  static var lastSettings: (timeZone: String, units: ReaderUnits)? { settings.withLock { $0 } }

  /// Notes what a journal prefers.
  static func note(_ request: ViewRequest) {
    let own = (request.timeZone, ReaderUnits(request.tables))
    settings.withLock { $0 = own }
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
